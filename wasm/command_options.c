/* The command's options: one table that the reading of a command line, the hints after a mistyped
 * name and the help are made from.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { VALUES_MAX = 3, INDENT_MAX = 10 };

typedef enum option_kind {
    PARSE_FLAG,
    PARSE_CHOICE,
    MAX_DEPTH,
    INDENT,
    ASCII,
    OUTPUT,
    PROGRESS,
    HELP,
    VERSION
} option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    const char *summary;
    const char *values[VALUES_MAX]; /* of a choice, the usual one first */
    uint32_t bits[VALUES_MAX];      /* the parse options that they stand for; a flag's come first */
} option;

static const option options[] = {
    {"max-depth", MAX_DEPTH, "containers open at once (1024)", {"N"}, {0}},
    {"duplicate-keys",
     PARSE_CHOICE,
     "which of equal keys counts",
     {"last", "first", "error"},
     {0, JT_DUPLICATE_KEYS_FIRST, JT_DUPLICATE_KEYS_ERROR}},
    {"bom", PARSE_CHOICE, "a byte order mark at the start", {"skip", "error"}, {0, JT_BOM_ERROR}},
    {"lone-surrogates",
     PARSE_CHOICE,
     "an escaped surrogate without its other half",
     {"keep", "error"},
     {0, JT_LONE_SURROGATES_ERROR}},
    {"comments", PARSE_FLAG, "allow // and /* */", {NULL}, {JT_COMMENTS}},
    {"trailing-commas",
     PARSE_FLAG,
     "allow one comma before a closing bracket",
     {NULL},
     {JT_TRAILING_COMMAS}},
    {"indent", INDENT, "format: spaces for each level, 0 to 10 (2)", {"N"}, {0}},
    {"ascii", ASCII, "format, minify, lines: escape what is not ASCII", {NULL}, {0}},
    {"output", OUTPUT, "the file to write, once all of it is there", {"FILE"}, {0}},
    {"progress", PROGRESS, "show how much has been read", {NULL}, {0}},
    {"help", HELP, "show this", {NULL}, {0}},
    {"version", VERSION, "show the version and how it was built", {NULL}, {0}},
};

enum { NOPTIONS = sizeof options / sizeof options[0] };

static const char *option_name(size_t index) {
    return index < NOPTIONS ? options[index].name : NULL;
}

/* "last|first|error" */
static void join_values(const option *option, char *text, size_t text_nbytes) {
    text[0] = '\0';
    for (size_t i = 0; i < VALUES_MAX && option->values[i]; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, text_nbytes - used, "%s%s", i ? "|" : "", option->values[i]);
    }
}

void options_help(void) {
    for (size_t i = 0; i < NOPTIONS; i++) {
        char values[64];
        join_values(&options[i], values, sizeof values);
        output_print("  --%s %-*s %s\n", options[i].name, 32 - (int)strlen(options[i].name), values,
                     options[i].summary);
    }
}

static const option *find_option(const char *name, size_t name_nbytes) {
    for (size_t i = 0; i < NOPTIONS; i++) {
        const option *const option = &options[i];
        if (strlen(option->name) == name_nbytes && memcmp(option->name, name, name_nbytes) == 0) {
            return option;
        }
    }
    return NULL;
}

static void print_unknown(const char *argument) {
    char name[32];
    const char *const start = argument + strspn(argument, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "="), start);
    const char *const closest = message_closest(name, option_name);
    if (closest) {
        message("unknown option %s; did you mean --%s?", argument, closest);
    } else {
        message("unknown option %s; see jsontape --help", argument);
    }
}

static bool set_number(const option *option, const char *value, unsigned long most,
                       uint32_t *number) {
    char *end = NULL;
    errno = 0;
    const unsigned long given = strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end != '\0' || errno || given > most) {
        message("--%s: '%s' is not a number from 0 to %lu", option->name, value, most);
        return false;
    }
    *number = (uint32_t)given;
    return true;
}

static bool set_choice(const option *option, const char *value, settings *settings) {
    uint32_t all = 0;
    for (size_t i = 0; i < VALUES_MAX; i++) all |= option->bits[i];
    for (size_t i = 0; i < VALUES_MAX && option->values[i]; i++) {
        if (strcmp(value, option->values[i]) == 0) {
            settings->parse_options = (settings->parse_options & ~all) | option->bits[i];
            return true;
        }
    }
    char values[64];
    join_values(option, values, sizeof values);
    message("--%s: '%s' is not one of %s", option->name, value, values);
    return false;
}

static bool set_option(const option *option, const char *value, settings *settings) {
    switch (option->kind) {
    case MAX_DEPTH: return set_number(option, value, UINT32_MAX, &settings->max_depth);
    case INDENT: return set_number(option, value, INDENT_MAX, &settings->indent);
    case ASCII: settings->ascii = true; break;
    case OUTPUT: settings->output = value; break;
    case PARSE_CHOICE: return set_choice(option, value, settings);
    case PARSE_FLAG: settings->parse_options |= option->bits[0]; break;
    case PROGRESS: settings->progress = true; break;
    case HELP: settings->help = true; break;
    case VERSION: settings->version = true; break;
    }
    return true;
}

int options_read(int n, char **arguments, settings *settings) {
    int noperands = 0;
    bool only_operands = false;
    for (int i = 0; i < n; i++) {
        char *const argument = arguments[i];
        if (only_operands || argument[0] != '-' || argument[1] == '\0') {
            arguments[noperands++] = argument;
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_operands = true;
            continue;
        }
        const char *const name = strcmp(argument, "-h") == 0 ? "--help" : argument;
        const size_t name_nbytes = strcspn(name, "=");
        const option *const option =
            name_nbytes > 2 && name[1] == '-' ? find_option(name + 2, name_nbytes - 2) : NULL;
        if (option == NULL) {
            print_unknown(argument);
            return -1;
        }
        const bool takes_value = option->values[0] != NULL;
        const char *value = name[name_nbytes] == '=' ? name + name_nbytes + 1 : NULL;
        if (value && !takes_value) {
            message("--%s takes no value", option->name);
            return -1;
        }
        if (value == NULL && takes_value && i + 1 < n) value = arguments[++i];
        if (value == NULL && takes_value) {
            message("--%s needs a value", option->name);
            return -1;
        }
        if (!set_option(option, value, settings)) return -1;
    }
    return noperands;
}
