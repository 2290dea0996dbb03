/* Comments; see comment.h. */
#include "comment.h"

#include "utf8.h"

/* Checks a comment's text; `stop` is behind it, or the end of the input. */
static jt_comment check_text(const uint8_t *p, const uint8_t *stop, const uint8_t *end,
                             jt_comment result) {
    const uint8_t *const bad = jt_utf8_check(p, stop);
    if (bad == stop) return result;
    if (stop == end && jt_utf8_sequence(bad, stop) == JT_UTF8_CUT) {
        return (jt_comment){end, JT_UNEXPECTED_END};
    }
    return (jt_comment){bad, JT_INVALID_UTF8};
}

jt_comment jt_comment_scan(const uint8_t *p, const uint8_t *end) {
    if (end - p < 2) return (jt_comment){end, JT_UNEXPECTED_END};
    const uint8_t *const text = p + 2;
    const uint8_t *stop = text;
    if (p[1] == '/') {
        while (stop != end && *stop != '\n') stop++;
        return check_text(text, stop, end, (jt_comment){stop, JT_OK});
    }
    if (p[1] == '*') {
        for (; stop != end; stop++) {
            if (stop[0] == '*' && end - stop >= 2 && stop[1] == '/') {
                return check_text(text, stop, end, (jt_comment){stop + 2, JT_OK});
            }
        }
        return check_text(text, end, end, (jt_comment){end, JT_UNEXPECTED_END});
    }
    return (jt_comment){p + 1, JT_COMMENT};
}
