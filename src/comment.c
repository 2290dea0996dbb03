/* Comments; see comment.h. */
#include "comment.h"

#include "utf8.h"

/* What a comment comes to whose text [p, stop) is not checked yet. */
static jt_comment check_text(const uint8_t *p, const uint8_t *stop, const uint8_t *end,
                             jt_comment result) {
    const uint8_t *const bad = jt_utf8_check(p, stop);
    if (bad == stop) return result;
    if (stop == end && jt_utf8_sequence(bad, stop) == JT_UTF8_CUT) {
        return (jt_comment){end, bad, JT_UNEXPECTED_END};
    }
    return (jt_comment){bad, NULL, JT_INVALID_UTF8};
}

jt_comment jt_comment_rest(uint8_t kind, const uint8_t *p, const uint8_t *end) {
    const uint8_t *stop = p;
    if (kind == '/') {
        while (stop != end && *stop != '\n') stop++;
        return check_text(p, stop, end, (jt_comment){stop, NULL, JT_OK});
    }
    for (; stop != end; stop++) {
        if (*stop != '*') continue;
        if (end - stop < 2) {
            return check_text(p, stop, end, (jt_comment){end, stop, JT_UNEXPECTED_END});
        }
        if (stop[1] == '/') return check_text(p, stop, end, (jt_comment){stop + 2, NULL, JT_OK});
    }
    return check_text(p, end, end, (jt_comment){end, end, JT_UNEXPECTED_END});
}

jt_comment jt_comment_scan(const uint8_t *p, const uint8_t *end) {
    if (end - p < 2) return (jt_comment){end, p, JT_UNEXPECTED_END};
    if (p[1] != '/' && p[1] != '*') return (jt_comment){p + 1, NULL, JT_COMMENT};
    return jt_comment_rest(p[1], p + 2, end);
}
