/* Standard output, buffered, and waiting for standard input and output to be ready.
 *
 * Hosts make pipes non-blocking behind our back (Node's WASI does), where stdio would lose what
 * does not fit; so this writes by itself and waits. The first failure sticks: later output is
 * dropped and output_finish reports it.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

static uint8_t buffer[1 << 16];
static size_t buffered;
static int failure; /* errno of the first write that failed */

bool wait_ready(int fd, bool for_writing) {
    struct pollfd state = {.fd = fd, .events = for_writing ? POLLOUT : POLLIN};
    return poll(&state, 1, -1) >= 0 || errno == EINTR;
}

static void write_through(const uint8_t *bytes, size_t nbytes) {
    while (nbytes > 0 && !failure) {
        const ssize_t written = write(STDOUT_FILENO, bytes, nbytes);
        if (written >= 0) {
            bytes += written;
            nbytes -= (size_t)written;
        } else if (errno == EAGAIN ? !wait_ready(STDOUT_FILENO, true) : errno != EINTR) {
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

bool output_finish(void) {
    flush();
    /* A reader that has seen enough is no reason to speak. */
    if (failure && failure != EPIPE) {
        message("standard output cannot be written: %s", strerror(failure));
    }
    return !failure;
}
