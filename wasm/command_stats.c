/* jsontape stats: how large a document is, what it consists of, and how fast it was parsed.
 *
 * One walk along the tape, entry by entry. The bytes that belong to no token are whitespace (and,
 * where they are allowed, comments).
 */
#include <inttypes.h>
#include <string.h>

#include "command_tape.h"

typedef struct counts {
    uint32_t by_kind[JT_TAPE_COUNT + 1];
    uint64_t token_nbytes;
} counts;

static counts count_entries(const document *document) {
    const uint32_t *const tape = document->tape;
    counts counts = {0};
    if (document->source_nbytes >= 3 && memcmp(document->source, "\xef\xbb\xbf", 3) == 0) {
        counts.token_nbytes = 3; /* a byte order mark */
    }
    const uint32_t end = tape[JT_TAPE_H_KEYS];
    for (uint32_t i = tape[JT_TAPE_H_ROOT]; i < end; i += entry_nwords(tape, i)) {
        const uint32_t kind = entry_kind(tape, i);
        counts.by_kind[kind]++;
        switch (kind) {
        case JT_TAPE_ARRAY:
        case JT_TAPE_OBJECT: {
            /* Brackets and commas; colons are counted with the keys. */
            const uint32_t size = container_size(tape, i);
            counts.token_nbytes += 2 + (size ? size - 1 : 0);
            break;
        }
        case JT_TAPE_STRING:
        case JT_TAPE_STRING_LONG: counts.token_nbytes += entry_text(tape, i).nbytes + 2; break;
        case JT_TAPE_KEY:
        case JT_TAPE_KEY_PLAIN:
        case JT_TAPE_KEY_LONG: counts.token_nbytes += entry_text(tape, i).nbytes + 3; break;
        case JT_TAPE_COUNT: break;
        default: counts.token_nbytes += entry_text(tape, i).nbytes;
        }
    }
    return counts;
}

static void print_count(const char *label, uint32_t count) {
    output_print("%-12s %12" PRIu32 "\n", label, count);
}

int stats_run(const document *document, const settings *settings) {
    const uint32_t *const tape = document->tape;
    const counts counts = count_entries(document);
    const uint32_t *const kinds = counts.by_kind;
    const double nbytes = (double)document->source_nbytes;

    if (settings->several) {
        output_write(document->name, strlen(document->name)); /* may be long */
        output_print(":\n");
    }
    output_print("%-12s %12zu\n", "bytes", document->source_nbytes);
    print_count("values", tape[JT_TAPE_H_NVALUES]);
    print_count("  objects", kinds[JT_TAPE_OBJECT]);
    print_count("  arrays", kinds[JT_TAPE_ARRAY]);
    print_count("  strings", kinds[JT_TAPE_STRING] + kinds[JT_TAPE_STRING_LONG]);
    print_count("  numbers",
                kinds[JT_TAPE_INT] + kinds[JT_TAPE_DOUBLE] + kinds[JT_TAPE_NUMBER_LONG]);
    print_count("  booleans", kinds[JT_TAPE_FALSE] + kinds[JT_TAPE_TRUE]);
    print_count("  nulls", kinds[JT_TAPE_NULL]);
    print_count("keys", kinds[JT_TAPE_KEY] + kinds[JT_TAPE_KEY_PLAIN] + kinds[JT_TAPE_KEY_LONG]);
    print_count("depth", tape[JT_TAPE_H_MAX_DEPTH]);
    output_print("%-12s %12.1f %%\n", "whitespace",
                 100 * (nbytes - (double)counts.token_nbytes) / nbytes);
    output_print("%-12s %12.2f %%\n", "tape", 100 * 4.0 * tape[JT_TAPE_H_TAPE_NWORDS] / nbytes);
    output_print("%-12s %12.6f\n", "seconds", document->seconds);
    output_print("%-12s %12.1f\n", "MB/s", nbytes / 1e6 / document->seconds);
    return COMMAND_OK;
}
