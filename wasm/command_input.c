/* Reading a file or standard input, whole, into the command's block of memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

enum { READ_NBYTES = 1 << 20, PATH_NBYTES = 4096 };

const char *input_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

static int open_file(const char *path) {
    const int fd = open(path, O_RDONLY);
    char absolute[PATH_NBYTES];
    if (fd >= 0 || !path_from_folder(path, absolute, sizeof absolute)) return fd;
    return open(absolute, O_RDONLY);
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
    size_t n = 0;
    while (capacity) {
        const size_t room = capacity - n;
        const ssize_t got = read(fd, bytes + n, room < READ_NBYTES ? room : READ_NBYTES);
        if (got < 0 && (errno == EAGAIN ? wait_ready(fd, false) : errno == EINTR)) continue;
        if (got < 0) {
            message("%s: cannot be read: %s", name, strerror(errno));
            return false;
        }
        n += (size_t)got;
        if (progress) progress_show(n, total, got == 0);
        if (got == 0) {
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
