/* The CBOR writer against a plain model of it (cbor_model.h): documents at the edges of every
 * length of head, and random calls, about a third of them misuse. After every call both must have
 * come to the same, at the end to the same bytes.
 *
 * `cbor_write_test NCALLS` makes that many random calls, and another sequence of them for each
 * number.
 */
#include "cbor_model.h"
#include "check.h"

enum { POOL_MAX = 1 << 16, DEPTH_LIMIT = 9 };

static check_counts counts;
static check_random random_state = {0x9e3779b97f4a7c15u};
static bool memory_is_scarce;

static bool grow(jt_cbor_writer *writer, unsigned block, size_t nbytes) {
    if (memory_is_scarce && check_below(&random_state, 3) == 0) return false;
    /* To another place, and no byte more than was asked for. */
    void *const start = malloc(nbytes);
    if (!start) return false;
    jt_cbor_block *const grown = &writer->blocks[block];
    if (grown->nbytes) memcpy(start, grown->start, grown->nbytes);
    free(grown->start);
    *grown = (jt_cbor_block){start, nbytes};
    return true;
}

typedef struct pair {
    jt_cbor_writer writer;
    model model;
    jt_cbor_block blocks[JT_CBOR_NBLOCKS];
} pair;

static void pair_init(pair *p, jt_cbor_mode mode, bool convert, bool multiple, size_t max_depth) {
    memset(&p->blocks, 0, sizeof p->blocks);
    p->model =
        (model){.mode = mode, .convert = convert, .multiple = multiple, .max_depth = max_depth};
    model_reset(&p->model);
    const uint32_t options =
        (convert ? JT_CBOR_CONVERT : 0u) | (multiple ? JT_CBOR_MULTIPLE_ROOTS : 0u);
    while (jt_cbor_writer_init(&p->writer, mode, options, (uint32_t)max_depth, 1, grow,
                               p->blocks) == JT_NO_MEMORY) {
    }
}

static void pair_free(pair *p) {
    model_reset(&p->model);
    for (unsigned i = 0; i < JT_CBOR_NBLOCKS; i++) free(p->writer.blocks[i].start);
}

/* The calls, as numbers. */
typedef enum call_kind {
    CALL_UINT,
    CALL_NEGATIVE,
    CALL_SIMPLE,
    CALL_DOUBLE,
    CALL_SINGLE,
    CALL_HALF,
    CALL_BIGNUM,
    CALL_TEXT,
    CALL_BYTES,
    CALL_ENCODED,
    CALL_TAG,
    CALL_OPEN_ARRAY,
    CALL_OPEN_MAP,
    CALL_OPEN_TEXT,
    CALL_OPEN_BYTES,
    CALL_CLOSE_ARRAY,
    CALL_CLOSE_MAP,
    CALL_CLOSE_TEXT,
    CALL_CLOSE_BYTES,
    NCALLS
} call_kind;

typedef struct call {
    call_kind kind;
    uint64_t number;
    const uint8_t *content;
    size_t nbytes;
    const char *float_hex; /* of a double, single and half, as the mode wants it */
} call;

/* Floats whose encodings are known: as a double, and the shortest. */
static const struct {
    double value;
    const char *as_double;
    const char *as_single;
    const char *shortest;
} floats[] = {
    {0.0, "\xfb\0\0\0\0\0\0\0\0", "\xfa\0\0\0\0", "\xf9\0\0"},
    {-0.0, "\xfb\x80\0\0\0\0\0\0\0", "\xfa\x80\0\0\0", "\xf9\x80\0"},
    {1.5, "\xfb\x3f\xf8\0\0\0\0\0\0", "\xfa\x3f\xc0\0\0", "\xf9\x3e\0"},
    {65504.0, "\xfb\x40\xef\xfc\0\0\0\0\0", "\xfa\x47\x7f\xe0\0", "\xf9\x7b\xff"},
    {100000.0, "\xfb\x40\xf8\x6a\0\0\0\0\0", "\xfa\x47\xc3\x50\0", "\xfa\x47\xc3\x50\0"},
    {5.960464477539063e-8, "\xfb\x3e\x70\0\0\0\0\0\0", "\xfa\x33\x80\0\0", "\xf9\0\x01"},
    {__builtin_inf(), "\xfb\x7f\xf0\0\0\0\0\0\0", "\xfa\x7f\x80\0\0", "\xf9\x7c\0"},
    {__builtin_nan("1"), "\xfb\x7f\xf8\0\0\0\0\0\0", "\xfa\x7f\xc0\0\0", "\xf9\x7e\0"},
    {1.1, "\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a", NULL, "\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a"},
};

enum { NFLOATS = sizeof floats / sizeof floats[0], NENCODED = 4 };

static const struct {
    const char *bytes;
    size_t nbytes;
} encoded[NENCODED] = {{"\x01", 1}, {"\x61\x61", 2}, {"\x82\x01\x02", 3}, {"\xa1\x61\x61\x01", 4}};

static size_t float_nbytes(const char *item) {
    return (uint8_t)item[0] == 0xf9 ? 3 : (uint8_t)item[0] == 0xfa ? 5 : 9;
}

static jt_code call_writer(jt_cbor_writer *w, const call *c) {
    switch (c->kind) {
    case CALL_UINT: return jt_cbor_write_uint64(w, c->number);
    case CALL_NEGATIVE: return jt_cbor_write_negative(w, c->number);
    case CALL_SIMPLE: return jt_cbor_write_simple(w, (unsigned)c->number);
    case CALL_DOUBLE: return jt_cbor_write_double(w, floats[c->number].value);
    case CALL_SINGLE: return jt_cbor_write_single(w, (float)floats[c->number].value);
    case CALL_HALF: return jt_cbor_write_half(w, floats[c->number].value);
    case CALL_BIGNUM: return jt_cbor_write_bignum(w, c->number, c->content, c->nbytes);
    case CALL_TEXT: return jt_cbor_write_text(w, c->content, c->nbytes);
    case CALL_BYTES: return jt_cbor_write_bytes(w, c->content, c->nbytes);
    case CALL_ENCODED: return jt_cbor_write_encoded(w, c->content, c->nbytes);
    case CALL_TAG: return jt_cbor_write_tag(w, c->number);
    case CALL_OPEN_ARRAY: return jt_cbor_open_array(w, c->number);
    case CALL_OPEN_MAP: return jt_cbor_open_map(w, c->number);
    case CALL_OPEN_TEXT: return jt_cbor_open_string(w, JT_CBOR_TEXT);
    case CALL_OPEN_BYTES: return jt_cbor_open_string(w, JT_CBOR_BYTES);
    case CALL_CLOSE_ARRAY: return jt_cbor_close_array(w);
    case CALL_CLOSE_MAP: return jt_cbor_close_map(w);
    case CALL_CLOSE_TEXT: return jt_cbor_close(w, JT_CBOR_TEXT);
    default: return jt_cbor_close(w, JT_CBOR_BYTES);
    }
}

static jt_code call_model(model *m, const call *c) {
    switch (c->kind) {
    case CALL_UINT: return model_item(m, 0, JT_CBOR_UNSIGNED, c->number, NULL, 0);
    case CALL_NEGATIVE: return model_item(m, 0, JT_CBOR_NEGATIVE, c->number, NULL, 0);
    case CALL_SIMPLE:
        if (c->number > 255 || (c->number >= 24 && c->number < 32)) return JT_OUT_OF_RANGE;
        return model_item(m, 0, JT_CBOR_SIMPLE, c->number, NULL, 0);
    case CALL_DOUBLE:
    case CALL_SINGLE:
    case CALL_HALF: {
        const char *const item = m->mode != JT_CBOR_CTAP2 || c->kind == CALL_HALF
                                     ? floats[c->number].shortest
                                 : c->kind == CALL_DOUBLE ? floats[c->number].as_double
                                                          : floats[c->number].as_single;
        return model_raw(m, (const uint8_t *)item, float_nbytes(item));
    }
    case CALL_BIGNUM: {
        /* Contents are one zero, one byte, or zeros before nine bytes. */
        const jt_code code = model_place(m, 0);
        if (code) return code;
        const bool is_small = c->nbytes == 1;
        if (is_small && (m->mode == JT_CBOR_CANONICAL || m->mode == JT_CBOR_DETERMINISTIC)) {
            return model_item(m, 0, (unsigned)c->number, c->content[0], NULL, 0);
        }
        if (m->mode == JT_CBOR_CTAP2) return JT_TAG_FORBIDDEN;
        model_string item = {NULL, 0};
        model_head(&item, JT_CBOR_TAG, 2 + c->number);
        const size_t skipped = is_small ? 0 : c->nbytes - 9;
        model_head(&item, JT_CBOR_BYTES, c->nbytes - skipped);
        model_append(&item, c->content + skipped, c->nbytes - skipped);
        return model_add(m, item);
    }
    case CALL_TEXT:
        return model_item(m, JT_CBOR_TEXT, JT_CBOR_TEXT, c->nbytes, c->content, c->nbytes);
    case CALL_BYTES:
        return model_item(m, JT_CBOR_BYTES, JT_CBOR_BYTES, c->nbytes, c->content, c->nbytes);
    case CALL_ENCODED: return model_raw(m, c->content, c->nbytes);
    case CALL_TAG: return model_tag(m, c->number);
    case CALL_OPEN_ARRAY: return model_open(m, JT_CBOR_ARRAY, c->number);
    case CALL_OPEN_MAP: return model_open(m, JT_CBOR_MAP, c->number);
    case CALL_OPEN_TEXT: return model_open(m, JT_CBOR_TEXT, 0);
    case CALL_OPEN_BYTES: return model_open(m, JT_CBOR_BYTES, 0);
    case CALL_CLOSE_ARRAY: return model_close(m, JT_CBOR_ARRAY);
    case CALL_CLOSE_MAP: return model_close(m, JT_CBOR_MAP);
    case CALL_CLOSE_TEXT: return model_close(m, JT_CBOR_TEXT);
    default: return model_close(m, JT_CBOR_BYTES);
    }
}

static uint64_t ncalls;
static uint64_t nmisuses;

/* One call of both; true where it succeeded. */
static bool both(pair *p, const call *c) {
    jt_cbor_writer *const w = &p->writer;
    const size_t nbytes = w->nbytes;
    const size_t depth = jt_cbor_depth(w);
    const bool complete = jt_cbor_is_complete(w);
    jt_code code;
    while ((code = call_writer(w, c)) == JT_NO_MEMORY) {
        CHECK(&counts,
              w->nbytes == nbytes && jt_cbor_depth(w) == depth &&
                  jt_cbor_is_complete(w) == complete,
              w->bytes, w->nbytes, "no memory in call %d", c->kind);
    }
    const jt_code expected = call_model(&p->model, c);
    CHECK(&counts, code == expected, w->bytes, w->nbytes,
          "call %d in mode %d gave %d instead of %d", c->kind, p->model.mode, code, expected);
    CHECK(&counts, w->nbytes == model_nbytes(&p->model), w->bytes, w->nbytes,
          "call %d in mode %d: %zu bytes instead of %zu", c->kind, p->model.mode, w->nbytes,
          model_nbytes(&p->model));
    CHECK(&counts,
          jt_cbor_depth(w) == p->model.depth && jt_cbor_is_complete(w) == model_complete(&p->model),
          w->bytes, w->nbytes, "call %d in mode %d", c->kind, p->model.mode);
    ncalls++;
    nmisuses += expected != JT_OK;
    return expected == JT_OK && code == JT_OK;
}

static void compare_bytes(pair *p) {
    if (!model_complete(&p->model)) return;
    model_string expected = model_encode(&p->model);
    CHECK(&counts,
          p->writer.nbytes == expected.nbytes &&
              memcmp(p->writer.bytes, expected.bytes, expected.nbytes) == 0,
          p->writer.bytes, p->writer.nbytes, "mode %d, convert %d", p->model.mode,
          p->model.convert);
    model_clear(&expected);
}

static uint8_t pool[POOL_MAX];

/* A text that is one of a few, mostly short. */
static void random_content(call *c) {
    static const uint16_t lengths[] = {0,  1,  1,  1,  2,  3,  5,   8,  16,
                                       22, 23, 24, 25, 32, 33, 255, 256};
    c->nbytes = lengths[check_below(&random_state, sizeof lengths / sizeof lengths[0])];
    if (check_below(&random_state, 2000) == 0) c->nbytes = 65534 + check_below(&random_state, 3);
    const size_t most = POOL_MAX - c->nbytes;
    c->content = pool + check_below(&random_state, (uint32_t)(most < 6 ? most + 1 : 6));
}

static uint64_t random_number(void) {
    static const uint64_t edges[] = {
        0, 23, 24, 255, 256, 65535, 65536, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX};
    if (check_below(&random_state, 4)) return check_below(&random_state, 30);
    return edges[check_below(&random_state, sizeof edges / sizeof edges[0])];
}

static call random_call(call_kind kind) {
    call c = {.kind = kind, .number = random_number()};
    switch (kind) {
    case CALL_SIMPLE: c.number = check_below(&random_state, 260); break;
    case CALL_SINGLE:
    case CALL_HALF: /* those that the width holds: all but 1.1, and for a half 100000 */
        c.number = check_below(&random_state, NFLOATS - 1);
        if (kind == CALL_HALF && floats[c.number].value == 100000.0) c.number = 0;
        break;
    case CALL_DOUBLE: c.number = check_below(&random_state, NFLOATS); break;
    case CALL_BIGNUM: {
        static const uint8_t bignums[][12] = {{0}, {7}, {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
        const uint32_t index = check_below(&random_state, 3);
        c.number = check_below(&random_state, 2);
        c.content = bignums[index];
        c.nbytes = index == 2 ? 12 : 1;
        break;
    }
    case CALL_ENCODED: {
        const uint32_t index = check_below(&random_state, NENCODED);
        c.content = (const uint8_t *)encoded[index].bytes;
        c.nbytes = encoded[index].nbytes;
        break;
    }
    case CALL_OPEN_ARRAY:
    case CALL_OPEN_MAP:
        c.number =
            check_below(&random_state, 3) ? JT_CBOR_INDEFINITE : check_below(&random_state, 4);
        if (check_below(&random_state, 200) == 0) c.number = JT_CBOR_LENGTH_MAX + 1;
        if (check_below(&random_state, 50) == 0) c.number = 25 + check_below(&random_state, 3);
        break;
    default: break;
    }
    if (kind == CALL_TEXT || kind == CALL_BYTES) random_content(&c);
    return c;
}

/* A call that is right more often than not. */
static call likely_call(const model *m) {
    const model_container *const container = &m->open[m->depth];
    const bool is_full = !container->indefinite && container->nitems >= container->length;
    const bool may_end =
        is_full || (container->indefinite && m->depth > 0 && check_below(&random_state, 8) == 0);
    if (m->depth > 0 && may_end) {
        switch (container->major) {
        case JT_CBOR_ARRAY: return random_call(CALL_CLOSE_ARRAY);
        case JT_CBOR_MAP:
            if (container->nitems % 2 == 0) return random_call(CALL_CLOSE_MAP);
            break;
        case JT_CBOR_TEXT: return random_call(CALL_CLOSE_TEXT);
        default: return random_call(CALL_CLOSE_BYTES);
        }
    }
    if (m->depth == 0 && check_below(&random_state, 4)) {
        return random_call((call_kind)(CALL_OPEN_ARRAY + check_below(&random_state, 4)));
    }
    if (container->major == JT_CBOR_TEXT) return random_call(CALL_TEXT);
    if (container->major == JT_CBOR_BYTES) return random_call(CALL_BYTES);
    return random_call((call_kind)check_below(&random_state, CALL_CLOSE_ARRAY));
}

/* Many members at once, so that maps grow beyond what is compared key by key. */
static void many_members(pair *p) {
    const uint32_t nmembers = check_below(&random_state, 90);
    const uint32_t step = 1 + check_below(&random_state, 20);
    for (uint32_t i = 0; i < nmembers; i++) {
        const call key = {.kind = CALL_UINT, .number = (uint64_t)i * step * 7919 % 1021};
        const call value = {.kind = CALL_UINT, .number = i};
        if (both(p, &key) && !both(p, &value)) break;
    }
}

static void fuzz(uint64_t most) {
    const uint64_t first = ncalls;
    while (ncalls - first < most) {
        memory_is_scarce = check_below(&random_state, 8) == 0;
        pair p;
        pair_init(&p, (jt_cbor_mode)check_below(&random_state, 5), check_below(&random_state, 2),
                  check_below(&random_state, 4) == 0, 1 + check_below(&random_state, DEPTH_LIMIT));
        for (uint32_t rounds = 1 + check_below(&random_state, 4); rounds; rounds--) {
            for (uint32_t n = check_below(&random_state, 60); n; n--) {
                if (model_complete(&p.model) && check_below(&random_state, 2)) break;
                const call c = check_below(&random_state, 3) == 0
                                   ? likely_call(&p.model)
                                   : random_call((call_kind)check_below(&random_state, NCALLS));
                both(&p, &c);
                if (check_below(&random_state, 300) == 0 &&
                    p.model.open[p.model.depth].major == JT_CBOR_MAP) {
                    many_members(&p);
                }
                compare_bytes(&p);
            }
            /* To the end of everything that is open, and on. */
            for (uint32_t n = 0; p.model.depth && n < 400; n++) {
                const call c = likely_call(&p.model);
                both(&p, &c);
            }
            compare_bytes(&p);
            if (check_below(&random_state, 2)) {
                jt_cbor_writer_reset(&p.writer);
                model_reset(&p.model);
            }
        }
        pair_free(&p);
    }
}

/* A container or string of n entries. In maps keys come in an order that every mode changes. */
static void boundary_document(jt_cbor_mode mode, bool convert, unsigned major, bool indefinite,
                              uint32_t n) {
    pair p;
    pair_init(&p, mode, convert, false, 4);
    if (major == JT_CBOR_TEXT || major == JT_CBOR_BYTES) {
        const call_kind kind = major == JT_CBOR_TEXT ? CALL_TEXT : CALL_BYTES;
        const call opening = {.kind = major == JT_CBOR_TEXT ? CALL_OPEN_TEXT : CALL_OPEN_BYTES};
        const call closing = {.kind = major == JT_CBOR_TEXT ? CALL_CLOSE_TEXT : CALL_CLOSE_BYTES};
        const call all = {.kind = kind, .content = pool, .nbytes = n};
        if (!indefinite) {
            both(&p, &all);
        } else if (both(&p, &opening)) {
            for (uint32_t at = 0; at < n; at += 9) {
                const call chunk = {
                    .kind = kind, .content = pool + at, .nbytes = n - at < 9 ? n - at : 9};
                both(&p, &chunk);
            }
            both(&p, &closing);
        }
    } else {
        const bool is_map = major == JT_CBOR_MAP;
        const call opening = {.kind = is_map ? CALL_OPEN_MAP : CALL_OPEN_ARRAY,
                              .number = indefinite ? JT_CBOR_INDEFINITE : n};
        const call closing = {.kind = is_map ? CALL_CLOSE_MAP : CALL_CLOSE_ARRAY};
        if (both(&p, &opening)) {
            for (uint32_t i = 0; i < n; i++) {
                const call key = {.kind = CALL_UINT, .number = (n - i) * 37 % 521};
                const call value = {.kind = CALL_TEXT, .content = pool, .nbytes = i % 25};
                if (is_map) both(&p, &key);
                both(&p, &value);
            }
            both(&p, &closing);
        }
    }
    compare_bytes(&p);
    pair_free(&p);
}

static void test_boundaries(void) {
    uint32_t ndocuments = 0;
    for (unsigned mode = JT_CBOR_LAX; mode <= JT_CBOR_DETERMINISTIC; mode++) {
        for (unsigned variant = 0; variant < 4; variant++) {
            for (unsigned major = JT_CBOR_BYTES; major <= JT_CBOR_MAP; major++) {
                for (uint32_t n = 0; n <= 260; n++) {
                    if (n == 31) n = 250;
                    boundary_document((jt_cbor_mode)mode, variant & 1, major, variant & 2, n);
                    ndocuments++;
                }
            }
        }
    }
    printf("%u boundary documents\n", ndocuments);
}

/* Keys of one hash value under the first seed would meet; here simply very many of them. */
static void test_many_keys(void) {
    enum { NKEYS = 200000 };
    jt_cbor_writer writer;
    const jt_cbor_block blocks[JT_CBOR_NBLOCKS] = {{NULL, 0}};
    jt_cbor_writer_init(&writer, JT_CBOR_DETERMINISTIC, JT_CBOR_CONVERT, 4, 1, grow, blocks);
    jt_cbor_open_map(&writer, JT_CBOR_INDEFINITE);
    for (uint64_t i = 0; i < NKEYS; i++) {
        const jt_code key = jt_cbor_write_uint64(&writer, i * 7919 % NKEYS);
        const jt_code value = jt_cbor_write_uint64(&writer, i);
        CHECK(&counts, key == JT_OK && value == JT_OK, NULL, 0, "key %u", (unsigned)i);
    }
    const jt_code again = jt_cbor_write_uint64(&writer, 77);
    CHECK(&counts, again == JT_DUPLICATE_KEY, NULL, 0, "%d", again);
    CHECK(&counts, jt_cbor_close_map(&writer) == JT_OK, NULL, 0, "closing");
    for (unsigned i = 0; i < JT_CBOR_NBLOCKS; i++) free(writer.blocks[i].start);
}

/* A map of one member in another, {"ab": {key: 1}, "ab" again, which is refused where keys are
 * checked, key: 1}, or as its key, {{key: 1}: 1, key: 1}. What was a key inside is none outside:
 * it is forgotten when its map closes. Bits of the variant: 1 all is opened as indefinite, 2 that
 * is converted, 4 the first of the two documents. Written twice, since only a writer that has its
 * memory takes the short ways. */
static void single_member(jt_cbor_mode mode, uint32_t variant, const call *key) {
    const bool is_open = variant & 1;
    const call open = {.kind = CALL_OPEN_MAP, .number = is_open ? JT_CBOR_INDEFINITE : 2};
    const call open_inner = {.kind = CALL_OPEN_MAP, .number = is_open ? JT_CBOR_INDEFINITE : 1};
    const call first = {.kind = CALL_TEXT, .content = pool, .nbytes = 2};
    const call value = {.kind = CALL_UINT, .number = 1};
    const call close = {.kind = CALL_CLOSE_MAP};
    pair p;
    pair_init(&p, mode, variant & 2, false, 4);
    for (unsigned round = 0; round < 2 && both(&p, &open); round++) {
        if (variant & 4) both(&p, &first);
        both(&p, &open_inner);
        both(&p, key);
        both(&p, &value);
        both(&p, &close);
        both(&p, variant & 4 ? &first : &value);
        both(&p, key);
        both(&p, &value);
        both(&p, &close);
        both(&p, &close);
        compare_bytes(&p);
        jt_cbor_writer_reset(&p.writer);
        model_reset(&p.model);
    }
    pair_free(&p);
}

static void test_single_members(void) {
    for (unsigned mode = JT_CBOR_LAX; mode <= JT_CBOR_DETERMINISTIC; mode++) {
        for (uint32_t variant = 0; variant < 8; variant++) {
            for (uint32_t nbytes = 0; nbytes <= 40; nbytes += 10) {
                const call text = {.kind = CALL_TEXT, .content = pool, .nbytes = nbytes};
                const call item = {.kind = CALL_ENCODED,
                                   .content = (const uint8_t *)encoded[nbytes / 20].bytes,
                                   .nbytes = encoded[nbytes / 20].nbytes};
                single_member((jt_cbor_mode)mode, variant, &text);
                single_member((jt_cbor_mode)mode, variant, &item);
            }
        }
    }
}

int main(int argc, char **argv) {
    for (size_t i = 0; i < POOL_MAX; i++) pool[i] = (uint8_t)('a' + i % 5);
    test_boundaries();
    test_many_keys();
    test_single_members();
    uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    random_state.state += most;
    ncalls = 0;
    nmisuses = 0;
    fuzz(most);
    printf("%llu calls, %.0f %% of them misuse\n", (unsigned long long)ncalls,
           100.0 * (double)nmisuses / (double)ncalls);
    return check_result(&counts);
}
