/* The browser module's memory: scratch space for one call at a time, and what grows it. */
#ifndef JSONTAPE_MEMORY_H
#define JSONTAPE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MEMORY_ALIGNMENT = 16 };

/* The end of usable memory. The last bytes of 4 GiB stay unused, so that the address behind any
 * buffer is a number of 32 bits. */
uintptr_t memory_end(void);

/* Makes memory reach `end`, which may be beyond what there can be; false: it cannot. */
bool memory_reach(uint64_t end);

/* Adds a part of what there is, so that growing often is no slower than growing once; where that
 * is too much, one page. */
bool memory_grow(void);

#endif
