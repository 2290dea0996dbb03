/* Interned keys: each distinct key of a document, up to a limit, gets a small number.
 *
 * A hash of a key's length and its first and last eight bytes picks a slot; a few neighbours are
 * looked at, and where none fits the key stays plain. So a lookup costs the same whatever the keys
 * are, a full table degrades to plain keys, and a key is either always interned or never: nothing
 * is ever removed. Keys with escapes are not interned, since their bytes are not their text.
 */
#ifndef JT_KEY_TABLE_H
#define JT_KEY_TABLE_H

#include "jsontape.h"
#include "vector.h"

enum { JT_KEY_PROBES = 4, JT_KEY_NONE = -1 };

/* The first min(nbytes, 8) bytes at p as a number. */
JT_INLINE uint64_t jt_key_head(const uint8_t *p, size_t nbytes, const uint8_t *end) {
    if (JT_LIKELY(end - p >= 8)) {
        const uint64_t head = jt_load8(p);
        return nbytes >= 8 ? head : head & (((uint64_t)1 << (8 * nbytes)) - 1);
    }
    uint64_t head = 0;
    for (size_t i = 0; i < nbytes && i < 8; i++) head |= (uint64_t)p[i] << (8 * i);
    return head;
}

/* Whether nbytes bytes are equal. */
JT_INLINE bool jt_bytes_equal(const uint8_t *a, const uint8_t *b, size_t nbytes) {
    if (nbytes < 8) {
        for (size_t i = 0; i < nbytes; i++) {
            if (a[i] != b[i]) return false;
        }
        return true;
    }
    for (size_t i = 0; i + 8 <= nbytes; i += 8) {
        if (jt_load8(a + i) != jt_load8(b + i)) return false;
    }
    return jt_load8(a + nbytes - 8) == jt_load8(b + nbytes - 8);
}

/* The number of the key [p, p + nbytes), which is given one if need and room be, or JT_KEY_NONE. */
JT_INLINE int32_t jt_key_intern(jt_parser *parser, const uint8_t *p, size_t nbytes) {
    const uint8_t *const source = parser->source;
    const uint8_t *const end = source + parser->source_nbytes;
    const uint64_t head = jt_key_head(p, nbytes, end);
    uint64_t hash = head;
    if (nbytes > 8) hash ^= jt_load8(p + nbytes - 8) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ nbytes) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
    uint32_t slot = (uint32_t)hash;
    for (int probe = 0; probe < JT_KEY_PROBES; probe++, slot++) {
        uint16_t *const entry = &parser->slots[slot & parser->slot_mask];
        if (*entry == 0) {
            if (parser->nkeys > parser->slot_mask / 2) return JT_KEY_NONE;
            uint32_t *const key = &parser->keys[parser->nkeys * JT_TAPE_KEY_NWORDS];
            key[0] = (uint32_t)(p - source);
            key[1] = (uint32_t)nbytes;
            *entry = (uint16_t)++parser->nkeys;
            return *entry - 1;
        }
        const uint32_t *const key = &parser->keys[(*entry - 1) * JT_TAPE_KEY_NWORDS];
        if (key[1] != nbytes) continue;
        const uint8_t *const other = source + key[0];
        if (nbytes <= 8 ? jt_key_head(other, nbytes, end) == head
                        : jt_bytes_equal(other, p, nbytes)) {
            return *entry - 1;
        }
    }
    return JT_KEY_NONE;
}

#endif
