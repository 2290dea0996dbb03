/* What time.c times: every subject is a program of its own. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the document, and the arguments of the command line behind it. */
bool subject_open(const uint8_t *document, size_t document_nbytes, char **arguments);

/* What has to be done before every run and is not timed. */
void subject_reset(void);

bool subject_run(void);

/* The bytes of a file, to be freed; NULL where there is none. */
uint8_t *read_file(const char *path, size_t *nbytes);

#ifdef __cplusplus
}
#endif

#endif
