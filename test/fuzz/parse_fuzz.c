/* libFuzzer target of the parser. The first byte of the input holds options, the rest is parsed
 * twice: with all the tape it can need, and with a tape that runs full as often as possible. Both
 * must come to the same, and what is made of an error must stay within its buffers.
 */
#include <stdlib.h>
#include <string.h>

#include "jsontape.h"

enum { MAX_DEPTH = 64, STEP_NWORDS = 2 };

/* The most words that a source can need: four for each byte, twice over. */
static size_t tape_bound_nwords(size_t source_nbytes) {
    return 4 * JT_TAPE_HEADER_NWORDS + 8 * source_nbytes;
}

static void require(int condition) {
    if (!condition) abort();
}

static void check_error(const jt_parser *parser, const uint32_t *tape) {
    require(parser->error_offset <= parser->source_nbytes);
    const jt_position position =
        jt_position_at(parser->source, parser->source_nbytes, parser->error_offset);
    require(position.line >= 1 && position.column >= 1);
    require(position.byte_in_line <= parser->error_offset);

    const size_t nsteps = jt_parser_path(parser, tape, NULL, 0);
    require(nsteps <= MAX_DEPTH);
    jt_path_step *const steps = malloc(nsteps * sizeof steps[0]);
    require(jt_parser_path(parser, tape, steps, nsteps) == nsteps);
    for (size_t i = 0; i < nsteps; i++) {
        if (!steps[i].is_key) continue;
        require(steps[i].index <= parser->source_nbytes);
        require(steps[i].key_nbytes <= parser->source_nbytes - steps[i].index);
    }
    free(steps);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t nbytes) {
    if (nbytes == 0) return 0;
    const uint32_t options = data[0];
    const uint8_t *const source = data + 1;
    const size_t source_nbytes = nbytes - 1;
    static jt_parser whole;
    static jt_parser piecewise;

    const size_t nwords = tape_bound_nwords(source_nbytes);
    uint32_t *const tape = malloc(nwords * sizeof tape[0]);
    jt_parser_init(&whole, source, source_nbytes, options, MAX_DEPTH);
    const jt_code code = jt_parse(&whole, tape, nwords);
    require(code != JT_TAPE_FULL);

    size_t step_nwords = 0;
    uint32_t *steps_tape = NULL;
    jt_code step_code = JT_TAPE_FULL;
    jt_parser_init(&piecewise, source, source_nbytes, options, MAX_DEPTH);
    while (step_code == JT_TAPE_FULL) {
        step_nwords += STEP_NWORDS;
        steps_tape = realloc(steps_tape, step_nwords * sizeof steps_tape[0]);
        step_code = jt_parse(&piecewise, steps_tape, step_nwords);
    }

    require(step_code == code);
    if (code == JT_OK) {
        require(whole.tape_nwords == piecewise.tape_nwords);
        require(memcmp(tape, steps_tape, whole.tape_nwords * sizeof tape[0]) == 0);
    } else {
        require(whole.error_offset == piecewise.error_offset);
        check_error(&whole, tape);
        check_error(&piecewise, steps_tape);
    }
    free(steps_tape);
    free(tape);
    return 0;
}
