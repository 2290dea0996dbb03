/* What the parts of the WASI command share: settings, exit codes, and one function or two for each
 * part. The command reads its whole input into memory and looks at it through jsontape.h only.
 */
#ifndef JSONTAPE_COMMAND_H
#define JSONTAPE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "jsontape.h"

/* Exit codes. Of several inputs the highest one counts. */
enum { COMMAND_OK = 0, COMMAND_INVALID = 1, COMMAND_FAILED = 2 };

/* What the command line asked for. */
typedef struct settings {
    uint32_t parse_options; /* of jt_parser_init */
    uint32_t max_depth;
    bool progress;
    bool help;
    bool version;
    bool several;        /* inputs: results say which one they are about */
    bool ascii;          /* of texts that are written: escape what is not ASCII */
    uint32_t indent;     /* of `format`: spaces for each level */
    const char *output;  /* the file that is written; NULL: standard output */
    const char *pointer; /* of `get`, after pointer_split */
    size_t pointer_ntokens;
} settings;

/* An input once parsed. It stays valid until the next document_load. */
typedef struct document {
    const char *name; /* as messages name it */
    const uint8_t *source;
    size_t source_nbytes;
    const uint8_t *text; /* the part of the source that the tape is of */
    size_t text_nbytes;
    const uint32_t *tape;
    double seconds; /* what parsing took */
} document;

/* command_memory.c: one block at the end of memory that grows without moving. */

/* Starts the block anew; its first byte is 16-byte aligned. */
uint8_t *block_start(void);

/* Makes the block at least nbytes long, and longer while memory is plentiful; returns its length,
 * or 0 if there is not enough memory. */
size_t block_reserve(size_t nbytes);

/* command_input.c */

/* Reads a file, or standard input if path is "-", into the block. False: the reason was printed. */
bool input_read(const char *path, const settings *settings, const uint8_t **bytes, size_t *nbytes);

/* How messages call the input at path. */
const char *input_name(const char *path);

/* command_path.c */

/* WASI knows no current directory. Where the host preopened the folder itself, a relative path
 * works as it is; otherwise it starts from the folder that PWD names. Gives that path, or NULL
 * where there is none or it is too long. */
const char *path_from_folder(const char *path, char *absolute, size_t nbytes);

/* command_progress.c */

/* Shows on standard error how much has been read; total_nbytes 0: nobody knows of how much. Only
 * every so many bytes, and when it is done. */
void progress_show(size_t nbytes, size_t total_nbytes, bool done);

/* command_output.c */

/* From now on output goes to a file beside the one at path, which it replaces when all went well.
 * False: the reason was printed. */
bool output_open(const char *path);

/* Writes to the output, buffered; as printf for at most 255 bytes. */
void output_write(const void *bytes, size_t nbytes);
void output_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether a write failed; everything after it is dropped. */
bool output_failed(void);

/* Writes what is buffered. False if that or an earlier write failed; the reason was printed unless
 * it is that nobody reads any more. A file is put in its place if `complete`, and removed if not or
 * after a failure. */
bool output_finish(bool complete);

/* After EAGAIN: waits until there is something to read, or room to write. */
bool wait_ready(int fd, bool for_writing);

/* command_document.c */

/* Reads and parses; unless it gives COMMAND_OK, the reason was printed. */
int document_load(const char *path, const settings *settings, document *document);

/* Parses the part of the source that starts at `from`, into the memory behind the source. */
jt_code document_parse(document *document, const settings *settings, size_t from, size_t nbytes,
                       size_t *error_offset);

/* Prints why; the exit code. */
int document_report(const document *document, jt_code code, size_t error_offset);

/* command_options.c */

/* Takes the options out of arguments[0..n), puts what they say into settings, and leaves the
 * operands at the front. Returns how many there are, or -1 and prints why a mistake is one. */
int options_read(int n, char **arguments, settings *settings);

/* Prints a line for each option. */
void options_help(void);

/* command_message.c: everything that goes to standard error. */

/* "jsontape: " and a line, as printf. */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "NAME:LINE:COLUMN: what is wrong [code]", then the line of the source with a caret below. */
void message_at(const char *name, const char *text, const char *code, const uint8_t *source,
                size_t source_nbytes, size_t offset);

/* The same with what there is to say about a code. */
void message_syntax_error(const char *name, jt_code code, const uint8_t *source,
                          size_t source_nbytes, size_t offset);

/* The candidate that is closest to what was typed, or NULL if none is close. next gives the
 * candidates in turn, NULL after the last. */
const char *message_closest(const char *typed, const char *(*next)(size_t index));

/* command_get.c */

/* Splits an RFC 6901 pointer in place into NUL-terminated, unescaped tokens that follow each other.
 * Returns false if it is malformed. */
bool pointer_split(char *pointer, size_t *ntokens);

int get_run(const document *document, const settings *settings);

/* command_format.c */
int format_run(const document *document, const settings *settings);
int minify_run(const document *document, const settings *settings);
int canonical_run(const document *document, const settings *settings);

/* The elements of an array, or the values of an input that has one on each line. */
int lines_run(const char *path, const settings *settings);

/* command_stats.c */
int stats_run(const document *document, const settings *settings);

#endif
