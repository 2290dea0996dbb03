/**
 * The error classes. Each extends the built-in one that a caller would catch and carries a stable
 * `code`; messages are short whatever the input was, and show of it no more than an excerpt.
 */

import { decodeUtf8 } from './text.js'

/**
 * @typedef {import('./index.js').TapeSyntaxErrorCode} TapeSyntaxErrorCode
 * @typedef {import('./index.js').TapeWriterErrorCode} TapeWriterErrorCode
 */

/**
 * The line around a fault, and how many characters stand before it there.
 * @typedef {{ text: string, caret: number }} Excerpt
 */

/**
 * What a parse stopped at.
 * @typedef {object} SyntaxFault
 * @property {TapeSyntaxErrorCode} code
 * @property {Uint8Array} [source]
 * @property {Excerpt} [excerpt] where there is no source
 * @property {number} offset
 * @property {number} line
 * @property {number} column
 * @property {number} byteInLine
 * @property {string} pointer
 * @property {number} [index]
 */

/** What each code says. @type {Record<TapeSyntaxErrorCode, string>} */
const MESSAGES = {
  unexpected_end: 'the JSON text ends too early',
  unexpected_byte: 'unexpected byte',
  invalid_literal: 'not one of true, false and null',
  invalid_number: 'invalid number',
  control_char: 'a control character in a string must be escaped',
  invalid_escape: 'invalid escape sequence',
  lone_surrogate: 'escaped surrogate without its other half',
  invalid_utf8: 'ill-formed UTF-8',
  trailing_content: 'content behind the JSON text',
  depth: 'more nested containers than maxDepth allows',
  duplicate_key: 'duplicate key',
  forbidden_key: 'forbidden key',
  bom: 'byte order mark',
  comment: 'malformed comment',
  document_too_large: 'the document is too large',
}

/** The codes at the places of the values of jt_code in src/jsontape.h. */
const CODES = /** @type {(TapeSyntaxErrorCode | undefined)[]} */ ([
  undefined, 'unexpected_end', 'unexpected_byte', 'invalid_literal', 'invalid_number',
  'control_char', 'invalid_escape', 'lone_surrogate', 'invalid_utf8', 'trailing_content', 'depth',
  'duplicate_key', 'forbidden_key', 'bom', 'comment', 'document_too_large',
])

/** Bytes of the line shown before and behind the fault. */
const EXCERPT_NBYTES = 32

const NO_BYTES = new Uint8Array(0)

/** An input that is no JSON text, or none that the options allow. */
export class TapeSyntaxError extends SyntaxError {
  /** @param {SyntaxFault} fault */
  constructor({ code, source, excerpt, offset, line, column, byteInLine, pointer, index }) {
    const { text, caret } = excerpt ?? excerptOf(source ?? NO_BYTES, offset, byteInLine)
    super(`${MESSAGES[code]} at line ${line}, column ${column} (byte ${offset})\n` +
      `${text}\n${' '.repeat(caret)}^`)
    this.code = code
    this.offset = offset
    this.line = line
    this.column = column
    this.byteInLine = byteInLine
    if (index !== undefined) this.index = index
    this.pointer = pointer
    this.excerpt = text
  }

  /** @override */
  get name() {
    return 'TapeSyntaxError'
  }
}

/** A value read as a type that it does not have. */
export class TapeTypeError extends TypeError {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.code = /** @type {const} */ ('wrong_type')
  }

  /** @override */
  get name() {
    return 'TapeTypeError'
  }
}

/** A JSON Pointer that breaks the rules of RFC 6901. */
export class TapePointerError extends SyntaxError {
  /**
   * @param {string} message
   * @param {string} pointer
   * @param {number} index where in it
   */
  constructor(message, pointer, index) {
    super(`${message}, at index ${index} of ${abbreviate(pointer)}`)
    this.code = /** @type {const} */ ('invalid_pointer')
    this.index = index
  }

  /** @override */
  get name() {
    return 'TapePointerError'
  }
}

/** A tape, or a message with one, that is damaged or not ours. */
export class TapeFormatError extends RangeError {
  /**
   * @param {'foreign' | 'version' | 'damaged'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.code = code
  }

  /** @override */
  get name() {
    return 'TapeFormatError'
  }
}

/** What each code says. @type {Record<TapeWriterErrorCode, string>} */
const WRITER_MESSAGES = {
  wrong_end: 'no such container can end here',
  missing_key: 'a value in an object needs a key',
  unexpected_key: 'a key cannot stand here',
  incomplete: 'the JSON text is not complete',
  completed: 'the JSON text is complete',
  non_finite: 'JSON has no number that is not finite',
  depth: 'more nested containers than maxDepth allows',
  invalid_raw: 'a raw value must be one JSON value',
  lone_surrogate: 'surrogate without its other half',
  duplicate_key: 'duplicate key',
}

/** The codes at the places of the values of jt_write_code in src/write_code.h. */
const WRITER_CODES = /** @type {(TapeWriterErrorCode | undefined)[]} */ ([
  undefined, 'wrong_end', 'missing_key', 'unexpected_key', 'incomplete', 'completed', 'non_finite',
  'depth', 'invalid_raw', 'lone_surrogate', 'duplicate_key',
])

/** A value or a call that makes no JSON text. */
export class TapeWriterError extends Error {
  /**
   * @param {TapeWriterErrorCode} code
   * @param {string} [where]
   */
  constructor(code, where = '') {
    super(WRITER_MESSAGES[code] + where)
    this.code = code
  }

  /** @override */
  get name() {
    return 'TapeWriterError'
  }
}

/**
 * The code that a jt_write_code stands for.
 * @param {number} number
 * @returns {TapeWriterErrorCode}
 */
export function writerErrorCode(number) {
  const code = WRITER_CODES[number]
  if (code === undefined) throw new Error(`the wasm module gave the unknown code ${number}`)
  return code
}

/**
 * What another thread can make the same error of.
 * @param {TapeSyntaxError} error
 * @returns {SyntaxFault}
 */
export function faultOf(error) {
  const { code, offset, line, column, byteInLine, pointer, index, excerpt, message } = error
  const shown = { text: excerpt, caret: message.length - message.lastIndexOf('\n') - 2 }
  return { code, offset, line, column, byteInLine, pointer, index, excerpt: shown }
}

/**
 * The code that a jt_code stands for.
 * @param {number} number
 * @returns {TapeSyntaxErrorCode}
 */
export function syntaxErrorCode(number) {
  const code = CODES[number]
  if (code === undefined) throw new Error(`the wasm module gave the unknown code ${number}`)
  return code
}

/**
 * A name of the caller's as it may stand in a message.
 * @param {string} text
 */
export function abbreviate(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}\u2026` : text)
}

/**
 * @param {Uint8Array} source
 * @param {number} offset
 * @param {number} byteInLine
 */
export function excerptOf(source, offset, byteInLine) {
  const before = Math.min(byteInLine, EXCERPT_NBYTES, offset)
  const behind = source.subarray(offset, offset + EXCERPT_NBYTES)
  const lineEnd = Uint8Array.prototype.indexOf.call(behind, 0x0a)
  const end = offset + (lineEnd < 0 ? behind.length : lineEnd)
  const cutStart = before < byteInLine
  const cutEnd = lineEnd < 0 && end < source.length

  // A character that the cut went through shows as U+FFFD: drop it.
  let head = decodeUtf8(source, offset - before, offset)
  if (cutStart) head = `\u2026${head.replace(/^\ufffd{1,3}/, '')}`
  let tail = decodeUtf8(source, offset, end)
  if (cutEnd) tail = `${tail.replace(/\ufffd{1,3}$/, '')}\u2026`
  head = printable(head)
  return { text: head + printable(tail), caret: [...head].length }
}

/** @param {string} text */
function printable(text) {
  return text.replace(/\s/g, ' ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
}
