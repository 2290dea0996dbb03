/* Every strategy of skipping whitespace against the plain loop, positions included: all short
 * texts, a line feed at every place of every run at every alignment, random texts, and the end of
 * memory. `whitespace_test whole` takes more of each; `npm run test:whitespace` does so in every
 * build.
 */
#include "check.h"
#include "whitespace.h"

enum { RUN_MAX = 80, ALIGNMENTS = 16, BEHIND_NBYTES = 40, RANDOM_NBYTES = 120 };

/* How much a test takes: the length up to which it has all texts, and how many random ones. */
typedef struct extent {
    unsigned nbytes;
    uint32_t nrandom;
} extent;

static const extent short_extent = {6, 20000};
static const extent whole_extent = {9, 2000000};

/* A strategy as the two functions that callers' compilers make of it. */
typedef struct strategy {
    const char *name;
    const uint8_t *(*skip)(const uint8_t *p, const uint8_t *end);
    const uint8_t *(*skip_lines)(const uint8_t *p, const uint8_t *end, jt_lines *lines);
} strategy;

#define STRATEGY(name, call)                                                      \
    JT_INLINE const uint8_t *inline_##name(const uint8_t *p, const uint8_t *end,  \
                                           jt_lines *lines) {                     \
        return call;                                                              \
    }                                                                             \
    static const uint8_t *skip_##name(const uint8_t *p, const uint8_t *end) {     \
        return inline_##name(p, end, NULL);                                       \
    }                                                                             \
    static const uint8_t *skip_lines_##name(const uint8_t *p, const uint8_t *end, \
                                            jt_lines *lines) {                    \
        return inline_##name(p, end, lines);                                      \
    }

STRATEGY(scalar, jt_whitespace_scalar(p, end, lines))
STRATEGY(simd, jt_whitespace_simd(p, end, lines))
STRATEGY(prefix_1, jt_whitespace_prefix(p, end, 1, lines))
STRATEGY(prefix_2, jt_whitespace_prefix(p, end, 2, lines))
STRATEGY(prefix_4, jt_whitespace_prefix(p, end, 4, lines))
STRATEGY(prefix_8, jt_whitespace_prefix(p, end, 8, lines))
STRATEGY(prefix_16, jt_whitespace_prefix(p, end, 16, lines))
STRATEGY(prefix_24, jt_whitespace_prefix(p, end, 24, lines))
STRATEGY(prefix_32, jt_whitespace_prefix(p, end, 32, lines))

#define NAMED(name) \
    { #name, skip_##name, skip_lines_##name }

static const strategy plain = NAMED(scalar);
static const strategy others[] = {NAMED(simd),      NAMED(prefix_1), NAMED(prefix_2),
                                  NAMED(prefix_4),  NAMED(prefix_8), NAMED(prefix_16),
                                  NAMED(prefix_24), NAMED(prefix_32)};

/* One case for each strategy: [p, end), where a count of lines goes on. */
static void compare(check_counts *counts, const uint8_t *p, const uint8_t *end) {
    const jt_lines before = {UINT32_MAX, p - 3};
    jt_lines expected = before;
    const uint8_t *const stop = plain.skip_lines(p, end, &expected);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        jt_lines lines = before;
        const bool equal = others[i].skip(p, end) == stop &&
                           others[i].skip_lines(p, end, &lines) == stop &&
                           lines.line == expected.line && lines.line_start == expected.line_start;
        CHECK(counts, equal, p, (size_t)(end - p), "%s: expected a stop at %td, line start at %td",
              others[i].name, stop - p, expected.line_start - p);
    }
}

/* All texts of the four whitespace bytes and one other, up to a length: alone at the end of memory,
 * and with enough behind them for vectors. */
static void test_short_texts(check_counts *counts, check_guarded guarded, unsigned longest) {
    static const uint8_t alphabet[] = {' ', '\t', '\n', '\r', 'x'};
    memset(guarded.first, '\n', BEHIND_NBYTES + longest);
    uint64_t ntexts = 1;
    for (unsigned nbytes = 0; nbytes <= longest; nbytes++, ntexts *= sizeof alphabet) {
        uint8_t *const alone = guarded.behind - nbytes;
        uint8_t *const text = guarded.first + longest - nbytes;
        for (uint64_t number = 0; number < ntexts; number++) {
            uint64_t rest = number;
            for (unsigned i = 0; i < nbytes; i++, rest /= sizeof alphabet) {
                alone[i] = text[i] = alphabet[rest % sizeof alphabet];
            }
            compare(counts, alone, guarded.behind);
            compare(counts, text, guarded.first + longest + BEHIND_NBYTES);
        }
    }
}

/* Every run at every alignment, without a line feed and with one at every place. */
static void test_line_feeds(check_counts *counts, check_guarded guarded) {
    for (size_t alignment = 0; alignment < ALIGNMENTS; alignment++) {
        uint8_t *const text = guarded.first + alignment;
        for (size_t run = 0; run <= RUN_MAX; run++) {
            for (size_t feed = 0; feed <= run; feed++) {
                memset(text, " \t\r"[run % 3], run);
                text[feed] = '\n';
                text[run] = 'x'; /* where feed is run, the one that is none */
                memset(text + run + 1, '\n', BEHIND_NBYTES);
                compare(counts, text, text + run + 1);
                compare(counts, text, text + run + 1 + BEHIND_NBYTES);
                compare(counts, text, text + run);
            }
        }
    }
}

/* Whatever byte it is that ends a run. */
static void test_stops(check_counts *counts, check_guarded guarded) {
    for (unsigned stop = 0; stop < 256; stop++) {
        for (size_t run = 0; run <= RUN_MAX; run++) {
            uint8_t *const text = guarded.behind - run - ALIGNMENTS;
            memset(text, " \t\n\r"[run % 4], run + ALIGNMENTS);
            text[run] = (uint8_t)stop;
            compare(counts, text, guarded.behind);
            compare(counts, text + ALIGNMENTS, guarded.behind);
        }
    }
}

/* Runs of all four bytes, of random lengths and at random distances from the end of memory. */
static void test_random(check_counts *counts, check_guarded guarded, uint32_t ntexts) {
    check_random random = {3};
    for (uint32_t i = 0; i < ntexts; i++) {
        const size_t nbytes = check_below(&random, RANDOM_NBYTES);
        uint8_t *const text = guarded.behind - nbytes;
        for (size_t at = 0; at < nbytes; at += 16) {
            uint64_t bits = check_next(&random);
            for (size_t k = at; k < nbytes && k < at + 16; k++, bits >>= 4) {
                text[k] = (uint8_t) "      \t\t\n\n\n\r\r\r  "[bits & 15];
            }
        }
        if (nbytes > 0) text[check_below(&random, (uint32_t)nbytes)] = (uint8_t)check_next(&random);
        compare(counts, text, guarded.behind);
    }
}

static void test_only_four(check_counts *counts) {
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t text[1] = {(uint8_t)byte};
        const bool expected = byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d;
        CHECK(counts, jt_is_whitespace(text[0]) == expected, text, 1, "byte %u", byte);
    }
}

static void test_plain_loop(check_counts *counts) {
    static const uint8_t text[] = " \n\t\r\n  x\n";
    jt_lines lines = {7, text};
    const uint8_t *const stop = plain.skip_lines(text, text + sizeof text, &lines);
    CHECK(counts, stop == text + 7 && lines.line == 9 && lines.line_start == text + 5, text,
          sizeof text, "the plain loop");
}

int main(int argc, char **argv) {
    const bool whole = argc > 1 && strcmp(argv[1], "whole") == 0;
    const extent most = whole ? whole_extent : short_extent;
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_only_four(&counts);
    test_plain_loop(&counts);
    test_short_texts(&counts, guarded, most.nbytes);
    test_line_feeds(&counts, guarded);
    test_stops(&counts, guarded);
    test_random(&counts, guarded, most.nrandom);
    check_unguard(guarded);
    return check_result(&counts);
}
