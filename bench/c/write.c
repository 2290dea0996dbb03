/* The C writer driven from C: every value of a document that has been parsed, written again token
 * by token, numbers as doubles. Strings and keys must be without escapes. */
#include <stdlib.h>

#include "json_write.h"
#include "jsontape.h"
#include "subject.h"

enum { MAX_DEPTH = 1024, TAPE_NWORDS_MIN = 4096, DOUBLE_GROWTH = 8 };

static const uint8_t *source;
static uint32_t *tape;
static uint8_t frames[MAX_DEPTH];
static jt_buffer text;

bool subject_open(const uint8_t *document, size_t document_nbytes, char **arguments) {
    (void)arguments;
    static jt_parser parser;
    source = document;
    const size_t tape_nwords = TAPE_NWORDS_MIN + 2 * document_nbytes;
    tape = malloc(tape_nwords * sizeof tape[0]);
    text.capacity = DOUBLE_GROWTH * document_nbytes;
    text.bytes = malloc(text.capacity);
    jt_parser_init(&parser, source, document_nbytes, 0, MAX_DEPTH);
    return tape && text.bytes && jt_parse(&parser, tape, tape_nwords) == JT_OK;
}

void subject_reset(void) {}

/* Of an entry that is no container; returns its words. */
static uint32_t write_entry(jt_writer *writer, const uint32_t *entry) {
    const uint32_t payload = entry[0] >> 8;
    double value;
    switch (entry[0] & JT_TAPE_KIND_MASK) {
    case JT_TAPE_NULL: jt_write_null(writer); return 2;
    case JT_TAPE_FALSE: jt_write_boolean(writer, false); return 2;
    case JT_TAPE_TRUE: jt_write_boolean(writer, true); return 2;
    case JT_TAPE_INT: jt_write_int64(writer, (int32_t)entry[0] >> 8); return 2;
    case JT_TAPE_STRING: jt_write_string(writer, source + entry[1], payload); return 2;
    case JT_TAPE_KEY: {
        const uint32_t key = tape[JT_TAPE_H_KEYS] + payload * JT_TAPE_KEY_NWORDS;
        jt_write_key(writer, source + entry[1], tape[key + 1]);
        return 2;
    }
    case JT_TAPE_KEY_PLAIN: jt_write_key(writer, source + entry[1], payload); return 2;
    case JT_TAPE_DOUBLE:
        memcpy(&value, entry + 2, sizeof value);
        jt_write_double(writer, value);
        return 4;
    default: abort();
    }
}

bool subject_run(void) {
    jt_writer writer;
    jt_writer_init(&writer, text, frames, MAX_DEPTH, NULL, 0, 0);
    uint32_t ends[MAX_DEPTH];
    uint32_t at = tape[JT_TAPE_H_ROOT];
    do {
        const uint32_t kind = tape[at] & JT_TAPE_KIND_MASK;
        if (kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT) {
            ends[writer.depth] = tape[at + 2];
            if (kind == JT_TAPE_ARRAY) {
                jt_write_start_array(&writer);
            } else {
                jt_write_start_object(&writer);
            }
            at += 4;
        } else if (kind == JT_TAPE_COUNT) {
            at += 2;
        } else {
            at += write_entry(&writer, tape + at);
        }
        while (writer.depth && at == ends[writer.depth - 1]) {
            if (frames[writer.depth - 1] == ']') {
                jt_write_end_array(&writer);
            } else {
                jt_write_end_object(&writer);
            }
        }
    } while (writer.depth);
    return jt_writer_finish(&writer) == JT_WRITE_OK;
}
