/* What writing JSON text came to. */
#ifndef JT_WRITE_CODE_H
#define JT_WRITE_CODE_H

/* Values are never reused; js/errors.js has the same table. */
typedef enum jt_write_code {
    JT_WRITE_OK = 0,
    JT_WRITE_WRONG_END = 1,      /* no such container is open, or a key lacks its value */
    JT_WRITE_MISSING_KEY = 2,    /* a value in an object without a key before it */
    JT_WRITE_UNEXPECTED_KEY = 3, /* a key where none can be */
    JT_WRITE_INCOMPLETE = 4,     /* the text is not at its end */
    JT_WRITE_COMPLETED = 5,      /* the text has its one value */
    JT_WRITE_NON_FINITE = 6,     /* JSON has no infinities and no NaN */
    JT_WRITE_DEPTH = 7,          /* more open containers than allowed */
    JT_WRITE_INVALID_RAW = 8,    /* a raw value that is not one JSON value */
    JT_WRITE_LONE_SURROGATE = 9, /* canonical: a surrogate without its other half */
    JT_WRITE_DUPLICATE_KEY = 10, /* canonical: equal keys in one object */
    JT_WRITE_DAMAGED = 11,       /* a tape that is none */
    JT_WRITE_NO_MEMORY = 65      /* no room for the text; as JT_NO_MEMORY */
} jt_write_code;

#endif
