/* Growing; see memory.h. */
#include "memory.h"

enum {
    PAGE_NBYTES = 65536,
    PAGES_MAX = 65536,
    GROWTH_PARTS = 8 /* memory grows by at least this part of itself */
};

uintptr_t memory_end(void) {
    const size_t npages = __builtin_wasm_memory_size(0);
    return npages < PAGES_MAX ? npages * PAGE_NBYTES : (uintptr_t)0 - MEMORY_ALIGNMENT;
}

static bool grow_to(size_t npages) {
    const size_t now = __builtin_wasm_memory_size(0);
    return npages <= now || __builtin_wasm_memory_grow(0, npages - now) != SIZE_MAX;
}

bool memory_reach(uint64_t end) {
    if (end > (uintptr_t)0 - MEMORY_ALIGNMENT) return false;
    return grow_to((size_t)((end + PAGE_NBYTES - 1) / PAGE_NBYTES));
}

bool memory_grow(void) {
    const size_t now = __builtin_wasm_memory_size(0);
    const size_t most = now + now / GROWTH_PARTS;
    return (most > now && most <= PAGES_MAX && grow_to(most)) || grow_to(now + 1);
}
