/* Skipping JSON's whitespace: space, tab, line feed, carriage return and nothing else.
 *
 * Runs are short: none at all in minified text, a line feed and an indentation otherwise. Vectors
 * win from about eight bytes on, so how many bytes a scalar loop takes first is chosen at build
 * time (JSONTAPE_WHITESPACE_KIND, JSONTAPE_WHITESPACE_PREFIX) by the figures of `npm run bench --
 * whitespace`. Every strategy gives the same answer.
 */
#ifndef JT_WHITESPACE_H
#define JT_WHITESPACE_H

#include "jsontape.h"
#include "vector.h"

#ifndef JSONTAPE_WHITESPACE_KIND /* a jt_whitespace, as a number the preprocessor can compare */
#define JSONTAPE_WHITESPACE_KIND 1
#endif
#ifndef JSONTAPE_WHITESPACE_PREFIX
#define JSONTAPE_WHITESPACE_PREFIX 4
#endif

/* 1 for the four, 0 for all others. Four comparisons become a shift by a variable, which is slower
 * than a load. */
extern const uint8_t jt_whitespace_table[256];

JT_INLINE bool jt_is_whitespace(uint8_t byte) { return jt_whitespace_table[byte]; }

/* The first byte in [p, end) that is no whitespace, or end. The plain twin of all others. */
JT_INLINE const uint8_t *jt_whitespace_scalar(const uint8_t *p, const uint8_t *end) {
    while (p != end && jt_is_whitespace(*p)) p++;
    return p;
}

#if JT_SIMD
/* For each low nibble the whitespace byte that ends with it, or 0. */
extern const uint8_t jt_whitespace_by_nibble[JT_VECTOR_NBYTES];

/* Lanes that are whitespace: equal to the one whitespace byte that has their low nibble. A NUL byte
 * is not, since nibble 0 has the space. */
JT_INLINE jt_vector jt_whitespace_lanes(jt_vector bytes) {
    return jt_vector_eq(bytes, jt_vector_lookup(jt_vector_load(jt_whitespace_by_nibble),
                                                jt_vector_and(bytes, jt_vector_splat(0x0f))));
}
#endif

JT_INLINE const uint8_t *jt_whitespace_simd(const uint8_t *p, const uint8_t *end) {
#if JT_SIMD
    while (end - p >= JT_VECTOR_NBYTES) {
        const uint32_t other = ~jt_vector_mask(jt_whitespace_lanes(jt_vector_load(p))) & 0xffff;
        if (other) return p + jt_lowest_bit(other);
        p += JT_VECTOR_NBYTES;
    }
#endif
    return jt_whitespace_scalar(p, end);
}

JT_INLINE const uint8_t *jt_whitespace_prefix(const uint8_t *p, const uint8_t *end,
                                              unsigned prefix) {
    for (unsigned i = 0; i < prefix; i++, p++) {
        if (p == end || !jt_is_whitespace(*p)) return p;
    }
    return jt_whitespace_simd(p, end);
}

/* The strategy that this build was given. */
JT_INLINE const uint8_t *jt_whitespace_skip(const uint8_t *p, const uint8_t *end) {
#if JSONTAPE_WHITESPACE_KIND == 0
    return jt_whitespace_scalar(p, end);
#elif JSONTAPE_WHITESPACE_KIND == 1
    return jt_whitespace_simd(p, end);
#else
    return jt_whitespace_prefix(p, end, JSONTAPE_WHITESPACE_PREFIX);
#endif
}

#endif
