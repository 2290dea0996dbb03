/* The boundary of js/reader.js: tokens by the piece. */
#include "memory.h"
#include "piece.h"

EXPORT(reader_init)
size_t reader_init(jt_reader *reader, uint32_t options, uint32_t max_depth) {
    jt_reader_init(reader, options | JT_CARRY_SHORT, max_depth, NULL);
    return sizeof *reader;
}

/* Writes the piece's tokens (see jt_reader_read_entries) behind the result; its output is their
 * words. */
EXPORT(read_tokens)
void read_tokens(jt_reader *reader, jt_reader_frame *frames, const uint8_t *text, size_t nbytes,
                 bool is_final, piece_result *result) {
    piece_begin(reader, frames, NULL, 0, text, nbytes, is_final);
    uint32_t *const entries = (uint32_t *)(uintptr_t)(result + 1);
    size_t nwords;
    const jt_code code = jt_reader_read_entries(reader, entries, &nwords);
    result->output = nwords;
    result->spans = nwords > 0 && entries[0] & JT_ENTRY_SPANS;
    result->spanned_nbytes = result->spans ? entries[0] >> 8 : 0;
    piece_end(reader, text, nbytes, code, result);
}
