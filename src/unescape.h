/* Strings with escapes as the text they stand for. */
#ifndef JT_UNESCAPE_H
#define JT_UNESCAPE_H

#include <stddef.h>
#include <stdint.h>

/* Writes the text of the nbytes bytes between the quotes of a checked string; returns its length,
 * which is at most nbytes: so much room there must be. It is UTF-8, except that an escaped
 * surrogate without its other half becomes three bytes (WTF-8). */
size_t jt_unescape(const uint8_t *text, size_t nbytes, uint8_t *out);

#endif
