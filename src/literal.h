/* The three literals. */
#ifndef JT_LITERAL_H
#define JT_LITERAL_H

#include "jsontape.h"
#include "vector.h"

/* Moves *p over the bytes that agree with `text`, the rest of a literal, and says what they make
 * of it. */
static JT_NOINLINE jt_code jt_literal_check(const uint8_t **p, const uint8_t *end,
                                            const char *text) {
    for (; *text; text++, (*p)++) {
        if (*p == end) return JT_UNEXPECTED_END;
        if (**p != (uint8_t)*text) return JT_INVALID_LITERAL;
    }
    return JT_OK;
}

#endif
