/* The first byte of a value. */
#ifndef JT_FIND_BYTE_H
#define JT_FIND_BYTE_H

#include "vector.h"

/* The first `byte` in [p, end), or end. */
JT_INLINE const uint8_t *jt_find_byte(const uint8_t *p, const uint8_t *end, uint8_t byte) {
#if JT_SIMD
    const jt_vector wanted = jt_vector_splat(byte);
    while (end - p >= JT_VECTOR_NBYTES) {
        const uint32_t found = jt_vector_mask(jt_vector_eq(jt_vector_load(p), wanted));
        if (found) return p + jt_lowest_bit(found);
        p += JT_VECTOR_NBYTES;
    }
#endif
    while (p != end && *p != byte) p++;
    return p;
}

#endif
