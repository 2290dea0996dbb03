/* Hexadecimal digits of \u escapes.
 *
 * A table gives a digit's value, and -1 for anything else. Four values moved to their places and
 * or'ed together are negative exactly if one of them is no digit: one check at the end does for
 * all.
 */
#ifndef JT_HEX_H
#define JT_HEX_H

#include "vector.h"

extern const int8_t jt_hex_values[256];

/* The value of a hexadecimal digit, or -1. */
JT_INLINE int32_t jt_hex_digit(uint8_t byte) { return jt_hex_values[byte]; }

/* The value of the four digits at p, or something negative. */
JT_INLINE int32_t jt_hex_4(const uint8_t *p) {
    return jt_hex_digit(p[0]) * 0x1000 | jt_hex_digit(p[1]) * 0x100 | jt_hex_digit(p[2]) * 0x10 |
           jt_hex_digit(p[3]);
}

/* The same for four bytes that are known to be digits, all at once: a letter's low nibble lacks 9,
 * and bit 6 tells letters from digits. */
JT_INLINE uint32_t jt_hex_4_checked(const uint8_t *p) {
    const uint32_t bytes = jt_load4(p);
    const uint32_t digits = (bytes & 0x0f0f0f0fu) + 9 * (bytes >> 6 & 0x01010101u);
    const uint32_t pairs = digits << 4 | digits >> 8;
    return (pairs & 0xff) << 8 | (pairs >> 16 & 0xff);
}

#endif
