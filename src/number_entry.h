/* Numbers as tape entries. */
#ifndef JT_NUMBER_ENTRY_H
#define JT_NUMBER_ENTRY_H

#include "number_parse.h"
#include "tape.h"

/* Writes the entry of a number whose lexeme starts at p. Returns the number of words. */
JT_INLINE uint32_t jt_number_entry(uint32_t *entry, const jt_number *number, const uint8_t *p,
                                   size_t offset, double value) {
    entry[1] = (uint32_t)offset;
    if (number->integer && number->digits <= JT_TAPE_INT_MAX &&
        !(number->negative && number->digits == 0)) {
        const int32_t small = (int32_t)number->digits;
        entry[0] = JT_TAPE_INT | (uint32_t)(number->negative ? -small : small) << 8;
        return 2;
    }
    const uint32_t integer = number->integer ? JT_TAPE_INTEGER : 0;
    const size_t nbytes = (size_t)(number->end - p);
    if (JT_UNLIKELY(nbytes > JT_TAPE_PAYLOAD_MAX)) {
        entry[0] = JT_TAPE_NUMBER_LONG | integer;
        entry[2] = (uint32_t)nbytes;
        entry[3] = 0;
        return 4;
    }
    entry[0] = JT_TAPE_DOUBLE | integer | (uint32_t)nbytes << 8;
    memcpy(entry + 2, &value, sizeof value);
    return 4;
}

/* Writes the entry of a number without exponent, of up to seventeen digits before the point and
 * fifteen behind it, nineteen in all; true if that is what starts at *p. Then *p is moved behind it
 * and *nwords set. What is written where the answer is false does not count. */
JT_INLINE bool jt_number_entry_short(const uint8_t **p, const uint8_t *end, size_t offset,
                                     uint32_t *entry, uint32_t *nwords) {
#if JT_SIMD
    if (JT_UNLIKELY(end - *p < JT_NUMBER_WINDOW)) return false;
    const bool negative = **p == '-';
    const uint64_t sign = (uint64_t)negative << 63;
    const uint8_t *const first = *p + negative;
    const uint8_t *stop = first;
    uint64_t digits = (uint64_t)(*stop++ - '0');
    if (JT_UNLIKELY(digits > 9)) return false;
    if (digits) {
        /* Branches, not vectors: how many digits there are is foreseen more often than not. */
        while (jt_is_digit(*stop)) {
            digits = digits * 10 + (uint64_t)(*stop++ - '0');
            if (JT_UNLIKELY(stop - first > 17)) return false;
        }
    }
    entry[1] = (uint32_t)offset;
    uint32_t kind = JT_TAPE_DOUBLE;
    double value = (double)(int64_t)digits; /* from a signed integer it is one instruction */
    if (*stop == '.') {
        const jt_vector bytes = jt_vector_load(stop + 1);
        const uint32_t nfraction = jt_lowest_bit(jt_digits_others(bytes) | 0x10000);
        stop += 1 + nfraction;
        if (JT_UNLIKELY(nfraction - 1 > 14 || stop - first > JT_NUMBER_DIGITS_MAX + 1))
            return false;
        const jt_vector fraction = jt_vector_sub(bytes, jt_vector_splat('0'));
        digits = digits * jt_integer_powers_of_ten[nfraction] +
                 jt_vector_sixteen_digits(jt_digits_to_the_right(fraction, nfraction));
        value = JT_LIKELY(digits <= (uint64_t)1 << 53)
                    ? (double)(int64_t)digits / jt_exact_powers_of_ten[nfraction]
                    : jt_double_from_decimal(digits, -(int32_t)nfraction);
    } else if (JT_LIKELY(digits <= JT_TAPE_INT_MAX)) {
        entry[0] = JT_TAPE_INT | (((uint32_t)digits ^ -(uint32_t)negative) + negative) << 8;
        *nwords = 2;
        *p = stop;
        return JT_LIKELY((*stop | 0x20) != 'e' && !(negative && digits == 0));
    } else {
        kind |= JT_TAPE_INTEGER;
    }
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits |= sign; /* not a negation: half the signs of a column of numbers surprise a branch */
    entry[0] = kind | (uint32_t)(stop - *p) << 8;
    memcpy(entry + 2, &bits, sizeof bits);
    *nwords = 4;
    *p = stop;
    return JT_LIKELY((*stop | 0x20) != 'e');
#else
    (void)p;
    (void)end;
    (void)offset;
    (void)entry;
    (void)nwords;
    return false;
#endif
}

#endif
