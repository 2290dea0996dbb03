/* Keys in order; see key_order.h. Merge sort, since it needs no luck; ranks make integers of keys
 * that are compared often. */
#include "key_order.h"

#include "escape.h"
#include "utf8.h"

/* UTF-8 orders as code points do, UTF-16 does not: surrogate pairs come before U+E000 to U+FFFF. */
static int compare_code_points(uint32_t a, uint32_t b) {
    const bool a_is_pair = a >= 0x10000;
    const bool b_is_pair = b >= 0x10000;
    if (a_is_pair != b_is_pair && (a_is_pair ? b : a) >= 0xe000) return a_is_pair ? -1 : 1;
    return a < b ? -1 : a > b;
}

static uint32_t next_code_point(jt_key_text *text) {
    return text->escaped && *text->p == '\\' ? jt_escape_code_point(&text->p, text->end)
                                             : jt_utf8_code_point(&text->p);
}

int jt_key_text_compare(jt_key_text a, jt_key_text b) {
    if (!a.escaped && !b.escaped) {
        while (a.p != a.end && b.p != b.end && *a.p == *b.p) a.p++, b.p++;
        if (a.p == a.end || b.p == b.end) return (a.p != a.end) - (b.p != b.end);
        /* Leads from 0xf0 on are those of pairs, 0xee and 0xef those of U+E000 and above. */
        const bool a_is_pair = *a.p >= 0xf0;
        const bool b_is_pair = *b.p >= 0xf0;
        if (a_is_pair != b_is_pair && (a_is_pair ? *b.p : *a.p) >= 0xee) return a_is_pair ? -1 : 1;
        return *a.p < *b.p ? -1 : 1;
    }
    while (a.p < a.end && b.p < b.end) {
        const int order = compare_code_points(next_code_point(&a), next_code_point(&b));
        if (order) return order;
    }
    return (a.p < a.end) - (b.p < b.end);
}

/* What is sorted: tape indices of keys, or numbers of interned keys. */
typedef struct sort_job {
    const jt_tape_view *view;
    const uint32_t *ranks;
    bool interned;
} sort_job;

static jt_key_text text_of(const sort_job *job, uint32_t item) {
    jt_key_text text = {NULL, NULL, false};
    if (job->interned) {
        const uint32_t *const key = job->view->keys + item * JT_TAPE_KEY_NWORDS;
        text.p = jt_view_bytes(job->view, key[0], key[1]);
        text.end = text.p + key[1];
    } else {
        jt_view_text(job->view, item, &text);
    }
    return text;
}

static int compare(const sort_job *job, uint32_t a, uint32_t b) {
    if (job->ranks) {
        const uint32_t head_a = *jt_view_entry(job->view, a);
        const uint32_t head_b = *jt_view_entry(job->view, b);
        if ((head_a & JT_TAPE_KIND_MASK) == JT_TAPE_KEY &&
            (head_b & JT_TAPE_KIND_MASK) == JT_TAPE_KEY) {
            const uint32_t rank_a = job->ranks[head_a >> 8];
            const uint32_t rank_b = job->ranks[head_b >> 8];
            return rank_a < rank_b ? -1 : rank_a > rank_b;
        }
    }
    return jt_key_text_compare(text_of(job, a), text_of(job, b));
}

/* Merges two sorted runs, [first, middle) and [middle, end), into out. */
static void merge(const sort_job *job, const uint32_t *items, uint32_t first, uint32_t middle,
                  uint32_t end, uint32_t *out) {
    uint32_t left = first;
    uint32_t right = middle;
    for (uint32_t i = first; i < end; i++) {
        const bool from_left =
            left < middle && (right == end || compare(job, items[left], items[right]) <= 0);
        out[i] = from_left ? items[left++] : items[right++];
    }
}

/* Sorts short runs by insertion, then merges them. */
static void sort(const sort_job *job, uint32_t *items, uint32_t nitems, uint32_t *temporary) {
    enum { RUN = 8 };
    for (uint32_t start = 0; start < nitems; start += RUN) {
        const uint32_t end = nitems - start < RUN ? nitems : start + RUN;
        for (uint32_t i = start + 1; i < end; i++) {
            const uint32_t item = items[i];
            uint32_t at = i;
            for (; at > start && compare(job, items[at - 1], item) > 0; at--) {
                items[at] = items[at - 1];
            }
            items[at] = item;
        }
    }
    uint32_t *from = items;
    uint32_t *to = temporary;
    for (uint32_t width = RUN; width < nitems; width *= 2) {
        for (uint32_t start = 0; start < nitems; start += 2 * width) {
            const uint32_t middle = nitems - start < width ? nitems : start + width;
            const uint32_t end = nitems - middle < width ? nitems : middle + width;
            merge(job, from, start, middle, end, to);
        }
        uint32_t *const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != items) memcpy(items, from, nitems * sizeof items[0]);
}

bool jt_key_ranks(const jt_tape_view *view, uint32_t *ranks, uint32_t *temporary) {
    const sort_job job = {view, NULL, true};
    for (uint32_t id = 0; id < view->nkeys; id++) {
        const uint32_t *const key = view->keys + id * JT_TAPE_KEY_NWORDS;
        if (!jt_view_bytes(view, key[0], key[1])) return false;
        ranks[id] = id;
    }
    sort(&job, ranks, view->nkeys, temporary);
    /* From the keys in order to the order of each key. */
    memcpy(temporary, ranks, view->nkeys * sizeof ranks[0]);
    for (uint32_t rank = 0; rank < view->nkeys; rank++) ranks[temporary[rank]] = rank;
    return true;
}

uint32_t jt_key_sort(const jt_tape_view *view, const uint32_t *ranks, uint32_t *members,
                     uint32_t nmembers, uint32_t *temporary) {
    const sort_job job = {view, ranks, false};
    sort(&job, members, nmembers, temporary);
    for (uint32_t i = 1; i < nmembers; i++) {
        if (compare(&job, members[i - 1], members[i]) == 0) {
            return members[i - 1] > members[i] ? members[i - 1] : members[i];
        }
    }
    return 0;
}
