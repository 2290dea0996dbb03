/* How deep a JSON text goes, where all that is known of it is that it is one. */
#ifndef JT_JSON_DEPTH_H
#define JT_JSON_DEPTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether more than max_depth containers are open at once somewhere in a valid JSON text. */
bool jt_json_deeper(const uint8_t *p, const uint8_t *end, uint32_t max_depth);

#endif
