/* jsontape: JSON text to a tape (see tape.h), and what the boundary needs around that.
 *
 * The core keeps no state of its own, allocates nothing and calls nothing of libc but the mem
 * functions: callers pass buffers, and when a buffer is too small they are told so and call again.
 * Sizes named _nbytes are in bytes, sizes named _nwords in 32-bit words. A pointer with a size of
 * zero may be NULL. No function reads outside the buffers it is given or looks at what lies behind
 * the end of the input.
 */
#ifndef JSONTAPE_H
#define JSONTAPE_H

#include <stddef.h>
#include <stdint.h>

#include "tape.h"

#ifdef __cplusplus
extern "C" {
#endif

#define JT_VERSION "1.0.0"

/* What a call came to. Values are never reused; js/errors.js has the same table. */
typedef enum jt_code {
    JT_OK = 0,
    JT_UNEXPECTED_END = 1,
    JT_UNEXPECTED_BYTE = 2,
    JT_INVALID_LITERAL = 3,
    JT_INVALID_NUMBER = 4,
    JT_CONTROL_CHAR = 5,
    JT_INVALID_ESCAPE = 6,
    JT_LONE_SURROGATE = 7,
    JT_INVALID_UTF8 = 8,
    JT_TRAILING_CONTENT = 9,
    JT_DEPTH = 10,
    JT_DUPLICATE_KEY = 11,
    JT_FORBIDDEN_KEY = 12,
    JT_BOM = 13,
    JT_COMMENT = 14,
    JT_DOCUMENT_TOO_LARGE = 15,
    /* Of CBOR input, beside those above that fit. */
    JT_TRUNCATED = 80,
    JT_TRAILING_DATA = 81,
    JT_UNEXPECTED_BREAK = 82,
    JT_NOT_WELL_FORMED = 83,
    JT_KEY_ORDER = 84,
    JT_NOT_SHORTEST = 85,
    JT_INDEFINITE_FORBIDDEN = 86,
    JT_TAG_FORBIDDEN = 87,
    /* Of calls of the CBOR writer, likewise. */
    JT_TOO_MANY_ITEMS = 96,
    JT_INCOMPLETE = 97,
    JT_MISSING_VALUE = 98,
    JT_WRONG_END = 99,
    JT_COMPLETED = 100,
    JT_WRONG_CHUNK = 101,
    JT_INVALID_ENCODED = 102,
    JT_OUT_OF_RANGE = 103,
    JT_TAPE_FULL = 64, /* not an error of the input: call again with a larger tape */
    JT_NO_MEMORY = 65,
    JT_MORE_INPUT = 66, /* json_reader.h: the token, if there is one, goes on in the next segment */
    JT_END = 67,        /* json_reader.h: there is no further token */
    JT_CARRY_FULL = 68  /* json_reader.h: call again with more room for the token */
} jt_code;

/* Options of jt_parser_init, or'ed together. None: RFC 8259, a byte order mark at the very start
 * skipped, of equal keys the last counts, lone surrogate escapes kept. */
enum {
    JT_BOM_ERROR = 1,             /* a byte order mark at the start is JT_BOM */
    JT_COMMENTS = 2,              /* line and block comments count as whitespace */
    JT_TRAILING_COMMAS = 4,       /* one comma may precede a closing bracket */
    JT_LONE_SURROGATES_ERROR = 8, /* an escaped surrogate without its other half is an error */
    JT_DUPLICATE_KEYS_FIRST = 16, /* recorded in the tape's header */
    JT_DUPLICATE_KEYS_ERROR = 32, /* two equal keys in one object (after unescaping) are an error */
    JT_PREFIX = 512               /* the source may go on behind the value; source_nbytes is then
                                   * set to where that ends */
};

/* What a lexer routine tells besides where it stopped. */
typedef struct jt_lexed {
    const uint8_t *error;  /* where it is, unless code is JT_OK */
    const uint8_t *resume; /* JT_UNEXPECTED_END: where to go on once there is more input */
    jt_code code;
    uint32_t flags; /* of a string: JT_TAPE_ESCAPED, JT_TAPE_NON_ASCII */
} jt_lexed;

/* One parse, from jt_parser_init until jt_parse gives something other than JT_TAPE_FULL. Callers
 * read what is documented here; the rest belongs to json_parse.c. The struct holds no pointers but
 * the source's, and needs no release. */
typedef struct jt_parser {
    const uint8_t *source;
    size_t source_nbytes;
    uint32_t options;
    uint32_t max_depth;

    /* After JT_OK: the words of the tape that are in use. */
    size_t tape_nwords;
    /* After an error: where the first byte stands that no valid continuation could have (at the
     * end of the input its length; for JT_INVALID_UTF8 the first byte of the ill-formed sequence,
     * for JT_DUPLICATE_KEY the key's opening quote, for JT_LONE_SURROGATE the backslash). */
    size_t error_offset;
    /* After JT_OK: at least the number of strings and keys with escapes or non-ASCII text, and of
     * their bytes (for texts.h). */
    size_t ntexts;
    size_t texts_nbytes;

    /* Private: where to go on after JT_TAPE_FULL, and the interned keys (key_table.h). */
    size_t at;
    uint32_t next;
    uint32_t container;
    uint32_t count;
    uint32_t depth;
    uint32_t deepest;
    uint32_t nvalues;
    uint32_t flags;
    uint32_t state;
    jt_code outcome;
    uint32_t duplicate;
    jt_lexed lexed;
    uint32_t nkeys;
    uint32_t slot_mask;
    uint32_t previous_key;
    uint32_t keys[JT_TAPE_KEYS_MAX * JT_TAPE_KEY_NWORDS];
    uint16_t successors[JT_TAPE_KEYS_MAX + 1];
    uint16_t slots[2 * JT_TAPE_KEYS_MAX];
} jt_parser;

/* Prepares a parse of source_nbytes bytes of JSON text, which must stay as they are until it has
 * ended. At most max_depth containers may be open at once. */
void jt_parser_init(jt_parser *parser, const uint8_t *source, size_t source_nbytes,
                    uint32_t options, uint32_t max_depth);

/* Parses into tape[0..tape_nwords). JT_OK: the tape is complete. JT_TAPE_FULL: call again with a
 * tape of more words that starts with the tape_nwords given now; nothing is parsed twice. Anything
 * else is an error of the input at parser->error_offset; the tape then holds everything before it,
 * for jt_parser_path. tape must be 8-byte aligned. */
jt_code jt_parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords);

/* One step of the way from the root to where a parse stopped. */
typedef struct jt_path_step {
    uint32_t is_key;     /* 1: a member; 0: an element */
    uint32_t index;      /* of the element; for a key the offset behind its opening quote */
    uint32_t key_nbytes; /* of a key: length in bytes, before unescaping */
} jt_path_step;

/* After an error: the steps to the value being read, otherwise to the innermost open container.
 * Writes at most nsteps of them, outermost first, and returns how many there are. */
size_t jt_parser_path(const jt_parser *parser, const uint32_t *tape, jt_path_step *steps,
                      size_t nsteps);

typedef struct jt_position {
    size_t line;         /* from 1; only LF ends a line */
    size_t column;       /* from 1, in UTF-16 code units; a sequence cut by the offset counts one */
    size_t byte_in_line; /* from 0 */
} jt_position;

/* The place of a byte offset (at most source_nbytes; larger ones count as that). The text before it
 * must be well-formed UTF-8 for the column to be right. */
jt_position jt_position_at(const uint8_t *source, size_t source_nbytes, size_t offset);

/* How the core was built. */
typedef enum jt_whitespace {
    JT_WHITESPACE_SCALAR = 0,
    JT_WHITESPACE_SIMD = 1,
    JT_WHITESPACE_PREFIX = 2
} jt_whitespace;

typedef enum jt_target {
    JT_TARGET_NATIVE = 0,
    JT_TARGET_BROWSER = 1,
    JT_TARGET_WASI = 2
} jt_target;

typedef struct jt_build {
    jt_target target;
    jt_whitespace whitespace;
    uint32_t whitespace_prefix; /* 0 unless JT_WHITESPACE_PREFIX */
    uint32_t simd;              /* 1: vectors are used */
} jt_build;

jt_build jt_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
