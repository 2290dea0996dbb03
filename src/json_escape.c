/* Escaping by vectors: whole runs of what stays as it is are copied, and what is between them is
 * looked at one character at a time. */
#include "json_escape.h"

#include "escape.h"
#include "utf8.h"

enum {
    STEP_NBYTES = 16,
    STEP_NSPECIAL = 8, /* characters after a run that are looked at one by one */
    STEP_ROOM = STEP_NBYTES + STEP_NSPECIAL * 2 * JT_ESCAPE_GROWTH, /* each may be a pair */
    SURROGATE_LEAD = 0xed
};

/* Of the control characters the letter behind the backslash; 0: \u00xx. */
static const uint8_t letters[0x20] = {
    ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};

JT_INLINE bool is_special(uint8_t byte, bool ascii) {
    return byte < 0x20 || byte == '"' || byte == '\\' || byte == SURROGATE_LEAD ||
           (ascii && byte >= 0x80);
}

#if JT_SIMD
/* Up to fifteen bytes, and zeros. */
static jt_vector load_tail(const uint8_t *p, size_t nbytes) {
    uint8_t bytes[JT_VECTOR_NBYTES] = {0};
    if (nbytes >= 8) {
        memcpy(bytes, p, 8);
        memcpy(bytes + nbytes - 8, p + nbytes - 8, 8);
    } else if (nbytes >= 4) {
        memcpy(bytes, p, 4);
        memcpy(bytes + nbytes - 4, p + nbytes - 4, 4);
    } else {
        for (size_t i = 0; i < nbytes; i++) bytes[i] = p[i];
    }
    return jt_vector_load(bytes);
}

/* Copies what needs no attention from p on, at most a vector; returns how much. */
JT_INLINE size_t copy_plain(uint8_t *out, const uint8_t *p, size_t nbytes, const uint8_t *readable,
                            bool ascii) {
    const bool is_tail = nbytes < JT_VECTOR_NBYTES && readable - p < JT_VECTOR_NBYTES;
    const jt_vector bytes = is_tail ? load_tail(p, nbytes) : jt_vector_load(p);
    jt_vector_store(out, bytes);
    const jt_vector quotes = jt_vector_or(jt_vector_eq(bytes, jt_vector_splat('"')),
                                          jt_vector_eq(bytes, jt_vector_splat('\\')));
    const jt_vector others =
        ascii ? jt_vector_lt_signed(bytes, jt_vector_splat(0x20))
              : jt_vector_or(jt_vector_le(bytes, jt_vector_splat(0x1f)),
                             jt_vector_eq(bytes, jt_vector_splat(SURROGATE_LEAD)));
    const uint32_t special = jt_vector_mask(jt_vector_or(quotes, others));
    const size_t plain = special ? jt_lowest_bit(special) : JT_VECTOR_NBYTES;
    return plain < nbytes ? plain : nbytes;
}
#else
JT_INLINE size_t copy_plain(uint8_t *out, const uint8_t *p, size_t nbytes, const uint8_t *readable,
                            bool ascii) {
    (void)readable;
    size_t plain = 0;
    const size_t most = nbytes < STEP_NBYTES ? nbytes : STEP_NBYTES;
    for (; plain < most && !is_special(p[plain], ascii); plain++) out[plain] = p[plain];
    return plain;
}
#endif

static uint8_t *write_unit(uint32_t unit, uint8_t *out) {
    static const char digits[] = "0123456789abcdef";
    out[0] = '\\';
    out[1] = 'u';
    out[2] = (uint8_t)digits[unit >> 12];
    out[3] = (uint8_t)digits[unit >> 8 & 0xf];
    out[4] = (uint8_t)digits[unit >> 4 & 0xf];
    out[5] = (uint8_t)digits[unit & 0xf];
    return out + 6;
}

/* One character, escaped if it must be. */
static uint8_t *write_character(uint32_t code_point, bool ascii, uint8_t *out) {
    if (code_point < 0x80) {
        const uint8_t byte = (uint8_t)code_point;
        const uint8_t letter = byte < 0x20 ? letters[byte] : byte == '"' || byte == '\\' ? byte : 0;
        if (letter) {
            out[0] = '\\';
            out[1] = letter;
            return out + 2;
        }
        if (byte < 0x20) return write_unit(byte, out);
        *out = byte;
        return out + 1;
    }
    const bool is_surrogate = code_point >= 0xd800 && code_point < 0xe000;
    if (!ascii && !is_surrogate) return out + jt_utf8_write(code_point, out);
    if (code_point < 0x10000) return write_unit(code_point, out);
    out = write_unit(0xd7c0 + (code_point >> 10), out);
    return write_unit(0xdc00 | (code_point & 0x3ff), out);
}

/* The character at *p, which it is moved behind. */
static uint32_t read_character(const uint8_t **p, const uint8_t *end) {
    const uint8_t *const bytes = *p;
    if (bytes[0] < 0x80) {
        *p += 1;
        return bytes[0];
    }
    if (end - bytes >= 3 && bytes[0] == SURROGATE_LEAD && bytes[1] >= 0xa0 && bytes[1] < 0xc0 &&
        (bytes[2] & 0xc0) == 0x80) {
        *p += 3;
        return 0xd000 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    }
    if (jt_utf8_sequence(bytes, end) <= 0) {
        *p += 1;
        return 0xfffd;
    }
    return jt_utf8_code_point(p);
}

/* The escape at *p, or the character of a backslash that has changed into none. */
static uint32_t read_escape(const uint8_t **p, const uint8_t *end) {
    const uint8_t *const escape = *p;
    if (end - escape < 2 || (escape[1] == 'u' && (end - escape < 6 || jt_hex_4(escape + 2) < 0))) {
        *p += 1;
        return '\\';
    }
    return jt_escape_code_point(p, end);
}

JT_INLINE jt_write_code escape(jt_buffer *buffer, const uint8_t *p, const uint8_t *end,
                               const uint8_t *readable, uint32_t flags, bool from_source) {
    const bool ascii = flags & JT_ESCAPE_ASCII;
    while (p != end) {
        uint8_t step[STEP_ROOM];
        /* Where a buffer that cannot grow comes to its end, a step is made beside it. */
        const bool in_place = JT_LIKELY(jt_buffer_reserve(buffer, STEP_ROOM));
        uint8_t *const start = in_place ? buffer->bytes + buffer->nbytes : step;
        const size_t plain = copy_plain(start, p, (size_t)(end - p), readable, ascii);
        uint8_t *out = start + plain;
        p += plain;
        for (int i = 0; i < STEP_NSPECIAL && p != end && is_special(*p, ascii); i++) {
            const bool is_escape = from_source && *p == '\\';
            const uint32_t code_point = is_escape ? read_escape(&p, end) : read_character(&p, end);
            if (JT_UNLIKELY(flags & JT_ESCAPE_LONE_SURROGATE_ERROR) && code_point >= 0xd800 &&
                code_point < 0xe000) {
                return JT_WRITE_LONE_SURROGATE;
            }
            out = write_character(code_point, ascii, out);
        }
        const size_t nbytes = (size_t)(out - start);
        if (in_place) {
            buffer->nbytes += nbytes;
        } else if (!jt_buffer_append(buffer, step, out, nbytes)) {
            return JT_WRITE_NO_MEMORY;
        }
    }
    return JT_WRITE_OK;
}

jt_write_code jt_escape_text(jt_buffer *buffer, const uint8_t *p, const uint8_t *end,
                             const uint8_t *readable, uint32_t flags) {
    return escape(buffer, p, end, readable, flags, false);
}

jt_write_code jt_escape_source(jt_buffer *buffer, const uint8_t *p, const uint8_t *end,
                               const uint8_t *readable, uint32_t flags) {
    return escape(buffer, p, end, readable, flags, true);
}
