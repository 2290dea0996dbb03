/* All texts of a document that are not plain ASCII in the source, decoded in one pass, in the order
 * of the tape. */
#ifndef JT_TEXTS_H
#define JT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* Flags in the low bits of a text's length. */
enum {
    JT_TEXT_UTF16 = 1,          /* the text is in the UTF-16 part; otherwise in the ASCII part */
    JT_TEXT_LONE_SURROGATE = 2, /* some surrogate lacks its other half */
    JT_TEXT_LENGTH_SHIFT = 2,
    JT_TEXT_LENGTH_MAX = (1 << 29) - 1 /* longer ones are given this length: no engine takes them */
};

/* Where the parts are. The texts of each lie one behind the other. */
typedef struct jt_texts {
    uint32_t *lengths; /* of each text: code units << JT_TEXT_LENGTH_SHIFT | flags */
    uint8_t *ascii;
    uint16_t *utf16;
} jt_texts;

/* The room that jt_texts_decode needs for ntexts texts of nbytes bytes of source in all. */
size_t jt_texts_bound(size_t ntexts, size_t nbytes);

/* Decodes the strings and plain keys of a finished tape that have JT_TAPE_ESCAPED or
 * JT_TAPE_NON_ASCII into memory (8-byte aligned) of jt_texts_bound bytes; ntexts and nbytes are at
 * least what there is of them. */
jt_texts jt_texts_decode(const uint8_t *source, const uint32_t *tape, size_t ntexts, size_t nbytes,
                         void *memory);

#endif
