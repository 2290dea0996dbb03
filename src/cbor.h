/* What the CBOR writer and the CBOR reader share (RFC 8949): heads and conformance modes.
 *
 * Every item starts with a head: three bits of major type, five of additional information, and up
 * to eight bytes of argument, most significant first.
 */
#ifndef JT_CBOR_H
#define JT_CBOR_H

#include <stddef.h>

#include "vector.h"

/* Major types, in the order of their three bits. */
enum {
    JT_CBOR_UNSIGNED = 0,
    JT_CBOR_NEGATIVE = 1,
    JT_CBOR_BYTES = 2,
    JT_CBOR_TEXT = 3,
    JT_CBOR_ARRAY = 4,
    JT_CBOR_MAP = 5,
    JT_CBOR_TAG = 6,
    JT_CBOR_SIMPLE = 7
};

/* Additional information beyond the arguments 0 to 23 that are their own. */
enum {
    JT_CBOR_DIRECT_MAX = 23,
    JT_CBOR_1_BYTE = 24,
    JT_CBOR_2_BYTES = 25, /* of major type 7: a half float, and so on */
    JT_CBOR_4_BYTES = 26,
    JT_CBOR_8_BYTES = 27,
    JT_CBOR_OPEN = 31 /* indefinite length; of major type 7: break */
};

enum {
    JT_CBOR_HEAD_NBYTES_MAX = 9,
    JT_CBOR_FALSE = 20,
    JT_CBOR_TRUE = 21,
    JT_CBOR_NULL = 22,
    JT_CBOR_UNDEFINED = 23,
    JT_CBOR_TAG_BIGNUM = 2,
    JT_CBOR_TAG_NEGATIVE_BIGNUM = 3,
    JT_CBOR_BREAK = 0xff
};

/* Conformance modes: .NET's four, and RFC 8949 section 4.2.1. */
typedef enum jt_cbor_mode {
    JT_CBOR_LAX = 0,
    JT_CBOR_STRICT = 1,
    JT_CBOR_CANONICAL = 2, /* RFC 7049 section 3.9 */
    JT_CBOR_CTAP2 = 3,
    JT_CBOR_DETERMINISTIC = 4
} jt_cbor_mode;

/* What a mode asks for. */
enum {
    JT_CBOR_UNIQUE_KEYS = 1,
    JT_CBOR_VALID_UTF8 = 2,
    JT_CBOR_SHORTEST_HEADS = 4,
    JT_CBOR_DEFINITE = 8,
    JT_CBOR_SHORTEST_NUMBERS = 16, /* floats, and no bignum where an integer does */
    JT_CBOR_FLOATS_AS_GIVEN = 512, /* whatever width the caller chose */
    JT_CBOR_NO_TAGS = 32,
    /* At most one of these. Keys are compared as they are encoded. */
    JT_CBOR_SORTED_LENGTH = 64, /* the shorter first, then bytewise */
    JT_CBOR_SORTED_MAJOR = 128, /* by major type, then the shorter first, then bytewise */
    JT_CBOR_SORTED_BYTES = 256,
    JT_CBOR_SORTED = JT_CBOR_SORTED_LENGTH | JT_CBOR_SORTED_MAJOR | JT_CBOR_SORTED_BYTES
};

JT_INLINE uint32_t jt_cbor_rules(jt_cbor_mode mode) {
    enum {
        STRICT = JT_CBOR_UNIQUE_KEYS | JT_CBOR_VALID_UTF8,
        FIXED = STRICT | JT_CBOR_SHORTEST_HEADS | JT_CBOR_DEFINITE
    };
    switch (mode) {
    case JT_CBOR_LAX: return 0;
    case JT_CBOR_CANONICAL: return FIXED | JT_CBOR_SHORTEST_NUMBERS | JT_CBOR_SORTED_LENGTH;
    case JT_CBOR_CTAP2:
        return FIXED | JT_CBOR_NO_TAGS | JT_CBOR_FLOATS_AS_GIVEN | JT_CBOR_SORTED_MAJOR;
    case JT_CBOR_DETERMINISTIC: return FIXED | JT_CBOR_SHORTEST_NUMBERS | JT_CBOR_SORTED_BYTES;
    default: return STRICT;
    }
}

/* How many bytes follow a head's first byte; additional information 24 to 27 only. */
JT_INLINE unsigned jt_cbor_argument_nbytes(unsigned information) {
    return 1u << (information - JT_CBOR_1_BYTE);
}

/* The bytes of the shortest head with this argument. */
JT_INLINE unsigned jt_cbor_head_nbytes(uint64_t argument) {
    if (argument <= JT_CBOR_DIRECT_MAX) return 1;
    return argument <= 0xff ? 2 : argument <= 0xffff ? 3 : argument <= 0xffffffffu ? 5 : 9;
}

/* Writes nbytes bytes of a number, most significant first. Returns the place behind them. */
JT_INLINE uint8_t *jt_cbor_put_number(uint8_t *p, uint64_t number, unsigned nbytes) {
    for (unsigned i = 0; i < nbytes; i++) p[i] = (uint8_t)(number >> (8 * (nbytes - 1 - i)));
    return p + nbytes;
}

JT_INLINE uint64_t jt_cbor_get_number(const uint8_t *p, unsigned nbytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < nbytes; i++) number = number << 8 | p[i];
    return number;
}

/* Writes the shortest head. Returns the place behind it. */
JT_INLINE uint8_t *jt_cbor_put_head(uint8_t *p, unsigned major, uint64_t argument) {
    const uint8_t type = (uint8_t)(major << 5);
    if (argument <= JT_CBOR_DIRECT_MAX) {
        *p = (uint8_t)(type | argument);
        return p + 1;
    }
    const unsigned information = argument <= 0xff          ? JT_CBOR_1_BYTE
                                 : argument <= 0xffff      ? JT_CBOR_2_BYTES
                                 : argument <= 0xffffffffu ? JT_CBOR_4_BYTES
                                                           : JT_CBOR_8_BYTES;
    *p = (uint8_t)(type | information);
    return jt_cbor_put_number(p + 1, argument, jt_cbor_argument_nbytes(information));
}

#endif
