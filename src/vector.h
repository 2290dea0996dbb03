/* Sixteen bytes at a time: the one place that knows a machine's vectors.
 *
 * Algorithms use these names only. WebAssembly has SIMD128, x86-64 uses SSE up to 4.1 (x86-64-v2),
 * 64-bit ARM uses NEON. Where JT_SIMD is 0 nothing but the integer helpers exists, and every
 * routine takes its plain twin.
 */
#ifndef JT_VECTOR_H
#define JT_VECTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define JT_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define JT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define JT_INLINE static inline __attribute__((always_inline, unused))
#define JT_NOINLINE __attribute__((noinline))

#if defined(JSONTAPE_NO_SIMD)
#define JT_SIMD 0
#elif defined(__wasm_simd128__)
#define JT_SIMD 1
#include <wasm_simd128.h>
#elif defined(__SSE4_1__)
#define JT_SIMD 1
#include <smmintrin.h>
#elif defined(__aarch64__)
#define JT_SIMD 1
#include <arm_neon.h>
#else
#define JT_SIMD 0
#endif

/* Index of the lowest bit that is set; bits must not be 0. */
JT_INLINE unsigned jt_lowest_bit(uint32_t bits) { return (unsigned)__builtin_ctz(bits); }

/* Eight bytes as a little-endian number, from any alignment. */
JT_INLINE uint64_t jt_load8(const uint8_t *p) {
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* Four bytes as a little-endian number, from any alignment. */
JT_INLINE uint32_t jt_load4(const uint8_t *p) {
    uint32_t bytes;
    memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap32(bytes);
#endif
    return bytes;
}

#if JT_SIMD

enum { JT_VECTOR_NBYTES = 16 };

#if defined(__wasm_simd128__)

typedef v128_t jt_vector;

JT_INLINE jt_vector jt_vector_load(const uint8_t *p) { return wasm_v128_load(p); }
JT_INLINE void jt_vector_store(uint8_t *p, jt_vector a) { wasm_v128_store(p, a); }
/* The lanes as sixteen 16-bit numbers. */
JT_INLINE void jt_vector_store_widened(uint16_t *p, jt_vector a) {
    wasm_v128_store(p, wasm_u16x8_extend_low_u8x16(a));
    wasm_v128_store(p + 8, wasm_u16x8_extend_high_u8x16(a));
}
JT_INLINE jt_vector jt_vector_splat(uint8_t byte) { return wasm_i8x16_splat((int8_t)byte); }
/* Eight 16-bit numbers. */
JT_INLINE jt_vector jt_vector_splat16(uint16_t unit) { return wasm_i16x8_splat((int16_t)unit); }
JT_INLINE jt_vector jt_vector_or(jt_vector a, jt_vector b) { return wasm_v128_or(a, b); }
JT_INLINE jt_vector jt_vector_and(jt_vector a, jt_vector b) { return wasm_v128_and(a, b); }
JT_INLINE jt_vector jt_vector_xor(jt_vector a, jt_vector b) { return wasm_v128_xor(a, b); }
JT_INLINE jt_vector jt_vector_add(jt_vector a, jt_vector b) { return wasm_i8x16_add(a, b); }
JT_INLINE jt_vector jt_vector_sub(jt_vector a, jt_vector b) { return wasm_i8x16_sub(a, b); }
/* Lanes: 0xff where it holds, else 0. */
JT_INLINE jt_vector jt_vector_eq(jt_vector a, jt_vector b) { return wasm_i8x16_eq(a, b); }
JT_INLINE jt_vector jt_vector_lt_signed(jt_vector a, jt_vector b) { return wasm_i8x16_lt(a, b); }
JT_INLINE jt_vector jt_vector_le(jt_vector a, jt_vector b) { return wasm_u8x16_le(a, b); }
/* a - b, at least 0. */
JT_INLINE jt_vector jt_vector_sub_saturated(jt_vector a, jt_vector b) {
    return wasm_u8x16_sub_sat(a, b);
}
/* The high four bits of each lane, moved down. */
JT_INLINE jt_vector jt_vector_high_nibbles(jt_vector a) { return wasm_u8x16_shr(a, 4); }
/* The lanes as eight little-endian 16-bit numbers, moved by 1 to 15 bits. */
#define JT_VECTOR_UP16(a, nbits) wasm_i16x8_shl(a, nbits)
#define JT_VECTOR_DOWN16(a, nbits) wasm_u16x8_shr(a, nbits)
/* table[indices], lane by lane; every index must be below 16. */
JT_INLINE jt_vector jt_vector_lookup(jt_vector table, jt_vector indices) {
    return wasm_i8x16_swizzle(table, indices);
}
/* The same; an index with its high bit set gives 0. */
JT_INLINE jt_vector jt_vector_lookup_or_0(jt_vector table, jt_vector indices) {
    return wasm_i8x16_swizzle(table, indices);
}
/* Bit i: the high bit of lane i. */
JT_INLINE uint32_t jt_vector_mask(jt_vector a) { return wasm_i8x16_bitmask(a); }
JT_INLINE bool jt_vector_any(jt_vector a) { return wasm_v128_any_true(a); }
/* The vector that starts 1, 2 or 3 bytes before `a` in the text before|a. */
JT_INLINE jt_vector jt_vector_back1(jt_vector before, jt_vector a) {
    return wasm_i8x16_shuffle(before, a, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                              30);
}
JT_INLINE jt_vector jt_vector_back2(jt_vector before, jt_vector a) {
    return wasm_i8x16_shuffle(before, a, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                              29);
}
JT_INLINE jt_vector jt_vector_back3(jt_vector before, jt_vector a) {
    return wasm_i8x16_shuffle(before, a, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                              28);
}

/* The number whose sixteen decimal digits (0 to 9, most significant first) are the lanes. */
JT_INLINE uint64_t jt_vector_sixteen_digits(jt_vector digits) {
    /* Twos: of a little-endian pair, low * 10 + high. Then fours and eights. */
    const v128_t twos = wasm_u16x8_shr(wasm_i16x8_mul(digits, wasm_i16x8_splat(2561)), 8);
    const v128_t fours =
        wasm_i32x4_dot_i16x8(twos, wasm_i16x8_const(100, 1, 100, 1, 100, 1, 100, 1));
    const v128_t eights =
        wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(fours, fours),
                             wasm_i16x8_const(10000, 1, 10000, 1, 10000, 1, 10000, 1));
    const uint64_t halves = (uint64_t)wasm_i64x2_extract_lane(eights, 0);
    return (halves & 0xffffffffu) * 100000000 + (halves >> 32);
}

#elif defined(__SSE4_1__)

typedef __m128i jt_vector;

JT_INLINE jt_vector jt_vector_load(const uint8_t *p) {
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
JT_INLINE void jt_vector_store(uint8_t *p, jt_vector a) {
    _mm_storeu_si128((__m128i *)(void *)p, a);
}
JT_INLINE void jt_vector_store_widened(uint16_t *p, jt_vector a) {
    const __m128i zero = _mm_setzero_si128();
    _mm_storeu_si128((__m128i *)(void *)p, _mm_unpacklo_epi8(a, zero));
    _mm_storeu_si128((__m128i *)(void *)(p + 8), _mm_unpackhi_epi8(a, zero));
}
JT_INLINE jt_vector jt_vector_splat(uint8_t byte) { return _mm_set1_epi8((char)byte); }
JT_INLINE jt_vector jt_vector_splat16(uint16_t unit) { return _mm_set1_epi16((short)unit); }
JT_INLINE jt_vector jt_vector_or(jt_vector a, jt_vector b) { return _mm_or_si128(a, b); }
JT_INLINE jt_vector jt_vector_and(jt_vector a, jt_vector b) { return _mm_and_si128(a, b); }
JT_INLINE jt_vector jt_vector_xor(jt_vector a, jt_vector b) { return _mm_xor_si128(a, b); }
JT_INLINE jt_vector jt_vector_add(jt_vector a, jt_vector b) { return _mm_add_epi8(a, b); }
JT_INLINE jt_vector jt_vector_sub(jt_vector a, jt_vector b) { return _mm_sub_epi8(a, b); }
JT_INLINE jt_vector jt_vector_eq(jt_vector a, jt_vector b) { return _mm_cmpeq_epi8(a, b); }
JT_INLINE jt_vector jt_vector_lt_signed(jt_vector a, jt_vector b) { return _mm_cmplt_epi8(a, b); }
JT_INLINE jt_vector jt_vector_le(jt_vector a, jt_vector b) {
    return _mm_cmpeq_epi8(_mm_min_epu8(a, b), a);
}
JT_INLINE jt_vector jt_vector_sub_saturated(jt_vector a, jt_vector b) {
    return _mm_subs_epu8(a, b);
}
JT_INLINE jt_vector jt_vector_high_nibbles(jt_vector a) {
    return _mm_and_si128(_mm_srli_epi16(a, 4), _mm_set1_epi8(0x0f));
}
#define JT_VECTOR_UP16(a, nbits) _mm_slli_epi16(a, nbits)
#define JT_VECTOR_DOWN16(a, nbits) _mm_srli_epi16(a, nbits)
JT_INLINE jt_vector jt_vector_lookup(jt_vector table, jt_vector indices) {
    return _mm_shuffle_epi8(table, indices);
}
JT_INLINE jt_vector jt_vector_lookup_or_0(jt_vector table, jt_vector indices) {
    return _mm_shuffle_epi8(table, indices);
}
JT_INLINE uint32_t jt_vector_mask(jt_vector a) { return (uint32_t)_mm_movemask_epi8(a); }
JT_INLINE bool jt_vector_any(jt_vector a) { return !_mm_testz_si128(a, a); }
JT_INLINE jt_vector jt_vector_back1(jt_vector before, jt_vector a) {
    return _mm_alignr_epi8(a, before, 15);
}
JT_INLINE jt_vector jt_vector_back2(jt_vector before, jt_vector a) {
    return _mm_alignr_epi8(a, before, 14);
}
JT_INLINE jt_vector jt_vector_back3(jt_vector before, jt_vector a) {
    return _mm_alignr_epi8(a, before, 13);
}

JT_INLINE uint64_t jt_vector_sixteen_digits(jt_vector digits) {
    const __m128i twos = _mm_srli_epi16(_mm_mullo_epi16(digits, _mm_set1_epi16(2561)), 8);
    const __m128i fours = _mm_madd_epi16(twos, _mm_set1_epi32(100 | 1 << 16));
    const __m128i eights =
        _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10000 | 1 << 16));
    const uint64_t halves = (uint64_t)_mm_cvtsi128_si64(eights);
    return (halves & 0xffffffffu) * 100000000 + (halves >> 32);
}

#else

typedef uint8x16_t jt_vector;

JT_INLINE jt_vector jt_vector_load(const uint8_t *p) { return vld1q_u8(p); }
JT_INLINE void jt_vector_store(uint8_t *p, jt_vector a) { vst1q_u8(p, a); }
JT_INLINE void jt_vector_store_widened(uint16_t *p, jt_vector a) {
    vst1q_u16(p, vmovl_u8(vget_low_u8(a)));
    vst1q_u16(p + 8, vmovl_u8(vget_high_u8(a)));
}
JT_INLINE jt_vector jt_vector_splat(uint8_t byte) { return vdupq_n_u8(byte); }
JT_INLINE jt_vector jt_vector_splat16(uint16_t unit) {
    return vreinterpretq_u8_u16(vdupq_n_u16(unit));
}
JT_INLINE jt_vector jt_vector_or(jt_vector a, jt_vector b) { return vorrq_u8(a, b); }
JT_INLINE jt_vector jt_vector_and(jt_vector a, jt_vector b) { return vandq_u8(a, b); }
JT_INLINE jt_vector jt_vector_xor(jt_vector a, jt_vector b) { return veorq_u8(a, b); }
JT_INLINE jt_vector jt_vector_add(jt_vector a, jt_vector b) { return vaddq_u8(a, b); }
JT_INLINE jt_vector jt_vector_sub(jt_vector a, jt_vector b) { return vsubq_u8(a, b); }
JT_INLINE jt_vector jt_vector_eq(jt_vector a, jt_vector b) { return vceqq_u8(a, b); }
JT_INLINE jt_vector jt_vector_lt_signed(jt_vector a, jt_vector b) {
    return vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
}
JT_INLINE jt_vector jt_vector_le(jt_vector a, jt_vector b) { return vcleq_u8(a, b); }
JT_INLINE jt_vector jt_vector_sub_saturated(jt_vector a, jt_vector b) { return vqsubq_u8(a, b); }
JT_INLINE jt_vector jt_vector_high_nibbles(jt_vector a) { return vshrq_n_u8(a, 4); }
#define JT_VECTOR_UP16(a, nbits) vreinterpretq_u8_u16(vshlq_n_u16(vreinterpretq_u16_u8(a), nbits))
#define JT_VECTOR_DOWN16(a, nbits) vreinterpretq_u8_u16(vshrq_n_u16(vreinterpretq_u16_u8(a), nbits))
JT_INLINE jt_vector jt_vector_lookup(jt_vector table, jt_vector indices) {
    return vqtbl1q_u8(table, indices);
}
JT_INLINE jt_vector jt_vector_lookup_or_0(jt_vector table, jt_vector indices) {
    return vqtbl1q_u8(table, indices);
}
JT_INLINE uint32_t jt_vector_mask(jt_vector a) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t high = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(a), 7));
    const uint8x16_t bits = vandq_u8(high, vld1q_u8(weights));
    return (uint32_t)vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
JT_INLINE bool jt_vector_any(jt_vector a) { return vmaxvq_u8(a) != 0; }
JT_INLINE uint64_t jt_vector_sixteen_digits(jt_vector digits) {
    const uint16x8_t pairs = vreinterpretq_u16_u8(digits);
    const uint16x8_t twos = vshrq_n_u16(vmulq_n_u16(pairs, 2561), 8);
    /* Fours: of a pair of 16-bit lanes, low * 100 + high; eights likewise. */
    const uint32x4_t pairs32 = vreinterpretq_u32_u16(twos);
    const uint32x4_t fours = vaddq_u32(vmulq_n_u32(vandq_u32(pairs32, vdupq_n_u32(0xffff)), 100),
                                       vshrq_n_u32(pairs32, 16));
    const uint64x2_t pairs64 = vreinterpretq_u64_u32(fours);
    const uint64_t high =
        (vgetq_lane_u64(pairs64, 0) & 0xffffffffu) * 10000 + (vgetq_lane_u64(pairs64, 0) >> 32);
    const uint64_t low =
        (vgetq_lane_u64(pairs64, 1) & 0xffffffffu) * 10000 + (vgetq_lane_u64(pairs64, 1) >> 32);
    return high * 100000000 + low;
}
JT_INLINE jt_vector jt_vector_back1(jt_vector before, jt_vector a) {
    return vextq_u8(before, a, 15);
}
JT_INLINE jt_vector jt_vector_back2(jt_vector before, jt_vector a) {
    return vextq_u8(before, a, 14);
}
JT_INLINE jt_vector jt_vector_back3(jt_vector before, jt_vector a) {
    return vextq_u8(before, a, 13);
}

#endif
#endif
#endif
