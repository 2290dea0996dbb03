/* Keys of open maps, for the modes of the CBOR writer that check them. */
#ifndef JT_CBOR_KEYS_H
#define JT_CBOR_KEYS_H

#include "cbor_write.h"

/* The order of two encoded keys under a mode's rules: negative, 0 or positive. Without a sorting
 * rule, bytewise. */
int jt_cbor_key_order(uint32_t rules, const uint8_t *a, size_t a_nbytes, const uint8_t *b,
                      size_t b_nbytes);

/* Adds what was written from `start` on as a key of the innermost frame. The first key need not be
 * added when it is a single head or a short string: it is found when the second is. JT_OK,
 * JT_DUPLICATE_KEY or JT_NO_MEMORY. */
jt_code jt_cbor_keys_add(jt_cbor_writer *writer, size_t start);

/* The hash of a string with a head of one byte, as a key. Two products at least, so that neither
 * bits nor their places can be chosen without the seed. */
JT_INLINE uint32_t jt_cbor_short_hash(uint32_t seed, uint8_t head, const uint8_t *content,
                                      size_t nbytes) {
    uint64_t hash = seed ^ (uint64_t)head << 56;
    if (nbytes >= 8) {
        hash = (hash ^ jt_load8(content)) * 0x9e3779b97f4a7c15u;
        if (nbytes > 16) hash = (hash ^ jt_load8(content + 8)) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32 ^ jt_load8(content + nbytes - 8);
    } else if (nbytes >= 4) {
        hash ^= jt_load4(content) | (uint64_t)jt_load4(content + nbytes - 4) << 32;
    } else if (nbytes) {
        hash ^= (uint64_t)content[0] << 32 | (uint64_t)content[nbytes / 2] << 40 |
                (uint64_t)content[nbytes - 1] << 48;
    }
    hash *= 0xc4ceb9fe1a85ec53u;
    hash ^= hash >> 32;
    hash *= 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 32);
}

/* Whether a short string that is about to be written is easily seen to be a new key of a map that
 * has keys already; then it is among them. */
JT_INLINE bool jt_cbor_keys_add_short(jt_cbor_writer *writer, uint8_t head, const uint8_t *content,
                                      size_t nbytes) {
    jt_cbor_frame *const frame = writer->frame;
    const uint32_t count = writer->nkeys - frame->first_key;
    if (count == 0 || count >= JT_CBOR_FEW_KEYS || writer->nkeys == writer->nkeys_max) return false;
    const uint32_t hash = jt_cbor_short_hash(writer->seed, head, content, nbytes);
    uint64_t *const filter = &frame->filter[hash >> 6 & 1];
    const uint64_t bit = (uint64_t)1 << (hash & 63);
    if (*filter & bit) return false;
    *filter |= bit;
    jt_cbor_key *const key =
        (jt_cbor_key *)writer->blocks[JT_CBOR_BLOCK_KEYS].start + writer->nkeys++;
    key->start = writer->nbytes;
    key->nbytes = nbytes + 1;
    key->hash = hash;
    key->slot = JT_CBOR_NO_SLOT;
    return true;
}

/* Puts the members of the innermost frame into the order that the mode asks for. Keys may still be
 * added afterwards. JT_OK or JT_NO_MEMORY. */
jt_code jt_cbor_keys_sort(jt_cbor_writer *writer);

/* Forgets the keys from `first` on, which are those of the innermost frame. */
void jt_cbor_keys_drop(jt_cbor_writer *writer, uint32_t first);

/* Remembers keys again that were dropped last, up to nkeys; no key was added since. */
void jt_cbor_keys_restore(jt_cbor_writer *writer, uint32_t nkeys);

/* Makes a block hold at least so many bytes. */
bool jt_cbor_reserve(jt_cbor_writer *writer, unsigned block, size_t nbytes);

#endif
