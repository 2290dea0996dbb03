/* Checking UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing beyond
 * U+10FFFF, no cut sequences.
 *
 * The vector check follows Keiser and Lemire, "Validating UTF-8 in less than one instruction per
 * byte": every error but a missing third or fourth byte shows in two neighbouring bytes, so three
 * lookups by nibble, and'ed together, leave one bit per kind of error. It tells whether there is
 * an error; where, the plain routine tells.
 */
#ifndef JT_UTF8_H
#define JT_UTF8_H

#include <stddef.h>

#include "vector.h"

/* What jt_utf8_sequence found. */
enum { JT_UTF8_ILL_FORMED = 0, JT_UTF8_CUT = -1 };

/* The length of the well-formed sequence at p (p < end): 1 to 4; JT_UTF8_ILL_FORMED; or
 * JT_UTF8_CUT where it is well-formed as far as it goes and ends at `end`. */
int jt_utf8_sequence(const uint8_t *p, const uint8_t *end);

/* The first byte of the first sequence in [p, end) that is ill-formed or cut, or end. */
const uint8_t *jt_utf8_check_scalar(const uint8_t *p, const uint8_t *end);

/* The same; p must stand at the start of a sequence. */
const uint8_t *jt_utf8_check(const uint8_t *p, const uint8_t *end);

/* Where a plain check must take over from a vector check that has found [start, p) to hold no
 * error: p, or the lead byte just before it whose sequence goes on beyond p. */
const uint8_t *jt_utf8_boundary(const uint8_t *start, const uint8_t *p);

/* The code point of the well-formed sequence at *p; moves *p behind it. */
JT_INLINE uint32_t jt_utf8_code_point(const uint8_t **p) {
    const uint8_t *const bytes = *p;
    const uint32_t lead = bytes[0];
    if (lead < 0x80) {
        *p += 1;
        return lead;
    }
    if (lead < 0xe0) {
        *p += 2;
        return (lead & 0x1f) << 6 | (bytes[1] & 0x3fu);
    }
    if (lead < 0xf0) {
        *p += 3;
        return (lead & 0x0f) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    }
    *p += 4;
    return (lead & 0x07) << 18 | (bytes[1] & 0x3fu) << 12 | (bytes[2] & 0x3fu) << 6 |
           (bytes[3] & 0x3fu);
}

#if JT_SIMD

/* Lanes that are not 0 where bytes[i], together with the three bytes before it, shows an error. A
 * sequence that `bytes` leaves open shows in the block after it. */
JT_INLINE jt_vector jt_utf8_errors(jt_vector before, jt_vector bytes) {
    enum {
        TOO_SHORT = 1,       /* a lead byte, then no continuation byte */
        TOO_LONG = 2,        /* ASCII, then a continuation byte */
        OVERLONG_3 = 4,      /* e0, then 80..9f */
        TOO_LARGE = 8,       /* f4, then 90..bf; f5..ff */
        SURROGATE = 16,      /* ed, then a0..bf */
        OVERLONG_2 = 32,     /* c0, c1 */
        TOO_LARGE_1000 = 64, /* f5..ff, then 80..8f */
        OVERLONG_4 = 64,     /* f0, then 80..8f */
        TWO_CONTINUATIONS = 128,
        CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS
    };
    static const uint8_t by_first_high[16] = {TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TOO_LONG,
                                              TWO_CONTINUATIONS,
                                              TWO_CONTINUATIONS,
                                              TWO_CONTINUATIONS,
                                              TWO_CONTINUATIONS,
                                              TOO_SHORT | OVERLONG_2,
                                              TOO_SHORT,
                                              TOO_SHORT | OVERLONG_3 | SURROGATE,
                                              TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4};
    static const uint8_t by_first_low[16] = {CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
                                             CARRY | OVERLONG_2,
                                             CARRY,
                                             CARRY,
                                             CARRY | TOO_LARGE,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000,
                                             CARRY | TOO_LARGE | TOO_LARGE_1000};
    static const uint8_t by_second_high[16] = {
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
        TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE,
        TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
        TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT,
        TOO_SHORT};

    const jt_vector low_nibbles = jt_vector_splat(0x0f);
    const jt_vector back1 = jt_vector_back1(before, bytes);
    const jt_vector pairs = jt_vector_and(
        jt_vector_and(
            jt_vector_lookup(jt_vector_load(by_first_high), jt_vector_high_nibbles(back1)),
            jt_vector_lookup(jt_vector_load(by_first_low), jt_vector_and(back1, low_nibbles))),
        jt_vector_lookup(jt_vector_load(by_second_high), jt_vector_high_nibbles(bytes)));
    /* The third byte of three and the third and fourth of four must be continuation bytes: there
     * TWO_CONTINUATIONS is right, and elsewhere it is an error. */
    const jt_vector third =
        jt_vector_sub_saturated(jt_vector_back2(before, bytes), jt_vector_splat(0xe0 - 0x80));
    const jt_vector fourth =
        jt_vector_sub_saturated(jt_vector_back3(before, bytes), jt_vector_splat(0xf0 - 0x80));
    const jt_vector expected = jt_vector_and(jt_vector_or(third, fourth), jt_vector_splat(0x80));
    return jt_vector_xor(pairs, expected);
}

/* Bit i: lane i of jt_utf8_errors is not 0. */
JT_INLINE uint32_t jt_utf8_error_mask(jt_vector before, jt_vector bytes) {
    const jt_vector errors = jt_utf8_errors(before, bytes);
    if (JT_LIKELY(!jt_vector_any(errors))) return 0;
    return ~jt_vector_mask(jt_vector_eq(errors, jt_vector_splat(0))) & 0xffff;
}

#endif
#endif
