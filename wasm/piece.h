/* A piece of a stream that a jt_reader reads, and what JavaScript is told of it (js/pieces.js). The
 * reader rests in JavaScript between two pieces, as bytes. */
#ifndef JT_WASM_PIECE_H
#define JT_WASM_PIECE_H

#include "json_reader.h"

typedef struct piece_result {
    uint32_t code; /* JT_MORE_INPUT, JT_END or an error */
    uint32_t open;
    uint32_t path_nsteps;    /* after an error */
    uint32_t is_partial;     /* the piece's end cuts a token */
    uint32_t spanned_nbytes; /* up to the end of the token that began before the piece and ends in
                              * it; 0: there is none that must be kept */
    uint32_t spans;          /* there is such a token */
    uint32_t ncontinued;     /* bytes at the start that go on with a UTF-8 sequence */
    uint32_t output;         /* words or bytes, as the caller says */
    jt_place end;            /* of the piece's end or, after an error, the error's */
    jt_place consumed;       /* behind the last token */
    jt_place partial;        /* of the first byte of the token that is cut */
} piece_result;

static inline void piece_begin(jt_reader *reader, jt_reader_frame *frames, uint8_t *carry,
                               size_t carry_nbytes, const uint8_t *text, size_t nbytes,
                               bool is_final) {
    jt_reader_move(reader, frames, carry, carry_nbytes);
    jt_reader_feed(reader, text, nbytes, is_final);
}

static inline void piece_end(jt_reader *reader, const uint8_t *text, size_t nbytes, jt_code code,
                             piece_result *result) {
    uint32_t ncontinued = 0;
    while (ncontinued < nbytes && (text[ncontinued] & 0xc0) == 0x80) ncontinued++;
    jt_reader_release(reader);
    result->code = code;
    result->open = reader->open;
    result->path_nsteps = reader->path_nsteps;
    result->is_partial = reader->partial != JT_TOKEN_NONE;
    result->ncontinued = ncontinued;
    result->end = reader->error ? reader->error_place : reader->place;
    result->consumed = jt_reader_place(reader);
    result->partial = reader->partial_place;
}

#endif
