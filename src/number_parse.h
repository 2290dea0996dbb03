/* Numbers (RFC 8259 section 6): the lexeme, checked, and the double nearest to it.
 *
 * A scan gathers up to nineteen digits into an integer and the power of ten that goes with it.
 * Doubles follow exactly from one operation where both are exact (up to 2^53 and 10^22), else from
 * a 128-bit product (jt_double_from_decimal), else, for more digits than that, from the text.
 */
#ifndef JT_NUMBER_PARSE_H
#define JT_NUMBER_PARSE_H

#include "jsontape.h"
#include "vector.h"

enum { JT_NUMBER_DIGITS_MAX = 19 }; /* that surely fit 64 bits */

/* A scanned number. Where ndigits exceeds JT_NUMBER_DIGITS_MAX the digits are saturated and the
 * text must be asked. */
typedef struct jt_number {
    const uint8_t *end; /* JT_OK: behind the lexeme; otherwise where the error is */
    uint64_t digits;    /* the value is +-digits * 10^exponent10 */
    int32_t exponent10; /* clamped to +-100000, beyond which every value is 0 or infinite */
    uint32_t ndigits;   /* counted from the first that is not 0; saturated at 2^32-1 */
    bool negative;
    bool integer; /* neither fraction nor exponent */
    jt_code code;
} jt_number;

/* The double nearest to digits * 10^exponent10, ties to even; any exponent. */
__attribute__((const)) double jt_double_from_decimal(uint64_t digits, int32_t exponent10);

/* The double nearest to the number whose checked lexeme is [p, end), of any length. */
double jt_double_from_text(const uint8_t *p, const uint8_t *end);

JT_INLINE bool jt_is_digit(uint8_t byte) { return (uint8_t)(byte - '0') <= 9; }

/* Whether all eight bytes are digits: high nibbles 3, also after adding 6. */
JT_INLINE bool jt_is_eight_digits(uint64_t bytes) {
    return ((bytes & 0xf0f0f0f0f0f0f0f0u) |
            (((bytes + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4)) == 0x3333333333333333u;
}

/* The value of eight digits (0 to 9), the first in the low byte: pairs, then fours, then all. */
JT_INLINE uint64_t jt_eight_digits(uint64_t bytes) {
    bytes = bytes * 10 + (bytes >> 8);
    return (((bytes & 0x000000ff000000ffu) * 0x000f424000000064u) +
            (((bytes >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
           32;
}

/* The number that starts at p (p < end) with '-' or a digit. A byte behind the lexeme is not
 * judged. At the end of the input a lexeme that needs more is JT_UNEXPECTED_END. */
jt_number jt_number_scan(const uint8_t *p, const uint8_t *end);

/* The double nearest to a scanned number; start is the first byte of its lexeme. */
double jt_number_double(const jt_number *number, const uint8_t *start);

/* How far a lexeme has come, for those that are cut. */
typedef enum jt_number_state {
    JT_NUMBER_START = 0,
    JT_NUMBER_MINUS = 1,
    JT_NUMBER_ZERO = 2,
    JT_NUMBER_INTEGER = 3,
    JT_NUMBER_POINT = 4,
    JT_NUMBER_FRACTION = 5,
    JT_NUMBER_E = 6,
    JT_NUMBER_EXPONENT_SIGN = 7,
    JT_NUMBER_EXPONENT = 8
} jt_number_state;

/* The first byte in [p, end) that does not go on with the lexeme, or end. */
const uint8_t *jt_number_follow(jt_number_state *state, const uint8_t *p, const uint8_t *end);

/* Whether the lexeme may end there. */
JT_INLINE bool jt_number_is_whole(jt_number_state state) {
    return state == JT_NUMBER_ZERO || state == JT_NUMBER_INTEGER || state == JT_NUMBER_FRACTION ||
           state == JT_NUMBER_EXPONENT;
}

extern const double jt_exact_powers_of_ten[23];     /* 10^0 to 10^22, as doubles */
extern const uint64_t jt_integer_powers_of_ten[20]; /* 10^0 to 10^19 */

#if JT_SIMD

/* The first n digits (values 0 to 9), n at most 16, moved to the right end; zeros before them. */
JT_INLINE jt_vector jt_digits_to_the_right(jt_vector digits, uint32_t n) {
    /* Lane i takes lane i - 16 + n; what is negative has its high bit set and gives 0. */
    static const uint8_t lanes[JT_VECTOR_NBYTES] = {240, 241, 242, 243, 244, 245, 246, 247,
                                                    248, 249, 250, 251, 252, 253, 254, 255};
    return jt_vector_lookup_or_0(digits,
                                 jt_vector_add(jt_vector_load(lanes), jt_vector_splat((uint8_t)n)));
}

/* Bit i: byte i is no digit. In the signed order digits moved by 0x50 are the least ten. */
JT_INLINE uint32_t jt_digits_others(jt_vector bytes) {
    return jt_vector_mask(jt_vector_lt_signed(jt_vector_splat(0x89),
                                              jt_vector_add(bytes, jt_vector_splat(0x80 - '0'))));
}

/* The bytes that jt_number_scan_short may look at: a sign, seventeen digits, a point, a vector. */
enum { JT_NUMBER_WINDOW = 40 };

#endif

#endif
