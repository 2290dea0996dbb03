/* Strings to ASCII and UTF-16; see transcode.h. Runs without escapes and of ASCII go by vectors,
 * what is between them one character at a time. */
#include "transcode.h"

#include "escape.h"
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

#if JT_SIMD
static bool is_unicode_escape(const uint8_t *p) { return p[0] == '\\' && p[1] == 'u'; }

/* The code units of two unicode escapes side by side, in the first four lanes. */
static jt_vector two_units(jt_vector bytes) {
    /* Of each unit, low byte first: its high digits, its low digits. The other lanes are not used.
     */
    static const uint8_t high[JT_VECTOR_NBYTES] = {4, 2, 10, 8};
    static const uint8_t low[JT_VECTOR_NBYTES] = {5, 3, 11, 9};
    /* A letter's low nibble lacks 9. */
    const jt_vector letters = jt_vector_le(jt_vector_splat('A'), bytes);
    const jt_vector digits = jt_vector_add(jt_vector_and(bytes, jt_vector_splat(0x0f)),
                                           jt_vector_and(letters, jt_vector_splat(9)));
    jt_vector units = jt_vector_lookup(digits, jt_vector_load(high));
    for (int doubled = 0; doubled < 4; doubled++) units = jt_vector_add(units, units);
    return jt_vector_or(units, jt_vector_lookup(digits, jt_vector_load(low)));
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
        /* Text of one script comes in runs: no vectors until there is ASCII again. */
        do {
#if JT_SIMD
            while (end - p >= JT_VECTOR_NBYTES && is_unicode_escape(p) &&
                   is_unicode_escape(p + 6)) {
                jt_vector_store((uint8_t *)out, two_units(jt_vector_load(p)));
                if ((out[0] & 0xf800) == 0xd800 || (out[1] & 0xf800) == 0xd800) break;
                out += 2;
                p += 12;
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
