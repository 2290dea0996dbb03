/* The boundary of the line formats in js/split.js: documents between delimiters. */
#include "document_block.h"
#include "find_byte.h"
#include "memory.h"
#include "whitespace.h"

enum { RECORD_SEPARATOR = 0x1e };

/* What JavaScript gives and takes. */
typedef struct line_split {
    uint32_t options;
    uint32_t max_depth;
    uint32_t document_nbytes_max;
    uint32_t delimiter; /* LF or RECORD_SEPARATOR */
    uint32_t drops;     /* the text up to the first delimiter is the rest of what was too large */
    uint32_t stops;     /* at the first error */
    uint32_t nbytes;    /* of the blocks that were written */
    uint32_t padding;
    jt_place at; /* where the text stands in the stream; then behind it */
} line_split;

/* Whether a text that ends with a number or literal may have been cut: RFC 7464, section 2.4. */
static bool may_be_cut(const line_split *split, const block_source *source) {
    const uint8_t last = source->text[source->nbytes - 1];
    return split->delimiter == RECORD_SEPARATOR && last != '}' && last != ']' && last != '"' &&
           !jt_is_whitespace(last);
}

/* What a document comes to; *offset is set to where an error is. */
static jt_code read_document(const line_split *split, block_writer *writer,
                             const block_source *source, size_t *offset) {
    if (source->nbytes > split->document_nbytes_max) { /* no need to read it */
        *offset = split->document_nbytes_max;
        return JT_DOCUMENT_TOO_LARGE;
    }
    const bool is_first = source->start.offset == 0;
    if (is_first && split->delimiter == RECORD_SEPARATOR) {
        *offset = 0;
        return JT_UNEXPECTED_BYTE; /* something stands before the first separator */
    }
    if (may_be_cut(split, source)) {
        *offset = source->nbytes;
        return JT_UNEXPECTED_END;
    }
    /* A byte order mark can only be at the very start. */
    const uint32_t options = is_first ? 0 : JT_BOM_ERROR;
    const jt_code code = block_parse(writer, source, options, split->max_depth, offset);
    return code == JT_BOM && !is_first ? JT_UNEXPECTED_BYTE : code;
}

/* Writes a block for each document of a text that holds whole ones. JT_OK or JT_NO_MEMORY. */
EXPORT(split_lines)
jt_code split_lines(line_split *split, const uint8_t *text, size_t nbytes, uint8_t *blocks) {
    block_writer writer = {blocks, split->options, split->document_nbytes_max};
    const uint8_t *const end = text + nbytes;
    jt_place at = split->at;
    bool drops = split->drops;
    jt_code code = JT_OK;
    for (const uint8_t *p = text; p != end && (code == JT_OK || !split->stops);) {
        const uint8_t *const stop = jt_find_byte(p, end, (uint8_t)split->delimiter);
        const block_source source = {.start = at, .text = p, .nbytes = (size_t)(stop - p)};
        if (!drops && jt_whitespace_skip(p, stop) != stop) {
            size_t offset;
            code = read_document(split, &writer, &source, &offset);
            if (code == JT_TRAILING_CONTENT && split->stops) {
                /* What comes before the error that ends the stream counts. */
                size_t ignored;
                block_parse(&writer, &source, JT_PREFIX, split->max_depth, &ignored);
            }
            if (code == JT_NO_MEMORY) return code;
            if (code && !block_error(&writer, &source, code, offset)) return JT_NO_MEMORY;
        }
        drops = false;
        const uint8_t *const behind = stop == end ? end : stop + 1;
        jt_place_advance(&at, p, behind);
        p = behind;
    }
    split->at = at;
    split->nbytes = (uint32_t)(writer.next - blocks);
    return JT_OK;
}
