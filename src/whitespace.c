/* What of whitespace.h is not inline: tables, and vectors behind a prefix. */
#include "whitespace.h"

const uint8_t jt_whitespace_table[256] = {[' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1};

#if JT_SIMD
const uint8_t jt_whitespace_by_nibble[JT_VECTOR_NBYTES] = {
    [0x0] = ' ', [0x9] = '\t', [0xa] = '\n', [0xd] = '\r'};
#endif

const uint8_t *jt_whitespace_vectors(const uint8_t *p, const uint8_t *end) {
    return jt_whitespace_simd(p, end, NULL);
}

const uint8_t *jt_whitespace_vectors_lines(const uint8_t *p, const uint8_t *end, jt_lines *lines) {
    return jt_whitespace_simd(p, end, lines);
}
