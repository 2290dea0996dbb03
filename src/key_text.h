/* Keys of a tape by their text: two spellings of the same text are the same key. */
#ifndef JT_KEY_TEXT_H
#define JT_KEY_TEXT_H

#include <stdbool.h>

#include "tape.h"
#include "vector.h"

/* A key's text, read piece by piece. */
typedef struct jt_key_text {
    const uint8_t *p;
    const uint8_t *end;
    bool escaped;
} jt_key_text;

/* The text of the key entry at `entry`; keys is the interned-key table. */
JT_INLINE jt_key_text jt_key_text_of(const uint8_t *source, const uint32_t *keys,
                                     const uint32_t *entry) {
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    const uint32_t nbytes = kind == JT_TAPE_KEY ? keys[(entry[0] >> 8) * JT_TAPE_KEY_NWORDS + 1]
                            : kind == JT_TAPE_KEY_PLAIN ? entry[0] >> 8
                                                        : entry[2];
    const uint8_t *const p = source + entry[1];
    return (jt_key_text){p, p + nbytes, kind != JT_TAPE_KEY && (entry[0] & JT_TAPE_ESCAPED)};
}

/* A hash of the text. */
uint64_t jt_key_text_hash(jt_key_text text, uint64_t seed);

bool jt_key_text_equal(jt_key_text a, jt_key_text b);

#endif
