/* What a token says, and skipping values; see json_reader.h. */
#include "json_reader.h"
#include "key_text.h"

jt_code jt_reader_skip(jt_reader *reader) {
    if (reader->skip_depth == 0) {
        switch (reader->token) {
        case JT_TOKEN_START_ARRAY:
        case JT_TOKEN_START_OBJECT:
        case JT_TOKEN_PROPERTY_NAME: reader->skip_depth = reader->depth + 1; break;
        default: return reader->error;
        }
    }
    for (;;) {
        const jt_code code = jt_reader_read(reader);
        if (code) return code;
        const bool opens =
            reader->token == JT_TOKEN_START_ARRAY || reader->token == JT_TOKEN_START_OBJECT;
        if (!opens && reader->token != JT_TOKEN_COMMENT && reader->depth < reader->skip_depth)
            break;
    }
    reader->skip_depth = 0;
    return JT_OK;
}

jt_code jt_reader_try_skip(jt_reader *reader) {
    const jt_reader saved = *reader;
    /* Of the frames in use only the innermost may change before the value has ended. */
    const jt_reader_frame frame =
        reader->open ? reader->frames[reader->open - 1] : (jt_reader_frame){0};
    /* A token that is cut will be read again, and the current one may stand in the carry. */
    reader->options |= JT_CARRY_SHORT;
    jt_reader_carry(reader, NULL, 0);
    const jt_code code = jt_reader_skip(reader);
    if (code == JT_MORE_INPUT) {
        *reader = saved;
        if (saved.open) reader->frames[saved.open - 1] = frame;
    }
    reader->options = saved.options;
    jt_reader_carry(reader, saved.carry, saved.carry_capacity);
    return code;
}

const uint8_t *jt_reader_text(const jt_reader *reader, size_t *nbytes) {
    size_t before = 0;
    size_t behind = 0;
    if (reader->token == JT_TOKEN_STRING || reader->token == JT_TOKEN_PROPERTY_NAME) {
        before = behind = 1;
    } else if (reader->token == JT_TOKEN_COMMENT) {
        before = 2;
        if (reader->bytes && reader->bytes[1] == '*') behind = 2;
    }
    *nbytes = reader->bytes ? reader->nbytes - before - behind : 0;
    return reader->bytes ? reader->bytes + before : NULL;
}

bool jt_reader_text_equals(const jt_reader *reader, const uint8_t *text, size_t nbytes) {
    size_t own_nbytes;
    const uint8_t *const own = jt_reader_text(reader, &own_nbytes);
    if (!own) return false;
    return jt_key_text_equal(
        (jt_key_text){own, own + own_nbytes, (reader->flags & JT_TAPE_ESCAPED) != 0},
        (jt_key_text){text, text + nbytes, false});
}

double jt_reader_double(const jt_reader *reader) {
    const uint32_t kind = reader->number[0] & JT_TAPE_KIND_MASK;
    if (kind == JT_TAPE_INT) return (int32_t)reader->number[0] >> 8;
    if (kind == JT_TAPE_DOUBLE) {
        double value;
        memcpy(&value, reader->number + 2, sizeof value);
        return value;
    }
    const jt_number number = jt_number_scan(reader->bytes, reader->bytes + reader->nbytes);
    return jt_number_double(&number, reader->bytes);
}
