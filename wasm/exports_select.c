/* The boundary of js/select.js: documents that are values of a larger one.
 *
 * A reader goes through the stream. Where a value begins that was asked for, the tape parser takes
 * over; where the piece ends before the value does, the reader goes on to its end, and JavaScript
 * puts the value together and has it parsed by split_lines.
 */
#include "document_block.h"
#include "memory.h"

/* A token of the pattern that values are selected by. */
typedef struct pattern_step {
    uint32_t is_any;
    uint32_t index; /* of an element; UINT32_MAX: of none */
    const uint8_t *key;
    uint32_t key_nbytes;
} pattern_step;

/* Rests in JavaScript between two pieces. */
typedef struct selector {
    jt_reader reader;
    uint32_t matched; /* open containers that lead to values, from the outermost on */
    uint32_t name_matches;
    uint32_t is_cut;    /* a value that was asked for began in an earlier piece */
    size_t last_nbytes; /* of the last document: the next one will be about as long */
} selector;

/* What does not change. */
typedef struct selection {
    const pattern_step *steps;
    uint32_t nsteps;
    uint32_t options;
    uint32_t max_depth;
    uint32_t document_nbytes_max;
    uint32_t wants_array; /* the root must be one */
    uint8_t *carry;       /* what was carried of a name, and room for the longest one asked for */
    uint32_t carry_capacity;
} selection;

enum { WINDOW_NBYTES = 4096 };

EXPORT(selector_init)
size_t selector_init(selector *s, uint32_t options, uint32_t max_depth) {
    *s = (selector){0};
    jt_reader_init(&s->reader, options | JT_CARRY_SHORT, max_depth, NULL);
    return sizeof *s;
}

/* Whether the value that begins, or that a scalar token is, is the next one on the way. */
static bool is_on_the_way(const selector *s, const selection *of, uint32_t depth, bool is_read) {
    if (depth != s->matched) return false;
    if (depth == 0) return true;
    if (depth > of->nsteps) return false;
    const pattern_step *const step = &of->steps[depth - 1];
    const jt_reader_frame *const frame = &s->reader.frames[depth - 1];
    if (!frame->is_array) return s->name_matches;
    return step->is_any || frame->start - is_read == step->index;
}

static bool name_matches(const selector *s, const selection *of) {
    const uint32_t depth = s->reader.depth;
    if (depth != s->matched || depth > of->nsteps) return false;
    const pattern_step *const step = &of->steps[depth - 1];
    return step->is_any || jt_reader_text_equals(&s->reader, step->key, step->key_nbytes);
}

/* The place of a token's first byte, no line before the one behind it. */
static jt_place token_place(jt_reader *reader) {
    if (reader->spans) return reader->partial_place;
    jt_place place = jt_reader_place(reader);
    place.offset -= reader->nbytes;
    place.column -= jt_count_utf16(reader->bytes, reader->bytes + reader->nbytes);
    return place;
}

/* The container whose start was read, by the parser. JT_MORE_INPUT: it goes on beyond the piece, or
 * the reader will find what is wrong with it. */
static jt_code parse_container(selector *s, const selection *of, block_writer *writer,
                               block_source *source) {
    jt_reader *const reader = &s->reader;
    const size_t most = (size_t)(reader->end - source->text);
    const size_t window = 4 * s->last_nbytes + WINDOW_NBYTES;
    const uint32_t max_depth = of->max_depth - reader->depth;
    source->nbytes = window < most ? window : most;
    size_t end_nbytes;
    jt_code code = block_parse(writer, source, JT_PREFIX, max_depth, &end_nbytes);
    if (code == JT_UNEXPECTED_END && source->nbytes < most) {
        source->nbytes = most;
        code = block_parse(writer, source, JT_PREFIX, max_depth, &end_nbytes);
    }
    switch (code) {
    case JT_OK:
        s->last_nbytes = end_nbytes;
        jt_reader_leap(reader, source->text + end_nbytes);
        return JT_OK;
    case JT_NO_MEMORY: return code;
    case JT_DUPLICATE_KEY:
    case JT_LONE_SURROGATE:
    case JT_DOCUMENT_TOO_LARGE:
        return block_error(writer, source, code, end_nbytes) ? code : JT_NO_MEMORY;
    default: return JT_MORE_INPUT;
    }
}

/* A value that was asked for begins at the current token, or is that token. */
static jt_code take_value(selector *s, const selection *of, block_writer *writer) {
    jt_reader *const reader = &s->reader;
    block_source source = {.start = token_place(reader),
                           .frames = reader->frames,
                           .nframes = reader->depth,
                           .text = reader->bytes,
                           .nbytes = reader->nbytes};
    const bool is_container =
        reader->token == JT_TOKEN_START_ARRAY || reader->token == JT_TOKEN_START_OBJECT;
    if (is_container) {
        const jt_code code = parse_container(s, of, writer, &source);
        if (code != JT_MORE_INPUT) return code;
        s->is_cut = true;
        return block_note(writer, &source, BLOCK_STARTS) ? JT_OK : JT_NO_MEMORY;
    }
    /* The element's number has moved on with the reader. */
    jt_reader_frame *const innermost = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
    if (innermost) innermost->start -= innermost->is_array;
    size_t end_nbytes;
    jt_code code = block_parse(writer, &source, 0, 1, &end_nbytes);
    if (code != JT_OK && code != JT_NO_MEMORY) {
        if (!block_error(writer, &source, code, end_nbytes)) code = JT_NO_MEMORY;
    }
    if (innermost) innermost->start += innermost->is_array;
    return code;
}

/* The end of a value that began in an earlier piece. */
static jt_code end_cut_value(selector *s, block_writer *writer, const uint8_t *text) {
    s->is_cut = false;
    const block_source source = {.nbytes = (size_t)(s->reader.p - text)};
    return block_note(writer, &source, BLOCK_ENDS) ? JT_OK : JT_NO_MEMORY;
}

/* What the current token means. */
static jt_code take_token(selector *s, const selection *of, block_writer *writer,
                          const uint8_t *text) {
    const jt_reader *const reader = &s->reader;
    const uint32_t depth = reader->depth;
    const jt_token token = reader->token;
    const bool starts = token == JT_TOKEN_START_ARRAY || token == JT_TOKEN_START_OBJECT;
    if (s->is_cut) {
        return starts || depth != of->nsteps ? JT_OK : end_cut_value(s, writer, text);
    }
    if (token == JT_TOKEN_END_ARRAY || token == JT_TOKEN_END_OBJECT) {
        if (s->matched > depth) s->matched = depth;
        return JT_OK;
    }
    if (token == JT_TOKEN_PROPERTY_NAME) {
        s->name_matches = name_matches(s, of);
        return JT_OK;
    }
    if (depth == 0 && of->wants_array && token != JT_TOKEN_START_ARRAY) return JT_UNEXPECTED_BYTE;
    if (!is_on_the_way(s, of, depth, !starts)) return JT_OK;
    if (depth == of->nsteps) return take_value(s, of, writer);
    if (starts) s->matched = depth + 1;
    return JT_OK;
}

/* At the end of a piece: whether the token that it cuts is a value that was asked for. */
static jt_code note_cut_scalar(selector *s, const selection *of, block_writer *writer) {
    const jt_reader *const reader = &s->reader;
    const jt_token token = reader->partial;
    if (s->is_cut || token == JT_TOKEN_NONE || token == JT_TOKEN_PROPERTY_NAME ||
        token == JT_TOKEN_COMMENT || reader->open != of->nsteps ||
        !is_on_the_way(s, of, reader->open, false)) {
        return JT_OK;
    }
    s->is_cut = true;
    const block_source source = {
        .start = reader->partial_place, .frames = reader->frames, .nframes = reader->open};
    return block_note(writer, &source, BLOCK_STARTS) ? JT_OK : JT_NO_MEMORY;
}

/* Writes a block for each value that was asked for behind the result; its output is their bytes.
 * JT_NO_MEMORY, or JT_OK and the result's code says what comes next. */
EXPORT(select_values)
jt_code select_values(selector *s, const selection *of, jt_reader_frame *frames,
                      const uint8_t *text, size_t nbytes, bool is_final, piece_result *result) {
    jt_reader *const reader = &s->reader;
    uint8_t *const blocks = (uint8_t *)(result + 1);
    block_writer writer = {blocks, of->options, of->document_nbytes_max};
    piece_begin(reader, frames, of->carry, of->carry_capacity, text, nbytes, is_final);
    *result = (piece_result){0};
    jt_code code;
    jt_code taken = JT_OK;
    while (taken == JT_OK && (code = jt_reader_read(reader)) == JT_OK) {
        if (reader->spans) {
            result->spans = true;
            result->spanned_nbytes = (uint32_t)(reader->p - text);
        }
        taken = take_token(s, of, &writer, text);
    }
    if (taken == JT_OK && code == JT_MORE_INPUT) taken = note_cut_scalar(s, of, &writer);
    if (taken == JT_NO_MEMORY) return taken;
    const jt_place refused = taken ? token_place(reader) : result->end;
    piece_end(reader, text, nbytes, taken ? taken : code, result);
    if (taken) result->end = refused;
    result->output = (uint32_t)(writer.next - blocks);
    return JT_OK;
}
