/* Floats of three widths, as bit patterns: which of them hold a double exactly, and rounding.
 *
 * Half floats have 1 bit of sign, 5 of exponent (bias 15) and 10 of fraction, singles 8 (127) and
 * 23, doubles 11 (1023) and 52. NaNs are always written as the same quiet one: engines and
 * processors differ in the sign and payload of those they compute.
 */
#ifndef JT_CBOR_FLOAT_H
#define JT_CBOR_FLOAT_H

#include "vector.h"

enum { JT_HALF_NAN = 0x7e00 };
#define JT_SINGLE_NAN 0x7fc00000u
#define JT_DOUBLE_NAN 0x7ff8000000000000u

JT_INLINE uint64_t jt_double_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? JT_DOUBLE_NAN : bits;
}

JT_INLINE uint32_t jt_single_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? JT_SINGLE_NAN : bits;
}

JT_INLINE double jt_double_from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

JT_INLINE float jt_single_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The half nearest to a value, ties to even. */
JT_INLINE uint16_t jt_half_from_double(double value) {
    const uint64_t bits = jt_double_bits(value);
    const uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent == 1024) return value != value ? JT_HALF_NAN : (uint16_t)(sign | 0x7c00);
    if (exponent > 15) return (uint16_t)(sign | 0x7c00);
    if (exponent < -25) return sign;
    /* The significand as a count of the half's last place, which below 2^-14 stays 2^-24. */
    const uint64_t significand = (bits & 0xfffffffffffffu) | (uint64_t)1 << 52;
    const int shift = exponent < -14 ? 28 - exponent : 42;
    const uint64_t unit = (uint64_t)1 << shift;
    const uint64_t rest = significand & (unit - 1);
    uint64_t places = significand >> shift;
    if (rest > unit / 2 || (rest == unit / 2 && places & 1)) places++;
    /* A normal half's leading bit adds one to the exponent; so does what rounding carries. */
    const uint64_t biased = exponent < -14 ? 0 : (uint64_t)(exponent + 14) << 10;
    return (uint16_t)(sign | (biased + places));
}

JT_INLINE double jt_double_from_half(uint16_t half) {
    const uint64_t sign = (uint64_t)(half & 0x8000) << 48;
    const unsigned exponent = half >> 10 & 0x1f;
    const uint64_t fraction = half & 0x3ff;
    if (exponent == 0x1f) return jt_double_from_bits(sign | 0x7ff0000000000000u | fraction << 42);
    if (exponent == 0) {
        const double magnitude = (double)fraction * 0x1p-24;
        return sign ? -magnitude : magnitude;
    }
    return jt_double_from_bits(sign | (uint64_t)(exponent + 1008) << 52 | fraction << 42);
}

/* The bytes of the narrowest float that holds the value: 2, 4 or 8; *bits is set to its bits. */
JT_INLINE unsigned jt_shortest_float(double value, uint64_t *bits) {
    const uint16_t half = jt_half_from_double(value);
    *bits = half;
    if (value != value || jt_double_from_half(half) == value) return 2;
    const float single = (float)value;
    *bits = jt_single_bits(single);
    if ((double)single == value) return 4;
    *bits = jt_double_bits(value);
    return 8;
}

#endif
