/* Escapes and what is made of them: hexadecimal digits, every code unit and surrogate pair, UTF-8
 * of every code point, and keys in different spellings of the same text.
 */
#include <ctype.h>

#include "check.h"
#include "escape.h"
#include "key_text.h"

static void test_hex(check_counts *counts) {
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t text[4] = {'1', (uint8_t)byte, 'f', '0'};
        const bool is_digit = byte < 128 && isxdigit((int)byte);
        const char digit[2] = {(char)byte, 0};
        const long value = is_digit ? strtol(digit, NULL, 16) : -1;
        CHECK(counts, jt_hex_digit((uint8_t)byte) == value, text + 1, 1, "expected %ld", value);
        for (size_t place = 0; place < 4; place++) { /* one bad digit shows, wherever it is */
            uint8_t four[4] = {'a', 'B', '3', '4'};
            four[place] = (uint8_t)byte;
            const int32_t got = jt_hex_4(four);
            const char copy[5] = {(char)four[0], (char)four[1], (char)four[2], (char)four[3], 0};
            CHECK(counts, is_digit ? got == strtol(copy, NULL, 16) : got < 0, four, 4, "got %d",
                  got);
        }
    }
}

/* The escape at `text`, and how much of it is taken. */
static void check_escape(check_counts *counts, const char *text, uint32_t expected, size_t nbytes) {
    const uint8_t *p = (const uint8_t *)text;
    const uint8_t *const start = p;
    const uint8_t *const end = p + strlen(text);
    const uint32_t got = jt_escape_code_point(&p, end);
    CHECK(counts, got == expected && (size_t)(p - start) == nbytes, start, strlen(text),
          "expected U+%04X of %zu bytes, got U+%04X of %zu", expected, nbytes, got,
          (size_t)(p - start));
}

static void test_escapes(check_counts *counts) {
    static const char letters[][3] = {"\"\"", "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        const char text[8] = {'\\', letters[i][0], 'z', 0};
        check_escape(counts, text, (uint32_t)letters[i][1], 2);
    }
    char text[32];
    for (uint32_t unit = 0; unit < 0x10000; unit++) { /* alone, and before what is no other half */
        static const char *const behind[] = {"",        "z",       "\\n",
                                             "\\u0041", "\\ud800", "\\ud83d\\ude00"};
        for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++) {
            sprintf(text, unit & 1 ? "\\u%04x%s" : "\\u%04X%s", unit, behind[i]);
            check_escape(counts, text, unit, 6);
        }
    }
    for (uint32_t code_point = 0x10000; code_point <= 0x10ffff; code_point += 7) {
        const uint32_t bits = code_point - 0x10000;
        sprintf(text, "\\u%04x\\u%04Xz", 0xd800 | bits >> 10, 0xdc00 | (bits & 0x3ff));
        check_escape(counts, text, code_point, 12);
    }
}

static void test_utf8_write(check_counts *counts) {
    for (uint32_t code_point = 0; code_point <= 0x10ffff; code_point++) {
        uint8_t bytes[4] = {0};
        const size_t nbytes = jt_utf8_write(code_point, bytes);
        static const uint8_t lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        uint32_t read = bytes[0] & lead_bits[nbytes];
        bool continued = true;
        for (size_t i = 1; i < nbytes; i++) {
            continued = continued && (bytes[i] & 0xc0) == 0x80;
            read = read << 6 | (bytes[i] & 0x3f);
        }
        CHECK(counts, read == code_point && continued && code_point >= least[nbytes], bytes, nbytes,
              "U+%04X", code_point);
    }
}

/* A key of some characters in some spelling. */
typedef struct spelled {
    uint8_t text[256];
    size_t nbytes;
    bool escaped;
} spelled;

static spelled spell(check_random *random, const uint32_t *code_points, size_t count) {
    spelled key = {{0}, 0, false};
    for (size_t i = 0; i < count; i++) {
        const uint32_t code_point = code_points[i];
        const bool must = code_point < 0x20 || code_point == '"' || code_point == '\\' ||
                          (code_point >= 0xd800 && code_point < 0xe000);
        char *const out = (char *)key.text + key.nbytes;
        if (!must && check_below(random, 2)) {
            key.nbytes += jt_utf8_write(code_point, key.text + key.nbytes);
        } else if (code_point < 0x10000) {
            key.nbytes += (size_t)sprintf(out, "\\u%04x", code_point);
            key.escaped = true;
        } else {
            const uint32_t bits = code_point - 0x10000;
            key.nbytes += (size_t)sprintf(out, "\\u%04X\\u%04x", 0xd800 | bits >> 10,
                                          0xdc00 | (bits & 0x3ff));
            key.escaped = true;
        }
    }
    return key;
}

/* The key in memory that ends behind it. */
static jt_key_text text_of(check_guarded guarded, const spelled *key) {
    const uint8_t *const p = check_place_last(guarded, key->text, key->nbytes);
    return (jt_key_text){p, guarded.behind, key->escaped};
}

static void test_key_texts(check_counts *counts, check_guarded a, check_guarded b) {
    enum { ROUNDS = 100000, COUNT_MAX = 12 };
    static const uint32_t alphabet[] = {'a',    'b',     0,      '/', 0xe9,
                                        0x20ac, 0x1f600, 0xd800, '"', 0x7ff};
    check_random random = {17};
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t code_points[COUNT_MAX];
        const uint32_t count = check_below(&random, COUNT_MAX);
        for (uint32_t i = 0; i < count; i++) {
            code_points[i] = alphabet[check_below(&random, sizeof alphabet / sizeof alphabet[0])];
        }
        const spelled first = spell(&random, code_points, count);
        const spelled second = spell(&random, code_points, count);
        const jt_key_text left = text_of(a, &first);
        const jt_key_text right = text_of(b, &second);
        CHECK(counts, jt_key_text_equal(left, right), left.p, first.nbytes, "equal");
        for (uint64_t seed = 1; seed < 4; seed++) {
            CHECK(counts, jt_key_text_hash(left, seed) == jt_key_text_hash(right, seed), left.p,
                  first.nbytes, "hash");
        }
        if (count == 0) continue;
        /* With one character changed, or without the last one. */
        const uint32_t changed = check_below(&random, count);
        const bool shorter = check_below(&random, 2);
        code_points[changed] += 1 + check_below(&random, 3);
        const spelled third = spell(&random, code_points, shorter ? count - 1 : count);
        const jt_key_text other = text_of(b, &third);
        CHECK(counts, !jt_key_text_equal(left, other), left.p, first.nbytes, "not equal");
    }
}

int main(void) {
    check_counts counts = {0, 0};
    const check_guarded a = check_guard(512);
    const check_guarded b = check_guard(512);
    test_hex(&counts);
    test_escapes(&counts);
    test_utf8_write(&counts);
    test_key_texts(&counts, a, b);
    check_unguard(a);
    check_unguard(b);
    return check_result(&counts);
}
