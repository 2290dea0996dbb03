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
