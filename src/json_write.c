/* The writer: what may come next, what stands between tokens, and the tokens. Every function makes
 * room for all that it writes before it writes, or puts the length back. */
#include "json_write.h"

#include "base64.h"
#include "json_check.h"
#include "json_escape.h"

void jt_writer_init(jt_writer *writer, jt_buffer text, uint8_t *frames, uint32_t max_depth,
                    const uint8_t *indent, size_t indent_nbytes, uint32_t flags) {
    *writer = (jt_writer){.text = text, .max_depth = max_depth, .flags = flags};
    writer->frames = frames;
    writer->indent_nbytes =
        (uint32_t)(indent_nbytes < JT_INDENT_MAX ? indent_nbytes : JT_INDENT_MAX);
    if (indent_nbytes) memcpy(writer->indent, indent, writer->indent_nbytes);
}

static bool is_validated(const jt_writer *writer) {
    return !(writer->flags & JT_WRITE_SKIP_VALIDATION);
}

static bool in_object(const jt_writer *writer) {
    return writer->depth && writer->frames[writer->depth - 1] == '}';
}

/* Memory behind a text that ends at `end` may be read up to here. */
static const uint8_t *readable_behind(const jt_writer *writer, const uint8_t *text_end) {
    return writer->readable ? writer->readable : text_end;
}

/* Of a line break and the indentation of a depth. */
static size_t line_nbytes(const jt_writer *writer, uint32_t depth) {
    return 1 + (size_t)depth * writer->indent_nbytes;
}

static bool starts_line(const jt_writer *writer) {
    return writer->indent_nbytes && writer->depth && writer->after != JT_AFTER_KEY;
}

size_t jt_separator_nbytes(const jt_writer *writer) {
    return (writer->after == JT_AFTER_VALUE) +
           (starts_line(writer) ? line_nbytes(writer, writer->depth) : 0);
}

static uint8_t *write_line(const jt_writer *writer, uint32_t depth, uint8_t *out) {
    *out++ = '\n';
    for (; depth; depth--) {
        for (uint32_t i = 0; i < writer->indent_nbytes; i++) *out++ = writer->indent[i];
    }
    return out;
}

/* Writes what stands before a key or value and makes room for nbytes behind it. Gives where they
 * go, or NULL. */
static uint8_t *begin(jt_writer *writer, size_t nbytes) {
    if (!jt_buffer_reserve(&writer->text, jt_separator_nbytes(writer) + nbytes)) return NULL;
    uint8_t *out = writer->text.bytes + writer->text.nbytes;
    if (writer->after == JT_AFTER_VALUE) *out++ = ',';
    return starts_line(writer) ? write_line(writer, writer->depth, out) : out;
}

static jt_write_code end_at(jt_writer *writer, const uint8_t *out, jt_write_after after) {
    writer->text.nbytes = (size_t)(out - writer->text.bytes);
    writer->after = after;
    return JT_WRITE_OK;
}

static jt_write_code check_value(const jt_writer *writer) {
    if (!is_validated(writer)) return JT_WRITE_OK;
    if (writer->depth == 0 && writer->after == JT_AFTER_VALUE) return JT_WRITE_COMPLETED;
    return in_object(writer) && writer->after != JT_AFTER_KEY ? JT_WRITE_MISSING_KEY : JT_WRITE_OK;
}

static jt_write_code check_key(const jt_writer *writer) {
    if (!is_validated(writer)) return JT_WRITE_OK;
    if (writer->depth == 0 && writer->after == JT_AFTER_VALUE) return JT_WRITE_COMPLETED;
    return in_object(writer) && writer->after != JT_AFTER_KEY ? JT_WRITE_OK
                                                              : JT_WRITE_UNEXPECTED_KEY;
}

static jt_write_code start(jt_writer *writer, uint8_t opening, uint8_t closing) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    if (is_validated(writer) && writer->depth == writer->max_depth) return JT_WRITE_DEPTH;
    uint8_t *out = begin(writer, 1);
    if (!out) return JT_WRITE_NO_MEMORY;
    *out++ = opening;
    if (writer->frames) writer->frames[writer->depth] = closing;
    writer->depth++;
    return end_at(writer, out, JT_AFTER_START);
}

static jt_write_code end(jt_writer *writer, uint8_t closing) {
    if (writer->depth == 0) return JT_WRITE_WRONG_END;
    if (is_validated(writer) &&
        (writer->after == JT_AFTER_KEY || writer->frames[writer->depth - 1] != closing)) {
        return JT_WRITE_WRONG_END;
    }
    const bool new_line = writer->indent_nbytes && writer->after == JT_AFTER_VALUE;
    const size_t separator = new_line ? line_nbytes(writer, writer->depth - 1) : 0;
    if (!jt_buffer_reserve(&writer->text, separator + 1)) return JT_WRITE_NO_MEMORY;
    uint8_t *out = writer->text.bytes + writer->text.nbytes;
    if (new_line) out = write_line(writer, writer->depth - 1, out);
    *out++ = closing;
    writer->depth--;
    return end_at(writer, out, JT_AFTER_VALUE);
}

jt_write_code jt_write_start_object(jt_writer *writer) { return start(writer, '{', '}'); }
jt_write_code jt_write_end_object(jt_writer *writer) { return end(writer, '}'); }
jt_write_code jt_write_start_array(jt_writer *writer) { return start(writer, '[', ']'); }
jt_write_code jt_write_end_array(jt_writer *writer) { return end(writer, ']'); }

/* A value that is text already. Out of line, since gcc 12 takes a literal that jt_copy copies by
 * its length for one that it copies in whole vectors. */
static JT_NOINLINE jt_write_code write_text(jt_writer *writer, const uint8_t *text, size_t nbytes) {
    uint8_t *const out = begin(writer, nbytes);
    if (!out) return JT_WRITE_NO_MEMORY;
    jt_copy(out, writer->text.bytes + writer->text.capacity, text,
            readable_behind(writer, text + nbytes), nbytes);
    return end_at(writer, out + nbytes, JT_AFTER_VALUE);
}

/* What ends a string: a quote and, behind a key, a colon. */
typedef struct string_end {
    uint8_t bytes[4];
    size_t nbytes;
} string_end;

static string_end end_of_key(const jt_writer *writer) {
    return (string_end){{'"', ':', ' '}, writer->indent_nbytes ? 3 : 2};
}

static string_end end_of_string(void) { return (string_end){{'"'}, 1}; }

/* Text behind an opening quote that stands there, and its end. */
static jt_write_code append_text(const jt_writer *writer, jt_buffer *buffer, const uint8_t *text,
                                 size_t nbytes, string_end behind) {
    if (nbytes) {
        const uint8_t *const text_end = text + nbytes;
        const uint32_t flags = writer->flags & JT_WRITE_ASCII ? JT_ESCAPE_ASCII : 0;
        const jt_write_code code =
            jt_escape_text(buffer, text, text_end, readable_behind(writer, text_end), flags);
        if (code) return code;
    }
    if (!jt_buffer_reserve(buffer, behind.nbytes)) return JT_WRITE_NO_MEMORY;
    for (size_t i = 0; i < behind.nbytes; i++) {
        buffer->bytes[buffer->nbytes + i] = behind.bytes[i];
    }
    buffer->nbytes += behind.nbytes;
    return JT_WRITE_OK;
}

/* Writes separators and then a string; after an error everything is as it was. */
static jt_write_code write_string(jt_writer *writer, const void *text, size_t nbytes,
                                  string_end behind, jt_write_after after) {
    const size_t start_nbytes = writer->text.nbytes;
    uint8_t *const out = begin(writer, 1);
    if (!out) return JT_WRITE_NO_MEMORY;
    *out = '"';
    writer->text.nbytes = (size_t)(out + 1 - writer->text.bytes);
    const jt_write_code code = append_text(writer, &writer->text, text, nbytes, behind);
    if (code) {
        writer->text.nbytes = start_nbytes;
    } else {
        writer->after = after;
    }
    return code;
}

jt_write_code jt_write_key(jt_writer *writer, const void *text, size_t nbytes) {
    const jt_write_code code = check_key(writer);
    return code ? code : write_string(writer, text, nbytes, end_of_key(writer), JT_AFTER_KEY);
}

jt_write_code jt_key_prepare(const jt_writer *writer, const void *text, size_t nbytes,
                             jt_buffer *prepared) {
    const size_t start_nbytes = prepared->nbytes;
    if (!jt_buffer_reserve(prepared, 1)) return JT_WRITE_NO_MEMORY;
    prepared->bytes[prepared->nbytes++] = '"';
    const jt_write_code code = append_text(writer, prepared, text, nbytes, end_of_key(writer));
    if (code) prepared->nbytes = start_nbytes;
    return code;
}

jt_write_code jt_write_prepared_key(jt_writer *writer, const void *prepared, size_t nbytes) {
    jt_write_code code = check_key(writer);
    if (!code) code = write_text(writer, prepared, nbytes);
    if (!code) writer->after = JT_AFTER_KEY;
    return code;
}

jt_write_code jt_write_string(jt_writer *writer, const void *text, size_t nbytes) {
    const jt_write_code code = check_value(writer);
    return code ? code : write_string(writer, text, nbytes, end_of_string(), JT_AFTER_VALUE);
}

jt_write_code jt_write_double(jt_writer *writer, double value) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    if (value - value != 0) return JT_WRITE_NON_FINITE;
    uint8_t *const out = begin(writer, JT_DOUBLE_ROOM);
    if (JT_LIKELY(out)) return end_at(writer, out + jt_double_print(value, out), JT_AFTER_VALUE);
    uint8_t text[JT_DOUBLE_ROOM];
    return write_text(writer, text, jt_double_print(value, text));
}

static jt_write_code write_integer(jt_writer *writer, uint64_t magnitude, bool negative) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    uint8_t *const out = begin(writer, JT_DOUBLE_ROOM);
    if (JT_LIKELY(out)) {
        return end_at(writer, out + jt_integer_print(magnitude, negative, out), JT_AFTER_VALUE);
    }
    uint8_t text[JT_DOUBLE_ROOM];
    return write_text(writer, text, jt_integer_print(magnitude, negative, text));
}

jt_write_code jt_write_int64(jt_writer *writer, int64_t value) {
    return write_integer(writer, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

jt_write_code jt_write_uint64(jt_writer *writer, uint64_t value) {
    return write_integer(writer, value, false);
}

/* Inlined, so that the length is known. */
JT_INLINE jt_write_code write_literal(jt_writer *writer, const char *literal, size_t nbytes) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    uint8_t *const out = begin(writer, nbytes);
    if (!out) return JT_WRITE_NO_MEMORY;
    memcpy(out, literal, nbytes);
    return end_at(writer, out + nbytes, JT_AFTER_VALUE);
}

jt_write_code jt_write_boolean(jt_writer *writer, bool value) {
    return value ? write_literal(writer, "true", 4) : write_literal(writer, "false", 5);
}

jt_write_code jt_write_null(jt_writer *writer) { return write_literal(writer, "null", 4); }

jt_write_code jt_write_base64(jt_writer *writer, const void *bytes, size_t nbytes) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    uint8_t *out = begin(writer, jt_base64_bound(nbytes));
    if (!out) return JT_WRITE_NO_MEMORY;
    *out++ = '"';
    out = jt_base64_print(bytes, nbytes, out);
    *out++ = '"';
    return end_at(writer, out, JT_AFTER_VALUE);
}

jt_write_code jt_write_raw(jt_writer *writer, const void *text, size_t nbytes, bool validate) {
    const jt_write_code code = check_value(writer);
    if (code) return code;
    const uint8_t *const p = text;
    if (validate) {
        const uint32_t left = writer->frames ? writer->max_depth - writer->depth : 0;
        uint8_t *const frames = writer->frames ? writer->frames + writer->depth : NULL;
        const jt_code checked = jt_json_check(p, p + nbytes, frames, left);
        if (checked) return checked == JT_DEPTH ? JT_WRITE_DEPTH : JT_WRITE_INVALID_RAW;
    }
    return write_text(writer, p, nbytes);
}

jt_write_code jt_writer_finish(const jt_writer *writer) {
    return writer->depth == 0 && writer->after == JT_AFTER_VALUE ? JT_WRITE_OK
                                                                 : JT_WRITE_INCOMPLETE;
}
