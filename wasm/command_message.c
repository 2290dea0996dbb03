/* What the command says on standard error: plain messages, syntax errors with an excerpt and a
 * caret, and the nearest name to a mistyped one.
 *
 * An input may hold anything, so nothing of it reaches the terminal but printable characters.
 */
#define _XOPEN_SOURCE 700
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "command.h"

/* At most so many bytes of the line are shown before and behind the place of an error. */
enum { EXCERPT_BEFORE = 60, EXCERPT_BEHIND = 40 };

void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("jsontape: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

typedef struct code_text {
    const char *code;
    const char *text;
} code_text;

static code_text describe(jt_code code) {
    switch (code) {
    case JT_UNEXPECTED_END: return (code_text){"unexpected_end", "the input ends too early"};
    case JT_UNEXPECTED_BYTE: return (code_text){"unexpected_byte", "this cannot stand here"};
    case JT_INVALID_LITERAL: return (code_text){"invalid_literal", "expected true, false or null"};
    case JT_INVALID_NUMBER: return (code_text){"invalid_number", "a number cannot go on like this"};
    case JT_CONTROL_CHAR:
        return (code_text){"control_char", "a control character in a string must be escaped"};
    case JT_INVALID_ESCAPE: return (code_text){"invalid_escape", "no such escape in a string"};
    case JT_LONE_SURROGATE:
        return (code_text){"lone_surrogate", "an escaped surrogate without its other half"};
    case JT_INVALID_UTF8: return (code_text){"invalid_utf8", "ill-formed UTF-8"};
    case JT_TRAILING_CONTENT:
        return (code_text){"trailing_content", "the document has ended before this"};
    case JT_DEPTH: return (code_text){"depth", "too many containers are open"};
    case JT_DUPLICATE_KEY:
        return (code_text){"duplicate_key", "the object already has a member of this name"};
    case JT_FORBIDDEN_KEY: return (code_text){"forbidden_key", "this key is not allowed"};
    case JT_BOM: return (code_text){"bom", "a byte order mark"};
    case JT_COMMENT: return (code_text){"comment", "a malformed comment"};
    case JT_DOCUMENT_TOO_LARGE:
        return (code_text){"document_too_large", "the document is too large"};
    default: break; /* no errors of JSON text */
    }
    return (code_text){"unknown", "the input is not valid"};
}

/* Prints the character at p, or U+FFFD where there is none that can be shown, and gives its length
 * in bytes and its width in columns. */
static size_t print_character(const uint8_t *p, const uint8_t *end, int *width) {
    wchar_t character = 0;
    mbstate_t state = {0};
    const size_t nbytes = mbrtowc(&character, (const char *)p, (size_t)(end - p), &state);
    if (nbytes >= 1 && nbytes <= 4 && (*width = wcwidth(character)) >= 0) {
        fwrite(p, 1, nbytes, stderr);
        return nbytes;
    }
    *width = 1;
    if (*p == '\t') {
        fputc(' ', stderr);
    } else {
        fputs("\xef\xbf\xbd", stderr);
    }
    return nbytes >= 1 && nbytes <= 4 ? nbytes : 1;
}

static bool is_continuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

static void print_excerpt(const uint8_t *line, const uint8_t *place, const uint8_t *end) {
    const uint8_t *from = line;
    if (place - line > EXCERPT_BEFORE) {
        from = place - EXCERPT_BEFORE;
        while (from != place && is_continuation(*from)) from++;
    }
    const uint8_t *to = end;
    if (end - place > EXCERPT_BEHIND) {
        to = place + EXCERPT_BEHIND;
        while (to != place && is_continuation(*to)) to--;
    }
    const uint8_t *const newline = memchr(place, '\n', (size_t)(to - place));
    if (newline) to = newline;
    if (to != place && to[-1] == '\r') to--;

    fputs(from == line ? "  " : "  ...", stderr);
    int column = from == line ? 2 : 5, caret = column, width = 0;
    for (const uint8_t *p = from; p < to; column += width) {
        if (p <= place) caret = column;
        p += print_character(p, to, &width);
    }
    if (place >= to) caret = column;
    fprintf(stderr, "%s\n%*s^\n", newline || to == end ? "" : "...", caret, "");
}

void message_at(const char *name, const char *text, const char *code, const uint8_t *source,
                size_t source_nbytes, size_t offset) {
    const jt_position position = jt_position_at(source, source_nbytes, offset);
    fprintf(stderr, "%s:%zu:%zu: %s [%s]\n", name, position.line, position.column, text, code);
    const uint8_t *const place = source + offset;
    print_excerpt(place - position.byte_in_line, place, source + source_nbytes);
}

void message_syntax_error(const char *name, jt_code code, const uint8_t *source,
                          size_t source_nbytes, size_t offset) {
    const code_text about = describe(code);
    message_at(name, about.text, about.code, source, source_nbytes, offset);
}

/* How many characters must be put in, taken out or changed to turn a into b, for names of at most
 * NAME_MAX characters (longer ones are far from everything). */
static size_t edit_distance(const char *a, const char *b) {
    enum { NAME_MAX_LENGTH = 31 };
    const size_t na = strlen(a), nb = strlen(b);
    if (na > NAME_MAX_LENGTH || nb > NAME_MAX_LENGTH) return SIZE_MAX;
    size_t row[NAME_MAX_LENGTH + 1];
    for (size_t j = 0; j <= nb; j++) row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            const size_t above = row[j];
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[nb];
}

const char *message_closest(const char *typed, const char *(*next)(size_t index)) {
    const char *closest = NULL;
    size_t closest_distance = strlen(typed) / 2 + 1;
    for (size_t i = 0; next(i); i++) {
        const size_t distance = edit_distance(typed, next(i));
        if (distance < closest_distance) {
            closest = next(i);
            closest_distance = distance;
        }
    }
    return closest;
}
