/* Lines and columns of a text that is counted piece by piece. */
#ifndef JT_POSITION_H
#define JT_POSITION_H

#include <stddef.h>
#include <stdint.h>

/* A place in a text, counted from its start. */
typedef struct jt_place {
    uint64_t offset;     /* in bytes */
    uint64_t line;       /* from 0; only LF ends a line */
    uint64_t line_start; /* offset of the line's first byte */
    uint64_t column;     /* from 0, in UTF-16 code units */
} jt_place;

/* Moves a place over [p, end). A lead byte counts for its whole sequence. */
void jt_place_advance(jt_place *place, const uint8_t *p, const uint8_t *end);

/* The same for the last step: a sequence that `end` cuts counts one. */
void jt_place_advance_to(jt_place *place, const uint8_t *p, const uint8_t *end);

/* UTF-16 code units of UTF-8 text. */
uint64_t jt_count_utf16(const uint8_t *p, const uint8_t *end);

#endif
