/* From a tape to CBOR, entry by entry: lengths are known, so containers close when they are full.
 */
#include "cbor_from_tape.h"

#include "cbor_keys.h"
#include "cbor_tape.h"
#include "escape.h"
#include "number_parse.h"
#include "utf8.h"

enum { DIGITS_PER_LIMB = 9, LIMB_BASE = 1000000000 };

/* Memory behind what was written, for one item to be put together in; NULL: there is none. */
static uint8_t *scratch(jt_cbor_writer *writer, size_t nbytes) {
    /* The item itself goes before it. */
    const size_t before = JT_CBOR_HEAD_NBYTES_MAX + nbytes;
    if (nbytes > SIZE_MAX / 4 ||
        !jt_cbor_reserve(writer, JT_CBOR_BLOCK_BYTES, writer->nbytes + before + nbytes)) {
        return NULL;
    }
    return writer->bytes + writer->nbytes + before;
}

/* A text of a JSON document that may hold escapes. */
static jt_code write_escaped(jt_cbor_writer *writer, const uint8_t *p, size_t nbytes) {
    const uint8_t *const end = p + nbytes;
    uint8_t *const text = scratch(writer, nbytes);
    if (!text) return JT_NO_MEMORY;
    uint8_t *to = text;
    while (p != end) {
        const uint8_t *const escape = memchr(p, '\\', (size_t)(end - p));
        const size_t plain = (size_t)((escape ? escape : end) - p);
        memcpy(to, p, plain);
        to += plain;
        p += plain;
        if (p == end) break;
        uint32_t code_point = jt_escape_code_point(&p, end);
        if (code_point >= 0xd800 && code_point < 0xe000) {
            if (writer->rules & JT_CBOR_VALID_UTF8) return JT_LONE_SURROGATE;
            code_point = 0xfffd;
        }
        to += jt_utf8_write(code_point, to);
    }
    return jt_cbor_write_text(writer, text, (size_t)(to - text));
}

/* An integer of more than 64 bits: limbs of 32 bits, the least significant first, and nine digits
 * at a time into them. */
static jt_code write_big(jt_cbor_writer *writer, bool negative, const uint8_t *p,
                         const uint8_t *end) {
    const size_t ndigits = (size_t)(end - p);
    if (ndigits > JT_CBOR_BIGNUM_NDIGITS_MAX) return JT_OUT_OF_RANGE;
    uint8_t *const memory = scratch(writer, ndigits + 8);
    if (!memory) return JT_NO_MEMORY;
    uint32_t *const limbs = (uint32_t *)(void *)(memory + (-(uintptr_t)memory & 3));
    size_t nlimbs = 0;
    for (size_t n = ndigits % DIGITS_PER_LIMB; p != end; n = DIGITS_PER_LIMB) {
        uint64_t carry = 0;
        for (size_t i = 0; i < n; i++) carry = carry * 10 + (uint64_t)(*p++ - '0');
        for (size_t i = 0; i < nlimbs; i++) {
            carry += (uint64_t)limbs[i] * LIMB_BASE;
            limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry) limbs[nlimbs++] = (uint32_t)carry;
    }
    if (negative) { /* -1 - n */
        for (size_t i = 0; limbs[i]-- == 0; i++) {
        }
    }
    /* To big-endian bytes, in place. */
    uint8_t *const bytes = (uint8_t *)limbs;
    for (size_t i = 0; i < nlimbs / 2; i++) {
        const uint32_t limb = limbs[i];
        limbs[i] = limbs[nlimbs - 1 - i];
        limbs[nlimbs - 1 - i] = limb;
    }
    for (size_t i = 0; i < nlimbs; i++) jt_cbor_put_number(bytes + 4 * i, limbs[i], 4);
    return jt_cbor_write_bignum(writer, negative, bytes, 4 * nlimbs);
}

/* An integer lexeme other than those of an INT entry. */
static jt_code write_integer(jt_cbor_writer *writer, const uint8_t *p, size_t nbytes) {
    const uint8_t *const end = p + nbytes;
    const bool negative = *p == '-';
    p += negative;
    uint64_t magnitude = 0;
    for (const uint8_t *digit = p; digit != end; digit++) {
        const uint64_t value = (uint64_t)(*digit - '0');
        if (magnitude > (UINT64_MAX - value) / 10) {
            /* -2^64 still fits; the only case is worth no way of its own. */
            static const uint8_t least[] = "18446744073709551616";
            if (negative && end - p == sizeof least - 1 &&
                memcmp(p, least, sizeof least - 1) == 0) {
                return jt_cbor_write_negative(writer, UINT64_MAX);
            }
            return write_big(writer, negative, p, end);
        }
        magnitude = magnitude * 10 + value;
    }
    if (!negative) return jt_cbor_write_uint64(writer, magnitude);
    return magnitude ? jt_cbor_write_negative(writer, magnitude - 1)
                     : jt_cbor_write_double(writer, -0.0);
}

static jt_code write_json_number(jt_cbor_writer *writer, const uint8_t *source,
                                 const uint32_t *entry) {
    const bool is_long = (entry[0] & JT_TAPE_KIND_MASK) == JT_TAPE_NUMBER_LONG;
    const size_t nbytes = is_long ? entry[2] : entry[0] >> 8;
    const uint8_t *const text = source + entry[1];
    if (entry[0] & JT_TAPE_INTEGER) return write_integer(writer, text, nbytes);
    double value;
    if (is_long) {
        value = jt_double_from_text(text, text + nbytes);
    } else {
        memcpy(&value, entry + 2, sizeof value);
    }
    return jt_cbor_write_double(writer, value);
}

/* A bignum, as an integer where it fits. */
static jt_code write_bignum(jt_cbor_writer *writer, bool negative, const uint8_t *magnitude,
                            size_t nbytes) {
    while (nbytes && *magnitude == 0) {
        magnitude++;
        nbytes--;
    }
    if (nbytes > sizeof(uint64_t)) {
        return jt_cbor_write_bignum(writer, negative, magnitude, nbytes);
    }
    return jt_cbor_write_item(writer, negative ? JT_CBOR_NEGATIVE : JT_CBOR_UNSIGNED,
                              jt_cbor_get_number(magnitude, (unsigned)nbytes));
}

/* A float, integer or bignum of a CBOR tape. */
static jt_code write_cbor_number(jt_cbor_writer *writer, const uint8_t *source,
                                 const uint32_t *entry) {
    const uint8_t *const item = source + entry[1];
    const jt_cbor_head head = jt_cbor_checked_head(item);
    switch (head.major) {
    case JT_CBOR_SIMPLE: {
        const double value = jt_cbor_float_value(head);
        switch (head.information) {
        case JT_CBOR_2_BYTES: return jt_cbor_write_half(writer, value);
        case JT_CBOR_4_BYTES: return jt_cbor_write_single(writer, (float)value);
        default: return jt_cbor_write_double(writer, value);
        }
    }
    case JT_CBOR_TAG: break;
    default: return jt_cbor_write_item(writer, head.major, head.argument);
    }
    const bool negative = head.argument == JT_CBOR_TAG_NEGATIVE_BIGNUM;
    const jt_cbor_head string = jt_cbor_checked_head(head.behind);
    if (string.information != JT_CBOR_OPEN) {
        return write_bignum(writer, negative, string.behind, (size_t)string.argument);
    }
    uint8_t *const magnitude = scratch(writer, entry[2]);
    if (!magnitude) return JT_NO_MEMORY;
    uint8_t *to = magnitude;
    for (const uint8_t *p = string.behind; *p != JT_CBOR_BREAK;) {
        const jt_cbor_head chunk = jt_cbor_checked_head(p);
        memcpy(to, chunk.behind, (size_t)chunk.argument);
        to += chunk.argument;
        p = chunk.behind + chunk.argument;
    }
    return write_bignum(writer, negative, magnitude, (size_t)(to - magnitude));
}

/* A string of chunks, as one. */
static jt_code write_chunks(jt_cbor_writer *writer, const uint8_t *source, const uint32_t *entry) {
    uint8_t *const content = scratch(writer, entry[2]);
    if (!content) return JT_NO_MEMORY;
    uint8_t *to = content;
    const uint8_t *p = source + entry[1];
    const unsigned major = *p++ >> 5;
    while (*p != JT_CBOR_BREAK) {
        const jt_cbor_head chunk = jt_cbor_checked_head(p);
        memcpy(to, chunk.behind, (size_t)chunk.argument);
        to += chunk.argument;
        p = chunk.behind + chunk.argument;
    }
    return jt_cbor_write_short(writer, major, content, entry[2]);
}

/* The entry at tape[at], without the children of a container. */
static jt_code write_entry(jt_cbor_writer *writer, const uint8_t *source, const uint32_t *tape,
                           uint32_t at) {
    const uint32_t *const entry = tape + at;
    const uint8_t *const text = source + entry[1];
    const bool is_cbor = tape[JT_TAPE_H_FLAGS] & JT_TAPE_F_CBOR;
    const uint32_t payload = entry[0] >> 8;
    const bool is_escaped = entry[0] & JT_TAPE_ESCAPED;
    switch (entry[0] & JT_TAPE_KIND_MASK) {
    case JT_TAPE_NULL: return jt_cbor_write_simple(writer, JT_CBOR_NULL);
    case JT_TAPE_FALSE: return jt_cbor_write_simple(writer, JT_CBOR_FALSE);
    case JT_TAPE_TRUE: return jt_cbor_write_simple(writer, JT_CBOR_TRUE);
    case JT_TAPE_UNDEFINED: return jt_cbor_write_simple(writer, JT_CBOR_UNDEFINED);
    case JT_TAPE_SIMPLE: return jt_cbor_write_simple(writer, payload);
    case JT_TAPE_INT: return jt_cbor_write_int64(writer, (int32_t)entry[0] >> 8);
    case JT_TAPE_DOUBLE:
    case JT_TAPE_NUMBER_LONG:
        return is_cbor ? write_cbor_number(writer, source, entry)
                       : write_json_number(writer, source, entry);
    case JT_TAPE_KEY: {
        const uint32_t *const keys = tape + tape[JT_TAPE_H_KEYS];
        return jt_cbor_write_text(writer, text, keys[payload * JT_TAPE_KEY_NWORDS + 1]);
    }
    case JT_TAPE_STRING:
    case JT_TAPE_KEY_PLAIN:
        return is_escaped ? write_escaped(writer, text, payload)
                          : jt_cbor_write_text(writer, text, payload);
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_KEY_LONG:
        return is_escaped ? write_escaped(writer, text, entry[2])
                          : jt_cbor_write_text(writer, text, entry[2]);
    case JT_TAPE_BYTES: return jt_cbor_write_bytes(writer, text, payload);
    case JT_TAPE_BYTES_LONG: return jt_cbor_write_bytes(writer, text, entry[2]);
    case JT_TAPE_TEXT_CHUNKS:
    case JT_TAPE_BYTES_CHUNKS: return write_chunks(writer, source, entry);
    case JT_TAPE_TAG: return jt_cbor_write_tag(writer, jt_cbor_checked_head(text).argument);
    case JT_TAPE_ARRAY:
        return jt_cbor_open_array(writer,
                                  payload == JT_TAPE_PAYLOAD_MAX ? tape[entry[2] - 1] : payload);
    case JT_TAPE_OBJECT:
        return jt_cbor_open_map(writer,
                                payload == JT_TAPE_PAYLOAD_MAX ? tape[entry[2] - 1] : payload);
    default: return JT_OK; /* COUNT; KEY_VALUE, whose key follows */
    }
}

jt_code jt_cbor_from_tape(jt_cbor_writer *writer, const uint8_t *source, const uint32_t *tape,
                          uint32_t at) {
    const size_t depth = jt_cbor_depth(writer);
    const uint32_t end = jt_walk_behind(tape, at, tape[JT_TAPE_H_KEYS]);
    while (at < end) {
        const uint32_t kind = jt_walk_kind(tape, at);
        jt_code code = write_entry(writer, source, tape, at);
        if (code) return code;
        at = kind == JT_TAPE_ARRAY || kind == JT_TAPE_OBJECT || kind == JT_TAPE_TAG
                 ? at + 4
                 : jt_walk_behind(tape, at, end);
        code = jt_cbor_close_full(writer, depth);
        if (code) return code;
    }
    return JT_OK;
}
