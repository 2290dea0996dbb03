/* Unique and sorted keys for the CBOR writer.
 *
 * Keys of all open maps lie in one array, those of inner maps behind those of outer ones, so that
 * a map that closes gives back the array's end. Few keys of one map are compared by their hashes
 * one after the other; with more, all of that map's keys are in a hash table as well. Keys leave
 * the table in the reverse order of their arrival, map by map, and so linear probing needs no marks
 * for what was removed. Where too many keys meet, as crafted ones may, the seed of the hash is
 * changed, once for each size of the table.
 *
 * Members are sorted by their keys' places, without recursion; then runs of members that stay
 * together are moved as one.
 */
#include "cbor_keys.h"

enum {
    NSLOTS_MIN = 64,
    PROBES_MAX = 64 /* far beyond what chance gives a table that is half empty */
};

int jt_cbor_key_order(uint32_t rules, const uint8_t *a, size_t a_nbytes, const uint8_t *b,
                      size_t b_nbytes) {
    if (rules & JT_CBOR_SORTED_MAJOR && a[0] >> 5 != b[0] >> 5) return (a[0] >> 5) - (b[0] >> 5);
    if (rules & (JT_CBOR_SORTED_MAJOR | JT_CBOR_SORTED_LENGTH) && a_nbytes != b_nbytes) {
        return a_nbytes < b_nbytes ? -1 : 1;
    }
    const int order = memcmp(a, b, a_nbytes < b_nbytes ? a_nbytes : b_nbytes);
    return order != 0 ? order : (a_nbytes > b_nbytes) - (a_nbytes < b_nbytes);
}

/* Products of eight bytes each; the last eight may overlap those before. */
static uint32_t hash_of(const uint8_t *p, size_t nbytes, uint32_t seed) {
    const unsigned major = p[0] >> 5;
    if (nbytes == (size_t)(p[0] & 31) + 1 && nbytes <= JT_CBOR_DIRECT_MAX + 1 &&
        (major == JT_CBOR_TEXT || major == JT_CBOR_BYTES)) {
        return jt_cbor_short_hash(seed, p[0], p + 1, nbytes - 1);
    }
    uint64_t hash = (nbytes + ((uint64_t)seed << 32 | seed)) * 0x9e3779b97f4a7c15u;
    if (nbytes >= 8) {
        for (size_t i = 0; i + 8 < nbytes; i += 8) {
            hash = (hash ^ jt_load8(p + i)) * 0xff51afd7ed558ccdu;
            hash ^= hash >> 32;
        }
        hash ^= jt_load8(p + nbytes - 8);
    } else if (nbytes >= 4) {
        hash ^= jt_load4(p) | (uint64_t)jt_load4(p + nbytes - 4) << 32;
    } else {
        hash ^= p[0] | (uint32_t)p[nbytes / 2] << 8 | (uint32_t)p[nbytes - 1] << 16;
    }
    hash *= 0xc4ceb9fe1a85ec53u;
    hash ^= hash >> 32;
    hash *= 0xff51afd7ed558ccdu;
    return (uint32_t)(hash >> 32);
}

static jt_cbor_key *keys_of(const jt_cbor_writer *writer) {
    return writer->blocks[JT_CBOR_BLOCK_KEYS].start;
}

static uint32_t *slots_of(const jt_cbor_writer *writer) {
    return writer->blocks[JT_CBOR_BLOCK_SLOTS].start;
}

static uint32_t hash_key(const jt_cbor_writer *writer, const jt_cbor_key *key) {
    return hash_of(writer->bytes + key->start, key->nbytes, writer->seed);
}

/* Puts a key into the first free slot. Returns how many were not free. */
static unsigned put_into_slot(jt_cbor_writer *writer, uint32_t index) {
    jt_cbor_key *const key = keys_of(writer) + index;
    uint32_t *const slots = slots_of(writer);
    unsigned probes = 0;
    uint32_t slot = key->hash & (writer->nslots - 1);
    for (; slots[slot]; slot = (slot + 1) & (writer->nslots - 1)) probes++;
    slots[slot] = index + 1;
    key->slot = slot;
    return probes;
}

/* Puts all keys that are in the table there anew. */
static void refill(jt_cbor_writer *writer) {
    memset(slots_of(writer), 0, writer->nslots * sizeof(uint32_t));
    for (uint32_t i = 0; i < writer->nkeys; i++) {
        if (keys_of(writer)[i].slot != JT_CBOR_NO_SLOT) put_into_slot(writer, i);
    }
}

/* Makes room for nkeys more keys in the table, which stays at most half full. */
static bool reserve_slots(jt_cbor_writer *writer, uint32_t nkeys) {
    uint32_t nslots = writer->nslots ? writer->nslots : NSLOTS_MIN;
    while (nslots / 2 < writer->nhashed + nkeys) nslots *= 2;
    if (nslots == writer->nslots) return true;
    if (!jt_cbor_reserve(writer, JT_CBOR_BLOCK_SLOTS, nslots * sizeof(uint32_t))) return false;
    writer->nslots = nslots;
    refill(writer);
    return true;
}

static void put_into_table(jt_cbor_writer *writer, uint32_t index) {
    writer->nhashed++;
    if (put_into_slot(writer, index) <= PROBES_MAX || writer->reseeded_at == writer->nslots) return;
    writer->reseeded_at = writer->nslots;
    writer->seed = hash_of((const uint8_t *)&writer->seed, sizeof writer->seed, writer->nhashed);
    for (uint32_t i = 0; i < writer->nkeys; i++) {
        jt_cbor_key *const key = keys_of(writer) + i;
        key->hash = hash_key(writer, key);
    }
    /* The filters of maps that are open say nothing any more. */
    for (jt_cbor_frame *frame = writer->frame; frame->kind != JT_CBOR_ROOT; frame--) {
        frame->filter[0] = frame->filter[1] = UINT64_MAX;
    }
    refill(writer);
}

static bool are_equal(const jt_cbor_writer *writer, const jt_cbor_key *a, const jt_cbor_key *b) {
    return a->hash == b->hash && a->nbytes == b->nbytes &&
           memcmp(writer->bytes + a->start, writer->bytes + b->start, a->nbytes) == 0;
}

/* Whether one of the keys from `first` on, those of the innermost frame, equals this one. */
static bool is_known(const jt_cbor_writer *writer, const jt_cbor_key *key, uint32_t first) {
    const jt_cbor_key *const keys = keys_of(writer);
    if (writer->nkeys - first <= JT_CBOR_FEW_KEYS) {
        for (uint32_t i = first; i < writer->nkeys; i++) {
            if (are_equal(writer, key, &keys[i])) return true;
        }
        return false;
    }
    const uint32_t *const slots = slots_of(writer);
    uint32_t slot = key->hash & (writer->nslots - 1);
    for (; slots[slot]; slot = (slot + 1) & (writer->nslots - 1)) {
        const uint32_t index = slots[slot] - 1;
        if (index >= first && are_equal(writer, key, &keys[index])) return true;
    }
    return false;
}

/* The bytes of an item that is nothing but a head, or a string with a head of one byte. */
static size_t plain_nbytes(const uint8_t *item) {
    const unsigned major = item[0] >> 5;
    const unsigned information = item[0] & 31;
    if (major == JT_CBOR_TEXT || major == JT_CBOR_BYTES) return 1 + (size_t)information;
    return information < JT_CBOR_1_BYTE ? 1 : 1 + jt_cbor_argument_nbytes(information);
}

static void put_filter_bit(jt_cbor_frame *frame, uint32_t hash) {
    frame->filter[hash >> 6 & 1] |= (uint64_t)1 << (hash & 63);
}

/* Where the first item of a container is whose head is at p. */
static const uint8_t *behind_head(const uint8_t *p) {
    const unsigned information = *p & 31;
    return information < JT_CBOR_1_BYTE || information == JT_CBOR_OPEN
               ? p + 1
               : p + 1 + jt_cbor_argument_nbytes(information);
}

/* Adds a key that was written without attention, the first of the innermost frame. */
static void add_first(jt_cbor_writer *writer, size_t start) {
    jt_cbor_key *const key = keys_of(writer) + writer->nkeys++;
    key->start = start;
    key->nbytes = plain_nbytes(writer->bytes + start);
    key->hash = hash_key(writer, key);
    key->slot = JT_CBOR_NO_SLOT;
    put_filter_bit(writer->frame, key->hash);
}

jt_code jt_cbor_keys_add(jt_cbor_writer *writer, size_t start) {
    const uint32_t first = writer->frame->first_key;
    /* Room for two: the first key as well. */
    if (writer->nkeys_max - writer->nkeys < 2 &&
        (writer->nkeys >= UINT32_MAX - 2 ||
         !jt_cbor_reserve(writer, JT_CBOR_BLOCK_KEYS,
                          (writer->nkeys + (size_t)2) * sizeof(jt_cbor_key)))) {
        return JT_NO_MEMORY;
    }
    if (writer->nkeys == first) {
        const uint8_t *const head = writer->bytes + writer->frame->start;
        const size_t first_start = (size_t)(behind_head(head) - writer->bytes);
        writer->frame->filter[0] = 0;
        writer->frame->filter[1] = 0;
        if (first_start != start) add_first(writer, first_start);
    }
    jt_cbor_key key = {.start = start, .nbytes = writer->nbytes - start, .slot = JT_CBOR_NO_SLOT};
    key.hash = hash_key(writer, &key);
    const uint64_t bits = writer->frame->filter[key.hash >> 6 & 1];
    if (bits >> (key.hash & 63) & 1 && is_known(writer, &key, first)) return JT_DUPLICATE_KEY;
    const uint32_t count = writer->nkeys - first;
    const uint32_t nhashed = count < JT_CBOR_FEW_KEYS    ? 0
                             : count == JT_CBOR_FEW_KEYS ? JT_CBOR_FEW_KEYS + 1
                                                         : 1;
    if (nhashed && !reserve_slots(writer, nhashed)) return JT_NO_MEMORY;
    keys_of(writer)[writer->nkeys++] = key;
    for (uint32_t i = writer->nkeys - nhashed; i < writer->nkeys; i++) put_into_table(writer, i);
    put_filter_bit(writer->frame, key.hash);
    return JT_OK;
}

void jt_cbor_keys_drop(jt_cbor_writer *writer, uint32_t first) {
    for (uint32_t i = first; i < writer->nkeys; i++) {
        const uint32_t slot = keys_of(writer)[i].slot;
        if (slot == JT_CBOR_NO_SLOT) continue;
        slots_of(writer)[slot] = 0;
        writer->nhashed--;
    }
    writer->nkeys = first;
}

void jt_cbor_keys_restore(jt_cbor_writer *writer, uint32_t nkeys) {
    for (; writer->nkeys < nkeys; writer->nkeys++) {
        const uint32_t slot = keys_of(writer)[writer->nkeys].slot;
        if (slot == JT_CBOR_NO_SLOT) continue;
        slots_of(writer)[slot] = writer->nkeys + 1;
        writer->nhashed++;
    }
}

static bool in_order(const jt_cbor_writer *writer, const jt_cbor_key *a, const jt_cbor_key *b) {
    return jt_cbor_key_order(writer->rules, writer->bytes + a->start, a->nbytes,
                             writer->bytes + b->start, b->nbytes) <= 0;
}

/* Merges sorted runs of growing length, from one half of the memory to the other and back. */
static void sort_keys(const jt_cbor_writer *writer, jt_cbor_key *keys, size_t count) {
    jt_cbor_key *from = keys;
    jt_cbor_key *to = keys + count;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t start = 0; start < count; start += 2 * run) {
            const size_t middle = start + run < count ? start + run : count;
            const size_t end = middle + run < count ? middle + run : count;
            size_t left = start;
            size_t right = middle;
            for (size_t i = start; i < end; i++) {
                const bool takes_left =
                    left < middle && (right == end || in_order(writer, &from[left], &from[right]));
                to[i] = takes_left ? from[left++] : from[right++];
            }
        }
        jt_cbor_key *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != keys) memcpy(keys, from, count * sizeof keys[0]);
}

/* Moves members to where their keys are in order, by way of the free bytes behind everything. */
static void move_members(jt_cbor_writer *writer, jt_cbor_key *keys, size_t count, size_t start) {
    uint8_t *const scratch = writer->bytes + writer->nbytes;
    size_t nbytes = 0;
    for (size_t i = 0; i < count;) {
        const size_t run_start = keys[i].start;
        size_t run_end = run_start;
        for (; i < count && keys[i].start == run_end; i++) {
            run_end = keys[i].end;
            keys[i].start = start + nbytes + (keys[i].start - run_start);
        }
        memcpy(scratch + nbytes, writer->bytes + run_start, run_end - run_start);
        nbytes += run_end - run_start;
    }
    memcpy(writer->bytes + start, scratch, nbytes);
}

jt_code jt_cbor_keys_sort(jt_cbor_writer *writer) {
    const uint32_t first = writer->frame->first_key;
    const size_t count = writer->nkeys - first;
    if (count < 2) return JT_OK;
    const jt_cbor_key *const unsorted = keys_of(writer) + first;
    size_t sorted = 1;
    while (sorted < count && in_order(writer, &unsorted[sorted - 1], &unsorted[sorted])) sorted++;
    if (sorted >= count) return JT_OK;

    const size_t start = unsorted[0].start;
    if (!jt_cbor_reserve(writer, JT_CBOR_BLOCK_KEYS,
                         (writer->nkeys + count) * sizeof unsorted[0]) ||
        !jt_cbor_reserve(writer, JT_CBOR_BLOCK_BYTES, 2 * writer->nbytes - start)) {
        return JT_NO_MEMORY;
    }
    jt_cbor_key *const keys = keys_of(writer) + first;
    for (size_t i = 0; i < count; i++) {
        keys[i].end = i + 1 < count ? keys[i + 1].start : writer->nbytes;
    }
    sort_keys(writer, keys, count);
    move_members(writer, keys, count, start);
    for (size_t i = 0; i < count; i++) {
        if (keys[i].slot != JT_CBOR_NO_SLOT)
            slots_of(writer)[keys[i].slot] = (uint32_t)(first + i) + 1;
    }
    return JT_OK;
}
