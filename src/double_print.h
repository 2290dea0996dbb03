/* Doubles as text: the shortest digits that read back as the same double, laid out as ECMAScript's
 * Number::toString does it, which RFC 8785 asks for as well. */
#ifndef JT_DOUBLE_PRINT_H
#define JT_DOUBLE_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JT_DOUBLE_TEXT_MAX = 25,  /* -0.0000012345678901234567 */
    JT_INTEGER_TEXT_MAX = 20, /* -9223372036854775808 */
    JT_DOUBLE_ROOM = 48       /* what both functions need to be there, whatever they write */
};

/* Writes a finite double to `out`, which has JT_DOUBLE_ROOM bytes; returns its length. -0 is
 * written as 0. */
size_t jt_double_print(double value, uint8_t *out);

/* Writes an integer likewise. */
size_t jt_integer_print(uint64_t magnitude, bool negative, uint8_t *out);

#endif
