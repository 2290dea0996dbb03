/* Writing JSON text token by token, forward only, checked as it goes.
 *
 * Each function appends one token with the separators, line breaks and indentation before it, or
 * says why it cannot; then text and writer are as they were. Text given is UTF-8 that may hold
 * surrogates in three bytes (WTF-8), which become \udxxx escapes.
 */
#ifndef JT_JSON_WRITE_H
#define JT_JSON_WRITE_H

#include "buffer.h"
#include "double_print.h"
#include "write_code.h"

enum {
    JT_WRITE_ASCII = 1,          /* escape all that is not ASCII */
    JT_WRITE_SKIP_VALIDATION = 2 /* the caller knows that its tokens make a JSON text */
};

/* Longest indentation of one level: ten characters, as JSON.stringify allows. */
enum { JT_INDENT_MAX = 30 };

/* What stands before the next token. */
typedef enum jt_write_after {
    JT_AFTER_START = 0, /* of the text or of the innermost container */
    JT_AFTER_KEY = 1,
    JT_AFTER_VALUE = 2
} jt_write_after;

/* A text in progress. Callers read `text`, `depth` and, from `text`, what was written so far; they
 * may set text.nbytes to 0 once they have taken that away. */
typedef struct jt_writer {
    jt_buffer text;
    uint32_t depth; /* containers open */

    /* Private. */
    uint32_t flags;
    uint32_t max_depth;
    uint32_t after;
    uint32_t indent_nbytes;
    uint8_t indent[JT_INDENT_MAX];
    uint8_t *frames;         /* for each open container its closing bracket */
    const uint8_t *readable; /* NULL, or: behind every text given memory up to here may be read */
} jt_writer;

/* Prepares a text that goes to `text`, whose grow may be NULL. frames has max_depth bytes (without
 * validation it may be NULL). indent: what one level is indented by; with no bytes of it the text
 * has neither line breaks nor spaces. */
void jt_writer_init(jt_writer *writer, jt_buffer text, uint8_t *frames, uint32_t max_depth,
                    const uint8_t *indent, size_t indent_nbytes, uint32_t flags);

jt_write_code jt_write_start_object(jt_writer *writer);
jt_write_code jt_write_end_object(jt_writer *writer);
jt_write_code jt_write_start_array(jt_writer *writer);
jt_write_code jt_write_end_array(jt_writer *writer);

jt_write_code jt_write_key(jt_writer *writer, const void *text, size_t nbytes);

/* A key that is written often: jt_key_prepare makes the text of it once (at most
 * jt_string_bound(nbytes) + 2 bytes), jt_write_prepared_key copies it. */
jt_write_code jt_key_prepare(const jt_writer *writer, const void *text, size_t nbytes,
                             jt_buffer *prepared);
jt_write_code jt_write_prepared_key(jt_writer *writer, const void *prepared, size_t nbytes);

jt_write_code jt_write_string(jt_writer *writer, const void *text, size_t nbytes);
jt_write_code jt_write_double(jt_writer *writer, double value); /* finite */
jt_write_code jt_write_int64(jt_writer *writer, int64_t value);
jt_write_code jt_write_uint64(jt_writer *writer, uint64_t value);
jt_write_code jt_write_boolean(jt_writer *writer, bool value);
jt_write_code jt_write_null(jt_writer *writer);

/* Bytes as a string in base64 (RFC 4648 section 4, padded). */
jt_write_code jt_write_base64(jt_writer *writer, const void *bytes, size_t nbytes);

/* A value that is JSON text already, copied as it is. validate: unless it is exactly one value
 * with at most as many open containers as are left, it is JT_WRITE_INVALID_RAW or JT_WRITE_DEPTH;
 * without, the caller knows that. */
jt_write_code jt_write_raw(jt_writer *writer, const void *text, size_t nbytes, bool validate);

/* JT_WRITE_INCOMPLETE unless there is exactly one value and all that was opened is closed. */
jt_write_code jt_writer_finish(const jt_writer *writer);

/* The most bytes that a value can take, without what stands before it; some value takes them. */
JT_INLINE size_t jt_string_bound(size_t nbytes) { return 6 * nbytes + 2; }
JT_INLINE size_t jt_base64_bound(size_t nbytes) { return (nbytes + 2) / 3 * 4 + 2; }

/* How many bytes of separators and indentation come before the next key or value. */
size_t jt_separator_nbytes(const jt_writer *writer);

#endif
