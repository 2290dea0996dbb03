/* Line, column and byte in line against a twin that counts one character at a time, for every
 * offset of texts with all kinds of line ends and characters.
 */
#include "check.h"
#include "jsontape.h"
#include "utf8.h"

/* Well-formed sequences count one or two units, one that is cut counts one. */
static jt_position plain_position(const uint8_t *text, size_t nbytes, size_t offset) {
    jt_position position = {1, 1, 0};
    const uint8_t *const end = text + (offset < nbytes ? offset : nbytes);
    for (const uint8_t *p = text; p != end;) {
        int length = jt_utf8_sequence(p, end);
        position.column += length == 4 ? 2 : 1;
        if (length == JT_UTF8_CUT) length = (int)(end - p);
        position.byte_in_line += (size_t)length;
        if (*p == '\n') position = (jt_position){position.line + 1, 1, 0};
        p += length;
    }
    return position;
}

static void compare(check_counts *counts, const uint8_t *text, size_t nbytes, size_t offset) {
    const jt_position expected = plain_position(text, nbytes, offset);
    const jt_position position = jt_position_at(text, nbytes, offset);
    CHECK(counts,
          position.line == expected.line && position.column == expected.column &&
              position.byte_in_line == expected.byte_in_line,
          text, nbytes, "offset %zu: expected %zu:%zu (%zu), got %zu:%zu (%zu)", offset,
          expected.line, expected.column, expected.byte_in_line, position.line, position.column,
          position.byte_in_line);
}

/* Texts of such pieces; offsets at their borders, since inside a character there is no column. */
static const char *const pieces[] = {"a",
                                     "\n",
                                     "\r\n",
                                     "\r",
                                     "\t",
                                     "0123456789abcdef",
                                     "\xc3\xa9",
                                     "\xe2\x82\xac",
                                     "\xf0\x9d\x84\x9e",
                                     "\xef\xbb\xbf",
                                     "\n\n\n",
                                     "    ",
                                     "\xe2\x80\xa8"};

static void test_pieces(check_counts *counts, check_guarded guarded) {
    check_random random = {5};
    for (int round = 0; round < 20000; round++) {
        uint8_t text[512];
        size_t borders[32];
        size_t nborders = 0;
        size_t nbytes = 0;
        const uint32_t count = check_below(&random, 30);
        for (uint32_t i = 0; i < count; i++) {
            const char *const piece =
                pieces[check_below(&random, sizeof pieces / sizeof pieces[0])];
            borders[nborders++] = nbytes;
            memcpy(text + nbytes, piece, strlen(piece));
            nbytes += strlen(piece);
        }
        borders[nborders++] = nbytes;
        const uint8_t *const p = check_place_last(guarded, text, nbytes);
        for (size_t i = 0; i < nborders; i++) compare(counts, p, nbytes, borders[i]);
        compare(counts, p, nbytes, nbytes + 1);
        compare(counts, p, nbytes, SIZE_MAX);
    }
}

/* One line feed at every place of texts up to four vectors long, asked for at every offset. */
static void test_every_place(check_counts *counts, check_guarded guarded) {
    for (size_t nbytes = 0; nbytes <= 64; nbytes++) {
        for (size_t feed = 0; feed <= nbytes; feed++) {
            uint8_t *const text = guarded.behind - nbytes;
            memset(text, 'x', nbytes);
            if (feed < nbytes) text[feed] = '\n';
            for (size_t offset = 0; offset <= nbytes; offset++) {
                compare(counts, text, nbytes, offset);
            }
        }
    }
}

/* Sequences that the offset cuts count one column. */
static void test_cut(check_counts *counts, check_guarded guarded) {
    static const char *const texts[] = {"ab\xc3", "ab\xe2\x82", "ab\xf0\x9d\x84", "ab\xf0",
                                        "0123456789abcdef\xc3\xa9\xf4\x80"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const size_t nbytes = strlen(texts[i]);
        compare(counts, check_place_last(guarded, texts[i], nbytes), nbytes, nbytes);
    }
}

int main(void) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_pieces(&counts, guarded);
    test_every_place(&counts, guarded);
    test_cut(&counts, guarded);
    check_unguard(guarded);
    return check_result(&counts);
}
