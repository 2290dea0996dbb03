/* Reading a file or standard input, whole, into the command's block of memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

enum { READ_NBYTES = 1 << 20 };

const char *input_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

/* WASI knows no current directory. Where the host preopened the folder itself, a relative path
 * works as it is; otherwise it starts from the folder that PWD names. */
static int open_file(const char *path) {
    const int fd = open(path, O_RDONLY);
    const char *const folder = getenv("PWD");
    if (fd >= 0 || path[0] == '/' || folder == NULL) return fd;

    char absolute[4096];
    const int nbytes = snprintf(absolute, sizeof absolute, "%s/%s", folder, path);
    if (nbytes < 0 || (size_t)nbytes >= sizeof absolute) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(absolute, O_RDONLY);
}

static void show_progress(size_t nbytes, size_t total_nbytes) {
    fprintf(stderr, "\r%zu MB", nbytes / 1000000);
    if (total_nbytes) {
        fprintf(stderr, " of %zu MB (%d%%)", total_nbytes / 1000000,
                (int)(100.0 * (double)nbytes / (double)total_nbytes));
    }
}

static bool read_all(int fd, const char *name, bool progress, size_t *nbytes) {
    struct stat status;
    const bool is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    if (is_file && (unsigned long long)status.st_size >= SIZE_MAX) {
        message("%s: too large: %lld bytes", name, (long long)status.st_size);
        return false;
    }
    const size_t total = is_file ? (size_t)status.st_size : 0;

    /* One byte more than the file holds, so that its end shows without growing. */
    size_t capacity = block_reserve(total + 1);
    uint8_t *const bytes = block_start();
    size_t n = 0, shown = 0;
    while (capacity) {
        const size_t room = capacity - n;
        const ssize_t got = read(fd, bytes + n, room < READ_NBYTES ? room : READ_NBYTES);
        if (got < 0 && (errno == EAGAIN ? wait_ready(fd, false) : errno == EINTR)) continue;
        if (got < 0) {
            message("%s: cannot be read: %s", name, strerror(errno));
            return false;
        }
        n += (size_t)got;
        if (progress && (n - shown >= 16 * READ_NBYTES || got == 0)) {
            show_progress(n, total);
            shown = n;
        }
        if (got == 0) {
            if (progress) fputc('\n', stderr);
            *nbytes = n;
            return true;
        }
        if (n == capacity) capacity = block_reserve(capacity + 1);
    }
    message("%s: not enough memory after %zu bytes", name, n);
    return false;
}

bool input_read(const char *path, const settings *settings, const uint8_t **bytes, size_t *nbytes) {
    const bool is_stdin = strcmp(path, "-") == 0;
    const int fd = is_stdin ? STDIN_FILENO : open_file(path);
    if (fd < 0) {
        message("%s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    *bytes = block_start();
    const bool complete = read_all(fd, input_name(path), settings->progress, nbytes);
    if (!is_stdin) close(fd);
    return complete;
}
