/* Base64; see base64.h. */
#include "base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

uint8_t *jt_base64_print(const uint8_t *bytes, size_t nbytes, uint8_t *out) {
    for (; nbytes >= 3; nbytes -= 3, bytes += 3) {
        const uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
        *out++ = (uint8_t)alphabet[bits >> 18];
        *out++ = (uint8_t)alphabet[bits >> 12 & 0x3f];
        *out++ = (uint8_t)alphabet[bits >> 6 & 0x3f];
        *out++ = (uint8_t)alphabet[bits & 0x3f];
    }
    if (nbytes == 0) return out;
    const uint32_t bits = (uint32_t)bytes[0] << 16 | (nbytes == 2 ? (uint32_t)bytes[1] << 8 : 0);
    *out++ = (uint8_t)alphabet[bits >> 18];
    *out++ = (uint8_t)alphabet[bits >> 12 & 0x3f];
    *out++ = nbytes == 2 ? (uint8_t)alphabet[bits >> 6 & 0x3f] : '=';
    *out++ = '=';
    return out;
}
