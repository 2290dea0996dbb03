/* The WASI command: `jsontape validate`, `get`, `stats`, `format`, `minify`, `canonical` and
 * `lines`, on files and standard input.
 *
 * A command is one function over a parsed document, or over a path where it reads for itself; this
 * file reads the command line and runs it on each input. Results go to standard output and
 * everything else to standard error. The exit code is 0 for valid input, 1 for invalid input or a
 * pointer that names nothing, 2 for a wrong command line and for input or output that fails.
 */
#include <locale.h>
#include <string.h>

#include "command.h"

enum { DEFAULT_MAX_DEPTH = 1024, DEFAULT_INDENT = 2 };

typedef struct command {
    const char *name;
    const char *operands;
    const char *summary;
    bool takes_pointer;
    int (*run)(const document *document, const settings *settings);
    int (*run_path)(const char *path, const settings *settings);
} command;

/* All there is to say about a valid document, document_load has not said. */
static int validate_run(const document *document, const settings *settings) {
    (void)document;
    (void)settings;
    return COMMAND_OK;
}

static const command commands[] = {
    {"validate", "[FILE...]", "say where a document is not valid JSON, and why", false,
     validate_run, NULL},
    {"get", "POINTER [FILE...]", "print the value that an RFC 6901 pointer names", true, get_run,
     NULL},
    {"stats", "[FILE...]", "print size, values by type, depth, whitespace and speed", false,
     stats_run, NULL},
    {"format", "[FILE...]", "print with line breaks and indentation", false, format_run, NULL},
    {"minify", "[FILE...]", "print without any whitespace", false, minify_run, NULL},
    {"canonical", "[FILE...]", "print as RFC 8785 has it, without a line feed", false,
     canonical_run, NULL},
    {"lines", "[FILE...]", "print an array's elements, or each line's value, on one line each",
     false, NULL, lines_run},
};

enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static const char *command_name(size_t index) {
    return index < NCOMMANDS ? commands[index].name : NULL;
}

static void print_help(void) {
    output_print("usage: jsontape COMMAND [OPTION...] [FILE...]\n\n");
    for (size_t i = 0; i < NCOMMANDS; i++) {
        output_print("  %-9s %-18s %s\n", commands[i].name, commands[i].operands,
                     commands[i].summary);
    }
    output_print("\nWithout a FILE, and where it is -, standard input is read.\n\n");
    options_help();
    output_print(
        "\nexit code: 0 valid, 1 invalid or nothing at POINTER, 2 usage, input or output\n");
}

static void print_version(void) {
    static const char *const targets[] = {"native", "browser", "wasi"};
    static const char *const strategies[] = {"scalar", "simd", "prefix"};
    const jt_build build = jt_build_info();
    output_print("jsontape %s (%s, %s, whitespace %s", JT_VERSION, targets[build.target],
                 build.simd ? "simd" : "plain", strategies[build.whitespace]);
    if (build.whitespace == JT_WHITESPACE_PREFIX)
        output_print(" %u", (unsigned)build.whitespace_prefix);
    output_print(")\n");
}

static const command *find_command(const char *name) {
    for (size_t i = 0; i < NCOMMANDS; i++) {
        if (strcmp(name, commands[i].name) == 0) return &commands[i];
    }
    const char *const closest = message_closest(name, command_name);
    if (closest) {
        message("unknown command '%s'; did you mean %s?", name, closest);
    } else {
        message("unknown command '%s'; see jsontape --help", name);
    }
    return NULL;
}

static int run_on_all(const command *command, const settings *settings, int npaths, char **paths) {
    int result = COMMAND_OK;
    for (int i = 0; i < npaths && !output_failed(); i++) {
        document document;
        int one;
        if (command->run_path) {
            one = command->run_path(paths[i], settings);
        } else {
            one = document_load(paths[i], settings, &document);
            if (one == COMMAND_OK) one = command->run(&document, settings);
        }
        if (one > result) result = one;
    }
    return result;
}

static int run_command(int noperands, char **operands, settings *settings) {
    const command *const command = find_command(operands[0]);
    if (command == NULL) return COMMAND_FAILED;
    operands++;
    noperands--;
    if (command->takes_pointer) {
        if (noperands == 0) {
            message("%s needs a POINTER", command->name);
            return COMMAND_FAILED;
        }
        settings->pointer = operands[0];
        if (!pointer_split(operands[0], &settings->pointer_ntokens)) {
            message("'%s' is no JSON pointer: it is empty or starts with /, and ~ goes before 0 "
                    "or 1 only",
                    operands[0]);
            return COMMAND_FAILED;
        }
        operands++;
        noperands--;
    }
    if (settings->output && !output_open(settings->output)) return COMMAND_FAILED;
    settings->several = noperands > 1;
    static char standard_input[] = "-", *default_paths[] = {standard_input};
    return noperands == 0 ? run_on_all(command, settings, 1, default_paths)
                          : run_on_all(command, settings, noperands, operands);
}

static int run(int argc, char **argv) {
    settings settings = {.max_depth = DEFAULT_MAX_DEPTH, .indent = DEFAULT_INDENT};
    const int noperands = options_read(argc - 1, argv + 1, &settings);
    if (noperands < 0) return COMMAND_FAILED;
    if (settings.help) {
        print_help();
    } else if (settings.version) {
        print_version();
    } else if (noperands == 0) {
        message("what to do? see jsontape --help");
        return COMMAND_FAILED;
    } else {
        return run_command(noperands, argv + 1, &settings);
    }
    return COMMAND_OK;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "C.UTF-8"); /* for the widths of characters in excerpts */
    const int result = run(argc, argv);
    return output_finish(result == COMMAND_OK) ? result : COMMAND_FAILED;
}
