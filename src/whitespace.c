/* The tables of whitespace.h. */
#include "whitespace.h"

const uint8_t jt_whitespace_table[256] = {[' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1};

#if JT_SIMD
const uint8_t jt_whitespace_by_nibble[JT_VECTOR_NBYTES] = {
    [0x0] = ' ', [0x9] = '\t', [0xa] = '\n', [0xd] = '\r'};
#endif
