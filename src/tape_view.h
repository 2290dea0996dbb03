/* Tapes that may be damaged, or a part of one: each index and span is checked before it is
 * followed. js/view.js does the same for JavaScript.
 */
#ifndef JT_TAPE_VIEW_H
#define JT_TAPE_VIEW_H

#include "key_text.h"
#include "number_parse.h"
#include "tape.h"

/* A window onto a source and onto its tape. */
typedef struct jt_tape_view {
    const uint8_t *source;
    size_t source_from; /* source[0] is the byte at this offset */
    size_t source_nbytes;
    const uint32_t *tape;
    uint32_t from;        /* tape[0] is the word at this index */
    uint32_t to;          /* behind the last word */
    const uint32_t *keys; /* the interned-key table */
    uint32_t nkeys;
} jt_tape_view;

/* The entry at an index that is known to be one. */
JT_INLINE const uint32_t *jt_view_entry(const jt_tape_view *view, uint32_t at) {
    return view->tape + (at - view->from);
}

JT_INLINE uint32_t jt_view_kind(const jt_tape_view *view, uint32_t at) {
    return *jt_view_entry(view, at) & JT_TAPE_KIND_MASK;
}

/* The index behind the value at `at`, which may not pass `end`; 0: there is no whole value. */
JT_INLINE uint32_t jt_view_behind(const jt_tape_view *view, uint32_t at, uint32_t end) {
    if (at >= end || end - at < 2) return 0;
    uint32_t behind = at + 2;
    switch (jt_view_kind(view, at)) {
    case JT_TAPE_NULL:
    case JT_TAPE_FALSE:
    case JT_TAPE_TRUE:
    case JT_TAPE_INT:
    case JT_TAPE_STRING: return behind;
    case JT_TAPE_DOUBLE:
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_STRING_LONG: behind = at + 4; break;
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT:
        if (end - at < 4) return 0;
        behind = jt_view_entry(view, at)[2];
        if (behind < at + 4 || behind % 2) return 0;
        break;
    default: return 0;
    }
    return behind <= end ? behind : 0;
}

/* The index of the value behind the key at `at`; 0: no key is there. */
JT_INLINE uint32_t jt_view_behind_key(const jt_tape_view *view, uint32_t at, uint32_t end) {
    if (at >= end || end - at < 4) return 0;
    switch (jt_view_kind(view, at)) {
    case JT_TAPE_KEY:
    case JT_TAPE_KEY_PLAIN: return at + 2;
    case JT_TAPE_KEY_LONG: return at + 4;
    default: return 0;
    }
}

/* The index behind the last child of the container at `at`, which ends at `behind`; 0: a count
 * should be there and is not. */
JT_INLINE uint32_t jt_view_children_end(const jt_tape_view *view, uint32_t at, uint32_t behind) {
    if (*jt_view_entry(view, at) >> 8 != JT_TAPE_PAYLOAD_MAX) return behind;
    return behind - at >= 6 && jt_view_kind(view, behind - 2) == JT_TAPE_COUNT ? behind - 2 : 0;
}

/* The source bytes at [offset, offset + nbytes); NULL: they are not in the window. */
JT_INLINE const uint8_t *jt_view_bytes(const jt_tape_view *view, size_t offset, size_t nbytes) {
    if (offset < view->source_from) return NULL;
    offset -= view->source_from;
    if (offset > view->source_nbytes || nbytes > view->source_nbytes - offset) return NULL;
    return view->source + offset;
}

/* Numbers and strings below are at an index where a value or key of that kind is known to be whole.
 * False: the source has no such thing where the tape says. */

/* The lexeme of a number. */
bool jt_view_lexeme(const jt_tape_view *view, uint32_t at, const uint8_t **start,
                    const uint8_t **end);

/* The text of a string or key. */
bool jt_view_text(const jt_tape_view *view, uint32_t at, jt_key_text *text);

#endif
