/* Decimal to double, correctly rounded for every length and exponent.
 *
 * jt_double_from_decimal is the algorithm of Eisel and Lemire ("Number parsing at a gigabyte per
 * second"), which by Mushtak and Lemire ("Fast number parsing without fallback") needs no second
 * opinion for up to 64 bits of digits. Longer numbers are bracketed by the doubles of their first
 * nineteen digits and of those plus one; where these differ, the exact value is compared with the
 * point between them in big integers of fixed size.
 */
#include "number_parse.h"

#include "power_table.h"

enum {
    MANTISSA_BITS = 52,
    EXPONENT_BIAS = 1023,
    EXPONENT_INFINITE = 0x7ff,
    /* More digits than this never decide: the point between two doubles has at most 767. */
    DIGITS_DECISIVE = 768,
    BIG_NLIMBS = 96 /* 768 digits and one more are 2,555 bits; 3,072 leave room for shifts */
};

static double double_from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_from_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

const double jt_exact_powers_of_ten[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

const uint64_t jt_integer_powers_of_ten[20] = {1u,
                                               10u,
                                               100u,
                                               1000u,
                                               10000u,
                                               100000u,
                                               1000000u,
                                               10000000u,
                                               100000000u,
                                               1000000000u,
                                               10000000000u,
                                               100000000000u,
                                               1000000000000u,
                                               10000000000000u,
                                               100000000000000u,
                                               1000000000000000u,
                                               10000000000000000u,
                                               100000000000000000u,
                                               1000000000000000000u,
                                               10000000000000000000u};

jt_number jt_number_scan(const uint8_t *p, const uint8_t *end) {
    jt_number number = {.integer = true};
    if (*p == '-') {
        number.negative = true;
        p++;
    }
    if (JT_UNLIKELY(p == end || !jt_is_digit(*p))) {
        number.end = p;
        number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
        return number;
    }
    const uint8_t *first = p;
    const bool zero = *p == '0';
    uint64_t digits = (uint64_t)(*p++ - '0');
    if (!zero) {
        while (p != end && jt_is_digit(*p)) digits = digits * 10 + (uint64_t)(*p++ - '0');
    }
    size_t ndigits = (size_t)(p - first);
    size_t nfraction = 0;
    if (p != end && *p == '.') {
        const uint8_t *const fraction = ++p;
        number.integer = false;
        if (zero) { /* zeros up to the first other digit do not count */
            while (p != end && *p == '0') p++;
            first = p;
            ndigits = 0;
        }
        while (end - p >= 8) {
            const uint64_t bytes = jt_load8(p);
            if (!jt_is_eight_digits(bytes)) break;
            digits = digits * 100000000 + jt_eight_digits(bytes - 0x3030303030303030u);
            p += 8;
        }
        while (p != end && jt_is_digit(*p)) digits = digits * 10 + (uint64_t)(*p++ - '0');
        nfraction = (size_t)(p - fraction);
        ndigits = ndigits ? ndigits + nfraction : (size_t)(p - first);
        if (JT_UNLIKELY(nfraction == 0)) {
            number.end = p;
            number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
            return number;
        }
    }
    int64_t exponent = 0;
    if (p != end && (*p | 0x20) == 'e') {
        number.integer = false;
        p++;
        bool negative = false;
        if (p != end && (*p == '-' || *p == '+')) negative = *p++ == '-';
        if (JT_UNLIKELY(p == end || !jt_is_digit(*p))) {
            number.end = p;
            number.code = p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
            return number;
        }
        while (p != end && jt_is_digit(*p)) {
            if (exponent < (int64_t)1 << 40) exponent = exponent * 10 + (*p - '0');
            p++;
        }
        if (negative) exponent = -exponent;
    }
    exponent -= (int64_t)nfraction;
    number.end = p;
    number.digits = ndigits > JT_NUMBER_DIGITS_MAX ? UINT64_MAX : digits;
    number.exponent10 = exponent < -100000  ? -100000
                        : exponent > 100000 ? 100000
                                            : (int32_t)exponent;
    number.ndigits = ndigits > 0xffffffffu ? 0xffffffffu : (uint32_t)ndigits;
    return number;
}

/* The state behind a byte, or JT_NUMBER_START where it does not belong. */
static jt_number_state state_behind(jt_number_state state, uint8_t byte) {
    const bool digit = jt_is_digit(byte);
    const bool point = byte == '.';
    const bool e = (byte | 0x20) == 'e';
    const jt_number_state first = byte == '0' ? JT_NUMBER_ZERO
                                  : digit     ? JT_NUMBER_INTEGER
                                              : JT_NUMBER_START;
    switch (state) {
    case JT_NUMBER_START: return byte == '-' ? JT_NUMBER_MINUS : first;
    case JT_NUMBER_MINUS: return first;
    case JT_NUMBER_ZERO: return point ? JT_NUMBER_POINT : e ? JT_NUMBER_E : JT_NUMBER_START;
    case JT_NUMBER_INTEGER: return digit ? JT_NUMBER_INTEGER : state_behind(JT_NUMBER_ZERO, byte);
    case JT_NUMBER_POINT: return digit ? JT_NUMBER_FRACTION : JT_NUMBER_START;
    case JT_NUMBER_FRACTION: return digit ? JT_NUMBER_FRACTION : e ? JT_NUMBER_E : JT_NUMBER_START;
    case JT_NUMBER_E:
        if (byte == '+' || byte == '-') return JT_NUMBER_EXPONENT_SIGN;
        return digit ? JT_NUMBER_EXPONENT : JT_NUMBER_START;
    case JT_NUMBER_EXPONENT_SIGN:
    case JT_NUMBER_EXPONENT: return digit ? JT_NUMBER_EXPONENT : JT_NUMBER_START;
    }
    return JT_NUMBER_START;
}

const uint8_t *jt_number_follow(jt_number_state *state, const uint8_t *p, const uint8_t *end) {
    for (; p != end; p++) {
        const jt_number_state next = state_behind(*state, *p);
        if (next == JT_NUMBER_START) break;
        *state = next;
    }
    return p;
}

double jt_number_double(const jt_number *number, const uint8_t *start) {
    double value;
    if (JT_UNLIKELY(number->ndigits > JT_NUMBER_DIGITS_MAX)) {
        value = jt_double_from_text(start + number->negative, number->end);
    } else if (number->digits <= (uint64_t)1 << 53 && number->exponent10 >= -22 &&
               number->exponent10 <= 22) {
        value = (double)number->digits;
        if (number->exponent10 < 0) {
            value /= jt_exact_powers_of_ten[-number->exponent10];
        } else {
            value *= jt_exact_powers_of_ten[number->exponent10];
        }
    } else {
        value = jt_double_from_decimal(number->digits, number->exponent10);
    }
    return number->negative ? -value : value;
}

double jt_double_from_decimal(uint64_t digits, int32_t exponent10) {
    const uint64_t infinite = (uint64_t)EXPONENT_INFINITE << MANTISSA_BITS;
    if (digits == 0 || exponent10 < JT_POWER_LEAST) return 0;
    if (exponent10 > JT_POWER_MOST) return double_from_bits(infinite);

    const int zeros = __builtin_clzll(digits);
    const uint64_t normal = digits << zeros;
    const uint64_t *const power = jt_power_table[exponent10 - JT_POWER_LEAST];
    jt_product product = jt_multiply(normal, power[0]);
    /* The bits below the 55 that matter (mantissa, rounding bit, and one that may be shifted out)
     * are all ones: the low half of the power can still carry into them. */
    const uint64_t below = UINT64_MAX >> (MANTISSA_BITS + 3);
    if ((product.high & below) == below) {
        const jt_product more = jt_multiply(normal, power[1]);
        product.low += more.high;
        if (product.low < more.high) product.high++;
    }

    const int upper = (int)(product.high >> 63);
    const int shift = upper + 64 - MANTISSA_BITS - 3;
    uint64_t mantissa = product.high >> shift; /* 54 bits: the last one rounds */
    int32_t exponent = jt_power_exponent(exponent10) + 63 + upper - zeros + EXPONENT_BIAS;
    if (exponent <= 0) { /* subnormal, or 0 */
        if (-exponent + 1 >= 64) return 0;
        mantissa >>= -exponent + 1;
        mantissa = (mantissa + (mantissa & 1)) >> 1;
        /* Rounding up may give the least normal number, and then sets the exponent's low bit. */
        return double_from_bits(mantissa);
    }
    /* Exactly between two doubles (only possible where 5^|exponent10| fits 64 bits): to even. */
    if (product.low <= 1 && exponent10 >= -4 && exponent10 <= 23 && (mantissa & 3) == 1 &&
        mantissa << shift == product.high) {
        mantissa &= ~(uint64_t)1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if (mantissa >> (MANTISSA_BITS + 1)) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent >= EXPONENT_INFINITE) return double_from_bits(infinite);
    mantissa &= ((uint64_t)1 << MANTISSA_BITS) - 1;
    return double_from_bits((uint64_t)exponent << MANTISSA_BITS | mantissa);
}

/* A natural number: limbs, least significant first; the highest one in use is not 0. */
typedef struct big {
    uint32_t limbs[BIG_NLIMBS];
    uint32_t nlimbs;
} big;

static void big_set(big *a, uint64_t value) {
    a->nlimbs = 0;
    for (; value; value >>= 32) a->limbs[a->nlimbs++] = (uint32_t)value;
}

/* a = a * factor + addend */
static void big_multiply_add(big *a, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t i = 0; i < a->nlimbs; i++) {
        carry += (uint64_t)a->limbs[i] * factor;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) a->limbs[a->nlimbs++] = (uint32_t)carry;
}

static void big_multiply_power_of_5(big *a, uint32_t exponent) {
    for (; exponent >= 13; exponent -= 13) big_multiply_add(a, 1220703125, 0);
    for (; exponent; exponent--) big_multiply_add(a, 5, 0);
}

static void big_shift_left(big *a, uint32_t nbits) {
    const uint32_t nlimbs = nbits / 32;
    big_multiply_add(a, (uint32_t)1 << (nbits % 32), 0);
    if (a->nlimbs == 0) return;
    memmove(a->limbs + nlimbs, a->limbs, a->nlimbs * sizeof a->limbs[0]);
    memset(a->limbs, 0, nlimbs * sizeof a->limbs[0]);
    a->nlimbs += nlimbs;
}

static int big_compare(const big *a, const big *b) {
    if (a->nlimbs != b->nlimbs) return a->nlimbs < b->nlimbs ? -1 : 1;
    for (uint32_t i = a->nlimbs; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
    return 0;
}

/* A lexeme without its sign, taken apart. */
typedef struct decimal {
    const uint8_t *first; /* the first digit that is not 0 */
    const uint8_t *end;   /* behind the last digit */
    int64_t exponent10;   /* of the first digit: it counts for digit * 10^exponent10 */
} decimal;

static decimal take_apart(const uint8_t *p, const uint8_t *end) {
    decimal result = {end, p, 0};
    int64_t nbefore_point = 0; /* digits from the first on; negative: zeros behind the point */
    bool point = false;
    for (; p != end && (*p | 0x20) != 'e'; p++) {
        if (*p == '.') {
            point = true;
        } else if (result.first != end) {
            if (!point) nbefore_point++;
        } else if (*p != '0') {
            result.first = p;
            if (!point) nbefore_point++;
        } else if (point) {
            nbefore_point--;
        }
    }
    result.end = p;
    if (result.first == end) result.first = p; /* nothing but zeros */
    if (p != end) {
        p++;
        const bool negative = *p == '-';
        if (negative || *p == '+') p++;
        int64_t exponent = 0;
        for (; p != end; p++) {
            if (exponent < (int64_t)1 << 40) exponent = exponent * 10 + (*p - '0');
        }
        result.exponent10 = negative ? -exponent : exponent;
    }
    result.exponent10 += nbefore_point - 1;
    return result;
}

/* Compares a number with the point between `below` (finite, not negative) and the next double. */
static int compare_with_midpoint(const decimal *number, double below) {
    big left;
    big_set(&left, 0);
    uint32_t ndigits = 0;
    bool more = false;
    for (const uint8_t *p = number->first; p != number->end; p++) {
        if (*p == '.') continue;
        if (ndigits == DIGITS_DECISIVE) {
            more |= *p != '0';
        } else {
            big_multiply_add(&left, 10, (uint32_t)(*p - '0'));
            ndigits++;
        }
    }
    if (more) { /* any digit but 0 stands for all that were left out */
        big_multiply_add(&left, 10, 1);
        ndigits++;
    }
    /* The doubles differ, so the exponent is one of a finite double and its neighbourhood. */
    const int32_t exponent10 = (int32_t)(number->exponent10 - (int64_t)ndigits + 1);

    const uint64_t bits = bits_from_double(below);
    const uint64_t mantissa = bits & (((uint64_t)1 << MANTISSA_BITS) - 1);
    const int32_t biased = (int32_t)(bits >> MANTISSA_BITS);
    const uint64_t implicit = biased ? (uint64_t)1 << MANTISSA_BITS : 0;
    const int32_t exponent2 = (biased ? biased : 1) - EXPONENT_BIAS - MANTISSA_BITS - 1;
    big right;
    big_set(&right, (mantissa | implicit) * 2 + 1);

    /* left * 10^exponent10 against right * 2^exponent2 */
    if (exponent10 >= 0) {
        big_multiply_power_of_5(&left, (uint32_t)exponent10);
    } else {
        big_multiply_power_of_5(&right, (uint32_t)-exponent10);
    }
    if (exponent10 >= exponent2) {
        big_shift_left(&left, (uint32_t)(exponent10 - exponent2));
    } else {
        big_shift_left(&right, (uint32_t)(exponent2 - exponent10));
    }
    return big_compare(&left, &right);
}

double jt_double_from_text(const uint8_t *p, const uint8_t *end) {
    const decimal number = take_apart(p, end);
    uint64_t digits = 0;
    uint32_t ndigits = 0;
    for (p = number.first; p != number.end && ndigits < JT_NUMBER_DIGITS_MAX; p++) {
        if (*p == '.') continue;
        digits = digits * 10 + (uint64_t)(*p - '0');
        ndigits++;
    }
    if (ndigits == 0) return 0;
    const int64_t exponent = number.exponent10 - (int64_t)ndigits + 1;
    const int32_t exponent10 = exponent < -100000  ? -100000
                               : exponent > 100000 ? 100000
                                                   : (int32_t)exponent;
    const double below = jt_double_from_decimal(digits, exponent10);
    const double above = jt_double_from_decimal(digits + 1, exponent10);
    if (bits_from_double(below) == bits_from_double(above)) return below;
    while (p != number.end && (*p == '0' || *p == '.')) p++;
    if (p == number.end) return below;
    const int order = compare_with_midpoint(&number, below);
    if (order) return order < 0 ? below : above;
    return bits_from_double(below) & 1 ? above : below;
}
