/* Finding the end of a JSON string (RFC 8259 section 7) and checking everything in it on the way:
 * control characters, escapes, UTF-8.
 *
 * Almost all strings are ASCII without escapes, and then one signed comparison finds control
 * characters and non-ASCII bytes alike: the first lane that is special in any way is the closing
 * quote. Everything else goes to jt_string_rest, out of line.
 */
#ifndef JT_STRING_SCAN_H
#define JT_STRING_SCAN_H

#include <stddef.h>

#include "jsontape.h"
#include "vector.h"

/* Goes on from p, before which the string is ASCII without escapes. Returns the closing quote, or
 * NULL after an error; fills `lexed` either way. */
const uint8_t *jt_string_rest(const uint8_t *p, const uint8_t *end, bool lone_surrogates_error,
                              jt_lexed *lexed);

/* The first byte in [p, end) that is '"', '\\', a control character or above 0x7f, or end. The
 * plain twin. */
JT_INLINE const uint8_t *jt_string_special_scalar(const uint8_t *p, const uint8_t *end) {
    while (p != end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') p++;
    return p;
}

/* The same by vectors, or eight bytes at a time where there are none. */
JT_INLINE const uint8_t *jt_string_special(const uint8_t *p, const uint8_t *end) {
#if JT_SIMD
    while (JT_LIKELY(end - p >= JT_VECTOR_NBYTES)) {
        const jt_vector bytes = jt_vector_load(p);
        const uint32_t special =
            jt_vector_mask(jt_vector_or(jt_vector_lt_signed(bytes, jt_vector_splat(0x20)),
                                        jt_vector_or(jt_vector_eq(bytes, jt_vector_splat('"')),
                                                     jt_vector_eq(bytes, jt_vector_splat('\\')))));
        if (special) return p + jt_lowest_bit(special);
        p += JT_VECTOR_NBYTES;
    }
#else
    /* A byte is special if its high bit is set in one of: itself, itself - 0x20, (itself ^ '"') -
     * 1, (itself ^ '\\') - 1. Borrows make the bits above the lowest one wrong, and only that
     * counts. */
    const uint64_t ones = 0x0101010101010101u;
    if (p != end && *p == '"') return p; /* empty strings are frequent */
    while (end - p >= 8) {
        const uint64_t bytes = jt_load8(p);
        const uint64_t special = (bytes | (bytes - ones * 0x20) | ((bytes ^ (ones * '"')) - ones) |
                                  ((bytes ^ (ones * '\\')) - ones)) &
                                 (ones * 0x80);
        if (special) return p + ((unsigned)__builtin_ctzll(special) >> 3);
        p += 8;
    }
#endif
    return jt_string_special_scalar(p, end);
}

/* The string whose first byte behind the opening quote is p: its closing quote, or NULL after an
 * error. Fills `lexed` only where *plain is false. */
JT_INLINE const uint8_t *jt_string_scan(const uint8_t *p, const uint8_t *end,
                                        bool lone_surrogates_error, jt_lexed *lexed, bool *plain) {
    p = jt_string_special(p, end);
    *plain = JT_LIKELY(p != end && *p == '"');
    return *plain ? p : jt_string_rest(p, end, lone_surrogates_error, lexed);
}

#endif
