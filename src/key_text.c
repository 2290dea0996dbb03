/* Texts read in pieces of eight bytes, which are the same whatever the spelling. */
#include "key_text.h"

#include "escape.h"
#include "power_table.h"

/* The next piece: one to eight bytes of the text into *piece, zeros behind them. Returns how many;
 * fewer than eight only at the end of the text. */
static JT_NOINLINE unsigned next_piece(jt_key_text *text, uint64_t *carry, unsigned *ncarry,
                                       uint64_t *piece) {
    if (!text->escaped) {
        const size_t left = (size_t)(text->end - text->p);
        if (left >= 8) {
            *piece = jt_load8(text->p);
            text->p += 8;
            return 8;
        }
        *piece = 0;
        for (size_t i = 0; i < left; i++) *piece |= (uint64_t)text->p[i] << (8 * i);
        text->p = text->end;
        return (unsigned)left;
    }
    /* What an escape gives may not fit: the rest is carried into the next piece. */
    uint64_t bytes = *carry;
    unsigned nbytes = *ncarry;
    *carry = 0;
    *ncarry = 0;
    while (nbytes < 8 && text->p != text->end) {
        uint8_t one[4];
        size_t none = 1;
        if (*text->p == '\\') {
            none = jt_utf8_write(jt_escape_code_point(&text->p, text->end), one);
        } else {
            one[0] = *text->p++;
        }
        for (size_t i = 0; i < none; i++) {
            if (nbytes < 8) {
                bytes |= (uint64_t)one[i] << (8 * nbytes++);
            } else {
                *carry |= (uint64_t)one[i] << (8 * (*ncarry)++);
            }
        }
    }
    *piece = bytes;
    return nbytes;
}

/* Products of the pieces and the seed, both halves kept. */
uint64_t jt_key_text_hash(jt_key_text text, uint64_t seed) {
    uint64_t hash = seed;
    uint64_t carry = 0;
    unsigned ncarry = 0;
    unsigned nbytes;
    do {
        uint64_t piece;
        nbytes = next_piece(&text, &carry, &ncarry, &piece);
        const jt_product product =
            jt_multiply(hash ^ piece ^ 0xa0761d6478bd642fu, seed ^ 0xe7037ed1a0b428dbu ^ nbytes);
        hash = product.high ^ product.low;
    } while (nbytes == 8);
    return hash;
}

bool jt_key_text_equal(jt_key_text a, jt_key_text b) {
    if (!a.escaped && !b.escaped) {
        const size_t nbytes = (size_t)(a.end - a.p);
        return nbytes == (size_t)(b.end - b.p) && memcmp(a.p, b.p, nbytes) == 0;
    }
    uint64_t carries[2] = {0, 0};
    unsigned ncarries[2] = {0, 0};
    unsigned nbytes;
    do {
        uint64_t pieces[2];
        nbytes = next_piece(&a, &carries[0], &ncarries[0], &pieces[0]);
        if (next_piece(&b, &carries[1], &ncarries[1], &pieces[1]) != nbytes) return false;
        if (pieces[0] != pieces[1]) return false;
    } while (nbytes == 8);
    return true;
}
