/* Strings to ASCII and UTF-16 against a twin that takes one character at a time, at every length
 * and alignment that matters to vectors, at the end of memory.
 */
#include "check.h"
#include "escape.h"
#include "transcode.h"
#include "utf8.h"

enum { PIECES_MAX = 40, TEXT_MAX = 2048 };

static const char *const pieces[] = {
    "a",
    "plain text of more than sixteen bytes, ",
    " ",
    "\\n",
    "\\\\",
    "\\/",
    "\\u0041",
    "\\u043f\\u0440\\u0438",
    "\\u00e9",
    "\\uD834\\udd1e",
    "\\ud800",
    "\\udc00",
    "\\ud800\\ud800\\udc00",
    "\xc3\xa9",
    "\xe2\x82\xac",
    "\xf0\x9d\x84\x9e",
    "\xd0\xbf\xd1\x80",
    "\xd0\x92\xd0\xb5\xd1\x81\xd0\xbd\xd0\xb0 \xd0\xb8\xd0\xb4\xd0\xb5\xd1\x82",
    "\xe6\x98\xa5\xe3\x81\x8c\xe6\x9d\xa5\xe3\x81\x9f\xe3\x80\x82 \xef\xbf\xbf",
    "\\u0412\\u0435\\u0441\\u043d\\u0430 \\u0418\\u0434\\u0435\\u0442",
    "\\u6625\\u304C\\u6765\\u305f\\u3002\\uD7ff\\ue000\\uffff"};

/* The code units of a string, by its code points. */
static size_t plain_units(const uint8_t *p, const uint8_t *end, uint16_t *units, bool *ascii,
                          bool *well_formed) {
    size_t nunits = 0;
    *ascii = true;
    *well_formed = true;
    while (p != end) {
        uint32_t code_point = *p;
        if (*p == '\\') {
            code_point = jt_escape_code_point(&p, end);
        } else {
            const int nbytes = jt_utf8_sequence(p, end);
            if (nbytes > 1) code_point &= 0x7fu >> nbytes;
            for (int i = 1; i < nbytes; i++) code_point = code_point << 6 | (p[i] & 0x3fu);
            p += nbytes;
        }
        if (code_point >= 0x80) *ascii = false;
        if (code_point >= 0xd800 && code_point < 0xe000) *well_formed = false;
        if (code_point >= 0x10000) {
            units[nunits++] = (uint16_t)(0xd800 + ((code_point - 0x10000) >> 10));
            units[nunits++] = (uint16_t)(0xdc00 + ((code_point - 0x10000) & 0x3ff));
        } else {
            units[nunits++] = (uint16_t)code_point;
        }
    }
    return nunits;
}

static void compare(check_counts *counts, check_guarded guarded, const uint8_t *text,
                    size_t nbytes) {
    const uint8_t *const p = check_place_last(guarded, text, nbytes);
    static uint16_t expected[TEXT_MAX];
    bool ascii;
    bool well_formed;
    const size_t nunits = plain_units(p, guarded.behind, expected, &ascii, &well_formed);

    static uint16_t units[TEXT_MAX];
    bool said;
    memset(units, 0xee, sizeof units);
    const size_t got = jt_transcode_utf16(p, guarded.behind, units, &said);
    CHECK(counts, got == nunits && memcmp(units, expected, nunits * 2) == 0, p, nbytes,
          "UTF-16: %zu units, got %zu", nunits, got);
    CHECK(counts, said == well_formed, p, nbytes, "well-formed");
    CHECK(counts, nbytes == TEXT_MAX || units[nbytes] == 0xeeee, p, nbytes, "behind the room");

    static uint8_t bytes[TEXT_MAX];
    memset(bytes, 0xee, sizeof bytes);
    const size_t nascii = jt_transcode_ascii(p, guarded.behind, bytes);
    CHECK(counts, (nascii == JT_TRANSCODE_NO) == !ascii, p, nbytes, "ASCII or not");
    CHECK(counts, nbytes == TEXT_MAX || bytes[nbytes] == 0xee, p, nbytes, "behind the room");
    if (!ascii) return;
    bool equal = nascii == nunits;
    for (size_t i = 0; equal && i < nunits; i++) equal = bytes[i] == expected[i];
    CHECK(counts, equal, p, nbytes, "ASCII text");
}

int main(void) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(TEXT_MAX);
    check_random random = {11};
    for (int round = 0; round < 200000; round++) {
        uint8_t text[TEXT_MAX];
        size_t nbytes = 0;
        const uint32_t count = check_below(&random, PIECES_MAX);
        /* Mostly of few kinds, so that runs are long. */
        const uint32_t first = check_below(&random, sizeof pieces / sizeof pieces[0]);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t other = check_below(&random, sizeof pieces / sizeof pieces[0]);
            const char *const piece = pieces[check_below(&random, 4) ? first : other];
            if (nbytes + strlen(piece) > sizeof text) break;
            memcpy(text + nbytes, piece, strlen(piece));
            nbytes += strlen(piece);
        }
        compare(&counts, guarded, text, nbytes);
    }
    check_unguard(guarded);
    return check_result(&counts);
}
