/* A value on a tape, of JSON text or CBOR, as CBOR. */
#ifndef JT_CBOR_FROM_TAPE_H
#define JT_CBOR_FROM_TAPE_H

#include "cbor_write.h"

/* Digits of the longest integer that becomes a bignum. */
enum { JT_CBOR_BIGNUM_NDIGITS_MAX = 100000 };

/* Writes the value at tape[at] as the writer's next item. Of a JSON document an integer lexeme
 * becomes an integer (a bignum beyond 64 bits), -0 and every lexeme with a fraction or an exponent
 * a float. Order and duplicates are kept unless the mode forbids them. Of CBOR everything becomes
 * definite. JT_OK, what the writer's functions give, JT_LONE_SURROGATE (an escaped surrogate
 * without its other half; in JT_CBOR_LAX it becomes U+FFFD), or JT_OUT_OF_RANGE (an integer with
 * too many digits); what was written until then stays. */
jt_code jt_cbor_from_tape(jt_cbor_writer *writer, const uint8_t *source, const uint32_t *tape,
                          uint32_t at);

#endif
