/* The tape: what a document looks like once parsed.
 *
 * A tape is a flat array of little-endian 32-bit words, the same bytes on every target, meant to
 * be read where it lies (by this core and by JavaScript's typed arrays). It holds indices and
 * offsets only, never pointers, so it can be moved, stored and shared. Text stays in the source:
 * an entry says where. docs: js/TAPE.md shows a worked dump.
 *
 *   header (JT_TAPE_HEADER_NWORDS) | root value and all below it | interned-key table
 *
 * Every entry has an even number of words, so all entries, and the doubles inside them, lie on
 * 8-byte boundaries. The low byte of an entry's first word is its kind (low five bits) and flags
 * (high three bits); the high 24 bits are its payload. The second word is a byte offset into the
 * source.
 *
 *   kind          words  payload             word 1            words 2, 3
 *   NULL FALSE TRUE   2  0                   first byte
 *   INT               2  value, signed       first byte
 *   DOUBLE            4  length in bytes     first byte        the double
 *   NUMBER_LONG       4  0                   first byte        length, 0 (value: from the text)
 *   STRING            2  length in bytes     behind the quote
 *   STRING_LONG       4  0                   behind the quote  length, JT_TAPE_LONG_MARK
 *   KEY               2  interned-key index  behind the quote
 *   KEY_PLAIN         2  length in bytes     behind the quote
 *   KEY_LONG          4  0                   behind the quote  length, JT_TAPE_LONG_MARK
 *   ARRAY OBJECT      4  children or 0xffffff  first byte      tape index behind the last child
 *                                                              (and behind COUNT), source offset
 *                                                              behind the closing bracket
 *   COUNT             2  0                   number of children
 *
 * An INT is an integer lexeme other than -0 from JT_TAPE_INT_MIN to JT_TAPE_INT_MAX; since JSON has
 * one spelling for it, its length follows from its value. The children of an object are its
 * members: a key entry, then a value. A container of JT_TAPE_PAYLOAD_MAX children or more ends with
 * a COUNT entry. JT_TAPE_LONG_MARK is no valid offset, so the key before a value can be found
 * backwards. Lengths are of the source's bytes, before unescaping.
 *
 * The tape of a CBOR item (JT_TAPE_F_CBOR) has the same entries and some more:
 *
 *   kind           words  payload            word 1            words 2, 3
 *   BYTES            2  length in bytes      behind the head
 *   BYTES_LONG       4  the head's length    behind the head   length, JT_TAPE_LONG_MARK
 *   TEXT_CHUNKS      4  0                    first byte        length of all chunks' contents,
 *   BYTES_CHUNKS                                               source offset behind the break
 *   TAG              4  number or 0xffffff   first byte        tape index behind the content,
 * source offset behind it UNDEFINED        2  0                    first byte SIMPLE           2
 * value                first byte KEY_VALUE        2  0                    first byte
 *
 * "Behind the quote" means behind the head there. STRING_LONG and KEY_LONG have the length of their
 * head as payload, as BYTES_LONG has, and also stand for strings whose head is not the shortest;
 * heads of STRING, KEY, KEY_PLAIN and BYTES are the shortest, and so are those of INT. A DOUBLE is
 * a float or, with JT_TAPE_INTEGER, an integer; a NUMBER_LONG is a bignum, tag and byte string. TAG
 * is followed by its content. A key that is no definite text is a KEY_VALUE followed by the entries
 * of the value that it is. A sequence of items is an ARRAY of them that starts at offset 0, with
 * JT_TAPE_SEQUENCE.
 */
#ifndef JT_TAPE_H
#define JT_TAPE_H

#include <stdint.h>

enum {
    JT_TAPE_MAGIC = 0x5041544a,   /* "JTAP" */
    JT_TAPE_VERSION = 0x00010000, /* major in the high half, minor in the low half */
    JT_TAPE_HEADER_NWORDS = 16,
    JT_TAPE_PAYLOAD_MAX = 0xffffff,
    JT_TAPE_INT_MIN = -0x7fffff,
    JT_TAPE_INT_MAX = 0x7fffff,
    JT_TAPE_KEY_NWORDS = 2, /* per interned key: offset behind the quote, length in bytes */
    JT_TAPE_KEYS_MAX = 4096
};

#define JT_TAPE_LONG_MARK 0xffffffffu

/* Word indices in the header. Words not named are 0. */
enum {
    JT_TAPE_H_MAGIC = 0,
    JT_TAPE_H_VERSION = 1,
    JT_TAPE_H_FLAGS = 2,
    JT_TAPE_H_TAPE_NWORDS = 3, /* of the whole tape, header and key table included */
    JT_TAPE_H_SOURCE_NBYTES = 4,
    JT_TAPE_H_ROOT = 5,     /* tape index of the root value: JT_TAPE_HEADER_NWORDS */
    JT_TAPE_H_KEYS = 6,     /* tape index of the interned-key table */
    JT_TAPE_H_NKEYS = 7,    /* entries in it */
    JT_TAPE_H_NVALUES = 8,  /* scalars and containers; keys do not count */
    JT_TAPE_H_MAX_DEPTH = 9 /* containers open at once, at most */
};

/* Bits of the header's flags. */
enum {
    JT_TAPE_F_NON_ASCII = 1,  /* some string or key holds a byte above 0x7f */
    JT_TAPE_F_ESCAPES = 2,    /* some string or key holds an escape */
    JT_TAPE_F_CBOR = 4,       /* the source is CBOR */
    JT_TAPE_F_FIRST_WINS = 8, /* of equal keys in an object the first counts, not the last */
    JT_TAPE_F_CBOR_ONLY = 16  /* some value or key has no form in JSON that is as exact */
};

/* Kinds: the low five bits of an entry's first word. Values are never reused. */
enum {
    JT_TAPE_NULL = 0,
    JT_TAPE_FALSE = 1,
    JT_TAPE_TRUE = 2,
    JT_TAPE_INT = 3,
    JT_TAPE_DOUBLE = 4,
    JT_TAPE_NUMBER_LONG = 5,
    JT_TAPE_STRING = 6,
    JT_TAPE_STRING_LONG = 7,
    JT_TAPE_ARRAY = 8,
    JT_TAPE_OBJECT = 9,
    JT_TAPE_KEY = 10,
    JT_TAPE_KEY_PLAIN = 11,
    JT_TAPE_KEY_LONG = 12,
    JT_TAPE_COUNT = 13,
    JT_TAPE_BYTES = 16, /* this and what follows: CBOR only */
    JT_TAPE_BYTES_LONG = 17,
    JT_TAPE_TEXT_CHUNKS = 18,
    JT_TAPE_BYTES_CHUNKS = 19,
    JT_TAPE_TAG = 20,
    JT_TAPE_UNDEFINED = 21,
    JT_TAPE_SIMPLE = 22,
    JT_TAPE_KEY_VALUE = 23,
    JT_TAPE_KIND_MASK = 0x1f
};

/* Flags: the high three bits of an entry's low byte. */
enum {
    JT_TAPE_INTEGER = 0x20,     /* DOUBLE, NUMBER_LONG: the lexeme has no fraction, no exponent */
    JT_TAPE_ESCAPED = 0x20,     /* STRING*, KEY_PLAIN, KEY_LONG: holds an escape */
    JT_TAPE_NON_ASCII = 0x40,   /* STRING*, KEY_PLAIN, KEY_LONG: holds a byte above 0x7f */
    JT_TAPE_ALL_DOUBLES = 0x20, /* ARRAY, not empty: every element is a DOUBLE entry */
    JT_TAPE_ALL_INTS = 0x40,    /* ARRAY, not empty: every element is an INT entry */
    JT_TAPE_OTHER_KEYS = 0x20,  /* OBJECT: some key is a KEY_VALUE */
    JT_TAPE_SEQUENCE = 0x80,    /* ARRAY: the items of a CBOR sequence */
    JT_TAPE_IS_KEY = 0x80       /* OBJECT, TAG, and ARRAY but for the root: is a CBOR key */
};

#endif
