/* Numbers against strtod, which glibc rounds correctly, and the scan against the grammar written
 * out: every short text over the characters of numbers, and generated texts that are hard to round.
 * How many of these is an argument, 400000 unless given.
 */
#include <float.h>
#include <math.h>

#include "check.h"
#include "number_entry.h"

enum { TEXT_MAX = 4096, GENERATED = 400000, EXHAUSTIVE_NBYTES = 7 };

/* The grammar, one byte at a time. */
typedef struct plain {
    const uint8_t *p;
    jt_code code;
    bool integer;
} plain;

static bool plain_digits(plain *at, const uint8_t *end) {
    if (at->p == end || *at->p < '0' || *at->p > '9') {
        at->code = at->p == end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER;
        return false;
    }
    while (at->p != end && *at->p >= '0' && *at->p <= '9') at->p++;
    return true;
}

static plain plain_scan(const uint8_t *p, const uint8_t *end) {
    plain at = {p, JT_OK, true};
    if (*at.p == '-') at.p++;
    if (at.p != end && *at.p == '0') {
        at.p++;
    } else if (!plain_digits(&at, end)) {
        return at;
    }
    if (at.p != end && *at.p == '.') {
        at.integer = false;
        at.p++;
        if (!plain_digits(&at, end)) return at;
    }
    if (at.p != end && (*at.p == 'e' || *at.p == 'E')) {
        at.integer = false;
        at.p++;
        if (at.p != end && (*at.p == '+' || *at.p == '-')) at.p++;
        plain_digits(&at, end);
    }
    return at;
}

static bool same_double(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

/* The short way to an entry says no, or writes what the long one does. It wants room behind the
 * number. */
static void compare_short(check_counts *counts, check_guarded guarded, const char *text) {
    enum { BEHIND = 64 };
    static const uint8_t followers[] = {',', ']', '0', '.', 'e', ' ', 0xff};
    const size_t nbytes = strlen(text);
    for (size_t i = 0; i < sizeof followers; i++) {
        uint8_t *const start = guarded.behind - nbytes - BEHIND;
        memcpy(start, text, nbytes);
        memset(start + nbytes, followers[i], BEHIND);
        const uint8_t *p = start;
        uint32_t entry[4];
        uint32_t nwords;
        if (!jt_number_entry_short(&p, guarded.behind, 7, entry, &nwords)) continue;
        const jt_number number = jt_number_scan(start, guarded.behind);
        CHECK(counts, number.code == JT_OK && p == number.end, start, nbytes + 1, "short: end");
        uint32_t expected[4];
        const uint32_t expected_nwords =
            jt_number_entry(expected, &number, start, 7, jt_number_double(&number, start));
        CHECK(counts, nwords == expected_nwords && memcmp(entry, expected, nwords * 4) == 0, start,
              nbytes + 1, "short: entry");
    }
}

/* Scans the text at the end of memory; the value where it is one whole number. */
static void compare(check_counts *counts, check_guarded guarded, const char *text) {
    compare_short(counts, guarded, text);
    const size_t nbytes = strlen(text);
    const uint8_t *const start = check_place_last(guarded, text, nbytes);
    const plain expected = plain_scan(start, guarded.behind);
    const jt_number number = jt_number_scan(start, guarded.behind);
    CHECK(counts, number.code == expected.code && number.end == expected.p, start, nbytes,
          "expected code %d at %zu, got %d at %zu", (int)expected.code,
          (size_t)(expected.p - start), (int)number.code, (size_t)(number.end - start));
    if (expected.code != JT_OK || expected.p != guarded.behind) return;
    CHECK(counts, number.integer == expected.integer, start, nbytes, "integer");
    CHECK(counts, number.negative == (text[0] == '-'), start, nbytes, "negative");
    const double value = strtod(text, NULL);
    const double got = jt_number_double(&number, start);
    CHECK(counts, same_double(got, value), start, nbytes, "expected %a, got %a", value, got);
    const double slow = jt_double_from_text(start + number.negative, guarded.behind);
    CHECK(counts, same_double(slow, fabs(value)), start, nbytes,
          "from the text: expected %a, got %a", fabs(value), slow);
}

/* All texts that start like a number, up to a length. */
static void test_exhaustive(check_counts *counts, check_guarded guarded) {
    static const char alphabet[] = "019.-+eEx";
    const size_t nletters = sizeof alphabet - 1;
    size_t ntexts = 1;
    for (size_t nbytes = 1; nbytes <= EXHAUSTIVE_NBYTES; nbytes++) {
        ntexts *= nletters;
        for (size_t number = 0; number < ntexts; number++) {
            char text[EXHAUSTIVE_NBYTES + 1] = {0};
            size_t rest = number;
            for (size_t i = nbytes; i-- > 0; rest /= nletters) text[i] = alphabet[rest % nletters];
            if (text[0] != '-' && (text[0] < '0' || text[0] > '9')) continue;
            if (nbytes > 5 && strchr(text, 'x')) continue;
            compare(counts, guarded, text);
        }
    }
}

static double random_double(check_random *random) {
    for (;;) {
        uint64_t bits = check_next(random);
        const uint32_t kind = check_below(random, 8);
        if (kind == 0) bits &= 0x800fffffffffffffu; /* subnormal */
        if (kind == 1) bits = (bits & 0x800fffffffffffffu) | 0x3ff0000000000000u;
        if (kind == 2) bits = (bits & 0xfff0000000000000u) | (bits & 3); /* near a power of two */
        if (kind == 3) bits |= 0x000ffffffffffffcu;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) return value;
    }
}

/* Digits, without sign, in many spellings of the same value. */
static void respell(check_random *random, const char *digits, int exponent10, char *text) {
    const size_t ndigits = strlen(digits);
    const uint32_t kind = check_below(random, 4);
    char *out = text;
    if (check_below(random, 4) == 0) *out++ = '-';
    if (kind == 0) { /* all digits, then the exponent */
        out += sprintf(out, "%s", digits);
    } else if (kind == 1) { /* a point somewhere */
        const size_t point = 1 + check_below(random, (uint32_t)ndigits);
        out += sprintf(out, "%.*s.%s", (int)point, digits, digits + point);
        if (point == ndigits) *out++ = '0';
        exponent10 += (int)(ndigits - point);
    } else { /* zeros before, zeros behind */
        const int zeros = (int)check_below(random, 40);
        out += sprintf(out, "0.%0*d%s", zeros + 1, 0, digits);
        exponent10 += (int)ndigits + zeros + 1;
        if (kind == 3) out += sprintf(out, "%0*d", 1 + (int)check_below(random, 40), 0);
    }
    static const char *const signs[] = {"", "+", ""};
    if (exponent10 != 0 || check_below(random, 2)) {
        sprintf(out, "%c%s%s%d", check_below(random, 2) ? 'e' : 'E',
                exponent10 < 0 ? "" : signs[check_below(random, 3)], exponent10 < 0 ? "" : "0",
                exponent10);
    } else {
        *out = 0;
    }
    /* "0" must not lead an integer part, and a lone zero may. */
    char *const first = text + (text[0] == '-');
    if (first[0] == '0' && first[1] >= '0' && first[1] <= '9') first[0] = '1';
}

/* digits[.digits]e+-x of printf, taken apart. */
static int take_apart(const char *printed, char *digits) {
    int exponent10 = 0;
    size_t ndigits = 0;
    bool fraction = false;
    for (const char *p = printed; *p; p++) {
        if (*p == '.') {
            fraction = true;
        } else if (*p == 'e') {
            exponent10 += atoi(p + 1);
            break;
        } else if (*p != '-') {
            digits[ndigits++] = *p;
            exponent10 -= fraction;
        }
    }
    digits[ndigits] = 0;
    return exponent10;
}

/* The exact point between two doubles (a long double holds it), that point cut or with a digit
 * more, and its last digit changed. */
static void make_midpoint(check_random *random, char *digits, int *exponent10) {
    const double value = fabs(random_double(random));
    const double above = nextafter(value, INFINITY);
    const long double middle = isfinite(above) ? ((long double)value + (long double)above) / 2
                                               : (long double)DBL_MAX + ldexpl(1, 1023 - 53);
    char printed[TEXT_MAX];
    const int exact = snprintf(printed, sizeof printed, "%.*Le", 800, middle);
    if (exact < 0) abort();
    *exponent10 = take_apart(printed, digits);
    size_t ndigits = strlen(digits);
    while (ndigits > 1 && digits[ndigits - 1] == '0') {
        digits[--ndigits] = 0;
        (*exponent10)++;
    }
    switch (check_below(random, 5)) {
    case 0: break;
    case 1: { /* ever so slightly above */
        const size_t zeros = check_below(random, 60);
        memset(digits + ndigits, '0', zeros);
        memcpy(digits + ndigits + zeros, "1", 2);
        *exponent10 -= (int)zeros + 1;
        break;
    }
    case 2: /* ever so slightly below: the last digit is not 0 */
        digits[ndigits - 1]--;
        memcpy(digits + ndigits, "9999", 5);
        *exponent10 -= 4;
        break;
    case 3: { /* cut */
        const size_t left = 1 + check_below(random, (uint32_t)ndigits);
        *exponent10 += (int)(ndigits - left);
        digits[left] = 0;
        break;
    }
    default: /* many zeros behind */
        memset(digits + ndigits, '0', 800);
        digits[ndigits + 800] = 0;
        *exponent10 -= 800;
    }
}

static void test_generated(check_counts *counts, check_guarded guarded, long ntexts) {
    check_random random = {13};
    char text[TEXT_MAX * 2];
    char digits[TEXT_MAX];
    for (long i = 0; i < ntexts; i++) {
        int exponent10 = 0;
        switch (check_below(&random, 8)) {
        case 0: /* as programs print doubles */
            snprintf(text, sizeof text, "%.*g", 15 + (int)check_below(&random, 3),
                     random_double(&random));
            if (!strchr(text, 'n')) compare(counts, guarded, text);
            continue;
        case 1: /* any number of digits of a double */
            snprintf(text, sizeof text, "%.*e", (int)check_below(&random, 50),
                     random_double(&random));
            compare(counts, guarded, text);
            continue;
        case 2:
        case 3: make_midpoint(&random, digits, &exponent10); break;
        case 4: /* integers around 2^53, 2^63, 2^64 and powers of ten */
            snprintf(digits, sizeof digits, "%llu",
                     (unsigned long long)((1ull << (50 + check_below(&random, 14))) +
                                          check_next(&random) % 9 - 4));
            exponent10 = (int)check_below(&random, 50) - 25;
            break;
        default: { /* random digits: 1 to 40 of them, often exactly 18 to 21 */
            const uint32_t ndigits = check_below(&random, 2) ? 18 + check_below(&random, 4)
                                                             : 1 + check_below(&random, 40);
            for (uint32_t k = 0; k < ndigits; k++) {
                digits[k] = (char)('0' + check_below(&random, 10));
            }
            if (digits[0] == '0') digits[0] = '7';
            digits[ndigits] = 0;
            exponent10 = (int)check_below(&random, 720) - 380;
        }
        }
        respell(&random, digits, exponent10, text);
        compare(counts, guarded, text);
    }
}

/* Powers of ten and their neighbours: every exponent, one to twenty digits. */
static void test_powers(check_counts *counts, check_guarded guarded) {
    static const char *const digits[] = {"1",
                                         "9",
                                         "5",
                                         "123456789",
                                         "9007199254740991",
                                         "9007199254740993",
                                         "9999999999999999999",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "0.00000000000000000001",
                                         "4503599627370497.5"};
    char text[128];
    for (int exponent10 = -420; exponent10 <= 420; exponent10++) {
        for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
            snprintf(text, sizeof text, "%se%d", digits[i], exponent10);
            compare(counts, guarded, text);
        }
    }
}

/* Exponents beyond every integer type, and digits that outweigh them. */
static void test_far_exponents(check_counts *counts, check_guarded guarded) {
    static const char *const texts[] = {"1e-4294967295",
                                        "1e4294967297",
                                        "1e-18446744073709551615",
                                        "2e18446744073709551617",
                                        "5e-0000099999999999",
                                        "5e+0000000000000000000002",
                                        "0e999999999999999999999",
                                        "-0e-9",
                                        "-0",
                                        "-0.0",
                                        "0.0e400",
                                        "1e-400",
                                        "1e400",
                                        "-1e400",
                                        "2e-324",
                                        "3e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "179769313486231580793e289",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) compare(counts, guarded, texts[i]);
    static char text[TEXT_MAX * 64];
    for (int nzeros = 300; nzeros <= 200000; nzeros *= 5) { /* 0.000...1e+n and 1000...e-n are 1 */
        sprintf(text, "0.%0*d1e%d", nzeros, 0, nzeros + 1);
        compare(counts, guarded, text);
        sprintf(text, "1%0*de-%d", nzeros, 0, nzeros);
        compare(counts, guarded, text);
        sprintf(text, "1%0*d.5e-%d", nzeros, 0, nzeros);
        compare(counts, guarded, text);
    }
}

int main(int argc, char **argv) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(TEXT_MAX * 64);
    test_exhaustive(&counts, guarded);
    test_powers(&counts, guarded);
    test_far_exponents(&counts, guarded);
    test_generated(&counts, guarded, argc > 1 ? atol(argv[1]) : GENERATED);
    check_unguard(guarded);
    return check_result(&counts);
}
