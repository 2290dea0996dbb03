/* The writer against a simple model under random calls and misuse, in buffers that are just large
 * enough; raw values and depth against the parser. */
#include "json_write.h"

#include "check.h"
#include "json_check.h"
#include "json_depth.h"
#include "jsontape.h"

enum { MODEL_DEPTH = 4, MODEL_NBYTES = 1 << 16, NCALLS = 200 };

/* What the writer should hold. */
typedef struct text_model {
    char text[MODEL_NBYTES];
    size_t nbytes;
    char open[MODEL_DEPTH];
    uint32_t depth;
    enum { START, KEY, VALUE } after;
    const char *indent;
} text_model;

static void append(text_model *model, const char *text) {
    const size_t nbytes = strlen(text);
    memcpy(model->text + model->nbytes, text, nbytes + 1);
    model->nbytes += nbytes;
}

static void append_line(text_model *model, uint32_t depth) {
    if (!*model->indent) return;
    append(model, "\n");
    for (; depth; depth--) append(model, model->indent);
}

static void append_separator(text_model *model) {
    if (model->after == VALUE) append(model, ",");
    if (model->after != KEY && model->depth) append_line(model, model->depth);
}

static bool in_object(const text_model *model) {
    return model->depth && model->open[model->depth - 1] == '}';
}

static jt_write_code model_value(text_model *model, const char *text, jt_write_code wrong) {
    if (model->after == VALUE && model->depth == 0) return JT_WRITE_COMPLETED;
    if (in_object(model) && model->after != KEY) return JT_WRITE_MISSING_KEY;
    if (wrong) return wrong;
    append_separator(model);
    append(model, text);
    model->after = VALUE;
    return JT_WRITE_OK;
}

static jt_write_code model_start(text_model *model, const char *opening, char closing) {
    const jt_write_code code =
        model_value(model, opening, model->depth == MODEL_DEPTH ? JT_WRITE_DEPTH : JT_WRITE_OK);
    if (code) return code;
    model->open[model->depth++] = closing;
    model->after = START;
    return JT_WRITE_OK;
}

static jt_write_code model_end(text_model *model, char closing) {
    if (model->depth == 0 || model->open[model->depth - 1] != closing || model->after == KEY) {
        return JT_WRITE_WRONG_END;
    }
    model->depth--;
    if (model->after == VALUE) append_line(model, model->depth);
    append(model, closing == '}' ? "}" : "]");
    model->after = VALUE;
    return JT_WRITE_OK;
}

static jt_write_code model_key(text_model *model, const char *text) {
    if (model->after == VALUE && model->depth == 0) return JT_WRITE_COMPLETED;
    if (!in_object(model) || model->after == KEY) return JT_WRITE_UNEXPECTED_KEY;
    append_separator(model);
    append(model, text);
    append(model, *model->indent ? ": " : ":");
    model->after = KEY;
    return JT_WRITE_OK;
}

static jt_write_code call(jt_writer *writer, uint32_t which) {
    static const uint8_t bytes[] = {0xff, 0xfe, 0, 1};
    uint8_t key_bytes[32];
    switch (which) {
    case 0: return jt_write_start_object(writer);
    case 1: return jt_write_end_object(writer);
    case 2: return jt_write_start_array(writer);
    case 3: return jt_write_end_array(writer);
    case 4: return jt_write_key(writer, "k\n", 2);
    case 5: {
        jt_buffer key = {.bytes = key_bytes, .capacity = sizeof key_bytes};
        jt_key_prepare(writer, "again", 5, &key);
        return jt_write_prepared_key(writer, key.bytes, key.nbytes);
    }
    case 6: return jt_write_string(writer, "\"\xc3\xa9", 3);
    case 7: return jt_write_double(writer, -1.5e300);
    case 8: return jt_write_int64(writer, INT64_MIN);
    case 9: return jt_write_uint64(writer, UINT64_MAX);
    case 10: return jt_write_boolean(writer, true);
    case 11: return jt_write_boolean(writer, false);
    case 12: return jt_write_null(writer);
    case 13: return jt_write_base64(writer, bytes, 4);
    case 14: return jt_write_raw(writer, "[ {} ]", 6, true);
    case 15: return jt_write_raw(writer, "[1,]", 4, true);
    case 16: return jt_write_double(writer, 1e308 * 10);
    default: return jt_write_string(writer, NULL, 0);
    }
}

static jt_write_code model_call(text_model *model, uint32_t which) {
    const uint32_t left = MODEL_DEPTH - model->depth;
    switch (which) {
    case 0: return model_start(model, "{", '}');
    case 1: return model_end(model, '}');
    case 2: return model_start(model, "[", ']');
    case 3: return model_end(model, ']');
    case 4: return model_key(model, "\"k\\n\"");
    case 5: return model_key(model, "\"again\"");
    case 6: return model_value(model, "\"\\\"\xc3\xa9\"", JT_WRITE_OK);
    case 7: return model_value(model, "-1.5e+300", JT_WRITE_OK);
    case 8: return model_value(model, "-9223372036854775808", JT_WRITE_OK);
    case 9: return model_value(model, "18446744073709551615", JT_WRITE_OK);
    case 10: return model_value(model, "true", JT_WRITE_OK);
    case 11: return model_value(model, "false", JT_WRITE_OK);
    case 12: return model_value(model, "null", JT_WRITE_OK);
    case 13: return model_value(model, "\"//4AAQ==\"", JT_WRITE_OK);
    case 14: return model_value(model, "[ {} ]", left < 2 ? JT_WRITE_DEPTH : JT_WRITE_OK);
    case 15: return model_value(model, "", left < 1 ? JT_WRITE_DEPTH : JT_WRITE_INVALID_RAW);
    case 16: return model_value(model, "", JT_WRITE_NON_FINITE);
    default: return model_value(model, "\"\"", JT_WRITE_OK);
    }
}

enum { NKINDS = 18 };

/* Every call into a buffer that first lacks one byte and then none. */
static void check_calls(check_counts *counts, check_random *random, const char *indent) {
    static text_model model;
    static uint8_t text[MODEL_NBYTES];
    uint8_t frames[MODEL_DEPTH];
    model.nbytes = 0;
    model.depth = 0;
    model.after = START;
    model.indent = indent;
    jt_writer writer;
    jt_writer_init(&writer, (jt_buffer){.bytes = text}, frames, MODEL_DEPTH,
                   (const uint8_t *)indent, strlen(indent), 0);
    for (int i = 0; i < NCALLS && (model.depth || model.after == START || i < 3); i++) {
        const uint32_t which = check_below(random, NKINDS);
        const size_t before = model.nbytes;
        const jt_write_code expected = model_call(&model, which);
        if (!expected) {
            writer.text.capacity = model.nbytes - 1;
            const jt_write_code code = call(&writer, which);
            CHECK(counts, code == JT_WRITE_NO_MEMORY && writer.text.nbytes == before, text, before,
                  "call %u into too little gave %d", which, code);
        }
        writer.text.capacity = model.nbytes;
        const jt_write_code code = call(&writer, which);
        CHECK(counts,
              code == expected && writer.text.nbytes == model.nbytes &&
                  writer.depth == model.depth && memcmp(text, model.text, model.nbytes) == 0,
              text, writer.text.nbytes, "call %u gave %d, not %d", which, code, expected);
        const bool complete = model.depth == 0 && model.after == VALUE;
        CHECK(counts, jt_writer_finish(&writer) == (complete ? JT_WRITE_OK : JT_WRITE_INCOMPLETE),
              text, writer.text.nbytes, "finish");
    }
}

/* Texts of few kinds of bytes, most of them no JSON: the parser knows. */
static void check_texts(check_counts *counts, check_random *random) {
    static const char *const pieces[] = {"[", "]", "{",     "}",    ",",    ":",  "\"a\"",     "1",
                                         " ", "-", "false", "null", "1e5.", "\\", "\"\\u00e\""};
    static jt_parser parser;
    _Alignas(8) uint32_t tape[512];
    uint8_t frames[8];
    const check_guarded memory = check_guard(256);
    for (int i = 0; i < 200000; i++) {
        uint8_t text[256];
        size_t nbytes = 0;
        for (uint32_t n = check_below(random, 12); n; n--) {
            const char *const piece = pieces[check_below(random, sizeof pieces / sizeof *pieces)];
            memcpy(text + nbytes, piece, strlen(piece));
            nbytes += strlen(piece);
        }
        const uint8_t *const p = check_place_last(memory, text, nbytes);
        const uint32_t max_depth = check_below(random, 9);
        jt_parser_init(&parser, p, nbytes, 0, max_depth);
        const jt_code expected = jt_parse(&parser, tape, 512);
        const jt_code code = jt_json_check(p, memory.behind, frames, max_depth);
        CHECK(counts, code == expected, text, nbytes, "%d, not %d", code, expected);
        if (expected) continue;
        const uint32_t depth = tape[JT_TAPE_H_MAX_DEPTH];
        CHECK(counts,
              !jt_json_deeper(p, memory.behind, depth) &&
                  (depth == 0 || jt_json_deeper(p, memory.behind, depth - 1)),
              text, nbytes, "depth %u", depth);
    }
    check_unguard(memory);
}

/* Long texts: brackets, quotes and backslashes at every place of a block. */
static void check_depth(check_counts *counts, check_random *random) {
    enum { NBYTES = 300 };
    const check_guarded memory = check_guard(NBYTES);
    uint8_t text[NBYTES];
    for (int i = 0; i < 100000; i++) {
        uint32_t depth = 0;
        uint32_t deepest = 0;
        bool in_string = false;
        for (size_t at = 0; at < NBYTES; at++) {
            static const char outside[] = "[[{{]]}}\",,,,,,";
            static const char inside[] = "[{]}\\\"xxxxxxxxxxxxxxxxxxxxxxx";
            char byte = in_string ? inside[check_below(random, sizeof inside - 1)]
                                  : outside[check_below(random, sizeof outside - 1)];
            if (!in_string && (byte == ']' || byte == '}')) {
                if (depth) {
                    depth--;
                } else {
                    byte = ',';
                }
            }
            if (!in_string && (byte == '[' || byte == '{') && ++depth > deepest) deepest = depth;
            text[at] = (uint8_t)byte;
            if (byte == '"') in_string = !in_string;
            if (byte == '\\' && at + 1 < NBYTES) text[++at] = check_below(random, 2) ? '"' : '\\';
        }
        const uint8_t *const p = check_place_last(memory, text, NBYTES);
        CHECK(counts,
              !jt_json_deeper(p, memory.behind, deepest) &&
                  (deepest == 0 || jt_json_deeper(p, memory.behind, deepest - 1)),
              text, NBYTES, "depth %u", deepest);
    }
    check_unguard(memory);
}

int main(void) {
    check_counts counts = {0};
    check_random random = {3};
    for (int i = 0; i < 3000; i++) {
        check_calls(&counts, &random, i % 3 == 0 ? "" : i % 3 == 1 ? "  " : "\xe2\x86\x92");
    }
    check_texts(&counts, &random);
    check_depth(&counts, &random);
    return check_result(&counts);
}
