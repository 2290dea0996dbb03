/* Skipping JSON's whitespace: space, tab, line feed, carriage return and nothing else.
 *
 * Runs are short: none or one space in minified text and behind a colon, a line feed and an
 * indentation otherwise. How many bytes a scalar loop takes before vectors do is chosen at build
 * time (JSONTAPE_WHITESPACE_KIND, JSONTAPE_WHITESPACE_PREFIX), by the figures of `npm run bench --
 * whitespace`. Every strategy gives the same answer.
 *
 * As wasm in Node, Bun, Chromium and Firefox, vectors are ahead of the scalar loop from about six
 * bytes on where all runs are equally long, and from two on where they are not, since a loop whose
 * end was predicted wrongly costs more than a vector. So only no byte and one are work for a
 * scalar loop, which takes a prefix of two: the second step sees the byte behind. Through the
 * parser no other prefix is faster on more than one of the bench's documents; 4 loses up to a
 * tenth, and 16 a quarter, on those with indentation.
 */
#ifndef JT_WHITESPACE_H
#define JT_WHITESPACE_H

#include "jsontape.h"
#include "vector.h"

#ifndef JSONTAPE_WHITESPACE_KIND /* a jt_whitespace, as a number the preprocessor can compare */
#define JSONTAPE_WHITESPACE_KIND 1
#endif
#ifndef JSONTAPE_WHITESPACE_PREFIX
#define JSONTAPE_WHITESPACE_PREFIX 2
#endif

/* 1 for the four, 0 for all others. Four comparisons become a shift by a variable, which is slower
 * than a load. */
extern const uint8_t jt_whitespace_table[256];

JT_INLINE bool jt_is_whitespace(uint8_t byte) { return jt_whitespace_table[byte]; }

/* Where lines are, for those who keep count while they read: what jt_whitespace_skip_lines and the
 * strategies below take. A position in the line is `p - line_start`. */
typedef struct jt_lines {
    uint64_t line;             /* the number of the line being read */
    const uint8_t *line_start; /* its first byte: the one behind the last line feed */
} jt_lines;

/* Of the bytes from p on those are line feeds whose bits are set; not none. */
JT_INLINE void jt_lines_add(jt_lines *lines, const uint8_t *p, uint32_t feeds) {
    lines->line += (uint32_t)__builtin_popcount(feeds);
    lines->line_start = p + 32 - __builtin_clz(feeds);
}

/* The strategies: the first byte in [p, end) that is no whitespace, or end. They keep count of the
 * lines in between, unless `lines` is NULL, which costs nothing where it is so by its text. The
 * first is the plain twin of all others. */

JT_INLINE const uint8_t *jt_whitespace_scalar(const uint8_t *p, const uint8_t *end,
                                              jt_lines *lines) {
    for (; p != end && jt_is_whitespace(*p); p++) {
        if (lines && *p == '\n') jt_lines_add(lines, p, 1);
    }
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

JT_INLINE const uint8_t *jt_whitespace_simd(const uint8_t *p, const uint8_t *end, jt_lines *lines) {
#if JT_SIMD
    while (end - p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p);
        const uint32_t other = ~jt_vector_mask(jt_whitespace_lanes(bytes)) & 0xffff;
        if (lines) {
            const uint32_t feeds = jt_vector_mask(jt_vector_eq(bytes, jt_vector_splat('\n')));
            const uint32_t skipped = feeds & ((other & -other) - 1); /* before the first other */
            if (skipped) jt_lines_add(lines, p, skipped);
        }
        if (other) return p + jt_lowest_bit(other);
        p += JT_VECTOR_NBYTES;
    }
#endif
    return jt_whitespace_scalar(p, end, lines);
}

/* jt_whitespace_simd out of line, without lines and with. */
const uint8_t *jt_whitespace_vectors(const uint8_t *p, const uint8_t *end);
const uint8_t *jt_whitespace_vectors_lines(const uint8_t *p, const uint8_t *end, jt_lines *lines);

/* A scalar loop over the first bytes, then vectors. These are called, since inlined at each place
 * where a parser skips they cost what lies around them registers: documents without any whitespace
 * were a tenth slower. */
JT_INLINE const uint8_t *jt_whitespace_prefix(const uint8_t *p, const uint8_t *end, unsigned prefix,
                                              jt_lines *lines) {
    for (unsigned i = 0; i < prefix; i++, p++) {
        if (p == end || !jt_is_whitespace(*p)) return p;
        if (lines && *p == '\n') jt_lines_add(lines, p, 1);
    }
    return lines ? jt_whitespace_vectors_lines(p, end, lines) : jt_whitespace_vectors(p, end);
}

/* The strategy that this build was given. */
JT_INLINE const uint8_t *jt_whitespace_skip_lines(const uint8_t *p, const uint8_t *end,
                                                  jt_lines *lines) {
#if JSONTAPE_WHITESPACE_KIND == 0
    return jt_whitespace_scalar(p, end, lines);
#elif JSONTAPE_WHITESPACE_KIND == 1
    return jt_whitespace_simd(p, end, lines);
#else
    return jt_whitespace_prefix(p, end, JSONTAPE_WHITESPACE_PREFIX, lines);
#endif
}

/* The same for those who do not count. */
JT_INLINE const uint8_t *jt_whitespace_skip(const uint8_t *p, const uint8_t *end) {
    return jt_whitespace_skip_lines(p, end, NULL);
}

#endif
