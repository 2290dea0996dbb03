/* Every strategy of skipping whitespace against the plain loop: all short texts, all run lengths
 * at every alignment, and the end of memory. The longest exhaustive text is an argument, 7 unless
 * given.
 */
#include "check.h"
#include "whitespace.h"

enum { EXHAUSTIVE_NBYTES = 7, RUN_MAX = 80, ALIGNMENTS = 16 };

static const unsigned prefixes[] = {1, 2, 4, 8, 16, 24, 32};

static void compare(check_counts *counts, const uint8_t *p, const uint8_t *end) {
    const uint8_t *const expected = jt_whitespace_scalar(p, end);
    const size_t nbytes = (size_t)(end - p);
    CHECK(counts, jt_whitespace_skip(p, end) == expected, p, nbytes, "the build's strategy");
    CHECK(counts, jt_whitespace_simd(p, end) == expected, p, nbytes, "vectors only");
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        CHECK(counts, jt_whitespace_prefix(p, end, prefixes[i]) == expected, p, nbytes, "prefix %u",
              prefixes[i]);
    }
}

/* All texts of the four whitespace bytes and one other, up to a length, at the end of memory. */
static void test_short_texts(check_counts *counts, check_guarded guarded, unsigned longest) {
    static const uint8_t alphabet[] = {' ', '\t', '\n', '\r', 'x'};
    uint64_t ntexts = 1;
    for (unsigned nbytes = 0; nbytes <= longest; nbytes++, ntexts *= sizeof alphabet) {
        uint8_t *const text = guarded.behind - nbytes;
        for (uint64_t number = 0; number < ntexts; number++) {
            uint64_t rest = number;
            for (unsigned i = 0; i < nbytes; i++, rest /= sizeof alphabet) {
                text[i] = alphabet[rest % sizeof alphabet];
            }
            compare(counts, text, guarded.behind);
        }
    }
}

/* Every byte that could be taken for whitespace stops every run, at every alignment. */
static void test_runs(check_counts *counts, check_guarded guarded) {
    for (size_t alignment = 0; alignment < ALIGNMENTS; alignment++) {
        for (size_t run = 0; run <= RUN_MAX; run++) {
            for (unsigned stop = 0; stop < 256; stop++) {
                uint8_t *const text = guarded.first + alignment;
                memset(text, " \t\n\r"[run % 4], run);
                text[run] = (uint8_t)stop;
                memset(text + run + 1, ' ', ALIGNMENTS);
                compare(counts, text, text + run + 1);
                CHECK(counts, jt_whitespace_scalar(text, text + run) == text + run, text, run,
                      "what lies behind the end is not looked at");
            }
            compare(counts, guarded.behind - run, guarded.behind);
        }
    }
}

static void test_line_feeds(check_counts *counts, check_guarded guarded) {
    for (size_t run = 1; run <= RUN_MAX; run++) {
        for (size_t feed = 0; feed < run; feed++) {
            uint8_t *const text = guarded.behind - run;
            memset(text, ' ', run);
            text[feed] = '\n';
            compare(counts, text, guarded.behind);
        }
    }
}

static void test_only_four(check_counts *counts) {
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t text[1] = {(uint8_t)byte};
        const bool expected = byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d;
        CHECK(counts, jt_is_whitespace(text[0]) == expected, text, 1, "byte %u", byte);
    }
}

int main(int argc, char **argv) {
    const unsigned longest = argc > 1 ? (unsigned)atoi(argv[1]) : EXHAUSTIVE_NBYTES;
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_only_four(&counts);
    test_short_texts(&counts, guarded, longest);
    test_runs(&counts, guarded);
    test_line_feeds(&counts, guarded);
    check_unguard(guarded);
    return check_result(&counts);
}
