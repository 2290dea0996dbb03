/* Filling columns: one walk over each element's own members, then one step for each field. */
#include "columns.h"

#include "decimal.h"
#include "escape.h"

/* Whether all of the element at [at, behind) lies in the window of the source. */
static bool has_source(const jt_tape_view *view, uint32_t at) {
    const uint32_t *const entry = jt_view_entry(view, at);
    const uint32_t kind = entry[0] & JT_TAPE_KIND_MASK;
    if (kind != JT_TAPE_OBJECT && kind != JT_TAPE_ARRAY) return true;
    return entry[3] >= view->source_from && entry[3] - view->source_from <= view->source_nbytes;
}

static uint32_t place_of_text(const jt_columns *job, const jt_place *place,
                              const jt_key_text *text) {
    for (uint32_t i = place->first; i < place->first + place->nplaces; i++) {
        const uint8_t *const token = job->places[i].token;
        const jt_key_text expected = {token, token + job->places[i].token_nbytes, true};
        if (jt_key_text_equal(*text, expected)) return i;
    }
    return 0;
}

static jt_columns_code find_members(jt_columns *job, const jt_place *place, uint32_t end) {
    const jt_tape_view *const view = &job->view;
    for (uint32_t at = place->found + 4; at < end;) {
        const uint32_t value = jt_view_behind_key(view, at, end);
        if (!value) return JT_COLUMNS_DAMAGED;
        const uint32_t *const key = jt_view_entry(view, at);
        uint32_t number;
        if ((key[0] & JT_TAPE_KIND_MASK) == JT_TAPE_KEY) {
            if (key[0] >> 8 >= view->nkeys) return JT_COLUMNS_DAMAGED;
            number = place->by_key[key[0] >> 8];
        } else {
            jt_key_text text;
            if (view->source_nbytes == 0) return JT_COLUMNS_NEEDS_SOURCE;
            if (!jt_view_text(view, at, &text)) return JT_COLUMNS_DAMAGED;
            number = place_of_text(job, place, &text);
        }
        at = jt_view_behind(view, value, end);
        if (!at) return JT_COLUMNS_DAMAGED;
        if (number && !(job->first_wins && job->places[number].found)) {
            job->places[number].found = value;
        }
    }
    return JT_COLUMNS_OK;
}

static jt_columns_code find_elements(jt_columns *job, const jt_place *place, uint32_t end) {
    jt_place *const inside = job->places + place->first;
    uint32_t position = 0;
    for (uint32_t at = place->found + 4; at < end; position++) {
        for (uint32_t i = 0; i < place->nplaces; i++) {
            if (inside[i].position == position) inside[i].found = at;
        }
        at = jt_view_behind(&job->view, at, end);
        if (!at) return JT_COLUMNS_DAMAGED;
    }
    return JT_COLUMNS_OK;
}

/* Finds what is inside of a place. */
static jt_columns_code find_inside(jt_columns *job, const jt_place *place, uint32_t end) {
    for (uint32_t i = 0; i < place->nplaces; i++) job->places[place->first + i].found = 0;
    if (place->nplaces == 0 || !place->found) return JT_COLUMNS_OK;
    const uint32_t kind = jt_view_kind(&job->view, place->found);
    if (kind != JT_TAPE_OBJECT && kind != JT_TAPE_ARRAY) return JT_COLUMNS_OK;
    const uint32_t behind = jt_view_behind(&job->view, place->found, end);
    if (!behind) return JT_COLUMNS_DAMAGED;
    const uint32_t children_end = jt_view_children_end(&job->view, place->found, behind);
    if (!children_end) return JT_COLUMNS_DAMAGED;
    return kind == JT_TAPE_OBJECT ? find_members(job, place, children_end)
                                  : find_elements(job, place, children_end);
}

static double double_at(const jt_tape_view *view, uint32_t at) {
    double value;
    memcpy(&value, jt_view_entry(view, at) + 2, sizeof value);
    return value;
}

/* The lexeme of the value at `at`, which is a DOUBLE or NUMBER_LONG. */
static jt_columns_code lexeme_at(const jt_tape_view *view, uint32_t at, const uint8_t **start,
                                 const uint8_t **end) {
    if (view->source_nbytes == 0) return JT_COLUMNS_NEEDS_SOURCE;
    return jt_view_lexeme(view, at, start, end) ? JT_COLUMNS_OK : JT_COLUMNS_DAMAGED;
}

static jt_columns_code read_double(const jt_tape_view *view, uint32_t at, double *value) {
    const uint8_t *start;
    const uint8_t *end;
    jt_columns_code code;
    switch (jt_view_kind(view, at)) {
    case JT_TAPE_INT: *value = (int32_t)*jt_view_entry(view, at) >> 8; return JT_COLUMNS_OK;
    case JT_TAPE_DOUBLE: *value = double_at(view, at); return JT_COLUMNS_OK;
    case JT_TAPE_NUMBER_LONG:
        code = lexeme_at(view, at, &start, &end);
        if (!code) *value = jt_double_from_text(start, end);
        return code;
    default: return JT_COLUMNS_MISFIT;
    }
}

/* Integers by value, however they are written. */
static jt_columns_code read_integer(const jt_tape_view *view, uint32_t at, int64_t *value) {
    const uint32_t word = *jt_view_entry(view, at);
    const double safe = 9007199254740992.0; /* integers below are their lexeme exactly */
    switch (word & JT_TAPE_KIND_MASK) {
    case JT_TAPE_INT: *value = (int32_t)word >> 8; return JT_COLUMNS_OK;
    case JT_TAPE_DOUBLE:
        if (word & JT_TAPE_INTEGER) {
            const double number = double_at(view, at);
            if (number > -safe && number < safe) {
                *value = (int64_t)number;
                return JT_COLUMNS_OK;
            }
        }
        break;
    case JT_TAPE_NUMBER_LONG: break;
    default: return JT_COLUMNS_MISFIT;
    }
    const uint8_t *start;
    const uint8_t *end;
    const jt_columns_code code = lexeme_at(view, at, &start, &end);
    if (code) return code;
    const jt_decimal decimal = jt_decimal_of(start, end);
    return jt_decimal_integer(&decimal, value) ? JT_COLUMNS_OK : JT_COLUMNS_MISFIT;
}

/* Writes the text at `at` behind the others. UTF-8 has no lone surrogates. */
static jt_columns_code read_string(const jt_tape_view *view, uint32_t at, jt_column *column) {
    const uint32_t kind = jt_view_kind(view, at);
    if (kind != JT_TAPE_STRING && kind != JT_TAPE_STRING_LONG) return JT_COLUMNS_MISFIT;
    if (view->source_nbytes == 0) return JT_COLUMNS_NEEDS_SOURCE;
    jt_key_text text;
    if (!jt_view_text(view, at, &text)) return JT_COLUMNS_DAMAGED;
    /* Damage can make spans overlap: then there is not room for all. */
    if ((size_t)(text.end - text.p) > view->source_nbytes - column->nbytes) {
        return JT_COLUMNS_DAMAGED;
    }
    uint8_t *out = column->bytes + column->nbytes;
    while (text.p != text.end) {
        const uint8_t *const escape =
            text.escaped ? memchr(text.p, '\\', (size_t)(text.end - text.p)) : NULL;
        const size_t nbytes = (size_t)((escape ? escape : text.end) - text.p);
        memcpy(out, text.p, nbytes);
        out += nbytes;
        text.p += nbytes;
        if (!escape) break;
        const uint32_t code_point = jt_escape_code_point(&text.p, text.end);
        if (code_point >= 0xd800 && code_point < 0xe000) return JT_COLUMNS_MISFIT;
        out += jt_utf8_write(code_point, out);
    }
    column->nbytes = (uint32_t)(out - column->bytes);
    return JT_COLUMNS_OK;
}

/* Writes a row of a column; `at` is the value's tape index, 0 for none. */
static jt_columns_code fill_row(const jt_columns *job, jt_column *column, uint32_t row,
                                uint32_t at) {
    const jt_tape_view *const view = &job->view;
    const bool valid = at && jt_view_kind(view, at) != JT_TAPE_NULL;
    column->validity[row / 8] |= (uint8_t)(valid << row % 8);
    jt_columns_code code = JT_COLUMNS_OK;
    switch (column->type) {
    case JT_COLUMN_F64: {
        double value = 0;
        if (valid) code = read_double(view, at, &value);
        ((double *)(void *)column->values)[row] = value;
        return code;
    }
    case JT_COLUMN_I32:
    case JT_COLUMN_I64: {
        int64_t value = 0;
        if (valid) code = read_integer(view, at, &value);
        if (column->type == JT_COLUMN_I64) {
            ((int64_t *)(void *)column->values)[row] = value;
        } else {
            if (value != (int32_t)value) code = JT_COLUMNS_MISFIT;
            ((int32_t *)(void *)column->values)[row] = (int32_t)value;
        }
        return code;
    }
    case JT_COLUMN_BOOLEAN: {
        const uint32_t kind = valid ? jt_view_kind(view, at) : JT_TAPE_FALSE;
        column->values[row] = kind == JT_TAPE_TRUE;
        return kind == JT_TAPE_TRUE || kind == JT_TAPE_FALSE ? JT_COLUMNS_OK : JT_COLUMNS_MISFIT;
    }
    default:
        if (valid) code = read_string(view, at, column);
        ((uint32_t *)(void *)column->values)[row] = column->base + column->nbytes;
        return code;
    }
}

jt_columns_code jt_columns_fill(jt_columns *job) {
    const jt_tape_view *const view = &job->view;
    const uint32_t to = view->to < job->end ? view->to : job->end;
    uint32_t at = job->at;
    uint32_t row = 0;
    for (uint32_t i = 0; i < job->ncolumns; i++) {
        job->columns[i].nbytes = 0;
        memset(job->columns[i].validity, 0, (job->nrows_max + 7) / 8);
    }
    job->nrows = 0;
    for (; at < job->end && row < job->nrows_max; row++) {
        const uint32_t behind = jt_view_behind(view, at, to);
        if (row % 8 == 0) {
            job->at = at;
            job->nrows = row;
        }
        if (!behind || (view->source_nbytes && !has_source(view, at))) {
            /* The window may be too small for it, but not if all of the array is there. */
            return to == job->end && !behind ? JT_COLUMNS_DAMAGED : JT_COLUMNS_OK;
        }
        job->places[0].found = at;
        for (uint32_t i = 0; i < job->nplaces; i++) {
            const jt_columns_code code = find_inside(job, &job->places[i], behind);
            if (code) return code;
        }
        for (uint32_t i = 0; i < job->ncolumns; i++) {
            jt_column *const column = &job->columns[i];
            const uint32_t value = job->places[column->place].found;
            const jt_columns_code code = fill_row(job, column, row, value);
            if (code) {
                job->nrows = row;
                job->column = i;
                job->misfit = value;
                return code;
            }
        }
        at = behind;
    }
    job->at = at;
    job->nrows = row;
    return JT_COLUMNS_OK;
}
