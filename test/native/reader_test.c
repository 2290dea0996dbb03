/* The pull reader against test/events/reader.txt, whose inputs are cut at every one and every two
 * places and into single bytes; and against the tape parser, on texts made at random and cut at
 * random. Every segment lies at the end of memory, and the reader is saved and moved at each cut.
 */
#include "check.h"
#include "json_reader.h"
#include "unescape.h"

enum { TEXT_MAX = 1 << 16, DEPTH_MAX = 64, CUTS_MAX = 1 << 12, RANDOM_TEXTS = 20000 };

typedef struct buffer {
    size_t nbytes;
    uint8_t bytes[TEXT_MAX];
} buffer;

static void append(buffer *to, const void *bytes, size_t nbytes) {
    if (nbytes > TEXT_MAX - to->nbytes) exit(EXIT_FAILURE);
    memcpy(to->bytes + to->nbytes, bytes, nbytes);
    to->nbytes += nbytes;
}

static void append_text(buffer *to, const char *text) { append(to, text, strlen(text)); }

static void append_number(buffer *to, const char *before, uint64_t number) {
    char text[64];
    snprintf(text, sizeof text, "%s%llu", before, (unsigned long long)number);
    append_text(to, text);
}

static void append_escaped(buffer *to, const uint8_t *bytes, size_t nbytes) {
    for (size_t i = 0; i < nbytes; i++) {
        char text[4] = {(char)bytes[i]};
        const bool plain = bytes[i] >= ' ' && bytes[i] < 0x7f && bytes[i] != '%';
        if (!plain) snprintf(text, sizeof text, "%%%02x", bytes[i]);
        append_text(to, text);
    }
}

static const char *token_name(jt_token token) {
    switch (token) {
    case JT_TOKEN_NULL: return "null";
    case JT_TOKEN_FALSE: return "false";
    case JT_TOKEN_TRUE: return "true";
    case JT_TOKEN_NUMBER: return "number";
    case JT_TOKEN_STRING: return "string";
    case JT_TOKEN_START_ARRAY: return "startArray";
    case JT_TOKEN_START_OBJECT: return "startObject";
    case JT_TOKEN_PROPERTY_NAME: return "propertyName";
    case JT_TOKEN_END_ARRAY: return "endArray";
    case JT_TOKEN_END_OBJECT: return "endObject";
    case JT_TOKEN_COMMENT: return "comment";
    case JT_TOKEN_NONE: break;
    }
    return "none";
}

static const char *code_name(jt_code code) {
    static const char *const names[] = {"end",
                                        "unexpected_end",
                                        "unexpected_byte",
                                        "invalid_literal",
                                        "invalid_number",
                                        "control_char",
                                        "invalid_escape",
                                        "lone_surrogate",
                                        "invalid_utf8",
                                        "trailing_content",
                                        "depth",
                                        "duplicate_key",
                                        "forbidden_key",
                                        "bom",
                                        "comment"};
    return names[code == JT_END ? 0 : code];
}

static void write_token(buffer *to, const jt_reader *reader) {
    append_number(to, "", jt_reader_token_start(reader));
    append_number(to, "-", jt_reader_bytes_consumed(reader));
    append_text(to, " ");
    append_text(to, token_name(reader->token));
    size_t nbytes;
    const uint8_t *const text = jt_reader_text(reader, &nbytes);
    const bool is_name =
        reader->token == JT_TOKEN_STRING || reader->token == JT_TOKEN_PROPERTY_NAME;
    const bool has_text =
        is_name || reader->token == JT_TOKEN_NUMBER || reader->token == JT_TOKEN_COMMENT;
    if (has_text && nbytes) {
        static uint8_t unescaped[TEXT_MAX];
        append_text(to, " ");
        if (reader->flags & JT_TAPE_ESCAPED) {
            append_escaped(to, unescaped, jt_unescape(text, nbytes, unescaped));
        } else {
            append_escaped(to, text, nbytes);
        }
    }
    append_text(to, "\n");
}

/* A reader that moves at each segment, with what belongs to it. */
typedef struct run {
    jt_reader reader;
    jt_reader_frame *frames;
    uint8_t *carry;
    size_t capacity;
    bool keeps_carry;
} run;

static void *copied(const void *bytes, size_t nbytes, size_t room) {
    void *const copy = malloc(room ? room : 1);
    if (!copy) exit(EXIT_FAILURE);
    if (nbytes) memcpy(copy, bytes, nbytes);
    return copy;
}

static void move(run *r) {
    jt_reader_release(&r->reader);
    jt_reader_frame *const frames =
        copied(r->frames, r->reader.open * sizeof frames[0], DEPTH_MAX * sizeof frames[0]);
    uint8_t *const carried = copied(r->carry, r->carry ? r->reader.carry_nbytes : 0, r->capacity);
    free(r->frames);
    free(r->carry);
    r->frames = frames;
    r->carry = carried;
    jt_reader *const reader = copied(&r->reader, sizeof *reader, sizeof *reader);
    memset(&r->reader, 0xaa, sizeof r->reader);
    jt_reader_move(reader, frames, carried, r->capacity);
    r->reader = *reader;
    free(reader);
}

static jt_code read_token(run *r) {
    jt_code code;
    while ((code = jt_reader_read(&r->reader)) == JT_CARRY_FULL) {
        const size_t nbytes = jt_reader_carry_bound(&r->reader);
        uint8_t *const more = copied(
            r->carry, r->reader.carry_nbytes < r->capacity ? r->reader.carry_nbytes : r->capacity,
            nbytes);
        free(r->carry);
        r->carry = more;
        r->capacity = nbytes;
        jt_reader_carry(&r->reader, more, nbytes);
    }
    return code;
}

/* What uses the tokens. */
typedef void use_token(void *context, jt_reader *reader);

/* Reads a text cut at the given offsets, in order; the code that ended it. */
static jt_code read_cut(run *r, check_guarded guarded, const uint8_t *text, size_t nbytes,
                        const size_t *cuts, size_t ncuts, uint32_t options, uint32_t max_depth,
                        use_token *use, void *context) {
    *r = (run){.frames = copied(NULL, 0, DEPTH_MAX * sizeof(jt_reader_frame))};
    jt_reader_init(&r->reader, options, max_depth, r->frames);
    jt_code code = JT_MORE_INPUT;
    size_t at = 0;
    for (size_t i = 0; i <= ncuts && code == JT_MORE_INPUT; i++) {
        const size_t cut = i < ncuts ? cuts[i] : nbytes;
        move(r);
        const uint8_t *const segment = check_place_last(guarded, text + at, cut - at);
        jt_reader_feed(&r->reader, segment, cut - at, i == ncuts);
        while ((code = read_token(r)) == JT_OK) use(context, &r->reader);
        at = cut;
    }
    return code;
}

static void free_run(run *r) {
    free(r->frames);
    free(r->carry);
}

typedef struct event_case {
    buffer name;
    buffer input;
    buffer expected;
    uint32_t options;
    uint32_t max_depth;
} event_case;

static void write_event(void *context, jt_reader *reader) { write_token(context, reader); }

static void check_case(check_counts *counts, check_guarded guarded, const event_case *item,
                       const size_t *cuts, size_t ncuts) {
    static buffer events;
    static run r;
    events.nbytes = 0;
    const jt_code code = read_cut(&r, guarded, item->input.bytes, item->input.nbytes, cuts, ncuts,
                                  item->options, item->max_depth, write_event, &events);
    const jt_place place = code == JT_END ? jt_reader_place(&r.reader) : r.reader.error_place;
    append_text(&events, code_name(code));
    append_number(&events, " ", place.offset);
    append_number(&events, " ", place.line);
    append_number(&events, ":", place.offset - place.line_start);
    append_text(&events, "\n");
    const bool equal = events.nbytes == item->expected.nbytes &&
                       memcmp(events.bytes, item->expected.bytes, events.nbytes) == 0;
    CHECK(counts, equal, events.bytes, events.nbytes, "%.*s, %zu cuts, first %zu",
          (int)item->name.nbytes, (const char *)item->name.bytes, ncuts, ncuts ? cuts[0] : 0);
    CHECK(counts, jt_reader_read(&r.reader) == code, events.bytes, events.nbytes, "it stays");
    free_run(&r);
}

static void check_everywhere(check_counts *counts, check_guarded guarded, const event_case *item) {
    size_t cuts[CUTS_MAX];
    const size_t nbytes = item->input.nbytes;
    check_case(counts, guarded, item, NULL, 0);
    for (size_t i = 0; i <= nbytes; i++) {
        for (size_t j = i; j <= nbytes; j++) {
            cuts[0] = i;
            cuts[1] = j;
            check_case(counts, guarded, item, cuts, 2);
        }
        cuts[i] = i;
    }
    for (size_t i = 0; i <= nbytes; i++) cuts[i] = i;
    check_case(counts, guarded, item, cuts, nbytes + 1);
}

static uint32_t option_of(const char *name, event_case *item) {
    if (strncmp(name, "depth=", 6) == 0) {
        item->max_depth = (uint32_t)atoi(name + 6);
        return 0;
    }
    if (strcmp(name, "skip") == 0) return JT_COMMENTS;
    if (strcmp(name, "allow") == 0) return JT_COMMENT_TOKENS;
    if (strcmp(name, "commas") == 0) return JT_TRAILING_COMMAS;
    if (strcmp(name, "several") == 0) return JT_SEVERAL_VALUES;
    if (strcmp(name, "bom") == 0) return JT_BOM_ERROR;
    fprintf(stderr, "unknown option %s\n", name);
    exit(EXIT_FAILURE);
}

static void append_unescaped(buffer *to, const char *line) {
    for (; *line; line++) {
        if (*line == '%') {
            unsigned byte;
            sscanf(line + 1, "%2x", &byte);
            append(to, &(uint8_t){(uint8_t)byte}, 1);
            line += 2;
        } else {
            append(to, line, 1);
        }
    }
}

static void test_events(check_counts *counts, check_guarded guarded) {
    static event_case item;
    FILE *const file = fopen(EVENTS, "r");
    if (!file) exit(EXIT_FAILURE);
    char line[1024];
    enum { OUTSIDE, OPTIONS, INPUT, EXPECTED } part = OUTSIDE;
    size_t ncases = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (part <= EXPECTED && strncmp(line, "== ", 3) == 0) {
            item = (event_case){.max_depth = DEPTH_MAX};
            append_text(&item.name, line + 3);
            part = OPTIONS;
        } else if (strcmp(line, "---") == 0) {
            part = part == OPTIONS ? INPUT : EXPECTED;
        } else if (part == OPTIONS) {
            for (const char *name = strtok(line, " "); name; name = strtok(NULL, " ")) {
                item.options |= option_of(name, &item);
            }
        } else if (part == INPUT) {
            if (item.input.nbytes) append_text(&item.input, "\n");
            append_unescaped(&item.input, line);
        } else if (part == EXPECTED && line[0]) {
            append_text(&item.expected, line);
            append_text(&item.expected, "\n");
            const bool is_last = line[0] < '0' || line[0] > '9';
            if (is_last) {
                check_everywhere(counts, guarded, &item);
                ncases++;
                part = OUTSIDE;
            }
        }
    }
    fclose(file);
    CHECK(counts, ncases > 30, NULL, 0, "%zu cases", ncases);
}

/* Against the tape: each token of a value must be the tape's next entry. */
typedef struct follower {
    check_counts *counts;
    const jt_parser *parser;
    const uint32_t *tape;
    const uint8_t *text;
    uint32_t at;
} follower;

static void follow(void *context, jt_reader *reader) {
    follower *const f = context;
    const uint8_t *const text = f->text;
    const size_t nbytes = f->parser->source_nbytes;
    CHECK(f->counts,
          reader->nbytes == jt_reader_bytes_consumed(reader) - jt_reader_token_start(reader), text,
          nbytes, "length");
    CHECK(f->counts,
          memcmp(reader->bytes, text + jt_reader_token_start(reader), reader->nbytes) == 0, text,
          nbytes, "bytes");
    if (reader->token == JT_TOKEN_END_ARRAY || reader->token == JT_TOKEN_END_OBJECT) return;
    const uint32_t word = f->tape[f->at];
    const uint32_t kind = word & JT_TAPE_KIND_MASK;
    const bool quoted = kind == JT_TAPE_STRING || kind == JT_TAPE_KEY || kind == JT_TAPE_KEY_PLAIN;
    jt_token expected = (jt_token)kind;
    if (kind == JT_TAPE_INT) expected = JT_TOKEN_NUMBER;
    if (kind == JT_TAPE_KEY) expected = JT_TOKEN_PROPERTY_NAME;
    CHECK(f->counts, reader->token == expected, text, nbytes, "token %d, kind %u", reader->token,
          kind);
    CHECK(f->counts, jt_reader_token_start(reader) + quoted == f->tape[f->at + 1], text, nbytes,
          "start");
    if (kind == JT_TAPE_INT || kind == JT_TAPE_DOUBLE) {
        double value = (double)((int32_t)word >> 8);
        if (kind == JT_TAPE_DOUBLE) memcpy(&value, f->tape + f->at + 2, sizeof value);
        const double own = jt_reader_double(reader);
        CHECK(f->counts, memcmp(&own, &value, sizeof value) == 0, text, nbytes, "value");
        CHECK(f->counts, kind == JT_TAPE_INT || ((word ^ reader->flags) & JT_TAPE_INTEGER) == 0,
              text, nbytes, "integer");
    } else if (kind == JT_TAPE_STRING || kind == JT_TAPE_KEY_PLAIN) {
        CHECK(f->counts, (word & 0xe0) == reader->flags, text, nbytes, "flags");
    }
    const bool four = kind == JT_TAPE_DOUBLE || kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT;
    f->at += four ? 4 : 2;
}

/* Makes a text of pieces that are mostly, but not always, where they may be. */
static size_t make_text(check_random *random, uint8_t *text) {
    static const char *const pieces[] = {"[",
                                         "]",
                                         "{",
                                         "}",
                                         ",",
                                         ":",
                                         "\"",
                                         "\"a\"",
                                         "\"\\",
                                         "u00",
                                         "\\ud8",
                                         "\\ud83d\\ude00",
                                         "\xf0\x9f\x98\x80",
                                         "\xe2\x82",
                                         "\xc3\xa9",
                                         "1",
                                         "-0",
                                         "0.5",
                                         "1e5",
                                         "e+",
                                         ".",
                                         "12345678901234567890",
                                         "true",
                                         "false",
                                         "null",
                                         "nul",
                                         " ",
                                         "\n",
                                         "\r\n   ",
                                         "                 \t",
                                         "/*",
                                         "*/",
                                         "//",
                                         "\"key\":",
                                         "[1,2,3]",
                                         "{\"a\":[]}",
                                         "\"long text without anything in it\"",
                                         "\x01",
                                         "[[[",
                                         "]]]",
                                         ",\"b\":",
                                         "1.7976931348623157e309",
                                         "\xef\xbb\xbf"};
    const size_t npieces = 1 + check_below(random, 14);
    size_t nbytes = 0;
    for (size_t i = 0; i < npieces; i++) {
        const char *const piece = pieces[check_below(random, sizeof pieces / sizeof pieces[0])];
        memcpy(text + nbytes, piece, strlen(piece));
        nbytes += strlen(piece);
    }
    return nbytes;
}

static bool same_path(const jt_reader *reader, const jt_path_step *steps, size_t nsteps) {
    if (reader->path_nsteps != nsteps) return false;
    for (size_t i = 0; i < nsteps; i++) {
        const jt_reader_frame *const frame = &reader->frames[i];
        if (frame->start != steps[i].index || frame->is_array == steps[i].is_key) return false;
        if (steps[i].is_key && frame->nbytes != steps[i].key_nbytes) return false;
    }
    return true;
}

static void compare(check_counts *counts, check_guarded guarded, const uint8_t *text, size_t nbytes,
                    uint32_t options, const size_t *cuts, size_t ncuts) {
    static jt_parser parser;
    static _Alignas(8) uint32_t tape[1 << 14];
    static run r;
    jt_parser_init(&parser, text, nbytes, options, 5);
    const jt_code expected = jt_parse(&parser, tape, sizeof tape / sizeof tape[0]);
    follower f = {counts, &parser, tape, text, JT_TAPE_HEADER_NWORDS};
    const jt_code code = read_cut(&r, guarded, text, nbytes, cuts, ncuts, options, 5, follow, &f);
    CHECK(counts, code == (expected ? expected : JT_END), text, nbytes, "code %d, not %d", code,
          expected);
    if (code == JT_END) {
        CHECK(counts, jt_reader_bytes_consumed(&r.reader) == nbytes, text, nbytes,
              "all is consumed");
    } else {
        const jt_position position = jt_position_at(text, nbytes, parser.error_offset);
        const jt_place place = r.reader.error_place;
        jt_path_step steps[8];
        const size_t nsteps = jt_parser_path(&parser, tape, steps, 8);
        CHECK(counts, place.offset == parser.error_offset, text, nbytes, "offset %llu, not %zu",
              (unsigned long long)place.offset, parser.error_offset);
        CHECK(counts, place.line + 1 == position.line, text, nbytes, "line");
        CHECK(counts, place.column + 1 == position.column, text, nbytes, "column");
        CHECK(counts, place.offset - place.line_start == position.byte_in_line, text, nbytes,
              "byte in line");
        CHECK(counts, same_path(&r.reader, steps, nsteps), text, nbytes, "path of %zu, not %zu",
              (size_t)r.reader.path_nsteps, nsteps);
    }
    free_run(&r);
}

static void test_random(check_counts *counts, check_guarded guarded, unsigned ntexts) {
    check_random random = {20260101};
    uint8_t text[1024];
    size_t cuts[1024];
    for (unsigned i = 0; i < ntexts; i++) {
        const size_t nbytes = make_text(&random, text);
        const uint32_t options = check_below(&random, 8); /* BOM, comments, commas */
        compare(counts, guarded, text, nbytes, options, NULL, 0);
        for (size_t cut = 0; cut <= nbytes; cut++) {
            compare(counts, guarded, text, nbytes, options, &cut, 1);
        }
        size_t ncuts = 0;
        for (size_t at = 0; at <= nbytes; at += check_below(&random, 5)) cuts[ncuts++] = at;
        compare(counts, guarded, text, nbytes, options, cuts, ncuts);
    }
}

/* From every token of a document: what is skipped, and that what is not has not changed. */
static void test_skip(check_counts *counts) {
    static const char text[] = "[{\"a\":[1,{\"b\":2}],\"c\":\"x\"},[[]],3]";
    const uint8_t *const bytes = (const uint8_t *)text;
    const size_t nbytes = sizeof text - 1;
    static const struct {
        size_t ntokens;
        jt_token token;
        uint64_t behind;
    } skips[] = {
        {1, JT_TOKEN_END_ARRAY, 34}, {2, JT_TOKEN_END_OBJECT, 26}, {3, JT_TOKEN_END_ARRAY, 17},
        {4, JT_TOKEN_END_ARRAY, 17}, {5, JT_TOKEN_NUMBER, 8},      {7, JT_TOKEN_NUMBER, 15},
        {11, JT_TOKEN_STRING, 25},   {14, JT_TOKEN_END_ARRAY, 31}, {18, JT_TOKEN_NUMBER, 33}};
    for (size_t i = 0; i < sizeof skips / sizeof skips[0]; i++) {
        for (size_t cut = 0; cut <= nbytes; cut++) {
            jt_reader reader;
            jt_reader_frame frames[8];
            jt_reader_init(&reader, JT_CARRY_SHORT, 8, frames);
            jt_reader_feed(&reader, bytes, cut, false);
            size_t ntokens = 0;
            jt_code code = JT_OK;
            while (ntokens < skips[i].ntokens) {
                code = jt_reader_read(&reader);
                if (code == JT_MORE_INPUT) jt_reader_feed(&reader, bytes + cut, nbytes - cut, true);
                if (code == JT_OK) ntokens++;
            }
            jt_reader trying = reader;
            jt_reader_frame trying_frames[8];
            memcpy(trying_frames, frames, sizeof frames);
            jt_reader_move(&trying, trying_frames, NULL, 0);
            const size_t at = (size_t)jt_reader_place(&trying).offset;
            code = jt_reader_try_skip(&trying);
            if (code == JT_MORE_INPUT) {
                CHECK(counts, jt_reader_bytes_consumed(&trying) == at, bytes, nbytes, "cut %zu",
                      cut);
                const size_t left = (size_t)(trying.p - bytes);
                jt_reader_feed(&trying, bytes + left, nbytes - left, true);
                code = jt_reader_try_skip(&trying);
            }
            CHECK(counts, code == JT_OK && trying.token == skips[i].token, bytes, nbytes,
                  "skip %zu, cut %zu: %d", i, cut, trying.token);
            CHECK(counts, jt_reader_bytes_consumed(&trying) == skips[i].behind, bytes, nbytes,
                  "skip %zu", i);

            code = jt_reader_skip(&reader);
            if (code == JT_MORE_INPUT) {
                jt_reader_feed(&reader, bytes + cut, nbytes - cut, true);
                code = jt_reader_skip(&reader);
            }
            CHECK(counts, code == JT_OK && jt_reader_bytes_consumed(&reader) == skips[i].behind,
                  bytes, nbytes, "skip %zu, cut %zu", i, cut);
        }
    }
}

static void test_text_equals(check_counts *counts) {
    static const char text[] = "[\"plain\",\"\\u0070l\\u0061in\",\"plaim\",\"\"]";
    static const bool equal[] = {true, true, false, false};
    jt_reader reader;
    jt_reader_frame frames[1];
    jt_reader_init(&reader, 0, 1, frames);
    jt_reader_feed(&reader, (const uint8_t *)text, sizeof text - 1, true);
    jt_reader_read(&reader);
    for (size_t i = 0; i < 4; i++) {
        jt_reader_read(&reader);
        CHECK(counts, jt_reader_text_equals(&reader, (const uint8_t *)"plain", 5) == equal[i],
              (const uint8_t *)text, sizeof text - 1, "string %zu", i);
    }
}

/* Escapes in runs of every length, behind plain text of every length, at the end of memory. */
static void test_unescape(check_counts *counts, check_guarded guarded) {
    for (size_t nplain = 0; nplain < 40; nplain++) {
        for (size_t nescapes = 0; nescapes < 6; nescapes++) {
            static buffer text;
            static buffer expected;
            static uint8_t out[TEXT_MAX];
            text.nbytes = expected.nbytes = 0;
            for (size_t i = 0; i < nplain; i++) {
                append(&text, "abcdefgh" + i % 8, 1);
                append(&expected, "abcdefgh" + i % 8, 1);
            }
            for (size_t i = 0; i < nescapes; i++) {
                append_text(&text, i % 3 ? "\\ud83d\\ude00\\ud83d" : "\\n\\u20AC\\u00e9\\u0041");
                append_text(&expected, i % 3 ? "\xf0\x9f\x98\x80\xed\xa0\xbd"
                                             : "\n\xe2\x82\xac\xc3\xa9"
                                               "A");
            }
            append_text(&text, "tail");
            append_text(&expected, "tail");
            const uint8_t *const last = check_place_last(guarded, text.bytes, text.nbytes);
            const size_t nbytes = jt_unescape(last, text.nbytes, out);
            CHECK(counts, nbytes == expected.nbytes && memcmp(out, expected.bytes, nbytes) == 0,
                  last, text.nbytes, "unescaped");
        }
    }
}

int main(int argc, char **argv) {
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(4096);
    test_events(&counts, guarded);
    test_random(&counts, guarded, argc > 1 ? (unsigned)atoi(argv[1]) : RANDOM_TEXTS);
    test_skip(&counts);
    test_text_equals(&counts);
    test_unescape(&counts, guarded);
    check_unguard(guarded);
    return check_result(&counts);
}
