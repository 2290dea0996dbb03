/* UTF-8: the plain check, and whole texts by vectors. */
#include "utf8.h"

int jt_utf8_sequence(const uint8_t *p, const uint8_t *end) {
    const uint8_t lead = *p;
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return JT_UTF8_ILL_FORMED;
    /* Only the second byte's range depends on the lead byte. */
    uint8_t least = 0x80;
    uint8_t most = 0xbf;
    if (lead == 0xe0) least = 0xa0;
    if (lead == 0xed) most = 0x9f;
    if (lead == 0xf0) least = 0x90;
    if (lead == 0xf4) most = 0x8f;
    const int nbytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    for (int i = 1; i < nbytes; i++) {
        if (p + i == end) return JT_UTF8_CUT;
        if (p[i] < least || p[i] > most) return JT_UTF8_ILL_FORMED;
        least = 0x80;
        most = 0xbf;
    }
    return nbytes;
}

const uint8_t *jt_utf8_check_scalar(const uint8_t *p, const uint8_t *end) {
    while (p != end) {
        const int nbytes = jt_utf8_sequence(p, end);
        if (nbytes <= 0) return p;
        p += nbytes;
    }
    return end;
}

const uint8_t *jt_utf8_check(const uint8_t *p, const uint8_t *end) {
#if JT_SIMD
    const uint8_t *const start = p;
    jt_vector before = jt_vector_splat(0);
    while (end - p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p);
        if (JT_UNLIKELY(jt_vector_any(jt_utf8_errors(before, bytes)))) break;
        before = bytes;
        p += JT_VECTOR_NBYTES;
    }
    p = jt_utf8_boundary(start, p);
#endif
    return jt_utf8_check_scalar(p, end);
}

const uint8_t *jt_utf8_boundary(const uint8_t *start, const uint8_t *p) {
    for (int back = 1; back <= 3 && p - start >= back; back++) {
        const uint8_t byte = p[-back];
        if (byte >= 0xc0) {
            const int nbytes = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
            return nbytes > back ? p - back : p;
        }
        if (byte < 0x80) break;
    }
    return p;
}
