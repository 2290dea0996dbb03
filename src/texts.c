/* Texts in bulk; see texts.h. Most are plain and short: those are copied a vector at a time, into
 * what follows, which the next text overwrites. */
#include "texts.h"

#include <string.h>

#include "tape_walk.h"
#include "transcode.h"

/* What a copied text may write behind its end. */
enum { SLACK_NBYTES = 16 };

static size_t align8(size_t nbytes) { return (nbytes + 7) & ~(size_t)7; }

/* Keys and ASCII texts take no more than the source, where each of them has a quote behind it. */
static size_t ascii_bound(size_t source_nbytes) { return align8(source_nbytes + SLACK_NBYTES); }

uint64_t jt_texts_bound(size_t source_nbytes, size_t ntexts, size_t nbytes) {
    return (uint64_t)align8(ntexts * sizeof(uint32_t)) + ascii_bound(source_nbytes) +
           (uint64_t)nbytes * sizeof(uint16_t);
}

static uint32_t pack_length(size_t nunits, uint32_t flags) {
    const size_t length = nunits < JT_TEXT_LENGTH_MAX ? nunits : JT_TEXT_LENGTH_MAX;
    return (uint32_t)length << JT_TEXT_LENGTH_SHIFT | flags;
}

/* Copies nbytes bytes, and perhaps SLACK_NBYTES more, to `out`; p lies nreadable bytes before the
 * end of what can be read. Returns what is behind the copy. */
JT_INLINE uint8_t *copy(uint8_t *out, const uint8_t *p, size_t nbytes, size_t nreadable) {
#if JT_SIMD
    if (JT_LIKELY(nbytes + JT_VECTOR_NBYTES <= nreadable)) {
        for (size_t i = 0; i < nbytes; i += JT_VECTOR_NBYTES) {
            jt_vector_store(out + i, jt_vector_load(p + i));
        }
        return out + nbytes;
    }
#else
    (void)nreadable;
#endif
    memcpy(out, p, nbytes);
    return out + nbytes;
}

static uint8_t *copy_keys(const uint8_t *source, const uint32_t *tape, uint8_t *out) {
    const size_t source_nbytes = tape[JT_TAPE_H_SOURCE_NBYTES];
    const uint32_t *key = tape + tape[JT_TAPE_H_KEYS];
    for (uint32_t i = 0; i < tape[JT_TAPE_H_NKEYS]; i++, key += JT_TAPE_KEY_NWORDS) {
        out = copy(out, source + key[0], key[1], source_nbytes - key[0]);
        *out++ = '"';
    }
    return out;
}

jt_texts jt_texts_decode(const uint8_t *source, const uint32_t *tape, size_t ntexts, void *memory) {
    const size_t source_nbytes = tape[JT_TAPE_H_SOURCE_NBYTES];
    jt_texts texts;
    texts.lengths = memory;
    texts.keys = (uint8_t *)memory + align8(ntexts * sizeof(uint32_t));
    texts.ascii = copy_keys(source, tape, texts.keys);
    texts.utf16 = (uint16_t *)(void *)(texts.keys + ascii_bound(source_nbytes));

    uint32_t *length = texts.lengths;
    uint8_t *ascii = texts.ascii;
    uint16_t *utf16 = texts.utf16;
    const uint32_t end = tape[JT_TAPE_H_KEYS];
    for (uint32_t at = tape[JT_TAPE_H_ROOT]; at < end;) {
        const uint32_t *const entry = tape + at;
        bool is_long = false;
        switch (entry[0] & JT_TAPE_KIND_MASK) {
        case JT_TAPE_ARRAY:
            /* Into it, unless it holds nothing but numbers. */
            at = entry[0] & (JT_TAPE_ALL_DOUBLES | JT_TAPE_ALL_INTS) ? entry[2] : at + 4;
            continue;
        case JT_TAPE_OBJECT:
        case JT_TAPE_DOUBLE:
        case JT_TAPE_NUMBER_LONG: at += 4; continue;
        default: at += 2; continue;
        case JT_TAPE_STRING_LONG:
        case JT_TAPE_KEY_LONG:
            is_long = true;
            at += 4;
            break;
        case JT_TAPE_STRING:
        case JT_TAPE_KEY_PLAIN: at += 2; break;
        }
        const uint8_t *const p = source + entry[1];
        const size_t text_nbytes = is_long ? entry[2] : entry[0] >> 8;
        if (!(entry[0] & (JT_TAPE_ESCAPED | JT_TAPE_NON_ASCII))) {
            ascii = copy(ascii, p, text_nbytes, source_nbytes - entry[1]);
            continue;
        }
        const uint8_t *const behind = p + text_nbytes;
        const size_t nascii =
            entry[0] & JT_TAPE_NON_ASCII ? JT_TRANSCODE_NO : jt_transcode_ascii(p, behind, ascii);
        if (nascii != JT_TRANSCODE_NO) {
            ascii += nascii;
            *length++ = pack_length(nascii, 0);
            continue;
        }
        bool well_formed;
        const size_t nunits = jt_transcode_utf16(p, behind, utf16, &well_formed);
        utf16 += nunits;
        *length++ = pack_length(nunits, JT_TEXT_UTF16);
    }
    texts.ascii_end = ascii;
    texts.utf16_end = utf16;
    return texts;
}
