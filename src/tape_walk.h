/* Walking a tape from entry to entry, finished or not.
 *
 * `behind` is the index behind the last entry. A container that is still open holds, where its end
 * will be, the index of the one around it, which is smaller than its own.
 */
#ifndef JT_TAPE_WALK_H
#define JT_TAPE_WALK_H

#include "tape.h"
#include "vector.h"

JT_INLINE uint32_t jt_walk_kind(const uint32_t *tape, uint32_t at) {
    return tape[at] & JT_TAPE_KIND_MASK;
}

/* The index behind the entry at `at`, its children included. */
JT_INLINE uint32_t jt_walk_behind(const uint32_t *tape, uint32_t at, uint32_t behind) {
    switch (jt_walk_kind(tape, at)) {
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT:
    case JT_TAPE_TAG: return tape[at + 2] > at ? tape[at + 2] : behind;
    case JT_TAPE_DOUBLE:
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_KEY_LONG:
    case JT_TAPE_BYTES_LONG:
    case JT_TAPE_TEXT_CHUNKS:
    case JT_TAPE_BYTES_CHUNKS: return at + 4;
    default: return at + 2;
    }
}

/* `at` if a child stands there, else `end`: the container's end, before which a COUNT may stand. */
JT_INLINE uint32_t jt_walk_key(const uint32_t *tape, uint32_t at, uint32_t end) {
    return at < end && jt_walk_kind(tape, at) != JT_TAPE_COUNT ? at : end;
}

/* The index behind the key at `key`. */
JT_INLINE uint32_t jt_walk_behind_key(const uint32_t *tape, uint32_t key, uint32_t behind) {
    if (jt_walk_kind(tape, key) == JT_TAPE_KEY_VALUE) key += 2;
    return key < behind ? jt_walk_behind(tape, key, behind) : behind;
}

/* Whether the key at `key` was not what was being read when a parse ended. */
JT_INLINE bool jt_walk_is_whole_key(const uint32_t *tape, uint32_t key, uint32_t behind) {
    if (jt_walk_kind(tape, key) != JT_TAPE_KEY_VALUE) return true;
    const uint32_t value = key + 2;
    if (value >= behind) return false;
    const uint32_t kind = jt_walk_kind(tape, value);
    const bool is_container =
        kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT || kind == JT_TAPE_TAG;
    return !is_container || tape[value + 2] > value;
}

/* The index behind the member whose key is at `key`, which may lack its value. */
JT_INLINE uint32_t jt_walk_behind_member(const uint32_t *tape, uint32_t key, uint32_t behind,
                                         uint32_t end) {
    const uint32_t value = jt_walk_behind_key(tape, key, behind);
    return value < end ? jt_walk_behind(tape, value, behind) : end;
}

#endif
