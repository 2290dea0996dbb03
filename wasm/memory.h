/* The browser module's memory: the stack and the static data lie at its start, everything from
 * memory_start() on is the caller's until the next call. Only what is here grows it. */
#ifndef JT_WASM_MEMORY_H
#define JT_WASM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    PAGE_NBYTES = 65536,
    PAGES_MAX = 65536,
    GROWTH_PARTS = 8, /* memory grows by at least this part of itself */
    ALIGNMENT = 16,
    WORD_NBYTES = 4
};

extern uint8_t __heap_base; /* the linker's: the first byte behind the static data */

/* Where scratch memory starts. */
static inline uint8_t *memory_start(void) {
    return (uint8_t *)(((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
}

/* The end of usable memory. The last bytes of 4 GiB stay unused, so that the address behind any
 * buffer is a number of 32 bits. */
static inline uintptr_t memory_end(void) {
    const size_t npages = __builtin_wasm_memory_size(0);
    return npages < PAGES_MAX ? npages * PAGE_NBYTES : (uintptr_t)0 - ALIGNMENT;
}

static inline bool grow_to(size_t npages) {
    const size_t now = __builtin_wasm_memory_size(0);
    return npages <= now || __builtin_wasm_memory_grow(0, npages - now) != SIZE_MAX;
}

/* Makes memory reach `end`, which may be beyond what there can be. */
static inline bool reach(uint64_t end) {
    if (end > (uintptr_t)0 - ALIGNMENT) return false;
    return grow_to((size_t)((end + PAGE_NBYTES - 1) / PAGE_NBYTES));
}

/* Adds a part of what there is, so that growing often is no slower than growing once; where that
 * is too much, one page. */
static inline bool grow(void) {
    const size_t now = __builtin_wasm_memory_size(0);
    const size_t most = now + now / GROWTH_PARTS;
    return (most > now && most <= PAGES_MAX && grow_to(most)) || grow_to(now + 1);
}

#endif
