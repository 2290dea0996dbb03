/* The text of checked JSON strings, unescaped, in the forms that JavaScript engines take in bulk:
 * ASCII and UTF-16.
 */
#ifndef JT_TRANSCODE_H
#define JT_TRANSCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Says that a text is not of the form asked for. */
#define JT_TRANSCODE_NO SIZE_MAX

/* Writes the text of [p, end) to `out`, which has room for end - p bytes. Returns its length in
 * bytes, or JT_TRANSCODE_NO where it is not all ASCII. */
size_t jt_transcode_ascii(const uint8_t *p, const uint8_t *end, uint8_t *out);

/* Writes the text of [p, end) to `out`, which has room for end - p code units. Returns their
 * number. *well_formed is set to false where there is a surrogate without its other half. */
size_t jt_transcode_utf16(const uint8_t *p, const uint8_t *end, uint16_t *out, bool *well_formed);

#endif
