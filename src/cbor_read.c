/* CBOR to a tape, in one pass and without recursion: see cbor_read.h.
 *
 * As in json_parse.c the tape is the stack: while a container or tag is open, its entry's last two
 * words hold the container around it and, once a child is opened, its own items so far. How many
 * items there will be is read again from the container's head.
 */
#include "cbor_read.h"

#include <string.h>

#include "cbor_check_keys.h"
#include "cbor_float.h"
#include "key_table.h"
#include "tape_build.h"
#include "tape_walk.h"
#include "utf8.h"

enum {
    /* The most words that are written between two looks at the room left: a key's mark, a value,
     * and a COUNT for each container that ends there, of which no more than 127 fit a tape. */
    ROOM_NWORDS = 16 + 2 * 128,
    NO_CONTAINER = 0,   /* the header stands for it; its unused words are written over at the end */
    SEQUENCE = 1 << 16, /* an option beside the mode's rules */
    CBOR_ONLY = 1 << 16 /* in the parser's flags: JT_TAPE_F_CBOR_ONLY */
};

#define MAX_SAFE_INTEGER (((uint64_t)1 << 53) - 1)

enum { AT_START, AT_ITEM, AT_FINISH };

#define UNBOUNDED UINT64_MAX

void jt_cbor_parser_init(jt_parser *parser, const uint8_t *source, size_t source_nbytes,
                         jt_cbor_mode mode, bool sequence, uint32_t max_depth) {
    jt_parser_init(parser, source, source_nbytes, jt_cbor_rules(mode) | (sequence ? SEQUENCE : 0),
                   max_depth);
    parser->state = AT_START;
}

double jt_cbor_float_value(jt_cbor_head head) {
    switch (head.information) {
    case JT_CBOR_2_BYTES: return jt_double_from_half((uint16_t)head.argument);
    case JT_CBOR_4_BYTES: return (double)jt_single_from_bits((uint32_t)head.argument);
    default: return jt_double_from_bits(head.argument);
    }
}

static bool is_shortest_float(jt_cbor_head head) {
    uint64_t bits;
    const unsigned nbytes = jt_shortest_float(jt_cbor_float_value(head), &bits);
    return nbytes == jt_cbor_argument_nbytes(head.information) && bits == head.argument;
}

/* What is wrong with a head that is whole, by itself. */
static jt_code check_head(jt_cbor_head head, uint32_t rules, size_t nbytes) {
    if (head.information > JT_CBOR_8_BYTES) {
        if (head.information != JT_CBOR_OPEN || head.major <= JT_CBOR_NEGATIVE ||
            head.major == JT_CBOR_TAG) {
            return JT_NOT_WELL_FORMED;
        }
        if (head.major == JT_CBOR_SIMPLE) return JT_UNEXPECTED_BREAK;
        return rules & JT_CBOR_DEFINITE ? JT_INDEFINITE_FORBIDDEN : JT_OK;
    }
    if (head.major == JT_CBOR_SIMPLE) {
        if (head.information == JT_CBOR_1_BYTE && head.argument < 32) return JT_NOT_WELL_FORMED;
        const bool is_float = head.information > JT_CBOR_1_BYTE;
        return is_float && rules & JT_CBOR_SHORTEST_NUMBERS && !is_shortest_float(head)
                   ? JT_NOT_SHORTEST
                   : JT_OK;
    }
    if (head.major == JT_CBOR_TAG && rules & JT_CBOR_NO_TAGS) return JT_TAG_FORBIDDEN;
    const bool is_shortest = jt_cbor_head_nbytes(head.argument) == nbytes;
    return rules & JT_CBOR_SHORTEST_HEADS && !is_shortest ? JT_NOT_SHORTEST : JT_OK;
}

/* Where a string's content, or what there is of it, stops being UTF-8, if that matters. A sequence
 * that the input's end cuts is none of its faults. */
static const uint8_t *check_text(const uint8_t *p, const uint8_t *behind, bool is_cut) {
    const uint8_t *const error = jt_utf8_check(p, behind);
    return error != behind && is_cut && jt_utf8_sequence(error, behind) == JT_UTF8_CUT ? behind
                                                                                       : error;
}

static bool is_ascii(const uint8_t *p, const uint8_t *end) {
    for (; end - p >= 8; p += 8) {
        if (jt_load8(p) & 0x8080808080808080u) return false;
    }
    for (; p != end; p++) {
        if (*p & 0x80) return false;
    }
    return true;
}

/* The content of a definite string whose head is read. Returns behind it; or NULL, with the error
 * in parser->lexed. Flags are or'ed to parser->lexed.flags. */
static const uint8_t *read_content(jt_parser *parser, jt_cbor_head head, const uint8_t *end) {
    const uint8_t *const p = head.behind;
    const bool is_cut = head.argument > (size_t)(end - p);
    const uint8_t *const behind = is_cut ? end : p + head.argument;
    if (head.major == JT_CBOR_TEXT && !is_ascii(p, behind)) {
        parser->lexed.flags |= JT_TAPE_NON_ASCII;
        /* What decodes texts in bulk would take a backslash for an escape, and trusts UTF-8. */
        if (!(parser->options & JT_CBOR_VALID_UTF8) || memchr(p, '\\', (size_t)(behind - p))) {
            parser->flags |= CBOR_ONLY;
        }
        if (parser->options & JT_CBOR_VALID_UTF8) {
            const uint8_t *const error = check_text(p, behind, is_cut);
            if (error != behind) {
                parser->lexed.error = error;
                parser->lexed.code = JT_INVALID_UTF8;
                return NULL;
            }
        }
    }
    if (!is_cut) return behind;
    parser->lexed.error = end;
    parser->lexed.code = JT_TRUNCATED;
    return NULL;
}

/* The chunks of an indefinite string, from the first on. Returns behind the break, or NULL as
 * read_content; *total is set to the bytes of all contents. */
static const uint8_t *read_chunks(jt_parser *parser, unsigned major, const uint8_t *p,
                                  const uint8_t *end, uint32_t *total) {
    *total = 0;
    parser->lexed.code = JT_TRUNCATED;
    parser->lexed.error = end;
    while (p != end) {
        if (*p == JT_CBOR_BREAK) return p + 1;
        const jt_cbor_head head = jt_cbor_head_at(p, end);
        if (head.major != major || head.information > JT_CBOR_8_BYTES) {
            parser->lexed.code = JT_NOT_WELL_FORMED;
            parser->lexed.error = p;
            return NULL;
        }
        if (!head.behind) return NULL;
        p = read_content(parser, head, end);
        if (!p) return NULL;
        *total += (uint32_t)head.argument;
        parser->lexed.code = JT_TRUNCATED;
        parser->lexed.error = end;
    }
    return NULL;
}

/* Counts a text for jt_texts_decode; its flags are in parser->lexed. */
static void count_text(jt_parser *parser, size_t nbytes) {
    if (!(parser->lexed.flags & JT_TAPE_NON_ASCII)) return;
    parser->ntexts++;
    parser->texts_nbytes += (uint32_t)nbytes;
}

/* The entry of a string, a key or byte string; `kind` as for jt_tape_string. */
static uint32_t write_string(uint32_t *entry, uint32_t kind, uint32_t flags, const uint8_t *source,
                             const uint8_t *item, jt_cbor_head head) {
    const size_t offset = (size_t)(head.behind - source);
    const size_t head_nbytes = (size_t)(head.behind - item);
    if (head_nbytes == jt_cbor_head_nbytes(head.argument) && head.argument <= JT_TAPE_PAYLOAD_MAX) {
        return jt_tape_string(entry, kind, flags, offset, (size_t)head.argument);
    }
    entry[0] = (kind + 1) | flags | (uint32_t)head_nbytes << 8;
    entry[1] = (uint32_t)offset;
    entry[2] = (uint32_t)head.argument;
    entry[3] = JT_TAPE_LONG_MARK;
    return 4;
}

/* The entry of an integer of major type 0 or 1. */
static uint32_t write_integer(uint32_t *entry, size_t offset, jt_cbor_head head,
                              size_t head_nbytes) {
    entry[1] = (uint32_t)offset;
    const bool negative = head.major == JT_CBOR_NEGATIVE;
    if (head.argument < (uint64_t)JT_TAPE_INT_MAX &&
        head_nbytes == jt_cbor_head_nbytes(head.argument)) {
        const uint32_t argument = (uint32_t)head.argument;
        entry[0] = JT_TAPE_INT | (negative ? ~argument : argument) << 8;
        return 2;
    }
    const double magnitude =
        head.argument == UINT64_MAX ? 0x1p64 : (double)(head.argument + negative);
    const double value = negative ? -magnitude : magnitude;
    entry[0] = JT_TAPE_DOUBLE | JT_TAPE_INTEGER | (uint32_t)head_nbytes << 8;
    memcpy(entry + 2, &value, sizeof value);
    return 4;
}

/* The entry of a float or simple value. */
static uint32_t write_simple(uint32_t *entry, size_t offset, jt_cbor_head head) {
    entry[1] = (uint32_t)offset;
    if (head.information > JT_CBOR_1_BYTE) {
        const double value = jt_cbor_float_value(head);
        entry[0] = JT_TAPE_DOUBLE | (1 + jt_cbor_argument_nbytes(head.information)) << 8;
        memcpy(entry + 2, &value, sizeof value);
        return 4;
    }
    switch (head.argument) {
    case JT_CBOR_FALSE: entry[0] = JT_TAPE_FALSE; break;
    case JT_CBOR_TRUE: entry[0] = JT_TAPE_TRUE; break;
    case JT_CBOR_NULL: entry[0] = JT_TAPE_NULL; break;
    case JT_CBOR_UNDEFINED: entry[0] = JT_TAPE_UNDEFINED; break;
    default: entry[0] = JT_TAPE_SIMPLE | (uint32_t)head.argument << 8;
    }
    return 2;
}

/* The bytes of a bignum are its shortest form: no zero in front, and more than 64 bits. */
static bool is_shortest_bignum(const uint8_t *content, uint64_t nbytes) {
    return nbytes > sizeof(uint64_t) && content[0] != 0;
}

/* A bignum whose tag is read and whose byte string is at p. Returns behind it; or NULL, with the
 * error in parser->lexed. */
static const uint8_t *read_bignum(jt_parser *parser, uint32_t *entry, const uint8_t *item,
                                  const uint8_t *p, const uint8_t *end) {
    const jt_cbor_head head = jt_cbor_head_at(p, end);
    parser->lexed.error = p;
    if (!head.behind) {
        parser->lexed.error = end;
        parser->lexed.code = JT_TRUNCATED;
        return NULL;
    }
    parser->lexed.code = check_head(head, parser->options, (size_t)(head.behind - p));
    if (parser->lexed.code) return NULL;
    uint32_t total;
    const uint8_t *const behind = head.information == JT_CBOR_OPEN
                                      ? read_chunks(parser, head.major, head.behind, end, &total)
                                      : read_content(parser, head, end);
    if (!behind) return NULL;
    if (parser->options & JT_CBOR_SHORTEST_NUMBERS &&
        !is_shortest_bignum(head.behind, head.argument)) {
        parser->lexed.error = item;
        parser->lexed.code = JT_NOT_SHORTEST;
        return NULL;
    }
    entry[0] = JT_TAPE_NUMBER_LONG | JT_TAPE_INTEGER;
    entry[1] = (uint32_t)(item - parser->source);
    entry[2] = (uint32_t)(behind - item);
    entry[3] = 0;
    return behind;
}

/* How many items the container or tag at an entry has in all. */
static uint64_t total_items(const jt_parser *parser, const uint32_t *entry) {
    if (entry[0] & JT_TAPE_SEQUENCE && entry[1] == 0 &&
        (entry[0] & JT_TAPE_KIND_MASK) == JT_TAPE_ARRAY) {
        return UNBOUNDED;
    }
    const jt_cbor_head head = jt_cbor_checked_head(parser->source + entry[1]);
    if (head.major == JT_CBOR_TAG) return 1;
    if (head.information == JT_CBOR_OPEN) return UNBOUNDED;
    if (head.major == JT_CBOR_ARRAY) return head.argument;
    return head.argument < UNBOUNDED / 2 ? 2 * head.argument : UNBOUNDED - 1;
}

/* Ends the call at `where`. */
#define FAIL(where, why) \
    do {                 \
        p = (where);     \
        code = (why);    \
        goto stop;       \
    } while (0)

static jt_code read_items(jt_parser *parser, uint32_t *tape, size_t tape_nwords) {
    const uint8_t *const source = parser->source;
    const uint8_t *const end = source + parser->source_nbytes;
    const uint8_t *p = source + parser->at;
    uint32_t *next = tape + parser->next;
    uint32_t *container = tape + parser->container;
    uint32_t nitems = parser->count; /* of the innermost container, keys included */
    uint64_t left = 1;               /* items that it still must have, or UNBOUNDED */
    jt_code code = JT_OK;

    if (parser->source_nbytes > UINT32_MAX - 1) FAIL(source, JT_DOCUMENT_TOO_LARGE);
    const uint32_t room =
        tape_nwords > UINT32_MAX ? UINT32_MAX & ~(uint32_t)1 : (uint32_t)tape_nwords;
    if (room < JT_TAPE_HEADER_NWORDS + ROOM_NWORDS) FAIL(p, JT_TAPE_FULL);
    uint32_t *const last = tape + (room - ROOM_NWORDS);
    tape[0] = JT_TAPE_MAGIC; /* the kind of no container: see NO_CONTAINER */
    if (parser->state == AT_FINISH) goto finish;
    if (parser->state == AT_START && parser->options & SEQUENCE) {
        next[0] = JT_TAPE_ARRAY | JT_TAPE_SEQUENCE;
        next[1] = 0;
        next[2] = NO_CONTAINER;
        container[3] = 0;
        container = next;
        next += 4;
        parser->depth = parser->deepest = 1;
    }
    parser->state = AT_ITEM;
    if (container != tape) {
        const uint64_t total = total_items(parser, container);
        left = total == UNBOUNDED ? UNBOUNDED : total - nitems;
    }

item:
    if (JT_UNLIKELY(next > last)) FAIL(p, JT_TAPE_FULL);
    if (JT_UNLIKELY(p == end)) {
        if (parser->depth == 1 && container[0] & JT_TAPE_SEQUENCE) goto end_of_container;
        FAIL(end, JT_TRUNCATED);
    }
    {
        const uint8_t *const start = p;
        const jt_cbor_head head = jt_cbor_head_at(p, end);
        if (JT_UNLIKELY(!head.behind)) FAIL(end, JT_TRUNCATED);
        const bool is_map = (container[0] & JT_TAPE_KIND_MASK) == JT_TAPE_OBJECT;
        const bool is_key = is_map && nitems % 2 == 0;
        /* Most heads are one byte, of which only those of tags and simple values may be wrong. */
        const bool is_short = head.information < JT_CBOR_1_BYTE && head.major < JT_CBOR_TAG;
        code = is_short ? JT_OK : check_head(head, parser->options, (size_t)(head.behind - start));
        if (JT_UNLIKELY(code)) {
            const bool ends =
                code == JT_UNEXPECTED_BREAK && left == UNBOUNDED &&
                !(container[0] & JT_TAPE_SEQUENCE && container[1] == 0 && parser->depth == 1) &&
                !(is_map && !is_key);
            if (!ends) FAIL(start, code);
            p = head.behind;
            goto end_of_container;
        }
        p = head.behind;
        parser->lexed.flags = 0;

        if (is_key) {
            if (head.major == JT_CBOR_TEXT && head.information != JT_CBOR_OPEN) {
                const uint32_t guess = jt_key_guess(parser, parser->previous_key);
                if (is_short && head.argument == jt_key_nbytes(parser, guess) &&
                    head.argument <= (size_t)(end - p) &&
                    jt_bytes_equal(p, jt_key_bytes(parser, guess), (size_t)head.argument)) {
                    parser->previous_key = guess;
                    next[0] = JT_TAPE_KEY | guess << 8;
                    next[1] = (uint32_t)(p - source);
                    next += 2;
                    p += head.argument;
                    goto behind_item;
                }
                p = read_content(parser, head, end);
                if (!p) FAIL(parser->lexed.error, parser->lexed.code);
                parser->flags |= parser->lexed.flags;
                const size_t nbytes = (size_t)head.argument;
                /* Quotes lie between the interned keys where they are decoded (texts.h). */
                const bool is_plain =
                    (size_t)(head.behind - start) == jt_cbor_head_nbytes(head.argument) &&
                    !memchr(head.behind, '"', nbytes);
                const uint32_t key =
                    is_plain ? jt_key_intern(parser, head.behind, nbytes) : JT_KEY_NONE;
                if (key != JT_KEY_NONE) {
                    jt_key_learn(parser, parser->previous_key, key);
                    parser->previous_key = key;
                    next[0] = JT_TAPE_KEY | key << 8;
                    next[1] = (uint32_t)(head.behind - source);
                    next += 2;
                } else {
                    count_text(parser, nbytes);
                    next += write_string(next, JT_TAPE_KEY_PLAIN, parser->lexed.flags, source,
                                         start, head);
                }
                goto behind_item;
            }
            container[0] |= JT_TAPE_OTHER_KEYS;
            parser->flags |= CBOR_ONLY;
            next[0] = JT_TAPE_KEY_VALUE;
            next[1] = (uint32_t)(start - source);
            next += 2;
        }

        switch (head.major) {
        case JT_CBOR_UNSIGNED:
        case JT_CBOR_NEGATIVE:
            if (head.argument >= MAX_SAFE_INTEGER) parser->flags |= CBOR_ONLY;
            next +=
                write_integer(next, (size_t)(start - source), head, (size_t)(head.behind - start));
            break;
        case JT_CBOR_SIMPLE:
            if (head.information == JT_CBOR_1_BYTE || head.argument < JT_CBOR_FALSE ||
                head.argument == JT_CBOR_UNDEFINED) {
                parser->flags |= CBOR_ONLY;
            }
            next += write_simple(next, (size_t)(start - source), head);
            break;
        case JT_CBOR_BYTES:
        case JT_CBOR_TEXT: {
            const bool is_text = head.major == JT_CBOR_TEXT;
            if (head.information == JT_CBOR_OPEN) {
                uint32_t total;
                parser->flags |= CBOR_ONLY;
                p = read_chunks(parser, head.major, head.behind, end, &total);
                if (!p) FAIL(parser->lexed.error, parser->lexed.code);
                next[0] =
                    (is_text ? JT_TAPE_TEXT_CHUNKS : JT_TAPE_BYTES_CHUNKS) | parser->lexed.flags;
                next[1] = (uint32_t)(start - source);
                next[2] = total;
                next[3] = (uint32_t)(p - source);
                next += 4;
            } else {
                p = read_content(parser, head, end);
                if (!p) FAIL(parser->lexed.error, parser->lexed.code);
                if (is_text) {
                    count_text(parser, (size_t)head.argument);
                } else {
                    parser->flags |= CBOR_ONLY;
                }
                next += write_string(next, is_text ? JT_TAPE_STRING : JT_TAPE_BYTES,
                                     parser->lexed.flags, source, start, head);
            }
            parser->flags |= parser->lexed.flags;
            break;
        }
        case JT_CBOR_TAG:
            parser->flags |= CBOR_ONLY;
            if (head.argument == JT_CBOR_TAG_BIGNUM ||
                head.argument == JT_CBOR_TAG_NEGATIVE_BIGNUM) {
                /* Until its content is seen it may be a bignum, which is no level of depth. */
                if (p == end) FAIL(end, JT_TRUNCATED);
                if (*p >> 5 == JT_CBOR_BYTES) {
                    p = read_bignum(parser, next, start, p, end);
                    if (!p) FAIL(parser->lexed.error, parser->lexed.code);
                    next += 4;
                    break;
                }
            }
            /* fall through */
        default: {
            if (JT_UNLIKELY(parser->depth ==
                            parser->max_depth + (parser->options & SEQUENCE ? 1u : 0u))) {
                FAIL(start, JT_DEPTH);
            }
            if (++parser->depth > parser->deepest) parser->deepest = parser->depth;
            const uint64_t number =
                head.argument < JT_TAPE_PAYLOAD_MAX ? head.argument : JT_TAPE_PAYLOAD_MAX;
            next[0] = head.major == JT_CBOR_TAG     ? JT_TAPE_TAG | (uint32_t)number << 8
                      : head.major == JT_CBOR_ARRAY ? JT_TAPE_ARRAY
                                                    : JT_TAPE_OBJECT;
            if (is_key) next[0] |= JT_TAPE_IS_KEY;
            next[1] = (uint32_t)(start - source);
            next[2] = (uint32_t)(container - tape);
            container[3] = nitems;
            container = next;
            next += 4;
            nitems = 0;
            left = total_items(parser, container);
            if (left) goto item;
            goto end_of_container;
        }
        }
    }

behind_item:
    nitems++;
    if (left != UNBOUNDED) left--;
    if (JT_LIKELY(left != 0)) goto item;
    if (container == tape) goto behind_root;

end_of_container : {
    uint32_t *const closed = container;
    const uint32_t kind = closed[0] & JT_TAPE_KIND_MASK;
    container = tape + closed[2];
    if (kind != JT_TAPE_TAG) {
        const uint32_t count = kind == JT_TAPE_OBJECT ? nitems / 2 : nitems;
        if (kind == JT_TAPE_ARRAY && count) {
            closed[0] |= jt_tape_elements_flag(closed + 4, next, count);
        }
        if (JT_UNLIKELY(count >= JT_TAPE_PAYLOAD_MAX)) {
            next[0] = JT_TAPE_COUNT;
            next[1] = count;
            next += 2;
        }
        closed[0] |= (count < JT_TAPE_PAYLOAD_MAX ? count : JT_TAPE_PAYLOAD_MAX) << 8;
        parser->nvalues += count;
    } else {
        parser->nvalues++;
    }
    closed[2] = (uint32_t)(next - tape);
    closed[3] = (uint32_t)(p - source);
    parser->depth--;
    nitems = container[3];
    if (container == tape) goto behind_root;
    const uint64_t total = total_items(parser, container);
    left = total == UNBOUNDED ? UNBOUNDED : total - nitems;
    goto behind_item;
}

behind_root:
    if (p != end) FAIL(p, JT_TRAILING_DATA);
    parser->state = AT_FINISH;

finish : {
    const size_t keys_nwords = (size_t)parser->nkeys * JT_TAPE_KEY_NWORDS;
    if (room < keys_nwords || (size_t)(next - tape) > room - keys_nwords) FAIL(p, JT_TAPE_FULL);
    memcpy(next, parser->keys, keys_nwords * sizeof tape[0]);
    parser->next = (uint32_t)(next - tape);
    parser->tape_nwords = parser->next + keys_nwords;
    jt_tape_header(parser, tape,
                   JT_TAPE_F_CBOR | (parser->flags & CBOR_ONLY ? JT_TAPE_F_CBOR_ONLY : 0));
    return JT_OK;
}

stop:
    if (code == JT_TAPE_FULL && room >= UINT32_MAX - 1) code = JT_DOCUMENT_TOO_LARGE;
    parser->at = (size_t)(p - source);
    parser->error_offset = parser->at;
    parser->next = (uint32_t)(next - tape);
    parser->container = (uint32_t)(container - tape);
    parser->count = nitems;
    return code;
}

jt_code jt_cbor_parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords) {
    if (parser->outcome == JT_TAPE_FULL) {
        parser->outcome = read_items(parser, tape, tape_nwords);
        if (parser->outcome == JT_TAPE_FULL) return JT_TAPE_FULL;
    }
    if (!(parser->options & JT_CBOR_UNIQUE_KEYS) || parser->next == JT_TAPE_HEADER_NWORDS) {
        return parser->outcome;
    }
    const size_t first = parser->outcome == JT_OK ? parser->tape_nwords : parser->next;
    const jt_code code = jt_cbor_check_keys(parser, tape, first, tape_nwords);
    return code == JT_OK ? parser->outcome : code;
}
