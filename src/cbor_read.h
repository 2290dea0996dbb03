/* CBOR (RFC 8949) to a tape, the same one that JSON text becomes (tape.h).
 *
 * The protocol is that of jt_parse: the same jt_parser, called again with a larger tape after
 * JT_TAPE_FULL, positions of errors in error_offset. Lengths from the input are believed only as
 * far as there is input.
 */
#ifndef JT_CBOR_READ_H
#define JT_CBOR_READ_H

#include "cbor.h"
#include "jsontape.h"

/* Prepares to read one item, or with `sequence` any number of them (RFC 8742), which become an
 * array. At most max_depth containers and tags may be open at once. */
void jt_cbor_parser_init(jt_parser *parser, const uint8_t *source, size_t source_nbytes,
                         jt_cbor_mode mode, bool sequence, uint32_t max_depth);

/* Reads into tape[0..tape_nwords). The errors, with where they are:
 *   JT_TRUNCATED             the end of the input (also for a length beyond it)
 *   JT_TRAILING_DATA         the first byte behind the item
 *   JT_UNEXPECTED_BREAK, JT_NOT_WELL_FORMED, JT_DEPTH, JT_NOT_SHORTEST, JT_INDEFINITE_FORBIDDEN,
 *   JT_TAG_FORBIDDEN         the head's first byte
 *   JT_INVALID_UTF8          the first byte of the ill-formed sequence
 *   JT_DUPLICATE_KEY, JT_KEY_ORDER  the key's first byte
 * Of several errors it is the one with the smallest offset. */
jt_code jt_cbor_parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords);

/* A head, wherever one is read. */
typedef struct jt_cbor_head {
    unsigned major;
    unsigned information;
    uint64_t argument;
    const uint8_t *behind; /* NULL: the input ends before */
} jt_cbor_head;

/* The head at p (p < end); of additional information 28 to 31 there is no argument. */
JT_INLINE jt_cbor_head jt_cbor_head_at(const uint8_t *p, const uint8_t *end) {
    const unsigned information = *p & 31;
    jt_cbor_head head = {*p >> 5, information, information, p + 1};
    if (information >= JT_CBOR_1_BYTE && information <= JT_CBOR_8_BYTES) {
        const unsigned nbytes = jt_cbor_argument_nbytes(information);
        if ((size_t)(end - p) <= nbytes) {
            head.behind = NULL;
        } else {
            head.argument = jt_cbor_get_number(p + 1, nbytes);
            head.behind = p + 1 + nbytes;
        }
    }
    return head;
}

/* The same of input that has been read, where every head is whole. */
JT_INLINE jt_cbor_head jt_cbor_checked_head(const uint8_t *p) {
    const unsigned information = *p & 31;
    const bool is_short = information < JT_CBOR_1_BYTE || information > JT_CBOR_8_BYTES;
    const unsigned nbytes = is_short ? 0 : jt_cbor_argument_nbytes(information);
    const uint64_t argument = is_short ? information : jt_cbor_get_number(p + 1, nbytes);
    return (jt_cbor_head){*p >> 5, information, argument, p + 1 + nbytes};
}

/* The double that a float's head stands for. */
double jt_cbor_float_value(jt_cbor_head head);

#endif
