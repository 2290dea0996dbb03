/* Parts of a tape that the parsers of JSON and CBOR write alike. */
#ifndef JT_TAPE_BUILD_H
#define JT_TAPE_BUILD_H

#include "jsontape.h"
#include "vector.h"

/* Writes the entry of a string or key; `kind` is JT_TAPE_STRING,
 * JT_TAPE_KEY_PLAIN or JT_TAPE_BYTES, the long form's kind is the next one. Returns the number of
 * words. */
JT_INLINE uint32_t jt_tape_string(uint32_t *entry, uint32_t kind, uint32_t flags, size_t offset,
                                  size_t nbytes) {
    entry[1] = (uint32_t)offset;
    if (JT_LIKELY(nbytes <= JT_TAPE_PAYLOAD_MAX)) {
        entry[0] = kind | flags | (uint32_t)nbytes << 8;
        return 2;
    }
    entry[0] = (kind + 1) | flags;
    entry[2] = (uint32_t)nbytes;
    entry[3] = JT_TAPE_LONG_MARK;
    return 4;
}

/* The JT_TAPE_ALL_* flag of an array whose count elements are [first, behind). Other arrays are
 * told by their size or first element. */
JT_INLINE uint32_t jt_tape_elements_flag(const uint32_t *first, const uint32_t *behind,
                                         uint32_t count) {
    const uint32_t kind = first[0] & JT_TAPE_KIND_MASK;
    const uint32_t step = kind == JT_TAPE_INT ? 2 : 4;
    if ((kind != JT_TAPE_INT && kind != JT_TAPE_DOUBLE) ||
        (size_t)(behind - first) != (size_t)count * step)
        return 0;
    for (const uint32_t *entry = first + step; entry != behind; entry += step) {
        if ((*entry & JT_TAPE_KIND_MASK) != kind) return 0;
    }
    return kind == JT_TAPE_INT ? JT_TAPE_ALL_INTS : JT_TAPE_ALL_DOUBLES;
}

/* Writes the header of a tape that is complete; flags beside those of the strings. */
JT_INLINE void jt_tape_header(const jt_parser *parser, uint32_t *tape, uint32_t flags) {
    memset(tape, 0, JT_TAPE_HEADER_NWORDS * sizeof tape[0]);
    tape[JT_TAPE_H_MAGIC] = JT_TAPE_MAGIC;
    tape[JT_TAPE_H_VERSION] = JT_TAPE_VERSION;
    tape[JT_TAPE_H_FLAGS] = flags;
    if (parser->flags & JT_TAPE_NON_ASCII) tape[JT_TAPE_H_FLAGS] |= JT_TAPE_F_NON_ASCII;
    if (parser->flags & JT_TAPE_ESCAPED) tape[JT_TAPE_H_FLAGS] |= JT_TAPE_F_ESCAPES;
    tape[JT_TAPE_H_TAPE_NWORDS] = (uint32_t)parser->tape_nwords;
    tape[JT_TAPE_H_SOURCE_NBYTES] = (uint32_t)parser->source_nbytes;
    tape[JT_TAPE_H_ROOT] = JT_TAPE_HEADER_NWORDS;
    tape[JT_TAPE_H_KEYS] = parser->next;
    tape[JT_TAPE_H_NKEYS] = parser->nkeys;
    tape[JT_TAPE_H_NVALUES] = parser->nvalues + 1;
    tape[JT_TAPE_H_MAX_DEPTH] = parser->deepest;
}

#endif
