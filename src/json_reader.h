/* JSON text token by token, forward only, from input that arrives in pieces.
 *
 * The caller feeds segments, which stay the caller's, and reads a token at a time until the reader
 * asks for more input. It always takes a segment to its end, so a token that goes on in the next
 * one is copied, once, into a buffer of the caller's (the carry); nothing is scanned a second time.
 * Where the input is cut makes no difference to tokens, places and errors. After an error every
 * read gives that error again.
 *
 *     jt_reader_init(&reader, JT_COMMENTS, MAX_DEPTH, frames);
 *     do {
 *         jt_reader_feed(&reader, segment, nbytes, is_last);
 *         while ((code = jt_reader_read(&reader)) == JT_OK) use(&reader);
 *     } while (code == JT_MORE_INPUT && next(&segment, &nbytes, &is_last));
 *
 * Saving and resuming: after jt_reader_release a copy of the struct, of `open` frames and of
 * carry_nbytes carried bytes is all there is. The copy reads on after jt_reader_move.
 */
#ifndef JT_JSON_READER_H
#define JT_JSON_READER_H

#include "jsontape.h"
#include "number_parse.h"
#include "position.h"

/* Values are never reused; those that a tape has too are the tape's kinds. */
typedef enum jt_token {
    JT_TOKEN_NULL = JT_TAPE_NULL,
    JT_TOKEN_FALSE = JT_TAPE_FALSE,
    JT_TOKEN_TRUE = JT_TAPE_TRUE,
    JT_TOKEN_NUMBER = JT_TAPE_DOUBLE,
    JT_TOKEN_STRING = JT_TAPE_STRING,
    JT_TOKEN_START_ARRAY = JT_TAPE_ARRAY,
    JT_TOKEN_START_OBJECT = JT_TAPE_OBJECT,
    JT_TOKEN_PROPERTY_NAME = JT_TAPE_KEY_PLAIN,
    JT_TOKEN_END_ARRAY = 16,
    JT_TOKEN_END_OBJECT = 17,
    JT_TOKEN_COMMENT = 18,
    JT_TOKEN_NONE = 19 /* before the first token and behind the last */
} jt_token;

/* Options besides JT_BOM_ERROR, JT_COMMENTS and JT_TRAILING_COMMAS of jsontape.h. */
enum {
    JT_COMMENT_TOKENS = 64,  /* comments are tokens */
    JT_SEVERAL_VALUES = 128, /* any number of values may follow each other */
    JT_CARRY_SHORT = 256     /* a token that does not fit the carry has no bytes */
};

/* An open container, and where in it the reader is. */
typedef struct jt_reader_frame {
    uint64_t start;    /* of an array: index of the element; of an object: the stream's offset of
                        * the key behind its quote */
    uint64_t nbytes;   /* of an object: length of that key, before unescaping */
    uint64_t is_array; /* 1 or 0 */
} jt_reader_frame;

typedef struct jt_reader {
    /* The current token. `bytes` is all of it, quotes and comment marks included, until the next
     * read or feed; NULL where it was not carried. */
    jt_token token;
    uint32_t depth; /* containers open around it */
    uint32_t flags; /* JT_TAPE_ESCAPED, JT_TAPE_NON_ASCII; of a number JT_TAPE_INTEGER */
    const uint8_t *bytes;
    size_t nbytes;

    /* After an error. */
    jt_code error;
    uint32_t path_nsteps; /* frames that lead to the value being read, otherwise to the innermost
                           * open container */
    jt_place error_place; /* as for jt_parse */

    uint32_t open; /* containers open now: as many frames are in use */
    jt_reader_frame *frames;

    uint8_t *carry;
    size_t carry_capacity;
    size_t carry_nbytes;

    /* Private. */
    const uint8_t *segment;
    const uint8_t *p;
    const uint8_t *end;
    uint32_t options;
    uint32_t max_depth;
    uint32_t state;
    uint32_t is_final;
    jt_place place;           /* of the segment's first byte */
    jt_place consumed;        /* of some byte that is consumed, for the next question */
    const uint8_t *token_end; /* in the segment; NULL: where `consumed` is */
    uint32_t spans;           /* the token began in an earlier segment */
    uint32_t number[4];       /* of a number: its entry, see number_entry.h */
    jt_lexed lexed;
    uint32_t skip_depth; /* of the value being skipped, plus 1; or 0 */

    /* Of a token that the last segment's end cuts. */
    jt_token partial;
    uint32_t partial_flags;
    jt_place partial_place;  /* of its first byte; also of the current token's if that spans */
    uint32_t progress;       /* jt_number_state; bytes of a literal; second byte of a comment */
    uint32_t npending;       /* bytes of a character, an escape or a mark that is not whole */
    uint64_t pending_offset; /* the stream's offset of the first */
    uint8_t pending[16];
} jt_reader;

/* Prepares to read from the start. There must be frames for max_depth, or for as many containers
 * as the input can open. */
void jt_reader_init(jt_reader *reader, uint32_t options, uint32_t max_depth,
                    jt_reader_frame *frames);

/* The next nbytes bytes of the input. is_final: there are no others; an empty segment can say so.
 * The last segment must have been read to its end; if not, this one starts where reading stands
 * (p). */
void jt_reader_feed(jt_reader *reader, const uint8_t *segment, size_t nbytes, bool is_final);

/* To the next token. JT_OK; JT_MORE_INPUT: feed the next segment; JT_END; JT_CARRY_FULL: call
 * jt_reader_carry, then again; anything else is an error of the input. */
jt_code jt_reader_read(jt_reader *reader);

/* To the end of the current value: of a container the closing token, of a name its value's. What
 * jt_reader_read gives; after JT_MORE_INPUT call it again. */
jt_code jt_reader_skip(jt_reader *reader);

/* The same, or JT_MORE_INPUT and nothing has changed: feed what is not read yet (from p) again,
 * with more behind it. */
jt_code jt_reader_try_skip(jt_reader *reader);

/* Where tokens are carried: what was carried already must stand there. Room of
 * jt_reader_carry_bound bytes does for the segment. */
void jt_reader_carry(jt_reader *reader, uint8_t *carry, size_t capacity);

JT_INLINE size_t jt_reader_carry_bound(const jt_reader *reader) {
    return (reader->partial != JT_TOKEN_NONE ? reader->carry_nbytes : 0) +
           (size_t)(reader->end - reader->p);
}

/* At the start of a container that the caller has read by other means, up to `behind` in the
 * segment: as if the reader had read it too. */
void jt_reader_leap(jt_reader *reader, const uint8_t *behind);

/* Leaves the segment, which may then go away; the next one starts at p. */
void jt_reader_release(jt_reader *reader);

/* Goes on with a copy of a saved reader. */
void jt_reader_move(jt_reader *reader, jt_reader_frame *frames, uint8_t *carry, size_t capacity);

/* The stream's offset of the token's first byte, until the segment is left. */
JT_INLINE uint64_t jt_reader_token_start(const jt_reader *reader) {
    return reader->spans ? reader->partial_place.offset
                         : reader->place.offset + (uint64_t)(reader->bytes - reader->segment);
}

/* The stream's offset behind the last token; behind all tokens the length of the stream. */
JT_INLINE uint64_t jt_reader_bytes_consumed(const jt_reader *reader) {
    return reader->token_end
               ? reader->place.offset + (uint64_t)(reader->token_end - reader->segment)
               : reader->consumed.offset;
}

/* The place of jt_reader_bytes_consumed. */
jt_place jt_reader_place(jt_reader *reader);

/* The text of a string or name, without its quotes and before unescaping (jt_unescape of
 * unescape.h); of a comment, without its marks; of other tokens, all of it. */
const uint8_t *jt_reader_text(const jt_reader *reader, size_t *nbytes);

/* Whether the unescaped text of a string or name is this one. */
bool jt_reader_text_equals(const jt_reader *reader, const uint8_t *text, size_t nbytes);

/* The double nearest to a number. */
double jt_reader_double(const jt_reader *reader);

/* An entry of a token that spans segments: it ends at the payload. */
enum { JT_ENTRY_SPANS = 0x80 };

/* Reads all tokens of the segment, as entries of a tape with offsets from its start and the kinds
 * of jt_token; an entry with JT_ENTRY_SPANS has two words. There must be room for two words for
 * each byte, and four. Sets *nwords; what jt_reader_read gives at last. A segment has at most
 * JT_TAPE_PAYLOAD_MAX bytes. */
jt_code jt_reader_read_entries(jt_reader *reader, uint32_t *entries, size_t *nwords);

#endif
