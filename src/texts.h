/* All strings of a document and its keys, decoded in one pass and packed, so that JavaScript cuts
 * them from a few large texts: no bytes but theirs are decoded there, and none are kept alive. */
#ifndef JT_TEXTS_H
#define JT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* The lengths of texts are code units << JT_TEXT_LENGTH_SHIFT, and this. */
enum {
    JT_TEXT_UTF16 = 1, /* the text is in the UTF-16 part; otherwise in the ASCII part */
    JT_TEXT_LENGTH_SHIFT = 1,
    JT_TEXT_LENGTH_MAX = (1 << 30) - 1 /* longer ones are given this length: no engine takes them */
};

/* Where the parts are. The texts of the strings and plain keys lie in them one behind the other, in
 * the order of the tape; so do the interned keys in theirs, in UTF-8, a quote behind each. */
typedef struct jt_texts {
    uint32_t *lengths; /* of each text that has JT_TAPE_ESCAPED or JT_TAPE_NON_ASCII on the tape */
    uint8_t *keys;
    uint8_t *ascii; /* also where the keys end */
    uint8_t *ascii_end;
    uint16_t *utf16;
    uint16_t *utf16_end;
} jt_texts;

/* The room that jt_texts_decode needs for a document of source_nbytes bytes that has ntexts texts
 * with one of the flags, of nbytes bytes of source in all; more will do. */
uint64_t jt_texts_bound(size_t source_nbytes, size_t ntexts, size_t nbytes);

/* Decodes the texts of a finished tape into memory (8-byte aligned) of jt_texts_bound bytes for
 * these ntexts. */
jt_texts jt_texts_decode(const uint8_t *source, const uint32_t *tape, size_t ntexts, void *memory);

#endif
