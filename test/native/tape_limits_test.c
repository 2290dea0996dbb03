/* Both sides of every field's edge: strings, keys and numbers around the length that a payload
 * holds, containers around the number of children it holds, and more keys than are interned.
 */
#include "check.h"
#include "jsontape.h"

/* A tape that grows by half whenever it is full. */
typedef struct parsed {
    jt_code code;
    uint32_t *tape;
} parsed;

static parsed parse(const char *text, size_t nbytes) {
    static jt_parser parser;
    parsed result = {JT_TAPE_FULL, NULL};
    jt_parser_init(&parser, (const uint8_t *)text, nbytes, 0, 16);
    for (size_t nwords = 1024; result.code == JT_TAPE_FULL; nwords += nwords / 2) {
        result.tape = realloc(result.tape, nwords * sizeof(uint32_t));
        if (!result.tape) exit(EXIT_FAILURE);
        result.code = jt_parse(&parser, result.tape, nwords);
    }
    return result;
}

static char *allocate(size_t nbytes) {
    char *const memory = malloc(nbytes);
    if (!memory) exit(EXIT_FAILURE);
    return memory;
}

/* `["aaa..."]`, `{"aaa...":0}` and `[111...]` with a text of each length. */
static void test_lengths(check_counts *counts) {
    enum { SHORT = JT_TAPE_PAYLOAD_MAX };
    char *const text = allocate(SHORT + 16);
    for (size_t length = SHORT - 1; length <= SHORT + 1; length++) {
        const bool is_long = length > SHORT;
        const uint32_t payload = is_long ? 0 : (uint32_t)length << 8;
        const uint32_t *entry;

        memcpy(text, "[\"", 2);
        memset(text + 2, 'a', length);
        memcpy(text + 2 + length, "\",1]", 4);
        parsed result = parse(text, length + 6);
        entry = result.tape + JT_TAPE_HEADER_NWORDS + 4;
        CHECK(counts,
              result.code == JT_OK &&
                  entry[0] == ((is_long ? JT_TAPE_STRING_LONG : JT_TAPE_STRING) | payload),
              NULL, 0, "string of %zu bytes: entry %08x", length, entry[0]);
        CHECK(counts, entry[1] == 2 && (!is_long || entry[2] == length), NULL, 0,
              "string of %zu bytes: its place", length);
        entry += is_long ? 4 : 2;
        CHECK(counts, entry[0] == (JT_TAPE_INT | 1 << 8), NULL, 0, "what follows the string");
        free(result.tape);

        memcpy(text, "{\"\\", 3); /* not interned */
        memcpy(text + 3, "n", 1);
        memset(text + 4, 'a', length - 2);
        memcpy(text + 2 + length, "\":1}", 4);
        result = parse(text, length + 6);
        entry = result.tape + JT_TAPE_HEADER_NWORDS + 4;
        CHECK(counts,
              result.code == JT_OK &&
                  entry[0] == ((is_long ? JT_TAPE_KEY_LONG : JT_TAPE_KEY_PLAIN) | JT_TAPE_ESCAPED |
                               payload),
              NULL, 0, "key of %zu bytes: entry %08x", length, entry[0]);
        CHECK(counts, entry[1] == 2 && (!is_long || entry[2] == length), NULL, 0,
              "key of %zu bytes: its place", length);
        free(result.tape);

        memcpy(text, "[", 1);
        memset(text + 1, '1', length);
        memcpy(text + 1 + length, ",1]", 3);
        result = parse(text, length + 4);
        entry = result.tape + JT_TAPE_HEADER_NWORDS + 4;
        CHECK(counts,
              result.code == JT_OK &&
                  entry[0] == ((is_long ? JT_TAPE_NUMBER_LONG : JT_TAPE_DOUBLE) | JT_TAPE_INTEGER |
                               payload),
              NULL, 0, "number of %zu bytes: entry %08x", length, entry[0]);
        CHECK(counts, entry[1] == 1 && (!is_long || entry[2] == length), NULL, 0,
              "number of %zu bytes: its place", length);
        CHECK(counts, is_long || entry[3] == 0x7ff00000, NULL, 0, "beyond the doubles");
        CHECK(counts, entry[4] == (JT_TAPE_INT | 1 << 8), NULL, 0, "what follows the number");
        free(result.tape);
    }
    free(text);
}

static void test_children(check_counts *counts) {
    enum { MOST = JT_TAPE_PAYLOAD_MAX };
    char *const text = allocate(2 * (size_t)MOST + 16);
    for (size_t count = MOST - 1; count <= MOST + 1; count++) {
        memcpy(text, "[[", 2);
        for (size_t i = 0; i < count; i++) memcpy(text + 2 + 2 * i, "7,", 2);
        memcpy(text + 2 + 2 * count - 1, "],8]", 4);
        const parsed result = parse(text, 2 * count + 5);
        const uint32_t *const entry = result.tape + JT_TAPE_HEADER_NWORDS + 4;
        const bool counted = count >= MOST;
        const uint32_t payload = counted ? MOST : (uint32_t)count;
        CHECK(counts, result.code == JT_OK, NULL, 0, "%zu children", count);
        CHECK(counts, entry[0] == (JT_TAPE_ARRAY | JT_TAPE_ALL_INTS | payload << 8), NULL, 0,
              "%zu children: entry %08x", count, entry[0]);
        const uint32_t *const behind = result.tape + entry[2];
        CHECK(counts, (size_t)(behind - entry) == 4 + 2 * count + (counted ? 2 : 0), NULL, 0,
              "%zu children: its end", count);
        CHECK(counts, !counted || (behind[-2] == JT_TAPE_COUNT && behind[-1] == count), NULL, 0,
              "%zu children: its COUNT", count);
        CHECK(counts, behind[0] == (JT_TAPE_INT | 8 << 8), NULL, 0, "what follows the array");
        CHECK(counts, result.tape[JT_TAPE_H_NVALUES] == count + 3, NULL, 0, "values");
        free(result.tape);
    }
    free(text);
}

/* Twice as many keys as the table takes, each twice: a key is interned or plain, and always the
 * same; the table says where each one is. */
static void test_many_keys(check_counts *counts) {
    enum { NKEYS = 2 * JT_TAPE_KEYS_MAX };
    char *const text = allocate(2 * NKEYS * 16);
    char *out = text;
    *out++ = '{';
    for (int i = 0; i < 2 * NKEYS; i++)
        out += sprintf(out, "%s\"key%d\":0", i ? "," : "", i % NKEYS);
    *out++ = '}';
    const parsed result = parse(text, (size_t)(out - text));
    const uint32_t *const tape = result.tape;
    const uint32_t *const table = tape + tape[JT_TAPE_H_KEYS];
    const uint32_t nkeys = tape[JT_TAPE_H_NKEYS];
    CHECK(counts, result.code == JT_OK && nkeys > JT_TAPE_KEYS_MAX / 2 && nkeys <= JT_TAPE_KEYS_MAX,
          NULL, 0, "%u keys", nkeys);
    const uint32_t *entry = tape + JT_TAPE_HEADER_NWORDS + 4;
    static uint32_t first[NKEYS]; /* kind and number of each key where it stood first */
    for (int i = 0; i < 2 * NKEYS; i++, entry += 4) {
        char key[16];
        const size_t nbytes = (size_t)sprintf(key, "key%d", i % NKEYS);
        const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
        const uint32_t payload = entry[0] >> 8;
        CHECK(counts, memcmp(text + entry[1], key, nbytes) == 0, (const uint8_t *)key, nbytes,
              "place");
        if (kind == JT_TAPE_KEY) {
            CHECK(counts,
                  payload < nkeys && table[2 * payload + 1] == nbytes &&
                      memcmp(text + table[2 * payload], key, nbytes) == 0,
                  (const uint8_t *)key, nbytes, "number %u", payload);
        } else {
            CHECK(counts, kind == JT_TAPE_KEY_PLAIN && payload == nbytes, (const uint8_t *)key,
                  nbytes, "kind %u, length %u", kind, payload);
        }
        if (i < NKEYS) first[i] = entry[0];
        CHECK(counts, entry[0] == first[i % NKEYS], (const uint8_t *)key, nbytes,
              "interned once, plain another time");
    }
    free(result.tape);
    free(text);
}

int main(void) {
    check_counts counts = {0, 0};
    test_lengths(&counts);
    test_children(&counts);
    test_many_keys(&counts);
    return check_result(&counts);
}
