/* The insides of JSON strings, written as JSON.stringify writes them: \b \f \n \r \t \" \\, other
 * control characters and surrogates without their other half as \u00xx and \udxxx in lower case,
 * everything else as it is.
 */
#ifndef JT_JSON_ESCAPE_H
#define JT_JSON_ESCAPE_H

#include "buffer.h"
#include "write_code.h"

enum {
    JT_ESCAPE_ASCII = 1,               /* all that is not ASCII becomes \uxxxx */
    JT_ESCAPE_LONE_SURROGATE_ERROR = 2 /* surrogates without their other half are an error */
};

/* What one byte of text, or of the inside of a JSON string, grows to at most. */
enum { JT_ESCAPE_GROWTH = 6 };

/* Appends the text [p, end), which is UTF-8 that may hold surrogates in three bytes (WTF-8); what
 * is neither becomes U+FFFD where it must be looked at, and else is copied. Memory up to `readable`
 * may be read. After an error some of the text may be appended. */
jt_write_code jt_escape_text(jt_buffer *buffer, const uint8_t *p, const uint8_t *end,
                             const uint8_t *readable, uint32_t flags);

/* The same for the inside of a JSON string, whose escapes are taken for what they stand for. It
 * must have been checked; if it has changed since, some text comes of it. */
jt_write_code jt_escape_source(jt_buffer *buffer, const uint8_t *p, const uint8_t *end,
                               const uint8_t *readable, uint32_t flags);

#endif
