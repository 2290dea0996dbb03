/* Times a subject: `NAME FILE MILLISECONDS [ARGUMENT...]` runs it on the document in a file for so
 * long, once to get warm and once more, and prints the nanoseconds that a run took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "subject.h"

uint8_t *read_file(const char *path, size_t *nbytes) {
    FILE *const file = fopen(path, "rb");
    if (!file) return NULL;
    uint8_t *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        *nbytes = (size_t)ftell(file);
        rewind(file);
        bytes = malloc(*nbytes + 1);
        if (bytes && fread(bytes, 1, *nbytes, file) != *nbytes) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* What two calls of now_ns cost at least. */
static double measure_clock(void) {
    double least = 1e9;
    for (int i = 0; i < 1000; i++) {
        const double begin = now_ns();
        const double ns = now_ns() - begin;
        if (ns < least) least = ns;
    }
    return least;
}

/* The mean over runs that take `ns` together; below zero if one failed. */
static double time_runs(double ns) {
    const double clock_ns = measure_clock();
    double spent = 0;
    double nruns = 0;
    do {
        subject_reset();
        const double begin = now_ns();
        if (!subject_run()) return -1;
        spent += now_ns() - begin - clock_ns;
        nruns++;
    } while (spent < ns);
    return spent / nruns;
}

int main(int argc, char **argv) {
    if (argc < 3) return EXIT_FAILURE;
    size_t nbytes;
    uint8_t *const document = read_file(argv[1], &nbytes);
    if (!document || !subject_open(document, nbytes, argv + 3)) return EXIT_FAILURE;
    const double ns = atof(argv[2]) * 1e6;
    const double warm_ns = time_runs(ns);
    const double run_ns = time_runs(ns);
    free(document);
    if (warm_ns < 0 || run_ns < 0) return EXIT_FAILURE;
    printf("%.1f\n", run_ns);
    return EXIT_SUCCESS;
}
