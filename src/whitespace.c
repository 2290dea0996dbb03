/* The table of whitespace.h. */
#include "whitespace.h"

const uint8_t jt_whitespace_table[256] = {[' '] = 1, ['\n'] = 1, ['\r'] = 1, ['\t'] = 1};
