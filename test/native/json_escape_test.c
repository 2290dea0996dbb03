/* Escaping against a plain twin: every byte at every place of a vector, random texts, texts that
 * end where memory does, and buffers that are just large enough or one byte too small. */
#include "json_escape.h"

#include "check.h"

enum { TEXT_MAX = 80 };

typedef struct text {
    uint8_t bytes[TEXT_MAX * 12];
    size_t nbytes;
} text;

static void put(text *to, const char *bytes) {
    while (*bytes) to->bytes[to->nbytes++] = (uint8_t)*bytes++;
}

static void put_unit(text *to, uint32_t unit) {
    char escape[16];
    sprintf(escape, "\\u%04x", unit);
    put(to, escape);
}

static void put_code_point(text *to, uint32_t c, bool ascii) {
    if (c == '"' || c == '\\') {
        const char escape[] = {'\\', (char)c, 0};
        put(to, escape);
    } else if (c < 0x20) {
        static const char *const letters[0x20] = {
            ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t"};
        if (letters[c]) {
            put(to, letters[c]);
        } else {
            put_unit(to, c);
        }
    } else if (c < 0x80) {
        to->bytes[to->nbytes++] = (uint8_t)c;
    } else if (c >= 0xd800 && c < 0xe000) {
        put_unit(to, c);
    } else if (ascii && c >= 0x10000) {
        put_unit(to, 0xd800 + ((c - 0x10000) >> 10));
        put_unit(to, 0xdc00 + ((c - 0x10000) & 0x3ff));
    } else if (ascii) {
        put_unit(to, c);
    } else if (c < 0x800) {
        to->bytes[to->nbytes++] = (uint8_t)(0xc0 | c >> 6);
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        to->bytes[to->nbytes++] = (uint8_t)(0xe0 | c >> 12);
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c & 0x3f));
    } else {
        to->bytes[to->nbytes++] = (uint8_t)(0xf0 | c >> 18);
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c >> 12 & 0x3f));
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c & 0x3f));
    }
}

/* A code point in (W)UTF-8. */
static void put_raw(text *to, uint32_t c) {
    if (c < 0x80) {
        to->bytes[to->nbytes++] = (uint8_t)c;
    } else if (c >= 0xd800 && c < 0xe000) {
        to->bytes[to->nbytes++] = 0xed;
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
        to->bytes[to->nbytes++] = (uint8_t)(0x80 | (c & 0x3f));
    } else {
        put_code_point(to, c, false);
    }
}

/* Some spelling inside of a JSON string. */
static void put_spelled(text *to, uint32_t c, check_random *random) {
    if (c == '/' && check_below(random, 2)) {
        put(to, "\\/");
    } else if (c >= 0x10000 && check_below(random, 2)) {
        put_unit(to, 0xd800 + ((c - 0x10000) >> 10));
        put_unit(to, 0xdc00 + ((c - 0x10000) & 0x3ff));
    } else if (c < 0x10000 && check_below(random, 3) == 0) {
        char escape[8];
        sprintf(escape, check_below(random, 2) ? "\\u%04x" : "\\u%04X", c);
        put(to, escape);
    } else {
        put_code_point(to, c, false);
    }
}

static uint32_t random_code_point(check_random *random) {
    switch (check_below(random, 10)) {
    case 0: return check_below(random, 0x20);
    case 1: return check_below(random, 2) ? '"' : '\\';
    case 2: return 0x80 + check_below(random, 0x780);
    case 3: return 0x800 + check_below(random, 0xd000);
    case 4: return 0xd000 + check_below(random, 0x800); /* the lead byte of surrogates */
    case 5: return 0xe000 + check_below(random, 0x2000);
    case 6: return 0x10000 + check_below(random, 0x100000);
    case 7: return check_below(random, 8) ? 'x' : 0xd800 + check_below(random, 0x800);
    case 8: return '/';
    default: return 0x20 + check_below(random, 0x60);
    }
}

typedef jt_write_code escape_function(jt_buffer *, const uint8_t *, const uint8_t *,
                                      const uint8_t *, uint32_t);

/* From a text at the end of memory into a buffer at the end of memory. */
static void check_text(check_counts *counts, check_guarded in, check_guarded out,
                       escape_function *function, const text *from, const text *expected,
                       bool ascii) {
    const uint8_t *const p = check_place_last(in, from->bytes, from->nbytes);
    const uint32_t flags = ascii ? JT_ESCAPE_ASCII : 0;
    jt_buffer exact = {.bytes = out.behind - expected->nbytes, .capacity = expected->nbytes};
    jt_write_code code = function(&exact, p, in.behind, in.behind, flags);
    CHECK(counts,
          code == JT_WRITE_OK && exact.nbytes == expected->nbytes &&
              memcmp(exact.bytes, expected->bytes, expected->nbytes) == 0,
          from->bytes, from->nbytes, "code %d", code);
    jt_buffer roomy = {.bytes = out.first, .capacity = (size_t)(out.behind - out.first)};
    code = function(&roomy, p, in.behind, in.behind, flags);
    CHECK(counts,
          code == JT_WRITE_OK && roomy.nbytes == expected->nbytes &&
              memcmp(roomy.bytes, expected->bytes, expected->nbytes) == 0,
          from->bytes, from->nbytes, "code %d", code);
    if (expected->nbytes == 0) return;
    jt_buffer small = {.bytes = out.behind - expected->nbytes + 1,
                       .capacity = expected->nbytes - 1};
    code = function(&small, p, in.behind, in.behind, flags);
    CHECK(counts, code == JT_WRITE_NO_MEMORY, from->bytes, from->nbytes, "code %d", code);
}

int main(void) {
    check_counts counts = {0};
    check_random random = {5};
    const check_guarded in = check_guard(4096);
    const check_guarded out = check_guard(4096);
    for (uint32_t byte = 0; byte < 0x80; byte++) {
        for (size_t at = 0; at < 40; at++) {
            text from = {.nbytes = 0};
            text expected = {.nbytes = 0};
            for (size_t i = 0; i < 40; i++) {
                put_raw(&from, i == at ? byte : 'x');
                put_code_point(&expected, i == at ? byte : 'x', false);
            }
            check_text(&counts, in, out, jt_escape_text, &from, &expected, false);
        }
    }
    for (int i = 0; i < 40000; i++) {
        const bool ascii = i & 1;
        text raw = {.nbytes = 0};
        text spelled = {.nbytes = 0};
        text expected = {.nbytes = 0};
        uint32_t before = 0;
        for (uint32_t n = check_below(&random, TEXT_MAX); n; n--) {
            uint32_t c = random_code_point(&random);
            /* Two halves in a row would be a pair. */
            if (before >= 0xd800 && before < 0xdc00 && c >= 0xdc00 && c < 0xe000) c = 'x';
            before = c;
            put_raw(&raw, c);
            put_spelled(&spelled, c, &random);
            put_code_point(&expected, c, ascii);
        }
        check_text(&counts, in, out, jt_escape_text, &raw, &expected, ascii);
        check_text(&counts, in, out, jt_escape_source, &spelled, &expected, ascii);
    }
    /* Whatever bytes there are, nothing beyond them is read, and a text comes of it. */
    for (int i = 0; i < 40000; i++) {
        text any = {.nbytes = check_below(&random, 40)};
        for (size_t j = 0; j < any.nbytes; j++) {
            static const uint8_t bytes[] = "\\u\"dD8c\xed\xa0\x80\xf0\x9f\xc3\xff\0x";
            any.bytes[j] = bytes[check_below(&random, sizeof bytes)];
        }
        const uint8_t *const p = check_place_last(in, any.bytes, any.nbytes);
        jt_buffer roomy = {.bytes = out.first, .capacity = (size_t)(out.behind - out.first)};
        escape_function *const function = i & 1 ? jt_escape_text : jt_escape_source;
        const jt_write_code code =
            function(&roomy, p, in.behind, in.behind, i & 2 ? JT_ESCAPE_ASCII : 0);
        CHECK(&counts, code == JT_WRITE_OK, any.bytes, any.nbytes, "code %d", code);
    }
    const uint8_t lone[] = "ab\xed\xa0\x80";
    jt_buffer buffer = {.bytes = out.first, .capacity = 100};
    CHECK(&counts,
          jt_escape_text(&buffer, lone, lone + 5, lone + 5, JT_ESCAPE_LONE_SURROGATE_ERROR) ==
              JT_WRITE_LONE_SURROGATE,
          lone, 5, "a lone surrogate");
    check_unguard(in);
    check_unguard(out);
    return check_result(&counts);
}
