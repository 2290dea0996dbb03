/* The output, buffered: standard output, or a file that appears under its name only when it is
 * complete. And waiting for standard input and output to be ready.
 *
 * Hosts make pipes non-blocking behind our back (Node's WASI does), where stdio would lose what
 * does not fit; so this writes by itself and waits. The first failure sticks: later output is
 * dropped and output_finish reports it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

enum { PATH_NBYTES = 4096 };

static uint8_t buffer[1 << 16];
static size_t buffered;
static int failure; /* errno of the first write that failed */

static int output_fd = STDOUT_FILENO;
static char target_path[PATH_NBYTES]; /* empty: there is no file */
static char partial_path[PATH_NBYTES];

bool wait_ready(int fd, bool for_writing) {
    struct pollfd state = {.fd = fd, .events = for_writing ? POLLOUT : POLLIN};
    return poll(&state, 1, -1) >= 0 || errno == EINTR;
}

static bool create_partial(const char *path) {
    const int target = snprintf(target_path, sizeof target_path, "%s", path);
    const int partial = snprintf(partial_path, sizeof partial_path, "%s.partial", path);
    if (target < 0 || partial < 0 || (size_t)partial >= sizeof partial_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    const int fd = open(partial_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0) output_fd = fd;
    return fd >= 0;
}

bool output_open(const char *path) {
    /* Not the other way round: a file can be created in many a wrong folder. */
    char absolute[PATH_NBYTES];
    if (path_from_folder(path, absolute, sizeof absolute) && create_partial(absolute)) return true;
    if (create_partial(path)) return true;
    message("%s: cannot be written: %s", path, strerror(errno));
    target_path[0] = '\0';
    return false;
}

static void write_through(const uint8_t *bytes, size_t nbytes) {
    while (nbytes > 0 && !failure) {
        const ssize_t written = write(output_fd, bytes, nbytes);
        if (written >= 0) {
            bytes += written;
            nbytes -= (size_t)written;
        } else if (errno == EAGAIN ? !wait_ready(output_fd, true) : errno != EINTR) {
            failure = errno;
        }
    }
}

static void flush(void) {
    write_through(buffer, buffered);
    buffered = 0;
}

void output_write(const void *bytes, size_t nbytes) {
    if (nbytes > sizeof buffer - buffered) flush();
    if (nbytes > sizeof buffer) {
        write_through(bytes, nbytes);
    } else {
        memcpy(buffer + buffered, bytes, nbytes);
        buffered += nbytes;
    }
}

void output_print(const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    const int nbytes = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (nbytes > 0) {
        output_write(line, (size_t)nbytes < sizeof line ? (size_t)nbytes : sizeof line - 1);
    }
}

bool output_failed(void) { return failure != 0; }

/* Puts the file in its place, or removes it. */
static void finish_file(bool complete) {
    if (close(output_fd) != 0 && !failure) failure = errno;
    if (complete && !failure && rename(partial_path, target_path) != 0) failure = errno;
    if (!complete || failure) unlink(partial_path);
}

bool output_finish(bool complete) {
    const bool is_file = target_path[0] != '\0';
    flush();
    if (is_file) finish_file(complete);
    /* A reader that has seen enough is no reason to speak. */
    if (failure && failure != EPIPE) {
        message("%s cannot be written: %s", is_file ? target_path : "standard output",
                strerror(failure));
    }
    return !failure;
}
