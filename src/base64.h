/* Bytes as base64 (RFC 4648 section 4), padded. */
#ifndef JT_BASE64_H
#define JT_BASE64_H

#include <stddef.h>
#include <stdint.h>

/* Writes (nbytes + 2) / 3 * 4 bytes; returns the end of what it wrote. */
uint8_t *jt_base64_print(const uint8_t *bytes, size_t nbytes, uint8_t *out);

#endif
