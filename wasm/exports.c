/* The browser module's boundary: what JavaScript calls, with memory.h.
 *
 * Memory is scratch space for one call at a time: the stack and the static data lie at its start,
 * everything from scratch() on is the caller's until the next call. The caller puts the source
 * there, and the tape is written where the caller says, usually right behind the source.
 */
#include "columns.h"
#include "equal.h"
#include "jsontape.h"
#include "memory.h"
#include "texts.h"
#include "transcode.h"

/* What parse came to, read by JavaScript as 32-bit words. */
typedef struct parse_result {
    uint32_t tape_nwords;  /* after JT_OK */
    uint32_t error_offset; /* this and what follows: after an error */
    uint32_t line;
    uint32_t column;
    uint32_t byte_in_line;
    jt_path_step *path; /* NULL: none, or no memory for it */
    uint32_t path_nsteps;
    jt_texts texts; /* after texts() */
} parse_result;

jt_parser parser;
static parse_result last_result;

EXPORT(scratch) uint8_t *scratch(void) { return memory_start(); }

EXPORT(reserve) bool reserve(size_t nbytes) {
    return reach((uint64_t)(uintptr_t)scratch() + nbytes);
}

static void describe_error(const uint32_t *tape) {
    const jt_position position =
        jt_position_at(parser.source, parser.source_nbytes, parser.error_offset);
    last_result.error_offset = parser.error_offset;
    last_result.line = position.line;
    last_result.column = position.column;
    last_result.byte_in_line = position.byte_in_line;

    jt_path_step *const path = (jt_path_step *)(uintptr_t)(tape + parser.next);
    const size_t nsteps = jt_parser_path(&parser, tape, NULL, 0);
    if (nsteps == 0 || !reach((uint64_t)(uintptr_t)path + nsteps * (uint64_t)sizeof path[0]))
        return;
    jt_parser_path(&parser, tape, path, nsteps);
    last_result.path = path;
    last_result.path_nsteps = nsteps;
}

/* tape_nwords 0: up to the end of memory. A tape that reaches the end of memory grows with it. */
EXPORT(parse)
jt_code parse(const uint8_t *source, size_t source_nbytes, uint32_t *tape, size_t tape_nwords,
              uint32_t options, uint32_t max_depth) {
    last_result = (parse_result){0};
    jt_parser_init(&parser, source, source_nbytes, options, max_depth);
    if (tape_nwords == 0) tape_nwords = (memory_end() - (uintptr_t)tape) / WORD_NBYTES;
    jt_code code = jt_parse(&parser, tape, tape_nwords);
    while (code == JT_TAPE_FULL) {
        const bool at_end = (uintptr_t)(tape + tape_nwords) == memory_end();
        if (!at_end || !grow()) return JT_NO_MEMORY;
        tape_nwords = (memory_end() - (uintptr_t)tape) / WORD_NBYTES;
        code = jt_parse(&parser, tape, tape_nwords);
    }
    if (code == JT_OK) {
        last_result.tape_nwords = parser.tape_nwords;
    } else {
        describe_error(tape);
    }
    return code;
}

/* Behind the tape of the last parse, which must be a document, its texts (see texts.h); false where
 * there is no memory. */
EXPORT(texts) bool texts(const uint32_t *tape) {
    void *const memory = (void *)(uintptr_t)(tape + parser.tape_nwords);
    const uint64_t nbytes =
        jt_texts_bound(parser.source_nbytes, parser.ntexts, parser.texts_nbytes);
    if (!reach((uint64_t)(uintptr_t)memory + nbytes)) return false;
    last_result.texts = jt_texts_decode(parser.source, tape, parser.ntexts, memory);
    return true;
}

/* Writes the code units of a checked string to `out`. Should its bytes have changed since, so do
 * the code units, but no more is written than it has bytes. */
EXPORT(text) size_t text(const uint8_t *string, size_t nbytes, uint16_t *out) {
    bool well_formed;
    return jt_transcode_utf16(string, string + nbytes, out, &well_formed);
}

/* Clears the high bit of every byte. */
EXPORT(mask) void mask(uint8_t *bytes, size_t nbytes) {
    for (size_t i = 0; i < nbytes; i++) bytes[i] &= 0x7f;
}

EXPORT(result) const parse_result *result(void) { return &last_result; }

/* The structs below are written and read by js/columns.js and js/equal.js, as 32-bit words. */

EXPORT(columns) jt_columns_code columns(jt_columns *job) { return jt_columns_fill(job); }

/* scratch up to the end of memory is used. */
EXPORT(equal)
jt_equality equal(const jt_equal_side *a, const jt_equal_side *b, bool key_order,
                  uint8_t *scratch_start) {
    return jt_equal(a, b, key_order, scratch_start, memory_end() - (uintptr_t)scratch_start);
}

/* How this module was built, in one number. */
EXPORT(build) uint32_t build(void) {
    const jt_build info = jt_build_info();
    return (uint32_t)info.target | info.simd << 4 | (uint32_t)info.whitespace << 8 |
           info.whitespace_prefix << 16;
}
