/* Comparing tapes. Pairs of containers still to be compared lie on a list, so nothing recurses;
 * all else is compared at once. The members of an object meet in a hash table of their decoded
 * keys, which is filled again with another seed where too many of them met, as crafted keys may.
 */
#include "equal.h"

#include "decimal.h"

/* Containers to be compared. */
typedef struct pair {
    uint32_t a;
    uint32_t b;
} pair;

/* A key of the object in a, with the values that count so far. */
typedef struct member {
    uint32_t key; /* its tape index in a; 0: an empty slot */
    uint32_t hash;
    uint32_t ordinal; /* among the different keys of a */
    uint32_t a;
    uint32_t b; /* 0: not met */
} member;

typedef struct comparison {
    const jt_equal_side *a;
    const jt_equal_side *b;
    bool key_order;
    pair *pairs;
    size_t npairs;
    uint8_t *scratch_end;
} comparison;

enum {
    PROBES_MAX = 512, /* beyond what chance gives a table that is half empty */
    SEEDS_MAX = 8     /* after which patience is cheaper than another seed */
};

static bool is_number(uint32_t kind) {
    return kind == JT_TAPE_INT || kind == JT_TAPE_DOUBLE || kind == JT_TAPE_NUMBER_LONG;
}

static bool is_string(uint32_t kind) {
    return kind == JT_TAPE_STRING || kind == JT_TAPE_STRING_LONG;
}

static jt_equality equality(bool equal) { return equal ? JT_EQUAL : JT_DIFFERENT; }

static jt_equality compare_numbers(const comparison *c, uint32_t a, uint32_t b) {
    const jt_tape_view *const va = &c->a->view;
    const jt_tape_view *const vb = &c->b->view;
    const uint32_t *const ea = jt_view_entry(va, a);
    const uint32_t *const eb = jt_view_entry(vb, b);
    const uint32_t ka = ea[0] & JT_TAPE_KIND_MASK;
    const uint32_t kb = eb[0] & JT_TAPE_KIND_MASK;
    if (ka == JT_TAPE_INT && kb == JT_TAPE_INT) return equality(ea[0] >> 8 == eb[0] >> 8);
    if (ka == JT_TAPE_DOUBLE && kb == JT_TAPE_DOUBLE) {
        double da;
        double db;
        memcpy(&da, ea + 2, sizeof da);
        memcpy(&db, eb + 2, sizeof db);
        if (da != db) return JT_DIFFERENT;
    }
    const uint8_t *starts[2];
    const uint8_t *ends[2];
    if (!jt_view_lexeme(va, a, &starts[0], &ends[0]) ||
        !jt_view_lexeme(vb, b, &starts[1], &ends[1])) {
        return JT_EQUAL_DAMAGED;
    }
    const jt_decimal decimal_a = jt_decimal_of(starts[0], ends[0]);
    const jt_decimal decimal_b = jt_decimal_of(starts[1], ends[1]);
    return equality(jt_decimal_equal(&decimal_a, &decimal_b));
}

/* Compares two values, or puts them on the list. */
static jt_equality compare_values(comparison *c, uint32_t a, uint32_t b) {
    const uint32_t ka = jt_view_kind(&c->a->view, a);
    const uint32_t kb = jt_view_kind(&c->b->view, b);
    if (is_number(ka) && is_number(kb)) return compare_numbers(c, a, b);
    if (is_string(ka) && is_string(kb)) {
        jt_key_text text_a;
        jt_key_text text_b;
        if (!jt_view_text(&c->a->view, a, &text_a) || !jt_view_text(&c->b->view, b, &text_b)) {
            return JT_EQUAL_DAMAGED;
        }
        return equality(jt_key_text_equal(text_a, text_b));
    }
    if (ka != kb) return JT_DIFFERENT;
    if (ka == JT_TAPE_ARRAY || ka == JT_TAPE_OBJECT) {
        pair *const next = c->pairs + c->npairs;
        if ((size_t)(c->scratch_end - (uint8_t *)next) < sizeof *next) return JT_EQUAL_NO_ROOM;
        *next = (pair){a, b};
        c->npairs++;
    }
    return JT_EQUAL;
}

static jt_equality compare_arrays(comparison *c, uint32_t a, uint32_t end_a, uint32_t b,
                                  uint32_t end_b) {
    while (a < end_a && b < end_b) {
        const uint32_t behind_a = jt_view_behind(&c->a->view, a, end_a);
        const uint32_t behind_b = jt_view_behind(&c->b->view, b, end_b);
        if (!behind_a || !behind_b) return JT_EQUAL_DAMAGED;
        const jt_equality equal = compare_values(c, a, b);
        if (equal != JT_EQUAL) return equal;
        a = behind_a;
        b = behind_b;
    }
    return equality(a >= end_a && b >= end_b);
}

/* Where a text is in the table, or belongs; NULL: too many keys met. */
static member *find_member(const comparison *c, member *table, size_t nslots, jt_key_text text,
                           uint64_t seed) {
    const uint64_t hash = jt_key_text_hash(text, seed);
    const uint32_t high = (uint32_t)(hash >> 32);
    size_t i = (size_t)hash & (nslots - 1);
    for (unsigned probes = 0; table[i].key; i = (i + 1) & (nslots - 1)) {
        jt_key_text other;
        if (table[i].hash == high && jt_view_text(&c->a->view, table[i].key, &other) &&
            jt_key_text_equal(text, other)) {
            return &table[i];
        }
        if (++probes == PROBES_MAX && seed < SEEDS_MAX) return NULL;
    }
    table[i].hash = high;
    return &table[i];
}

/* The next member of an object: *at moves behind it. False: damaged. */
static bool next_member(const jt_tape_view *view, uint32_t *at, uint32_t end, uint32_t *value,
                        jt_key_text *text) {
    const uint32_t key = *at;
    *value = jt_view_behind_key(view, key, end);
    if (!*value || !jt_view_text(view, key, text)) return false;
    *at = jt_view_behind(view, *value, end);
    return *at != 0;
}

/* Fills the table with the members of both objects. JT_EQUAL: they have the same keys. *met is set
 * instead where too many of them met. */
static jt_equality join_members(const comparison *c, member *table, size_t nslots, uint64_t seed,
                                uint32_t a, uint32_t end_a, uint32_t b, uint32_t end_b, bool *met) {
    memset(table, 0, nslots * sizeof table[0]);
    jt_key_text text;
    uint32_t nkeys = 0;
    while (a < end_a) {
        const uint32_t key = a;
        uint32_t value;
        if (!next_member(&c->a->view, &a, end_a, &value, &text)) return JT_EQUAL_DAMAGED;
        member *const found = find_member(c, table, nslots, text, seed);
        *met = !found;
        if (!found) return JT_DIFFERENT;
        if (!found->key) {
            if (nkeys == nslots / 2) return JT_EQUAL_DAMAGED; /* more than were counted */
            found->key = key;
            found->ordinal = nkeys++;
            found->a = value;
        } else if (!c->a->first_wins) {
            found->a = value;
        }
    }
    uint32_t nmet = 0;
    while (b < end_b) {
        uint32_t value;
        if (!next_member(&c->b->view, &b, end_b, &value, &text)) return JT_EQUAL_DAMAGED;
        member *const found = find_member(c, table, nslots, text, seed);
        *met = !found;
        if (!found || !found->key) return JT_DIFFERENT;
        if (!found->b) {
            if (c->key_order && found->ordinal != nmet) return JT_DIFFERENT;
            found->b = value;
            nmet++;
        } else if (!c->b->first_wins) {
            found->b = value;
        }
    }
    return equality(nmet == nkeys);
}

static jt_equality compare_objects(comparison *c, uint32_t a, uint32_t end_a, uint32_t b,
                                   uint32_t end_b) {
    const uint32_t payload = *jt_view_entry(&c->a->view, a - 4) >> 8;
    const size_t nkeys =
        payload < JT_TAPE_PAYLOAD_MAX ? payload : jt_view_entry(&c->a->view, end_a)[1];
    if (nkeys > (end_a - a) / 4) return JT_EQUAL_DAMAGED; /* a member has four words at least */
    size_t nslots = 4;
    while (nslots < 2 * nkeys) nslots *= 2;
    uint8_t *const start = (uint8_t *)(c->pairs + c->npairs);
    if ((size_t)(c->scratch_end - start) / sizeof(member) < nslots) return JT_EQUAL_NO_ROOM;
    member *const table = (member *)(void *)(c->scratch_end - nslots * sizeof(member));
    jt_equality equal;
    bool met = false;
    uint64_t seed = 1;
    do {
        equal = join_members(c, table, nslots, seed++, a, end_a, b, end_b, &met);
    } while (met);

    uint8_t *const scratch_end = c->scratch_end;
    c->scratch_end = (uint8_t *)table; /* the list grows below it */
    for (size_t i = 0; i < nslots && equal == JT_EQUAL; i++) {
        if (table[i].key) equal = compare_values(c, table[i].a, table[i].b);
    }
    c->scratch_end = scratch_end;
    return equal;
}

jt_equality jt_equal(const jt_equal_side *a, const jt_equal_side *b, bool key_order, void *scratch,
                     size_t scratch_nbytes) {
    comparison c = {
        a, b, key_order, (pair *)scratch, 0, (uint8_t *)scratch + (scratch_nbytes & ~(size_t)7)};
    if (!jt_view_behind(&a->view, a->root, a->end) || !jt_view_behind(&b->view, b->root, b->end)) {
        return JT_EQUAL_DAMAGED;
    }
    jt_equality equal = compare_values(&c, a->root, b->root);
    while (equal == JT_EQUAL && c.npairs) {
        const pair next = c.pairs[--c.npairs];
        const uint32_t behind_a = jt_view_entry(&a->view, next.a)[2];
        const uint32_t behind_b = jt_view_entry(&b->view, next.b)[2];
        const uint32_t end_a = jt_view_children_end(&a->view, next.a, behind_a);
        const uint32_t end_b = jt_view_children_end(&b->view, next.b, behind_b);
        if (!end_a || !end_b) return JT_EQUAL_DAMAGED;
        equal = jt_view_kind(&a->view, next.a) == JT_TAPE_ARRAY
                    ? compare_arrays(&c, next.a + 4, end_a, next.b + 4, end_b)
                    : compare_objects(&c, next.a + 4, end_a, next.b + 4, end_b);
    }
    return equal;
}
