/* The order of an object's members in canonical JSON (RFC 8785 section 3.2.3): by their keys'
 * UTF-16 code units. */
#ifndef JT_KEY_ORDER_H
#define JT_KEY_ORDER_H

#include "tape_view.h"

/* Less than, equal to or greater than 0 as a comes before b, is equal to it or comes after it. */
int jt_key_text_compare(jt_key_text a, jt_key_text b);

/* Finds the rank of every interned key: ranks and temporary have view->nkeys words each. False: the
 * texts of some are not in the view, and there are no ranks. */
bool jt_key_ranks(const jt_tape_view *view, uint32_t *ranks, uint32_t *temporary);

/* Sorts the tape indices of keys whose texts are known to be whole. ranks may be NULL; temporary
 * has nmembers words. Returns the index of a key that another one is equal to, or 0. */
uint32_t jt_key_sort(const jt_tape_view *view, const uint32_t *ranks, uint32_t *members,
                     uint32_t nmembers, uint32_t *temporary);

#endif
