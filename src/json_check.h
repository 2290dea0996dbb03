/* Whether bytes are one JSON value, without keeping anything of it. */
#ifndef JT_JSON_CHECK_H
#define JT_JSON_CHECK_H

#include "jsontape.h"

/* The code that jt_parse gives for [p, end) without options, except that a byte order mark is
 * JT_UNEXPECTED_BYTE. frames has max_depth bytes. */
jt_code jt_json_check(const uint8_t *p, const uint8_t *end, uint8_t *frames, uint32_t max_depth);

#endif
