/* One escape of a JSON string that has been checked (RFC 8259 section 7), as the UTF-8 it stands
 * for. A surrogate without its other half is written in three bytes (WTF-8), which no raw text can
 * contain. */
#ifndef JT_ESCAPE_H
#define JT_ESCAPE_H

#include <stddef.h>

#include "hex.h"

/* The code point of the escape whose backslash is at *p, pairs joined; moves *p behind it. */
JT_INLINE uint32_t jt_escape_code_point(const uint8_t **p, const uint8_t *end) {
    const uint8_t *const escape = *p;
    *p += 2;
    switch (escape[1]) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'u': break;
    default: return escape[1];
    }
    *p += 4;
    const uint32_t unit = jt_hex_4_checked(escape + 2);
    if (unit < 0xd800 || unit >= 0xdc00 || end - *p < 6 || (*p)[0] != '\\' || (*p)[1] != 'u') {
        return unit;
    }
    const uint32_t low = jt_hex_4_checked(*p + 2);
    if (low < 0xdc00 || low >= 0xe000) return unit;
    *p += 6;
    return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

/* Writes a code point as one to four bytes; returns how many. */
JT_INLINE size_t jt_utf8_write(uint32_t code_point, uint8_t bytes[4]) {
    if (code_point < 0x80) {
        bytes[0] = (uint8_t)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        bytes[0] = (uint8_t)(0xc0 | code_point >> 6);
        bytes[1] = (uint8_t)(0x80 | (code_point & 0x3f));
        return 2;
    }
    if (code_point < 0x10000) {
        bytes[0] = (uint8_t)(0xe0 | code_point >> 12);
        bytes[1] = (uint8_t)(0x80 | (code_point >> 6 & 0x3f));
        bytes[2] = (uint8_t)(0x80 | (code_point & 0x3f));
        return 3;
    }
    bytes[0] = (uint8_t)(0xf0 | code_point >> 18);
    bytes[1] = (uint8_t)(0x80 | (code_point >> 12 & 0x3f));
    bytes[2] = (uint8_t)(0x80 | (code_point >> 6 & 0x3f));
    bytes[3] = (uint8_t)(0x80 | (code_point & 0x3f));
    return 4;
}

#endif
