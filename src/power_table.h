/* Powers of five, for turning decimal numbers into doubles and back.
 *
 * Row q - JT_POWER_LEAST holds 5^q scaled by a power of two into [2^127, 2^128): for q >= 0 rounded
 * down (exact up to 5^JT_POWER_EXACT), for q < 0 the reciprocal of 5^-q rounded down, plus one.
 * High half first. The scale follows from q (jt_power_exponent), so it is not stored.
 */
#ifndef JT_POWER_TABLE_H
#define JT_POWER_TABLE_H

#include "vector.h"

enum { JT_POWER_LEAST = -342, JT_POWER_MOST = 324, JT_POWER_EXACT = 55 };

extern const uint64_t jt_power_table[JT_POWER_MOST - JT_POWER_LEAST + 1][2];

/* floor(log2(10^q)), for q in -400 to 400: 217706 / 2^16 is log2(10) closely enough. */
JT_INLINE int32_t jt_power_exponent(int32_t q) { return (217706 * q) >> 16; }

typedef struct jt_product {
    uint64_t high;
    uint64_t low;
} jt_product;

/* The whole product. WebAssembly has no wide multiplication: four products of halves. */
JT_INLINE jt_product jt_multiply(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    return (jt_product){(uint64_t)(product >> 64), (uint64_t)product};
#else
    const uint64_t low_half = 0xffffffffu;
    const uint64_t low = (a & low_half) * (b & low_half);
    const uint64_t cross = (a >> 32) * (b & low_half) + (low >> 32);
    const uint64_t middle = (a & low_half) * (b >> 32) + (cross & low_half);
    const uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32);
    return (jt_product){high, a * b};
#endif
}

#endif
