/**
 * The error classes of jsontape/cbor, and what the numbers of jt_code in src/jsontape.h mean there.
 */

/**
 * @typedef {import('./cbor.js').CborErrorCode} CborErrorCode
 * @typedef {import('./cbor.js').CborWriterErrorCode} CborWriterErrorCode
 */

/** @type {Record<CborErrorCode, string>} */
const MESSAGES = {
  truncated: 'the CBOR item ends too early',
  trailing_data: 'content behind the CBOR item',
  unexpected_break: 'a break where none may be',
  not_well_formed: 'not well-formed CBOR',
  invalid_utf8: 'ill-formed UTF-8 in a text string',
  depth: 'more nested containers and tags than maxDepth allows',
  duplicate_key: 'duplicate key',
  key_order: 'keys out of order',
  not_shortest: 'not the shortest form',
  indefinite_forbidden: 'indefinite lengths are forbidden',
  tag_forbidden: 'tags are forbidden',
  document_too_large: 'the item is too large',
}

/** @type {Record<CborWriterErrorCode, string>} */
const WRITER_MESSAGES = {
  too_many_items: 'the container has all its items',
  incomplete: 'items are missing',
  missing_value: 'a key or tag lacks its value',
  wrong_end: 'this is not the innermost open container',
  duplicate_key: 'duplicate key',
  tag_forbidden: 'tags are forbidden',
  indefinite_forbidden: 'indefinite lengths are forbidden',
  depth: 'more nested containers than maxDepth allows',
  lone_surrogate: 'a surrogate without its other half',
  completed: 'the root value is complete',
  wrong_chunk: 'an indefinite string takes definite strings of its own type only',
  invalid_encoded: 'not one CBOR item that the mode allows',
}

/** @type {Record<number, CborErrorCode>} */
const CODES = {
  8: 'invalid_utf8',
  10: 'depth',
  11: 'duplicate_key',
  15: 'document_too_large',
  80: 'truncated',
  81: 'trailing_data',
  82: 'unexpected_break',
  83: 'not_well_formed',
  84: 'key_order',
  85: 'not_shortest',
  86: 'indefinite_forbidden',
  87: 'tag_forbidden',
}

/** @type {Record<number, CborWriterErrorCode>} */
const WRITER_CODES = {
  7: 'lone_surrogate',
  10: 'depth',
  11: 'duplicate_key',
  86: 'indefinite_forbidden',
  87: 'tag_forbidden',
  96: 'too_many_items',
  97: 'incomplete',
  98: 'missing_value',
  99: 'wrong_end',
  100: 'completed',
  101: 'wrong_chunk',
  102: 'invalid_encoded',
}

const OUT_OF_RANGE = 103
const NO_MEMORY = 65

/** An input that is no CBOR, or none that the mode allows. */
export class CborError extends SyntaxError {
  /**
   * @param {CborErrorCode} code
   * @param {number} offset
   */
  constructor(code, offset) {
    super(`${MESSAGES[code]}, at byte ${offset}`)
    this.code = code
    this.offset = offset
  }

  /** @override */
  get name() {
    return 'CborError'
  }
}

/** A call or value that the writer cannot make CBOR of. */
export class CborWriterError extends Error {
  /** @param {CborWriterErrorCode} code */
  constructor(code) {
    super(WRITER_MESSAGES[code])
    this.code = code
  }

  /** @override */
  get name() {
    return 'CborWriterError'
  }
}

/**
 * @param {number} code a jt_code of the reader
 * @param {number} offset
 */
export function readerError(code, offset) {
  if (code === NO_MEMORY) return new RangeError('jsontape has not enough memory for this document')
  const name = CODES[code]
  if (!name) return new Error(`the wasm module gave the unknown code ${code}`)
  return new CborError(name, offset)
}

/** @param {number} code a jt_code of the writer */
export function writerError(code) {
  if (code === NO_MEMORY) return new RangeError('jsontape has not enough memory for this item')
  if (code === OUT_OF_RANGE) return new RangeError('a number is out of range')
  const name = WRITER_CODES[code]
  if (!name) return new Error(`the wasm module gave the unknown code ${code}`)
  return new CborWriterError(name)
}
