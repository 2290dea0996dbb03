/* libFuzzer target of the CBOR reader, and of the way from its tape back to CBOR.
 *
 * The first byte of the input is the mode and whether it is a sequence, the second the depth limit.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cbor_from_tape.h"
#include "cbor_read.h"

enum { NMODES = 5, WHOLE_NWORDS = 1 << 16, STEP_NWORDS = 18 };

static void check(bool condition) {
    if (!condition) abort();
}

typedef struct outcome {
    jt_code code;
    size_t error_offset;
    uint32_t *tape;
    size_t tape_nwords;
} outcome;

static jt_parser parser;

/* Reads a copy of just that size into a tape that grows by `step` words. */
static outcome read_item(const uint8_t *item, size_t nbytes, jt_cbor_mode mode, bool sequence,
                         uint32_t max_depth, size_t step) {
    uint8_t *const source = malloc(nbytes ? nbytes : 1);
    check(source != NULL);
    if (nbytes) memcpy(source, item, nbytes);
    outcome result = {JT_TAPE_FULL, 0, NULL, 0};
    jt_cbor_parser_init(&parser, source, nbytes, mode, sequence, max_depth);
    for (size_t nwords = step; result.code == JT_TAPE_FULL; nwords += step) {
        result.tape = realloc(result.tape, nwords * sizeof(uint32_t));
        check(result.tape != NULL);
        result.code = jt_cbor_parse(&parser, result.tape, nwords);
    }
    if (result.code == JT_OK) {
        result.tape_nwords = parser.tape_nwords;
    } else {
        result.error_offset = parser.error_offset;
        check(result.error_offset <= nbytes);
    }
    free(source);
    return result;
}

static bool grow(jt_cbor_writer *writer, unsigned block, size_t nbytes) {
    void *const start = realloc(writer->blocks[block].start, nbytes);
    if (!start) return false;
    writer->blocks[block] = (jt_cbor_block){start, nbytes};
    return true;
}

typedef struct bytes {
    uint8_t *start;
    size_t nbytes;
} bytes;

/* What a tape is written as; NULL where the mode has an objection. */
static bytes write_tape(const uint8_t *source, const uint32_t *tape, jt_cbor_mode mode) {
    jt_cbor_writer writer;
    const jt_cbor_block none[JT_CBOR_NBLOCKS] = {{NULL, 0}};
    check(jt_cbor_writer_init(&writer, mode, 0, UINT32_MAX, 1, grow, none) == JT_OK);
    const jt_code code = jt_cbor_from_tape(&writer, source, tape, tape[JT_TAPE_H_ROOT]);
    for (unsigned block = JT_CBOR_BLOCK_FRAMES; block < JT_CBOR_NBLOCKS; block++) {
        free(writer.blocks[block].start);
    }
    if (code == JT_OK) return (bytes){writer.bytes, writer.nbytes};
    free(writer.bytes);
    return (bytes){NULL, 0};
}

/* What is written is what the mode wants to read, and is written again as it is. */
static void check_written(const uint8_t *item, const uint32_t *tape, jt_cbor_mode mode) {
    const bytes written = write_tape(item, tape, mode);
    if (!written.start) return;
    const outcome again =
        read_item(written.start, written.nbytes, mode, false, UINT32_MAX, WHOLE_NWORDS);
    /* Text that is not UTF-8 was let through. */
    check(again.code == JT_OK || again.code == JT_INVALID_UTF8 || again.code == JT_DUPLICATE_KEY);
    if (again.code == JT_OK) {
        const bytes rewritten = write_tape(written.start, again.tape, mode);
        check(rewritten.start && rewritten.nbytes == written.nbytes &&
              memcmp(rewritten.start, written.start, written.nbytes) == 0);
        free(rewritten.start);
    }
    free(again.tape);
    free(written.start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t nbytes);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t nbytes) {
    if (nbytes < 2) return 0;
    const jt_cbor_mode mode = (jt_cbor_mode)(data[0] % NMODES);
    const bool sequence = data[0] & 0x80;
    const uint32_t max_depth = data[1];
    const uint8_t *const item = data + 2;
    nbytes -= 2;
    const outcome whole = read_item(item, nbytes, mode, sequence, max_depth, WHOLE_NWORDS);
    const outcome grown = read_item(item, nbytes, mode, sequence, max_depth, STEP_NWORDS);
    check(whole.code == grown.code && whole.error_offset == grown.error_offset);
    check(whole.tape_nwords == grown.tape_nwords);
    if (whole.code == JT_OK) {
        check(memcmp(whole.tape, grown.tape, whole.tape_nwords * sizeof(uint32_t)) == 0);
        for (int other = 0; other < NMODES; other++) {
            check_written(item, whole.tape, (jt_cbor_mode)other);
        }
    } else {
        /* What lies before an error is an item, or the beginning of one. */
        const outcome beginning =
            read_item(item, whole.error_offset, mode, sequence, max_depth, WHOLE_NWORDS);
        check(beginning.code == JT_OK ||
              (beginning.code == JT_TRUNCATED && beginning.error_offset == whole.error_offset));
        free(beginning.tape);
    }
    free(whole.tape);
    free(grown.tape);
    return 0;
}
