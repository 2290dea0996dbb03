/* Relative paths where there is no current directory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"

const char *path_from_folder(const char *path, char *absolute, size_t nbytes) {
    const char *const folder = getenv("PWD");
    if (path[0] == '/' || folder == NULL) return NULL;
    const int length = snprintf(absolute, nbytes, "%s/%s", folder, path);
    if (length >= 0 && (size_t)length < nbytes) return absolute;
    errno = ENAMETOOLONG;
    return NULL;
}
