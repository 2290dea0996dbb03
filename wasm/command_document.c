/* From a path to a parsed document: reading, parsing with a tape that grows behind the source, and
 * the report of a syntax error. */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "command.h"

/* The tape is handed out in small steps, since engines put optimized code in the place of a
 * function only when it is called anew. */
enum { TAPE_STEP_NBYTES = 1 << 19 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

jt_code document_parse(document *document, const settings *settings, size_t from, size_t nbytes,
                       size_t *error_offset) {
    static jt_parser parser; /* too large for the stack of a WASI command */

    document->text = document->source + from;
    document->text_nbytes = nbytes;
    const double begin = now();
    const size_t tape_at = (document->source_nbytes / 16 + 1) * 16;
    uint32_t *const tape = (uint32_t *)(void *)(block_start() + tape_at);
    size_t tape_nbytes = 0;
    jt_code code = JT_TAPE_FULL;
    jt_parser_init(&parser, document->text, nbytes, settings->parse_options, settings->max_depth);
    while (code == JT_TAPE_FULL && block_reserve(tape_at + tape_nbytes + TAPE_STEP_NBYTES)) {
        tape_nbytes += TAPE_STEP_NBYTES;
        code = jt_parse(&parser, tape, tape_nbytes / sizeof(uint32_t));
    }
    document->tape = tape;
    document->seconds = now() - begin;
    *error_offset = from + parser.error_offset;
    return code;
}

int document_report(const document *document, jt_code code, size_t error_offset) {
    if (code == JT_TAPE_FULL || code == JT_NO_MEMORY) {
        message("%s: not enough memory to parse %zu bytes", document->name,
                document->source_nbytes);
        return COMMAND_FAILED;
    }
    message_syntax_error(document->name, code, document->source, document->source_nbytes,
                         error_offset);
    return COMMAND_INVALID;
}

int document_load(const char *path, const settings *settings, document *document) {
    *document = (struct document){.name = input_name(path)};
    if (!input_read(path, settings, &document->source, &document->source_nbytes)) {
        return COMMAND_FAILED;
    }
    size_t error_offset;
    const jt_code code =
        document_parse(document, settings, 0, document->source_nbytes, &error_offset);
    return code == JT_OK ? COMMAND_OK : document_report(document, code, error_offset);
}
