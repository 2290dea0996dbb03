/* The boundary of jsontape/cbor: reading, writing from tapes and from values, and the writer that
 * JavaScript's CborWriter drives call by call.
 *
 * As in exports.c memory is scratch space for one call at a time. Only the writer's calls go on
 * from one another: its state is the first thing in scratch memory, and its blocks lie behind it.
 */
#include "cbor_from_tape.h"
#include "cbor_read.h"
#include "memory.h"

enum { BLOCK_ALIGNMENT = 8, BYTES_FIRST = 1024 };

/* What a call came to, read by JavaScript as 32-bit words. */
typedef struct cbor_result {
    uint32_t tape_nwords;
    uint32_t error_offset;
    const uint8_t *bytes; /* what was written */
    uint32_t nbytes;
} cbor_result;

static cbor_result last_result;
static jt_cbor_writer passing; /* for one call */

EXPORT(cbor_result) const cbor_result *result_of_cbor(void) { return &last_result; }

extern jt_parser parser; /* of the last document: see exports.c */

/* Parses with one of the two parsers into a tape that ends with memory and grows with it. */
static jt_code parse_all(jt_code (*parse)(jt_parser *, uint32_t *, size_t), uint32_t *tape) {
    jt_code code = JT_TAPE_FULL;
    for (;;) {
        const size_t tape_nwords = (memory_end() - (uintptr_t)tape) / WORD_NBYTES;
        code = parse(&parser, tape, tape_nwords);
        if (code != JT_TAPE_FULL) break;
        if (!grow()) return JT_NO_MEMORY;
    }
    last_result.tape_nwords = code ? 0 : (uint32_t)parser.tape_nwords;
    last_result.error_offset = (uint32_t)parser.error_offset;
    return code;
}

EXPORT(cbor_parse)
jt_code cbor_parse(const uint8_t *source, size_t source_nbytes, uint32_t *tape, uint32_t mode,
                   bool sequence, uint32_t max_depth) {
    jt_cbor_parser_init(&parser, source, source_nbytes, (jt_cbor_mode)mode, sequence, max_depth);
    return parse_all(jt_cbor_parse, tape);
}

static uintptr_t align(uintptr_t address) {
    return (address + BLOCK_ALIGNMENT - 1) & ~(uintptr_t)(BLOCK_ALIGNMENT - 1);
}

/* The blocks of a writer lie one behind the other, that of the bytes last: those behind the one
 * that grows are moved. */
static bool grow_block(jt_cbor_writer *writer, unsigned block, size_t nbytes) {
    static const uint8_t order[JT_CBOR_NBLOCKS] = {JT_CBOR_BLOCK_FRAMES, JT_CBOR_BLOCK_KEYS,
                                                   JT_CBOR_BLOCK_SLOTS, JT_CBOR_BLOCK_BYTES};
    jt_cbor_block *const blocks = writer->blocks;
    const jt_cbor_block *const last = &blocks[JT_CBOR_BLOCK_BYTES];
    const size_t more = align(nbytes - blocks[block].nbytes);
    const uintptr_t end = align((uintptr_t)last->start + last->nbytes);
    if (nbytes > SIZE_MAX / 2 || !reach((uint64_t)end + more)) return false;
    const uintptr_t behind = align((uintptr_t)blocks[block].start + blocks[block].nbytes);
    memmove((void *)(behind + more), (const void *)behind, end - behind);
    blocks[block].nbytes = nbytes;
    for (unsigned i = JT_CBOR_NBLOCKS - 1; order[i] != block; i--) {
        blocks[order[i]].start = (uint8_t *)blocks[order[i]].start + more;
    }
    return true;
}

static jt_code init_writer(jt_cbor_writer *writer, uintptr_t memory, size_t nbytes, uint32_t mode,
                           uint32_t options, uint32_t max_depth, uint32_t seed) {
    jt_cbor_block blocks[JT_CBOR_NBLOCKS];
    for (unsigned i = 0; i < JT_CBOR_NBLOCKS; i++)
        blocks[i] = (jt_cbor_block){(void *)align(memory), 0};
    const jt_code code = jt_cbor_writer_init(writer, (jt_cbor_mode)mode, options, max_depth, seed,
                                             grow_block, blocks);
    if (code) return code;
    return jt_cbor_writer_reserve(writer, nbytes) ? JT_OK : JT_NO_MEMORY;
}

static jt_code give_bytes(jt_code code) {
    last_result.bytes = passing.bytes;
    last_result.nbytes = passing.nbytes;
    return code;
}

/* A tape's value as CBOR, behind everything that is before `memory`. */
EXPORT(cbor_from_tape)
jt_code cbor_from_tape(const uint8_t *source, const uint32_t *tape, uint32_t at, uintptr_t memory,
                       uint32_t mode, uint32_t options, uint32_t seed) {
    jt_code code = init_writer(&passing, memory, BYTES_FIRST, mode, options, UINT32_MAX, seed);
    if (code == JT_OK) code = jt_cbor_from_tape(&passing, source, tape, at);
    return give_bytes(code);
}

/* What values become, in the words that js/cbor-tokens.js writes: a kind and a number in one word,
 * and for some what follows. Texts lie one behind the other, with a byte between. */
enum {
    TOKEN_UINT = 0, /* the number itself */
    TOKEN_NEGATIVE = 1,
    TOKEN_BYTES = 2, /* its length; the bytes follow, up to a whole word */
    TOKEN_TEXT = 3,  /* its length in UTF-16 code units */
    TOKEN_ARRAY = 4,
    TOKEN_MAP = 5,
    TOKEN_TAG = 6, /* two words follow: low, high */
    TOKEN_SIMPLE = 7,
    TOKEN_DOUBLE = 8,  /* two words follow */
    TOKEN_INTEGER = 9, /* major type; two words follow */
    TOKEN_BIGNUM = 10, /* its length; the bytes follow, up to a whole word */
    TOKEN_NEGATIVE_BIGNUM = 11,
    TOKEN_KIND_NBITS = 4
};

/* Behind nunits UTF-16 code units of well-formed UTF-8. */
static const uint8_t *skip_units(const uint8_t *p, size_t nunits) {
    while (nunits) {
        const uint8_t lead = *p;
        const size_t nbytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        p += nbytes;
        nunits -= nbytes == 4 ? 2 : 1;
    }
    return p;
}

static uint64_t two_words(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }

EXPORT(cbor_encode)
jt_code cbor_encode(const uint32_t *tokens, size_t ntokens, const uint8_t *text, bool is_ascii,
                    uintptr_t memory, uint32_t mode, uint32_t options, uint32_t seed) {
    jt_code code = init_writer(&passing, memory, BYTES_FIRST, mode, options, UINT32_MAX, seed);
    const uint32_t *const end = tokens + ntokens;
    jt_cbor_writer *const w = &passing;
    while (code == JT_OK && tokens != end) {
        const uint32_t kind = *tokens & ((1u << TOKEN_KIND_NBITS) - 1);
        const uint32_t number = *tokens++ >> TOKEN_KIND_NBITS;
        switch (kind) {
        case TOKEN_TEXT: {
            const uint8_t *const behind = is_ascii ? text + number : skip_units(text, number);
            code = jt_cbor_write_text(w, text, (size_t)(behind - text));
            text = behind + 1;
            break;
        }
        case TOKEN_BYTES:
        case TOKEN_BIGNUM:
        case TOKEN_NEGATIVE_BIGNUM: {
            const uint8_t *const bytes = (const uint8_t *)tokens;
            code = kind == TOKEN_BYTES
                       ? jt_cbor_write_bytes(w, bytes, number)
                       : jt_cbor_write_bignum(w, kind == TOKEN_NEGATIVE_BIGNUM, bytes, number);
            tokens += (number + WORD_NBYTES - 1) / WORD_NBYTES;
            break;
        }
        case TOKEN_ARRAY: code = jt_cbor_open_array(w, number); break;
        case TOKEN_MAP: code = jt_cbor_open_map(w, number); break;
        case TOKEN_TAG:
            code = jt_cbor_write_tag(w, two_words(tokens));
            tokens += 2;
            break;
        case TOKEN_DOUBLE: {
            double value;
            memcpy(&value, tokens, sizeof value);
            code = jt_cbor_write_double(w, value);
            tokens += 2;
            break;
        }
        case TOKEN_INTEGER:
            code = jt_cbor_write_item(w, number, two_words(tokens));
            tokens += 2;
            break;
        default: code = jt_cbor_write_item(w, kind, number);
        }
        if (code == JT_OK) code = jt_cbor_close_full(w, 0);
    }
    return give_bytes(code);
}

/* The writer of CborWriter. */
static jt_cbor_writer *writer(void) { return (jt_cbor_writer *)(void *)memory_start(); }

EXPORT(cbor_writer_init)
jt_code cbor_writer_init(size_t nbytes, uint32_t mode, uint32_t options, uint32_t max_depth,
                         uint32_t seed) {
    return init_writer(writer(), (uintptr_t)(writer() + 1), nbytes, mode, options, max_depth, seed);
}

EXPORT(cbor_writer_reset) void cbor_writer_reset(void) { jt_cbor_writer_reset(writer()); }

/* Where the writer's memory ends. */
EXPORT(cbor_writer_end) const uint8_t *cbor_writer_end(void) {
    return writer()->bytes + writer()->nbytes;
}

EXPORT(cbor_writer_bytes) const uint8_t *cbor_writer_bytes(void) { return writer()->bytes; }
EXPORT(cbor_writer_nbytes) size_t cbor_writer_nbytes(void) { return writer()->nbytes; }
EXPORT(cbor_writer_depth) size_t cbor_writer_depth(void) { return jt_cbor_depth(writer()); }
EXPORT(cbor_writer_complete) bool cbor_writer_complete(void) {
    return jt_cbor_is_complete(writer());
}

/* Room for so many bytes that are about to be written, behind all that the writer may move for
 * them; NULL: there is no memory. */
EXPORT(cbor_writer_space) uint8_t *cbor_writer_space(size_t nbytes) {
    const uint64_t needed =
        (uint64_t)writer()->nbytes + JT_CBOR_HEAD_NBYTES_MAX + 2 * (uint64_t)nbytes;
    if (needed > SIZE_MAX / 2 || !jt_cbor_writer_reserve(writer(), (size_t)needed)) return NULL;
    return writer()->bytes + needed - nbytes;
}

EXPORT(cbor_writer_item) jt_code cbor_writer_item(uint32_t major, uint32_t low, uint32_t high) {
    return jt_cbor_write_item(writer(), major, low | (uint64_t)high << 32);
}

EXPORT(cbor_writer_simple) jt_code cbor_writer_simple(uint32_t value) {
    return jt_cbor_write_simple(writer(), value);
}

/* width 8, 4 or 2 */
EXPORT(cbor_writer_float) jt_code cbor_writer_float(double value, uint32_t width) {
    return width == 8   ? jt_cbor_write_double(writer(), value)
           : width == 4 ? jt_cbor_write_single(writer(), (float)value)
                        : jt_cbor_write_half(writer(), value);
}

EXPORT(cbor_writer_string)
jt_code cbor_writer_string(uint32_t major, const uint8_t *content, size_t nbytes) {
    return jt_cbor_write_short(writer(), major, content, nbytes);
}

EXPORT(cbor_writer_bignum)
jt_code cbor_writer_bignum(bool negative, const uint8_t *magnitude, size_t nbytes) {
    return jt_cbor_write_bignum(writer(), negative, magnitude, nbytes);
}

EXPORT(cbor_writer_tag) jt_code cbor_writer_tag(uint32_t low, uint32_t high) {
    return jt_cbor_write_tag(writer(), low | (uint64_t)high << 32);
}

EXPORT(cbor_writer_encoded) jt_code cbor_writer_encoded(const uint8_t *item, size_t nbytes) {
    return jt_cbor_write_encoded(writer(), item, nbytes);
}

static uint64_t length_of(double length) {
    return length < 0 ? JT_CBOR_INDEFINITE : (uint64_t)length;
}

/* length: below 0 indefinite */
EXPORT(cbor_writer_open) jt_code cbor_writer_open(uint32_t major, double length) {
    switch (major) {
    case JT_CBOR_ARRAY: return jt_cbor_open_array(writer(), length_of(length));
    case JT_CBOR_MAP: return jt_cbor_open_map(writer(), length_of(length));
    default: return jt_cbor_open_string(writer(), major);
    }
}

EXPORT(cbor_writer_close) jt_code cbor_writer_close(uint32_t major) {
    switch (major) {
    case JT_CBOR_ARRAY: return jt_cbor_close_array(writer());
    case JT_CBOR_MAP: return jt_cbor_close_map(writer());
    default: return jt_cbor_close(writer(), major);
    }
}
