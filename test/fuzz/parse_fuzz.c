/* libFuzzer target: any bytes, any options. What must hold for every input is checked here; what
 * must not happen (a read or write too far, undefined behaviour) is the sanitizers' part.
 *
 * The first byte of the input is the options, the second the depth limit.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "jsontape.h"

enum { ALL_OPTIONS = 63, STEPS_MAX = 256 };

static void check(bool condition) {
    if (!condition) abort();
}

typedef struct outcome {
    jt_code code;
    size_t error_offset;
    uint32_t *tape;
    size_t tape_nwords;
} outcome;

static jt_parser parser;

/* Parses a copy of just that size into a tape that grows by `step` words. */
static outcome parse(const uint8_t *text, size_t nbytes, uint32_t options, uint32_t max_depth,
                     size_t step) {
    uint8_t *const source = malloc(nbytes ? nbytes : 1);
    check(source != NULL);
    if (nbytes) memcpy(source, text, nbytes);
    outcome result = {JT_TAPE_FULL, 0, NULL, 0};
    jt_parser_init(&parser, source, nbytes, options, max_depth);
    for (size_t nwords = step; result.code == JT_TAPE_FULL; nwords += step) {
        result.tape = realloc(result.tape, nwords * sizeof(uint32_t));
        check(result.tape != NULL);
        result.code = jt_parse(&parser, result.tape, nwords);
    }
    if (result.code == JT_OK) {
        result.tape_nwords = parser.tape_nwords;
    } else {
        result.error_offset = parser.error_offset;
        check(result.error_offset <= nbytes);
        jt_path_step steps[STEPS_MAX];
        const size_t nsteps = jt_parser_path(&parser, result.tape, steps, STEPS_MAX);
        for (size_t i = 0; i < nsteps && i < STEPS_MAX; i++) {
            check(!steps[i].is_key || steps[i].index + steps[i].key_nbytes <= nbytes);
        }
        const jt_position position = jt_position_at(source, nbytes, result.error_offset);
        check(position.line >= 1 && position.column >= 1);
        check(position.byte_in_line <= result.error_offset);
    }
    free(source);
    return result;
}

/* The offset of an error is the first byte that no valid continuation could have: what lies before
 * it is a document, or the beginning of one. */
static void check_beginning(const uint8_t *text, size_t nbytes, uint32_t options,
                            uint32_t max_depth) {
    const outcome beginning = parse(text, nbytes, options, max_depth, 4096);
    check(beginning.code == JT_OK ||
          (beginning.code == JT_UNEXPECTED_END && beginning.error_offset == nbytes));
    free(beginning.tape);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t nbytes);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t nbytes) {
    if (nbytes < 2) return 0;
    const uint32_t options = data[0] & ALL_OPTIONS;
    const uint32_t max_depth = data[1];
    const uint8_t *const text = data + 2;
    nbytes -= 2;
    const outcome whole = parse(text, nbytes, options, max_depth, 1 << 16);
    const outcome grown = parse(text, nbytes, options, max_depth, 18);
    check(whole.code == grown.code && whole.error_offset == grown.error_offset);
    check(whole.tape_nwords == grown.tape_nwords);
    check(whole.code != JT_OK ||
          memcmp(whole.tape, grown.tape, whole.tape_nwords * sizeof(uint32_t)) == 0);
    if (whole.code) check_beginning(text, whole.error_offset, options, max_depth);
    free(whole.tape);
    free(grown.tape);
    return 0;
}
