/* From bytes to line and column, by one pass over them. */
#include "position.h"

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
uint64_t jt_count_utf16(const uint8_t *p, const uint8_t *end) {
    uint64_t nunits = 0;
#if JT_SIMD
    while (end - p >= JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p);
        const uint32_t continuations =
            jt_vector_mask(jt_vector_lt_signed(bytes, jt_vector_splat(0xc0)));
        const uint32_t fours = jt_vector_mask(jt_vector_le(jt_vector_splat(0xf0), bytes));
        nunits +=
            16 + (uint64_t)__builtin_popcount(fours) - (uint64_t)__builtin_popcount(continuations);
        p += JT_VECTOR_NBYTES;
    }
#endif
    for (; p != end; p++) nunits += (uint64_t)((*p & 0xc0) != 0x80) + (*p >= 0xf0);
    return nunits;
}

void jt_place_advance(jt_place *place, const uint8_t *p, const uint8_t *end) {
    const line_feeds feeds = find_line_feeds(p, end);
    const uint64_t units = jt_count_utf16(feeds.behind_last, end);
    if (feeds.count) {
        place->line += feeds.count;
        place->line_start = place->offset + (uint64_t)(feeds.behind_last - p);
        place->column = units;
    } else {
        place->column += units;
    }
    place->offset += (uint64_t)(end - p);
}

void jt_place_advance_to(jt_place *place, const uint8_t *p, const uint8_t *end) {
    const uint8_t *const whole = jt_utf8_boundary(p, end);
    jt_place_advance(place, p, whole);
    place->column += whole != end;
    place->offset += (uint64_t)(end - whole);
}

jt_position jt_position_at(const uint8_t *source, size_t source_nbytes, size_t offset) {
    jt_place place = {0};
    jt_place_advance_to(&place, source, source + (offset < source_nbytes ? offset : source_nbytes));
    return (jt_position){(size_t)place.line + 1, (size_t)place.column + 1,
                         (size_t)(place.offset - place.line_start)};
}
