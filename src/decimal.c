/* Exact decimal values of lexemes. Nothing is computed from the digits: equal values have equal
 * digits once the zeros at both ends are gone, and then the exponents decide. */
#include "decimal.h"

#include "number_parse.h"

jt_decimal jt_decimal_of(const uint8_t *p, const uint8_t *end) {
    jt_decimal d = {.negative = *p == '-'};
    if (d.negative) p++;
    const uint8_t *point = NULL;
    const uint8_t *digits_end = p;
    for (; digits_end != end && (*digits_end | 0x20) != 'e'; digits_end++) {
        if (*digits_end == '.') point = digits_end;
    }
    d.exponent = d.exponent_end = end;
    if (digits_end != end) {
        d.exponent = digits_end + 1;
        d.exponent_negative = *d.exponent == '-';
        if (!jt_is_digit(*d.exponent)) d.exponent++;
    }
    while (p != digits_end && (*p == '0' || *p == '.')) p++;
    const uint8_t *last = digits_end;
    while (last != p && (last[-1] == '0' || last[-1] == '.')) last--;
    d.first = p;
    d.last = last;
    const uint8_t *const unit = point ? point : digits_end; /* behind the digit of weight 1 */
    d.shift = last <= unit ? unit - last : -(last - unit - 1);
    return d;
}

/* Whether a's exponent minus b's is `difference`, which is small. Once the difference of leading
 * digits is large no more digits bring it back. */
static bool exponents_differ_by(const jt_decimal *a, const jt_decimal *b, int64_t difference) {
    const int64_t limit = (int64_t)1 << 40;
    const ptrdiff_t na = a->exponent_end - a->exponent;
    const ptrdiff_t nb = b->exponent_end - b->exponent;
    int64_t sum = 0;
    for (ptrdiff_t place = na > nb ? na : nb; place > 0; place--) {
        const int64_t digit_a = place <= na ? a->exponent_end[-place] - '0' : 0;
        const int64_t digit_b = place <= nb ? b->exponent_end[-place] - '0' : 0;
        sum = sum * 10 + (a->exponent_negative ? -digit_a : digit_a) -
              (b->exponent_negative ? -digit_b : digit_b);
        if (sum > limit || sum < -limit) return false;
    }
    return sum == difference;
}

bool jt_decimal_equal(const jt_decimal *a, const jt_decimal *b) {
    const uint8_t *p = a->first;
    const uint8_t *q = b->first;
    if (p == a->last || q == b->last) return p == a->last && q == b->last;
    if (a->negative != b->negative) return false;
    while (p != a->last && q != b->last) {
        if (*p == '.') p++;
        if (*q == '.') q++;
        if (*p++ != *q++) return false;
    }
    return p == a->last && q == b->last && exponents_differ_by(a, b, b->shift - a->shift);
}

bool jt_decimal_integer(const jt_decimal *decimal, int64_t *integer) {
    const int64_t exponent_max = (int64_t)1 << 50; /* no lexeme has the digits to make up for it */
    *integer = 0;
    if (decimal->first == decimal->last) return true;
    int64_t exponent = 0;
    for (const uint8_t *p = decimal->exponent; p != decimal->exponent_end; p++) {
        if (exponent < exponent_max) exponent = exponent * 10 + (*p - '0');
    }
    exponent = decimal->shift + (decimal->exponent_negative ? -exponent : exponent);
    if (exponent < 0 || exponent >= JT_NUMBER_DIGITS_MAX) return false;

    uint64_t digits = 0;
    int64_t ndigits = exponent;
    for (const uint8_t *p = decimal->first; p != decimal->last; p++) {
        if (*p == '.') continue;
        if (++ndigits > JT_NUMBER_DIGITS_MAX) return false;
        digits = digits * 10 + (uint64_t)(*p - '0');
    }
    digits *= jt_integer_powers_of_ten[exponent];
    if (digits > (uint64_t)INT64_MAX + (decimal->negative ? 1 : 0)) return false;
    *integer = decimal->negative ? (int64_t)(0 - digits) : (int64_t)digits;
    return true;
}
