/* JT_DUPLICATE_KEYS_ERROR, as a pass over what has been parsed. */
#ifndef JT_DUPLICATE_KEYS_H
#define JT_DUPLICATE_KEYS_H

#include <stdbool.h>

#include "jsontape.h"

/* What makes two keys of a tape, given by their indices, the same. */
typedef struct jt_key_methods {
    uint64_t (*hash)(const jt_parser *parser, const uint32_t *tape, uint32_t key, uint64_t seed);
    bool (*equal)(const jt_parser *parser, const uint32_t *tape, uint32_t a, uint32_t b);
} jt_key_methods;

extern const jt_key_methods jt_key_text_methods;

/* Looks for the first key, by offset, that its object already has, in the whole or unfinished tape
 * of a parser that has ended. tape[first..tape_nwords) is scratch. JT_OK; JT_DUPLICATE_KEY with
 * parser->duplicate set to the key's index; or JT_TAPE_FULL: call again with more. */
jt_code jt_find_duplicate_key(jt_parser *parser, const jt_key_methods *methods, uint32_t *tape,
                              size_t first, size_t tape_nwords);

#endif
