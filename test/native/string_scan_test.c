/* The string scan against a twin that takes one byte at a time: where a string ends, what is wrong
 * with it, which flags it gets. Every byte at every place of a vector, and random strings put
 * together from the pieces that matter, each at the end of memory and cut at every place.
 */
#include "check.h"
#include "string_scan.h"
#include "utf8.h"

/* Plain twin of jt_string_scan. */
typedef struct plain {
    const uint8_t *p;
    const uint8_t *end;
    bool lone_surrogates_error;
    uint32_t flags;
} plain;

static int hex_value(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
    return -1;
}

/* The four digits behind "\u", p being at the backslash. On success p is behind them. */
static jt_code plain_unit(plain *at, uint32_t *unit) {
    at->p += 2;
    *unit = 0;
    for (int i = 0; i < 4; i++, at->p++) {
        if (at->p == at->end) return JT_UNEXPECTED_END;
        const int value = hex_value(*at->p);
        if (value < 0) return JT_INVALID_ESCAPE;
        *unit = *unit * 16 + (uint32_t)value;
    }
    return JT_OK;
}

static jt_code plain_escape(plain *at) {
    const uint8_t *const backslash = at->p;
    if (at->end - backslash < 2) {
        at->p = at->end;
        return JT_UNEXPECTED_END;
    }
    if (backslash[1] == 0 || !strchr("\"\\/bfnrtu", backslash[1])) {
        at->p = backslash + 1;
        return JT_INVALID_ESCAPE;
    }
    if (backslash[1] != 'u') {
        at->p = backslash + 2;
        return JT_OK;
    }
    uint32_t unit;
    const jt_code code = plain_unit(at, &unit);
    if (code || !at->lone_surrogates_error || unit < 0xd800 || unit >= 0xe000) return code;
    bool paired = unit < 0xdc00;
    for (int i = 0; paired && i < 6; i++) { /* \u, d, c to f, two more digits */
        if (at->p == at->end) return JT_UNEXPECTED_END;
        const uint8_t byte = *at->p++;
        paired = i == 0   ? byte == '\\'
                 : i == 1 ? byte == 'u'
                 : i == 2 ? hex_value(byte) == 0xd
                          : hex_value(byte) >= (i == 3 ? 0xc : 0);
    }
    if (paired) return JT_OK;
    at->p = backslash;
    return JT_LONE_SURROGATE;
}

static jt_code plain_string(plain *at) {
    for (;;) {
        if (at->p == at->end) return JT_UNEXPECTED_END;
        const uint8_t byte = *at->p;
        if (byte == '"') return JT_OK;
        if (byte < 0x20) return JT_CONTROL_CHAR;
        if (byte == '\\') {
            at->flags |= JT_TAPE_ESCAPED;
            const jt_code code = plain_escape(at);
            if (code) return code;
        } else if (byte >= 0x80) {
            at->flags |= JT_TAPE_NON_ASCII;
            const int nbytes = jt_utf8_sequence(at->p, at->end);
            if (nbytes == JT_UTF8_ILL_FORMED) return JT_INVALID_UTF8;
            if (nbytes == JT_UTF8_CUT) {
                at->p = at->end;
                return JT_UNEXPECTED_END;
            }
            at->p += nbytes;
        } else {
            at->p++;
        }
    }
}

static void compare(check_counts *counts, const uint8_t *p, const uint8_t *end) {
    const size_t nbytes = (size_t)(end - p);
    const uint8_t *const special = jt_string_special_scalar(p, end);
    CHECK(counts, jt_string_special(p, end) == special, p, nbytes, "special at %zu",
          (size_t)(special - p));
    for (int lone_surrogates_error = 0; lone_surrogates_error < 2; lone_surrogates_error++) {
        plain at = {p, end, lone_surrogates_error, 0};
        const jt_code code = plain_string(&at);
        jt_lexed lexed = {NULL, NULL, JT_OK, 0};
        bool is_plain;
        const uint8_t *const quote =
            jt_string_scan(p, end, lone_surrogates_error, &lexed, &is_plain);
        const uint8_t *const stop = quote ? quote : lexed.error;
        CHECK(counts, lexed.code == code && stop == at.p && (quote != NULL) == (code == JT_OK), p,
              nbytes, "expected code %d at %zu, got %d at %zu", (int)code, (size_t)(at.p - p),
              (int)lexed.code, (size_t)(stop - p));
        CHECK(counts, code != JT_OK || lexed.flags == at.flags, p, nbytes,
              "expected flags %x, got %x", at.flags, lexed.flags);
        CHECK(counts, is_plain == (code == JT_OK && at.flags == 0), p, nbytes, "plain");
    }
}

/* One byte of every value at every place, with and without a quote behind, at the end of memory and
 * with other bytes of the kind that would change the result right behind the end. */
static void test_every_byte(check_counts *counts, check_guarded guarded) {
    enum { LONGEST = 40 };
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t place = 0; place < LONGEST; place++) {
            uint8_t text[LONGEST + 32];
            memset(text, 'a', sizeof text);
            text[place] = (uint8_t)byte;
            compare(counts, check_place_last(guarded, text, place + 1), guarded.behind);
            text[place + 5] = '"';
            for (size_t alignment = 0; alignment < 16; alignment += 3) {
                uint8_t *const p = guarded.first + alignment;
                memcpy(p, text, sizeof text);
                compare(counts, p, p + place + 1);
                compare(counts, p, p + place + 6);
            }
            compare(counts, check_place_last(guarded, text, place + 6), guarded.behind);
        }
    }
}

/* Pieces that matter next to each other. */
static const char *const pieces[] = {"a",
                                     "bc",
                                     "0123456789abcdef",
                                     "text of some length ",
                                     "\"",
                                     "\\\\",
                                     "\\\"",
                                     "\\n",
                                     "\\/",
                                     "\\u0041",
                                     "\\u00e9",
                                     "\\ud83d\\ude00",
                                     "\\uD83D\\uDE00",
                                     "\\ud800",
                                     "\\udfff",
                                     "\\ud800\\n",
                                     "\\ud800\\ud800",
                                     "\\ud800\\u0041",
                                     "\\ud800\\uD",
                                     "\\udbff\\udc0g",
                                     "\\uDbfF\\uDc00",
                                     "\\u12",
                                     "\\u",
                                     "\\",
                                     "\\x",
                                     "\\u00g0",
                                     "\\U0041",
                                     "\xc3\xa9",
                                     "\xe2\x82\xac",
                                     "\xf0\x9d\x84\x9e",
                                     "\xef\xbb\xbf",
                                     "\xc3",
                                     "\xe2\x82",
                                     "\xf0\x9d",
                                     "\xed\xa0\x80",
                                     "\xc0\x80",
                                     "\xf4\x90\x80\x80",
                                     "\x80",
                                     "\xff",
                                     "\x01",
                                     "\n",
                                     "\x7f",
                                     "\x1f"};

static void test_pieces(check_counts *counts, check_guarded guarded) {
    enum { ROUNDS = 60000, ROOM = 512 };
    check_random random = {3};
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM];
        size_t nbytes = 0;
        const uint32_t count = check_below(&random, 12);
        const bool mostly_fine = check_below(&random, 4) != 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t number = check_below(&random, sizeof pieces / sizeof pieces[0]);
            if (mostly_fine && check_below(&random, 8) != 0) number = check_below(&random, 4);
            const size_t length = strlen(pieces[number]);
            memcpy(text + nbytes, pieces[number], length);
            nbytes += length;
        }
        text[nbytes++] = '"';
        compare(counts, check_place_last(guarded, text, nbytes), guarded.behind);
        const size_t cut = check_below(&random, (uint32_t)nbytes);
        compare(counts, check_place_last(guarded, text, cut), guarded.behind);
        uint8_t *const p = guarded.first + check_below(&random, 16);
        memcpy(p, text, nbytes);
        compare(counts, p, p + cut);
    }
}

/* Every pair of pieces, the second one at every place of a vector. */
static void test_pairs(check_counts *counts, check_guarded guarded) {
    const size_t npieces = sizeof pieces / sizeof pieces[0];
    for (size_t first = 0; first < npieces; first++) {
        for (size_t second = 0; second < npieces; second++) {
            for (size_t place = 0; place < 18; place++) {
                char text[128];
                memset(text, 'x', place);
                const int nbytes = snprintf(text + place, sizeof text - place, "%s%s\"",
                                            pieces[first], pieces[second]);
                const size_t length = place + (size_t)nbytes;
                compare(counts, check_place_last(guarded, text, length), guarded.behind);
                compare(counts, check_place_last(guarded, text, length - 1), guarded.behind);
            }
        }
    }
}

/* Runs of backslashes of every length across every vector border. */
static void test_backslashes(check_counts *counts, check_guarded guarded) {
    for (size_t before = 0; before < 34; before++) {
        for (size_t run = 0; run < 40; run++) {
            char text[80];
            memset(text, 'k', before);
            memset(text + before, '\\', run);
            memcpy(text + before + run, "\"\"", 2);
            compare(counts, check_place_last(guarded, text, before + run + 2), guarded.behind);
        }
    }
}

int main(void) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_every_byte(&counts, guarded);
    test_pieces(&counts, guarded);
    test_pairs(&counts, guarded);
    test_backslashes(&counts, guarded);
    check_unguard(guarded);
    return check_result(&counts);
}
