/* Eight \uXXXX escapes of a JSON string at once, by vectors: text in other scripts may be written
 * in nothing else, in words of a few letters. How many of the eight there are comes from one count,
 * so that no branch depends on the length of a word.
 */
#ifndef JT_UNICODE_ESCAPE_H
#define JT_UNICODE_ESCAPE_H

#include "vector.h"

enum {
    JT_UNICODE_ESCAPE_NBYTES = 6,
    JT_UNICODE_ESCAPES = 8, /* at once */
    JT_UNICODE_ESCAPES_NBYTES = JT_UNICODE_ESCAPES * JT_UNICODE_ESCAPE_NBYTES
};

/* Whether two escapes or more seem to start at p, of which 8 bytes can be read. */
JT_INLINE bool jt_unicode_escapes_start(const uint8_t *p) {
    return p[0] == '\\' && p[1] == 'u' && p[6] == '\\' && p[7] == 'u';
}

#if JT_SIMD

/* The bytes of the escapes that seem to follow each other from p, of which
 * JT_UNICODE_ESCAPES_NBYTES bytes can be read, by their first two: at most that many. */
JT_INLINE unsigned jt_unicode_escapes_nbytes(const uint8_t *p) {
    enum { B = '\\', U = 'u' };
    static const uint8_t due[3][JT_VECTOR_NBYTES] = {
        {B, U, 0, 0, 0, 0, B, U, 0, 0, 0, 0, B, U},
        {0, 0, B, U, 0, 0, 0, 0, B, U, 0, 0, 0, 0, B, U},
        {0, 0, 0, 0, B, U, 0, 0, 0, 0, B, U},
    };
    uint64_t right = 0;
    for (unsigned i = 0; i < 3; i++) {
        const jt_vector bytes = jt_vector_load(p + i * JT_VECTOR_NBYTES);
        const uint64_t lanes = jt_vector_mask(jt_vector_eq(bytes, jt_vector_load(due[i])));
        right |= lanes << (i * JT_VECTOR_NBYTES);
    }
    const uint64_t starts = right & right >> 1;
    const uint64_t every_sixth = 0x0001041041041041; /* and the one behind them */
    return (unsigned)__builtin_ctzll(~starts & every_sixth);
}

/* Whether the first nbytes bytes at p, which are escapes, have digits where these are due. */
JT_INLINE bool jt_unicode_escapes_valid(const uint8_t *p, unsigned nbytes) {
    const uint64_t due = 0xf3cf3cf3cf3c;
    uint64_t digits = 0;
    for (unsigned i = 0; i < JT_UNICODE_ESCAPES_NBYTES; i += JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p + i);
        const jt_vector decimal = jt_vector_sub(bytes, jt_vector_splat('0'));
        const jt_vector letter =
            jt_vector_sub(jt_vector_or(bytes, jt_vector_splat(0x20)), jt_vector_splat('a'));
        const jt_vector either = jt_vector_or(jt_vector_le(decimal, jt_vector_splat(9)),
                                              jt_vector_le(letter, jt_vector_splat(5)));
        digits |= (uint64_t)jt_vector_mask(either) << i;
    }
    return (~digits & due & (((uint64_t)1 << nbytes) - 1)) == 0;
}

/* The code units of the eight escapes at p, as 16-bit numbers. */
JT_INLINE jt_vector jt_unicode_escape_units(const uint8_t *p) {
    /* Where the high digit of each byte is, the low byte of a unit first: always at an even place,
     * with the low digit behind it. */
    enum { X = 0x80 };
    static const uint8_t places[3][JT_VECTOR_NBYTES] = {
        {4, 2, 10, 8, X, 14, X, X, X, X, X, X, X, X, X, X},
        {X, X, X, X, 0, X, 6, 4, 12, 10, X, X, X, X, X, X},
        {X, X, X, X, X, X, X, X, X, X, 2, 0, 8, 6, 14, 12},
    };
    jt_vector units = jt_vector_splat(0);
    for (unsigned i = 0; i < 3; i++) {
        const jt_vector bytes = jt_vector_load(p + i * JT_VECTOR_NBYTES);
        /* A letter's low nibble lacks 9. */
        const jt_vector letters = jt_vector_le(jt_vector_splat('A'), bytes);
        const jt_vector digits = jt_vector_add(jt_vector_and(bytes, jt_vector_splat(0x0f)),
                                               jt_vector_and(letters, jt_vector_splat(9)));
        const jt_vector pairs =
            jt_vector_or(JT_VECTOR_UP16(digits, 4), JT_VECTOR_DOWN16(digits, 8));
        units = jt_vector_or(units, jt_vector_lookup_or_0(pairs, jt_vector_load(places[i])));
    }
    return units;
}

#endif
#endif
