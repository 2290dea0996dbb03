/* The wasm module's memory, and the only place that grows it. */
#ifndef MEMORY_H
#define MEMORY_H

#include "jsontape.h"
#include "vector.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    PAGE_NBYTES = 65536,
    PAGES_MAX = 65536,
    GROWTH_PARTS = 8, /* memory grows by at least this part of itself */
    ALIGNMENT = 16
};

extern uint8_t __heap_base; /* the linker's: the first byte behind the static data */

/* Of the last document: see exports.c. */
extern jt_parser parser;

/* Where scratch memory starts. */
JT_INLINE uint8_t *memory_start(void) {
    return (uint8_t *)(((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

/* The end of usable memory. The last bytes of 4 GiB stay unused, so that the address behind any
 * buffer is a number of 32 bits. */
JT_INLINE uintptr_t memory_end(void) {
    const size_t npages = __builtin_wasm_memory_size(0);
    return npages < PAGES_MAX ? npages * PAGE_NBYTES : (uintptr_t)0 - ALIGNMENT;
}

JT_INLINE bool grow_to(size_t npages) {
    const size_t now = __builtin_wasm_memory_size(0);
    return npages <= now || __builtin_wasm_memory_grow(0, npages - now) != SIZE_MAX;
}

/* Makes memory reach `end`, which may be beyond what there can be. */
JT_INLINE bool reach(uint64_t end) {
    if (end > (uintptr_t)0 - ALIGNMENT) return false;
    return grow_to((size_t)((end + PAGE_NBYTES - 1) / PAGE_NBYTES));
}

/* Adds a part of what there is, so that growing often is no slower than growing once; where that
 * is too much, one page. */
JT_INLINE bool grow(void) {
    const size_t now = __builtin_wasm_memory_size(0);
    const size_t most = now + now / GROWTH_PARTS;
    return (most > now && most <= PAGES_MAX && grow_to(most)) || grow_to(now + 1);
}

#endif
