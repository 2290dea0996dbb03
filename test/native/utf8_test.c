/* The UTF-8 checks against a twin that decodes and encodes again: every sequence of one to three
 * bytes, the edges of those of four, and sequences at every place of a vector.
 */
#include "check.h"
#include "utf8.h"

enum { VECTOR_PLACES = 40 };

/* UTF-8 of a code point by the definition; its length. */
static int encode(uint32_t code_point, uint8_t *bytes) {
    if (code_point < 0x80) {
        bytes[0] = (uint8_t)code_point;
        return 1;
    }
    const int nbytes = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = nbytes - 1; i > 0; i--, code_point >>= 6) {
        bytes[i] = (uint8_t)(0x80 | (code_point & 0x3f));
    }
    bytes[0] = (uint8_t)(marks[nbytes] | code_point);
    return nbytes;
}

/* The length of the sequence at p, or 0: what is decoded must be a scalar value and encode to the
 * same bytes. */
static int plain_sequence(const uint8_t *p, size_t nbytes) {
    static const uint8_t lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    for (int length = 1; length <= 4 && (size_t)length <= nbytes; length++) {
        uint32_t code_point = p[0] & lead_bits[length];
        for (int i = 1; i < length; i++) code_point = code_point << 6 | (p[i] & 0x3f);
        if (code_point > 0x10ffff || (code_point >= 0xd800 && code_point < 0xe000)) continue;
        uint8_t again[4];
        if (encode(code_point, again) == length && memcmp(again, p, (size_t)length) == 0) {
            return length;
        }
    }
    return 0;
}

/* Whether some bytes behind [p, end) would make it a sequence: tries the least and the greatest
 * continuation bytes, between which all others lie. */
static bool plain_is_cut(const uint8_t *p, size_t nbytes) {
    for (size_t more = 1; nbytes + more <= 4; more++) {
        for (unsigned choice = 0; choice < 1u << more; choice++) {
            uint8_t bytes[4];
            memcpy(bytes, p, nbytes);
            for (size_t i = 0; i < more; i++) bytes[nbytes + i] = choice >> i & 1 ? 0xbf : 0x80;
            if (plain_sequence(bytes, nbytes + more) == (int)(nbytes + more)) return true;
        }
    }
    return false;
}

static const uint8_t *plain_check(const uint8_t *p, const uint8_t *end) {
    while (p != end) {
        const int nbytes = plain_sequence(p, (size_t)(end - p));
        if (nbytes == 0) return p;
        p += nbytes;
    }
    return end;
}

static void compare_sequence(check_counts *counts, const uint8_t *p, const uint8_t *end) {
    const size_t nbytes = (size_t)(end - p);
    int expected = plain_sequence(p, nbytes);
    if (expected == 0) expected = plain_is_cut(p, nbytes) ? JT_UTF8_CUT : JT_UTF8_ILL_FORMED;
    CHECK(counts, jt_utf8_sequence(p, end) == expected, p, nbytes, "expected %d", expected);
}

static void test_sequences(check_counts *counts, check_guarded guarded) {
    static const uint8_t edges[] = {0x00, 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
                                    0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xf0, 0xff};
    for (uint32_t bytes = 0; bytes < 1u << 16; bytes++) {
        uint8_t *const p = guarded.behind - 2;
        p[0] = (uint8_t)(bytes >> 8);
        p[1] = (uint8_t)bytes;
        compare_sequence(counts, p, guarded.behind);
        compare_sequence(counts, p + 1, guarded.behind);
    }
    for (uint32_t bytes = 0xc00000; bytes < 1u << 24; bytes++) {
        uint8_t *const p = guarded.behind - 3;
        p[0] = (uint8_t)(bytes >> 16);
        p[1] = (uint8_t)(bytes >> 8);
        p[2] = (uint8_t)bytes;
        compare_sequence(counts, p, guarded.behind);
    }
    for (uint32_t bytes = 0xe000; bytes < 1u << 16; bytes++) {
        uint8_t *const p = guarded.behind - 4;
        p[0] = (uint8_t)(bytes >> 8);
        p[1] = (uint8_t)bytes;
        for (size_t third = 0; third < sizeof edges; third++) {
            for (size_t fourth = 0; fourth < sizeof edges; fourth++) {
                p[2] = edges[third];
                p[3] = edges[fourth];
                compare_sequence(counts, p, guarded.behind);
            }
        }
    }
}

static void compare_text(check_counts *counts, const uint8_t *p, const uint8_t *end) {
    const uint8_t *const expected = plain_check(p, end);
    const size_t nbytes = (size_t)(end - p);
    CHECK(counts, jt_utf8_check_scalar(p, end) == expected, p, nbytes, "expected %zu",
          (size_t)(expected - p));
    CHECK(counts, jt_utf8_check(p, end) == expected, p, nbytes, "expected %zu",
          (size_t)(expected - p));
}

/* A sequence of up to four edge bytes at every place of two vectors, in ASCII text and between
 * three-byte characters, with text behind it and as the last bytes. */
static void test_places(check_counts *counts, check_guarded guarded) {
    static const uint8_t edges[] = {0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2,
                                    0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff};
    const size_t nedges = sizeof edges;
    uint8_t text[VECTOR_PLACES + 4 + VECTOR_PLACES];
    check_random random = {7};
    for (uint32_t number = 0; number < nedges * nedges * nedges * nedges; number++) {
        const uint8_t sequence[4] = {edges[number % nedges], edges[number / nedges % nedges],
                                     edges[number / nedges / nedges % nedges],
                                     edges[number / nedges / nedges / nedges]};
        const size_t place = check_below(&random, VECTOR_PLACES);
        const size_t behind = check_below(&random, 2) ? 0 : check_below(&random, VECTOR_PLACES);
        const bool ascii = check_below(&random, 2);
        for (size_t i = 0; i < place + 4 + behind; i++) {
            text[i] = ascii ? 'a' : (uint8_t) "\xe2\x82\xac"[i % 3];
        }
        if (!ascii) { /* whole characters around the sequence */
            memset(text, 'b', place % 3);
            for (size_t i = place % 3; i < place; i++) {
                text[i] = (uint8_t) "\xe2\x82\xac"[(i - place % 3) % 3];
            }
            for (size_t i = 0; i < behind; i++) {
                text[place + 4 + i] = (uint8_t) "\xe2\x82\xac"[i % 3];
            }
        }
        memcpy(text + place, sequence, 4);
        const size_t nbytes = place + 4 + behind;
        compare_text(counts, check_place_last(guarded, text, nbytes), guarded.behind);
    }
}

/* Random mixtures of characters of every length, each cut at every place and damaged once. */
static void test_random_texts(check_counts *counts, check_guarded guarded) {
    check_random random = {11};
    for (int round = 0; round < 20000; round++) {
        uint8_t text[128];
        size_t nbytes = 0;
        while (nbytes < 100) {
            static const uint32_t limits[] = {0x80, 0x800, 0xd800, 0x110000};
            uint32_t code_point = check_below(&random, limits[check_below(&random, 4)]);
            if (code_point >= 0xd800 && code_point < 0xe000) code_point = 0xfffd;
            nbytes += (size_t)encode(code_point, text + nbytes);
        }
        const size_t cut = check_below(&random, 100);
        compare_text(counts, check_place_last(guarded, text, cut), guarded.behind);
        text[check_below(&random, 100)] = (uint8_t)check_next(&random);
        compare_text(counts, check_place_last(guarded, text, nbytes), guarded.behind);
    }
}

static void test_boundary(check_counts *counts) {
    static const uint8_t text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9ez";
    static const uint8_t starts[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (size_t i = 0; i < sizeof starts; i++) {
        CHECK(counts, jt_utf8_boundary(text, text + i) == text + starts[i], text, i, "expected %u",
              starts[i]);
    }
}

int main(void) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_sequences(&counts, guarded);
    test_places(&counts, guarded);
    test_random_texts(&counts, guarded);
    test_boundary(&counts);
    check_unguard(guarded);
    return check_result(&counts);
}
