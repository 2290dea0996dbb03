/* The lexer under the smallest grammar there is: what may come next, and a byte for each open
 * container that is its closing bracket. */
#include "json_check.h"

#include "number_parse.h"
#include "string_scan.h"
#include "whitespace.h"

typedef struct text_cursor {
    const uint8_t *p;
    const uint8_t *end;
    uint8_t *frames;
    uint32_t depth;
    uint32_t max_depth;
} text_cursor;

static jt_code check_literal(text_cursor *cursor, const char *literal) {
    for (; *literal; literal++, cursor->p++) {
        if (cursor->p == cursor->end) return JT_UNEXPECTED_END;
        if (*cursor->p != (uint8_t)*literal) return JT_INVALID_LITERAL;
    }
    return JT_OK;
}

static jt_code check_string(text_cursor *cursor) {
    jt_lexed lexed;
    bool plain;
    const uint8_t *const quote = jt_string_scan(cursor->p + 1, cursor->end, false, &lexed, &plain);
    if (!quote) return lexed.code;
    cursor->p = quote + 1;
    return JT_OK;
}

static void skip_whitespace(text_cursor *cursor) {
    cursor->p = jt_whitespace_skip(cursor->p, cursor->end);
}

/* A key and its colon, up to where the value must be. */
static jt_code check_key(text_cursor *cursor) {
    if (cursor->p == cursor->end) return JT_UNEXPECTED_END;
    if (*cursor->p != '"') return JT_UNEXPECTED_BYTE;
    const jt_code code = check_string(cursor);
    if (code) return code;
    skip_whitespace(cursor);
    if (cursor->p == cursor->end) return JT_UNEXPECTED_END;
    if (*cursor->p++ != ':') return JT_UNEXPECTED_BYTE;
    skip_whitespace(cursor);
    return JT_OK;
}

static jt_code check_scalar(text_cursor *cursor) {
    switch (*cursor->p) {
    case '"': return check_string(cursor);
    case 't': return check_literal(cursor, "true");
    case 'f': return check_literal(cursor, "false");
    case 'n': return check_literal(cursor, "null");
    default: break;
    }
    if (*cursor->p != '-' && !jt_is_digit(*cursor->p)) return JT_UNEXPECTED_BYTE;
    const jt_number number = jt_number_scan(cursor->p, cursor->end);
    cursor->p = number.end;
    return number.code;
}

/* A scalar, or a container up to its first scalar or its end. */
static jt_code check_value(text_cursor *cursor) {
    for (;;) {
        if (cursor->p == cursor->end) return JT_UNEXPECTED_END;
        const uint8_t bracket = *cursor->p;
        if (bracket != '[' && bracket != '{') return check_scalar(cursor);
        if (cursor->depth == cursor->max_depth) return JT_DEPTH;
        const uint8_t closing = bracket == '[' ? ']' : '}';
        cursor->frames[cursor->depth++] = closing;
        cursor->p++;
        skip_whitespace(cursor);
        if (cursor->p != cursor->end && *cursor->p == closing) return JT_OK;
        const jt_code code = closing == '}' ? check_key(cursor) : JT_OK;
        if (code) return code;
    }
}

jt_code jt_json_check(const uint8_t *p, const uint8_t *end, uint8_t *frames, uint32_t max_depth) {
    text_cursor cursor = {.p = p, .end = end, .max_depth = max_depth};
    cursor.frames = frames;
    skip_whitespace(&cursor);
    for (;;) {
        jt_code code = check_value(&cursor);
        if (code) return code;
        skip_whitespace(&cursor);
        while (cursor.depth && cursor.p != end && *cursor.p == frames[cursor.depth - 1]) {
            cursor.depth--;
            cursor.p++;
            skip_whitespace(&cursor);
        }
        if (cursor.depth == 0) return cursor.p == end ? JT_OK : JT_TRAILING_CONTENT;
        if (cursor.p == end) return JT_UNEXPECTED_END;
        if (*cursor.p++ != ',') return JT_UNEXPECTED_BYTE;
        skip_whitespace(&cursor);
        if (frames[cursor.depth - 1] == '}') {
            code = check_key(&cursor);
            if (code) return code;
        }
    }
}
