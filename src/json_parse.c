/* JSON text to a tape (RFC 8259), in one pass and without recursion.
 *
 * The tape is the stack: while a container is open, its entry's last two words hold the container
 * around it and, once a child container is opened, its own count so far. When the tape runs full
 * the locals are put into the parser, always at the start of a value or at the end of the document,
 * and the next call takes them from there.
 *
 * Engines keep few values in registers in a function of this size. So the loop's own are few, what
 * is rarely needed stays in the parser, what is rare is out of line, and no local's address leaves
 * the function.
 */
#include "comment.h"
#include "duplicate_keys.h"
#include "jsontape.h"
#include "key_table.h"
#include "key_text.h"
#include "literal.h"
#include "number_entry.h"
#include "string_scan.h"
#include "tape_build.h"
#include "tape_walk.h"
#include "whitespace.h"

enum {
    /* The most words that are written between two looks at the room left: a value and the next
     * key, and a COUNT for each container that ends there, of which no more than 127 fit a tape. */
    ROOM_NWORDS = 16 + 2 * 128,
    NO_CONTAINER = 0 /* the header stands for it; its unused words are written over at the end */
};

/* Where a parse goes on, and after an error whether a value was being read. */
enum { AT_START, AT_VALUE, AT_FINISH, IN_CONTAINER, IN_VALUE };

void jt_parser_init(jt_parser *parser, const uint8_t *source, size_t source_nbytes,
                    uint32_t options, uint32_t max_depth) {
    parser->source = source;
    parser->source_nbytes = source_nbytes;
    parser->options = options;
    parser->max_depth = max_depth;
    parser->tape_nwords = 0;
    parser->error_offset = 0;
    parser->ntexts = 0;
    parser->texts_nbytes = 0;
    parser->at = 0;
    parser->next = JT_TAPE_HEADER_NWORDS;
    parser->container = NO_CONTAINER;
    parser->count = 0;
    parser->depth = 0;
    parser->deepest = 0;
    parser->nvalues = 0;
    parser->flags = 0;
    parser->state = AT_START;
    parser->outcome = JT_TAPE_FULL;
    parser->duplicate = 0;
    jt_key_table_init(parser);
}

/* Keeps account of a string or key that is not plain. */
JT_INLINE void note_text(jt_parser *parser, size_t nbytes) {
    parser->flags |= parser->lexed.flags;
    parser->ntexts++;
    parser->texts_nbytes += nbytes;
}

JT_INLINE bool lone_surrogates_error(const jt_parser *parser) {
    return parser->options & JT_LONE_SURROGATES_ERROR;
}

/* Any number, out of line, so that its scan's memory stays out of the loop. Returns behind the
 * lexeme, or NULL after an error. */
static JT_NOINLINE const uint8_t *parse_long_number(jt_parser *parser, uint32_t *entry,
                                                    const uint8_t *p, const uint8_t *end) {
    const jt_number number = jt_number_scan(p, end);
    if (number.code) {
        parser->lexed.error = number.end;
        parser->lexed.code = number.code;
        return NULL;
    }
    jt_number_entry(entry, &number, p, (size_t)(p - parser->source), jt_number_double(&number, p));
    return number.end;
}

/* Writes the entry of a literal. Returns the number of words. */
JT_INLINE uint32_t write_literal(uint32_t *entry, uint32_t kind, size_t offset) {
    entry[0] = kind;
    entry[1] = (uint32_t)offset;
    return 2;
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

/* Ends the call at `where`. */
#define FAIL(where, why, reading) \
    do {                          \
        p = (where);              \
        code = (why);             \
        state = (reading);        \
        goto stop;                \
    } while (0)

#define STOP_FULL(reading) FAIL(p, JT_TAPE_FULL, reading)

/* To the next byte that is no whitespace; the end of the input is an error here. */
#define SKIP_WHITESPACE(reading)                                              \
    do {                                                                      \
        if (JT_UNLIKELY(p == end)) FAIL(end, JT_UNEXPECTED_END, reading);     \
        if (*p <= ' ') {                                                      \
            p = jt_whitespace_skip(p, end);                                   \
            if (JT_UNLIKELY(p == end)) FAIL(end, JT_UNEXPECTED_END, reading); \
        }                                                                     \
    } while (0)

/* An unexpected byte, unless a comment starts there: then on with `again` behind it. */
#define COMMENT_OR_FAIL(again, why, reading)                                      \
    do {                                                                          \
        if (*p != '/' || !(parser->options & JT_COMMENTS)) FAIL(p, why, reading); \
        const jt_comment comment = jt_comment_scan(p, end);                       \
        if (comment.code) FAIL(comment.end, comment.code, reading);               \
        p = comment.end;                                                          \
        goto again;                                                               \
    } while (0)

static jt_code parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords) {
    const uint8_t *const source = parser->source;
    const uint8_t *const end = source + parser->source_nbytes;
    const uint8_t *p = source + parser->at;
    uint32_t *next = tape + parser->next;
    uint32_t *container = tape + parser->container;
    uint32_t count = parser->count; /* of the innermost container's children */
    uint32_t state = parser->state;
    uint32_t previous_key = parser->previous_key;
    jt_code code = JT_OK;

    if (parser->source_nbytes > UINT32_MAX - 1) {
        FAIL(source, JT_DOCUMENT_TOO_LARGE, IN_CONTAINER);
    }
    const uint32_t room =
        tape_nwords > UINT32_MAX ? UINT32_MAX & ~(uint32_t)1 : (uint32_t)tape_nwords;
    if (room < JT_TAPE_HEADER_NWORDS + ROOM_NWORDS) STOP_FULL(state);
    uint32_t *const last = tape + (room - ROOM_NWORDS);
    tape[0] = JT_TAPE_MAGIC; /* the kind of no container: see NO_CONTAINER */

    switch (state) {
    case AT_VALUE: goto value;
    case AT_FINISH: goto finish;
    default: break;
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
    if (jt_is_digit(*p)) goto number; /* cheaper than the switch's table */
    switch (*p) {
    case '"': {
        const uint8_t *const start = p + 1;
        bool plain;
        p = jt_string_scan(start, end, lone_surrogates_error(parser), &parser->lexed, &plain);
        uint32_t string_flags = 0;
        if (JT_UNLIKELY(!plain)) {
            if (!p) goto lexer_error_in_value;
            string_flags = parser->lexed.flags;
            note_text(parser, (size_t)(p - start));
        }
        next += jt_tape_string(next, JT_TAPE_STRING, string_flags, (size_t)(start - source),
                               (size_t)(p - start));
        p++;
        break;
    }
    case '-':
    number : {
        const uint8_t *const start = p;
        uint32_t nwords;
        if (JT_UNLIKELY(!jt_number_entry_short(&p, end, (size_t)(p - source), next, &nwords))) {
            p = parse_long_number(parser, next, start, end);
            if (JT_UNLIKELY(!p)) goto lexer_error_in_value;
            nwords = (next[0] & JT_TAPE_KIND_MASK) == JT_TAPE_INT ? 2 : 4;
        }
        next += nwords;
        break;
    }
    case 't':
        if (JT_UNLIKELY(end - p < 4 || jt_load4(p) != jt_load4((const uint8_t *)"true"))) {
            code = jt_literal_check(&p, end, "true");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(next, JT_TAPE_TRUE, (size_t)(p - source));
        p += 4;
        break;
    case 'n':
        if (JT_UNLIKELY(end - p < 4 || jt_load4(p) != jt_load4((const uint8_t *)"null"))) {
            code = jt_literal_check(&p, end, "null");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(next, JT_TAPE_NULL, (size_t)(p - source));
        p += 4;
        break;
    case 'f':
        if (JT_UNLIKELY(end - p < 5 || jt_load4(p + 1) != jt_load4((const uint8_t *)"alse"))) {
            code = jt_literal_check(&p, end, "false");
            FAIL(p, code, IN_VALUE);
        }
        next += write_literal(next, JT_TAPE_FALSE, (size_t)(p - source));
        p += 5;
        break;
    case '[':
    case '{': {
        if (JT_UNLIKELY(parser->depth == parser->max_depth)) FAIL(p, JT_DEPTH, IN_VALUE);
        if (++parser->depth > parser->deepest) parser->deepest = parser->depth;
        const bool is_array = *p == '[';
        next[0] = is_array ? JT_TAPE_ARRAY : JT_TAPE_OBJECT;
        next[1] = (uint32_t)(p - source);
        next[2] = (uint32_t)(container - tape);
        container[3] = count;
        container = next;
        next += 4;
        count = 0;
        p++;
    first_child:
        SKIP_WHITESPACE(IN_CONTAINER);
        if (*p == (is_array ? ']' : '}')) goto behind_value;
        if (JT_UNLIKELY(*p == '/')) {
            COMMENT_OR_FAIL(first_child, JT_UNEXPECTED_BYTE, is_array ? IN_VALUE : IN_CONTAINER);
        }
        if (is_array) goto value;
        goto key;
    }
    case ']':
        if (count && parser->options & JT_TRAILING_COMMAS &&
            (container[0] & JT_TAPE_KIND_MASK) == JT_TAPE_ARRAY) {
            goto behind_value;
        }
        FAIL(p, JT_UNEXPECTED_BYTE, IN_VALUE);
    default:
        if (container == tape) COMMENT_OR_FAIL(before_root, JT_UNEXPECTED_BYTE, IN_VALUE);
        COMMENT_OR_FAIL(element, JT_UNEXPECTED_BYTE, IN_VALUE);
    }

    count++;

behind_value:
    if ((container[0] & JT_TAPE_KIND_MASK) == JT_TAPE_OBJECT) {
    behind_member:
        SKIP_WHITESPACE(IN_CONTAINER);
        if (JT_LIKELY(*p == ',')) {
            p++;
            goto key;
        }
        if (JT_UNLIKELY(*p != '}')) {
            COMMENT_OR_FAIL(behind_member, JT_UNEXPECTED_BYTE, IN_CONTAINER);
        }
    } else {
        if (JT_UNLIKELY(container == tape)) goto behind_root;
    behind_element:
        SKIP_WHITESPACE(IN_CONTAINER);
        if (JT_LIKELY(*p == ',')) {
            p++;
            goto element;
        }
        if (JT_UNLIKELY(*p != ']')) {
            COMMENT_OR_FAIL(behind_element, JT_UNEXPECTED_BYTE, IN_CONTAINER);
        }
        if (count) container[0] |= jt_tape_elements_flag(container + 4, next, count);
    }
    {
        uint32_t *const closed = container;
        container = tape + closed[2];
        if (JT_UNLIKELY(count >= JT_TAPE_PAYLOAD_MAX)) {
            next[0] = JT_TAPE_COUNT;
            next[1] = count;
            next += 2;
        }
        closed[0] |= (count < JT_TAPE_PAYLOAD_MAX ? count : JT_TAPE_PAYLOAD_MAX) << 8;
        closed[2] = (uint32_t)(next - tape);
        closed[3] = (uint32_t)(p + 1 - source);
        parser->nvalues += count;
        parser->depth--;
        count = container[3] + 1;
        p++;
        goto behind_value;
    }

key:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_UNLIKELY(*p != '"')) {
        if (*p == '}' && count && parser->options & JT_TRAILING_COMMAS) goto behind_value;
        COMMENT_OR_FAIL(key, JT_UNEXPECTED_BYTE, IN_CONTAINER);
    }
    {
        const uint8_t *const start = p + 1;
        const uint32_t guess = jt_key_guess(parser, previous_key);
        const size_t guess_nbytes = jt_key_nbytes(parser, guess);
        if (JT_LIKELY(jt_key_is(parser, guess, start, end))) {
            previous_key = guess;
            next[0] = JT_TAPE_KEY | guess << 8;
            next[1] = (uint32_t)(start - source);
            next += 2;
            p = start + guess_nbytes + 1;
            goto colon;
        }
        bool plain;
        p = jt_string_scan(start, end, lone_surrogates_error(parser), &parser->lexed, &plain);
        uint32_t string_flags = 0;
        if (JT_UNLIKELY(!plain)) {
            if (!p) goto lexer_error_in_container;
            string_flags = parser->lexed.flags;
            note_text(parser, (size_t)(p - start));
        }
        const size_t nbytes = (size_t)(p - start);
        const uint32_t key =
            string_flags & JT_TAPE_ESCAPED ? JT_KEY_NONE : jt_key_intern(parser, start, nbytes);
        if (JT_LIKELY(key != JT_KEY_NONE)) {
            jt_key_learn(parser, previous_key, key);
            previous_key = key;
            next[0] = JT_TAPE_KEY | key << 8;
            next[1] = (uint32_t)(start - source);
            next += 2;
        } else {
            next += jt_tape_string(next, JT_TAPE_KEY_PLAIN, string_flags, (size_t)(start - source),
                                   nbytes);
        }
        p++;
    }

colon:
    SKIP_WHITESPACE(IN_CONTAINER);
    if (JT_UNLIKELY(*p != ':')) COMMENT_OR_FAIL(colon, JT_UNEXPECTED_BYTE, IN_CONTAINER);
    p++;
    goto element;

behind_root:
    if (parser->options & JT_PREFIX) {
        parser->source_nbytes = (size_t)(p - source);
        goto finish;
    }
    if (p != end) p = jt_whitespace_skip(p, end);
    if (p != end) COMMENT_OR_FAIL(behind_root, JT_TRAILING_CONTENT, IN_CONTAINER);

finish : {
    const size_t keys_nwords = (size_t)parser->nkeys * JT_TAPE_KEY_NWORDS;
    if (room < keys_nwords || (size_t)(next - tape) > room - keys_nwords) STOP_FULL(AT_FINISH);
    memcpy(next, parser->keys, keys_nwords * sizeof tape[0]);
    parser->next = (uint32_t)(next - tape);
    parser->tape_nwords = parser->next + keys_nwords;
    jt_tape_header(parser, tape,
                   parser->options & JT_DUPLICATE_KEYS_FIRST ? JT_TAPE_F_FIRST_WINS : 0);
    return JT_OK;
}

lexer_error_in_value:
    FAIL(parser->lexed.error, parser->lexed.code, IN_VALUE);
lexer_error_in_container:
    FAIL(parser->lexed.error, parser->lexed.code, IN_CONTAINER);

stop:
    if (code == JT_TAPE_FULL && room >= UINT32_MAX - 1) code = JT_DOCUMENT_TOO_LARGE;
    parser->at = (size_t)(p - source);
    parser->error_offset = parser->at;
    parser->next = (uint32_t)(next - tape);
    parser->container = (uint32_t)(container - tape);
    parser->count = count;
    parser->previous_key = previous_key;
    parser->state = state;
    return code;
}

jt_code jt_parse(jt_parser *parser, uint32_t *tape, size_t tape_nwords) {
    if (parser->outcome == JT_TAPE_FULL) {
        parser->outcome = parse(parser, tape, tape_nwords);
        if (parser->outcome == JT_TAPE_FULL) return JT_TAPE_FULL;
    }
    if (!(parser->options & JT_DUPLICATE_KEYS_ERROR)) return parser->outcome;
    const size_t first = parser->outcome == JT_OK ? parser->tape_nwords : parser->next;
    const jt_code code =
        jt_find_duplicate_key(parser, &jt_key_text_methods, tape, first, tape_nwords);
    if (code == JT_DUPLICATE_KEY) parser->error_offset = tape[parser->duplicate + 1] - 1;
    return code == JT_OK ? parser->outcome : code;
}

/* The step from the container at `container` to the child at or before `child`, which is the
 * number `index`. */
static jt_path_step step_to(const jt_parser *parser, const uint32_t *tape, uint32_t container,
                            uint32_t child, uint32_t index) {
    if (jt_walk_kind(tape, container) != JT_TAPE_OBJECT) return (jt_path_step){0, index, 0};
    const uint32_t key = child - (tape[child - 1] == JT_TAPE_LONG_MARK ? 4 : 2);
    const jt_key_text text = jt_key_text_of(parser->source, parser->keys, tape + key);
    return (jt_path_step){1, tape[key + 1], (uint32_t)(text.end - text.p)};
}

/* The steps to the object that has a repeated key, from the root down. */
static size_t path_to_duplicate(const jt_parser *parser, const uint32_t *tape, jt_path_step *steps,
                                size_t nsteps) {
    size_t total = 0;
    uint32_t container = JT_TAPE_HEADER_NWORDS;
    for (;;) {
        const bool is_object = jt_walk_kind(tape, container) == JT_TAPE_OBJECT;
        uint32_t child = container + 4;
        for (uint32_t index = 0;; index++) {
            if (child == parser->duplicate) return total;
            if (is_object) child = jt_walk_behind(tape, child, parser->next);
            const uint32_t behind = jt_walk_behind(tape, child, parser->next);
            if (behind > parser->duplicate) {
                if (total < nsteps) steps[total] = step_to(parser, tape, container, child, index);
                break;
            }
            child = behind;
        }
        total++;
        container = child;
    }
}

size_t jt_parser_path(const jt_parser *parser, const uint32_t *tape, jt_path_step *steps,
                      size_t nsteps) {
    if (parser->duplicate) return path_to_duplicate(parser, tape, steps, nsteps);
    size_t total = parser->depth;
    if (total && parser->state != IN_VALUE) total--;
    size_t at = parser->depth;
    uint32_t child = parser->next; /* where the value of the step is or would be */
    uint32_t count = parser->count;
    for (uint32_t container = parser->container; container != NO_CONTAINER;) {
        at--;
        if (at < total && at < nsteps) steps[at] = step_to(parser, tape, container, child, count);
        child = container;
        container = tape[container + 2];
        if (container != NO_CONTAINER) count = tape[container + 3];
    }
    return total;
}
