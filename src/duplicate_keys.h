/* JT_DUPLICATE_KEYS_ERROR, as a pass over what has been parsed. */
#ifndef JT_DUPLICATE_KEYS_H
#define JT_DUPLICATE_KEYS_H

#include "jsontape.h"

/* Looks for the first key, by offset, that its object already has, in the whole or unfinished tape
 * of a parser that has ended. tape[first..tape_nwords) is scratch. JT_OK; JT_DUPLICATE_KEY with
 * parser->error_offset and parser->duplicate set; or JT_TAPE_FULL: call again with more. */
jt_code jt_find_duplicate_key(jt_parser *parser, uint32_t *tape, size_t first, size_t tape_nwords);

#endif
