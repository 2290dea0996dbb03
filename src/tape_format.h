/* From a tape back to JSON text: minified, indented, ASCII only or canonical. */
#ifndef JT_TAPE_FORMAT_H
#define JT_TAPE_FORMAT_H

#include "buffer.h"
#include "tape_view.h"
#include "write_code.h"

enum {
    JT_FORMAT_ASCII = 1, /* escape all that is not ASCII */
    /* RFC 8785: members in the order of their keys, every number as ECMAScript writes its double.
     * Non-finite numbers, equal keys and surrogates without their other half are errors. */
    JT_FORMAT_CANONICAL = 2,
    /* The tape is not known to be of this source: numbers are checked as well. */
    JT_FORMAT_FOREIGN = 4
};

/* What to write, and how. */
typedef struct jt_format {
    jt_tape_view view;
    uint32_t at; /* the index of the value to write */
    uint32_t flags;
    uint32_t depth; /* containers around the text: lines are indented by as many levels */
    uint32_t max_depth;
    const uint8_t *indent; /* of one level, as in jt_writer_init */
    size_t indent_nbytes;
    uint32_t *scratch; /* jt_format_scratch_nwords words */

    /* After JT_WRITE_NON_FINITE, JT_WRITE_LONE_SURROGATE, JT_WRITE_DUPLICATE_KEY: the offset in the
     * source of the number or of the opening quote of the string or key. */
    size_t error_offset;
} jt_format;

size_t jt_format_scratch_nwords(const jt_format *format);

/* Appends the text to `buffer`. Strings are written as JSON.stringify writes them, numbers as the
 * source has them, unless the flags say otherwise. After an error nothing is appended.
 *
 * The text may be longer than any buffer: a grow that takes away what is there and sets
 * buffer->nbytes to 0 makes a stream of it. Unless lines are indented by more, 32 KiB are enough
 * for that, however long strings are. */
jt_write_code jt_format_value(jt_format *format, jt_buffer *buffer);

#endif
