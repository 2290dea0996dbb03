/* The six workloads of bench `cbor`, each by our writer and by the minimal one, and Text by hand.
 *
 * Built for wasm (bench/cbor.js calls run) and natively (the program prints the ratios).
 */
#include "minimal.h"

enum { NSTRINGS = 64, TARGET_NBYTES = 4096, ROUNDS = 15 };

typedef struct string {
    const uint8_t *bytes;
    size_t nbytes;
} string;

/* Where a workload stands; everything it writes goes through here, so that nothing is left out. */
static jt_cbor_writer lax;
static jt_cbor_writer converting;
static jt_cbor_writer strict;
static minimal_writer minimal;
static uint8_t target[TARGET_NBYTES];
static string strings[NSTRINGS];   /* 1 to 9 characters */
static string names[NSTRINGS / 2]; /* all different */
static uint32_t nallocations;

#define LITERAL(text) (const uint8_t *)(text), sizeof(text) - 1

static bool grow(jt_cbor_writer *writer, unsigned block, size_t nbytes) {
    void *const start = realloc(writer->blocks[block].start, nbytes);
    if (!start) return false;
    nallocations++;
    writer->blocks[block] = (jt_cbor_block){start, nbytes};
    return true;
}

static size_t text_ours(void) {
    jt_cbor_writer *const w = &lax;
    jt_cbor_writer_reset(w);
    jt_cbor_open_array(w, NSTRINGS);
    for (unsigned i = 0; i < NSTRINGS; i++) {
        jt_cbor_write_text(w, strings[i].bytes, strings[i].nbytes);
    }
    jt_cbor_close_array(w);
    return w->nbytes;
}

static size_t text_minimal(void) {
    minimal_writer *const w = &minimal;
    w->nbytes = 0;
    minimal_head(w, JT_CBOR_ARRAY, NSTRINGS);
    for (unsigned i = 0; i < NSTRINGS; i++) {
        minimal_text(w, strings[i].bytes, strings[i].nbytes);
    }
    return w->nbytes;
}

/* Text by hand: space is looked for once, and four strings are written in a turn. */
#define PUT(string)                                            \
    do {                                                       \
        *p++ = (uint8_t)(JT_CBOR_TEXT << 5 | (string).nbytes); \
        jt_copy_short(p, (string).bytes, (string).nbytes);     \
        p += (string).nbytes;                                  \
    } while (0)

static size_t text_by_hand(void) {
    uint8_t *p = minimal.bytes;
    *p++ = JT_CBOR_ARRAY << 5 | JT_CBOR_1_BYTE;
    *p++ = NSTRINGS;
    for (unsigned i = 0; i < NSTRINGS; i += 4) {
        PUT(strings[i]);
        PUT(strings[i + 1]);
        PUT(strings[i + 2]);
        PUT(strings[i + 3]);
    }
    minimal.nbytes = (size_t)(p - minimal.bytes);
    return minimal.nbytes;
}

static size_t pairs_ours(void) {
    jt_cbor_writer *const w = &lax;
    jt_cbor_writer_reset(w);
    jt_cbor_open_map(w, NSTRINGS / 2);
    for (unsigned i = 0; i < NSTRINGS / 2; i++) {
        jt_cbor_write_text(w, names[i].bytes, names[i].nbytes);
        jt_cbor_write_text(w, strings[i].bytes, strings[i].nbytes);
    }
    jt_cbor_close_map(w);
    return w->nbytes;
}

static size_t pairs_minimal(void) {
    minimal_writer *const w = &minimal;
    w->nbytes = 0;
    minimal_head(w, JT_CBOR_MAP, NSTRINGS / 2);
    for (unsigned i = 0; i < NSTRINGS / 2; i++) {
        minimal_text(w, names[i].bytes, names[i].nbytes);
        minimal_text(w, strings[i].bytes, strings[i].nbytes);
    }
    return w->nbytes;
}

JT_INLINE size_t map1(jt_cbor_writer *w, uint64_t length) {
    jt_cbor_writer_reset(w);
    jt_cbor_open_array(w, NSTRINGS);
    for (unsigned i = 0; i < NSTRINGS; i++) {
        jt_cbor_open_map(w, length);
        jt_cbor_write_text(w, LITERAL("S"));
        jt_cbor_write_text(w, strings[i].bytes, strings[i].nbytes);
        jt_cbor_close_map(w);
    }
    jt_cbor_close_array(w);
    return w->nbytes;
}

static size_t map1_indefinite_ours(void) { return map1(&converting, JT_CBOR_INDEFINITE); }
static size_t map1_definite_ours(void) { return map1(&lax, 1); }

static size_t map1_definite_minimal(void) {
    minimal_writer *const w = &minimal;
    w->nbytes = 0;
    minimal_head(w, JT_CBOR_ARRAY, NSTRINGS);
    for (unsigned i = 0; i < NSTRINGS; i++) {
        minimal_head(w, JT_CBOR_MAP, 1);
        minimal_text(w, LITERAL("S"));
        minimal_text(w, strings[i].bytes, strings[i].nbytes);
    }
    return w->nbytes;
}

/* {"TableName": "my-table", "Item": {20 entries, "nested": {"M": {4 entries}}}}: 28 maps and 77
 * strings. An entry is k: {"S": v} or k: {"N": v}. */
enum { NENTRIES = 20, NNESTED = 4 };

#define DOCUMENT(w, entry_keys, text, open, close)                                          \
    do {                                                                                    \
        open(w);                                                                            \
        text(w, LITERAL("TableName"));                                                      \
        text(w, LITERAL("my-table"));                                                       \
        text(w, LITERAL("Item"));                                                           \
        open(w);                                                                            \
        for (unsigned i = 0; i < NENTRIES; i++) ENTRY(w, entry_keys, i, text, open, close); \
        text(w, LITERAL("nested"));                                                         \
        open(w);                                                                            \
        text(w, LITERAL("M"));                                                              \
        open(w);                                                                            \
        for (unsigned i = 0; i < NNESTED; i++) ENTRY(w, entry_keys, i, text, open, close);  \
        close(w);                                                                           \
        close(w);                                                                           \
        close(w);                                                                           \
        close(w);                                                                           \
    } while (0)

#define ENTRY(w, entry_keys, i, text, open, close)    \
    do {                                              \
        const string key = (entry_keys)[i];           \
        text(w, key.bytes, key.nbytes);               \
        open(w);                                      \
        if ((i) % 2) {                                \
            text(w, LITERAL("N"));                    \
        } else {                                      \
            text(w, LITERAL("S"));                    \
        }                                             \
        text(w, strings[i].bytes, strings[i].nbytes); \
        close(w);                                     \
    } while (0)

static string keys[NENTRIES]; /* the first five come twice */
static string different_keys[NENTRIES];

JT_INLINE void open_ours(jt_cbor_writer *w) { jt_cbor_open_map(w, JT_CBOR_INDEFINITE); }

static size_t doc_ours(void) {
    jt_cbor_writer *const w = &converting;
    jt_cbor_writer_reset(w);
    DOCUMENT(w, keys, jt_cbor_write_text, open_ours, jt_cbor_close_map);
    memcpy(target, w->bytes, w->nbytes);
    return w->nbytes;
}

static size_t doc_strict_ours(void) {
    jt_cbor_writer *const w = &strict;
    jt_cbor_writer_reset(w);
    DOCUMENT(w, different_keys, jt_cbor_write_text, open_ours, jt_cbor_close_map);
    memcpy(target, w->bytes, w->nbytes);
    return w->nbytes;
}

static size_t doc_minimal(void) {
    minimal_writer *const w = &minimal;
    w->nbytes = 0;
    w->nitems = 0;
    w->map = w->maps;
    DOCUMENT(w, keys, minimal_counted_text, minimal_open_converted, minimal_close_converted);
    memcpy(target, w->bytes, w->nbytes);
    return w->nbytes;
}

/* Subjects, by their number in bench/cbor.js. */
static size_t (*const subjects[])(void) = {
    text_ours,     text_minimal,       text_by_hand,         pairs_ours,
    pairs_minimal, map1_definite_ours, map1_indefinite_ours, map1_definite_minimal,
    doc_ours,      doc_minimal,        doc_strict_ours,
};

/* Fills the strings. */
static void prepare(void) {
    static uint8_t text[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static uint8_t name_text[NSTRINGS / 2][3];
    for (unsigned i = 0; i < NSTRINGS; i++) strings[i] = (string){text + i % 26, 1 + i * 7 % 9};
    for (unsigned i = 0; i < NSTRINGS / 2; i++) {
        name_text[i][0] = 'k';
        name_text[i][1] = (uint8_t)('0' + i / 10);
        name_text[i][2] = (uint8_t)('0' + i % 10);
        names[i] = (string){name_text[i], 3};
    }
    for (unsigned i = 0; i < NENTRIES; i++) {
        keys[i] = names[i % (NENTRIES - 5)];
        different_keys[i] = names[i];
    }
    const jt_cbor_block none[JT_CBOR_NBLOCKS] = {{NULL, 0}};
    jt_cbor_writer_init(&lax, JT_CBOR_LAX, 0, 64, 1, grow, none);
    jt_cbor_writer_init(&converting, JT_CBOR_LAX, JT_CBOR_CONVERT, 64, 1, grow, none);
    jt_cbor_writer_init(&strict, JT_CBOR_STRICT, JT_CBOR_CONVERT, 64, 1, grow, none);
    minimal_grow(&minimal, TARGET_NBYTES);
}

/* Runs a subject so many times. Returns the bytes of what it writes. */
__attribute__((visibility("default"))) size_t run(unsigned subject, unsigned times);

size_t run(unsigned subject, unsigned times) {
    if (!minimal.bytes) prepare();
    size_t nbytes = 0;
    while (times--) nbytes = subjects[subject]();
    return nbytes;
}

/* How often memory was asked for. */
__attribute__((visibility("default"))) uint32_t allocations(void);

uint32_t allocations(void) { return nallocations; }

#ifndef __wasm__

#include <stdio.h>
#include <time.h>

enum { TIMES = 4000, NSUBJECTS = sizeof subjects / sizeof subjects[0] };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double times_of[NSUBJECTS][ROUNDS];

static void print_ratio(const char *name, unsigned subject, unsigned baseline, double most) {
    double ratios[ROUNDS];
    for (unsigned i = 0; i < ROUNDS; i++) ratios[i] = times_of[subject][i] / times_of[baseline][i];
    qsort(ratios, ROUNDS, sizeof ratios[0], compare);
    printf("%-28s %.2f (at most %.2f)\n", name, ratios[ROUNDS / 2], most);
}

int main(void) {
    for (unsigned subject = 0; subject < NSUBJECTS; subject++) {
        printf("%u: %zu bytes\n", subject, run(subject, TIMES));
    }
    const uint32_t before = allocations();
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned subject = 0; subject < NSUBJECTS; subject++) {
            const double begin = now();
            run(subject, TIMES);
            times_of[subject][round] = now() - begin;
        }
    }
    print_ratio("minimal of by hand", 1, 2, 1 / 0.8);
    print_ratio("Text", 0, 1, 1.00);
    print_ratio("Pairs", 3, 4, 1.00);
    print_ratio("Map1Def", 5, 7, 1.10);
    print_ratio("Map1Indef of Map1Def", 6, 7, 1.25);
    print_ratio("Doc", 8, 9, 1.03);
    print_ratio("DocStrict of Doc", 10, 9, 1.35);
    printf("%u allocations\n", allocations() - before);
    for (unsigned s = 0; s < NSUBJECTS; s++) {
        printf("%.1f ", times_of[s][ROUNDS / 2] / TIMES);
    }
    puts("ns");
    return 0;
}

#endif
