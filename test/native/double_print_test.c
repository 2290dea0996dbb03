/* Doubles as text: what reads back, with the fewest digits, closest to the double, laid out as
 * ECMAScript does. The plain twin asks the C library for one digit more until it reads back. */
#include "double_print.h"

#include <math.h>

#include "check.h"

/* The shortest digits and the decimal exponent of the first of them. Next to a power of two the
 * digits closest to it may not read back while their neighbours do. */
static size_t plain_digits(double value, char *digits, int *exponent) {
    static const int steps[] = {0, 1, -1};
    char text[48];
    for (int precision = 0; precision < 17; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, value);
        *exponent = atoi(strchr(text, 'e') + 1);
        unsigned long long closest = 0;
        for (const char *p = text; *p != 'e'; p++) {
            if (*p != '.') closest = closest * 10 + (unsigned long long)(*p - '0');
        }
        for (int i = 0; i < 3; i++) {
            const unsigned long long candidate = closest + (unsigned long long)steps[i];
            snprintf(text, sizeof text, "%llue%d", candidate, *exponent - precision);
            if (strtod(text, NULL) != value) continue;
            size_t ndigits = (size_t)sprintf(digits, "%llu", candidate);
            *exponent += (int)ndigits - 1 - precision;
            while (ndigits > 1 && digits[ndigits - 1] == '0') ndigits--;
            return ndigits;
        }
    }
    return 0;
}

/* ECMAScript's Number::toString of a double above 0. */
static size_t plain_print(double value, char *out) {
    char digits[24];
    int exponent;
    const int k = (int)plain_digits(value, digits, &exponent);
    const int n = exponent + 1;
    char *p = out;
    if (k <= n && n <= 21) {
        p += sprintf(p, "%.*s", k, digits);
        for (int i = k; i < n; i++) *p++ = '0';
    } else if (0 < n && n <= 21) {
        p += sprintf(p, "%.*s.%.*s", n, digits, k - n, digits + n);
    } else if (-6 < n && n <= 0) {
        p += sprintf(p, "0.");
        for (int i = n; i < 0; i++) *p++ = '0';
        p += sprintf(p, "%.*s", k, digits);
    } else {
        p += sprintf(p, "%c", digits[0]);
        if (k > 1) p += sprintf(p, ".%.*s", k - 1, digits + 1);
        p += sprintf(p, "e%c%d", n > 0 ? '+' : '-', abs(n - 1));
    }
    return (size_t)(p - out);
}

static void check_double(check_counts *counts, double value) {
    static uint8_t out[JT_DOUBLE_ROOM];
    char expected[64];
    size_t nexpected = 0;
    if (value == 0) {
        expected[nexpected++] = '0';
    } else {
        if (value < 0) expected[nexpected++] = '-';
        nexpected += plain_print(fabs(value), expected + nexpected);
    }
    const size_t nbytes = jt_double_print(value, out);
    CHECK(counts, nbytes == nexpected && memcmp(out, expected, nbytes) == 0, out, nbytes,
          "%.17g should be %.*s", value, (int)nexpected, expected);
    CHECK(counts, nbytes <= JT_DOUBLE_TEXT_MAX, out, nbytes, "too long");
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check_edges(check_counts *counts) {
    static const double values[] = {0.0,  -0.0,   1.0,    5e-324,  2.2250738585072014e-308,  1e21,
                                    1e20, 1e-6,   1e-7,   4.35,    1.7976931348623157e308,   9.5,
                                    1e22, 1e23,   0x1p53, 0x1p-22, 9007199254740993.0,       0.1,
                                    0.3,  123e18, 999e-9, 5e-7,    -0.0000012345678901234567};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) check_double(counts, values[i]);
    /* Around every power of two, where the interval is lopsided. */
    for (uint64_t biased = 0; biased < 0x7ff; biased++) {
        for (int64_t step = -2; step <= 2; step++) {
            const double value = from_bits((biased << 52) + (uint64_t)step);
            if (isfinite(value)) check_double(counts, value);
        }
    }
    char text[32];
    for (int exponent = -323; exponent <= 308; exponent++) {
        for (int digit = 1; digit < 10; digit++) {
            snprintf(text, sizeof text, "%de%d", digit, exponent);
            if (isfinite(strtod(text, NULL))) check_double(counts, strtod(text, NULL));
        }
    }
}

static void check_integers(check_counts *counts) {
    static uint8_t out[JT_DOUBLE_ROOM];
    check_random random = {7};
    for (int i = 0; i < 100000; i++) {
        const uint64_t value = check_next(&random) >> check_below(&random, 64);
        char expected[32];
        const int nexpected =
            sprintf(expected, "%s%llu", i & 1 ? "-" : "", (unsigned long long)value);
        const size_t nbytes = jt_integer_print(value, i & 1, out);
        CHECK(counts, nbytes == (size_t)nexpected && memcmp(out, expected, nbytes) == 0, out,
              nbytes, "should be %s", expected);
    }
}

int main(void) {
    check_counts counts = {0};
    check_edges(&counts);
    check_integers(&counts);
    check_random random = {1};
    for (int i = 0; i < 60000; i++) {
        const double any = from_bits(check_next(&random));
        if (isfinite(any)) check_double(&counts, any);
        /* Few digits, as in most documents. */
        check_double(&counts, (double)check_below(&random, 1000000) /
                                  pow(10, (double)check_below(&random, 10)));
    }
    return check_result(&counts);
}
