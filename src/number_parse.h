/* Numbers (RFC 8259 section 6): the lexeme, checked, and the double nearest to it.
 *
 * A scan gathers up to nineteen digits into an integer and the power of ten that goes with it.
 * Doubles follow exactly from one operation where both are exact (up to 2^53 and 10^22), else from
 * a 128-bit product (jt_double_from_decimal), else, for more digits than that, from the text.
 */
#ifndef JT_NUMBER_PARSE_H
#define JT_NUMBER_PARSE_H

#include "jsontape.h"
#include "vector.h"

enum { JT_NUMBER_DIGITS_MAX = 19 }; /* that surely fit 64 bits */

/* A scanned number. Where ndigits exceeds JT_NUMBER_DIGITS_MAX digits and exponent10 mean nothing
 * and the text must be asked. */
typedef struct jt_number {
    const uint8_t *end; /* JT_OK: behind the lexeme; otherwise where the error is */
    uint64_t digits;    /* the value is +-digits * 10^exponent10 */
    int32_t exponent10; /* clamped to +-100000, beyond which every value is 0 or infinite */
    uint32_t ndigits;   /* counted from the first that is not 0; saturated at 2^32-1 */
    bool negative;
    bool integer; /* neither fraction nor exponent */
    jt_code code;
} jt_number;

/* The double nearest to digits * 10^exponent10, ties to even; any exponent. */
double jt_double_from_decimal(uint64_t digits, int32_t exponent10);

/* The double nearest to the number whose checked lexeme is [p, end), of any length. */
double jt_double_from_text(const uint8_t *p, const uint8_t *end);

JT_INLINE bool jt_is_digit(uint8_t byte) { return (uint8_t)(byte - '0') <= 9; }

/* Whether all eight bytes are digits: high nibbles 3, also after adding 6. */
JT_INLINE bool jt_is_eight_digits(uint64_t bytes) {
    return ((bytes & 0xf0f0f0f0f0f0f0f0u) |
            (((bytes + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4)) == 0x3333333333333333u;
}

/* The value of eight digits, the first in the low byte: pairs, then fours, then all. */
JT_INLINE uint64_t jt_eight_digits(uint64_t bytes) {
    bytes -= 0x3030303030303030u;
    bytes = bytes * 10 + (bytes >> 8);
    return (((bytes & 0x000000ff000000ffu) * 0x000f424000000064u) +
            (((bytes >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
           32;
}

/* The number that starts at p (p < end) with '-' or a digit. A byte behind the lexeme is not
 * judged. At the end of the input a lexeme that needs more is JT_UNEXPECTED_END. */
JT_INLINE jt_number jt_number_scan(const uint8_t *p, const uint8_t *end) {
    jt_number number = {.integer = true};
    if (*p == '-') {
        number.negative = true;
        p++;
    }
    if (JT_UNLIKELY(p == end || !jt_is_digit(*p))) {
        number.end = p;
        number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
        return number;
    }
    const uint8_t *first = p;
    const bool zero = *p == '0';
    uint64_t digits = (uint64_t)(*p++ - '0');
    if (!zero) {
        while (p != end && jt_is_digit(*p)) digits = digits * 10 + (uint64_t)(*p++ - '0');
    }
    size_t ndigits = (size_t)(p - first);
    size_t nfraction = 0;
    if (p != end && *p == '.') {
        const uint8_t *const fraction = ++p;
        number.integer = false;
        if (zero) { /* zeros up to the first other digit do not count */
            while (p != end && *p == '0') p++;
            first = p;
            ndigits = 0;
        }
        while (end - p >= 8) {
            const uint64_t bytes = jt_load8(p);
            if (!jt_is_eight_digits(bytes)) break;
            digits = digits * 100000000 + jt_eight_digits(bytes);
            p += 8;
        }
        while (p != end && jt_is_digit(*p)) digits = digits * 10 + (uint64_t)(*p++ - '0');
        nfraction = (size_t)(p - fraction);
        ndigits = ndigits ? ndigits + nfraction : (size_t)(p - first);
        if (JT_UNLIKELY(nfraction == 0)) {
            number.end = p;
            number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
            return number;
        }
    }
    int64_t exponent = 0;
    if (p != end && (*p | 0x20) == 'e') {
        number.integer = false;
        p++;
        bool negative = false;
        if (p != end && (*p == '-' || *p == '+')) negative = *p++ == '-';
        if (JT_UNLIKELY(p == end || !jt_is_digit(*p))) {
            number.end = p;
            number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
            return number;
        }
        while (p != end && jt_is_digit(*p)) {
            if (exponent < (int64_t)1 << 40) exponent = exponent * 10 + (*p - '0');
            p++;
        }
        if (negative) exponent = -exponent;
    }
    exponent -= (int64_t)nfraction;
    number.end = p;
    number.digits = digits;
    number.exponent10 = exponent < -100000 ? -100000 : exponent > 100000 ? 100000 : (int32_t)exponent;
    number.ndigits = ndigits > 0xffffffffu ? 0xffffffffu : (uint32_t)ndigits;
    return number;
}

/* The double nearest to a scanned number; start is the first byte of its lexeme. */
JT_INLINE double jt_number_double(const jt_number *number, const uint8_t *start) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double value;
    if (JT_UNLIKELY(number->ndigits > JT_NUMBER_DIGITS_MAX)) {
        value = jt_double_from_text(start + number->negative, number->end);
    } else if (number->digits <= (uint64_t)1 << 53 && number->exponent10 >= -22 &&
               number->exponent10 <= 22) {
        value = (double)number->digits;
        if (number->exponent10 < 0) {
            value /= powers[-number->exponent10];
        } else {
            value *= powers[number->exponent10];
        }
    } else {
        value = jt_double_from_decimal(number->digits, number->exponent10);
    }
    return number->negative ? -value : value;
}

#endif
