/* Strings with escapes, non-ASCII text or errors. */
#include "string_scan.h"

#include "hex.h"
#include "unicode_escape.h"
#include "utf8.h"

/* What stands at one place of a string. */
typedef struct step {
    const uint8_t *p; /* behind it; where the error is; the start of what the end cuts */
    jt_code code;
} step;

/* The low surrogate escape that must follow the high one before p. JT_OK also where the input ends
 * too early to tell: the caller will meet that end. */
static jt_code low_surrogate_follows(const uint8_t *p, const uint8_t *end) {
    if (p == end) return JT_OK;
    if (*p++ != '\\') return JT_LONE_SURROGATE;
    if (p == end) return JT_OK;
    if (*p++ != 'u') return JT_LONE_SURROGATE;
    if (p == end) return JT_OK;
    if ((*p++ | 0x20) != 'd') return JT_LONE_SURROGATE;
    if (p == end) return JT_OK;
    const int32_t third = jt_hex_digit(*p++);
    if (third < 0xc) return JT_LONE_SURROGATE;
    for (int i = 0; i < 2 && p != end; i++) {
        if (jt_hex_digit(*p++) < 0) return JT_LONE_SURROGATE;
    }
    return JT_OK;
}

/* The escape whose backslash is at p. */
static step scan_escape(const uint8_t *p, const uint8_t *end, bool lone_surrogates_error) {
    if (end - p < 2) return (step){p, JT_UNEXPECTED_END};
    switch (p[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': return (step){p + 2, JT_OK};
    case 'u': break;
    default: return (step){p + 1, JT_INVALID_ESCAPE};
    }
    if (JT_UNLIKELY(end - p < 6 || jt_hex_4(p + 2) < 0)) {
        for (const uint8_t *digit = p + 2; digit != p + 6; digit++) {
            if (digit == end) return (step){p, JT_UNEXPECTED_END};
            if (jt_hex_digit(*digit) < 0) return (step){digit, JT_INVALID_ESCAPE};
        }
    }
    if (lone_surrogates_error) {
        const int32_t unit = jt_hex_4(p + 2);
        if (unit >= 0xdc00 && unit < 0xe000) return (step){p, JT_LONE_SURROGATE};
        if (unit >= 0xd800 && unit < 0xdc00) {
            if (low_surrogate_follows(p + 6, end)) return (step){p, JT_LONE_SURROGATE};
            return end - p < 12 ? (step){p, JT_UNEXPECTED_END} : (step){p + 12, JT_OK};
        }
    }
    return (step){p + 6, JT_OK};
}

/* A character of a string that is one byte and stands for itself. */
JT_INLINE bool is_plain(uint8_t byte) {
    return (byte >= 0x20) & (byte < 0x80) & (byte != '"') & (byte != '\\');
}

/* Text in other scripts may be all \uXXXX, but for single plain characters between its words. */
static const uint8_t *scan_unicode_escapes(const uint8_t *p, const uint8_t *end) {
#if JT_SIMD
    enum { READABLE_NBYTES = JT_UNICODE_ESCAPES_NBYTES + 2 };
    if (end - p >= READABLE_NBYTES && jt_unicode_escapes_start(p)) {
        unsigned nbytes;
        do {
            nbytes = jt_unicode_escapes_nbytes(p);
            if (!jt_unicode_escapes_valid(p, nbytes)) break;
            p += nbytes;
            const unsigned gap = (p[1] == '\\') & is_plain(*p);
            p += gap;
            nbytes += gap;
        } while (nbytes && end - p >= READABLE_NBYTES);
    }
#endif
    while (end - p >= JT_UNICODE_ESCAPE_NBYTES && p[0] == '\\' && p[1] == 'u' &&
           jt_hex_4(p + 2) >= 0) {
        p += JT_UNICODE_ESCAPE_NBYTES;
    }
    return p;
}

/* A run of escapes, the first one at p, with single characters of plain ASCII between them. */
static step scan_escapes(const uint8_t *p, const uint8_t *end, bool lone_surrogates_error) {
    do {
        if (p + 1 != end && p[1] == 'u' && !lone_surrogates_error) {
            const uint8_t *const behind = scan_unicode_escapes(p, end);
            if (behind != p) {
                p = behind;
                if (end - p >= 2 && p[1] == '\\' && is_plain(*p)) p++;
                continue;
            }
        }
        const step escape = scan_escape(p, end, lone_surrogates_error);
        if (escape.code) return escape;
        p = escape.p;
    } while (p != end && *p == '\\');
    return (step){p, JT_OK};
}

/* Text from the non-ASCII byte at p to the next quote, backslash or control character, to the end,
 * or to where it is ASCII again for some time. */
static step scan_non_ascii(const uint8_t *p, const uint8_t *end) {
#if JT_SIMD
    const uint8_t *const start = p;
    jt_vector before = jt_vector_splat(0);
    while (end - p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p);
        const uint32_t special =
            jt_vector_mask(jt_vector_or(jt_vector_le(bytes, jt_vector_splat(0x1f)),
                                        jt_vector_or(jt_vector_eq(bytes, jt_vector_splat('"')),
                                                     jt_vector_eq(bytes, jt_vector_splat('\\')))));
        const uint32_t errors = jt_utf8_error_mask(before, bytes);
        /* The lanes up to the special byte; all if there is none. A sequence that it cuts short
         * shows at its own lane. */
        const uint32_t lanes = (special ^ (special - 1)) & 0xffff;
        if (JT_UNLIKELY(errors & lanes)) break;
        if (special) return (step){p + jt_lowest_bit(special), JT_OK};
        p += JT_VECTOR_NBYTES;
        if (jt_vector_mask(bytes) == 0) return (step){p, JT_OK};
        before = bytes;
    }
    p = jt_utf8_boundary(start, p);
#endif
    while (p != end && *p >= 0x80) {
        const int nbytes = jt_utf8_sequence(p, end);
        if (nbytes == JT_UTF8_CUT) return (step){p, JT_UNEXPECTED_END};
        if (nbytes == JT_UTF8_ILL_FORMED) return (step){p, JT_INVALID_UTF8};
        p += nbytes;
    }
    return (step){p, JT_OK};
}

const uint8_t *jt_string_rest(const uint8_t *p, const uint8_t *end, bool lone_surrogates_error,
                              jt_lexed *lexed) {
    lexed->flags = 0;
    lexed->code = JT_OK;
    for (;; p = jt_string_special(p, end)) {
        step next = {p, JT_OK};
        if (p == end) {
            next.code = JT_UNEXPECTED_END;
        } else if (*p == '"') {
            return p;
        } else if (*p == '\\') {
            lexed->flags |= JT_TAPE_ESCAPED;
            next = scan_escapes(p, end, lone_surrogates_error);
        } else if (*p >= 0x80) {
            lexed->flags |= JT_TAPE_NON_ASCII;
            next = scan_non_ascii(p, end);
        } else {
            next.code = JT_CONTROL_CHAR;
        }
        if (next.code) {
            lexed->error = next.code == JT_UNEXPECTED_END ? end : next.p;
            lexed->resume = next.p;
            lexed->code = next.code;
            return NULL;
        }
        p = next.p;
    }
}
