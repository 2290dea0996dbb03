// RapidJSON's fastest mode: in place, into a document whose memory is used again. What it writes
// over is restored before every run.
#include <cstdlib>
#include <cstring>

#define RAPIDJSON_SSE42
#include <rapidjson/document.h>

#include "subject.h"

using Allocator = rapidjson::MemoryPoolAllocator<>;
using Document = rapidjson::GenericDocument<rapidjson::UTF8<>, Allocator, Allocator>;

static const uint8_t *source;
static size_t source_nbytes;
static char *text;
static Allocator *values;
static Allocator *stack;

// One whose memory is kept when it is cleared: more than a document needs.
static Allocator *kept_allocator() {
    const size_t nbytes = source_nbytes * 16 + (1 << 16);
    return new Allocator(std::malloc(nbytes), nbytes);
}

bool subject_open(const uint8_t *document, size_t document_nbytes, char **) {
    source = document;
    source_nbytes = document_nbytes;
    text = static_cast<char *>(std::malloc(source_nbytes + 1));
    values = kept_allocator();
    stack = kept_allocator();
    return text != nullptr;
}

void subject_reset() {
    std::memcpy(text, source, source_nbytes);
    text[source_nbytes] = 0;
    values->Clear();
    stack->Clear();
}

bool subject_run() {
    Document parsed(values, 1024, stack);
    parsed.ParseInsitu(text);
    return !parsed.HasParseError();
}
