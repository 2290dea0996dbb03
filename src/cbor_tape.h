/* Reading the entries of a CBOR tape. */
#ifndef JT_CBOR_TAPE_H
#define JT_CBOR_TAPE_H

#include "cbor_read.h"
#include "tape_walk.h"

/* The argument of the integer that a JT_TAPE_INT stands for; -1 - argument where it is negative. */
JT_INLINE uint32_t jt_cbor_int_argument(uint32_t word) {
    const int32_t value = (int32_t)word >> 8;
    return (uint32_t)(value < 0 ? ~value : value);
}

/* The source offset behind the value at `at`. */
JT_INLINE size_t jt_cbor_value_end(const uint32_t *tape, uint32_t at) {
    const uint32_t *const entry = tape + at;
    const uint32_t payload = entry[0] >> 8;
    switch (jt_walk_kind(tape, at)) {
    case JT_TAPE_INT: return entry[1] + (size_t)jt_cbor_head_nbytes(jt_cbor_int_argument(entry[0]));
    case JT_TAPE_DOUBLE:
    case JT_TAPE_STRING:
    case JT_TAPE_BYTES: return (size_t)entry[1] + payload;
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_BYTES_LONG: return (size_t)entry[1] + entry[2];
    case JT_TAPE_TEXT_CHUNKS:
    case JT_TAPE_BYTES_CHUNKS:
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT:
    case JT_TAPE_TAG: return entry[3];
    case JT_TAPE_SIMPLE: return (size_t)entry[1] + (payload <= JT_CBOR_DIRECT_MAX ? 1 : 2);
    default: return (size_t)entry[1] + 1;
    }
}

#endif
