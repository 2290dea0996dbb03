/* Comparing two documents by value, without building anything. */
#ifndef JT_EQUAL_H
#define JT_EQUAL_H

#include "tape_view.h"

typedef enum jt_equality {
    JT_DIFFERENT = 0,
    JT_EQUAL = 1,
    JT_EQUAL_NO_ROOM = 2, /* call again with a larger scratch */
    JT_EQUAL_DAMAGED = 3
} jt_equality;

/* One of the documents: a view of all of it, and whose keys count where they are equal. */
typedef struct jt_equal_side {
    jt_tape_view view;
    uint32_t root;
    uint32_t end; /* behind the root */
    uint32_t first_wins;
} jt_equal_side;

/* Numbers are equal by their exact decimal value, texts after unescaping, objects when the members
 * that count are; with key_order these must also come in the same order, a repeated key where it
 * comes first. scratch is 8-byte aligned. Linear in the sizes of both documents. */
jt_equality jt_equal(const jt_equal_side *a, const jt_equal_side *b, bool key_order, void *scratch,
                     size_t scratch_nbytes);

#endif
