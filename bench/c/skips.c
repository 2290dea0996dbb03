/* Skips the whitespace of a text and nothing else, from token to token as a parser does, by each
 * strategy. A module that exports that, and natively a subject.
 */
#include "whitespace.h"

/* What becomes of a text: where its last skip ended, and the lines up to there. */
typedef struct walked {
    const uint8_t *p;
    jt_lines lines;
} walked;

typedef walked walk(const uint8_t *p, const uint8_t *end, const uint32_t *tokens, size_t ntokens);

/* A skip before each token, whose length leads to the next. */
#define WALK(name, skip_call)                                                                     \
    static walked walk_##name(const uint8_t *p, const uint8_t *end, const uint32_t *tokens,       \
                              size_t ntokens) {                                                   \
        jt_lines *const lines = NULL;                                                             \
        for (size_t i = 0; i < ntokens; i++) p = (skip_call) + tokens[i];                         \
        return (walked){p, {0, NULL}};                                                            \
    }                                                                                             \
    static walked walk_lines_##name(const uint8_t *p, const uint8_t *end, const uint32_t *tokens, \
                                    size_t ntokens) {                                             \
        jt_lines counted = {0, p};                                                                \
        jt_lines *const lines = &counted;                                                         \
        for (size_t i = 0; i < ntokens; i++) p = (skip_call) + tokens[i];                         \
        return (walked){p, counted};                                                              \
    }

WALK(scalar, jt_whitespace_scalar(p, end, lines))
WALK(simd, jt_whitespace_simd(p, end, lines))
WALK(prefix_1, jt_whitespace_prefix(p, end, 1, lines))
WALK(prefix_2, jt_whitespace_prefix(p, end, 2, lines))
WALK(prefix_4, jt_whitespace_prefix(p, end, 4, lines))
WALK(prefix_8, jt_whitespace_prefix(p, end, 8, lines))
WALK(prefix_16, jt_whitespace_prefix(p, end, 16, lines))
WALK(prefix_24, jt_whitespace_prefix(p, end, 24, lines))
WALK(prefix_32, jt_whitespace_prefix(p, end, 32, lines))

/* In the order of bench/strategies.js. */
static walk *const walks[][2] = {
    {walk_scalar, walk_lines_scalar},       {walk_simd, walk_lines_simd},
    {walk_prefix_1, walk_lines_prefix_1},   {walk_prefix_2, walk_lines_prefix_2},
    {walk_prefix_4, walk_lines_prefix_4},   {walk_prefix_8, walk_lines_prefix_8},
    {walk_prefix_16, walk_lines_prefix_16}, {walk_prefix_24, walk_lines_prefix_24},
    {walk_prefix_32, walk_lines_prefix_32}};

static walked last; /* so that counting has an effect */

/* Returns how far the walk came: to the end of the text, if the tokens are right. */
#ifdef __wasm__
__attribute__((export_name("skips")))
#else
static
#endif
size_t
skips(uint32_t strategy, uint32_t counting, const uint8_t *text, size_t text_nbytes,
      const uint32_t *tokens, size_t ntokens) {
    last = walks[strategy][counting](text, text + text_nbytes, tokens, ntokens);
    return (size_t)(last.p - text);
}

#ifndef __wasm__
#include <stdlib.h>

#include "subject.h"

static const uint8_t *text;
static size_t text_nbytes;
static uint8_t *tokens;
static size_t tokens_nbytes;
static uint32_t strategy;
static uint32_t counting;

/* The arguments: strategy, 1 to count lines, and the file of the tokens' lengths. */
bool subject_open(const uint8_t *document, size_t document_nbytes, char **arguments) {
    text = document;
    text_nbytes = document_nbytes;
    strategy = (uint32_t)atoi(arguments[0]);
    counting = (uint32_t)atoi(arguments[1]);
    tokens = read_file(arguments[2], &tokens_nbytes);
    return tokens;
}

void subject_reset(void) {}

bool subject_run(void) {
    return skips(strategy, counting, text, text_nbytes, (const uint32_t *)(const void *)tokens,
                 tokens_nbytes / sizeof(uint32_t)) == text_nbytes;
}
#endif
