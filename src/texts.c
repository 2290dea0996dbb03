/* Texts in bulk; see texts.h. */
#include "texts.h"

#include "tape_walk.h"
#include "transcode.h"

static size_t align8(size_t nbytes) { return (nbytes + 7) & ~(size_t)7; }

size_t jt_texts_bound(size_t ntexts, size_t nbytes) {
    return align8(ntexts * sizeof(uint32_t)) + align8(nbytes) + nbytes * sizeof(uint16_t);
}

static uint32_t pack_length(size_t nunits, uint32_t flags) {
    const size_t length = nunits < JT_TEXT_LENGTH_MAX ? nunits : JT_TEXT_LENGTH_MAX;
    return (uint32_t)length << JT_TEXT_LENGTH_SHIFT | flags;
}

jt_texts jt_texts_decode(const uint8_t *source, const uint32_t *tape, size_t ntexts, size_t nbytes,
                         void *memory) {
    jt_texts texts;
    texts.lengths = memory;
    texts.ascii = (uint8_t *)memory + align8(ntexts * sizeof(uint32_t));
    texts.utf16 = (uint16_t *)(void *)(texts.ascii + align8(nbytes));

    uint32_t *length = texts.lengths;
    uint8_t *ascii = texts.ascii;
    uint16_t *utf16 = texts.utf16;
    const uint32_t end = tape[JT_TAPE_H_KEYS];
    for (uint32_t at = tape[JT_TAPE_H_ROOT]; at < end;) {
        const uint32_t *const entry = tape + at;
        const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
        const bool is_text = kind == JT_TAPE_STRING || kind == JT_TAPE_STRING_LONG ||
                             kind == JT_TAPE_KEY_PLAIN || kind == JT_TAPE_KEY_LONG;
        /* Into containers, over everything else. */
        at = kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT ? at + 4
                                                             : jt_walk_behind(tape, at, end);
        if (!is_text || !(entry[0] & (JT_TAPE_ESCAPED | JT_TAPE_NON_ASCII))) continue;

        const bool is_long = kind == JT_TAPE_STRING_LONG || kind == JT_TAPE_KEY_LONG;
        const uint8_t *const p = source + entry[1];
        const uint8_t *const behind = p + (is_long ? entry[2] : entry[0] >> 8);
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
        *length++ = pack_length(nunits, JT_TEXT_UTF16 | (well_formed ? 0 : JT_TEXT_LONE_SURROGATE));
    }
    return texts;
}
