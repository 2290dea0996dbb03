/**
 * Parsing: one copy of the input into wasm memory, one call, one copy of the tape out of it.
 */
import { TapeDocument } from './document.js'
import { TapeSyntaxError, syntaxErrorCode } from './errors.js'
import { inWasm, outOfMemory, TOO_LARGE } from './engine.js'
import { escapeLoneSurrogates, toBytes, unescapedIndex } from './input.js'
import { BOM_ERROR, decodeSettings, parseSettings } from './options.js'
import { F_FIRST_WINS, H_FLAGS, H_MAX_DEPTH } from './format.js'
import { buildPlain, DEPTH_MAX } from './objects.js'
import { readPath } from './path.js'
import { formatPointer } from './pointer.js'
import { countUnits, decodeUtf16, decodeUtf8 } from './text.js'
import { toValue } from './values.js'
import { TapeView } from './view.js'

/**
 * @typedef {import('./index.js').Input} Input
 * @typedef {import('./index.js').ParseOptions} ParseOptions
 * @typedef {import('./index.js').DecodeOptions} DecodeOptions
 * @typedef {import('./options.js').ParseSettings} ParseSettings
 * @typedef {Parameters<Parameters<typeof inWasm>[0]>[0]} Instance
 */

/** Values of jt_code in src/jsontape.h that are treated on their own. */
const OK = 0
const UNEXPECTED_BYTE = 2
const BOM = 13
const DOCUMENT_TOO_LARGE = 15
const NO_MEMORY = 65

/** Words of the result behind the first, which is the tape's size; see wasm/exports.c. */
const R_ERROR_OFFSET = 1
const R_LINE = 2
const R_COLUMN = 3
const R_BYTE_IN_LINE = 4
const R_PATH = 5
const R_PATH_NSTEPS = 6
export const R_TEXTS = 7

/** Scratch memory asked for beyond the source; tapes that need more make it grow. */
const TAPE_NBYTES = 0x10000

/** Of the tape. */
const ALIGNMENT = 16

/** Memory of this size cannot grow. */
const MEMORY_NBYTES_MAX = 2 ** 32

/** Up to this size JSON.parse is the fastest there is: of bytes, and of strings. */
export const SMALL_NBYTES = 1500
export const SMALL_LENGTH = 4000

/** So much is left to JSON.parse, until it is known that this code is worth warming up. */
export const EARLY_NBYTES = 4e6

/** Bytes decoded so far. */
let decodedNbytes = 0

/** Of a string so much is looked at to tell what kind of text it is. */
const START_NBYTES = 8000

/** @type {Uint8Array | undefined} */
let start

/** @type {TextEncoder | undefined} */
let encoder

/**
 * A document in wasm memory, and what is made of it there.
 * @template T
 * @callback Use
 * @param {Instance} wasm
 * @param {Uint8Array | undefined} given the source, if it was given as bytes
 * @param {number} nbytes of the source
 * @param {number} tape its address
 * @returns {T}
 */

/**
 * @param {Input} input
 * @param {ParseOptions} [options]
 * @returns {TapeDocument}
 */
export function parse(input, options) {
  const parsed = run(input, parseSettings(options), toView)
  if (parsed instanceof TapeSyntaxError) throw parsed
  return new TapeDocument(parsed)
}

/**
 * Whether an input is JSON text: null, or the error that parse would throw.
 * @param {Input} input
 * @param {ParseOptions} [options]
 * @returns {TapeSyntaxError | null}
 */
export function validate(input, options) {
  return run(input, parseSettings(options), () => null)
}

/**
 * The values that JSON.parse would give.
 * @param {Input} input
 * @param {DecodeOptions} [options]
 * @returns {any}
 */
export function decode(input, options) {
  const settings = decodeSettings(options)
  const { plain, parse: { bits, maxDepth } } = settings
  const given = typeof input === 'string' ? input : toBytes(input)
  decodedNbytes += given.length
  if (plain && bits === 0 && isForJson(given)) {
    const value = decodeByJson(given, maxDepth)
    if (value !== undefined) return value
  }
  const parsed = run(input, settings.parse, plain ? toPlain : toView)
  if (parsed instanceof TapeSyntaxError) throw parsed
  if (!(parsed instanceof TapeView)) return parsed
  try {
    return toValue(parsed, parsed.root, settings.value)
  } catch (error) {
    if (error instanceof TapeSyntaxError && typeof input === 'string') {
      error.index = indexIn(input, parsed.source, error.offset)
    }
    throw error
  }
}

/**
 * Whether JSON.parse is at least as fast: for small documents, for those that come before this code
 * is warm, and for strings that are not ASCII, since making bytes of these takes too long.
 * @param {string | Uint8Array} given
 */
export function isForJson(given) {
  if (decodedNbytes <= EARLY_NBYTES) return true
  if (typeof given !== 'string') return given.length <= SMALL_NBYTES
  return given.length <= SMALL_LENGTH || !startsAscii(given)
}

/** @param {string} text */
function startsAscii(text) {
  encoder ??= new TextEncoder()
  start ??= new Uint8Array(START_NBYTES)
  const { read, written } = encoder.encodeInto(text.slice(0, START_NBYTES), start)
  return read === written && written === Math.min(text.length, START_NBYTES)
}

/**
 * A document by JSON.parse; undefined where there is an objection, so that it can be stated as this
 * package does.
 * @param {string | Uint8Array} given
 * @param {number} maxDepth
 */
function decodeByJson(given, maxDepth) {
  try {
    const text = typeof given === 'string' ? given : utf8Text(given)
    if (text === undefined) return undefined
    const value = JSON.parse(text)
    // A level takes two bytes.
    return given.length > 2 * maxDepth && isDeeper(value, maxDepth) ? undefined : value
  } catch {
    return undefined
  }
}

/**
 * The text of bytes; undefined where they may be ill-formed.
 * @param {Uint8Array} bytes
 */
function utf8Text(bytes) {
  const text = decodeUtf8(bytes, 0, bytes.length)
  return text.includes('\ufffd') ? undefined : text
}

/**
 * Whether more than maxDepth containers lie in one another.
 * @param {unknown} value
 * @param {number} maxDepth
 * @returns {boolean}
 */
function isDeeper(value, maxDepth) {
  if (typeof value !== 'object' || value === null) return false
  if (maxDepth === 0) return true
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child === 'object' && isDeeper(child, maxDepth - 1)) return true
  }
  return false
}

/** @type {import('./text.js').Decode} */
function decodeLong(source, start, end) {
  return inWasm((wasm) => {
    const nbytes = end - start
    const units = (wasm.scratch + nbytes + ALIGNMENT - 1) & -ALIGNMENT
    if (!wasm.reserve(units - wasm.scratch + 2 * nbytes)) throw outOfMemory()
    wasm.bytes.set(source.subarray(start, end), wasm.scratch)
    const nunits = wasm.exports.text(wasm.scratch, nbytes, units)
    return decodeUtf16(wasm.bytes, units, units + 2 * nunits)
  })
}

/** @type {Use<TapeView>} */
function toView(wasm, given, nbytes, tape) {
  const source = given ?? wasm.bytes.slice(wasm.scratch, wasm.scratch + nbytes)
  const start = tape >>> 2
  const words = new Uint32Array(wasm.words.subarray(start, start + wasm.words[wasm.result]))
  return new TapeView(source, words, decodeLong)
}

/**
 * Plain values, or a view where these want more care.
 * @type {Use<any>}
 */
function toPlain(wasm, given, nbytes, tape) {
  const flags = wasm.words[(tape >>> 2) + H_FLAGS]
  const depth = wasm.words[(tape >>> 2) + H_MAX_DEPTH]
  if (depth > DEPTH_MAX || flags & F_FIRST_WINS || !wasm.exports.texts(tape)) {
    return toView(wasm, given, nbytes, tape)
  }
  // From here on memory stays as it is.
  return buildPlain(wasm.views, wasm.scratch, tape >>> 2, wasm.result + R_TEXTS)
}

/**
 * @template T
 * @param {Input} input
 * @param {ParseSettings} settings
 * @param {Use<T>} use
 * @returns {T | TapeSyntaxError}
 */
function run(input, settings, use) {
  const text = typeof input === 'string' ? input : undefined
  const given = typeof input === 'string' ? undefined : toBytes(input)
  // In a string a byte order mark is no mark, but a character out of place.
  const bits = given ? settings.bits : settings.bits | BOM_ERROR
  return inWasm((wasm) => {
    const { scratch } = wasm
    const nbytes = given ? writeBytes(wasm, given) : writeText(wasm, String(text))
    if (nbytes === TOO_LARGE) return tooLarge(given, text)
    const tape = (scratch + nbytes + ALIGNMENT - 1) & -ALIGNMENT
    const code = wasm.exports.parse(scratch, nbytes, tape, 0, bits, settings.maxDepth)
    if (code === OK) return use(wasm, given, nbytes, tape >>> 0)
    if (code === NO_MEMORY) {
      if (wasm.nbytes < MEMORY_NBYTES_MAX) throw outOfMemory()
      return tooLarge(given, text)
    }
    const source = given ?? wasm.bytes.slice(scratch, scratch + nbytes)
    return syntaxError(wasm, code, source, text)
  })
}

/**
 * Puts the source into scratch memory.
 * @param {Instance} wasm
 * @param {Uint8Array} source
 * @returns {number} its bytes
 */
export function writeBytes(wasm, source) {
  if (!wasm.reserve(source.length + TAPE_NBYTES)) return TOO_LARGE
  wasm.bytes.set(source, wasm.scratch)
  return source.length
}

/**
 * Puts a text into scratch memory as UTF-8.
 * @param {Instance} wasm
 * @param {string} text
 * @returns {number} its bytes
 */
export function writeText(wasm, text) {
  const nbytes = wasm.writeText(wasm.scratch, text, TAPE_NBYTES)
  // As many bytes as code units: all ASCII.
  if (nbytes === text.length || nbytes === TOO_LARGE) return nbytes
  const escaped = escapeLoneSurrogates(text)
  return escaped === text ? nbytes : wasm.writeText(wasm.scratch, escaped, TAPE_NBYTES)
}

/**
 * @param {Instance} wasm
 * @param {number} code
 * @param {Uint8Array} source
 * @param {string | undefined} text
 */
export function syntaxError(wasm, code, source, text) {
  const { words, result } = wasm
  const offset = words[result + R_ERROR_OFFSET]
  return new TapeSyntaxError({
    code: syntaxErrorCode(code === BOM && text !== undefined ? UNEXPECTED_BYTE : code),
    source,
    offset,
    line: words[result + R_LINE],
    column: words[result + R_COLUMN],
    byteInLine: words[result + R_BYTE_IN_LINE],
    pointer: formatPointer(readPath(
      words, words[result + R_PATH] >>> 2, words[result + R_PATH_NSTEPS], source)),
    index: text === undefined ? undefined : indexIn(text, source, offset),
  })
}

/**
 * @param {Uint8Array | undefined} given
 * @param {string | undefined} text
 */
function tooLarge(given, text) {
  return new TapeSyntaxError({
    code: syntaxErrorCode(DOCUMENT_TOO_LARGE),
    source: given ?? new Uint8Array(0),
    offset: 0,
    line: 1,
    column: 1,
    byteInLine: 0,
    pointer: '',
    index: text === undefined ? undefined : 0,
  })
}

/**
 * The place in a text of what is at a byte offset of its source.
 * @param {string} text
 * @param {Uint8Array} source
 * @param {number} offset
 * @returns {number}
 */
function indexIn(text, source, offset) {
  if (source.length === text.length) return offset
  return unescapedIndex(text, countUnits(source, 0, offset))
}
