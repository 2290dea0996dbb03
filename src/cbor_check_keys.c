/* Unique and sorted keys in CBOR that was read.
 *
 * Where keys are sorted, equal ones are neighbours, and encodings are compared as they stand: the
 * modes that sort allow only one for each value. Otherwise keys are the same when their values are:
 * integers and floats whatever their heads, strings whatever their heads and chunks, arrays and
 * maps of the same items in the same order. Each value is fed to the hash, or compared with
 * another, as a stream of bytes that depends on nothing else.
 */
#include "cbor_check_keys.h"

#include "cbor_keys.h"
#include "cbor_tape.h"
#include "duplicate_keys.h"
#include "power_table.h"

/* The stream of a key's bytes. Each entry of the tape gives a token, of a kind and a number; a
 * string's content follows its own. */
typedef struct stream {
    const jt_parser *parser;
    const uint32_t *tape;
    uint32_t at;  /* the next entry */
    uint32_t end; /* behind the last one */
    uint8_t token[1 + sizeof(uint64_t)];
    const uint8_t *piece;
    size_t piece_nbytes;
    const uint8_t *chunk;   /* the next chunk's head, or NULL */
    const uint8_t *content; /* that follows the token, or NULL */
    size_t content_nbytes;
} stream;

static stream stream_of(const jt_parser *parser, const uint32_t *tape, uint32_t key) {
    stream s = {.parser = parser, .tape = tape, .at = key};
    s.end = jt_walk_behind_key(tape, key, parser->next);
    if (jt_walk_kind(tape, key) == JT_TAPE_KEY_VALUE) s.at += 2;
    return s;
}

/* Puts the token of the next entry, and the content that follows it, into the stream. */
static void next_token(stream *s) {
    const uint8_t *const source = s->parser->source;
    const uint32_t *const entry = s->tape + s->at;
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    uint64_t number = 0;
    uint8_t type = (uint8_t)kind;
    uint32_t nwords = jt_walk_behind(s->tape, s->at, s->at + 4) - s->at;
    s->content = NULL;
    s->chunk = NULL;
    switch (kind) {
    case JT_TAPE_INT:
    case JT_TAPE_NUMBER_LONG:
    case JT_TAPE_DOUBLE: {
        const jt_cbor_head head = jt_cbor_checked_head(source + entry[1]);
        number = head.argument;
        type = (uint8_t)head.major;
        if (head.major == JT_CBOR_SIMPLE) memcpy(&number, entry + 2, sizeof number);
        if (head.major != JT_CBOR_TAG) break;
        /* A bignum: its string's content as it is. */
        const jt_cbor_head string = jt_cbor_checked_head(head.behind);
        if (string.information == JT_CBOR_OPEN) {
            s->chunk = string.behind;
        } else {
            s->content = string.behind;
            s->content_nbytes = (size_t)string.argument;
        }
        break;
    }
    case JT_TAPE_KEY:
    case JT_TAPE_KEY_PLAIN:
    case JT_TAPE_KEY_LONG:
    case JT_TAPE_STRING:
    case JT_TAPE_STRING_LONG:
    case JT_TAPE_BYTES:
    case JT_TAPE_BYTES_LONG: {
        const bool is_bytes = kind == JT_TAPE_BYTES || kind == JT_TAPE_BYTES_LONG;
        const bool is_long =
            kind == JT_TAPE_KEY_LONG || kind == JT_TAPE_STRING_LONG || kind == JT_TAPE_BYTES_LONG;
        type = is_bytes ? JT_TAPE_BYTES : JT_TAPE_STRING;
        number = is_long               ? entry[2]
                 : kind == JT_TAPE_KEY ? s->parser->keys[(entry[0] >> 8) * JT_TAPE_KEY_NWORDS + 1]
                                       : entry[0] >> 8;
        s->content = source + entry[1];
        s->content_nbytes = (size_t)number;
        break;
    }
    case JT_TAPE_TEXT_CHUNKS:
    case JT_TAPE_BYTES_CHUNKS:
        type = kind == JT_TAPE_TEXT_CHUNKS ? JT_TAPE_STRING : JT_TAPE_BYTES;
        number = entry[2];
        s->chunk = source + entry[1] + 1;
        break;
    case JT_TAPE_TAG:
        number = jt_cbor_checked_head(source + entry[1]).argument;
        nwords = 4;
        break;
    case JT_TAPE_COUNT: /* tells the length that the container could not */
        number = entry[1];
        break;
    case JT_TAPE_ARRAY:
    case JT_TAPE_OBJECT:
        nwords = 4;
        number = entry[0] >> 8;
        break;
    default: number = entry[0] >> 8;
    }
    s->at += nwords;
    s->token[0] = type;
    memcpy(s->token + 1, &number, sizeof number);
    s->piece = s->token;
    s->piece_nbytes = sizeof s->token;
}

/* Makes the piece at hand not empty. Returns false at the end. */
static bool refill(stream *s) {
    while (s->piece_nbytes == 0) {
        if (s->content) {
            s->piece = s->content;
            s->piece_nbytes = s->content_nbytes;
            s->content = NULL;
        } else if (s->chunk && *s->chunk != JT_CBOR_BREAK) {
            const jt_cbor_head head = jt_cbor_checked_head(s->chunk);
            s->piece = head.behind;
            s->piece_nbytes = (size_t)head.argument;
            s->chunk = head.behind + head.argument;
        } else if (s->at != s->end) {
            next_token(s);
        } else {
            return false;
        }
    }
    return true;
}

/* The next eight bytes of the stream, zeros behind its end; fewer are counted there. */
static unsigned next_eight(stream *s, uint64_t *eight) {
    uint8_t bytes[8] = {0};
    unsigned nbytes = 0;
    while (nbytes < 8 && refill(s)) {
        const size_t room = 8 - nbytes;
        const size_t n = s->piece_nbytes < room ? s->piece_nbytes : room;
        memcpy(bytes + nbytes, s->piece, n);
        nbytes += (unsigned)n;
        s->piece += n;
        s->piece_nbytes -= n;
    }
    *eight = jt_load8(bytes);
    return nbytes;
}

static uint64_t hash_key(const jt_parser *parser, const uint32_t *tape, uint32_t key,
                         uint64_t seed) {
    stream s = stream_of(parser, tape, key);
    uint64_t hash = seed;
    uint64_t eight;
    unsigned nbytes;
    do {
        nbytes = next_eight(&s, &eight);
        const jt_product product =
            jt_multiply(hash ^ eight ^ 0xa0761d6478bd642fu, seed ^ 0xe7037ed1a0b428dbu ^ nbytes);
        hash = product.high ^ product.low;
    } while (nbytes == 8);
    return hash;
}

static bool equal_keys(const jt_parser *parser, const uint32_t *tape, uint32_t a, uint32_t b) {
    stream one = stream_of(parser, tape, a);
    stream other = stream_of(parser, tape, b);
    for (;;) {
        uint64_t eights[2];
        const unsigned nbytes = next_eight(&one, &eights[0]);
        if (next_eight(&other, &eights[1]) != nbytes || eights[0] != eights[1]) return false;
        if (nbytes < 8) return true;
    }
}

/* The encoded bytes of the key at `key`, which is whole. */
typedef struct span {
    size_t start;
    size_t end;
} span;

static span key_span(const jt_parser *parser, const uint32_t *tape, uint32_t key) {
    const uint32_t *const entry = tape + key;
    uint64_t nbytes;
    switch (jt_walk_kind(tape, key)) {
    case JT_TAPE_KEY: nbytes = parser->keys[(entry[0] >> 8) * JT_TAPE_KEY_NWORDS + 1]; break;
    case JT_TAPE_KEY_PLAIN: nbytes = entry[0] >> 8; break;
    case JT_TAPE_KEY_LONG: return (span){entry[1] - (entry[0] >> 8), entry[1] + (size_t)entry[2]};
    default: return (span){entry[1], jt_cbor_value_end(tape, key + 2)};
    }
    return (span){entry[1] - jt_cbor_head_nbytes(nbytes), entry[1] + (size_t)nbytes};
}

/* The first key of the map at `map` that is not behind the one before it; 0: none. */
static uint32_t find_disorder(const jt_parser *parser, const uint32_t *tape, uint32_t map,
                              jt_code *code) {
    const uint32_t end = jt_walk_behind(tape, map, parser->next);
    uint32_t key = jt_walk_key(tape, map + 4, end);
    span before = {0, 0};
    for (; key != end && jt_walk_is_whole_key(tape, key, parser->next);
         key = jt_walk_key(tape, jt_walk_behind_member(tape, key, parser->next, end), end)) {
        const span now = key_span(parser, tape, key);
        if (before.end) {
            const int order = jt_cbor_key_order(parser->options, parser->source + before.start,
                                                before.end - before.start,
                                                parser->source + now.start, now.end - now.start);
            if (order >= 0) {
                *code = order == 0 ? JT_DUPLICATE_KEY : JT_KEY_ORDER;
                return key;
            }
        }
        before = now;
    }
    return 0;
}

static jt_code check_order(jt_parser *parser, const uint32_t *tape) {
    jt_code code = JT_OK;
    uint32_t found = 0;
    for (uint32_t at = JT_TAPE_HEADER_NWORDS; at < parser->next;) {
        const uint32_t kind = jt_walk_kind(tape, at);
        if (kind == JT_TAPE_OBJECT) {
            jt_code here;
            const uint32_t key = find_disorder(parser, tape, at, &here);
            if (key && (found == 0 || key < found)) {
                found = key;
                code = here;
            }
        }
        at = kind == JT_TAPE_OBJECT || kind == JT_TAPE_ARRAY || kind == JT_TAPE_TAG
                 ? at + 4
                 : jt_walk_behind(tape, at, parser->next);
    }
    if (found) parser->error_offset = key_span(parser, tape, found).start;
    return code;
}

jt_code jt_cbor_check_keys(jt_parser *parser, uint32_t *tape, size_t first, size_t tape_nwords) {
    static const jt_key_methods methods = {hash_key, equal_keys};
    if (parser->options & JT_CBOR_SORTED) return check_order(parser, tape);
    const jt_code code = jt_find_duplicate_key(parser, &methods, tape, first, tape_nwords);
    if (code == JT_DUPLICATE_KEY) {
        parser->error_offset = key_span(parser, tape, parser->duplicate).start;
    }
    return code;
}
