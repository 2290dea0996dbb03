/* What the native tests share: checks that count and go on, a seeded generator, and memory that
 * ends (or begins) at a page that must not be touched, so that one byte too far is a crash.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Not every test needs every helper. */
#define CHECK_HELPER static inline __attribute__((unused))

typedef struct check_counts {
    uint64_t passed;
    uint64_t failed;
} check_counts;

enum { CHECK_REPORTS_MAX = 20 };

/* Writes bytes the way C would spell them, at most about 120 of them. */
CHECK_HELPER void check_print(const uint8_t *bytes, size_t nbytes) {
    fputc('"', stderr);
    for (size_t i = 0; i < nbytes && i < 120; i++) {
        if (bytes[i] >= 0x20 && bytes[i] < 0x7f) {
            fputc(bytes[i], stderr);
        } else {
            fprintf(stderr, "\\x%02x", bytes[i]);
        }
    }
    fprintf(stderr, "\"%s (%zu bytes)\n", nbytes > 120 ? "..." : "", nbytes);
}

/* Counts a check; where it fails says which one and for which input. */
#define CHECK(counts, condition, bytes, nbytes, ...)                                  \
    do {                                                                              \
        if (condition) {                                                              \
            (counts)->passed++;                                                       \
        } else if ((counts)->failed++ < CHECK_REPORTS_MAX) {                          \
            fprintf(stderr, "%s:%d: not true: %s; ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                                             \
            fputs(": ", stderr);                                                      \
            check_print(bytes, nbytes);                                               \
        }                                                                             \
    } while (0)

/* Says how it went; the process's exit status. */
CHECK_HELPER int check_result(const check_counts *counts) {
    printf("%llu checks, %llu failed\n", (unsigned long long)(counts->passed + counts->failed),
           (unsigned long long)counts->failed);
    return counts->failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* xorshift64*: any seed but 0. */
typedef struct check_random {
    uint64_t state;
} check_random;

CHECK_HELPER uint64_t check_next(check_random *random) {
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545f4914f6cdd1du;
}

/* A number below n, which is not 0. */
CHECK_HELPER uint32_t check_below(check_random *random, uint32_t n) {
    return (uint32_t)((check_next(random) >> 32) * n >> 32);
}

/* Room for `nbytes` bytes between two pages that must not be touched; under wasm only what lies
 * behind it must not, since it is the end of memory. */
typedef struct check_guarded {
    uint8_t *first;
    uint8_t *behind;
} check_guarded;

#ifdef __wasm__

CHECK_HELPER check_guarded check_guard(size_t nbytes) {
    const size_t page = 65536;
    const size_t npages = __builtin_wasm_memory_grow(0, (nbytes + page - 1) / page);
    if (npages == SIZE_MAX) exit(EXIT_FAILURE);
    return (check_guarded){(uint8_t *)(npages * page),
                           (uint8_t *)(__builtin_wasm_memory_size(0) * page)};
}

CHECK_HELPER void check_unguard(check_guarded guarded) { (void)guarded; }

#else

CHECK_HELPER check_guarded check_guard(size_t nbytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t room = (nbytes + page - 1) / page * page;
    uint8_t *const map = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("mmap");
        exit(EXIT_FAILURE);
    }
    return (check_guarded){map + page, map + page + room};
}

CHECK_HELPER void check_unguard(check_guarded guarded) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(guarded.first - page, (size_t)(guarded.behind - guarded.first) + 2 * page);
}

#endif

/* A copy that ends at the page behind the room. */
CHECK_HELPER uint8_t *check_place_last(check_guarded guarded, const void *bytes, size_t nbytes) {
    uint8_t *const place = guarded.behind - nbytes;
    if (nbytes) memcpy(place, bytes, nbytes);
    return place;
}

#endif
