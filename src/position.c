/* From a byte offset to line and column, by one pass over the bytes before it. */
#include "jsontape.h"
#include "utf8.h"

typedef struct line_feeds {
    size_t count;
    const uint8_t *behind_last; /* or the start */
} line_feeds;

static line_feeds find_line_feeds(const uint8_t *p, const uint8_t *end) {
    line_feeds found = {0, p};
#if JT_SIMD
    while (end - p >= JT_VECTOR_NBYTES) {
        const uint32_t feeds =
            jt_vector_mask(jt_vector_eq(jt_vector_load(p), jt_vector_splat('\n')));
        if (feeds) {
            found.count += (size_t)__builtin_popcount(feeds);
            found.behind_last = p + 32 - __builtin_clz(feeds);
        }
        p += JT_VECTOR_NBYTES;
    }
#endif
    for (; p != end; p++) {
        if (*p == '\n') {
            found.count++;
            found.behind_last = p + 1;
        }
    }
    return found;
}

/* UTF-16 code units of UTF-8 text: one a byte, none for continuation bytes, two for lead bytes of
 * four-byte sequences. */
static size_t count_utf16(const uint8_t *p, const uint8_t *end) {
    size_t nunits = 0;
#if JT_SIMD
    while (end - p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p);
        const uint32_t continuations =
            jt_vector_mask(jt_vector_lt_signed(bytes, jt_vector_splat(0xc0)));
        const uint32_t fours = jt_vector_mask(jt_vector_le(jt_vector_splat(0xf0), bytes));
        nunits +=
            16 + (size_t)__builtin_popcount(fours) - (size_t)__builtin_popcount(continuations);
        p += JT_VECTOR_NBYTES;
    }
#endif
    for (; p != end; p++) nunits += (size_t)((*p & 0xc0) != 0x80) + (size_t)(*p >= 0xf0);
    return nunits;
}

jt_position jt_position_at(const uint8_t *source, size_t source_nbytes, size_t offset) {
    const uint8_t *const end = source + (offset < source_nbytes ? offset : source_nbytes);
    const line_feeds feeds = find_line_feeds(source, end);
    const uint8_t *const whole = jt_utf8_boundary(feeds.behind_last, end);
    return (jt_position){feeds.count + 1,
                         count_utf16(feeds.behind_last, whole) + (whole != end) + 1,
                         (size_t)(end - feeds.behind_last)};
}
