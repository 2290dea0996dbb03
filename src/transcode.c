/* Strings to ASCII and UTF-16; see transcode.h. Runs without escapes and of ASCII go by vectors,
 * what is between them one character at a time. */
#include "transcode.h"

#include "escape.h"
#include "unicode_escape.h"
#include "utf8.h"

#if JT_SIMD
/* The length of the run of plain ASCII at the start of a vector: 16 if all of it. */
static unsigned plain_length(jt_vector bytes) {
    const uint32_t special =
        jt_vector_mask(jt_vector_or(bytes, jt_vector_eq(bytes, jt_vector_splat('\\'))));
    return special ? jt_lowest_bit(special) : JT_VECTOR_NBYTES;
}
#endif

size_t jt_transcode_ascii(const uint8_t *p, const uint8_t *end, uint8_t *out) {
    uint8_t *const start = out;
    /* The text is never longer than what it is read from, so that stores of a whole vector stay
     * within `out` where loads stay within the string. */
    while (p != end) {
#if JT_SIMD
        if (end - p >= JT_VECTOR_NBYTES) {
            const jt_vector bytes = jt_vector_load(p);
            jt_vector_store(out, bytes);
            const unsigned nbytes = plain_length(bytes);
            p += nbytes;
            out += nbytes;
            if (nbytes == JT_VECTOR_NBYTES) continue;
        }
#endif
        if (*p == '\\') {
            const uint32_t code_point = jt_escape_code_point(&p, end);
            if (code_point >= 0x80) return JT_TRANSCODE_NO;
            *out++ = (uint8_t)code_point;
        } else {
            if (*p >= 0x80) return JT_TRANSCODE_NO;
            *out++ = *p++;
        }
    }
    return (size_t)(out - start);
}

/* How far a string has been read and written. */
typedef struct progress {
    const uint8_t *p;
    uint16_t *out;
} progress;

#if JT_SIMD
/* The escapes at p, with single ASCII characters between them, as far as vectors go: not into the
 * last ones and not past surrogates. */
static progress transcode_escapes(const uint8_t *p, const uint8_t *end, uint16_t *out) {
    enum { READABLE_NBYTES = JT_UNICODE_ESCAPES_NBYTES + 2 };
    if (end - p < READABLE_NBYTES || !jt_unicode_escapes_start(p)) return (progress){p, out};
    unsigned nbytes;
    do {
        const jt_vector units = jt_unicode_escape_units(p);
        jt_vector_store((uint8_t *)out, units);
        const jt_vector surrogates =
            jt_vector_eq(jt_vector_and(units, jt_vector_splat(0xf8)), jt_vector_splat(0xd8));
        const uint32_t stops = (jt_vector_mask(surrogates) & 0xaaaa) | 0x10000;
        const unsigned nplain = jt_lowest_bit(stops) / 2 * JT_UNICODE_ESCAPE_NBYTES;
        nbytes = jt_unicode_escapes_nbytes(p);
        if (JT_UNLIKELY(nplain < nbytes)) nbytes = nplain;
        p += nbytes;
        out += nbytes / JT_UNICODE_ESCAPE_NBYTES;
        /* A word ends, probably: what is between it and the next one. */
        const unsigned gap = (p[1] == '\\') & (*p != '\\') & (*p < 0x80);
        *out = *p;
        p += gap;
        out += gap;
        nbytes += gap;
    } while (nbytes && end - p >= READABLE_NBYTES);
    return (progress){p, out};
}

/* How many of the lanes due, which are `stride` apart, are set before one is not. */
static unsigned run_length(uint32_t lanes, uint32_t due, unsigned stride) {
    return jt_lowest_bit((~lanes & due) | (uint32_t)1 << JT_VECTOR_NBYTES) / stride;
}

/* The sequences of two and three bytes at p, likewise. */
static progress transcode_sequences(const uint8_t *p, const uint8_t *end, uint16_t *out) {
    enum { X = 0x80, FIVES = 0x9249, PAIRS = 0x5555 };
    /* Of each three bytes the third and the second; the first. */
    static const uint8_t ends[JT_VECTOR_NBYTES] = {2,  1,  5, 4, 8, 7, 11, 10,
                                                   14, 13, X, X, X, X, X,  X};
    static const uint8_t starts[JT_VECTOR_NBYTES] = {0,  X, 3, X, 6, X, 9, X,
                                                     12, X, X, X, X, X, X, X};
    const jt_vector tail_bits = jt_vector_splat16(0x003f);
    while (end - p >= JT_VECTOR_NBYTES && *p >= 0xc0 && *p < 0xf0) {
        const jt_vector bytes = jt_vector_load(p);
        const jt_vector high = jt_vector_high_nibbles(bytes);
        if (*p >= 0xe0) {
            const jt_vector leads = jt_vector_eq(high, jt_vector_splat(0x0e));
            const jt_vector first = jt_vector_lookup_or_0(bytes, jt_vector_load(starts));
            const jt_vector rest = jt_vector_lookup_or_0(bytes, jt_vector_load(ends));
            const jt_vector second =
                jt_vector_and(JT_VECTOR_DOWN16(rest, 2), jt_vector_splat16(0x0fc0));
            const jt_vector third = jt_vector_and(rest, tail_bits);
            jt_vector_store((uint8_t *)out,
                            jt_vector_or(JT_VECTOR_UP16(first, 12), jt_vector_or(second, third)));
            /* The sixth is not all there. */
            const unsigned nunits = run_length(jt_vector_mask(leads) & 0x7fff, FIVES, 3);
            p += 3 * (size_t)nunits;
            out += nunits;
        } else {
            const jt_vector leads =
                jt_vector_eq(jt_vector_and(high, jt_vector_splat(0x0e)), jt_vector_splat(0x0c));
            const jt_vector first = jt_vector_and(bytes, jt_vector_splat16(0x001f));
            const jt_vector second = jt_vector_and(JT_VECTOR_DOWN16(bytes, 8), tail_bits);
            jt_vector_store((uint8_t *)out, jt_vector_or(JT_VECTOR_UP16(first, 6), second));
            const unsigned nunits = run_length(jt_vector_mask(leads), PAIRS, 2);
            p += 2 * (size_t)nunits;
            out += nunits;
        }
        if (end - p >= 2 && p[0] < 0x80 && p[0] != '\\' && p[1] >= 0x80) *out++ = *p++;
    }
    return (progress){p, out};
}
#endif

size_t jt_transcode_utf16(const uint8_t *p, const uint8_t *end, uint16_t *out, bool *well_formed) {
    uint16_t *const start = out;
    *well_formed = true;
    while (p < end) {
#if JT_SIMD
        if (end - p >= JT_VECTOR_NBYTES) {
            const jt_vector bytes = jt_vector_load(p);
            jt_vector_store_widened(out, bytes);
            const unsigned nbytes = plain_length(bytes);
            p += nbytes;
            out += nbytes;
            if (nbytes == JT_VECTOR_NBYTES) continue;
        }
#endif
        /* Text of one script comes in runs: no vectors of ASCII until there is more of it. */
        do {
#if JT_SIMD
            const progress run =
                *p == '\\' ? transcode_escapes(p, end, out) : transcode_sequences(p, end, out);
            if (run.p != p) {
                p = run.p;
                out = run.out;
                continue;
            }
#endif
            const uint32_t code_point =
                *p == '\\' ? jt_escape_code_point(&p, end) : jt_utf8_code_point(&p);
            if (code_point >= 0x10000) {
                *out++ = (uint16_t)(0xd7c0 + (code_point >> 10));
                *out++ = (uint16_t)(0xdc00 | (code_point & 0x3ff));
            } else {
                *out++ = (uint16_t)code_point;
                if (code_point >= 0xd800 && code_point < 0xe000) *well_formed = false;
            }
        } while (p < end && (*p >= 0x80 || *p == '\\'));
    }
    return (size_t)(out - start);
}
