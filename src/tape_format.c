/* One walk along the tape, which copies what stands in the source and puts separators between.
 *
 * A frame for each open container holds its index, from which the rest follows. Room for a token is
 * made before it is written, with so much more that short texts can be copied in whole vectors.
 */
#include "tape_format.h"

#include "double_print.h"
#include "json_escape.h"
#include "json_write.h"
#include "key_order.h"

enum {
    ROOM = 80, /* a scalar that is printed, or brackets, and what copies may write beyond */
    PIECE_NBYTES = 1 << 14, /* of a long text: it need not fit the buffer as a whole */
    LINE_NBYTES = 256,
    FRAME_NWORDS = 3
};

typedef struct walk_frame {
    uint32_t container;
    uint32_t next;     /* of a sorted object: the place in `members` of the next one */
    uint32_t nmembers; /* likewise: how many there are */
} walk_frame;

/* Where the next byte goes, and where there is no room any more. */
typedef struct text_sink {
    uint8_t *out;
    uint8_t *limit;
} text_sink;

/* The parts of a walk that do not change. */
typedef struct tape_walk {
    jt_tape_view view;
    uint32_t flags;
    uint32_t escape_flags;
    uint32_t depth;
    size_t indent_nbytes;
    const uint8_t *indent;
    walk_frame *frames;
    uint32_t nframes;
    uint32_t *members; /* keys of the objects that are open, in order */
    uint32_t nmembers;
    uint32_t *temporary;
    const uint32_t *ranks;
    uint8_t line[LINE_NBYTES + ROOM]; /* a line break and as many levels as fit */
} tape_walk;

static uint32_t frames_max(const jt_format *format) {
    const uint32_t most = (format->view.to - format->at) / 4;
    const uint32_t left = format->max_depth > format->depth ? format->max_depth - format->depth : 0;
    return left < most ? left : most;
}

/* Members take at least four words. */
static uint32_t members_max(const jt_format *format) {
    return format->flags & JT_FORMAT_CANONICAL ? (format->view.to - format->at) / 4 : 0;
}

size_t jt_format_scratch_nwords(const jt_format *format) {
    const size_t nkeys = format->flags & JT_FORMAT_CANONICAL ? format->view.nkeys : 0;
    return (size_t)frames_max(format) * FRAME_NWORDS + 2 * (size_t)members_max(format) + 2 * nkeys;
}

static JT_NOINLINE text_sink more(jt_buffer *buffer, const uint8_t *out, size_t nbytes) {
    buffer->nbytes = (size_t)(out - buffer->bytes);
    if (!jt_buffer_reserve(buffer, nbytes)) return (text_sink){NULL, NULL};
    return (text_sink){buffer->bytes + buffer->nbytes, buffer->bytes + buffer->capacity};
}

JT_INLINE bool ensure(text_sink *sink, jt_buffer *buffer, size_t nbytes) {
    if (JT_UNLIKELY((size_t)(sink->limit - sink->out) < nbytes)) {
        *sink = more(buffer, sink->out, nbytes);
    }
    return sink->out != NULL;
}

/* A line break and the indentation of a depth; there is room for it. */
JT_INLINE void new_line(text_sink *sink, const tape_walk *walk, uint32_t depth) {
    const size_t nbytes = 1 + (walk->depth + depth) * walk->indent_nbytes;
    if (JT_LIKELY(nbytes <= LINE_NBYTES)) {
        jt_copy(sink->out, sink->limit, walk->line, walk->line + sizeof walk->line, nbytes);
    } else {
        sink->out[0] = '\n';
        for (size_t i = 1; i < nbytes; i += walk->indent_nbytes) {
            memcpy(sink->out + i, walk->indent, walk->indent_nbytes);
        }
    }
    sink->out += nbytes;
}

JT_INLINE size_t line_room(const tape_walk *walk, uint32_t depth) {
    return walk->indent_nbytes ? (walk->depth + depth) * walk->indent_nbytes + ROOM : ROOM;
}

/* Copies from the source; leaves ROOM. */
JT_INLINE bool put_bytes(const tape_walk *walk, const uint8_t *p, size_t nbytes, text_sink *sink,
                         jt_buffer *buffer) {
    const uint8_t *const readable = walk->view.source + walk->view.source_nbytes;
    for (; JT_UNLIKELY(nbytes > PIECE_NBYTES); p += PIECE_NBYTES, nbytes -= PIECE_NBYTES) {
        if (!ensure(sink, buffer, PIECE_NBYTES)) return false;
        memcpy(sink->out, p, PIECE_NBYTES);
        sink->out += PIECE_NBYTES;
    }
    if (!ensure(sink, buffer, nbytes + ROOM)) return false;
    jt_copy(sink->out, sink->limit, p, readable, nbytes);
    sink->out += nbytes;
    return true;
}

/* A string or key that is not simply copied. */
static JT_NOINLINE jt_write_code escape_text(const tape_walk *walk, uint32_t at, text_sink *to,
                                             jt_buffer *buffer) {
    jt_key_text text;
    if (!jt_view_text(&walk->view, at, &text)) return JT_WRITE_DAMAGED;
    if (!ensure(to, buffer, 1)) return JT_WRITE_NO_MEMORY;
    *to->out++ = '"';
    buffer->nbytes = (size_t)(to->out - buffer->bytes);
    const uint8_t *const readable = walk->view.source + walk->view.source_nbytes;
    const jt_write_code code = text.p == text.end ? JT_WRITE_OK
                                                  : jt_escape_source(buffer, text.p, text.end,
                                                                     readable, walk->escape_flags);
    if (code) return code;
    *to = more(buffer, buffer->bytes + buffer->nbytes, ROOM);
    if (!to->out) return JT_WRITE_NO_MEMORY;
    *to->out++ = '"';
    return JT_WRITE_OK;
}

/* The string or key at `at`, with quotes; leaves ROOM. */
JT_INLINE jt_write_code put_text(const tape_walk *walk, uint32_t at, text_sink *sink,
                                 jt_buffer *buffer) {
    const jt_tape_view *const view = &walk->view;
    const uint32_t *const entry = jt_view_entry(view, at);
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    size_t nbytes = entry[0] >> 8;
    uint32_t flags = entry[0] & (JT_TAPE_ESCAPED | JT_TAPE_NON_ASCII);
    if (kind == JT_TAPE_KEY) {
        if (nbytes >= view->nkeys) return JT_WRITE_DAMAGED;
        nbytes = view->keys[nbytes * JT_TAPE_KEY_NWORDS + 1];
        flags = JT_TAPE_NON_ASCII;
    } else if (kind == JT_TAPE_STRING_LONG || kind == JT_TAPE_KEY_LONG) {
        nbytes = entry[2];
    }
    const bool is_special =
        flags & JT_TAPE_ESCAPED || (walk->flags & JT_FORMAT_ASCII && flags & JT_TAPE_NON_ASCII);
    if (JT_UNLIKELY(is_special)) {
        text_sink out = *sink;
        const jt_write_code code = escape_text(walk, at, &out, buffer);
        *sink = out;
        return code;
    }
    if (entry[1] == 0 || nbytes > view->source_nbytes) return JT_WRITE_DAMAGED;
    const uint8_t *const p = jt_view_bytes(view, entry[1] - (size_t)1, nbytes + 2);
    if (!p || p[0] != '"' || p[nbytes + 1] != '"') return JT_WRITE_DAMAGED;
    return put_bytes(walk, p, nbytes + 2, sink, buffer) ? JT_WRITE_OK : JT_WRITE_NO_MEMORY;
}

JT_INLINE bool is_finite(double value) { return value - value == 0; }

static double double_at(const uint32_t *entry) {
    double value;
    memcpy(&value, entry + 2, sizeof value);
    return value;
}

/* A number in its own spelling. */
JT_INLINE jt_write_code put_lexeme(const tape_walk *walk, uint32_t at, text_sink *sink,
                                   jt_buffer *buffer) {
    const jt_tape_view *const view = &walk->view;
    const uint32_t *const entry = jt_view_entry(view, at);
    const size_t nbytes =
        (entry[0] & JT_TAPE_KIND_MASK) == JT_TAPE_DOUBLE ? entry[0] >> 8 : entry[2];
    const uint8_t *const p = jt_view_bytes(view, entry[1], nbytes);
    if (!p) return JT_WRITE_DAMAGED;
    if (JT_UNLIKELY(walk->flags & JT_FORMAT_FOREIGN)) {
        const uint8_t *start;
        const uint8_t *end;
        if (!jt_view_lexeme(view, at, &start, &end)) return JT_WRITE_DAMAGED;
    }
    return put_bytes(walk, p, nbytes, sink, buffer) ? JT_WRITE_OK : JT_WRITE_NO_MEMORY;
}

/* The double of a number; there is ROOM. */
static jt_write_code put_double(const tape_walk *walk, uint32_t at, uint8_t **out) {
    const uint32_t *const entry = jt_view_entry(&walk->view, at);
    double value;
    if ((entry[0] & JT_TAPE_KIND_MASK) == JT_TAPE_DOUBLE) {
        value = double_at(entry);
    } else {
        const uint8_t *start;
        const uint8_t *end;
        if (!jt_view_lexeme(&walk->view, at, &start, &end)) return JT_WRITE_DAMAGED;
        const bool negative = *start == '-';
        value = jt_double_from_text(start + negative, end);
        if (negative) value = -value;
    }
    if (!is_finite(value)) return JT_WRITE_NON_FINITE;
    *out += jt_double_print(value, *out);
    return JT_WRITE_OK;
}

/* Puts the members of an object behind those of the objects around it, in order. */
static jt_write_code sort_members(tape_walk *walk, walk_frame *frame, uint32_t end,
                                  uint32_t *wrong) {
    const jt_tape_view *const view = &walk->view;
    frame->next = walk->nmembers;
    for (uint32_t key = frame->container + 4; key < end;) {
        const uint32_t value = jt_view_behind_key(view, key, end);
        const uint32_t behind = value ? jt_view_behind(view, value, end) : 0;
        jt_key_text text;
        if (!behind || !jt_view_text(view, key, &text)) return JT_WRITE_DAMAGED;
        walk->members[walk->nmembers++] = key;
        key = behind;
    }
    frame->nmembers = walk->nmembers - frame->next;
    *wrong = jt_key_sort(view, walk->ranks, walk->members + frame->next, frame->nmembers,
                         walk->temporary);
    return *wrong ? JT_WRITE_DUPLICATE_KEY : JT_WRITE_OK;
}

/* The whole walk; *wrong is the index of what an error is about. */
JT_INLINE jt_write_code write_value(tape_walk *walk, uint32_t at, jt_buffer *buffer, bool canonical,
                                    uint32_t *wrong) {
    const jt_tape_view *const view = &walk->view;
    const bool indented = walk->indent_nbytes != 0;
    text_sink sink = {buffer->bytes + buffer->nbytes, buffer->bytes + buffer->capacity};
    uint32_t depth = 0;
    uint32_t end = view->to;
    for (;;) {
        const uint32_t behind = jt_view_behind(view, at, end);
        if (JT_UNLIKELY(!behind)) return JT_WRITE_DAMAGED;
        if (!ensure(&sink, buffer, ROOM)) return JT_WRITE_NO_MEMORY;
        const uint32_t *const entry = jt_view_entry(view, at);
        const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
        jt_write_code code = JT_WRITE_OK;
        bool opened = false;
        *wrong = at;
        switch (kind) {
        case JT_TAPE_NULL:
            memcpy(sink.out, "null", 4);
            sink.out += 4;
            break;
        case JT_TAPE_FALSE:
            memcpy(sink.out, "false", 5);
            sink.out += 5;
            break;
        case JT_TAPE_TRUE:
            memcpy(sink.out, "true", 4);
            sink.out += 4;
            break;
        case JT_TAPE_INT: {
            const int32_t value = (int32_t)entry[0] >> 8;
            sink.out +=
                jt_integer_print((uint64_t)(value < 0 ? -value : value), value < 0, sink.out);
            break;
        }
        case JT_TAPE_DOUBLE:
        case JT_TAPE_NUMBER_LONG:
            if (canonical) {
                uint8_t *out = sink.out;
                code = put_double(walk, at, &out);
                sink.out = out;
            } else {
                code = put_lexeme(walk, at, &sink, buffer);
            }
            break;
        case JT_TAPE_STRING:
        case JT_TAPE_STRING_LONG: code = put_text(walk, at, &sink, buffer); break;
        default: {
            const uint32_t children_end = jt_view_children_end(view, at, behind);
            if (!children_end) return JT_WRITE_DAMAGED;
            if (depth == walk->nframes) return JT_WRITE_DEPTH;
            *sink.out++ = kind == JT_TAPE_ARRAY ? '[' : '{';
            opened = children_end != at + 4;
            if (!opened) {
                *sink.out++ = kind == JT_TAPE_ARRAY ? ']' : '}';
                break;
            }
            end = children_end;
            walk->frames[depth].container = at;
            if (canonical && kind == JT_TAPE_OBJECT) {
                code = sort_members(walk, &walk->frames[depth], end, wrong);
            }
            depth++;
        }
        }
        if (JT_UNLIKELY(code)) return code;

        at = opened ? at + 4 : behind;
        bool is_object;
        for (;;) {
            if (depth == 0) {
                buffer->nbytes = (size_t)(sink.out - buffer->bytes);
                return JT_WRITE_OK;
            }
            const walk_frame *const frame = &walk->frames[depth - 1];
            is_object = jt_view_kind(view, frame->container) == JT_TAPE_OBJECT;
            if (canonical && is_object ? frame->next < walk->nmembers : at < end) break;
            depth--;
            if (!ensure(&sink, buffer, line_room(walk, depth))) return JT_WRITE_NO_MEMORY;
            if (indented) new_line(&sink, walk, depth);
            *sink.out++ = is_object ? '}' : ']';
            at = jt_view_entry(view, frame->container)[2];
            if (canonical && is_object) walk->nmembers -= frame->nmembers;
            end = view->to;
            if (depth) {
                const uint32_t around = walk->frames[depth - 1].container;
                end = jt_view_children_end(view, around, jt_view_entry(view, around)[2]);
            }
        }
        if (!ensure(&sink, buffer, line_room(walk, depth))) return JT_WRITE_NO_MEMORY;
        if (!opened) *sink.out++ = ',';
        if (indented) new_line(&sink, walk, depth);
        if (!is_object) continue;
        if (canonical) at = walk->members[walk->frames[depth - 1].next++];
        *wrong = at;
        const uint32_t value = jt_view_behind_key(view, at, end);
        code = value ? put_text(walk, at, &sink, buffer) : JT_WRITE_DAMAGED;
        if (JT_UNLIKELY(code)) return code;
        *sink.out++ = ':';
        if (indented) *sink.out++ = ' ';
        at = value;
    }
}

/* A part of the source that is text as it stands: tokens, and one byte or none between them. */
typedef struct source_run {
    size_t start;
    size_t end;
} source_run;

/* No token starts here or behind it. */
static const source_run no_run = {SIZE_MAX - 1, SIZE_MAX - 1};

static bool put_run(const tape_walk *walk, const source_run *run, text_sink *sink,
                    jt_buffer *buffer) {
    if (run->start == run->end) return ensure(sink, buffer, ROOM);
    const uint8_t *const p = walk->view.source + (run->start - walk->view.source_from);
    return put_bytes(walk, p, run->end - run->start, sink, buffer);
}

/* The next token, behind a separator (0: none). Where the source has just that, the run goes on. */
JT_INLINE jt_write_code put_token(const tape_walk *walk, source_run *run, uint8_t separator,
                                  size_t offset, size_t nbytes, text_sink *sink,
                                  jt_buffer *buffer) {
    if (JT_UNLIKELY(!jt_view_bytes(&walk->view, offset, nbytes))) return JT_WRITE_DAMAGED;
    if (JT_UNLIKELY(offset != run->end + (separator != 0))) {
        if (!put_run(walk, run, sink, buffer)) return JT_WRITE_NO_MEMORY;
        if (separator) *sink->out++ = separator;
        run->start = offset;
    }
    run->end = offset + nbytes;
    return JT_WRITE_OK;
}

static JT_NOINLINE jt_write_code put_escaped(const tape_walk *walk, source_run *run,
                                             uint8_t separator, uint32_t at, text_sink *sink,
                                             jt_buffer *buffer) {
    if (!put_run(walk, run, sink, buffer)) return JT_WRITE_NO_MEMORY;
    *run = no_run;
    if (separator) *sink->out++ = separator;
    return escape_text(walk, at, sink, buffer);
}

/* A string or key. */
JT_INLINE jt_write_code put_text_token(const tape_walk *walk, source_run *run, uint8_t separator,
                                       uint32_t at, text_sink *sink, jt_buffer *buffer) {
    const uint32_t *const entry = jt_view_entry(&walk->view, at);
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    size_t nbytes = entry[0] >> 8;
    if (kind == JT_TAPE_KEY) {
        if (nbytes >= walk->view.nkeys) return JT_WRITE_DAMAGED;
        nbytes = walk->view.keys[nbytes * JT_TAPE_KEY_NWORDS + 1];
    } else if (JT_UNLIKELY(entry[0] & JT_TAPE_ESCAPED)) {
        source_run rest = *run;
        text_sink out = *sink;
        const jt_write_code code = put_escaped(walk, &rest, separator, at, &out, buffer);
        *run = rest;
        *sink = out;
        return code;
    } else if (kind == JT_TAPE_STRING_LONG || kind == JT_TAPE_KEY_LONG) {
        nbytes = entry[2];
    }
    if (entry[1] == 0 || nbytes > walk->view.source_nbytes) return JT_WRITE_DAMAGED;
    return put_token(walk, run, separator, entry[1] - (size_t)1, nbytes + 2, sink, buffer);
}

/* Of the lexeme of an INT entry. */
JT_INLINE size_t int_nbytes(uint32_t head) {
    const int32_t value = (int32_t)head >> 8;
    const uint32_t magnitude = (uint32_t)(value < 0 ? -value : value);
    const int ndigits = 1 + (magnitude >= 10) + (magnitude >= 100) + (magnitude >= 1000) +
                        (magnitude >= 10000) + (magnitude >= 100000) + (magnitude >= 1000000);
    return (size_t)ndigits + (value < 0);
}

/* The walk without line breaks of a tape that is known to be of this source: what stands in the
 * source as it must be written is copied in one piece, and that may be all of it. */
static jt_write_code write_minified(const tape_walk *walk, uint32_t at, jt_buffer *buffer) {
    const jt_tape_view *const view = &walk->view;
    text_sink sink = {buffer->bytes + buffer->nbytes, buffer->bytes + buffer->capacity};
    source_run run = no_run;
    uint32_t depth = 0;
    uint32_t end = view->to;
    uint8_t separator = 0;
    for (;;) {
        const uint32_t behind = jt_view_behind(view, at, end);
        if (JT_UNLIKELY(!behind)) return JT_WRITE_DAMAGED;
        const uint32_t *const entry = jt_view_entry(view, at);
        const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
        size_t nbytes = 4;
        bool opened = false;
        jt_write_code code = JT_WRITE_OK;
        switch (kind) {
        case JT_TAPE_NULL:
        case JT_TAPE_TRUE: break;
        case JT_TAPE_FALSE: nbytes = 5; break;
        case JT_TAPE_INT: nbytes = int_nbytes(entry[0]); break;
        case JT_TAPE_DOUBLE: nbytes = entry[0] >> 8; break;
        case JT_TAPE_NUMBER_LONG: nbytes = entry[2]; break;
        case JT_TAPE_STRING:
        case JT_TAPE_STRING_LONG: nbytes = 0; break;
        default: nbytes = 1; break;
        }
        code = nbytes ? put_token(walk, &run, separator, entry[1], nbytes, &sink, buffer)
                      : put_text_token(walk, &run, separator, at, &sink, buffer);
        if (!code && kind >= JT_TAPE_ARRAY) {
            const uint32_t children_end = jt_view_children_end(view, at, behind);
            if (!children_end) return JT_WRITE_DAMAGED;
            if (depth == walk->nframes) return JT_WRITE_DEPTH;
            opened = children_end != at + 4;
            if (opened) {
                end = children_end;
                walk->frames[depth++].container = at;
            } else {
                code = put_token(walk, &run, 0, entry[3] - (size_t)1, 1, &sink, buffer);
            }
        }
        if (JT_UNLIKELY(code)) return code;

        at = opened ? at + 4 : behind;
        while (depth && at >= end) {
            const uint32_t *const closed = jt_view_entry(view, walk->frames[--depth].container);
            code = put_token(walk, &run, 0, closed[3] - (size_t)1, 1, &sink, buffer);
            if (JT_UNLIKELY(code)) return code;
            at = closed[2];
            end = view->to;
            if (depth) {
                const uint32_t around = walk->frames[depth - 1].container;
                end = jt_view_children_end(view, around, jt_view_entry(view, around)[2]);
            }
        }
        if (depth == 0) break;
        separator = opened ? 0 : ',';
        if (jt_view_kind(view, walk->frames[depth - 1].container) != JT_TAPE_OBJECT) continue;
        const uint32_t value = jt_view_behind_key(view, at, end);
        code = value ? put_text_token(walk, &run, separator, at, &sink, buffer) : JT_WRITE_DAMAGED;
        if (JT_UNLIKELY(code)) return code;
        separator = ':';
        at = value;
    }
    if (!put_run(walk, &run, &sink, buffer)) return JT_WRITE_NO_MEMORY;
    buffer->nbytes = (size_t)(sink.out - buffer->bytes);
    return JT_WRITE_OK;
}

jt_write_code jt_format_value(jt_format *format, jt_buffer *buffer) {
    const bool canonical = format->flags & JT_FORMAT_CANONICAL;
    tape_walk walk = {.view = format->view,
                      .flags = format->flags,
                      .depth = format->depth,
                      .indent = format->indent,
                      .indent_nbytes = format->indent_nbytes,
                      .nframes = frames_max(format)};
    walk.escape_flags = (walk.flags & JT_FORMAT_ASCII ? JT_ESCAPE_ASCII : 0) |
                        (canonical ? JT_ESCAPE_LONE_SURROGATE_ERROR : 0);
    uint32_t *const scratch = format->scratch;
    walk.frames = (walk_frame *)(void *)scratch;
    walk.members = scratch + (size_t)walk.nframes * FRAME_NWORDS;
    walk.temporary = walk.members + members_max(format);
    walk.line[0] = '\n';
    for (size_t i = 1; format->indent_nbytes && i < LINE_NBYTES; i++) {
        walk.line[i] = format->indent[(i - 1) % format->indent_nbytes];
    }
    if (canonical) {
        uint32_t *const ranks = walk.temporary + members_max(format);
        if (jt_key_ranks(&walk.view, ranks, ranks + walk.view.nkeys)) walk.ranks = ranks;
    }

    const size_t start_nbytes = buffer->nbytes;
    uint32_t wrong = format->at;
    const bool minified =
        format->indent_nbytes == 0 && !(walk.flags & (JT_FORMAT_ASCII | JT_FORMAT_FOREIGN));
    const jt_write_code code = canonical  ? write_value(&walk, format->at, buffer, true, &wrong)
                               : minified ? write_minified(&walk, format->at, buffer)
                                          : write_value(&walk, format->at, buffer, false, &wrong);
    if (code) {
        buffer->nbytes = start_nbytes;
        const bool is_number = jt_view_kind(&walk.view, wrong) == JT_TAPE_DOUBLE ||
                               jt_view_kind(&walk.view, wrong) == JT_TAPE_NUMBER_LONG;
        format->error_offset = jt_view_entry(&walk.view, wrong)[1] - !is_number;
    }
    return code;
}
