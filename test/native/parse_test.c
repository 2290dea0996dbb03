/* The tape parser: verdicts and offsets of small texts, the documented tape of a small document,
 * growth of the tape at every word, every cut of a document, the path to an error.
 */
#include "check.h"
#include "jsontape.h"

enum { ROOM_NWORDS = 4096, DEPTH = 64 };

static jt_parser parser;

/* Parses text at the end of memory into a tape that is large enough. */
static jt_code parse(check_guarded guarded, const char *text, size_t nbytes, uint32_t options,
                     uint32_t *tape) {
    jt_parser_init(&parser, check_place_last(guarded, text, nbytes), nbytes, options, DEPTH);
    return jt_parse(&parser, tape, ROOM_NWORDS);
}

typedef struct verdict {
    const char *text;
    jt_code code;
    size_t offset;
    uint32_t options;
} verdict;

static const verdict verdicts[] = {
    /* what is no value */
    {"", JT_UNEXPECTED_END, 0, 0},
    {" \n\t\r ", JT_UNEXPECTED_END, 5, 0},
    {"\f1", JT_UNEXPECTED_BYTE, 0, 0},
    {"\v1", JT_UNEXPECTED_BYTE, 0, 0},
    {"[\xc2\xa0 1]", JT_UNEXPECTED_BYTE, 1, 0},
    {"\xe2\x80\xa8[]", JT_UNEXPECTED_BYTE, 0, 0},
    {"+1", JT_UNEXPECTED_BYTE, 0, 0},
    {".5", JT_UNEXPECTED_BYTE, 0, 0},
    {"NaN", JT_UNEXPECTED_BYTE, 0, 0},
    {"-Infinity", JT_INVALID_NUMBER, 1, 0},
    {"'a'", JT_UNEXPECTED_BYTE, 0, 0},
    {"True", JT_UNEXPECTED_BYTE, 0, 0},
    /* what stands behind a value */
    {"1 2", JT_TRAILING_CONTENT, 2, 0},
    {"[] ]", JT_TRAILING_CONTENT, 3, 0},
    {"01", JT_TRAILING_CONTENT, 1, 0},
    {"truex", JT_TRAILING_CONTENT, 4, 0},
    {"\"a\"b", JT_TRAILING_CONTENT, 3, 0},
    {"[01]", JT_UNEXPECTED_BYTE, 2, 0},
    {"[truex]", JT_UNEXPECTED_BYTE, 5, 0},
    {"{\"a\":nullx}", JT_UNEXPECTED_BYTE, 9, 0},
    {"[1.5.5]", JT_UNEXPECTED_BYTE, 4, 0},
    {"[1e5e5]", JT_UNEXPECTED_BYTE, 4, 0},
    /* numbers */
    {"-", JT_UNEXPECTED_END, 1, 0},
    {"[-]", JT_INVALID_NUMBER, 2, 0},
    {"[--1]", JT_INVALID_NUMBER, 2, 0},
    {"[1.]", JT_INVALID_NUMBER, 3, 0},
    {"[1.e5]", JT_INVALID_NUMBER, 3, 0},
    {"[1e]", JT_INVALID_NUMBER, 3, 0},
    {"[1e+]", JT_INVALID_NUMBER, 4, 0},
    {"[1E-x]", JT_INVALID_NUMBER, 4, 0},
    {"1.", JT_UNEXPECTED_END, 2, 0},
    {"1e", JT_UNEXPECTED_END, 2, 0},
    {"1E+", JT_UNEXPECTED_END, 3, 0},
    {"[0x10]", JT_UNEXPECTED_BYTE, 2, 0},
    /* literals */
    {"t", JT_UNEXPECTED_END, 1, 0},
    {"fals", JT_UNEXPECTED_END, 4, 0},
    {"[nul", JT_UNEXPECTED_END, 4, 0},
    {"[nulL]", JT_INVALID_LITERAL, 4, 0},
    {"[tRue]", JT_INVALID_LITERAL, 2, 0},
    {"[fal]", JT_INVALID_LITERAL, 4, 0},
    {"[nu\xc3\xa9l]", JT_INVALID_LITERAL, 3, 0},
    /* strings */
    {"\"", JT_UNEXPECTED_END, 1, 0},
    {"[\"a\tb\"]", JT_CONTROL_CHAR, 3, 0},
    {"\"\\x\"", JT_INVALID_ESCAPE, 2, 0},
    {"\"\\u12g4\"", JT_INVALID_ESCAPE, 5, 0},
    {"\"\\u12", JT_UNEXPECTED_END, 5, 0},
    {"\"\\", JT_UNEXPECTED_END, 2, 0},
    {"\"\xc3\"", JT_INVALID_UTF8, 1, 0},
    {"\"\xe2\x82\"", JT_INVALID_UTF8, 1, 0},
    {"\"\xe2\x82", JT_UNEXPECTED_END, 3, 0},
    {"{\"\xff\":1}", JT_INVALID_UTF8, 2, 0},
    {"\"\\ud800\"", JT_OK, 0, 0},
    {"\"\\ud800\"", JT_LONE_SURROGATE, 1, JT_LONE_SURROGATES_ERROR},
    {"\"\\ud83d\\ude00\"", JT_OK, 0, JT_LONE_SURROGATES_ERROR},
    {"\"\\ud83d\\u", JT_UNEXPECTED_END, 9, JT_LONE_SURROGATES_ERROR},
    {"[\"\\ude00\\ud83d\"]", JT_LONE_SURROGATE, 2, JT_LONE_SURROGATES_ERROR},
    /* containers */
    {"[", JT_UNEXPECTED_END, 1, 0},
    {"[1", JT_UNEXPECTED_END, 2, 0},
    {"[1,", JT_UNEXPECTED_END, 3, 0},
    {"[,1]", JT_UNEXPECTED_BYTE, 1, 0},
    {"[1,]", JT_UNEXPECTED_BYTE, 3, 0},
    {"[1,,2]", JT_UNEXPECTED_BYTE, 3, 0},
    {"[1 2]", JT_UNEXPECTED_BYTE, 3, 0},
    {"[1}", JT_UNEXPECTED_BYTE, 2, 0},
    {"{]", JT_UNEXPECTED_BYTE, 1, 0},
    {"{1:2}", JT_UNEXPECTED_BYTE, 1, 0},
    {"{\"a\"}", JT_UNEXPECTED_BYTE, 4, 0},
    {"{\"a\",1}", JT_UNEXPECTED_BYTE, 4, 0},
    {"{\"a\":}", JT_UNEXPECTED_BYTE, 5, 0},
    {"{\"a\":1,}", JT_UNEXPECTED_BYTE, 7, 0},
    {"{\"a\":1]", JT_UNEXPECTED_BYTE, 6, 0},
    {"{\"a\":1 \"b\":2}", JT_UNEXPECTED_BYTE, 7, 0},
    {"{,}", JT_UNEXPECTED_BYTE, 1, 0},
    {"{\"a\":[{\"b\":", JT_UNEXPECTED_END, 11, 0},
    {"[1,]", JT_OK, 0, JT_TRAILING_COMMAS},
    {"{\"a\":[],}", JT_OK, 0, JT_TRAILING_COMMAS},
    {"[,]", JT_UNEXPECTED_BYTE, 1, JT_TRAILING_COMMAS},
    {"{,}", JT_UNEXPECTED_BYTE, 1, JT_TRAILING_COMMAS},
    {"[1,,]", JT_UNEXPECTED_BYTE, 3, JT_TRAILING_COMMAS},
    {"[1,}", JT_UNEXPECTED_BYTE, 3, JT_TRAILING_COMMAS},
    {"{\"a\":1,]", JT_UNEXPECTED_BYTE, 7, JT_TRAILING_COMMAS},
    {"{\"a\":]", JT_UNEXPECTED_BYTE, 5, JT_TRAILING_COMMAS},
    {"1,", JT_TRAILING_CONTENT, 1, JT_TRAILING_COMMAS},
    /* byte order mark */
    {"\xef\xbb\xbf[1]", JT_OK, 0, 0},
    {"\xef\xbb\xbf", JT_UNEXPECTED_END, 3, 0},
    {"\xef\xbb\xbf[1]", JT_BOM, 0, JT_BOM_ERROR},
    {" \xef\xbb\xbf[1]", JT_UNEXPECTED_BYTE, 1, 0},
    {"[\xef\xbb\xbf]", JT_UNEXPECTED_BYTE, 1, 0},
    {"\xef\xbb\xbf\xef\xbb\xbf[1]", JT_UNEXPECTED_BYTE, 3, 0},
    {"\xef\xbb\x31", JT_UNEXPECTED_BYTE, 0, 0},
    {"[1]\xef\xbb\xbf", JT_TRAILING_CONTENT, 3, 0},
    /* comments */
    {"/**/1", JT_UNEXPECTED_BYTE, 0, 0},
    {"1//", JT_TRAILING_CONTENT, 1, 0},
    {"/**/1//", JT_OK, 0, JT_COMMENTS},
    {"//\n[/*1*/2/**/,//,\n3/***/]/**/", JT_OK, 0, JT_COMMENTS},
    {"{/**/\"a\"/**/:/**/1/**/,/**/\"b\"//\n://\n2//\n}//", JT_OK, 0, JT_COMMENTS},
    {"[1,/* ] */]", JT_UNEXPECTED_BYTE, 10, JT_COMMENTS},
    {"[1,/* ] */]", JT_OK, 0, JT_COMMENTS | JT_TRAILING_COMMAS},
    {"[/ 1]", JT_COMMENT, 2, JT_COMMENTS},
    {"[/", JT_UNEXPECTED_END, 2, JT_COMMENTS},
    {"/*", JT_UNEXPECTED_END, 2, JT_COMMENTS},
    {"1/* *", JT_UNEXPECTED_END, 5, JT_COMMENTS},
    {"1/*/", JT_UNEXPECTED_END, 4, JT_COMMENTS},
    {"/*/**/*/1", JT_UNEXPECTED_BYTE, 6, JT_COMMENTS},
    {"1//\xff", JT_INVALID_UTF8, 3, JT_COMMENTS},
    {"tr/**/ue", JT_INVALID_LITERAL, 2, JT_COMMENTS},
    {"[1/**/2]", JT_UNEXPECTED_BYTE, 6, JT_COMMENTS},
    /* equal keys */
    {"{\"a\":1,\"a\":2}", JT_OK, 0, 0},
    {"{\"a\":1,\"a\":2}", JT_OK, 0, JT_DUPLICATE_KEYS_FIRST},
    {"{\"a\":1,\"a\":2}", JT_DUPLICATE_KEY, 7, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":1,\"\\u0061\":2}", JT_DUPLICATE_KEY, 7, JT_DUPLICATE_KEYS_ERROR},
    {"{\"\\u0061\":1,\"\\u0061\":2}", JT_DUPLICATE_KEY, 12, JT_DUPLICATE_KEYS_ERROR},
    {"{\"\":1,\"\":2}", JT_DUPLICATE_KEY, 6, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":{\"a\":1},\"b\":[{\"a\":1,\"c\":2}]}", JT_OK, 0, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":{\"a\":1},\"a\":[{\"b\":1,\"b\":2}]}", JT_DUPLICATE_KEY, 13, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":[{\"b\":1,\"b\":2}],\"a\":1}", JT_DUPLICATE_KEY, 13, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":1,\"a\" 2}", JT_DUPLICATE_KEY, 7, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":1,\"a\":2", JT_DUPLICATE_KEY, 7, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":1,\"a", JT_UNEXPECTED_END, 9, JT_DUPLICATE_KEYS_ERROR},
    {"{\"a\":x,\"a\":2}", JT_UNEXPECTED_BYTE, 5, JT_DUPLICATE_KEYS_ERROR},
    {"{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}", JT_DUPLICATE_KEY, 18,
     JT_DUPLICATE_KEYS_ERROR},
    {"{\"\\/\":1,\"/\":2}", JT_DUPLICATE_KEY, 8, JT_DUPLICATE_KEYS_ERROR},
    {"{\"\\\\\":1,\"/\":2}", JT_OK, 0, JT_DUPLICATE_KEYS_ERROR},
};

static void test_verdicts(check_counts *counts, check_guarded guarded, uint32_t *tape) {
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        const verdict *const expected = &verdicts[i];
        const size_t nbytes = strlen(expected->text);
        const jt_code code = parse(guarded, expected->text, nbytes, expected->options, tape);
        const size_t offset = code ? parser.error_offset : 0;
        CHECK(counts, code == expected->code && offset == expected->offset,
              (const uint8_t *)expected->text, nbytes,
              "options %u: expected code %d at %zu, got %d at %zu", expected->options,
              (int)expected->code, expected->offset, (int)code, offset);
    }
}

/* What an old document left in the tape's memory changes nothing. */
static void test_stale_tape(check_counts *counts, check_guarded guarded, uint32_t *tape) {
    static const char *const texts[] = {"1",  "\"a\"",  "null",         "[]",
                                        "{}", " true ", "[1,{\"a\":2}]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const size_t nbytes = strlen(texts[i]);
        memset(tape, 0, ROOM_NWORDS * sizeof tape[0]);
        jt_code code = parse(guarded, texts[i], nbytes, 0, tape);
        CHECK(counts, code == JT_OK, (const uint8_t *)texts[i], nbytes, "clean: code %d",
              (int)code);
        uint32_t expected[64];
        const size_t nwords = parser.tape_nwords;
        memcpy(expected, tape, nwords * sizeof tape[0]);
        for (int stale = 0; stale < 256; stale++) {
            memset(tape, stale, ROOM_NWORDS * sizeof tape[0]);
            code = parse(guarded, texts[i], nbytes, 0, tape);
            CHECK(counts,
                  code == JT_OK && parser.tape_nwords == nwords &&
                      memcmp(tape, expected, nwords * sizeof tape[0]) == 0,
                  (const uint8_t *)texts[i], nbytes, "memory full of %02x: code %d",
                  (unsigned)stale, (int)code);
        }
    }
}

static void test_depth(check_counts *counts, check_guarded guarded, uint32_t *tape) {
    char text[2 * DEPTH + 4];
    for (size_t depth = DEPTH - 1; depth <= DEPTH + 1; depth++) {
        for (size_t i = 0; i < depth; i++) {
            text[i] = '[';
            text[depth + i] = ']';
        }
        const jt_code code = parse(guarded, text, 2 * depth, 0, tape);
        const jt_code expected = depth > DEPTH ? JT_DEPTH : JT_OK;
        CHECK(counts, code == expected && (!code || parser.error_offset == DEPTH),
              (const uint8_t *)text, 2 * depth, "depth %zu, code %d", depth, (int)code);
        CHECK(counts, code || tape[JT_TAPE_H_MAX_DEPTH] == depth, (const uint8_t *)text, 2 * depth,
              "deepest %u", tape[JT_TAPE_H_MAX_DEPTH]);
    }
    jt_parser_init(&parser, (const uint8_t *)"1", 1, 0, 0);
    CHECK(counts, jt_parse(&parser, tape, ROOM_NWORDS) == JT_OK, NULL, 0, "a scalar has no depth");
    jt_parser_init(&parser, (const uint8_t *)"[]", 2, 0, 0);
    CHECK(counts, jt_parse(&parser, tape, ROOM_NWORDS) == JT_DEPTH, NULL, 0, "depth 0");
}

/* The words that tape.h promises for one document, an entry of every kind that needs no megabytes
 * of text. */
static void test_tape(check_counts *counts, check_guarded guarded, uint32_t *tape) {
    static const char text[] =
        "{\"a\":[1,-8388607],\"b\\n\":[0.5,-0],\"a\":\"\\u00e9\",\"c\":[null,"
        "true,false,\"\xc3\xa9\"],\"d\":-8388608}";
    static const uint32_t expected[] = {
        JT_TAPE_OBJECT | 5 << 8,
        0,
        62,
        79,
        JT_TAPE_KEY | 0 << 8,
        2,
        JT_TAPE_ARRAY | JT_TAPE_ALL_INTS | 2 << 8,
        5,
        30,
        17,
        JT_TAPE_INT | 1 << 8,
        6,
        JT_TAPE_INT | 0x800001u << 8,
        8,
        JT_TAPE_KEY_PLAIN | JT_TAPE_ESCAPED | 3 << 8,
        19,
        JT_TAPE_ARRAY | JT_TAPE_ALL_DOUBLES | 2 << 8,
        24,
        44,
        32,
        JT_TAPE_DOUBLE | 3 << 8,
        25,
        0,
        0x3fe00000,
        JT_TAPE_DOUBLE | JT_TAPE_INTEGER | 2 << 8,
        29,
        0,
        0x80000000,
    };
    const jt_code code = parse(guarded, text, sizeof text - 1, 0, tape);
    CHECK(counts, code == JT_OK, (const uint8_t *)text, sizeof text - 1, "code %d", (int)code);
    CHECK(counts, tape[JT_TAPE_H_MAGIC] == JT_TAPE_MAGIC, NULL, 0, "magic");
    CHECK(counts, tape[JT_TAPE_H_VERSION] == JT_TAPE_VERSION, NULL, 0, "version");
    CHECK(counts, tape[JT_TAPE_H_FLAGS] == (JT_TAPE_F_NON_ASCII | JT_TAPE_F_ESCAPES), NULL, 0,
          "flags %u", tape[JT_TAPE_H_FLAGS]);
    CHECK(counts, tape[JT_TAPE_H_SOURCE_NBYTES] == sizeof text - 1, NULL, 0, "source length");
    CHECK(counts, tape[JT_TAPE_H_ROOT] == JT_TAPE_HEADER_NWORDS, NULL, 0, "root");
    CHECK(counts, tape[JT_TAPE_H_NVALUES] == 14, NULL, 0, "values: %u", tape[JT_TAPE_H_NVALUES]);
    CHECK(counts, tape[JT_TAPE_H_MAX_DEPTH] == 2, NULL, 0, "depth: %u", tape[JT_TAPE_H_MAX_DEPTH]);
    const uint32_t *const root = tape + JT_TAPE_HEADER_NWORDS;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (i == 2 || i == 3) continue; /* below */
        CHECK(counts, root[i] == expected[i], NULL, 0, "word %zu: expected %08x, got %08x", i,
              expected[i], root[i]);
    }
    CHECK(counts, root[3] == sizeof text - 1, NULL, 0, "end of the root: %u", root[3]);
    CHECK(counts, root[2] == tape[JT_TAPE_H_KEYS], NULL, 0, "the keys follow the root");
    CHECK(counts, tape[JT_TAPE_H_NKEYS] == 3, NULL, 0, "keys: %u", tape[JT_TAPE_H_NKEYS]);
    CHECK(counts,
          tape[JT_TAPE_H_TAPE_NWORDS] == tape[JT_TAPE_H_KEYS] + 3 * JT_TAPE_KEY_NWORDS &&
              tape[JT_TAPE_H_TAPE_NWORDS] == parser.tape_nwords,
          NULL, 0, "words: %u", tape[JT_TAPE_H_TAPE_NWORDS]);
}

/* A text with an entry of every kind, containers in each other, and more keys than the smallest
 * table has room for. Returns its length. */
static size_t make_document(char *text) {
    char *out = text;
    out +=
        sprintf(out, "{\"empty\":[{},[]],\"\\u00e9\":\"\\ud83d\\ude00 \xf0\x9f\x98\x80\",\"deep\":"
                     "[[[[{\"a\":[1,2.5e3,-0,12345678901234567890123]}]]]],\"table\":{");
    for (int i = 0; i < 200; i++) {
        out += sprintf(out, "%s\"key number %d\" : [ %d, %d.25, null, true, false, \"%d\" ]",
                       i ? ",\r\n\t" : "", i, i, i, i);
    }
    out += sprintf(out, "},\"end\":{\"key number 7\":\"\"}}");
    return (size_t)(out - text);
}

/* The same tape whatever it is written into, grown by every step, and nothing behind its room. */
static void test_growth(check_counts *counts, check_guarded guarded) {
    static char text[16384];
    const size_t nbytes = make_document(text);
    const uint8_t *const source = check_place_last(guarded, text, nbytes);
    const size_t nwords_max = 16384;
    uint32_t *const whole = malloc(nwords_max * sizeof(uint32_t));
    if (!whole) exit(EXIT_FAILURE);
    jt_parser_init(&parser, source, nbytes, 0, DEPTH);
    CHECK(counts, jt_parse(&parser, whole, nwords_max) == JT_OK, source, nbytes, "parses");
    const size_t nwords = parser.tape_nwords;
    for (size_t step = 1; step < 80; step += step < 20 ? 1 : 7) {
        jt_parser_init(&parser, source, nbytes, 0, DEPTH);
        uint32_t *tape = NULL;
        size_t room = 0;
        jt_code code = JT_TAPE_FULL;
        while (code == JT_TAPE_FULL && room < nwords_max) {
            room += step;
            tape = realloc(tape, room * sizeof(uint32_t)); /* exactly: the sanitizer looks on */
            if (!tape) exit(EXIT_FAILURE);
            code = jt_parse(&parser, tape, room);
        }
        CHECK(counts,
              code == JT_OK && parser.tape_nwords == nwords &&
                  memcmp(tape, whole, nwords * sizeof(uint32_t)) == 0,
              source, nbytes, "steps of %zu words: code %d, %zu words", step, (int)code,
              parser.tape_nwords);
        free(tape);
    }
    free(whole);
}

/* Every beginning of a document is one that ends too early, whatever lies behind it. */
static void test_cuts(check_counts *counts, check_guarded guarded) {
    static char text[16384];
    static uint32_t tape[16384];
    const size_t nbytes = make_document(text);
    uint8_t *const inside = guarded.first;
    memcpy(inside, text, nbytes);
    for (size_t cut = 0; cut < nbytes; cut++) {
        const uint8_t *const places[] = {check_place_last(guarded, text, cut), inside};
        for (size_t i = 0; i < 2; i++) {
            jt_parser_init(&parser, places[i], cut, 0, DEPTH);
            const jt_code code = jt_parse(&parser, tape, sizeof tape / sizeof tape[0]);
            CHECK(counts, code == JT_UNEXPECTED_END && parser.error_offset == cut, places[i], cut,
                  "code %d at %zu", (int)code, parser.error_offset);
        }
    }
}

typedef struct path_case {
    const char *text;
    const char *path; /* /key or #index, a step each; keys as in the source */
} path_case;

static const path_case paths[] = {
    {"x", ""},
    {"[x", "#0"},
    {"[1,2,x", "#2"},
    {"[1,2 x", ""},
    {"{\"a\":x", "/a"},
    {"{\"a\":1,\"b\":x", "/b"},
    {"{\"a\":1,x", ""},
    {"{\"a\" x", ""},
    {"{\"a\":[0,{\"b\\n\":\"c\\x", "/a#1/b\\n"},
    {"{\"a\":[0,{\"b\":[]}x", "/a"},
    {"[[],[[],{\"\":tru_", "#1#1/"},
    {"[[1,2],[3,4", "#1"},
};

static void test_paths(check_counts *counts, check_guarded guarded, uint32_t *tape) {
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const size_t nbytes = strlen(paths[i].text);
        parse(guarded, paths[i].text, nbytes, 0, tape);
        jt_path_step steps[8];
        const size_t nsteps = jt_parser_path(&parser, tape, steps, 8);
        char path[128] = "";
        char *out = path;
        for (size_t k = 0; k < nsteps && k < 8; k++) {
            if (steps[k].is_key) {
                out += sprintf(out, "/%.*s", (int)steps[k].key_nbytes,
                               (const char *)parser.source + steps[k].index);
            } else {
                out += sprintf(out, "#%u", steps[k].index);
            }
        }
        CHECK(counts, strcmp(path, paths[i].path) == 0, (const uint8_t *)paths[i].text, nbytes,
              "expected %s, got %s", paths[i].path, path);
        jt_path_step first[1] = {{9, 9, 9}};
        CHECK(counts,
              jt_parser_path(&parser, tape, first, nsteps ? 1 : 0) == nsteps &&
                  (nsteps == 0 || memcmp(first, steps, sizeof first[0]) == 0),
              (const uint8_t *)paths[i].text, nbytes, "the outermost steps come first");
    }
}

int main(void) {
    static uint32_t tape[ROOM_NWORDS];
    check_counts counts = {0, 0};
    const check_guarded guarded = check_guard(32768);
    test_verdicts(&counts, guarded, tape);
    test_stale_tape(&counts, guarded, tape);
    test_depth(&counts, guarded, tape);
    test_tape(&counts, guarded, tape);
    test_growth(&counts, guarded);
    test_cuts(&counts, guarded);
    test_paths(&counts, guarded, tape);
    check_unguard(guarded);
    return check_result(&counts);
}
