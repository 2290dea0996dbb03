/* Columns: from an array of objects to one typed array for each field.
 *
 * The array is read in windows, so that any document passes through a small memory: a call takes
 * as many whole elements as the window holds and says where the next one starts.
 */
#ifndef JT_COLUMNS_H
#define JT_COLUMNS_H

#include "tape_view.h"

typedef enum jt_column_type {
    JT_COLUMN_F64 = 0,
    JT_COLUMN_I32 = 1,
    JT_COLUMN_I64 = 2,
    JT_COLUMN_BOOLEAN = 3,
    JT_COLUMN_STRING = 4
} jt_column_type;

/* A step of the way to a field. Place 0 is the element itself; the places inside of a place follow
 * one another, and stand behind it. */
typedef struct jt_place {
    uint32_t first; /* of the places inside */
    uint32_t nplaces;
    const uint32_t *by_key; /* if there are any: their numbers by interned key, 0 for none */
    const uint8_t *token;   /* what an object has as key here, as a JSON string without quotes */
    uint32_t token_nbytes;
    uint32_t position; /* what an array has as index here; UINT32_MAX: nothing */
    uint32_t found;    /* used by jt_columns_fill: the tape index of the value, or 0 */
} jt_place;

/* A field's values, one for each row: nothing (0) where the value is missing or null. */
typedef struct jt_column {
    jt_column_type type;
    uint32_t place;
    uint8_t *values;   /* of the type's size; booleans: a byte; strings: base and where the text
                          ends in bytes, as 32 bits */
    uint8_t *validity; /* bit i, the lowest first: row i has a value */
    uint8_t *bytes;    /* of strings, as UTF-8: room for as many as the window of the source has */
    uint32_t base;     /* bytes of the rows before */
    uint32_t nbytes;   /* used by jt_columns_fill */
} jt_column;

typedef enum jt_columns_code {
    JT_COLUMNS_OK = 0,
    JT_COLUMNS_DAMAGED = 1,
    JT_COLUMNS_MISFIT = 2,      /* a value does not fit its column */
    JT_COLUMNS_NEEDS_SOURCE = 3 /* the window has no source, and it takes more than the tape */
} jt_columns_code;

typedef struct jt_columns {
    jt_tape_view view;   /* no keys; source_nbytes 0: no source */
    uint32_t first_wins; /* of equal keys */
    uint32_t at;         /* the first element's tape index; afterwards the next one's */
    uint32_t end;        /* behind the array's last element */
    jt_place *places;
    uint32_t nplaces;
    jt_column *columns;
    uint32_t ncolumns;
    uint32_t nrows_max;
    /* Afterwards: */
    uint32_t nrows;  /* rows filled, a multiple of eight unless they are the last; none: the window
                        is too small. After an error: rows before the one with the error. */
    uint32_t column; /* after JT_COLUMNS_MISFIT: which */
    uint32_t misfit; /* and the tape index of the value */
} jt_columns;

jt_columns_code jt_columns_fill(jt_columns *job);

#endif
