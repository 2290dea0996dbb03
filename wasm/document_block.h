/* Documents of a stream as js/split.js takes them: one block each, one behind the other. */
#ifndef JT_WASM_DOCUMENT_BLOCK_H
#define JT_WASM_DOCUMENT_BLOCK_H

#include "piece.h"

/* Values of a block's code besides JT_OK and errors of the document. */
enum {
    BLOCK_STARTS = JT_MORE_INPUT, /* a document that the piece's end cuts */
    BLOCK_ENDS = JT_END           /* the end of that, in a later piece: before `source_nbytes` */
};

typedef struct document_block {
    uint32_t nbytes; /* of the block, this header included */
    uint32_t code;
    uint32_t path_at; /* the frames that lead to the document; from the block's start, in bytes */
    uint32_t path_nsteps;
    uint32_t tape_at; /* the tape; of an error its jt_path_steps */
    uint32_t tape_nwords;
    uint32_t source_at; /* a copy of the source */
    uint32_t source_nbytes;
    jt_place start;
    jt_place error; /* after an error */
} document_block;

/* Where blocks are written: from `next` on, as far as memory can grow. */
typedef struct block_writer {
    uint8_t *next;
    uint32_t options;
    size_t document_nbytes_max;
} block_writer;

/* A document and where in the stream it is. */
typedef struct block_source {
    jt_place start;
    const jt_reader_frame *frames; /* that lead to it */
    uint32_t nframes;
    const uint8_t *text;
    size_t nbytes;
} block_source;

/* Writes a block without a document; false where there is no memory. */
bool block_note(block_writer *writer, const block_source *source, jt_code code);

/* Parses a document into a block; with JT_PREFIX it may end before nbytes. Nothing is written
 * unless JT_OK. JT_NO_MEMORY, or what the parse came to. *end_nbytes is set to the document's
 * length or to the offset of the error. */
jt_code block_parse(block_writer *writer, const block_source *source, uint32_t options,
                    uint32_t max_depth, size_t *end_nbytes);

/* Writes a block that says what is wrong with a document: the one that was parsed last, unless
 * JT_DOCUMENT_TOO_LARGE. False where there is no memory. */
bool block_error(block_writer *writer, const block_source *source, jt_code code, size_t offset);

#endif
