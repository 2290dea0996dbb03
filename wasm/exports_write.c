/* The boundary of js/format-tape.js, js/output.js and js/encode.js: text is written behind what
 * JavaScript has put into scratch memory, as far as memory reaches.
 */
#include "json_depth.h"
#include "json_escape.h"
#include "json_write.h"
#include "memory.h"
#include "tape_format.h"

/* The buffer ends where memory does and grows with it, in place. */
static bool grow_text(jt_buffer *buffer, size_t nbytes) {
    while (buffer->capacity - buffer->nbytes < nbytes) {
        if (!grow()) return false;
        buffer->capacity = memory_end() - (uintptr_t)buffer->bytes;
    }
    return true;
}

static jt_buffer text_at(uint8_t *start) {
    return (jt_buffer){
        .bytes = start, .capacity = memory_end() - (uintptr_t)start, .grow = grow_text};
}

/* What a text came to. */
typedef struct written {
    uint8_t *bytes;
    size_t nbytes;
} written;

/* format->scratch is where free memory starts; what is written lies behind what is needed of it. */
EXPORT(format) jt_write_code format(jt_format *format, written *written) {
    const uint64_t start =
        (uintptr_t)format->scratch + jt_format_scratch_nwords(format) * (uint64_t)sizeof(uint32_t);
    if (!reach(start)) return JT_WRITE_NO_MEMORY;
    jt_buffer buffer = text_at((uint8_t *)(uintptr_t)start);
    const jt_write_code code = jt_format_value(format, &buffer);
    *written = (struct written){buffer.bytes, buffer.nbytes};
    return code;
}

/* Tokens in bulk: entries of two words, the kind and a length or value. js/output.js has the same
 * list. */
enum token_kind {
    TOKEN_START_OBJECT = 0,
    TOKEN_END_OBJECT = 1,
    TOKEN_START_ARRAY = 2,
    TOKEN_END_ARRAY = 3,
    TOKEN_NULL = 4,
    TOKEN_FALSE = 5,
    TOKEN_TRUE = 6,
    TOKEN_INT = 7,        /* the value */
    TOKEN_DOUBLE = 8,     /* two more words: the value */
    TOKEN_KEY = 9,        /* the next text: code units */
    TOKEN_KEY_AGAIN = 10, /* which of the keys before */
    TOKEN_STRING = 11,    /* the next text: code units */
    TOKEN_ESCAPED = 12,   /* likewise, the inside of a JSON string */
    TOKEN_ESCAPED_KEY = 13,
    TOKEN_TEXT = 14, /* the next text as it is: code units */
    TOKEN_RAW = 15,  /* the next bytes as they are: how many */
    TOKEN_BASE64 = 16
};

enum { TOKEN_NWORDS = 2 };

/* A key that was written. */
typedef struct written_key {
    uint32_t offset; /* in the text */
    uint32_t nbytes;
} written_key;

/* What to write. Of the state, JavaScript keeps what there is no need to know more than. */
typedef struct write_job {
    const uint32_t *tokens;
    size_t ntokens_nwords;
    const uint8_t *texts; /* one behind the other, as UTF-8 */
    uint32_t texts_ascii; /* 1: a code unit is a byte */
    const uint8_t *bytes; /* likewise */
    const uint8_t *indent;
    size_t indent_nbytes;
    uint32_t flags; /* JT_WRITE_ASCII */
    written_key *keys;
    uint8_t *out;
    /* Before and after. */
    uint32_t depth;
    uint32_t after;
} write_job;

/* The end of a text of so many code units. */
static const uint8_t *behind_units(const uint8_t *p, size_t nunits) {
    while (nunits) {
#if JT_SIMD
        if (nunits >= JT_VECTOR_NBYTES && jt_vector_mask(jt_vector_load(p)) == 0) {
            p += JT_VECTOR_NBYTES;
            nunits -= JT_VECTOR_NBYTES;
            continue;
        }
#endif
        const uint8_t lead = *p;
        p += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        nunits -= lead < 0xf0 ? 1 : 2;
    }
    return p;
}

/* The inside of a JSON string as a string. */
static jt_write_code write_escaped(jt_writer *writer, const uint8_t *p, const uint8_t *end,
                                   bool is_key) {
    jt_write_code code = is_key ? jt_write_key(writer, NULL, 0) : jt_write_string(writer, NULL, 0);
    if (code) return code;
    /* Between the quotes of the empty text that stands there now. */
    jt_buffer *const text = &writer->text;
    uint8_t behind[3];
    const size_t nbehind = is_key && writer->indent_nbytes ? 3 : is_key ? 2 : 1;
    text->nbytes -= nbehind;
    memcpy(behind, text->bytes + text->nbytes, nbehind);
    const uint32_t flags = writer->flags & JT_WRITE_ASCII ? JT_ESCAPE_ASCII : 0;
    code = jt_escape_source(text, p, end, end, flags);
    if (!code && !jt_buffer_append(text, behind, behind + nbehind, nbehind)) {
        code = JT_WRITE_NO_MEMORY;
    }
    return code;
}

static jt_write_code write_key(jt_writer *writer, const uint8_t *p, const uint8_t *end,
                               bool escaped, written_key *key) {
    const size_t start = writer->text.nbytes + jt_separator_nbytes(writer);
    const jt_write_code code =
        escaped ? write_escaped(writer, p, end, true) : jt_write_key(writer, p, (size_t)(end - p));
    *key = (written_key){(uint32_t)start, (uint32_t)(writer->text.nbytes - start)};
    return code;
}

static jt_write_code write_tokens(jt_writer *writer, const write_job *job) {
    const uint8_t *text = job->texts;
    const uint8_t *bytes = job->bytes;
    written_key *key = job->keys;
    jt_write_code code = JT_WRITE_OK;
    const uint32_t *const end = job->tokens + job->ntokens_nwords;
    for (const uint32_t *token = job->tokens; token != end && !code; token += TOKEN_NWORDS) {
        const uint32_t value = token[1];
        const uint8_t *const start = text;
        switch ((enum token_kind)token[0]) {
        case TOKEN_START_OBJECT: code = jt_write_start_object(writer); continue;
        case TOKEN_END_OBJECT: code = jt_write_end_object(writer); continue;
        case TOKEN_START_ARRAY: code = jt_write_start_array(writer); continue;
        case TOKEN_END_ARRAY: code = jt_write_end_array(writer); continue;
        case TOKEN_NULL: code = jt_write_null(writer); continue;
        case TOKEN_FALSE: code = jt_write_boolean(writer, false); continue;
        case TOKEN_TRUE: code = jt_write_boolean(writer, true); continue;
        case TOKEN_INT: code = jt_write_int64(writer, (int32_t)value); continue;
        case TOKEN_DOUBLE: {
            double number;
            token += TOKEN_NWORDS;
            memcpy(&number, token, sizeof number);
            code = jt_write_double(writer, number);
            continue;
        }
        case TOKEN_KEY_AGAIN: {
            const written_key *const again = &job->keys[value];
            code = jt_write_prepared_key(writer, writer->text.bytes + again->offset, again->nbytes);
            continue;
        }
        case TOKEN_RAW:
            code = jt_write_raw(writer, bytes, value, false);
            bytes += value;
            continue;
        case TOKEN_BASE64:
            code = jt_write_base64(writer, bytes, value);
            bytes += value;
            continue;
        default: break;
        }
        text = job->texts_ascii ? text + value : behind_units(text, value);
        switch ((enum token_kind)token[0]) {
        case TOKEN_KEY: code = write_key(writer, start, text, false, key++); break;
        case TOKEN_ESCAPED_KEY: code = write_key(writer, start, text, true, key++); break;
        case TOKEN_ESCAPED: code = write_escaped(writer, start, text, false); break;
        case TOKEN_TEXT: code = jt_write_raw(writer, start, (size_t)(text - start), false); break;
        default: code = jt_write_string(writer, start, (size_t)(text - start)); break;
        }
    }
    return code;
}

EXPORT(write) jt_write_code write(write_job *job, written *written) {
    jt_writer writer;
    jt_writer_init(&writer, text_at(job->out), NULL, UINT32_MAX, job->indent, job->indent_nbytes,
                   job->flags | JT_WRITE_SKIP_VALIDATION);
    writer.depth = job->depth;
    writer.after = job->after;
    writer.readable = (const uint8_t *)memory_end();
    const jt_write_code code = write_tokens(&writer, job);
    job->depth = writer.depth;
    job->after = writer.after;
    *written = (struct written){writer.text.bytes, writer.text.nbytes};
    return code;
}

/* Whether a valid JSON text has more than max_depth containers open at once. */
EXPORT(deeper) bool deeper(const uint8_t *text, size_t nbytes, uint32_t max_depth) {
    return jt_json_deeper(text, text + nbytes, max_depth);
}
