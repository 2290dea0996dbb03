/**
 * The words of a tape, as src/tape.h defines them. Values only; what they mean stands there.
 */

export const MAGIC = 0x5041544a
export const VERSION = 0x00010000
export const HEADER_NWORDS = 16
export const KEY_NWORDS = 2
export const PAYLOAD_MAX = 0xffffff

/** Word indices in the header. */
export const H_MAGIC = 0
export const H_VERSION = 1
export const H_FLAGS = 2
export const H_TAPE_NWORDS = 3
export const H_SOURCE_NBYTES = 4
export const H_ROOT = 5
export const H_KEYS = 6
export const H_NKEYS = 7
export const H_NVALUES = 8
export const H_MAX_DEPTH = 9

/** Bits of the header's flags. */
export const F_NON_ASCII = 1
export const F_ESCAPES = 2
export const F_CBOR = 4
export const F_FIRST_WINS = 8
export const F_CBOR_ONLY = 16

/** Kinds: the low five bits of an entry's first word. */
export const NULL = 0
export const FALSE = 1
export const TRUE = 2
export const INT = 3
export const DOUBLE = 4
export const NUMBER_LONG = 5
export const STRING = 6
export const STRING_LONG = 7
export const ARRAY = 8
export const OBJECT = 9
export const KEY = 10
export const KEY_PLAIN = 11
export const KEY_LONG = 12
export const COUNT = 13
export const KIND_MASK = 0x1f

/** Flags: the high three bits of an entry's low byte. */
export const INTEGER = 0x20
export const ESCAPED = 0x20
export const NON_ASCII = 0x40
export const ALL_DOUBLES = 0x20
export const ALL_INTS = 0x40

/** Kinds that only CBOR has. */
export const BYTES = 16
export const BYTES_LONG = 17
export const TEXT_CHUNKS = 18
export const BYTES_CHUNKS = 19
export const TAG = 20
export const UNDEFINED = 21
export const SIMPLE = 22
export const KEY_VALUE = 23

/** Of an OBJECT: some key is a KEY_VALUE. */
export const OTHER_KEYS = 0x20

/** Of an ARRAY: the items of a CBOR sequence; of what stands as a key in CBOR. */
export const SEQUENCE = 0x80
export const IS_KEY = 0x80
