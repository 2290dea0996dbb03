/* What a CBOR writer costs that checks nothing but that there is space: the measure of ours.
 *
 * Heads and bytes are written inline. Where a document opens maps as indefinite and wants them
 * definite, items are counted and the head is patched when a map closes; other documents do not
 * pay for that.
 */
#ifndef MINIMAL_H
#define MINIMAL_H

#include <stdlib.h>

#include "cbor_write.h"

enum { MINIMAL_DEPTH_MAX = 64 };

typedef struct minimal_map {
    size_t start;
    size_t nitems;
} minimal_map;

typedef struct minimal_writer {
    uint8_t *bytes;
    size_t nbytes;
    size_t nbytes_max;
    size_t nitems; /* of the innermost map, where they are counted */
    minimal_map *map;
    minimal_map maps[MINIMAL_DEPTH_MAX];
} minimal_writer;

static JT_NOINLINE void minimal_grow(minimal_writer *w, size_t nbytes) {
    w->nbytes_max = 2 * (w->nbytes_max + nbytes);
    w->bytes = realloc(w->bytes, w->nbytes_max);
    if (!w->bytes) abort();
}

JT_INLINE void minimal_reserve(minimal_writer *w, size_t nbytes) {
    if (JT_UNLIKELY(w->nbytes_max - w->nbytes < nbytes)) minimal_grow(w, nbytes);
}

JT_INLINE void minimal_head(minimal_writer *w, unsigned major, uint64_t argument) {
    minimal_reserve(w, JT_CBOR_HEAD_NBYTES_MAX);
    w->nbytes = (size_t)(jt_cbor_put_head(w->bytes + w->nbytes, major, argument) - w->bytes);
}

JT_INLINE void minimal_text(minimal_writer *w, const uint8_t *text, size_t nbytes) {
    minimal_reserve(w, JT_CBOR_HEAD_NBYTES_MAX + nbytes);
    uint8_t *const p = w->bytes + w->nbytes;
    if (JT_LIKELY(nbytes <= JT_CBOR_DIRECT_MAX)) {
        *p = (uint8_t)(JT_CBOR_TEXT << 5 | nbytes);
        jt_copy_short(p + 1, text, nbytes);
        w->nbytes += nbytes + 1;
    } else {
        const size_t head_nbytes = (size_t)(jt_cbor_put_head(p, JT_CBOR_TEXT, nbytes) - p);
        memcpy(p + head_nbytes, text, nbytes);
        w->nbytes += nbytes + head_nbytes;
    }
}

JT_INLINE void minimal_counted_text(minimal_writer *w, const uint8_t *text, size_t nbytes) {
    minimal_text(w, text, nbytes);
    w->nitems++;
}

JT_INLINE void minimal_open_converted(minimal_writer *w) {
    *w->map++ = (minimal_map){w->nbytes, w->nitems + 1};
    w->nitems = 0;
    minimal_head(w, JT_CBOR_MAP, 0);
}

static JT_NOINLINE void minimal_long_head(minimal_writer *w, size_t start, size_t length) {
    const unsigned head_nbytes = jt_cbor_head_nbytes(length);
    if (w->nbytes_max - w->nbytes < head_nbytes) minimal_grow(w, head_nbytes);
    memmove(w->bytes + start + head_nbytes, w->bytes + start + 1, w->nbytes - start - 1);
    jt_cbor_put_head(w->bytes + start, JT_CBOR_MAP, length);
    w->nbytes += head_nbytes - 1;
}

JT_INLINE void minimal_close_converted(minimal_writer *w) {
    w->map--;
    const size_t length = w->nitems / 2;
    if (JT_LIKELY(length <= JT_CBOR_DIRECT_MAX)) {
        w->bytes[w->map->start] = (uint8_t)(JT_CBOR_MAP << 5 | length);
    } else {
        minimal_long_head(w, w->map->start, length);
    }
    w->nitems = w->map->nitems;
}

#endif
