/* Plain runs by vectors, escapes one by one; see unescape.h. */
#include "unescape.h"

#include "escape.h"

/* Copies up to the next backslash; moves both pointers. Whole vectors may be written: what is
 * behind *out is at least as long as what is behind *p. */
static void copy_plain(const uint8_t **p, const uint8_t *end, uint8_t **out) {
#if JT_SIMD
    while (end - *p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(*p);
        jt_vector_store(*out, bytes);
        const uint32_t backslashes = jt_vector_mask(jt_vector_eq(bytes, jt_vector_splat('\\')));
        const unsigned nbytes = backslashes ? jt_lowest_bit(backslashes) : JT_VECTOR_NBYTES;
        *p += nbytes;
        *out += nbytes;
        if (backslashes) return;
    }
#endif
    while (*p != end && **p != '\\') *(*out)++ = *(*p)++;
}

size_t jt_unescape(const uint8_t *text, size_t nbytes, uint8_t *out) {
    const uint8_t *const end = text + nbytes;
    const uint8_t *p = text;
    uint8_t *next = out;
    while (p != end) {
        copy_plain(&p, end, &next);
        while (p != end && *p == '\\') next += jt_utf8_write(jt_escape_code_point(&p, end), next);
    }
    return (size_t)(next - out);
}
