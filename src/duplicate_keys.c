/* Finding the first key that its object already has, by decoded text, in linear time.
 *
 * Where all keys of an object are interned, and so without escapes, equal text is an equal number,
 * and a mark per number does. Otherwise a hash table of the object's keys; where too many of them
 * meet, as crafted keys may, it is filled again with another seed.
 */
#include "duplicate_keys.h"

#include "key_text.h"
#include "tape_walk.h"

/* Slots of the hash table. A tape index is never 0. */
typedef struct slot {
    uint32_t key; /* its tape index; 0: empty */
    uint32_t hash;
} slot;

typedef struct search {
    const jt_parser *parser;
    const jt_key_methods *methods;
    const uint32_t *tape;
    uint32_t *marks; /* per interned key: the object that last had it */
    slot *slots;
    size_t
        nslots_max; /* that there is room for; more than that where find_in_object asks for more */
} search;

enum {
    PROBES_MAX = 512, /* beyond what chance gives a table that is half empty */
    SEEDS_MAX = 8     /* after which patience is cheaper than another seed */
};

/* `at` if a whole key stands there, else `end`. */
static uint32_t key_at(const search *s, uint32_t at, uint32_t end) {
    const uint32_t key = jt_walk_key(s->tape, at, end);
    return key == end || jt_walk_is_whole_key(s->tape, key, s->parser->next) ? key : end;
}

static uint32_t behind_member(const search *s, uint32_t key, uint32_t end) {
    return key_at(s, jt_walk_behind_member(s->tape, key, s->parser->next, end), end);
}

/* Fills the hash table with the keys from `first` on. Returns the first one that was there already,
 * or 0; *met is set, and nothing found, where too many met. */
static uint32_t find_by_hash(const search *s, size_t nslots, uint32_t first, uint32_t end,
                             uint64_t seed, bool *met) {
    memset(s->slots, 0, nslots * sizeof s->slots[0]);
    for (uint32_t at = first; at != end; at = behind_member(s, at, end)) {
        const uint64_t hash = s->methods->hash(s->parser, s->tape, at, seed);
        const uint32_t high = (uint32_t)(hash >> 32);
        size_t i = (size_t)hash & (nslots - 1);
        for (unsigned probes = 0; s->slots[i].key; i = (i + 1) & (nslots - 1)) {
            if (s->slots[i].hash == high &&
                s->methods->equal(s->parser, s->tape, at, s->slots[i].key)) {
                return at;
            }
            if (++probes == PROBES_MAX && seed < SEEDS_MAX) {
                *met = true;
                return 0;
            }
        }
        s->slots[i] = (slot){at, high};
    }
    return 0;
}

/* The first repeated key of the object at `object`, or 0. */
static uint32_t find_in_object(search *s, uint32_t object) {
    const uint32_t end = jt_walk_behind(s->tape, object, s->parser->next);
    const uint32_t first = key_at(s, object + 4, end);
    uint32_t at = first;
    size_t nkeys = 0;
    for (; at != end && jt_walk_kind(s->tape, at) == JT_TAPE_KEY; at = behind_member(s, at, end)) {
        uint32_t *const mark = &s->marks[s->tape[at] >> 8];
        if (*mark == object) return at;
        *mark = object;
        nkeys++;
    }
    if (at == end) return 0;

    for (; at != end; at = behind_member(s, at, end)) nkeys++;
    size_t nslots = 4;
    while (nslots < 2 * nkeys) nslots *= 2;
    if (nslots > s->nslots_max) {
        s->nslots_max = SIZE_MAX;
        return 0;
    }
    for (uint64_t seed = 1;; seed++) {
        bool met = false;
        const uint32_t key = find_by_hash(s, nslots, first, end, seed, &met);
        if (!met) return key;
    }
}

static jt_key_text text_of(const jt_parser *parser, const uint32_t *tape, uint32_t key) {
    return jt_key_text_of(parser->source, parser->keys, tape + key);
}

static uint64_t hash_text(const jt_parser *parser, const uint32_t *tape, uint32_t key,
                          uint64_t seed) {
    return jt_key_text_hash(text_of(parser, tape, key), seed);
}

static bool equal_text(const jt_parser *parser, const uint32_t *tape, uint32_t a, uint32_t b) {
    return jt_key_text_equal(text_of(parser, tape, a), text_of(parser, tape, b));
}

const jt_key_methods jt_key_text_methods = {hash_text, equal_text};

jt_code jt_find_duplicate_key(jt_parser *parser, const jt_key_methods *methods, uint32_t *tape,
                              size_t first, size_t tape_nwords) {
    const size_t nmarks = ((size_t)parser->nkeys + 1) & ~(size_t)1; /* slots lie on 8 bytes */
    if (tape_nwords - first < nmarks) return JT_TAPE_FULL;
    uint32_t *const scratch = tape + first;
    search s = {.parser = parser,
                .methods = methods,
                .tape = tape,
                .marks = scratch,
                .slots = (slot *)(scratch + nmarks),
                .nslots_max = (tape_nwords - first - nmarks) / 2};
    memset(s.marks, 0, nmarks * sizeof s.marks[0]);
    parser->duplicate = 0;
    for (uint32_t at = JT_TAPE_HEADER_NWORDS; at < parser->next;) {
        const uint32_t kind = jt_walk_kind(tape, at);
        if (kind == JT_TAPE_OBJECT) {
            const uint32_t key = find_in_object(&s, at);
            if (s.nslots_max == SIZE_MAX) return JT_TAPE_FULL;
            if (key && (parser->duplicate == 0 || key < parser->duplicate)) parser->duplicate = key;
        }
        /* Into containers, over everything else. */
        at = kind == JT_TAPE_OBJECT || kind == JT_TAPE_ARRAY || kind == JT_TAPE_TAG
                 ? at + 4
                 : jt_walk_behind(tape, at, parser->next);
    }
    return parser->duplicate == 0 ? JT_OK : JT_DUPLICATE_KEY;
}
