/* What a conformance mode says about the keys of maps, as a pass over what has been read. */
#ifndef JT_CBOR_CHECK_KEYS_H
#define JT_CBOR_CHECK_KEYS_H

#include "cbor.h"
#include "jsontape.h"

/* Looks for the first key, by offset, that breaks the rules in parser->options, in the whole or
 * unfinished tape of a reader that has ended. tape[first..tape_nwords) is scratch. JT_OK;
 * JT_DUPLICATE_KEY or JT_KEY_ORDER with parser->error_offset set; or JT_TAPE_FULL: call again with
 * more. */
jt_code jt_cbor_check_keys(jt_parser *parser, uint32_t *tape, size_t first, size_t tape_nwords);

#endif
