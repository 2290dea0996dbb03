/* Numbers by their exact decimal value, whatever their length and spelling. */
#ifndef JT_DECIMAL_H
#define JT_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a lexeme says: +-digits * 10^(exponent + shift). The digits are those in [first, last),
 * where a point may lie between them, without zeros at either end; none: the value is 0. */
typedef struct jt_decimal {
    const uint8_t *first;
    const uint8_t *last;
    const uint8_t *exponent; /* its digits */
    const uint8_t *exponent_end;
    int64_t shift;
    bool negative;
    bool exponent_negative;
} jt_decimal;

/* Takes apart the checked lexeme [p, end). */
jt_decimal jt_decimal_of(const uint8_t *p, const uint8_t *end);

/* Whether two values are the same; 0 and -0 are. Linear in the lexemes. */
bool jt_decimal_equal(const jt_decimal *a, const jt_decimal *b);

/* Whether the value is an integer of 64 bits; then *integer is. */
bool jt_decimal_integer(const jt_decimal *decimal, int64_t *integer);

#endif
