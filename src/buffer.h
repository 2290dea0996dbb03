/* Where text is written to: a caller's buffer that may grow. */
#ifndef JT_BUFFER_H
#define JT_BUFFER_H

#include <stddef.h>

#include "vector.h"

typedef struct jt_buffer jt_buffer;

/* Makes room for nbytes more behind the nbytes of the buffer; may move its bytes, and sets bytes
 * and capacity. False: there is not so much memory, and the buffer is as it was. */
typedef bool jt_buffer_grow(jt_buffer *buffer, size_t nbytes);

struct jt_buffer {
    uint8_t *bytes;
    size_t nbytes;        /* written so far */
    size_t capacity;      /* bytes that may be written */
    jt_buffer_grow *grow; /* NULL: what there is must do */
    void *context;        /* for grow */
};

/* Room for nbytes more, or false. */
JT_INLINE bool jt_buffer_reserve(jt_buffer *buffer, size_t nbytes) {
    return JT_LIKELY(buffer->capacity - buffer->nbytes >= nbytes) ||
           (buffer->grow && buffer->grow(buffer, nbytes));
}

/* Copies nbytes from p to out. Where reading up to `readable` and writing up to `writable`, both at
 * least nbytes further, allow it, in whole vectors: a call of memcpy costs more than a short text
 * does. */
JT_INLINE void jt_copy(uint8_t *out, const uint8_t *writable, const uint8_t *p,
                       const uint8_t *readable, size_t nbytes) {
    enum { STEP = 16, SHORT_MAX = 64 };
    if (JT_LIKELY(nbytes <= SHORT_MAX && readable - p >= SHORT_MAX &&
                  writable - out >= SHORT_MAX)) {
        __asm__(""
                : "+r"(p)); /* compilers that see a short literal warn of what is excluded above */
        for (size_t i = 0; i < nbytes; i += STEP) memcpy(out + i, p + i, STEP);
    } else if (nbytes) {
        memcpy(out, p, nbytes);
    }
}

/* Appends bytes; false where there is no room for all of them. */
JT_INLINE bool jt_buffer_append(jt_buffer *buffer, const uint8_t *p, const uint8_t *readable,
                                size_t nbytes) {
    if (!jt_buffer_reserve(buffer, nbytes)) return false;
    jt_copy(buffer->bytes + buffer->nbytes, buffer->bytes + buffer->capacity, p, readable, nbytes);
    buffer->nbytes += nbytes;
    return true;
}

#endif
