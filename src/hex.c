/* The values of hexadecimal digits; see hex.h. */
#include "hex.h"

#define NO8 -1, -1, -1, -1, -1, -1, -1, -1
#define NO16 NO8, NO8

const int8_t jt_hex_values[256] = {
    NO16, NO16, NO16, 0,  1,  2,   3,    4,    5,    6,    7,    8,    9,    -1,   -1,  -1,
    -1,   -1,   -1,   -1, 10, 11,  12,   13,   14,   15,   -1,   NO8,  NO16, -1,   10,  11,
    12,   13,   14,   15, -1, NO8, NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16};
