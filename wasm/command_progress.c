/* A line on standard error that is written over and over: a bar, if it is known how much there is.
 */
#include <stdio.h>

#include "command.h"

enum { STEP_NBYTES = 1 << 24, BAR_WIDTH = 30 };

void progress_show(size_t nbytes, size_t total_nbytes, bool done) {
    static size_t shown;
    if (nbytes < shown) shown = 0; /* another input has begun */
    if (!done && nbytes - shown < STEP_NBYTES) return;
    shown = nbytes;
    fprintf(stderr, "\r%zu MB", nbytes / 1000000);
    if (total_nbytes) {
        const double part = (double)nbytes / (double)total_nbytes;
        const int filled = (int)(part * (int)BAR_WIDTH);
        char bar[BAR_WIDTH + 1];
        for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < filled ? '#' : '-';
        bar[BAR_WIDTH] = '\0';
        fprintf(stderr, " of %zu MB [%s] %d%%", total_nbytes / 1000000, bar, (int)(100 * part));
    }
    if (!done) return;
    fputc('\n', stderr);
    shown = 0;
}
