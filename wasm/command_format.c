/* jsontape format, minify, canonical and lines: documents written again.
 *
 * The text streams from a window of fixed size to the output. What is needed of memory besides lies
 * behind the tape.
 */
#include <string.h>

#include "command_tape.h"
#include "tape_format.h"

enum { WINDOW_NBYTES = 1 << 16 };

static bool flush(jt_buffer *buffer, size_t nbytes) {
    output_write(buffer->bytes, buffer->nbytes);
    buffer->nbytes = 0;
    return nbytes <= buffer->capacity;
}

/* Prints why a document cannot be written; the exit code. */
static int report(const document *document, jt_write_code code, size_t offset) {
    const size_t from = (size_t)(document->text - document->source);
    switch (code) {
    case JT_WRITE_NON_FINITE:
        message_at(document->name, "a number beyond all doubles", "non_finite", document->source,
                   document->source_nbytes, from + offset);
        return COMMAND_INVALID;
    case JT_WRITE_DUPLICATE_KEY: return document_report(document, JT_DUPLICATE_KEY, from + offset);
    case JT_WRITE_LONE_SURROGATE:
        return document_report(document, JT_LONE_SURROGATE, from + offset);
    default: message("%s: not enough memory", document->name); return COMMAND_FAILED;
    }
}

/* Writes the value at a tape index, and what follows it. */
static int write_value(const document *document, const settings *settings, uint32_t at,
                       uint32_t indent, uint32_t flags, const char *behind) {
    static const uint8_t spaces[] = "          ";
    static uint8_t window[WINDOW_NBYTES];
    const uint32_t *const tape = document->tape;
    const uint32_t limit = tape[JT_TAPE_H_KEYS];
    jt_format format = {.view = {.source = document->text,
                                 .source_nbytes = document->text_nbytes,
                                 .tape = tape,
                                 .to = limit,
                                 .keys = tape + limit,
                                 .nkeys = tape[JT_TAPE_H_NKEYS]},
                        .at = at,
                        .flags = flags,
                        .max_depth = tape[JT_TAPE_H_MAX_DEPTH],
                        .indent = spaces,
                        .indent_nbytes = indent};
    if (settings->ascii && !(flags & JT_FORMAT_CANONICAL)) format.flags |= JT_FORMAT_ASCII;
    uint8_t *const start = block_start();
    const size_t used = (size_t)((const uint8_t *)(tape + tape[JT_TAPE_H_TAPE_NWORDS]) - start);
    jt_write_code code = JT_WRITE_NO_MEMORY;
    if (block_reserve(used + jt_format_scratch_nwords(&format) * sizeof(uint32_t))) {
        format.scratch = (uint32_t *)(void *)(start + used);
        jt_buffer buffer = {.bytes = window, .capacity = sizeof window, .grow = flush};
        code = jt_format_value(&format, &buffer);
        flush(&buffer, 0);
    }
    if (code) return report(document, code, format.error_offset);
    output_write(behind, strlen(behind));
    return COMMAND_OK;
}

static int write_document(const document *document, const settings *settings, uint32_t indent,
                          uint32_t flags, const char *behind) {
    return write_value(document, settings, document->tape[JT_TAPE_H_ROOT], indent, flags, behind);
}

int format_run(const document *document, const settings *settings) {
    return write_document(document, settings, settings->indent, 0, "\n");
}

int minify_run(const document *document, const settings *settings) {
    return write_document(document, settings, 0, 0, "\n");
}

/* The bytes that are hashed and signed: nothing follows them, unless it is another document. */
int canonical_run(const document *document, const settings *settings) {
    return write_document(document, settings, 0, JT_FORMAT_CANONICAL,
                          settings->several ? "\n" : "");
}

static int write_elements(const document *document, const settings *settings) {
    const uint32_t *const tape = document->tape;
    const uint32_t root = tape[JT_TAPE_H_ROOT];
    if (entry_kind(tape, root) != JT_TAPE_ARRAY) return minify_run(document, settings);
    int result = COMMAND_OK;
    uint32_t at = root + entry_nwords(tape, root);
    for (uint32_t n = container_size(tape, root); n > 0 && result == COMMAND_OK; n--) {
        result = write_value(document, settings, at, 0, 0, "\n");
        at = entry_after(tape, at);
    }
    return result;
}

static bool is_blank(const uint8_t *line, size_t nbytes) {
    while (nbytes && memchr(" \t\r", line[nbytes - 1], 3)) nbytes--;
    return nbytes == 0;
}

static int write_lines(document *document, const settings *settings) {
    const uint8_t *const end = document->source + document->source_nbytes;
    for (const uint8_t *line = document->source; line != end && !output_failed();) {
        const uint8_t *const feed = memchr(line, '\n', (size_t)(end - line));
        const size_t nbytes = (size_t)((feed ? feed : end) - line);
        if (!is_blank(line, nbytes)) {
            size_t error_offset;
            const jt_code code = document_parse(
                document, settings, (size_t)(line - document->source), nbytes, &error_offset);
            if (code) return document_report(document, code, error_offset);
            const int result = minify_run(document, settings);
            if (result) return result;
        }
        line = feed ? feed + 1 : end;
    }
    return COMMAND_OK;
}

int lines_run(const char *path, const settings *settings) {
    document document = {.name = input_name(path)};
    if (!input_read(path, settings, &document.source, &document.source_nbytes)) {
        return COMMAND_FAILED;
    }
    size_t error_offset;
    const jt_code code =
        document_parse(&document, settings, 0, document.source_nbytes, &error_offset);
    if (code == JT_OK) return write_elements(&document, settings);
    if (code == JT_TRAILING_CONTENT) return write_lines(&document, settings);
    return document_report(&document, code, error_offset);
}
