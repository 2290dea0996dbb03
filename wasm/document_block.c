/* Documents of a stream; see document_block.h. */
#include "document_block.h"

#include "memory.h"

enum { BLOCK_ALIGNMENT = 8, ROOM_NBYTES = 65536 };

static jt_parser parser;

static uint8_t *align(uint8_t *p) {
    const uintptr_t mask = BLOCK_ALIGNMENT - 1;
    return (uint8_t *)(((uintptr_t)p + mask) & ~mask);
}

static uint32_t *tape_of(document_block *block) {
    return (uint32_t *)(uintptr_t)((uint8_t *)block + block->tape_at);
}

/* The header and the frames; NULL where there is no memory. */
static document_block *begin(block_writer *writer, const block_source *source, jt_code code) {
    const size_t path_nbytes = source->nframes * sizeof(jt_reader_frame);
    uint8_t *const start = align(writer->next);
    if (!reach((uint64_t)(uintptr_t)start + sizeof(document_block) + path_nbytes + ROOM_NBYTES)) {
        return NULL;
    }
    document_block *const block = (document_block *)(uintptr_t)start;
    *block = (document_block){.code = code,
                              .path_at = sizeof *block,
                              .path_nsteps = source->nframes,
                              .tape_at = sizeof *block + path_nbytes,
                              .start = source->start};
    if (path_nbytes) memcpy(block + 1, source->frames, path_nbytes);
    return block;
}

/* The source behind the tape; false where there is no memory. */
static bool finish(block_writer *writer, document_block *block, const uint8_t *text,
                   size_t nbytes) {
    uint8_t *const copy = (uint8_t *)(tape_of(block) + block->tape_nwords);
    if (!reach((uint64_t)(uintptr_t)copy + nbytes)) return false;
    if (nbytes) memcpy(copy, text, nbytes);
    block->source_at = (uint32_t)(copy - (uint8_t *)block);
    block->source_nbytes = nbytes;
    writer->next = align(copy + nbytes);
    block->nbytes = (uint32_t)(writer->next - (uint8_t *)block);
    return true;
}

bool block_note(block_writer *writer, const block_source *source, jt_code code) {
    document_block *const block = begin(writer, source, code);
    if (!block || !finish(writer, block, NULL, 0)) return false;
    block->source_nbytes = source->nbytes;
    return true;
}

static size_t words_from(const uint32_t *tape) {
    return (memory_end() - (uintptr_t)tape) / WORD_NBYTES;
}

jt_code block_parse(block_writer *writer, const block_source *source, uint32_t options,
                    uint32_t max_depth, size_t *end_nbytes) {
    document_block *const block = begin(writer, source, JT_OK);
    if (!block) return JT_NO_MEMORY;
    uint32_t *const tape = tape_of(block);
    jt_parser_init(&parser, source->text, source->nbytes, writer->options | options, max_depth);
    jt_code code;
    while ((code = jt_parse(&parser, tape, words_from(tape))) == JT_TAPE_FULL) {
        if (!grow()) return JT_NO_MEMORY;
    }
    *end_nbytes = parser.error_offset;
    if (code != JT_OK) return code;
    *end_nbytes = writer->document_nbytes_max;
    if (parser.source_nbytes > writer->document_nbytes_max) return JT_DOCUMENT_TOO_LARGE;
    *end_nbytes = parser.source_nbytes;
    block->tape_nwords = parser.tape_nwords;
    return finish(writer, block, source->text, parser.source_nbytes) ? JT_OK : JT_NO_MEMORY;
}

bool block_error(block_writer *writer, const block_source *source, jt_code code, size_t offset) {
    document_block *const block = begin(writer, source, code);
    if (!block) return false;
    jt_place error = source->start;
    jt_place_advance_to(&error, source->text, source->text + offset);
    block->error = error;
    if (code != JT_DOCUMENT_TOO_LARGE) {
        const size_t nsteps = jt_parser_path(&parser, tape_of(block), NULL, 0);
        const size_t nwords = nsteps * sizeof(jt_path_step) / WORD_NBYTES;
        uint32_t *const steps = tape_of(block) + parser.next;
        if (!reach((uint64_t)(uintptr_t)(steps + nwords))) return false;
        jt_parser_path(&parser, tape_of(block), (jt_path_step *)steps, nsteps);
        block->tape_at += parser.next * WORD_NBYTES;
        block->tape_nwords = nwords;
    }
    return finish(writer, block, source->text, source->nbytes);
}
