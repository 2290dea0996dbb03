/* What a checked view of a tape finds in the source. */
#include "tape_view.h"

#include "string_scan.h"

bool jt_view_lexeme(const jt_tape_view *view, uint32_t at, const uint8_t **start,
                    const uint8_t **end) {
    const uint32_t *const entry = jt_view_entry(view, at);
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    const uint8_t *const p = jt_view_bytes(view, entry[1], 1);
    if (!p || (*p != '-' && !jt_is_digit(*p))) return false;
    const jt_number number = jt_number_scan(p, view->source + view->source_nbytes);
    const size_t nbytes = (size_t)(number.end - p);
    *start = p;
    *end = number.end;
    if (number.code) return false;
    return kind == JT_TAPE_INT || nbytes == (kind == JT_TAPE_DOUBLE ? entry[0] >> 8 : entry[2]);
}

bool jt_view_text(const jt_tape_view *view, uint32_t at, jt_key_text *text) {
    const uint32_t *const entry = jt_view_entry(view, at);
    size_t nbytes = entry[0] >> 8;
    bool escaped = entry[0] & JT_TAPE_ESCAPED;
    switch (entry[0] & JT_TAPE_KIND_MASK) {
    case JT_TAPE_KEY:
        if (nbytes >= view->nkeys) return false;
        nbytes = view->keys[nbytes * JT_TAPE_KEY_NWORDS + 1];
        escaped = false;
        break;
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_KEY_LONG: nbytes = entry[2]; break;
    default: break;
    }
    if (entry[1] == 0 || nbytes > view->source_nbytes) return false;
    const uint8_t *const open = jt_view_bytes(view, entry[1] - 1, nbytes + 2);
    if (!open || open[0] != '"' || open[nbytes + 1] != '"') return false;
    *text = (jt_key_text){open + 1, open + 1 + nbytes, escaped};
    if (!escaped) return true;
    jt_lexed lexed;
    bool plain;
    return jt_string_scan(text->p, text->end + 1, false, &lexed, &plain) == text->end;
}
