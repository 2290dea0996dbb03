/* A CBOR writer that checks every call at nearly the cost of one that checks nothing.
 *
 * Containers that are open are a flat array of small frames. The writer counts down how many items
 * may still be written without further thought. Everything out of the ordinary makes that number
 * zero: a full container, an indefinite string, a tag without its content, a key that must be
 * compared with those before it. So nearly every call is one comparison, the bytes, and one
 * decrement; these ways are inline here, and all others in cbor_write.c.
 *
 * Every call that fails leaves the writer as it was. Text must be well-formed UTF-8; that is the
 * caller's to see to.
 */
#ifndef JT_CBOR_WRITE_H
#define JT_CBOR_WRITE_H

#include "cbor.h"
#include "jsontape.h"

/* Instead of a length: indefinite. */
#define JT_CBOR_INDEFINITE UINT64_MAX
#define JT_CBOR_LENGTH_MAX (((uint64_t)1 << 60) - 1)

/* Kinds of frames: the major type, with flags above it. */
enum {
    JT_CBOR_ROOT = 8,
    JT_CBOR_KIND = 15,
    JT_CBOR_ENDS_WITH_BREAK = 16, /* opened as indefinite */
    JT_CBOR_CONVERTED = 32,       /* opened as indefinite, to become definite when it closes */
    JT_CBOR_KEYS_CHECKED = 64,
    JT_CBOR_KEYS_SORTED = 128,
    JT_CBOR_IS_KEY = 256, /* of a frame whose keys are checked */
    JT_CBOR_TAGGED = 512  /* a tag waits for its content */
};

/* Where the count of an indefinite frame starts: even, as the items of a map are. */
#define JT_CBOR_UNBOUNDED ((uint64_t)1 << 61)

typedef struct jt_cbor_frame {
    uint64_t left; /* of a frame that is not the innermost: see jt_cbor_writer */
    size_t start;  /* offset of the container's head */
    uint32_t kind;
    uint32_t first_key; /* this and what follows only where keys are checked: its first key */
    uint64_t rest;      /* items beyond `left`, also behind a tag */
    size_t item;        /* offset of an item that has been begun: its first tag or container */
    uint64_t filter[2]; /* bits that the keys' hashes have set: a key whose bit is not is new */
} jt_cbor_frame;

/* A key of an open map that is checked. */
typedef struct jt_cbor_key {
    size_t start;
    size_t nbytes;
    size_t end; /* behind its value; only while keys are sorted */
    uint32_t hash;
    uint32_t slot; /* in the hash table, or JT_CBOR_NO_SLOT */
} jt_cbor_key;

enum { JT_CBOR_FEW_KEYS = 32 }; /* of a map; with more, they are in the hash table */
#define JT_CBOR_NO_SLOT UINT32_MAX

/* Memory that the writer asks for and never gives back itself. */
typedef struct jt_cbor_block {
    void *start; /* aligned to 8 bytes */
    size_t nbytes;
} jt_cbor_block;

enum {
    JT_CBOR_BLOCK_BYTES,
    JT_CBOR_BLOCK_FRAMES,
    JT_CBOR_BLOCK_KEYS,
    JT_CBOR_BLOCK_SLOTS,
    JT_CBOR_NBLOCKS
};

typedef struct jt_cbor_writer jt_cbor_writer;

/* Makes writer->blocks[block] hold at least nbytes, with what it holds already; all blocks may
 * move. Returns false, and changes nothing, when there is no memory. */
typedef bool jt_cbor_grow(jt_cbor_writer *writer, unsigned block, size_t nbytes);

/* Options of jt_cbor_writer_init, or'ed together. */
enum {
    JT_CBOR_CONVERT = 1,        /* what is opened as indefinite becomes definite when it closes */
    JT_CBOR_MULTIPLE_ROOTS = 2, /* several items may follow one another (RFC 8742) */
    JT_CBOR_WIDE_FLOATS = 4     /* floats keep the width that the caller chose */
};

struct jt_cbor_writer {
    /* Callers may read these: what has been written. */
    uint8_t *bytes;
    size_t nbytes;

    /* Private. */
    size_t nbytes_max;
    uint64_t left;             /* items that the innermost frame takes without attention */
    jt_cbor_frame *frame;      /* the innermost */
    jt_cbor_frame *last_frame; /* that may be used without asking for more */
    uint32_t array_kind;       /* what a definite array, and an indefinite one, is opened as */
    uint32_t open_array_kind;  /* 0: indefinite lengths are forbidden */
    uint32_t map_kind;
    uint32_t open_map_kind;
    uint32_t rules;
    uint32_t max_depth;
    uint32_t options;
    uint32_t nkeys;
    uint32_t nkeys_max; /* that there is room for */
    uint32_t nslots;
    uint32_t nhashed;     /* keys in the hash table */
    uint32_t reseeded_at; /* nslots when the seed was last changed */
    uint32_t seed;
    jt_cbor_grow *grow;
    jt_cbor_block blocks[JT_CBOR_NBLOCKS];
};

/* Prepares a writer; blocks may be empty. seed is any number, best one that nobody can guess: it
 * keeps crafted keys from meeting in the hash table. JT_OK or JT_NO_MEMORY. */
jt_code jt_cbor_writer_init(jt_cbor_writer *writer, jt_cbor_mode mode, uint32_t options,
                            uint32_t max_depth, uint32_t seed, jt_cbor_grow *grow,
                            const jt_cbor_block blocks[JT_CBOR_NBLOCKS]);

/* Makes the block of bytes hold at least so many; false: there is no memory. */
bool jt_cbor_writer_reserve(jt_cbor_writer *writer, size_t nbytes);

/* Forgets what was written, and keeps the memory. */
void jt_cbor_writer_reset(jt_cbor_writer *writer);

/* Whether what was written is a whole item, or several where those are allowed. */
bool jt_cbor_is_complete(const jt_cbor_writer *writer);

/* Containers and indefinite strings that are open. */
size_t jt_cbor_depth(const jt_cbor_writer *writer);

/* One item each. What they have in common: JT_COMPLETED where the root is there already,
 * JT_TOO_MANY_ITEMS in a full container, JT_WRONG_CHUNK in an indefinite string that takes no such
 * item, JT_DUPLICATE_KEY, JT_NO_MEMORY. */
jt_code jt_cbor_write_item(jt_cbor_writer *writer, unsigned major, uint64_t argument);
jt_code jt_cbor_write_string(jt_cbor_writer *writer, unsigned major, const uint8_t *content,
                             size_t nbytes);
jt_code jt_cbor_write_int64(jt_cbor_writer *writer, int64_t value);
/* Simple values 24 to 31 do not exist: JT_OUT_OF_RANGE. */
jt_code jt_cbor_write_simple(jt_cbor_writer *writer, unsigned value);
/* The narrowest float that holds the value, but in CTAP2 the one that is asked for. */
jt_code jt_cbor_write_double(jt_cbor_writer *writer, double value);
jt_code jt_cbor_write_single(jt_cbor_writer *writer, float value);
/* The half nearest to the value. */
jt_code jt_cbor_write_half(jt_cbor_writer *writer, double value);
/* A tag and a byte string: magnitude, or -1 - magnitude; most significant byte first. Leading zeros
 * go, but for one byte. Modes that want numbers short have an integer for what fits 64 bits. */
jt_code jt_cbor_write_bignum(jt_cbor_writer *writer, bool negative, const uint8_t *magnitude,
                             size_t nbytes);
/* One whole item that is encoded already, and is known to be as the mode wants it. */
jt_code jt_cbor_write_encoded(jt_cbor_writer *writer, const uint8_t *item, size_t nbytes);

/* A tag for the next item. JT_TAG_FORBIDDEN in CTAP2. */
jt_code jt_cbor_write_tag(jt_cbor_writer *writer, uint64_t tag);

/* Opens a container of a number of elements or pairs, or JT_CBOR_INDEFINITE; major is
 * JT_CBOR_ARRAY or JT_CBOR_MAP. Also JT_DEPTH, JT_INDEFINITE_FORBIDDEN, JT_OUT_OF_RANGE. */
jt_code jt_cbor_open(jt_cbor_writer *writer, unsigned major, uint64_t length);
/* Opens an indefinite string, whose items are strings of its type. */
jt_code jt_cbor_open_string(jt_cbor_writer *writer, unsigned major);
/* Closes the innermost container, which must be of that type (JT_WRONG_END), have as many items as
 * was said (JT_INCOMPLETE), and a value for its last key and its last tag (JT_MISSING_VALUE). */
jt_code jt_cbor_close(jt_cbor_writer *writer, unsigned major);

/* Closes every definite container that has all its items, from the innermost one outwards, down to
 * a depth. */
jt_code jt_cbor_close_full(jt_cbor_writer *writer, size_t depth);

/* Copies up to 32 bytes without a call. Reads nothing but [from, from + nbytes). */
JT_INLINE void jt_copy_short(uint8_t *to, const uint8_t *from, size_t nbytes) {
    if (nbytes >= 16) {
        uint8_t first[16];
        uint8_t last[16];
        memcpy(first, from, 16);
        memcpy(last, from + nbytes - 16, 16);
        memcpy(to, first, 16);
        memcpy(to + nbytes - 16, last, 16);
    } else if (nbytes >= 8) {
        uint64_t first;
        uint64_t last;
        memcpy(&first, from, 8);
        memcpy(&last, from + nbytes - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + nbytes - 8, &last, 8);
    } else if (nbytes >= 4) {
        uint32_t first;
        uint32_t last;
        memcpy(&first, from, 4);
        memcpy(&last, from + nbytes - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + nbytes - 4, &last, 4);
    } else if (nbytes) {
        const uint8_t first = from[0];
        const uint8_t middle = from[nbytes / 2];
        const uint8_t last = from[nbytes - 1];
        to[0] = first;
        to[nbytes / 2] = middle;
        to[nbytes - 1] = last;
    }
}

/* State is stored behind the bytes: so it can stay in registers from one call to the next. */
JT_INLINE jt_code jt_cbor_write_short(jt_cbor_writer *writer, unsigned major,
                                      const uint8_t *content, size_t nbytes) {
    const uint64_t left = writer->left;
    const size_t at = writer->nbytes;
    if (JT_LIKELY(left != 0 && nbytes <= JT_CBOR_DIRECT_MAX && writer->nbytes_max - at > nbytes)) {
        uint8_t *const p = writer->bytes + at;
        *p = (uint8_t)(major << 5 | nbytes);
        jt_copy_short(p + 1, content, nbytes);
        writer->left = left - 1;
        writer->nbytes = at + nbytes + 1;
        return JT_OK;
    }
    return jt_cbor_write_string(writer, major, content, nbytes);
}

JT_INLINE jt_code jt_cbor_write_text(jt_cbor_writer *writer, const uint8_t *text, size_t nbytes) {
    return jt_cbor_write_short(writer, JT_CBOR_TEXT, text, nbytes);
}

JT_INLINE jt_code jt_cbor_write_bytes(jt_cbor_writer *writer, const uint8_t *bytes, size_t nbytes) {
    return jt_cbor_write_short(writer, JT_CBOR_BYTES, bytes, nbytes);
}

JT_INLINE jt_code jt_cbor_write_uint64(jt_cbor_writer *writer, uint64_t value) {
    return jt_cbor_write_item(writer, JT_CBOR_UNSIGNED, value);
}

/* -1 - value */
JT_INLINE jt_code jt_cbor_write_negative(jt_cbor_writer *writer, uint64_t value) {
    return jt_cbor_write_item(writer, JT_CBOR_NEGATIVE, value);
}

/* Opens a container that has a head of one byte, as an ordinary item. With two items left it may be
 * the first key of a map, which needs attention. total is the number of items in it. */
JT_INLINE bool jt_cbor_open_ordinary(jt_cbor_writer *writer, uint32_t kind, unsigned head,
                                     uint64_t total) {
    jt_cbor_frame *const outer = writer->frame;
    const size_t at = writer->nbytes;
    const uint64_t left = writer->left;
    if (JT_UNLIKELY(left == 0 || left == 2 || writer->nbytes_max == at ||
                    outer == writer->last_frame || !kind)) {
        return false;
    }
    writer->bytes[at] = (uint8_t)head;
    outer->left = left - 1;
    jt_cbor_frame *const frame = outer + 1;
    frame->start = at;
    frame->kind = kind;
    writer->left = total;
    if (kind & JT_CBOR_KEYS_CHECKED) {
        frame->first_key = writer->nkeys;
        writer->left = total < 2 ? total : 2;
        frame->rest = total - writer->left;
    }
    writer->frame = frame;
    writer->nbytes = at + 1;
    return true;
}

JT_INLINE jt_code jt_cbor_open_array(jt_cbor_writer *writer, uint64_t length) {
    if (JT_LIKELY(length <= JT_CBOR_DIRECT_MAX)
            ? jt_cbor_open_ordinary(writer, writer->array_kind,
                                    JT_CBOR_ARRAY << 5 | (unsigned)length, length)
            : length == JT_CBOR_INDEFINITE &&
                  jt_cbor_open_ordinary(writer, writer->open_array_kind,
                                        JT_CBOR_ARRAY << 5 | JT_CBOR_OPEN, JT_CBOR_UNBOUNDED)) {
        return JT_OK;
    }
    return jt_cbor_open(writer, JT_CBOR_ARRAY, length);
}

JT_INLINE jt_code jt_cbor_open_map(jt_cbor_writer *writer, uint64_t length) {
    if (JT_LIKELY(length <= JT_CBOR_DIRECT_MAX)
            ? jt_cbor_open_ordinary(writer, writer->map_kind, JT_CBOR_MAP << 5 | (unsigned)length,
                                    length * 2)
            : length == JT_CBOR_INDEFINITE &&
                  jt_cbor_open_ordinary(writer, writer->open_map_kind,
                                        JT_CBOR_MAP << 5 | JT_CBOR_OPEN, JT_CBOR_UNBOUNDED)) {
        return JT_OK;
    }
    return jt_cbor_open(writer, JT_CBOR_MAP, length);
}

/* Closes a container whose items are all there, or that gets its short head in place. Where keys
 * are checked that is done here for a single member only, whose key has not been remembered. */
JT_INLINE jt_code jt_cbor_close_ordinary(jt_cbor_writer *writer, unsigned major,
                                         unsigned items_per_entry) {
    const jt_cbor_frame *const frame = writer->frame;
    const uint32_t kind = frame->kind;
    if (kind == (major | JT_CBOR_CONVERTED)) {
        const uint64_t count = JT_CBOR_UNBOUNDED - writer->left;
        if (JT_UNLIKELY(count > JT_CBOR_DIRECT_MAX * items_per_entry || count % items_per_entry)) {
            return jt_cbor_close(writer, major);
        }
        writer->bytes[frame->start] = (uint8_t)(major << 5 | count / items_per_entry);
    } else if (kind == (JT_CBOR_MAP | JT_CBOR_CONVERTED | JT_CBOR_KEYS_CHECKED) &&
               major == JT_CBOR_MAP && writer->left == 0 && frame->rest == JT_CBOR_UNBOUNDED - 2 &&
               writer->nkeys == frame->first_key) {
        writer->bytes[frame->start] = JT_CBOR_MAP << 5 | 1;
    } else if (JT_UNLIKELY(kind != major || writer->left != 0)) {
        return jt_cbor_close(writer, major);
    }
    writer->left = frame[-1].left;
    writer->frame--;
    return JT_OK;
}

JT_INLINE jt_code jt_cbor_close_array(jt_cbor_writer *writer) {
    return jt_cbor_close_ordinary(writer, JT_CBOR_ARRAY, 1);
}

JT_INLINE jt_code jt_cbor_close_map(jt_cbor_writer *writer) {
    return jt_cbor_close_ordinary(writer, JT_CBOR_MAP, 2);
}

#endif
