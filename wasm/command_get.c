/* jsontape get: the value that an RFC 6901 pointer names, printed as it stands in the source.
 *
 * Keys are compared by what they mean, so escapes in the source make no difference.
 */
#include <stdlib.h>
#include <string.h>

#include "command_tape.h"

enum { NOT_FOUND = 0, MAX_UTF8 = 4 };

bool pointer_split(char *pointer, size_t *ntokens) {
    *ntokens = 0;
    if (*pointer != '\0' && *pointer != '/') return false;
    char *to = pointer;
    for (const char *from = pointer; *from != '\0'; from++) {
        char byte = *from;
        if (byte == '/') {
            byte = '\0';
            ++*ntokens;
        } else if (byte == '~') {
            if (*++from != '0' && *from != '1') return false;
            byte = *from == '0' ? '~' : '/';
        }
        *to++ = byte;
    }
    *to = '\0';
    return true;
}

static uint32_t code_unit(const uint8_t *digits) {
    const char text[5] = {(char)digits[0], (char)digits[1], (char)digits[2], (char)digits[3], 0};
    return (uint32_t)strtoul(text, NULL, 16);
}

static size_t put_utf8(uint32_t character, uint8_t utf8[MAX_UTF8]) {
    if (character < 0x80) {
        utf8[0] = (uint8_t)character;
        return 1;
    }
    const size_t nbytes = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = nbytes - 1; i > 0; i--) {
        utf8[i] = (uint8_t)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    utf8[0] = (uint8_t)(lead[nbytes] | character);
    return nbytes;
}

/* What the valid escape at *p stands for; moves *p behind it. A lone surrogate gives bytes that no
 * UTF-8 holds. */
static size_t unescape(const uint8_t **p, const uint8_t *end, uint8_t utf8[MAX_UTF8]) {
    static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
    const uint8_t letter = (*p)[1];
    *p += 2;
    if (letter != 'u') {
        const char *const found = strchr(letters, letter);
        utf8[0] = found ? (uint8_t)controls[found - letters] : letter;
        return 1;
    }
    uint32_t character = code_unit(*p);
    *p += 4;
    if ((character & 0xfc00) == 0xd800 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
        const uint32_t low = code_unit(*p + 2);
        if ((low & 0xfc00) == 0xdc00) {
            character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
            *p += 6;
        }
    }
    return put_utf8(character, utf8);
}

static bool key_equals(const uint8_t *key, size_t key_nbytes, const char *token) {
    const size_t token_nbytes = strlen(token);
    const uint8_t *const end = key + key_nbytes;
    size_t matched = 0;
    while (key != end) {
        uint8_t utf8[MAX_UTF8] = {*key};
        size_t nbytes = 1;
        if (*key == '\\') {
            nbytes = unescape(&key, end, utf8);
        } else {
            key++;
        }
        if (token_nbytes - matched < nbytes || memcmp(token + matched, utf8, nbytes) != 0) {
            return false;
        }
        matched += nbytes;
    }
    return matched == token_nbytes;
}

/* The tape index of a member's value. */
static uint32_t find_member(const document *document, uint32_t object, const char *token) {
    const uint32_t *const tape = document->tape;
    const bool first_wins = tape[JT_TAPE_H_FLAGS] & JT_TAPE_F_FIRST_WINS;
    uint32_t found = NOT_FOUND, key = object + entry_nwords(tape, object);
    for (uint32_t n = container_size(tape, object); n > 0; n--) {
        const span text = entry_text(tape, key);
        const uint32_t value = entry_after(tape, key);
        if (key_equals(document->source + text.offset, text.nbytes, token)) {
            found = value;
            if (first_wins) break;
        }
        key = entry_after(tape, value);
    }
    return found;
}

static uint32_t find_element(const document *document, uint32_t array, const char *token) {
    const uint32_t *const tape = document->tape;
    const size_t ndigits = strspn(token, "0123456789");
    const bool is_index =
        ndigits > 0 && token[ndigits] == '\0' && (ndigits == 1 || token[0] != '0');
    if (!is_index || ndigits > 10) return NOT_FOUND;

    const unsigned long long index = strtoull(token, NULL, 10);
    if (index >= container_size(tape, array)) return NOT_FOUND;
    uint32_t element = array + entry_nwords(tape, array);
    for (unsigned long long i = 0; i < index; i++) element = entry_after(tape, element);
    return element;
}

int get_run(const document *document, const settings *settings) {
    const uint32_t *const tape = document->tape;
    const char *token = settings->pointer;
    uint32_t value = tape[JT_TAPE_H_ROOT];
    for (size_t n = settings->pointer_ntokens; n > 0 && value != NOT_FOUND; n--) {
        token += strlen(token) + 1;
        switch (entry_kind(tape, value)) {
        case JT_TAPE_OBJECT: value = find_member(document, value, token); break;
        case JT_TAPE_ARRAY: value = find_element(document, value, token); break;
        default: value = NOT_FOUND;
        }
    }
    if (value == NOT_FOUND) {
        message("%s: nothing at this pointer", document->name);
        return COMMAND_INVALID;
    }
    span text = entry_text(tape, value);
    const uint32_t kind = entry_kind(tape, value);
    if (kind == JT_TAPE_STRING || kind == JT_TAPE_STRING_LONG) {
        text.offset--; /* with its quotes */
        text.nbytes += 2;
    }
    output_write(document->source + text.offset, text.nbytes);
    output_write("\n", 1);
    return COMMAND_OK;
}
