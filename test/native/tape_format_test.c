/* Tapes as text: small documents of every kind, keys in order, streams, and damaged tapes, of which
 * nothing beyond the buffers may be read. */
#include "tape_format.h"

#include "check.h"
#include "jsontape.h"
#include "key_order.h"

enum { TAPE_NWORDS = 4096, TEXT_NBYTES = 1 << 16 };

static jt_parser parser;
static _Alignas(8) uint32_t tape[TAPE_NWORDS];
static uint32_t scratch[1 << 16];

static jt_format format_of(const uint8_t *source, size_t source_nbytes, uint32_t flags,
                           const char *indent) {
    const uint32_t limit = tape[JT_TAPE_H_KEYS];
    return (jt_format){.view = {.source = source,
                                .source_nbytes = source_nbytes,
                                .tape = tape,
                                .to = limit,
                                .keys = tape + limit,
                                .nkeys = tape[JT_TAPE_H_NKEYS]},
                       .at = tape[JT_TAPE_H_ROOT],
                       .flags = flags,
                       .max_depth = 100,
                       .indent = (const uint8_t *)indent,
                       .indent_nbytes = strlen(indent),
                       .scratch = scratch};
}

typedef struct format_sample {
    const char *source;
    uint32_t flags;
    const char *indent;
    const char *expected; /* or NULL */
    jt_write_code code;
    size_t error_offset;
} format_sample;

static const format_sample samples[] = {
    {" 1.50 ", 0, "", "1.50", JT_WRITE_OK, 0},
    {"[ ]", 0, "  ", "[]", JT_WRITE_OK, 0},
    {"{ }", 0, "", "{}", JT_WRITE_OK, 0},
    {"[ 1 , {\"a\" : [ ] } ]", 0, "", "[1,{\"a\":[]}]", JT_WRITE_OK, 0},
    {"[1,{\"a\":[null]}]", 0, " ", "[\n 1,\n {\n  \"a\": [\n   null\n  ]\n }\n]", JT_WRITE_OK, 0},
    {"\"\\u0041\\/\\uD800\\u00e9\"", 0, "", "\"A/\\ud800\xc3\xa9\"", JT_WRITE_OK, 0},
    {"{\"\xc3\xa9\":\"\\ud83c\\udf0d\"}", JT_FORMAT_ASCII, "", "{\"\\u00e9\":\"\\ud83c\\udf0d\"}",
     JT_WRITE_OK, 0},
    {"{\"b\":1e2,\"a\":[-0,12345678901234567890],\"\":0.10}", JT_FORMAT_CANONICAL, "",
     "{\"\":0.1,\"a\":[0,12345678901234567000],\"b\":100}", JT_WRITE_OK, 0},
    {"{\"\\ufb33\":1,\"\xf0\x9f\x98\x82\":2,\"\\u20ac\":3,\"\\u00f6\":4}", JT_FORMAT_CANONICAL, "",
     "{\"\xc3\xb6\":4,\"\xe2\x82\xac\":3,\"\xf0\x9f\x98\x82\":2,\"\xef\xac\xb3\":1}", JT_WRITE_OK,
     0},
    {"{\"a\":1,\"b\":2,\"\\u0061\":3}", JT_FORMAT_CANONICAL, "", NULL, JT_WRITE_DUPLICATE_KEY, 13},
    {"[0, 1e400]", JT_FORMAT_CANONICAL, "", NULL, JT_WRITE_NON_FINITE, 4},
    {"[\"\\udc00\"]", JT_FORMAT_CANONICAL, "", NULL, JT_WRITE_LONE_SURROGATE, 1},
};

static bool parse_text(const uint8_t *source, size_t nbytes) {
    jt_parser_init(&parser, source, nbytes, 0, 200);
    return jt_parse(&parser, tape, TAPE_NWORDS) == JT_OK;
}

static void check_samples(check_counts *counts) {
    static uint8_t text[TEXT_NBYTES];
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const format_sample *const sample = &samples[i];
        const uint8_t *const source = (const uint8_t *)sample->source;
        const size_t nbytes = strlen(sample->source);
        CHECK(counts, parse_text(source, nbytes), source, nbytes, "valid");
        jt_format format = format_of(source, nbytes, sample->flags, sample->indent);
        jt_buffer buffer = {.bytes = text, .capacity = sizeof text};
        const jt_write_code code = jt_format_value(&format, &buffer);
        const size_t nexpected = sample->expected ? strlen(sample->expected) : 0;
        CHECK(counts,
              code == sample->code && buffer.nbytes == nexpected &&
                  memcmp(text, sample->expected ? sample->expected : "", nexpected) == 0,
              text, buffer.nbytes, "%s gave %d", sample->source, code);
        CHECK(counts, code == JT_WRITE_OK || format.error_offset == sample->error_offset, source,
              nbytes, "error at %zu", format.error_offset);
    }
}

/* Takes away what is there. */
typedef struct stream {
    uint8_t bytes[TEXT_NBYTES];
    size_t nbytes;
} stream;

static bool flush(jt_buffer *buffer, size_t nbytes) {
    stream *const to = buffer->context;
    memcpy(to->bytes + to->nbytes, buffer->bytes, buffer->nbytes);
    to->nbytes += buffer->nbytes;
    buffer->nbytes = 0;
    return nbytes <= buffer->capacity;
}

static void check_stream(check_counts *counts) {
    static uint8_t source[8000];
    static uint8_t whole[TEXT_NBYTES];
    static stream streamed;
    size_t n = 0;
    source[n++] = '[';
    for (int i = 0; i < 300; i++) {
        n += (size_t)sprintf((char *)source + n, "%s{\"k%d\" : \"\\u0041%d\"}", i ? " , " : "",
                             i % 7, i);
    }
    source[n++] = ']';
    CHECK(counts, parse_text(source, n), source, n, "valid");
    jt_format format = format_of(source, n, 0, "   ");
    jt_buffer buffer = {.bytes = whole, .capacity = sizeof whole};
    CHECK(counts, jt_format_value(&format, &buffer) == JT_WRITE_OK, source, n, "written");
    uint8_t small[512];
    jt_buffer window = {
        .bytes = small, .capacity = sizeof small, .grow = flush, .context = &streamed};
    CHECK(counts, jt_format_value(&format, &window) == JT_WRITE_OK, source, n, "streamed");
    flush(&window, 0);
    CHECK(counts,
          streamed.nbytes == buffer.nbytes && memcmp(streamed.bytes, whole, buffer.nbytes) == 0,
          streamed.bytes, streamed.nbytes, "not the same");
    format.max_depth = 1;
    CHECK(counts, jt_format_value(&format, &buffer) == JT_WRITE_DEPTH, source, n, "depth");
}

/* Any word may be anything: an error, or some text. Under the sanitizers nothing else happens. */
static void check_damage(check_counts *counts) {
    static const char source[] = "{\"a\":[1,2.5,\"x\\u0041\",{\"b\":null,\"a\":\"\xc3\xa9\"}],"
                                 "\"c\\n\":[[],{},[123456789]],\"d\":-1e-5}";
    static uint8_t text[TEXT_NBYTES];
    static uint32_t copy[TAPE_NWORDS];
    const size_t nbytes = sizeof source - 1;
    const check_guarded memory = check_guard(nbytes);
    const uint8_t *const p = check_place_last(memory, source, nbytes);
    CHECK(counts, parse_text(p, nbytes), p, nbytes, "valid");
    memcpy(copy, tape, sizeof tape);
    const uint32_t limit = tape[JT_TAPE_H_KEYS];
    const uint32_t nwords = tape[JT_TAPE_H_TAPE_NWORDS];
    check_random random = {11};
    for (int i = 0; i < 100000; i++) {
        memcpy(tape, copy, nwords * sizeof tape[0]);
        for (uint32_t n = 1 + check_below(&random, 3); n; n--) {
            const uint32_t at =
                JT_TAPE_HEADER_NWORDS + check_below(&random, nwords - JT_TAPE_HEADER_NWORDS);
            tape[at] = check_below(&random, 2) ? copy[at] ^ (uint32_t)1 << check_below(&random, 32)
                                               : copy[check_below(&random, nwords)];
        }
        const uint32_t flags = check_below(&random, 8);
        jt_format format = format_of(p, nbytes, flags, i & 8 ? " " : "");
        format.view.to = limit;
        format.view.keys = tape + limit;
        jt_buffer buffer = {.bytes = text, .capacity = sizeof text};
        const jt_write_code code = jt_format_value(&format, &buffer);
        CHECK(counts, code != JT_WRITE_NO_MEMORY, p, nbytes, "code %d", code);
    }
    check_unguard(memory);
}

/* Keys by code units: those of random code points, plain and escaped. */
static void check_order(check_counts *counts) {
    check_random random = {13};
    static const uint32_t edges[] = {0x41,   0x7f,   0x80,   0x7ff,   0x800,
                                     0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff};
    for (int i = 0; i < 100000; i++) {
        uint8_t texts[2][128];
        uint16_t units[2][16];
        size_t nunits[2] = {0, 0};
        jt_key_text keys[2];
        for (int side = 0; side < 2; side++) {
            size_t n = 0;
            const bool escaped = check_below(&random, 2);
            for (uint32_t left = check_below(&random, 4); left; left--) {
                const uint32_t c = edges[check_below(&random, 10)];
                uint16_t pair[2] = {(uint16_t)c, 0};
                if (c >= 0x10000) {
                    pair[0] = (uint16_t)(0xd7c0 + (c >> 10));
                    pair[1] = (uint16_t)(0xdc00 | (c & 0x3ff));
                }
                for (int unit = 0; unit < (c >= 0x10000 ? 2 : 1); unit++) {
                    units[side][nunits[side]++] = pair[unit];
                    if (escaped)
                        n += (size_t)sprintf((char *)texts[side] + n, "\\u%04x", pair[unit]);
                }
                if (escaped) continue;
                if (c < 0x80) {
                    texts[side][n++] = (uint8_t)c;
                } else if (c < 0x800) {
                    texts[side][n++] = (uint8_t)(0xc0 | c >> 6);
                    texts[side][n++] = (uint8_t)(0x80 | (c & 0x3f));
                } else if (c < 0x10000) {
                    texts[side][n++] = (uint8_t)(0xe0 | c >> 12);
                    texts[side][n++] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
                    texts[side][n++] = (uint8_t)(0x80 | (c & 0x3f));
                } else {
                    texts[side][n++] = (uint8_t)(0xf0 | c >> 18);
                    texts[side][n++] = (uint8_t)(0x80 | (c >> 12 & 0x3f));
                    texts[side][n++] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
                    texts[side][n++] = (uint8_t)(0x80 | (c & 0x3f));
                }
            }
            keys[side] = (jt_key_text){texts[side], texts[side] + n, escaped};
        }
        int expected = 0;
        for (size_t at = 0; expected == 0 && (at < nunits[0] || at < nunits[1]); at++) {
            const int a = at < nunits[0] ? units[0][at] : -1;
            const int b = at < nunits[1] ? units[1][at] : -1;
            expected = a < b ? -1 : a > b;
        }
        const int order = jt_key_text_compare(keys[0], keys[1]);
        CHECK(counts, (order > 0) - (order < 0) == expected, texts[0],
              (size_t)(keys[0].end - texts[0]), "order %d, not %d", order, expected);
    }
}

/* Many members, in any order. */
static void check_sort(check_counts *counts) {
    static uint8_t source[16000];
    static uint8_t text[TEXT_NBYTES];
    check_random random = {17};
    for (int round = 0; round < 200; round++) {
        int order[64];
        const int nmembers = 1 + (int)check_below(&random, 64);
        for (int i = 0; i < nmembers; i++) order[i] = i;
        for (int i = nmembers - 1; i > 0; i--) {
            const int j = (int)check_below(&random, (uint32_t)i + 1);
            const int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        size_t n = 0;
        char expected[4000];
        size_t nexpected = 0;
        source[n++] = '{';
        expected[nexpected++] = '{';
        for (int i = 0; i < nmembers; i++) {
            n += (size_t)sprintf((char *)source + n, "%s\"%s%02d\":%d", i ? "," : "",
                                 check_below(&random, 4) ? "k" : "\\u006b", order[i], order[i]);
            nexpected +=
                (size_t)sprintf(expected + nexpected, "%s\"k%02d\":%d", i ? "," : "", i, i);
        }
        source[n++] = '}';
        expected[nexpected++] = '}';
        CHECK(counts, parse_text(source, n), source, n, "valid");
        jt_format format = format_of(source, n, JT_FORMAT_CANONICAL, "");
        jt_buffer buffer = {.bytes = text, .capacity = sizeof text};
        const jt_write_code code = jt_format_value(&format, &buffer);
        CHECK(counts,
              code == JT_WRITE_OK && buffer.nbytes == nexpected &&
                  memcmp(text, expected, nexpected) == 0,
              text, buffer.nbytes, "code %d", code);
    }
}

int main(void) {
    check_counts counts = {0};
    check_samples(&counts);
    check_stream(&counts);
    check_damage(&counts);
    check_order(&counts);
    check_sort(&counts);
    return check_result(&counts);
}
