/* The command's memory for input and tape: one block behind everything else, grown in place.
 *
 * The input comes first and the tape right behind it. Neither is moved when it grows, so a document
 * needs its own size and its tape's and nothing more; malloc would need both the old and the new
 * copy at each step. Between block_start and the last block_reserve nobody else may allocate.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "command.h"

enum { PAGE_NBYTES = 65536, ALIGNMENT = 16 };

static uint8_t *start;
static size_t size;

static bool grow(size_t nbytes) {
    const size_t rounded = (nbytes + PAGE_NBYTES - 1) / PAGE_NBYTES * PAGE_NBYTES;
    if (rounded < nbytes || rounded > (size_t)INTPTR_MAX) return false;
    if (sbrk((intptr_t)rounded) != start + size) return false;
    size += rounded;
    return true;
}

uint8_t *block_start(void) {
    uint8_t *const end = sbrk(0);
    if (start == NULL || start + size != end) { /* someone else allocated since the last time */
        const uintptr_t misaligned = (uintptr_t)end % ALIGNMENT;
        if (misaligned) sbrk((intptr_t)(ALIGNMENT - misaligned));
        start = sbrk(0);
        size = 0;
    }
    return start;
}

size_t block_reserve(size_t nbytes) {
    if (nbytes <= size) return size;
    const size_t missing = nbytes - size;
    return grow(missing + size / 8) || grow(missing) ? size : 0;
}
