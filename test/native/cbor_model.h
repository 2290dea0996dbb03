/* A plain model of the CBOR writer: what each call must come to, and what bytes must come out. It
 * keeps every item of every open container as a string of its own and puts containers together
 * when they close, so that there is nothing to patch, move or take back.
 */
#ifndef CBOR_MODEL_H
#define CBOR_MODEL_H

#include <stdlib.h>
#include <string.h>

#include "cbor_write.h"

#define MODEL_HELPER static inline __attribute__((unused))

enum { MODEL_DEPTH_MAX = 64, MODEL_HEAD_MAX = 9 };

typedef struct model_string {
    uint8_t *bytes;
    size_t nbytes;
} model_string;

MODEL_HELPER void model_append(model_string *string, const void *bytes, size_t nbytes) {
    if (nbytes == 0) return;
    string->bytes = realloc(string->bytes, string->nbytes + nbytes);
    memcpy(string->bytes + string->nbytes, bytes, nbytes);
    string->nbytes += nbytes;
}

MODEL_HELPER void model_clear(model_string *string) {
    free(string->bytes);
    *string = (model_string){NULL, 0};
}

/* The shortest head, the long way. */
MODEL_HELPER void model_head(model_string *string, unsigned major, uint64_t argument) {
    uint8_t head[MODEL_HEAD_MAX];
    unsigned nbytes = argument < 24            ? 0
                      : argument < 256         ? 1
                      : argument < 65536       ? 2
                      : argument < 4294967296u ? 4
                                               : 8;
    unsigned information = nbytes == 0   ? (unsigned)argument
                           : nbytes == 1 ? 24
                           : nbytes == 2 ? 25
                           : nbytes == 4 ? 26
                                         : 27;
    head[0] = (uint8_t)(major * 32 + information);
    for (unsigned i = 0; i < nbytes; i++) {
        head[nbytes - i] = (uint8_t)argument;
        argument >>= 8;
    }
    model_append(string, head, 1 + nbytes);
}

typedef struct model_container {
    unsigned major; /* JT_CBOR_ROOT: of the root */
    bool indefinite;
    uint64_t length; /* of items, unless indefinite */
    model_string *items;
    size_t nitems;
    model_string tags; /* that wait for their content */
} model_container;

typedef struct model {
    jt_cbor_mode mode;
    bool convert;
    bool multiple;
    size_t max_depth;
    size_t depth;
    model_container open[MODEL_DEPTH_MAX + 1];
} model;

MODEL_HELPER void model_clear_container(model_container *container) {
    for (size_t i = 0; i < container->nitems; i++) model_clear(&container->items[i]);
    free(container->items);
    model_clear(&container->tags);
    *container = (model_container){0};
}

MODEL_HELPER void model_reset(model *m) {
    for (size_t i = 0; i <= m->depth; i++) model_clear_container(&m->open[i]);
    m->depth = 0;
    m->open[0].major = JT_CBOR_ROOT;
    m->open[0].indefinite = m->multiple;
    m->open[0].length = 1;
}

MODEL_HELPER size_t model_nbytes(const model *m) {
    size_t nbytes = 0;
    for (size_t i = 0; i <= m->depth; i++) {
        const model_container *const container = &m->open[i];
        if (i > 0) {
            model_string head = {NULL, 0};
            const bool is_map = container->major == JT_CBOR_MAP;
            model_head(&head, container->major,
                       container->indefinite ? 0 : container->length / (is_map ? 2 : 1));
            nbytes += head.nbytes;
            model_clear(&head);
        }
        for (size_t j = 0; j < container->nitems; j++) nbytes += container->items[j].nbytes;
        nbytes += container->tags.nbytes;
    }
    return nbytes;
}

MODEL_HELPER bool model_complete(const model *m) {
    return m->depth == 0 && m->open[0].nitems > 0 && m->open[0].tags.nbytes == 0;
}

MODEL_HELPER model_string model_encode(const model *m) {
    model_string all = {NULL, 0};
    for (size_t i = 0; i < m->open[0].nitems; i++) {
        model_append(&all, m->open[0].items[i].bytes, m->open[0].items[i].nbytes);
    }
    return all;
}

MODEL_HELPER bool model_is_string(unsigned major) {
    return major == JT_CBOR_TEXT || major == JT_CBOR_BYTES;
}

/* Whether an item may stand here; chunk is the type of a definite string, else 0. */
MODEL_HELPER jt_code model_place(const model *m, unsigned chunk) {
    const model_container *const container = &m->open[m->depth];
    if (model_is_string(container->major)) {
        return container->major == chunk ? JT_OK : JT_WRONG_CHUNK;
    }
    if (container->indefinite || container->nitems < container->length) return JT_OK;
    return container->major == JT_CBOR_ROOT ? JT_COMPLETED : JT_TOO_MANY_ITEMS;
}

/* Adds a whole item behind the tags that wait for it; takes the item over. */
MODEL_HELPER jt_code model_add(model *m, model_string item) {
    model_container *const container = &m->open[m->depth];
    model_string whole = {NULL, 0};
    model_append(&whole, container->tags.bytes, container->tags.nbytes);
    model_append(&whole, item.bytes, item.nbytes);
    if (m->mode != JT_CBOR_LAX && container->major == JT_CBOR_MAP && container->nitems % 2 == 0) {
        for (size_t i = 0; i < container->nitems; i += 2) {
            const model_string *const key = &container->items[i];
            if (key->nbytes == whole.nbytes && memcmp(key->bytes, whole.bytes, key->nbytes) == 0) {
                model_clear(&whole);
                model_clear(&item);
                return JT_DUPLICATE_KEY;
            }
        }
    }
    model_clear(&item);
    model_clear(&container->tags);
    container->items = realloc(container->items, (container->nitems + 1) * sizeof(model_string));
    container->items[container->nitems++] = whole;
    return JT_OK;
}

MODEL_HELPER jt_code model_item(model *m, unsigned chunk, unsigned major, uint64_t argument,
                                const uint8_t *content, size_t nbytes) {
    const jt_code code = model_place(m, chunk);
    if (code) return code;
    model_string item = {NULL, 0};
    model_head(&item, major, argument);
    model_append(&item, content, nbytes);
    return model_add(m, item);
}

MODEL_HELPER jt_code model_raw(model *m, const uint8_t *bytes, size_t nbytes) {
    const jt_code code = model_place(m, 0);
    if (code) return code;
    model_string item = {NULL, 0};
    model_append(&item, bytes, nbytes);
    return model_add(m, item);
}

MODEL_HELPER jt_code model_tag(model *m, uint64_t tag) {
    const jt_code code = model_place(m, 0);
    if (code) return code;
    if (m->mode == JT_CBOR_CTAP2) return JT_TAG_FORBIDDEN;
    model_head(&m->open[m->depth].tags, JT_CBOR_TAG, tag);
    return JT_OK;
}

MODEL_HELPER jt_code model_open(model *m, unsigned major, uint64_t length) {
    const bool indefinite = model_is_string(major) || length == JT_CBOR_INDEFINITE;
    if (!indefinite && length > JT_CBOR_LENGTH_MAX) return JT_OUT_OF_RANGE;
    const jt_code code = model_place(m, 0);
    if (code) return code;
    if (indefinite && !m->convert && m->mode > JT_CBOR_STRICT) return JT_INDEFINITE_FORBIDDEN;
    if (m->depth == m->max_depth) return JT_DEPTH;
    m->depth++;
    m->open[m->depth] = (model_container){
        .major = major,
        .indefinite = indefinite,
        .length = indefinite             ? 0
                  : major == JT_CBOR_MAP ? 2 * length
                                         : length,
    };
    return JT_OK;
}

/* Whether key a goes before key b. */
MODEL_HELPER bool model_before(jt_cbor_mode mode, const model_string *a, const model_string *b) {
    if (mode == JT_CBOR_CTAP2 && a->bytes[0] / 32 != b->bytes[0] / 32) {
        return a->bytes[0] / 32 < b->bytes[0] / 32;
    }
    if (mode != JT_CBOR_DETERMINISTIC && a->nbytes != b->nbytes) return a->nbytes < b->nbytes;
    for (size_t i = 0; i < a->nbytes && i < b->nbytes; i++) {
        if (a->bytes[i] != b->bytes[i]) return a->bytes[i] < b->bytes[i];
    }
    return a->nbytes < b->nbytes;
}

MODEL_HELPER void model_sort(const model *m, model_container *map) {
    for (size_t i = 2; i < map->nitems; i += 2) {
        for (size_t j = i; j > 0 && model_before(m->mode, &map->items[j], &map->items[j - 2]);
             j -= 2) {
            for (size_t k = 0; k < 2; k++) {
                const model_string moved = map->items[j + k];
                map->items[j + k] = map->items[j - 2 + k];
                map->items[j - 2 + k] = moved;
            }
        }
    }
}

/* The bytes of a chunk without its head. */
MODEL_HELPER model_string model_chunk_content(const model_string *chunk) {
    const unsigned information = chunk->bytes[0] % 32;
    const size_t head = information < 24 ? 1 : information == 24 ? 2 : information == 25 ? 3 : 5;
    return (model_string){chunk->bytes + head, chunk->nbytes - head};
}

MODEL_HELPER jt_code model_close(model *m, unsigned major) {
    model_container *const container = &m->open[m->depth];
    if (container->major != major) return JT_WRONG_END;
    if (container->tags.nbytes) return JT_MISSING_VALUE;
    if (major == JT_CBOR_MAP && container->nitems % 2) return JT_MISSING_VALUE;
    if (!container->indefinite && container->nitems < container->length) return JT_INCOMPLETE;
    if (major == JT_CBOR_MAP && m->mode > JT_CBOR_STRICT) model_sort(m, container);

    model_string item = {NULL, 0};
    const bool with_break = container->indefinite && !m->convert;
    const bool joined = model_is_string(major) && m->convert;
    if (with_break) {
        const uint8_t head = (uint8_t)(major * 32 + 31);
        model_append(&item, &head, 1);
    } else if (joined) {
        size_t total = 0;
        for (size_t i = 0; i < container->nitems; i++) {
            total += model_chunk_content(&container->items[i]).nbytes;
        }
        model_head(&item, major, total);
    } else {
        model_head(&item, major, container->nitems / (major == JT_CBOR_MAP ? 2 : 1));
    }
    for (size_t i = 0; i < container->nitems; i++) {
        const model_string part =
            joined ? model_chunk_content(&container->items[i]) : container->items[i];
        model_append(&item, part.bytes, part.nbytes);
    }
    if (with_break) {
        const uint8_t end = 0xff;
        model_append(&item, &end, 1);
    }

    m->depth--;
    const jt_code code = model_add(m, item);
    if (code) {
        m->depth++;
        return code;
    }
    model_clear_container(container);
    return JT_OK;
}

#endif
