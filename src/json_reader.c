/* The pull reader; see json_reader.h.
 *
 * What may come next is one state, and the frames are the stack. A token within a segment is found
 * by the lexer that the tape parser uses. One that is cut becomes partial: of text only the bytes
 * of the character or escape that the cut goes through are kept (pending), of a number its place in
 * the grammar, of a literal how much of it was there.
 */
#include "json_reader.h"

#include "comment.h"
#include "literal.h"
#include "number_entry.h"
#include "string_scan.h"
#include "whitespace.h"

/* What comes next. */
enum {
    AT_START,   /* a byte order mark, or as AT_ROOT */
    AT_ROOT,    /* a value */
    AT_FIRST,   /* an element or ']' */
    AT_ELEMENT, /* an element, behind a comma */
    AT_MEMBER_FIRST,
    AT_MEMBER,
    AT_COLON,
    AT_MEMBER_VALUE,
    BEHIND_ELEMENT,
    BEHIND_MEMBER,
    BEHIND_ROOT
};

/* Instead of a token: a comment that is none. */
#define AGAIN JT_TAPE_FULL

/* What a scan of a string's or comment's text came to. */
typedef struct text_scan {
    const uint8_t *at;     /* behind the token; where the error is */
    const uint8_t *resume; /* JT_UNEXPECTED_END: the start of what the end cuts */
    jt_code code;
} text_scan;

void jt_reader_init(jt_reader *reader, uint32_t options, uint32_t max_depth,
                    jt_reader_frame *frames) {
    memset(reader, 0, sizeof *reader);
    reader->token = JT_TOKEN_NONE;
    reader->partial = JT_TOKEN_NONE;
    reader->options = options;
    reader->max_depth = max_depth;
    reader->frames = frames;
    jt_reader_release(reader);
}

void jt_reader_carry(jt_reader *reader, uint8_t *carry, size_t capacity) {
    reader->carry = carry;
    reader->carry_capacity = capacity;
}

static uint64_t offset_of(const jt_reader *reader, const uint8_t *p) {
    return reader->place.offset + (uint64_t)(p - reader->segment);
}

jt_place jt_reader_place(jt_reader *reader) {
    if (reader->token_end) {
        if (reader->consumed.offset < reader->place.offset) reader->consumed = reader->place;
        jt_place_advance(&reader->consumed,
                         reader->segment + (size_t)(reader->consumed.offset - reader->place.offset),
                         reader->token_end);
    }
    return reader->consumed;
}

void jt_reader_release(jt_reader *reader) {
    const uint8_t *from = reader->segment;
    if (reader->token_end) {
        reader->place = jt_reader_place(reader);
        from = reader->token_end;
    }
    jt_place_advance(&reader->place, from, reader->p);
    reader->segment = reader->p = reader->end = reader->pending; /* nothing */
    reader->bytes = NULL;
    reader->token_end = NULL;
}

void jt_reader_move(jt_reader *reader, jt_reader_frame *frames, uint8_t *carry, size_t capacity) {
    reader->frames = frames;
    jt_reader_carry(reader, carry, capacity);
}

void jt_reader_feed(jt_reader *reader, const uint8_t *segment, size_t nbytes, bool is_final) {
    jt_reader_release(reader);
    if (nbytes) {
        reader->segment = segment;
        reader->p = segment;
        reader->end = segment + nbytes;
    }
    reader->is_final = is_final;
}

static bool in_value(const jt_reader *reader) {
    return reader->state <= AT_ELEMENT || reader->state == AT_MEMBER_VALUE;
}

/* The place of an offset in the segment or among the pending bytes, which hold no line feed. */
static jt_place place_of(const jt_reader *reader, uint64_t offset) {
    jt_place place = reader->place;
    if (offset >= place.offset) {
        jt_place_advance(&place, reader->segment,
                         reader->segment + (size_t)(offset - place.offset));
    } else {
        const uint8_t *const from = reader->pending + (size_t)(offset - reader->pending_offset);
        place.column -= jt_count_utf16(from, from + (size_t)(place.offset - offset));
        place.offset = offset;
    }
    return place;
}

static JT_NOINLINE jt_code fail(jt_reader *reader, jt_code code, uint64_t offset) {
    reader->error = code;
    reader->error_place = place_of(reader, offset);
    /* A sequence that the end cuts counts one. */
    if (code == JT_UNEXPECTED_END && reader->npending && reader->pending[0] >= 0xf0) {
        reader->error_place.column--;
    }
    /* Directly behind '[' it is not sure that there will be a value. */
    const bool value =
        in_value(reader) && !(code == JT_UNEXPECTED_END && reader->state == AT_FIRST &&
                              reader->partial == JT_TOKEN_NONE);
    reader->path_nsteps = reader->open - (reader->open && !value);
    return code;
}

/* The segment is read, and no token has begun. */
static jt_code at_end(jt_reader *reader) {
    reader->p = reader->end;
    if (!reader->is_final) return JT_MORE_INPUT;
    const bool several = reader->options & JT_SEVERAL_VALUES;
    if (reader->state != BEHIND_ROOT && !(several && reader->state <= AT_ROOT)) {
        return fail(reader, JT_UNEXPECTED_END, offset_of(reader, reader->end));
    }
    reader->token = JT_TOKEN_NONE;
    reader->depth = 0;
    reader->bytes = reader->token_end = reader->end;
    reader->nbytes = 0;
    reader->spans = false;
    return JT_END;
}

/* Behind a value that is no container. */
JT_INLINE void leave_scalar(jt_reader *reader) {
    if (reader->state == AT_MEMBER_VALUE) {
        reader->state = BEHIND_MEMBER;
    } else if (reader->state == AT_ROOT) {
        reader->state = BEHIND_ROOT;
    } else {
        reader->frames[reader->open - 1].start++;
        reader->state = BEHIND_ELEMENT;
    }
}

/* Behind a container: the one around it is the innermost now. */
JT_INLINE void leave_container(jt_reader *reader) {
    if (reader->open == 0) {
        reader->state = BEHIND_ROOT;
        return;
    }
    jt_reader_frame *const frame = &reader->frames[reader->open - 1];
    frame->start += frame->is_array;
    reader->state = frame->is_array ? BEHIND_ELEMENT : BEHIND_MEMBER;
}

/* The token that ends before p. */
JT_INLINE void set_token(jt_reader *reader, jt_token token, const uint8_t *bytes, size_t nbytes,
                         uint32_t flags, const uint8_t *p) {
    reader->token = token;
    reader->depth = reader->open;
    reader->flags = flags;
    reader->bytes = bytes;
    reader->nbytes = nbytes;
    reader->spans = false;
    reader->token_end = p;
    reader->p = p;
}

JT_INLINE bool is_hidden(const jt_reader *reader, jt_token token) {
    return token == JT_TOKEN_COMMENT && !(reader->options & JT_COMMENT_TOKENS);
}

/* What may come behind a token that is no bracket. */
JT_INLINE void leave_token(jt_reader *reader, jt_token token, uint64_t start, size_t nbytes) {
    if (token == JT_TOKEN_PROPERTY_NAME) {
        jt_reader_frame *const frame = &reader->frames[reader->open - 1];
        frame->start = start + 1;
        frame->nbytes = nbytes - 2;
        reader->state = AT_COLON;
    } else if (token != JT_TOKEN_COMMENT) {
        leave_scalar(reader);
    }
}

/* The token [start, p). */
JT_INLINE jt_code give(jt_reader *reader, jt_token token, const uint8_t *start, const uint8_t *p,
                       uint32_t flags) {
    if (is_hidden(reader, token)) {
        reader->p = p;
        return AGAIN;
    }
    const size_t nbytes = (size_t)(p - start);
    set_token(reader, token, start, nbytes, flags, p);
    leave_token(reader, token, offset_of(reader, start), nbytes);
    return JT_OK;
}

static bool carry(jt_reader *reader, const uint8_t *p, const uint8_t *end) {
    const size_t nbytes = (size_t)(end - p);
    const size_t whole_nbytes = reader->carry_nbytes + nbytes;
    if (whole_nbytes <= reader->carry_capacity) {
        if (nbytes) memcpy(reader->carry + reader->carry_nbytes, p, nbytes);
    } else if (!(reader->options & JT_CARRY_SHORT)) {
        return false;
    }
    reader->carry_nbytes = whole_nbytes;
    return true;
}

/* What of the segment's end must be looked at again with what comes. */
static void keep_pending(jt_reader *reader, const uint8_t *resume) {
    reader->npending = (uint32_t)(reader->end - resume);
    reader->pending_offset = offset_of(reader, resume);
    memcpy(reader->pending, resume, reader->npending);
}

/* The token that starts at p goes on in the next segment. */
static JT_NOINLINE jt_code begin_partial(jt_reader *reader, jt_token token, const uint8_t *p,
                                         const uint8_t *resume, uint32_t flags) {
    reader->carry_nbytes = 0;
    reader->p = p;
    if (!carry(reader, p, reader->end)) return JT_CARRY_FULL;
    reader->partial = token;
    reader->partial_flags = flags;
    reader->partial_place = place_of(reader, offset_of(reader, p));
    keep_pending(reader, resume);
    reader->p = reader->end;
    return JT_MORE_INPUT;
}

/* The partial token ends before reader->p. */
static jt_code give_partial(jt_reader *reader) {
    const jt_token token = reader->partial;
    reader->partial = JT_TOKEN_NONE;
    reader->npending = 0;
    if (is_hidden(reader, token)) return AGAIN;
    const bool whole = reader->carry_nbytes <= reader->carry_capacity;
    set_token(reader, token, whole ? reader->carry : NULL, reader->carry_nbytes,
              reader->partial_flags, reader->p);
    reader->spans = true;
    leave_token(reader, token, reader->partial_place.offset, reader->carry_nbytes);
    return JT_OK;
}

/* Goes on at p with the text of a string or comment, not at the first byte of a string. */
static text_scan scan_text(jt_reader *reader, jt_token token, const uint8_t *p,
                           const uint8_t *end) {
    if (token != JT_TOKEN_COMMENT) {
        bool plain;
        const uint8_t *const quote = jt_string_scan(p, end, false, &reader->lexed, &plain);
        if (!plain) reader->partial_flags |= reader->lexed.flags;
        if (quote) return (text_scan){quote + 1, NULL, JT_OK};
        return (text_scan){reader->lexed.error, reader->lexed.resume, reader->lexed.code};
    }
    const jt_comment comment = reader->progress ? jt_comment_rest((uint8_t)reader->progress, p, end)
                                                : jt_comment_scan(p, end);
    if (reader->progress == 0 && end - p >= 2) reader->progress = p[1];
    if (comment.code == JT_OK && comment.end == end && reader->progress == '/') {
        return (text_scan){end, end, JT_UNEXPECTED_END}; /* the line may go on */
    }
    return (text_scan){comment.end, comment.resume, comment.code};
}

/* Whether the comment that the end of the input cuts is whole. */
static bool is_whole_comment(const jt_reader *reader, jt_token token) {
    return token == JT_TOKEN_COMMENT && reader->progress == '/' && reader->npending == 0;
}

/* A string or comment that starts at p and is not whole; `scan` says why. */
static jt_code read_cut_text(jt_reader *reader, jt_token token, const uint8_t *p, text_scan scan) {
    if (scan.code != JT_UNEXPECTED_END) return fail(reader, scan.code, offset_of(reader, scan.at));
    if (!reader->is_final) {
        return begin_partial(reader, token, p, scan.resume, reader->partial_flags);
    }
    keep_pending(reader, scan.resume);
    if (is_whole_comment(reader, token)) return give(reader, token, p, reader->end, 0);
    reader->partial = token;
    return fail(reader, JT_UNEXPECTED_END, offset_of(reader, reader->end));
}

JT_INLINE jt_code read_string(jt_reader *reader, jt_token token, const uint8_t *p) {
    bool plain;
    const uint8_t *const quote = jt_string_scan(p + 1, reader->end, false, &reader->lexed, &plain);
    const uint32_t flags = plain ? 0 : reader->lexed.flags;
    if (JT_LIKELY(quote != NULL)) return give(reader, token, p, quote + 1, flags);
    reader->partial_flags = flags;
    const jt_lexed *const lexed = &reader->lexed;
    return read_cut_text(reader, token, p, (text_scan){lexed->error, lexed->resume, lexed->code});
}

static jt_code read_comment(jt_reader *reader, const uint8_t *p) {
    reader->progress = 0;
    reader->partial_flags = 0;
    const text_scan scan = scan_text(reader, JT_TOKEN_COMMENT, p, reader->end);
    if (scan.code == JT_OK) return give(reader, JT_TOKEN_COMMENT, p, scan.at, 0);
    return read_cut_text(reader, JT_TOKEN_COMMENT, p, scan);
}

static jt_code resume_text(jt_reader *reader) {
    const jt_token token = reader->partial;
    while (reader->npending && reader->p != reader->end) {
        if (!carry(reader, reader->p, reader->p + 1)) return JT_CARRY_FULL;
        reader->pending[reader->npending++] = *reader->p++;
        const uint8_t *const behind = reader->pending + reader->npending;
        const text_scan scan = scan_text(reader, token, reader->pending, behind);
        if (scan.code == JT_OK) return give_partial(reader);
        if (scan.code != JT_UNEXPECTED_END) {
            return fail(reader, scan.code,
                        reader->pending_offset + (uint64_t)(scan.at - reader->pending));
        }
        const size_t ndone = (size_t)(scan.resume - reader->pending);
        reader->npending -= (uint32_t)ndone;
        reader->pending_offset += ndone;
        memmove(reader->pending, scan.resume, reader->npending);
    }
    if (reader->p != reader->end) {
        const text_scan scan = scan_text(reader, token, reader->p, reader->end);
        const bool cut = scan.code == JT_UNEXPECTED_END;
        if (scan.code && !cut) return fail(reader, scan.code, offset_of(reader, scan.at));
        if (!carry(reader, reader->p, scan.at)) return JT_CARRY_FULL;
        reader->p = scan.at;
        if (!cut) return give_partial(reader);
        keep_pending(reader, scan.resume);
    }
    if (!reader->is_final) return JT_MORE_INPUT;
    if (is_whole_comment(reader, token)) return give_partial(reader);
    return fail(reader, JT_UNEXPECTED_END, offset_of(reader, reader->end));
}

/* Any number; read_token treats the frequent ones. */
static JT_NOINLINE jt_code read_number(jt_reader *reader, const uint8_t *p) {
    const jt_number number = jt_number_scan(p, reader->end);
    if (number.end == reader->end && !reader->is_final) {
        jt_number_state state = JT_NUMBER_START;
        jt_number_follow(&state, p, reader->end);
        reader->progress = state;
        return begin_partial(reader, JT_TOKEN_NUMBER, p, reader->end, 0);
    }
    if (number.code) {
        reader->partial = JT_TOKEN_NUMBER;
        return fail(reader, number.code, offset_of(reader, number.end));
    }
    jt_number_entry(reader->number, &number, p, 0, jt_number_double(&number, p));
    return give(reader, JT_TOKEN_NUMBER, p, number.end, number.integer ? JT_TAPE_INTEGER : 0);
}

static jt_code resume_number(jt_reader *reader) {
    jt_number_state state = (jt_number_state)reader->progress;
    const uint8_t *const p = jt_number_follow(&state, reader->p, reader->end);
    if (!carry(reader, reader->p, p)) return JT_CARRY_FULL;
    reader->p = p;
    reader->progress = state;
    const bool at_end = p == reader->end;
    if (at_end && !reader->is_final) return JT_MORE_INPUT;
    if (!jt_number_is_whole(state)) {
        return fail(reader, at_end ? JT_UNEXPECTED_END : JT_INVALID_NUMBER, offset_of(reader, p));
    }
    const bool integer = state == JT_NUMBER_ZERO || state == JT_NUMBER_INTEGER;
    reader->partial_flags = integer ? JT_TAPE_INTEGER : 0;
    reader->number[0] = JT_TAPE_NUMBER_LONG; /* the value: from the text */
    return give_partial(reader);
}

static const char *literal_text(jt_token token) {
    return token == JT_TOKEN_TRUE ? "true" : token == JT_TOKEN_FALSE ? "false" : "null";
}

static jt_code read_literal(jt_reader *reader, jt_token token, const uint8_t *p) {
    const uint8_t *behind = p;
    const jt_code code = jt_literal_check(&behind, reader->end, literal_text(token));
    if (JT_LIKELY(code == JT_OK)) return give(reader, token, p, behind, 0);
    if (code == JT_UNEXPECTED_END && !reader->is_final) {
        reader->progress = (uint32_t)(behind - p);
        return begin_partial(reader, token, p, reader->end, 0);
    }
    reader->partial = token;
    return fail(reader, code, offset_of(reader, behind));
}

static jt_code resume_literal(jt_reader *reader) {
    const char *const rest = literal_text(reader->partial) + reader->progress;
    const uint8_t *p = reader->p;
    const jt_code code = jt_literal_check(&p, reader->end, rest);
    if (code == JT_INVALID_LITERAL) return fail(reader, code, offset_of(reader, p));
    if (!carry(reader, reader->p, p)) return JT_CARRY_FULL;
    reader->progress += (uint32_t)(p - reader->p);
    reader->p = p;
    if (code == JT_OK) return give_partial(reader);
    return reader->is_final ? fail(reader, code, offset_of(reader, p)) : JT_MORE_INPUT;
}

static jt_code resume(jt_reader *reader) {
    switch (reader->partial) {
    case JT_TOKEN_NUMBER: return resume_number(reader);
    case JT_TOKEN_TRUE:
    case JT_TOKEN_FALSE:
    case JT_TOKEN_NULL: return resume_literal(reader);
    default: return resume_text(reader);
    }
}

/* The byte order mark, as far as there is one. */
static jt_code skip_bom(jt_reader *reader) {
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
    const bool is_error = reader->options & JT_BOM_ERROR;
    while (reader->npending < 3 && reader->p != reader->end &&
           *reader->p == mark[reader->npending]) {
        reader->pending[reader->npending++] = *reader->p++;
    }
    const bool whole = reader->npending == 3;
    if (!whole && reader->p == reader->end) {
        if (!reader->is_final) return JT_MORE_INPUT;
        if (reader->npending && !is_error) {
            return fail(reader, JT_UNEXPECTED_END, offset_of(reader, reader->end));
        }
    }
    if (whole && is_error) return fail(reader, JT_BOM, 0);
    if (!whole && reader->npending) return fail(reader, JT_UNEXPECTED_BYTE, 0);
    reader->npending = 0;
    reader->state = AT_ROOT;
    return JT_OK;
}

JT_INLINE jt_code open_container(jt_reader *reader, const uint8_t *p) {
    if (JT_UNLIKELY(reader->open == reader->max_depth)) {
        return fail(reader, JT_DEPTH, offset_of(reader, p));
    }
    const bool is_array = *p == '[';
    set_token(reader, is_array ? JT_TOKEN_START_ARRAY : JT_TOKEN_START_OBJECT, p, 1, 0, p + 1);
    reader->frames[reader->open++] = (jt_reader_frame){0, 0, is_array};
    reader->state = is_array ? AT_FIRST : AT_MEMBER_FIRST;
    return JT_OK;
}

JT_INLINE jt_code close_container(jt_reader *reader, const uint8_t *p) {
    reader->open--;
    set_token(reader, *p == ']' ? JT_TOKEN_END_ARRAY : JT_TOKEN_END_OBJECT, p, 1, 0, p + 1);
    leave_container(reader);
    return JT_OK;
}

/* Whether a root value may start at p: directly behind a number or literal only what cannot be
 * taken for more of it. */
static bool may_follow(const jt_reader *reader, const uint8_t *p) {
    switch (reader->token) {
    case JT_TOKEN_NUMBER:
    case JT_TOKEN_TRUE:
    case JT_TOKEN_FALSE:
    case JT_TOKEN_NULL: break;
    default: return true;
    }
    return offset_of(reader, p) != jt_reader_bytes_consumed(reader) || *p == '"' || *p == '[' ||
           *p == '{';
}

/* To the next byte that is no whitespace. */
#define SKIP_WHITESPACE                                       \
    do {                                                      \
        if (JT_UNLIKELY(p == end)) return at_end(reader);     \
        if (*p <= ' ') {                                      \
            p = jt_whitespace_skip(p, end);                   \
            if (JT_UNLIKELY(p == end)) return at_end(reader); \
        }                                                     \
    } while (0)

JT_INLINE jt_code read_token(jt_reader *reader) {
    const uint8_t *const end = reader->end;
    const uint8_t *p = reader->p;
    jt_code unexpected = JT_UNEXPECTED_BYTE;
    SKIP_WHITESPACE;
    switch (reader->state) {
    case BEHIND_ELEMENT:
        if (JT_UNLIKELY(*p != ',')) {
            if (*p == ']') return close_container(reader, p);
            break;
        }
        reader->state = AT_ELEMENT;
        p++;
        SKIP_WHITESPACE;
        goto value;
    case BEHIND_MEMBER:
        if (JT_UNLIKELY(*p != ',')) {
            if (*p == '}') return close_container(reader, p);
            break;
        }
        reader->state = AT_MEMBER;
        p++;
        SKIP_WHITESPACE;
        goto member;
    case AT_MEMBER:
    case AT_MEMBER_FIRST:
    member:
        if (JT_LIKELY(*p == '"')) return read_string(reader, JT_TOKEN_PROPERTY_NAME, p);
        if (*p == '}' &&
            (reader->state == AT_MEMBER_FIRST || reader->options & JT_TRAILING_COMMAS)) {
            return close_container(reader, p);
        }
        break;
    case AT_COLON:
        if (JT_UNLIKELY(*p != ':')) break;
        reader->state = AT_MEMBER_VALUE;
        p++;
        SKIP_WHITESPACE;
        goto value;
    case BEHIND_ROOT:
        if (!(reader->options & JT_SEVERAL_VALUES) || !may_follow(reader, p)) {
            unexpected = JT_TRAILING_CONTENT;
            break;
        }
        reader->state = AT_ROOT;
        goto value;
    default:
    value:
        switch (*p) {
        case '"': return read_string(reader, JT_TOKEN_STRING, p);
        case '[':
        case '{': return open_container(reader, p);
        case ']':
            if (reader->state == AT_FIRST ||
                (reader->state == AT_ELEMENT && reader->options & JT_TRAILING_COMMAS)) {
                return close_container(reader, p);
            }
            break;
        case 't': return read_literal(reader, JT_TOKEN_TRUE, p);
        case 'f': return read_literal(reader, JT_TOKEN_FALSE, p);
        case 'n': return read_literal(reader, JT_TOKEN_NULL, p);
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
            const uint8_t *behind = p;
            uint32_t nwords;
            if (JT_UNLIKELY(!jt_number_entry_short(&behind, end, 0, reader->number, &nwords))) {
                return read_number(reader, p);
            }
            const uint32_t flags =
                nwords == 2 ? JT_TAPE_INTEGER : reader->number[0] & JT_TAPE_INTEGER;
            return give(reader, JT_TOKEN_NUMBER, p, behind, flags);
        }
        default: break;
        }
    }
    reader->p = p;
    if (*p != '/' || !(reader->options & (JT_COMMENTS | JT_COMMENT_TOKENS))) {
        return fail(reader, unexpected, offset_of(reader, p));
    }
    return read_comment(reader, p);
}

/* What does not happen often: the start, errors, tokens that are cut. */
static JT_NOINLINE jt_code read_rest(jt_reader *reader) {
    jt_code code = reader->error;
    if (code) return code;
    if (reader->partial != JT_TOKEN_NONE) return resume(reader);
    if (reader->state == AT_START) code = skip_bom(reader);
    return code ? code : AGAIN;
}

jt_code jt_reader_read(jt_reader *reader) {
    jt_code code;
    do {
        const bool rare =
            reader->error || reader->partial != JT_TOKEN_NONE || reader->state == AT_START;
        code = JT_UNLIKELY(rare) ? read_rest(reader) : read_token(reader);
    } while (JT_UNLIKELY(code == AGAIN));
    return code;
}

void jt_reader_leap(jt_reader *reader, const uint8_t *behind) {
    close_container(reader, behind - 1);
}

jt_code jt_reader_read_entries(jt_reader *reader, uint32_t *entries, size_t *nwords) {
    uint32_t *entry = entries;
    jt_code code;
    while ((code = jt_reader_read(reader)) == JT_OK) {
        const uint32_t start = (uint32_t)(reader->bytes - reader->segment);
        const uint32_t nbytes = (uint32_t)reader->nbytes;
        entry[0] = (uint32_t)reader->token | reader->flags;
        if (JT_UNLIKELY(reader->spans)) {
            entry[0] |= JT_ENTRY_SPANS | (uint32_t)(reader->token_end - reader->segment) << 8;
            entry[1] = 0;
            entry += 2;
        } else if (reader->token == JT_TOKEN_NUMBER) {
            entry[0] = reader->number[0];
            entry[1] = start;
            entry += 2;
            if ((reader->number[0] & JT_TAPE_KIND_MASK) == JT_TAPE_DOUBLE) {
                memcpy(entry, reader->number + 2, sizeof(double));
                entry += 2;
            }
        } else {
            const bool quoted =
                reader->token == JT_TOKEN_STRING || reader->token == JT_TOKEN_PROPERTY_NAME;
            entry[0] |= (nbytes - (quoted ? 2 : 0)) << 8;
            entry[1] = start + quoted;
            entry += 2;
        }
    }
    *nwords = (size_t)(entry - entries);
    return code;
}
