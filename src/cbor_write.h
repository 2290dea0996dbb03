/* A CBOR writer that checks every call at the cost of one that checks nothing.
 *
 * Containers that are open are a flat array of small frames. A frame counts down the items that
 * it may still take, and everything that is out of the ordinary makes that number zero or
 * negative: a full container, an indefinite string, a tag without its content, a map whose keys
 * are checked. So the way of nearly every call is one comparison, the bytes, one decrement; these
 * ways are inline here, and all others in cbor_write.c.
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
    JT_CBOR_IS_KEY = 256 /* of a frame whose keys are checked */
};

/* What a frame's `left` is made of beside the number of items: see the top. */
#define JT_CBOR_UNBOUNDED ((int64_t)1 << 61) /* where the count of an indefinite frame starts */
#define JT_CBOR_TAGGED ((int64_t)1 << 62)    /* a tag waits for its content */
#define JT_CBOR_ATTENTION INT64_MIN

typedef struct jt_cbor_frame {
    int64_t left;
    int64_t step; /* what an item takes from left: 1; where keys are checked that, and the sign
                   * bit is turned, so that it is set whenever a key comes next */
    size_t start; /* offset of the container's head */
    uint32_t kind;
    /* Only where keys are checked. */
    uint32_t first_key; /* index of its first jt_cbor_key */
    size_t item;        /* offset of a key that has been begun with a tag or as a container */
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
    JT_CBOR_CONVERT = 1,       /* what is opened as indefinite becomes definite when it closes */
    JT_CBOR_MULTIPLE_ROOTS = 2 /* several items may follow one another (RFC 8742) */
};

struct jt_cbor_writer {
    /* Callers may read these: what has been written. */
    uint8_t *bytes;
    size_t nbytes;

    /* Private. */
    size_t nbytes_max;
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

/* The hash of a string with a head of one byte, as a key: two products, so that neither bits nor
 * their places can be chosen without the seed. */
JT_INLINE uint32_t jt_cbor_short_hash(uint32_t seed, uint8_t head, const uint8_t *content,
                                      size_t nbytes) {
    uint64_t hash = seed ^ (uint64_t)head << 56;
    if (nbytes >= 8) {
        hash = (hash ^ jt_load8(content)) * 0x9e3779b97f4a7c15u;
        if (nbytes > 16) hash = (hash ^ jt_load8(content + 8)) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32 ^ jt_load8(content + nbytes - 8);
    } else if (nbytes >= 4) {
        hash ^= jt_load4(content) | (uint64_t)jt_load4(content + nbytes - 4) << 24 << 8;
    } else if (nbytes) {
        hash ^= (uint64_t)content[0] << 32 | (uint64_t)content[nbytes / 2] << 40 |
                (uint64_t)content[nbytes - 1] << 48;
    }
    hash *= 0xc4ceb9fe1a85ec53u;
    hash ^= hash >> 32;
    hash *= 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 32);
}

/* Counts an item; unsigned, since the sign bit may turn. */
JT_INLINE void jt_cbor_count(jt_cbor_frame *frame) {
    frame->left = (int64_t)((uint64_t)frame->left - (uint64_t)frame->step);
}

/* Whether an item needs no more attention than to be counted and written. */
JT_INLINE bool jt_cbor_is_ordinary(const jt_cbor_writer *writer, size_t nbytes) {
    return writer->frame->left > 0 && writer->nbytes_max - writer->nbytes >= nbytes;
}

/* Whether a short string stands where a key is checked, and is easily seen to be new; then it is
 * among the keys. */
JT_INLINE bool jt_cbor_is_new_key(jt_cbor_writer *writer, uint8_t head, const uint8_t *content,
                                  size_t nbytes) {
    jt_cbor_frame *const frame = writer->frame;
    /* The sign bit without a tag, and something left. */
    const uint64_t left = (uint64_t)frame->left - (uint64_t)JT_CBOR_ATTENTION - 1;
    if (left >= (uint64_t)JT_CBOR_TAGGED - 1 || writer->nkeys == writer->nkeys_max ||
        writer->nkeys - frame->first_key >= JT_CBOR_FEW_KEYS) {
        return false;
    }
    const uint32_t hash = jt_cbor_short_hash(writer->seed, head, content, nbytes);
    const uint64_t bit = (uint64_t)1 << (hash & 63);
    uint64_t *const filter = &frame->filter[hash >> 6 & 1];
    if (*filter & bit) return false;
    *filter |= bit;
    jt_cbor_key *const key =
        (jt_cbor_key *)writer->blocks[JT_CBOR_BLOCK_KEYS].start + writer->nkeys;
    key->start = writer->nbytes;
    key->nbytes = nbytes + 1;
    key->hash = hash;
    key->slot = JT_CBOR_NO_SLOT;
    writer->nkeys++;
    return true;
}

/* The number of bytes is stored last: so it can stay in a register from one call to the next. */
JT_INLINE jt_code jt_cbor_write_short(jt_cbor_writer *writer, unsigned major,
                                      const uint8_t *content, size_t nbytes) {
    const uint8_t head = (uint8_t)(major << 5 | nbytes);
    if (JT_LIKELY(nbytes <= JT_CBOR_DIRECT_MAX && writer->nbytes_max - writer->nbytes > nbytes &&
                  (writer->frame->left > 0 || jt_cbor_is_new_key(writer, head, content, nbytes)))) {
        uint8_t *const p = writer->bytes + writer->nbytes;
        *p = head;
        jt_copy_short(p + 1, content, nbytes);
        jt_cbor_count(writer->frame);
        writer->nbytes += nbytes + 1;
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

/* Opens a container that has an ordinary place to stand in and a head of one byte; left is the
 * number of items in it. */
JT_INLINE bool jt_cbor_open_ordinary(jt_cbor_writer *writer, uint32_t kind, unsigned head,
                                     int64_t left) {
    jt_cbor_frame *const outer = writer->frame;
    if (JT_UNLIKELY(outer == writer->last_frame || !kind || !jt_cbor_is_ordinary(writer, 1))) {
        return false;
    }
    jt_cbor_count(outer);
    jt_cbor_frame *const frame = outer + 1;
    frame->left = left;
    frame->step = 1;
    frame->start = writer->nbytes;
    frame->kind = kind;
    if (kind & JT_CBOR_KEYS_CHECKED) {
        frame->left = left | JT_CBOR_ATTENTION;
        frame->step = JT_CBOR_ATTENTION | 1;
        frame->first_key = writer->nkeys;
        frame->filter[0] = 0;
        frame->filter[1] = 0;
    }
    writer->frame = frame;
    writer->bytes[writer->nbytes] = (uint8_t)head;
    writer->nbytes++;
    return true;
}

JT_INLINE jt_code jt_cbor_open_array(jt_cbor_writer *writer, uint64_t length) {
    if (JT_LIKELY(length <= JT_CBOR_DIRECT_MAX)
            ? jt_cbor_open_ordinary(writer, writer->array_kind,
                                    JT_CBOR_ARRAY << 5 | (unsigned)length, (int64_t)length)
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
                                    (int64_t)length * 2)
            : length == JT_CBOR_INDEFINITE &&
                  jt_cbor_open_ordinary(writer, writer->open_map_kind,
                                        JT_CBOR_MAP << 5 | JT_CBOR_OPEN, JT_CBOR_UNBOUNDED)) {
        return JT_OK;
    }
    return jt_cbor_open(writer, JT_CBOR_MAP, length);
}

/* Closes a container whose items are all there, or that gets its short head in place. What is
 * sorted, itself a key, or has its keys in the hash table, is left to jt_cbor_close. */
JT_INLINE jt_code jt_cbor_close_ordinary(jt_cbor_writer *writer, unsigned major,
                                         unsigned items_per_entry) {
    jt_cbor_frame *const frame = writer->frame;
    const uint32_t kind = frame->kind & ~(uint32_t)JT_CBOR_KEYS_CHECKED;
    const uint64_t left = (uint64_t)(frame->left & INT64_MAX);
    /* With a tag waiting this is no small number. */
    const uint64_t count = (uint64_t)JT_CBOR_UNBOUNDED - left;
    if (JT_UNLIKELY(kind == (major | JT_CBOR_CONVERTED)
                        ? count > (uint64_t)JT_CBOR_DIRECT_MAX * items_per_entry ||
                              count % items_per_entry
                        : kind != major || left)) {
        return jt_cbor_close(writer, major);
    }
    if (frame->kind & JT_CBOR_KEYS_CHECKED) {
        if (JT_UNLIKELY(writer->nkeys - frame->first_key > JT_CBOR_FEW_KEYS)) {
            return jt_cbor_close(writer, major);
        }
        writer->nkeys = frame->first_key;
    }
    if (kind != major)
        writer->bytes[frame->start] = (uint8_t)(major << 5 | count / items_per_entry);
    writer->frame = frame - 1;
    return JT_OK;
}

JT_INLINE jt_code jt_cbor_close_array(jt_cbor_writer *writer) {
    return jt_cbor_close_ordinary(writer, JT_CBOR_ARRAY, 1);
}

JT_INLINE jt_code jt_cbor_close_map(jt_cbor_writer *writer) {
    return jt_cbor_close_ordinary(writer, JT_CBOR_MAP, 2);
}

#endif
