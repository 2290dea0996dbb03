/* The C parser as this machine runs it, into a tape that is long enough. */
#include <stdlib.h>

#include "jsontape.h"
#include "subject.h"

enum { MAX_DEPTH = 1024, TAPE_NWORDS_MIN = 4096 };

static jt_parser parser;
static const uint8_t *source;
static size_t source_nbytes;
static uint32_t *tape;
static size_t tape_nwords;

bool subject_open(const uint8_t *document, size_t document_nbytes, char **arguments) {
    (void)arguments;
    source = document;
    source_nbytes = document_nbytes;
    tape_nwords = TAPE_NWORDS_MIN + 2 * source_nbytes; /* at most four for two bytes ("0,") */
    tape = malloc(tape_nwords * sizeof tape[0]);
    return tape;
}

void subject_reset(void) {}

bool subject_run(void) {
    jt_parser_init(&parser, source, source_nbytes, 0, MAX_DEPTH);
    return jt_parse(&parser, tape, tape_nwords) == JT_OK;
}
