/* Where the text of a tape's entry stands in the source. */
#include "command_tape.h"

/* The signed payload of an INT entry has one spelling. */
static size_t int_nbytes(uint32_t word) {
    const int32_t value = (int32_t)word >> 8;
    size_t nbytes = value < 0 ? 2 : 1;
    for (int32_t rest = value / 10; rest; rest /= 10) nbytes++;
    return nbytes;
}

static size_t text_nbytes(const uint32_t *tape, uint32_t index) {
    const uint32_t payload = entry_payload(tape, index);
    switch (entry_kind(tape, index)) {
    case JT_TAPE_FALSE: return 5;
    case JT_TAPE_INT: return int_nbytes(tape[index]);
    case JT_TAPE_DOUBLE:
    case JT_TAPE_STRING:
    case JT_TAPE_KEY_PLAIN: return payload;
    case JT_TAPE_KEY: return tape[tape[JT_TAPE_H_KEYS] + JT_TAPE_KEY_NWORDS * payload + 1];
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_KEY_LONG: return tape[index + 2];
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT: return tape[index + 3] - tape[index + 1];
    default: return 4; /* true, null */
    }
}

span entry_text(const uint32_t *tape, uint32_t index) {
    return (span){.offset = tape[index + 1], .nbytes = text_nbytes(tape, index)};
}
