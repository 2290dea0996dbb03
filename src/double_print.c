/* Doubles to text by Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2020).
 *
 * Around a double v = c * 2^q lies the interval of the numbers that read back as v. With k such
 * that 10^k is at most as wide as the interval and 10^(k+1) is wider, some multiple of 10^k lies in
 * it, and at most one of 10^(k+1). The interval's ends and v itself are scaled by 10^-k: products
 * with the 128-bit powers of power_table.h, of which only the integer part counts, and whether
 * anything follows it ("rounded to odd"). Two bits are kept behind the point, so v is 4c.
 *
 * One product does for all three: the ends are half a unit or a quarter from v, which is a shifted
 * power added to it or subtracted.
 */
#include "double_print.h"

#include "power_table.h"

enum { MANTISSA_BITS = 52, EXPONENT_MASK = 0x7ff, EXPONENT_BIAS = 1075 };

/* digits * 10^exponent10 */
typedef struct decimal {
    uint64_t digits;
    int32_t exponent10;
} decimal;

/* 192 bits: the integer part and 128 bits behind it. */
typedef struct scaled {
    uint64_t whole;
    uint64_t middle;
    uint64_t low;
} scaled;

/* 10^exponent10 as in the table, but always rounded up. */
static jt_product power_of_ten(int32_t exponent10) {
    const uint64_t *const row = jt_power_table[exponent10 - JT_POWER_LEAST];
    return (jt_product){row[0], row[1] + (exponent10 > JT_POWER_EXACT)};
}

static scaled multiply(jt_product power, uint64_t factor) {
    const jt_product low = jt_multiply(power.low, factor);
    const jt_product high = jt_multiply(power.high, factor);
    const uint64_t middle = high.low + low.high;
    return (scaled){high.high + (middle < low.high), middle, low.low};
}

/* The power times 2^shift, for 0 < shift < 64. */
static scaled shifted(jt_product power, int shift) {
    return (scaled){power.high >> (64 - shift), power.high << shift | power.low >> (64 - shift),
                    power.low << shift};
}

static scaled add(scaled a, scaled b) {
    const uint64_t low = a.low + b.low;
    const uint64_t carry = low < a.low;
    const uint64_t middle = a.middle + b.middle;
    const uint64_t sum = middle + carry;
    return (scaled){a.whole + b.whole + (middle < a.middle) + (sum < carry), sum, low};
}

static scaled subtract(scaled a, scaled b) {
    const uint64_t borrow = a.low < b.low;
    const uint64_t middle = a.middle - b.middle;
    return (scaled){a.whole - b.whole - (a.middle < b.middle) - (middle < borrow), middle - borrow,
                    a.low - b.low};
}

/* The power is rounded up by less than what shows in the middle word as 1. */
static uint64_t round_to_odd(scaled a) { return a.whole | (a.middle > 1); }

/* The shortest decimal for a double that is neither 0 nor an integer of up to 53 bits. */
static decimal shortest(uint64_t fraction, uint32_t biased) {
    const uint64_t c = biased ? fraction | (uint64_t)1 << MANTISSA_BITS : fraction;
    const int32_t q = (biased ? (int32_t)biased : 1) - EXPONENT_BIAS;
    /* Below a power of two doubles are twice as dense. */
    const bool closer_below = fraction == 0 && biased > 1;
    const uint64_t odd = c & 1; /* the ends of the interval are read as the even neighbour */

    /* floor(log10(2^q)), or of 3/4 * 2^q */
    const int32_t k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    const int shift = q + jt_power_exponent(-k) + 1; /* 1 to 4 */
    const jt_product power = power_of_ten(-k);
    const scaled v = multiply(power, c << (2 + shift));
    const scaled half = shifted(power, shift + 1);
    const uint64_t value = round_to_odd(v);
    const uint64_t lower =
        round_to_odd(subtract(v, closer_below ? shifted(power, shift) : half)) + odd;
    const uint64_t upper = round_to_odd(add(v, half)) - odd;

    const uint64_t s = value / 4;
    if (s >= 10) {
        const uint64_t tens = s / 10;
        const bool below_inside = lower <= 40 * tens;
        const bool above_inside = 40 * tens + 40 <= upper;
        if (below_inside != above_inside) return (decimal){tens + above_inside, k + 1};
    }
    const bool below_inside = lower <= 4 * s;
    const bool above_inside = 4 * s + 4 <= upper;
    if (below_inside != above_inside) return (decimal){s + above_inside, k};
    /* Both are: the closer one, of two equally close ones the even. */
    const uint64_t middle = 4 * s + 2;
    return (decimal){s + (value > middle || (value == middle && (s & 1))), k};
}

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

enum { EIGHT_DIGITS = 100000000 };

static void print_pair(uint32_t value, uint8_t *out) { memcpy(out, pairs + 2 * value, 2); }

static void print_eight(uint32_t value, uint8_t *out) {
    const uint32_t high = value / 10000;
    const uint32_t low = value % 10000;
    print_pair(high / 100, out);
    print_pair(high % 100, out + 2);
    print_pair(low / 100, out + 4);
    print_pair(low % 100, out + 6);
}

/* The digits of a number below 10^8, without zeros before them; returns how many. */
static size_t print_short(uint32_t value, uint8_t *out) {
    if (value < 10) {
        out[0] = (uint8_t)('0' + value);
        return 1;
    }
    uint8_t digits[16] = {0};
    print_eight(value, digits);
    size_t nzeros = 0;
    while (digits[nzeros] == '0') nzeros++;
    memcpy(out, digits + nzeros, 8);
    return 8 - nzeros;
}

static size_t print_digits(uint64_t value, uint8_t *out) {
    if (value < EIGHT_DIGITS) return print_short((uint32_t)value, out);
    const uint64_t high = value / EIGHT_DIGITS;
    size_t n;
    if (high < EIGHT_DIGITS) {
        n = print_short((uint32_t)high, out);
    } else {
        n = print_short((uint32_t)(high / EIGHT_DIGITS), out);
        print_eight((uint32_t)(high % EIGHT_DIGITS), out + n);
        n += 8;
    }
    print_eight((uint32_t)(value % EIGHT_DIGITS), out + n);
    return n + 8;
}

size_t jt_integer_print(uint64_t magnitude, bool negative, uint8_t *out) {
    *out = '-';
    return negative + print_digits(magnitude, out + negative);
}

/* Copies up to 24 bytes, whatever there are. */
static void copy_digits(uint8_t *out, const uint8_t *digits) { memcpy(out, digits, 24); }

/* The decimal as ECMAScript writes it. */
static size_t lay_out(decimal value, uint8_t *out) {
    if (value.digits % EIGHT_DIGITS == 0) {
        value.digits /= EIGHT_DIGITS;
        value.exponent10 += 8;
    }
    uint8_t digits[48] = {0};
    size_t ndigits = print_digits(value.digits, digits);
    const int32_t point = (int32_t)ndigits + value.exponent10; /* digits before the point */
    while (digits[ndigits - 1] == '0') ndigits--;

    if (point > 21 || point <= -6) {
        int32_t exponent = point - 1;
        out[0] = digits[0];
        out[1] = '.';
        copy_digits(out + 2, digits + 1);
        uint8_t *p = out + (ndigits == 1 ? 1 : ndigits + 1);
        *p++ = 'e';
        *p++ = exponent < 0 ? '-' : '+';
        if (exponent < 0) exponent = -exponent;
        return (size_t)(p - out) + print_short((uint32_t)exponent, p);
    }
    if (point <= 0) {
        static const uint8_t zeros[8] = {'0', '.', '0', '0', '0', '0', '0', '0'};
        memcpy(out, zeros, sizeof zeros);
        const size_t start = (size_t)(2 - point);
        copy_digits(out + start, digits);
        return start + ndigits;
    }
    const size_t whole = (size_t)point;
    copy_digits(out, digits);
    if (whole >= ndigits) {
        for (size_t i = ndigits; i < whole; i++) out[i] = '0';
        return whole;
    }
    out[whole] = '.';
    copy_digits(out + whole + 1, digits + whole);
    return ndigits + 1;
}

size_t jt_double_print(double value, uint8_t *out) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const bool negative = bits >> 63;
    const uint64_t fraction = bits & (((uint64_t)1 << MANTISSA_BITS) - 1);
    const uint32_t biased = (uint32_t)(bits >> MANTISSA_BITS) & EXPONENT_MASK;
    /* Integers of up to 53 bits have no more digits than they need. */
    const double magnitude = negative ? -value : value;
    const uint64_t integer = magnitude < 0x1p53 ? (uint64_t)magnitude : 0;
    if ((double)integer == magnitude) {
        return jt_integer_print(integer, negative && integer != 0, out);
    }
    *out = '-';
    return negative + lay_out(shortest(fraction, biased), out + negative);
}
