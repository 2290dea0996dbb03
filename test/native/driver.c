/* Runs documents from a file through the core and writes all that came of them to another file,
 * for test/differential to compare with other builds: driver INPUT OUTPUT.
 *
 * Both files are sequences of little-endian 32-bit words and bytes:
 *   input   length, options, max_depth, length bytes
 *   output  code, error offset, line, column, byte in line, path steps, tape words, then three
 *           words for each step, then the tape; all 0 that does not apply
 *
 * Each document lies right before the end of its memory (a page that must not be touched, where
 * there are such) and is parsed a second time into a tape of just the size it needs.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsontape.h"

#if !defined(__wasm__)
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { STEPS_MAX = 2048, FIRST_NWORDS = 64 };

static void fail(const char *what) {
    fprintf(stderr, "driver: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *grow(void *memory, size_t nbytes) {
    void *const grown = realloc(memory, nbytes ? nbytes : 1);
    if (!grown) fail("not enough memory");
    return grown;
}

/* Room whose last byte is the last that may be read. */
typedef struct room {
    uint8_t *first;
    size_t nbytes;
} room;

static room make_room(size_t nbytes) {
#if defined(__wasm__)
    return (room){grow(NULL, nbytes), nbytes};
#else
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    nbytes = (nbytes + page - 1) / page * page;
    uint8_t *const map =
        mmap(NULL, nbytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + nbytes, page, PROT_NONE) != 0) fail("mmap");
    return (room){map, nbytes};
#endif
}

static void free_room(room old) {
#if defined(__wasm__)
    free(old.first);
#else
    if (old.first) munmap(old.first, old.nbytes + (size_t)sysconf(_SC_PAGESIZE));
#endif
}

static bool read_words(FILE *input, uint32_t *words, size_t nwords) {
    return fread(words, sizeof words[0], nwords, input) == nwords;
}

static void write_words(FILE *output, const uint32_t *words, size_t nwords) {
    if (fwrite(words, sizeof words[0], nwords, output) != nwords) fail("cannot write");
}

/* Parses with a tape that grows; then again, if it is a document, into one of the exact size. */
static jt_code parse(jt_parser *parser, uint32_t **tape, const uint8_t *source,
                     const uint32_t *header) {
    jt_parser_init(parser, source, header[0], header[1], header[2]);
    size_t nwords = FIRST_NWORDS;
    jt_code code;
    for (;;) {
        *tape = grow(*tape, nwords * sizeof(uint32_t));
        code = jt_parse(parser, *tape, nwords);
        if (code != JT_TAPE_FULL) break;
        nwords += nwords / 2;
    }
    return code;
}

static void check_whole_tape(jt_parser *parser, const uint32_t *tape, const uint8_t *source,
                             const uint32_t *header) {
    const size_t nwords = parser->tape_nwords;
    size_t room_nwords = nwords;
    uint32_t *whole = NULL;
    jt_parser_init(parser, source, header[0], header[1], header[2]);
    jt_code code = JT_TAPE_FULL;
    while (code == JT_TAPE_FULL) {
        whole = grow(whole, room_nwords * sizeof(uint32_t));
        code = jt_parse(parser, whole, room_nwords);
        room_nwords += 16;
    }
    if (code != JT_OK || parser->tape_nwords != nwords ||
        memcmp(whole, tape, nwords * sizeof(uint32_t)) != 0) {
        fail("a tape that grew is not the tape that had room");
    }
    free(whole);
}

int main(int argc, char **argv) {
    if (argc != 3) fail("usage: driver INPUT OUTPUT");
    FILE *const input = fopen(argv[1], "rb");
    FILE *const output = fopen(argv[2], "wb");
    if (!input || !output) fail("cannot open the files");

    jt_parser *const parser = grow(NULL, sizeof(jt_parser));
    jt_path_step *const steps = grow(NULL, STEPS_MAX * sizeof(jt_path_step));
    uint32_t *tape = NULL;
    room memory = {NULL, 0};
    uint32_t header[3];
    while (read_words(input, header, 3)) {
        const size_t nbytes = header[0];
#if defined(__wasm__)
        const bool fits = false; /* each document in an allocation of its own size */
#else
        const bool fits = memory.first && nbytes <= memory.nbytes;
#endif
        if (!fits) {
            free_room(memory);
            memory = make_room(nbytes ? nbytes : 1);
        }
        uint8_t *const source = memory.first + memory.nbytes - nbytes;
        if (fread(source, 1, nbytes, input) != nbytes) fail("the input is cut");

        const jt_code code = parse(parser, &tape, source, header);
        uint32_t result[7] = {(uint32_t)code};
        if (code == JT_OK) {
            result[6] = (uint32_t)parser->tape_nwords;
            check_whole_tape(parser, tape, source, header);
        } else {
            const jt_position position = jt_position_at(source, nbytes, parser->error_offset);
            result[1] = (uint32_t)parser->error_offset;
            result[2] = (uint32_t)position.line;
            result[3] = (uint32_t)position.column;
            result[4] = (uint32_t)position.byte_in_line;
            result[5] = (uint32_t)jt_parser_path(parser, tape, steps, STEPS_MAX);
        }
        write_words(output, result, 7);
        const size_t nsteps = result[5] < STEPS_MAX ? result[5] : STEPS_MAX;
        write_words(output, &steps->is_key, nsteps * 3);
        write_words(output, tape, result[6]);
    }
    if (fclose(output) != 0) fail("cannot write");
    fclose(input);
    free_room(memory);
    free(tape);
    free(steps);
    free(parser);
    return EXIT_SUCCESS;
}
