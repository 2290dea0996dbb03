/* The CBOR writer's uncommon ways, and all its ways where keys are checked: see cbor_write.h.
 *
 * A call looks whether the item may stand here, makes room, writes, and counts the item. What can
 * still fail then, a key that is there already, takes back what was written.
 */
#include "cbor_write.h"

#include "cbor_float.h"
#include "cbor_keys.h"

enum { FRAMES_FIRST = 32, NO_MAJOR = JT_CBOR_SIMPLE };

static jt_cbor_frame *frames_of(const jt_cbor_writer *writer) {
    return writer->blocks[JT_CBOR_BLOCK_FRAMES].start;
}

/* Whether a frame keeps `rest`. */
static bool has_rest(const jt_cbor_frame *frame) {
    return frame->kind & (JT_CBOR_KEYS_CHECKED | JT_CBOR_TAGGED);
}

/* Items that the innermost frame may still take. */
static uint64_t total_left(const jt_cbor_writer *writer) {
    return writer->left + (has_rest(writer->frame) ? writer->frame->rest : 0);
}

static bool is_string(const jt_cbor_frame *frame) {
    const uint32_t major = frame->kind & JT_CBOR_KIND;
    return major == JT_CBOR_TEXT || major == JT_CBOR_BYTES;
}

/* Fits the writer to blocks that may have moved; `frame` is the innermost frame's index. */
static void find_blocks(jt_cbor_writer *writer, size_t frame) {
    const size_t nframes = writer->blocks[JT_CBOR_BLOCK_FRAMES].nbytes / sizeof(jt_cbor_frame);
    const size_t last = nframes - 1 < writer->max_depth ? nframes - 1 : writer->max_depth;
    size_t nkeys = writer->blocks[JT_CBOR_BLOCK_KEYS].nbytes / sizeof(jt_cbor_key);
    if (nkeys > UINT32_MAX - 1) nkeys = UINT32_MAX - 1;
    writer->bytes = writer->blocks[JT_CBOR_BLOCK_BYTES].start;
    writer->nbytes_max = writer->blocks[JT_CBOR_BLOCK_BYTES].nbytes;
    writer->nkeys_max = (uint32_t)nkeys;
    writer->frame = frames_of(writer) + frame;
    writer->last_frame = frames_of(writer) + last;
}

bool jt_cbor_reserve(jt_cbor_writer *writer, unsigned block, size_t nbytes) {
    const size_t now = writer->blocks[block].nbytes;
    if (JT_LIKELY(nbytes <= now)) return true;
    const size_t frame = jt_cbor_depth(writer);
    /* Twice as much, so that growing often costs no more than growing once; else what is needed. */
    const size_t most = now <= SIZE_MAX / 2 && 2 * now > nbytes ? 2 * now : nbytes;
    if (!writer->grow(writer, block, most) &&
        (most == nbytes || !writer->grow(writer, block, nbytes))) {
        return false;
    }
    find_blocks(writer, frame);
    return true;
}

bool jt_cbor_writer_reserve(jt_cbor_writer *writer, size_t nbytes) {
    return jt_cbor_reserve(writer, JT_CBOR_BLOCK_BYTES, nbytes);
}

/* Makes room for so many bytes more. */
static bool make_room(jt_cbor_writer *writer, size_t nbytes) {
    return nbytes <= SIZE_MAX - writer->nbytes &&
           jt_cbor_reserve(writer, JT_CBOR_BLOCK_BYTES, writer->nbytes + nbytes);
}

jt_code jt_cbor_writer_init(jt_cbor_writer *writer, jt_cbor_mode mode, uint32_t options,
                            uint32_t max_depth, uint32_t seed, jt_cbor_grow *grow,
                            const jt_cbor_block blocks[JT_CBOR_NBLOCKS]) {
    const uint32_t rules =
        jt_cbor_rules(mode) | (options & JT_CBOR_WIDE_FLOATS ? JT_CBOR_FLOATS_AS_GIVEN : 0);
    const uint32_t keys = (rules & JT_CBOR_UNIQUE_KEYS ? JT_CBOR_KEYS_CHECKED : 0) |
                          (rules & JT_CBOR_SORTED ? JT_CBOR_KEYS_SORTED : 0);
    const uint32_t ending = options & JT_CBOR_CONVERT  ? JT_CBOR_CONVERTED
                            : rules & JT_CBOR_DEFINITE ? 0
                                                       : JT_CBOR_ENDS_WITH_BREAK;
    *writer = (jt_cbor_writer){
        .array_kind = JT_CBOR_ARRAY,
        .open_array_kind = ending ? JT_CBOR_ARRAY | ending : 0,
        .map_kind = JT_CBOR_MAP | keys,
        .open_map_kind = ending ? JT_CBOR_MAP | ending | keys : 0,
        .rules = rules,
        .max_depth = max_depth,
        .options = options,
        .seed = seed,
        .grow = grow,
    };
    memcpy(writer->blocks, blocks, sizeof writer->blocks);
    if (writer->blocks[JT_CBOR_BLOCK_FRAMES].nbytes < sizeof(jt_cbor_frame) &&
        !grow(writer, JT_CBOR_BLOCK_FRAMES, FRAMES_FIRST * sizeof(jt_cbor_frame))) {
        return JT_NO_MEMORY;
    }
    find_blocks(writer, 0);
    jt_cbor_writer_reset(writer);
    return JT_OK;
}

void jt_cbor_writer_reset(jt_cbor_writer *writer) {
    if (writer->nkeys) jt_cbor_keys_drop(writer, 0);
    writer->nbytes = 0;
    writer->left = writer->options & JT_CBOR_MULTIPLE_ROOTS ? JT_CBOR_UNBOUNDED : 1;
    writer->frame = frames_of(writer);
    writer->frame->kind = JT_CBOR_ROOT;
}

bool jt_cbor_is_complete(const jt_cbor_writer *writer) {
    return writer->frame->kind == JT_CBOR_ROOT && writer->nbytes != 0;
}

size_t jt_cbor_depth(const jt_cbor_writer *writer) {
    return writer->frame ? (size_t)(writer->frame - frames_of(writer)) : 0;
}

/* Whether an item may stand here; major is that of a definite string, else NO_MAJOR. */
static jt_code check_place(const jt_cbor_writer *writer, unsigned major) {
    const jt_cbor_frame *const frame = writer->frame;
    if (is_string(frame)) {
        return (frame->kind & JT_CBOR_KIND) == major ? JT_OK : JT_WRONG_CHUNK;
    }
    if (total_left(writer)) return JT_OK;
    return (frame->kind & JT_CBOR_KIND) == JT_CBOR_ROOT ? JT_COMPLETED : JT_TOO_MANY_ITEMS;
}

/* Whether the next item is a key that is checked. */
static bool takes_key(const jt_cbor_writer *writer) {
    return writer->frame->kind & JT_CBOR_KEYS_CHECKED && total_left(writer) % 2 == 0;
}

/* Counts an item that no tag waits for any more. A value may be written without attention. */
static void count(jt_cbor_writer *writer) {
    jt_cbor_frame *const frame = writer->frame;
    const uint64_t left = total_left(writer) - 1;
    frame->kind &= ~(uint32_t)JT_CBOR_TAGGED;
    writer->left = frame->kind & JT_CBOR_KEYS_CHECKED ? left % 2 : left;
    frame->rest = left - writer->left;
}

/* Counts the item that was written from `start` on, or takes it back. */
static jt_code end_scalar(jt_cbor_writer *writer, size_t start) {
    const jt_cbor_frame *const frame = writer->frame;
    if (takes_key(writer)) {
        const jt_code code =
            jt_cbor_keys_add(writer, frame->kind & JT_CBOR_TAGGED ? frame->item : start);
        if (code) {
            writer->nbytes = start;
            return code;
        }
    }
    if (!is_string(writer->frame)) count(writer);
    return JT_OK;
}

/* The general item: some bytes, then a head, then some content. */
static jt_code write_parts(jt_cbor_writer *writer, const uint8_t *before, size_t before_nbytes,
                           unsigned major, uint64_t argument, const uint8_t *content,
                           size_t nbytes) {
    const jt_code code = check_place(
        writer,
        before_nbytes == 0 && (major == JT_CBOR_TEXT || major == JT_CBOR_BYTES) ? major : NO_MAJOR);
    if (code) return code;
    const size_t start = writer->nbytes;
    if (nbytes > SIZE_MAX - before_nbytes - JT_CBOR_HEAD_NBYTES_MAX ||
        !make_room(writer, before_nbytes + jt_cbor_head_nbytes(argument) + nbytes)) {
        return JT_NO_MEMORY;
    }
    uint8_t *p = writer->bytes + start;
    if (before_nbytes) memcpy(p, before, before_nbytes);
    p = jt_cbor_put_head(p + before_nbytes, major, argument);
    if (nbytes <= 32) {
        jt_copy_short(p, content, nbytes);
    } else {
        memcpy(p, content, nbytes);
    }
    writer->nbytes = (size_t)(p - writer->bytes) + nbytes;
    return end_scalar(writer, start);
}

jt_code jt_cbor_write_item(jt_cbor_writer *writer, unsigned major, uint64_t argument) {
    if (JT_LIKELY(writer->left != 0 &&
                  writer->nbytes_max - writer->nbytes >= JT_CBOR_HEAD_NBYTES_MAX)) {
        uint8_t *const p = writer->bytes + writer->nbytes;
        writer->nbytes += (size_t)(jt_cbor_put_head(p, major, argument) - p);
        writer->left--;
        return JT_OK;
    }
    return write_parts(writer, NULL, 0, major, argument, NULL, 0);
}

jt_code jt_cbor_write_string(jt_cbor_writer *writer, unsigned major, const uint8_t *content,
                             size_t nbytes) {
    /* Where keys are checked, nothing left and a rest of an even number: the next key. */
    jt_cbor_frame *const frame = writer->frame;
    const uint32_t checked = frame->kind & (JT_CBOR_KEYS_CHECKED | JT_CBOR_TAGGED);
    if (checked == JT_CBOR_KEYS_CHECKED && writer->left == 0 && frame->rest != 0 &&
        nbytes <= JT_CBOR_DIRECT_MAX && writer->nbytes_max - writer->nbytes > nbytes) {
        const uint8_t head = (uint8_t)(major << 5 | nbytes);
        if (jt_cbor_keys_add_short(writer, head, content, nbytes)) {
            uint8_t *const p = writer->bytes + writer->nbytes;
            *p = head;
            jt_copy_short(p + 1, content, nbytes);
            writer->nbytes += nbytes + 1;
            writer->left = 1;
            frame->rest -= 2;
            return JT_OK;
        }
    }
    return write_parts(writer, NULL, 0, major, nbytes, content, nbytes);
}

jt_code jt_cbor_write_int64(jt_cbor_writer *writer, int64_t value) {
    return value >= 0 ? jt_cbor_write_item(writer, JT_CBOR_UNSIGNED, (uint64_t)value)
                      : jt_cbor_write_item(writer, JT_CBOR_NEGATIVE, ~(uint64_t)value);
}

jt_code jt_cbor_write_simple(jt_cbor_writer *writer, unsigned value) {
    if (value > 0xff || (value > JT_CBOR_DIRECT_MAX && value < 32)) return JT_OUT_OF_RANGE;
    return jt_cbor_write_item(writer, JT_CBOR_SIMPLE, value);
}

/* A float of 2, 4 or 8 bytes. Its head is no shortest one, so its bits are content. */
static jt_code write_float(jt_cbor_writer *writer, uint64_t bits, unsigned nbytes) {
    uint8_t item[JT_CBOR_HEAD_NBYTES_MAX];
    const unsigned information = nbytes == 2   ? JT_CBOR_2_BYTES
                                 : nbytes == 4 ? JT_CBOR_4_BYTES
                                               : JT_CBOR_8_BYTES;
    item[0] = (uint8_t)(JT_CBOR_SIMPLE << 5 | information);
    jt_cbor_put_number(item + 1, bits, nbytes);
    return jt_cbor_write_encoded(writer, item, 1 + nbytes);
}

jt_code jt_cbor_write_double(jt_cbor_writer *writer, double value) {
    uint64_t bits = jt_double_bits(value);
    const unsigned nbytes =
        writer->rules & JT_CBOR_FLOATS_AS_GIVEN ? 8 : jt_shortest_float(value, &bits);
    return write_float(writer, bits, nbytes);
}

jt_code jt_cbor_write_single(jt_cbor_writer *writer, float value) {
    uint64_t bits = jt_single_bits(value);
    const unsigned nbytes =
        writer->rules & JT_CBOR_FLOATS_AS_GIVEN ? 4 : jt_shortest_float((double)value, &bits);
    return write_float(writer, bits, nbytes);
}

jt_code jt_cbor_write_half(jt_cbor_writer *writer, double value) {
    return write_float(writer, jt_half_from_double(value), 2);
}

jt_code jt_cbor_write_bignum(jt_cbor_writer *writer, bool negative, const uint8_t *magnitude,
                             size_t nbytes) {
    static const uint8_t tags[2] = {JT_CBOR_TAG << 5 | JT_CBOR_TAG_BIGNUM,
                                    JT_CBOR_TAG << 5 | JT_CBOR_TAG_NEGATIVE_BIGNUM};
    static const uint8_t zero = 0;
    while (nbytes && magnitude[0] == 0) {
        magnitude++;
        nbytes--;
    }
    if (writer->rules & JT_CBOR_SHORTEST_NUMBERS && nbytes <= sizeof(uint64_t)) {
        return jt_cbor_write_item(writer, negative ? JT_CBOR_NEGATIVE : JT_CBOR_UNSIGNED,
                                  jt_cbor_get_number(magnitude, (unsigned)nbytes));
    }
    if (nbytes == 0) {
        magnitude = &zero;
        nbytes = 1;
    }
    if (writer->rules & JT_CBOR_NO_TAGS) {
        const jt_code code = check_place(writer, NO_MAJOR);
        return code ? code : JT_TAG_FORBIDDEN;
    }
    return write_parts(writer, &tags[negative], 1, JT_CBOR_BYTES, nbytes, magnitude, nbytes);
}

jt_code jt_cbor_write_encoded(jt_cbor_writer *writer, const uint8_t *item, size_t nbytes) {
    const jt_code code = check_place(writer, NO_MAJOR);
    if (code) return code;
    if (!make_room(writer, nbytes)) return JT_NO_MEMORY;
    const size_t start = writer->nbytes;
    memcpy(writer->bytes + start, item, nbytes);
    writer->nbytes += nbytes;
    return end_scalar(writer, start);
}

jt_code jt_cbor_write_tag(jt_cbor_writer *writer, uint64_t tag) {
    const jt_code code = check_place(writer, NO_MAJOR);
    if (code) return code;
    if (writer->rules & JT_CBOR_NO_TAGS) return JT_TAG_FORBIDDEN;
    if (!make_room(writer, JT_CBOR_HEAD_NBYTES_MAX)) return JT_NO_MEMORY;
    jt_cbor_frame *const frame = writer->frame;
    if (!(frame->kind & JT_CBOR_TAGGED)) frame->item = writer->nbytes;
    frame->rest = total_left(writer);
    frame->kind |= JT_CBOR_TAGGED;
    writer->left = 0;
    uint8_t *const p = writer->bytes + writer->nbytes;
    writer->nbytes += (size_t)(jt_cbor_put_head(p, JT_CBOR_TAG, tag) - p);
    return JT_OK;
}

/* Puts a new frame in the place of an item; the head's bytes are written already. */
static jt_code push(jt_cbor_writer *writer, uint32_t kind, uint64_t total, const uint8_t *head,
                    size_t head_nbytes) {
    const jt_code code = check_place(writer, NO_MAJOR);
    if (code) return code;
    if (kind == 0) return JT_INDEFINITE_FORBIDDEN;
    if (jt_cbor_depth(writer) >= writer->max_depth) return JT_DEPTH;
    if (!jt_cbor_reserve(writer, JT_CBOR_BLOCK_FRAMES,
                         (jt_cbor_depth(writer) + 2) * sizeof(jt_cbor_frame)) ||
        !make_room(writer, head_nbytes)) {
        return JT_NO_MEMORY;
    }
    jt_cbor_frame *const outer = writer->frame;
    if (takes_key(writer)) {
        kind |= JT_CBOR_IS_KEY;
        if (!(outer->kind & JT_CBOR_TAGGED)) outer->item = writer->nbytes;
    }
    count(writer);
    outer->left = writer->left;
    writer->left = kind & JT_CBOR_KEYS_CHECKED && total > 2 ? 2 : total;
    outer[1] = (jt_cbor_frame){
        .start = writer->nbytes,
        .kind = kind,
        .first_key = writer->nkeys,
        .rest = total - writer->left,
    };
    writer->frame++;
    memcpy(writer->bytes + writer->nbytes, head, head_nbytes);
    writer->nbytes += head_nbytes;
    return JT_OK;
}

jt_code jt_cbor_open(jt_cbor_writer *writer, unsigned major, uint64_t length) {
    const bool is_map = major == JT_CBOR_MAP;
    if (length == JT_CBOR_INDEFINITE) {
        const uint8_t head = (uint8_t)(major << 5 | JT_CBOR_OPEN);
        return push(writer, is_map ? writer->open_map_kind : writer->open_array_kind,
                    JT_CBOR_UNBOUNDED, &head, 1);
    }
    if (length > JT_CBOR_LENGTH_MAX) return JT_OUT_OF_RANGE;
    uint8_t head[JT_CBOR_HEAD_NBYTES_MAX];
    const size_t head_nbytes = (size_t)(jt_cbor_put_head(head, major, length) - head);
    return push(writer, is_map ? writer->map_kind : writer->array_kind,
                is_map ? 2 * length : length, head, head_nbytes);
}

jt_code jt_cbor_open_string(jt_cbor_writer *writer, unsigned major) {
    const uint8_t head = (uint8_t)(major << 5 | JT_CBOR_OPEN);
    /* What arrays may do, strings may. */
    const uint32_t ending = writer->open_array_kind & ~(uint32_t)JT_CBOR_KIND;
    return push(writer, ending ? major | ending : 0, 0, &head, 1);
}

/* Whether the innermost frame may close now. */
static jt_code check_end(const jt_cbor_writer *writer, unsigned major) {
    const jt_cbor_frame *const frame = writer->frame;
    if ((frame->kind & JT_CBOR_KIND) != major) return JT_WRONG_END;
    if (is_string(frame)) return JT_OK;
    const uint64_t left = total_left(writer);
    if (frame->kind & JT_CBOR_TAGGED) return JT_MISSING_VALUE;
    if (major == JT_CBOR_MAP && left % 2) return JT_MISSING_VALUE;
    const bool is_definite = !(frame->kind & (JT_CBOR_ENDS_WITH_BREAK | JT_CBOR_CONVERTED));
    return is_definite && left ? JT_INCOMPLETE : JT_OK;
}

/* Gives the innermost frame the head of a definite length in the place of its one byte. */
static void put_length(jt_cbor_writer *writer, unsigned major, uint64_t length) {
    const unsigned head_nbytes = jt_cbor_head_nbytes(length);
    uint8_t *const head = writer->bytes + writer->frame->start;
    if (head_nbytes > 1) {
        memmove(head + head_nbytes, head + 1, writer->nbytes - writer->frame->start - 1);
    }
    jt_cbor_put_head(head, major, length);
    writer->nbytes += head_nbytes - 1;
}

/* Takes the heads of the innermost frame's chunks away. Returns the bytes that are left. */
static size_t join_chunks(jt_cbor_writer *writer) {
    const uint8_t *const end = writer->bytes + writer->nbytes;
    uint8_t *const start = writer->bytes + writer->frame->start + 1;
    uint8_t *to = start;
    for (const uint8_t *p = start; p != end;) {
        const unsigned information = *p++ & 31;
        size_t nbytes = information;
        if (information > JT_CBOR_DIRECT_MAX) {
            const unsigned argument_nbytes = jt_cbor_argument_nbytes(information);
            nbytes = (size_t)jt_cbor_get_number(p, argument_nbytes);
            p += argument_nbytes;
        }
        memmove(to, p, nbytes);
        to += nbytes;
        p += nbytes;
    }
    writer->nbytes = (size_t)(to - writer->bytes);
    return (size_t)(to - start);
}

/* Writes the ending of the innermost frame; there is room for it. */
static void end_bytes(jt_cbor_writer *writer, unsigned major) {
    const jt_cbor_frame *const frame = writer->frame;
    if (frame->kind & JT_CBOR_ENDS_WITH_BREAK) {
        writer->bytes[writer->nbytes++] = JT_CBOR_BREAK;
    } else if (frame->kind & JT_CBOR_CONVERTED) {
        const uint64_t nitems =
            is_string(frame) ? join_chunks(writer) : JT_CBOR_UNBOUNDED - total_left(writer);
        put_length(writer, major, major == JT_CBOR_MAP ? nitems / 2 : nitems);
    }
}

static void pop(jt_cbor_writer *writer) {
    writer->frame--;
    writer->left = writer->frame->left;
}

/* Closes a container that is the key of a map: it may turn out to be there already, so that its
 * bytes and its own keys are kept as they were until that is known. */
static jt_code close_key(jt_cbor_writer *writer, unsigned major) {
    const size_t start = writer->frame->start;
    const size_t nbytes = writer->nbytes - start;
    const size_t kept = writer->nbytes + JT_CBOR_HEAD_NBYTES_MAX;
    if (!make_room(writer, JT_CBOR_HEAD_NBYTES_MAX + nbytes)) return JT_NO_MEMORY;
    memcpy(writer->bytes + kept, writer->bytes + start, nbytes);
    end_bytes(writer, major);

    const uint32_t nkeys = writer->nkeys;
    if (writer->frame->kind & JT_CBOR_KEYS_CHECKED) {
        jt_cbor_keys_drop(writer, writer->frame->first_key);
    }
    const uint64_t left = writer->left;
    pop(writer);
    const jt_code code = jt_cbor_keys_add(writer, writer->frame->item);
    if (code) {
        writer->frame++;
        writer->left = left;
        memcpy(writer->bytes + start, writer->bytes + kept, nbytes);
        writer->nbytes = start + nbytes;
        jt_cbor_keys_restore(writer, nkeys);
    }
    return code;
}

jt_code jt_cbor_close(jt_cbor_writer *writer, unsigned major) {
    jt_code code = check_end(writer, major);
    if (code) return code;
    if (writer->frame->kind & JT_CBOR_KEYS_SORTED) {
        code = jt_cbor_keys_sort(writer);
        if (code) return code;
    }
    if (!make_room(writer, JT_CBOR_HEAD_NBYTES_MAX)) return JT_NO_MEMORY;
    if (writer->frame->kind & JT_CBOR_IS_KEY) return close_key(writer, major);
    end_bytes(writer, major);
    if (writer->frame->kind & JT_CBOR_KEYS_CHECKED) {
        jt_cbor_keys_drop(writer, writer->frame->first_key);
    }
    pop(writer);
    return JT_OK;
}

jt_code jt_cbor_close_full(jt_cbor_writer *writer, size_t depth) {
    while (jt_cbor_depth(writer) > depth && total_left(writer) == 0 && !is_string(writer->frame)) {
        const jt_code code = jt_cbor_close_ordinary(writer, writer->frame->kind & JT_CBOR_KIND, 1);
        if (code) return code;
    }
    return JT_OK;
}
