/* JSON text to a tape (RFC 8259), in one pass and without recursion.
 *
 * The tape is the stack: while a container is open, its entry's last two words hold the container
 * around it and, once a child container is opened, its own count so far. What belongs to the
 * innermost container (count, kinds) lives in locals. When the tape runs full the locals are put
 * into the parser, always at the start of a value or at the end of the document, and the next call
 * takes them from there.
 */
#include "comment.h"
#include "jsontape.h"
#include "key_table.h"
#include "number_parse.h"
#include "string_scan.h"
#include "tape.h"
#include "whitespace.h"

enum {
    /* The most words that are written between two looks at the room left: a value of four words,
     * a COUNT, and the next key. */
    ROOM_NWORDS = 16,
    NO_CONTAINER = 0 /* a tape index that no entry has: the header is there */
};

/* Where a parse goes on, and after an error whether a value was being read. */
enum { AT_START, AT_VALUE, AT_COUNT, AT_FINISH, IN_CONTAINER, IN_VALUE };

void jt_parser_init(jt_parser *parser, const uint8_t *source, size_t source_nbytes,
                    uint32_t options, uint32_t max_depth) {
    parser->source = source;
    parser->source_nbytes = source_nbytes;
    parser->options = options;
    parser->max_depth = max_depth;
    parser->tape_nwords = 0;
    parser->error_offset = 0;
    parser->at = 0;
    parser->next = JT_TAPE_HEADER_NWORDS;
    parser->container = NO_CONTAINER;
    parser->count = 0;
    parser->kinds = 0;
    parser->depth = 0;
    parser->deepest = 0;
    parser->nvalues = 0;
    parser->flags = 0;
    parser->state = AT_START;
    parser->nkeys = 0;
    /* Small documents must not pay for clearing a large table. */
    uint32_t nslots = 64;
    while (nslots < 2 * JT_TAPE_KEYS_MAX && nslots < source_nbytes / 8) nslots *= 2;
    parser->slot_mask = nslots - 1;
    memset(parser->slots, 0, nslots * sizeof parser->slots[0]);
}

/* Writes the entry of a string or key; `kind` is JT_TAPE_STRING or JT_TAPE_KEY_PLAIN, the long
 * form's kind is the next one. Returns the number of words. */
JT_INLINE uint32_t write_string(uint32_t *entry, uint32_t kind, uint32_t flags, size_t offset,
                                size_t nbytes) {
    entry[1] = (uint32_t)offset;
    if (JT_LIKELY(nbytes <= JT_TAPE_PAYLOAD_MAX)) {
        entry[0] = kind | flags | (uint32_t)nbytes << 8;
        return 2;
    }
    entry[0] = (kind + 1) | flags;
    entry[2] = (uint32_t)nbytes;
    entry[3] = JT_TAPE_LONG_MARK;
    return 4;
}

/* Writes the entry of a number and narrows *kinds. Returns the number of words. */
JT_INLINE uint32_t write_number(uint32_t *entry, const jt_number *number, const uint8_t *start,
                                size_t offset, uint32_t *kinds) {
    entry[1] = (uint32_t)offset;
    if (number->integer && number->ndigits <= 7 && number->digits <= JT_TAPE_INT_MAX &&
        !(number->negative && number->digits == 0)) {
        const int32_t value = (int32_t)number->digits;
        entry[0] = JT_TAPE_INT | (uint32_t)(number->negative ? -value : value) << 8;
        *kinds &= JT_TAPE_ALL_INTS;
        return 2;
    }
    const uint32_t integer = number->integer ? JT_TAPE_INTEGER : 0;
    const size_t nbytes = (size_t)(number->end - start);
    if (JT_UNLIKELY(nbytes > JT_TAPE_PAYLOAD_MAX)) {
        entry[0] = JT_TAPE_NUMBER_LONG | integer;
        entry[2] = (uint32_t)nbytes;
        entry[3] = 0;
        *kinds = 0;
        return 4;
    }
    entry[0] = JT_TAPE_DOUBLE | integer | (uint32_t)nbytes << 8;
    const double value = jt_number_double(number, start);
    memcpy(entry + 2, &value, sizeof value);
    *kinds &= JT_TAPE_ALL_DOUBLES;
    return 4;
}

/* Writes the entry of a literal. Returns the number of words. */
JT_INLINE uint32_t write_literal(uint32_t *entry, uint32_t kind, size_t offset, uint32_t *kinds) {
    entry[0] = kind;
    entry[1] = (uint32_t)offset;
    *kinds = 0;
    return 2;
}

/* How many bytes at p agree with the rest of a literal, and what that makes of it. */
static jt_code check_literal(const uint8_t **p, const uint8_t *end, const char *text) {
    for (; *text; text++, (*p)++) {
        if (*p == end) return JT_UNEXPECTED_END;
        if (**p != (uint8_t)*text) return JT_INVALID_LITERAL;
    }
    return JT_OK;
}

/* The byte order mark at the start: its length if it is to be skipped. */
static jt_code check_bom(const jt_parser *parser, size_t *nbytes) {
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
    const size_t most = parser->source_nbytes < 3 ? parser->source_nbytes : 3;
    *nbytes = 0;
    if (most == 0 || !jt_bytes_equal(parser->source, mark, most)) return JT_OK;
    if (parser->options & JT_BOM_ERROR) return most == 3 ? JT_BOM : JT_OK;
    *nbytes = most;
    return most == 3 ? JT_OK : JT_UNEXPECTED_END;
}

static void write_header(const jt_parser *parser, uint32_t *tape) {
    memset(tape, 0, JT_TAPE_HEADER_NWORDS * sizeof tape[0]);
    tape[JT_TAPE_H_MAGIC] = JT_TAPE_MAGIC;
    tape[JT_TAPE_H_VERSION] = JT_TAPE_VERSION;
    tape[JT_TAPE_H_FLAGS] =
        parser->flags |
        (parser->options & JT_DUPLICATE_KEYS_FIRST ? (uint32_t)JT_TAPE_F_FIRST_WINS : 0);
    tape[JT_TAPE_H_TAPE_NWORDS] = (uint32_t)parser->tape_nwords;
    tape[JT_TAPE_H_SOURCE_NBYTES] = (uint32_t)parser->source_nbytes;
    tape[JT_TAPE_H_ROOT] = JT_TAPE_HEADER_NWORDS;
    tape[JT_TAPE_H_KEYS] = parser->next;
    tape[JT_TAPE_H_NKEYS] = parser->nkeys;
    tape[JT_TAPE_H_NVALUES] = parser->nvalues + 1;
    tape[JT_TAPE_H_MAX_DEPTH] = parser->deepest;
}

#define FAIL(where, why, reading)                                                                 \
    do {                                                                                          \
        p = (where);                                                                              \
        code = (why);                                                                             \
        state = (reading);                                                                        \
        goto stop;                                                                                \
    } while (0)

#define STOP_FULL(reading) FAIL(p, JT_TAPE_FULL, reading)

/* To the next byte that is no whitespace; the end of the input is an error here. */
#define SKIP_WHITESPACE(reading)                                                                  \
    do {                                                                                          \
        if (JT_LIKELY(p != end) && *p <= ' ') p = jt_whitespace_skip(p, end);                     \
        if (JT_UNLIKELY(p == end)) FAIL(end, JT_UNEXPECTED_END, reading);                         \
    } while (0)

/* An unexpected byte, unless a comment starts there: then on with `again` behind it. */
#define COMMENT_OR_FAIL(again, why, reading)                                                      \
    do {                                                                                          \
        if (*p != '/' || !(options & JT_COMMENTS)) FAIL(p, why, reading);                         \
        const jt_comment comment = jt_comment_scan(p, end);                                       \
        if (comment.code) FAIL(comment.end, comment.code, reading);                               \
        p = comment.end;                                                                          \
        goto again;                                                                               \
    } while (0)

jt_code jt_parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords) {
    const uint8_t *const source = parser->source;
    const uint8_t *const end = source + parser->source_nbytes;
    const uint8_t *p = source + parser->at;
    const uint32_t options = parser->options;
    const bool lone_surrogates_error = options & JT_LONE_SURROGATES_ERROR;
    uint32_t next = parser->next;
    uint32_t container = parser->container;
    uint32_t count = parser->count; /* of the innermost container's children */
    uint32_t kinds = parser->kinds; /* JT_TAPE_ALL_* that still hold for them */
    uint32_t depth = parser->depth;
    uint32_t flags = parser->flags;
    uint32_t state = parser->state;
    jt_code code = JT_OK;

    if (parser->source_nbytes > UINT32_MAX - 1) {
        FAIL(source, JT_DOCUMENT_TOO_LARGE, IN_CONTAINER);
    }
    const uint32_t room =
        tape_nwords > UINT32_MAX ? UINT32_MAX & ~(uint32_t)1 : (uint32_t)tape_nwords;
    const uint32_t last = room < ROOM_NWORDS ? 0 : room - ROOM_NWORDS;

    switch (state) {
    case AT_VALUE:
        goto value;
    case AT_COUNT:
        goto close;
    case AT_FINISH:
        goto finish;
    default:
        break;
    }

    size_t bom_nbytes;
    code = check_bom(parser, &bom_nbytes);
    p += bom_nbytes;
    if (code) FAIL(code == JT_BOM ? source : p, code, IN_CONTAINER);

before_root:
    SKIP_WHITESPACE(IN_VALUE);
    goto value;

element:
    SKIP_WHITESPACE(IN_VALUE);

value:
    if (JT_UNLIKELY(next > last)) STOP_FULL(AT_VALUE);
    uint32_t *const entry = tape + next;
    switch (*p) {
    case '"': {
        const jt_string string = jt_string_scan(p + 1, end, lone_surrogates_error);
        if (JT_UNLIKELY(string.code)) FAIL(string.end, string.code, IN_VALUE);
        next += write_string(entry, JT_TAPE_STRING, string.flags, (size_t)(p + 1 - source),
                             (size_t)(string.end - p - 1));
        flags |= string.flags;
        kinds = 0;
        p = string.end + 1;
        break;
    }
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
        const jt_number number = jt_number_scan(p, end);
        if (JT_UNLIKELY(number.code)) FAIL(number.end, number.code, IN_VALUE);
        next += write_number(entry, &number, p, (size_t)(p - source), &kinds);
        p = number.end;
        break;
    }
    case 't':
        if (JT_UNLIKELY(end - p < 4 || jt_load4(p) != jt_load4((const uint8_t *)"true"))) {
            code = check_literal(&p, end, "true");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(entry, JT_TAPE_TRUE, (size_t)(p - source), &kinds);
        p += 4;
        break;
    case 'n':
        if (JT_UNLIKELY(end - p < 4 || jt_load4(p) != jt_load4((const uint8_t *)"null"))) {
            code = check_literal(&p, end, "null");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(entry, JT_TAPE_NULL, (size_t)(p - source), &kinds);
        p += 4;
        break;
    case 'f':
        if (JT_UNLIKELY(end - p < 5 || jt_load4(p + 1) != jt_load4((const uint8_t *)"alse"))) {
            code = check_literal(&p, end, "false");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(entry, JT_TAPE_FALSE, (size_t)(p - source), &kinds);
        p += 5;
        break;
    case '[':
    case '{':
        if (JT_UNLIKELY(depth == parser->max_depth)) FAIL(p, JT_DEPTH, IN_VALUE);
        depth++;
        if (depth > parser->deepest) parser->deepest = depth;
        entry[0] = *p == '[' ? JT_TAPE_ARRAY : JT_TAPE_OBJECT;
        entry[1] = (uint32_t)(p - source);
        entry[2] = container;
        if (container != NO_CONTAINER) tape[container + 3] = count;
        container = next;
        next += 4;
        count = 0;
        p++;
        if (entry[0] == JT_TAPE_OBJECT) goto first_key;
        kinds = JT_TAPE_ALL_DOUBLES | JT_TAPE_ALL_INTS;
    first_element:
        SKIP_WHITESPACE(IN_CONTAINER);
        if (*p == ']') goto close;
        if (JT_UNLIKELY(*p == '/')) COMMENT_OR_FAIL(first_element, JT_UNEXPECTED_BYTE, IN_VALUE);
        goto value;
    case ']':
        if (count && options & JT_TRAILING_COMMAS &&
            (tape[container] & JT_TAPE_KIND_MASK) == JT_TAPE_ARRAY) {
            goto close;
        }
        FAIL(p, JT_UNEXPECTED_BYTE, IN_VALUE);
    default:
        if (container == NO_CONTAINER) COMMENT_OR_FAIL(before_root, JT_UNEXPECTED_BYTE, IN_VALUE);
        COMMENT_OR_FAIL(element, JT_UNEXPECTED_BYTE, IN_VALUE);
    }

    if (JT_UNLIKELY(container == NO_CONTAINER)) goto behind_root;
    count++;
    if ((tape[container] & JT_TAPE_KIND_MASK) == JT_TAPE_OBJECT) goto behind_member;

behind_element:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_LIKELY(*p == ',')) {
        p++;
        goto element;
    }
    if (JT_LIKELY(*p == ']')) goto close;
    COMMENT_OR_FAIL(behind_element, JT_UNEXPECTED_BYTE, IN_CONTAINER);

behind_member:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_LIKELY(*p == ',')) {
        p++;
        goto key;
    }
    if (JT_LIKELY(*p == '}')) goto close;
    COMMENT_OR_FAIL(behind_member, JT_UNEXPECTED_BYTE, IN_CONTAINER);

first_key:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (*p == '}') goto close;
    if (JT_UNLIKELY(*p == '/')) COMMENT_OR_FAIL(first_key, JT_UNEXPECTED_BYTE, IN_CONTAINER);

key:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_UNLIKELY(*p != '"')) {
        if (*p == '}' && count && options & JT_TRAILING_COMMAS) goto close;
        COMMENT_OR_FAIL(key, JT_UNEXPECTED_BYTE, IN_CONTAINER);
    }
    {
        const uint8_t *const start = p + 1;
        const jt_string string = jt_string_scan(start, end, lone_surrogates_error);
        if (JT_UNLIKELY(string.code)) FAIL(string.end, string.code, IN_CONTAINER);
        const size_t nbytes = (size_t)(string.end - start);
        flags |= string.flags;
        const int32_t number = string.flags & JT_TAPE_ESCAPED
                                   ? JT_KEY_NONE
                                   : jt_key_intern(parser, start, nbytes);
        if (JT_LIKELY(number != JT_KEY_NONE)) {
            tape[next] = JT_TAPE_KEY | (uint32_t)number << 8;
            tape[next + 1] = (uint32_t)(start - source);
            next += 2;
        } else {
            next += write_string(tape + next, JT_TAPE_KEY_PLAIN, string.flags,
                                 (size_t)(start - source), nbytes);
        }
        p = string.end + 1;
    }

colon:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_UNLIKELY(*p != ':')) COMMENT_OR_FAIL(colon, JT_UNEXPECTED_BYTE, IN_CONTAINER);
    p++;
    goto element;

close: {
    uint32_t *const opened = tape + container;
    const uint32_t around = opened[2];
    if (JT_UNLIKELY(count >= JT_TAPE_PAYLOAD_MAX)) {
        if (next > last) STOP_FULL(AT_COUNT);
        tape[next] = JT_TAPE_COUNT;
        tape[next + 1] = count;
        next += 2;
        opened[0] |= (uint32_t)JT_TAPE_PAYLOAD_MAX << 8;
    } else {
        opened[0] |= count << 8;
    }
    if (*p == ']' && count) opened[0] |= kinds;
    opened[2] = next;
    opened[3] = (uint32_t)(p + 1 - source);
    parser->nvalues += count;
    p++;
    depth--;
    container = around;
    if (container == NO_CONTAINER) goto behind_root;
    count = tape[container + 3] + 1;
    kinds = 0;
    if ((tape[container] & JT_TAPE_KIND_MASK) == JT_TAPE_OBJECT) goto behind_member;
    goto behind_element;
}

behind_root:
    if (p != end) p = jt_whitespace_skip(p, end);
    if (p != end) COMMENT_OR_FAIL(behind_root, JT_TRAILING_CONTENT, IN_CONTAINER);

finish: {
    const size_t keys_nwords = (size_t)parser->nkeys * JT_TAPE_KEY_NWORDS;
    if (room < keys_nwords || next > room - keys_nwords) STOP_FULL(AT_FINISH);
    memcpy(tape + next, parser->keys, keys_nwords * sizeof tape[0]);
    parser->flags = flags;
    parser->next = next;
    parser->tape_nwords = next + keys_nwords;
    write_header(parser, tape);
    return JT_OK;
}

stop:
    if (code == JT_TAPE_FULL && room >= UINT32_MAX - 1) code = JT_DOCUMENT_TOO_LARGE;
    parser->at = (size_t)(p - source);
    parser->error_offset = parser->at;
    parser->next = next;
    parser->container = container;
    parser->count = count;
    parser->kinds = kinds;
    parser->depth = depth;
    parser->flags = flags;
    parser->state = state;
    return code;
}

size_t jt_parser_path(const jt_parser *parser, const uint32_t *tape, jt_path_step *steps,
                      size_t nsteps) {
    size_t total = parser->depth;
    const bool reading = parser->state == IN_VALUE;
    if (total && !reading) total--;
    size_t at = parser->depth;
    uint32_t behind_key = parser->next; /* where the value of the step would be */
    uint32_t count = parser->count;
    for (uint32_t container = parser->container; container != NO_CONTAINER;) {
        at--;
        if (at < total && at < nsteps) {
            jt_path_step step = {0, count, 0};
            if ((tape[container] & JT_TAPE_KIND_MASK) == JT_TAPE_OBJECT) {
                const uint32_t key = behind_key - (tape[behind_key - 1] == JT_TAPE_LONG_MARK ? 4 : 2);
                const uint32_t kind = tape[key] & JT_TAPE_KIND_MASK;
                step.is_key = 1;
                step.index = tape[key + 1];
                step.key_nbytes = kind == JT_TAPE_KEY ? parser->keys[(tape[key] >> 8) * 2 + 1]
                                  : kind == JT_TAPE_KEY_PLAIN ? tape[key] >> 8
                                                              : tape[key + 2];
            }
            steps[at] = step;
        }
        behind_key = container;
        container = tape[container + 2];
        if (container != NO_CONTAINER) count = tape[container + 3];
    }
    return total;
}
