/* Comments, where an option allows them: from // to the next line feed or the end of the input,
 * and from the two bytes that open a block comment to the two that close it. Neither nests; both
 * hold well-formed UTF-8. */
#ifndef JT_COMMENT_H
#define JT_COMMENT_H

#include "jsontape.h"

typedef struct jt_comment {
    const uint8_t *end;    /* JT_OK: behind the comment (a line comment's line feed is not part of
                            * it); otherwise where the error is */
    const uint8_t *resume; /* JT_UNEXPECTED_END: where to go on once there is more input */
    jt_code code;
} jt_comment;

/* The comment whose slash is at p. JT_COMMENT where no comment starts. */
jt_comment jt_comment_scan(const uint8_t *p, const uint8_t *end);

/* Goes on at p inside of a comment whose second byte is `kind`. */
jt_comment jt_comment_rest(uint8_t kind, const uint8_t *p, const uint8_t *end);

#endif
