// simdjson as a module of its own, with the kernel it has for wasm: the one without vectors.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

static simdjson::dom::parser parser;
static uint8_t *source;

// Where a document of so many bytes goes.
EXPORT(room) uint8_t *room(size_t nbytes) {
    std::free(source);
    source = static_cast<uint8_t *>(std::calloc(nbytes + simdjson::SIMDJSON_PADDING, 1));
    return source;
}

EXPORT(parse) int parse(size_t nbytes) { return parser.parse(source, nbytes, false).error(); }
