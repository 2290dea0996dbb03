/* Depth by counting brackets outside of strings, 64 bytes at a time.
 *
 * A bit for each byte says whether it lies in a string: from each quote to the next, which the sum
 * modulo 2 of all quotes up to it tells. Blocks with backslashes, and blocks whose brackets could
 * pass the limit, are looked at byte by byte.
 */
#include "json_depth.h"

#include "vector.h"

typedef struct depth_state {
    uint32_t depth;
    uint32_t max_depth;
    bool in_string;
    bool escaped; /* the byte before was a backslash that escapes the next one */
} depth_state;

/* False: the limit was passed. */
static bool scan_plain(depth_state *state, const uint8_t *p, const uint8_t *end) {
    for (; p != end; p++) {
        if (state->in_string) {
            const bool escaped = state->escaped;
            state->escaped = !escaped && *p == '\\';
            if (*p == '"' && !escaped) state->in_string = false;
        } else if (*p == '"') {
            state->in_string = true;
        } else if (*p == '[' || *p == '{') {
            if (state->depth++ == state->max_depth) return false;
        } else if (*p == ']' || *p == '}') {
            state->depth--;
        }
    }
    return true;
}

#if JT_SIMD
enum { BLOCK_NBYTES = 64 };

/* False: the block must be looked at byte by byte. */
static bool scan_block(depth_state *state, const uint8_t *p) {
    if (state->escaped) return false;
    uint64_t quotes = 0;
    uint64_t opening = 0;
    uint64_t closing = 0;
    jt_vector backslashes = jt_vector_splat(0);
    for (int i = 0; i < BLOCK_NBYTES; i += JT_VECTOR_NBYTES) {
        const jt_vector bytes = jt_vector_load(p + i);
        /* Square brackets differ from curly ones in this bit, and nothing else becomes them. */
        const jt_vector curly = jt_vector_or(bytes, jt_vector_splat(0x20));
        backslashes = jt_vector_or(backslashes, jt_vector_eq(bytes, jt_vector_splat('\\')));
        quotes |= (uint64_t)jt_vector_mask(jt_vector_eq(bytes, jt_vector_splat('"'))) << i;
        opening |= (uint64_t)jt_vector_mask(jt_vector_eq(curly, jt_vector_splat('{'))) << i;
        closing |= (uint64_t)jt_vector_mask(jt_vector_eq(curly, jt_vector_splat('}'))) << i;
    }
    if (jt_vector_any(backslashes)) return false;
    uint64_t strings = quotes;
    for (int shift = 1; shift < BLOCK_NBYTES; shift *= 2) strings ^= strings << shift;
    if (state->in_string) strings = ~strings;
    const uint32_t nopening = (uint32_t)__builtin_popcountll(opening & ~strings);
    if (state->max_depth - state->depth < nopening) return false;
    state->depth += nopening - (uint32_t)__builtin_popcountll(closing & ~strings);
    state->in_string = strings >> (BLOCK_NBYTES - 1);
    return true;
}
#endif

bool jt_json_deeper(const uint8_t *p, const uint8_t *end, uint32_t max_depth) {
    depth_state state = {.max_depth = max_depth};
#if JT_SIMD
    for (; end - p >= BLOCK_NBYTES; p += BLOCK_NBYTES) {
        if (!scan_block(&state, p) && !scan_plain(&state, p, p + BLOCK_NBYTES)) return true;
    }
#endif
    return !scan_plain(&state, p, end);
}
