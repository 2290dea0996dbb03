/* Damaged tapes: comparing them and reading columns gives some answer, never a read outside of the
 * buffers, which end at pages that must not be touched.
 */
#include "check.h"
#include "columns.h"
#include "equal.h"
#include "jsontape.h"

static const char text[] =
    "[{\"id\":1,\"user\":{\"name\":\"a\\u0062c\\ud83d\\ude00\",\"id\":12345678901}},"
    "{\"\\u0069d\":2.50,\"user\":[null,true,{\"name\":\"\xc3\xa9\"}]},"
    "{\"id\":0.00000000000000000000000001,\"user\":{\"name\":\"x\"},\"id\":-7},[1,2],[0.5,0.25]]";

enum { TEXT_NBYTES = sizeof text - 1, TAPE_NWORDS_MAX = 1024, ROUNDS = 200000 };

typedef struct document {
    uint8_t *source;
    uint32_t *tape;
    uint32_t nwords;
} document;

static document make_document(void) {
    static jt_parser parser;
    static uint32_t tape[TAPE_NWORDS_MAX];
    document made;
    made.source = check_place_last(check_guard(TEXT_NBYTES), text, TEXT_NBYTES);
    jt_parser_init(&parser, made.source, TEXT_NBYTES, 0, 16);
    if (jt_parse(&parser, tape, TAPE_NWORDS_MAX) != JT_OK) exit(EXIT_FAILURE);
    made.nwords = (uint32_t)parser.tape_nwords;
    const size_t nbytes = made.nwords * sizeof tape[0];
    made.tape = (uint32_t *)(void *)check_place_last(check_guard(nbytes), tape, nbytes);
    return made;
}

/* What js/check.js makes sure of: the header. */
static jt_equal_side side_of(const document *d) {
    const uint32_t end = d->tape[JT_TAPE_H_KEYS];
    const jt_tape_view view = {.source = d->source,
                               .source_nbytes = TEXT_NBYTES,
                               .tape = d->tape,
                               .to = end,
                               .keys = d->tape + end,
                               .nkeys = d->tape[JT_TAPE_H_NKEYS]};
    return (jt_equal_side){view, JT_TAPE_HEADER_NWORDS, end, 0};
}

static jt_equality compare(const document *a, const document *b, bool key_order) {
    static uint64_t scratch[512];
    const jt_equal_side side_a = side_of(a);
    const jt_equal_side side_b = side_of(b);
    return jt_equal(&side_a, &side_b, key_order, scratch, sizeof scratch);
}

/* Columns of id and user/name, by the interned keys' numbers in the text. */
static jt_columns_code read_columns(const document *d, const check_guarded *bytes, bool has_source,
                                    uint32_t *nrows) {
    static const uint32_t by_key[2][8] = {{1, 2}, {0, 0, 3}};
    static const uint8_t tokens[] = "iduser";
    static uint64_t values[2][8];
    static uint8_t validity[2];
    jt_place places[] = {{1, 2, by_key[0], NULL, 0, UINT32_MAX, 0},
                         {0, 0, NULL, tokens, 2, UINT32_MAX, 0},
                         {3, 1, by_key[1], tokens + 2, 4, UINT32_MAX, 0},
                         {0, 0, NULL, tokens + 2, 4, 0, 0}};
    jt_column columns[] = {{JT_COLUMN_F64, 1, (uint8_t *)values[0], &validity[0], NULL, 0, 0},
                           {JT_COLUMN_STRING, 3, (uint8_t *)values[1], &validity[1],
                            bytes->behind - TEXT_NBYTES, 0, 0}};
    const jt_equal_side side = side_of(d);
    const uint32_t array = JT_TAPE_HEADER_NWORDS;
    jt_columns job = {.view = side.view,
                      .at = array + 4,
                      .end = side.end,
                      .places = places,
                      .nplaces = 4,
                      .columns = columns,
                      .ncolumns = 2,
                      .nrows_max = 8};
    if (!has_source) job.view.source_nbytes = 0;
    const jt_columns_code code = jt_columns_fill(&job);
    *nrows = job.nrows;
    return code;
}

static void test_damage(check_counts *counts) {
    const document whole = make_document();
    const document damaged = make_document();
    const check_guarded bytes = check_guard(TEXT_NBYTES);
    uint32_t nrows;
    CHECK(counts, compare(&whole, &damaged, true) == JT_EQUAL, NULL, 0, "undamaged");
    CHECK(counts, read_columns(&whole, &bytes, true, &nrows) == JT_COLUMNS_OK && nrows == 5, NULL,
          0, "undamaged: %u rows", nrows);
    check_random random = {1};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        memcpy(damaged.tape, whole.tape, whole.nwords * sizeof whole.tape[0]);
        for (uint32_t n = check_below(&random, 3) + 1; n > 0; n--) {
            uint32_t *const word = damaged.tape + JT_TAPE_HEADER_NWORDS +
                                   check_below(&random, whole.nwords - JT_TAPE_HEADER_NWORDS);
            switch (check_below(&random, 3)) {
            case 0: *word ^= 1u << check_below(&random, 32); break;
            case 1: *word = whole.tape[check_below(&random, whole.nwords)]; break;
            default: *word = (uint32_t)check_next(&random);
            }
        }
        compare(&damaged, &whole, false);
        compare(&whole, &damaged, true);
        compare(&damaged, &damaged, false);
        read_columns(&damaged, &bytes, round % 2, &nrows);
        CHECK(counts, nrows <= 8, NULL, 0, "%u rows", nrows);
    }
}

int main(void) {
    check_counts counts = {0, 0};
    test_damage(&counts);
    return check_result(&counts);
}
