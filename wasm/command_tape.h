/* Reading a tape that this process has written (so nothing is checked): what stands at an index,
 * where its text is, and where the next entry begins.
 */
#ifndef JSONTAPE_COMMAND_TAPE_H
#define JSONTAPE_COMMAND_TAPE_H

#include "command.h"

/* Bytes of the source. */
typedef struct span {
    size_t offset;
    size_t nbytes;
} span;

static inline uint32_t entry_kind(const uint32_t *tape, uint32_t index) {
    return tape[index] & JT_TAPE_KIND_MASK;
}

static inline uint32_t entry_payload(const uint32_t *tape, uint32_t index) {
    return tape[index] >> 8;
}

static inline bool entry_is_container(const uint32_t *tape, uint32_t index) {
    const uint32_t kind = entry_kind(tape, index);
    return kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT;
}

/* Words of the entry itself, without the children of a container. */
static inline uint32_t entry_nwords(const uint32_t *tape, uint32_t index) {
    switch (entry_kind(tape, index)) {
    case JT_TAPE_DOUBLE:
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_KEY_LONG:
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT: return 4;
    default: return 2;
    }
}

/* The index behind the entry and all below it. */
static inline uint32_t entry_after(const uint32_t *tape, uint32_t index) {
    return entry_is_container(tape, index) ? tape[index + 2] : index + entry_nwords(tape, index);
}

/* How many children a container has. */
static inline uint32_t container_size(const uint32_t *tape, uint32_t index) {
    const uint32_t payload = entry_payload(tape, index);
    return payload < JT_TAPE_PAYLOAD_MAX ? payload : tape[tape[index + 2] - 1];
}

/* The text of a value or key; strings and keys without their quotes. */
span entry_text(const uint32_t *tape, uint32_t index);

#endif
