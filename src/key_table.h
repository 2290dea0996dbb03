/* Interned keys: each distinct key of a document, up to a limit, gets a small number.
 *
 * A hash of a key's length and its first and last eight bytes picks a slot; a few neighbours are
 * looked at, and where none fits the key stays plain. So a lookup costs the same whatever the keys
 * are, a full table degrades to plain keys, and a key is either always interned or never: nothing
 * is ever removed. Keys with escapes are not interned, since their bytes are not their text.
 *
 * Keys come in the same order again and again. So before a key is scanned it is compared with the
 * one that came after its predecessor last time; where that is right, as it mostly is, the key
 * costs one comparison, and reading on does not wait for a scan to find its end.
 */
#ifndef JT_KEY_TABLE_H
#define JT_KEY_TABLE_H

#include "jsontape.h"
#include "vector.h"

enum { JT_KEY_PROBES = 4 };
#define JT_KEY_NONE UINT32_MAX

JT_INLINE size_t jt_key_nbytes(const jt_parser *parser, uint32_t key) {
    return parser->keys[key * JT_TAPE_KEY_NWORDS + 1];
}

JT_INLINE const uint8_t *jt_key_bytes(const jt_parser *parser, uint32_t key) {
    return parser->source + parser->keys[key * JT_TAPE_KEY_NWORDS];
}

/* Small documents must not pay for clearing a large table. */
JT_INLINE void jt_key_table_init(jt_parser *parser) {
    uint32_t nslots = 64;
    while (nslots < 2 * JT_TAPE_KEYS_MAX && nslots < parser->source_nbytes / 8) nslots *= 2;
    parser->slot_mask = nslots - 1;
    parser->nkeys = 0;
    /* The first guess is made before there is a key: one that fits nothing. */
    parser->keys[0] = 0;
    parser->keys[1] = UINT32_MAX - 1;
    parser->previous_key = nslots / 2;
    memset(parser->slots, 0, nslots * sizeof parser->slots[0]);
    memset(parser->successors, 0, (nslots / 2 + 1) * sizeof parser->successors[0]);
}

/* The key that last came after `previous`, or some other one. */
JT_INLINE uint32_t jt_key_guess(const jt_parser *parser, uint32_t previous) {
    return parser->successors[previous];
}

JT_INLINE void jt_key_learn(jt_parser *parser, uint32_t previous, uint32_t key) {
    parser->successors[previous] = (uint16_t)key;
}

#if JT_SIMD
JT_INLINE uint32_t jt_key_lanes_equal(const uint8_t *a, const uint8_t *b) {
    return jt_vector_mask(jt_vector_eq(jt_vector_load(a), jt_vector_load(b)));
}
#endif

/* Whether the key whose text starts at p is `key`; false also where that is not cheap to say. The
 * closing quote is compared with the text. */
JT_INLINE bool jt_key_is(const jt_parser *parser, uint32_t key, const uint8_t *p,
                         const uint8_t *end) {
#if JT_SIMD
    const size_t nbytes = jt_key_nbytes(parser, key) + 1; /* with the quote */
    const uint8_t *const text = jt_key_bytes(parser, key);
    const size_t left = (size_t)(end - p);
    if (JT_UNLIKELY(left < nbytes || left < JT_VECTOR_NBYTES)) return false;
    if (nbytes <= JT_VECTOR_NBYTES) {
        const uint32_t lanes = ((uint32_t)1 << nbytes) - 1;
        return (jt_key_lanes_equal(p, text) & lanes) == lanes;
    }
    const size_t last = nbytes - JT_VECTOR_NBYTES; /* overlaps the vector before */
    for (size_t i = 0; i < last; i += JT_VECTOR_NBYTES) {
        if (jt_key_lanes_equal(p + i, text + i) != 0xffff) return false;
    }
    return jt_key_lanes_equal(p + last, text + last) == 0xffff;
#else
    (void)parser;
    (void)key;
    (void)p;
    (void)end;
    return false;
#endif
}

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
static JT_NOINLINE uint32_t jt_key_intern(jt_parser *parser, const uint8_t *p, size_t nbytes) {
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
            return *entry - 1u;
        }
        if (jt_key_nbytes(parser, *entry - 1u) != nbytes) continue;
        const uint8_t *const other = jt_key_bytes(parser, *entry - 1u);
        if (nbytes <= 8 ? jt_key_head(other, nbytes, end) == head
                        : jt_bytes_equal(other, p, nbytes)) {
            return *entry - 1u;
        }
    }
    return JT_KEY_NONE;
}

#endif
