/**
 * jsontape/cbor: CBOR (RFC 8949) with the modes of .NET's reader and writer, as values, as
 * documents, and from JSON text without values in between.
 */
import { read } from './cbor-check.js'
import { tokensOf } from './cbor-encode.js'
import { cborExports, engine, R_BYTES, R_NBYTES, R_TAPE_NWORDS, randomSeed, readSettings,
  writeSettings } from './cbor-engine.js'
import { CborWriterError, writerError } from './cbor-errors.js'
import { toCborValue } from './cbor-values.js'
import { outOfMemory } from './engine.js'
import * as F from './format.js'
import { placeOf, TapeDocument } from './document.js'
import { toBytes } from './input.js'
import { buildPlain, DEPTH_MAX } from './objects.js'
import { R_TEXTS, syntaxError, writeBytes, writeText } from './parse.js'
import { decodeAscii, hasLatin1 } from './text.js'
import { TapeView } from './view.js'

export { CborError, CborWriterError } from './cbor-errors.js'
export { CborSimple, CborTag } from './cbor-types.js'
export { CborWriter } from './cbor-writer.js'

/**
 * @typedef {import('./index.js').Input} Input
 * @typedef {import('./cbor.js').CborOptions} CborOptions
 * @typedef {import('./cbor.js').CborDecodeOptions} CborDecodeOptions
 * @typedef {import('./engine.js').Instance} Instance
 */

const LAX = 0
const OK = 0
const NO_MEMORY = 65
const DEFAULT_MAX_DEPTH = 1024

/** Up to jt_code 15 and before the CBOR codes: what the parser of JSON says. */
const ALIGNMENT = 16

const encoder = new TextEncoder()

/**
 * Compiles the module of this entry without blocking.
 * @param {import('./index.js').WasmSource} [source]
 * @returns {Promise<void>}
 */
export function init(source) {
  return engine.init(source)
}

/**
 * The value of a CBOR item; with the option sequence an array of several.
 * @param {Input} input
 * @param {CborDecodeOptions} [options]
 * @returns {any}
 */
export function decode(input, options) {
  const settings = readSettings(options)
  const source = bytesOf(input)
  return read(source, settings, (wasm, tape) => {
    const header = tape >>> 2
    const isPlain = (wasm.words[header + F.H_FLAGS] & F.F_CBOR_ONLY) === 0 &&
      wasm.words[header + F.H_MAX_DEPTH] <= DEPTH_MAX
    if (isPlain && settings.bigint === 'unsafe' && settings.maps !== 'map') {
      if (!wasm.exports.texts(tape)) throw outOfMemory()
      return buildPlain(wasm.views, wasm.scratch, tape >>> 2, wasm.result + R_TEXTS)
    }
    const nwords = wasm.words[(cborExports(wasm).cbor_result() >>> 2) + R_TAPE_NWORDS]
    const words = wasm.words.subarray(header, header + nwords)
    // One character a byte, whatever the byte: places in it are those in the source.
    if (!hasLatin1()) wasm.exports.mask(wasm.scratch, source.length)
    const text = decodeAscii(wasm.bytes, wasm.scratch, wasm.scratch + source.length)
    return toCborValue({ source, text, words }, settings)
  })
}

/**
 * A CBOR item as a document that is read lazily.
 * @param {Input} input
 * @param {CborDecodeOptions} [options]
 * @returns {TapeDocument}
 */
export function parse(input, options) {
  const settings = readSettings(options)
  const source = bytesOf(input)
  return read(source, settings, (wasm, tape) => {
    const nwords = wasm.words[(cborExports(wasm).cbor_result() >>> 2) + R_TAPE_NWORDS]
    return new TapeDocument(
      new TapeView(source, wasm.words.slice(tape >>> 2, (tape >>> 2) + nwords)))
  })
}

/**
 * A value as a CBOR item.
 * @param {unknown} value
 * @param {CborOptions} [options]
 * @returns {Uint8Array}
 */
export function encode(value, options) {
  const { mode, bits } = writeSettings(options)
  const { words, text } = tokensOf(value)
  const result = engine.run((wasm) => {
    const { scratch } = wasm
    const texts = scratch + words.byteLength
    if (!wasm.reserve(words.byteLength + 3 * text.length + ALIGNMENT)) return writerError(NO_MEMORY)
    wasm.words.set(words, scratch >>> 2)
    const { written } = encoder.encodeInto(text, wasm.bytes.subarray(texts))
    const isAscii = written === text.length
    if (!isAscii && mode !== LAX && !isWellFormed(text)) {
      return new CborWriterError('lone_surrogate')
    }
    const exports = cborExports(wasm)
    return bytesFrom(wasm, exports.cbor_encode(
      scratch, words.length, texts, isAscii, texts + written, mode, bits, randomSeed()))
  })
  if (result instanceof Error) throw result
  return result
}

/**
 * JSON text as a CBOR item, with no values in between.
 * @param {Input} input
 * @param {CborOptions} [options]
 * @returns {Uint8Array}
 */
export function fromJson(input, options) {
  const { mode, bits } = writeSettings(options)
  const text = typeof input === 'string' ? input : undefined
  const given = typeof input === 'string' ? undefined : toBytes(input)
  const result = engine.run((wasm) => {
    const { scratch } = wasm
    const nbytes = given ? writeBytes(wasm, given) : writeText(wasm, String(text))
    if (nbytes < 0) return writerError(NO_MEMORY)
    const tape = ((scratch + nbytes + ALIGNMENT - 1) & -ALIGNMENT) >>> 0
    const code = wasm.exports.parse(scratch, nbytes, tape, 0, 0, DEFAULT_MAX_DEPTH)
    if (code === NO_MEMORY) return writerError(NO_MEMORY)
    if (code !== OK) {
      const source = given ?? wasm.bytes.slice(scratch, scratch + nbytes)
      return syntaxError(wasm, code, source, text)
    }
    const behind = tape + 4 * wasm.words[wasm.result]
    return fromTape(wasm, tape, 0, behind, mode, bits)
  })
  if (result instanceof Error) throw result
  return result
}

/**
 * A document, or a value in one, as a CBOR item.
 * @param {TapeDocument | import('./document.js').TapeNode} document
 * @param {CborOptions} [options]
 * @returns {Uint8Array}
 */
export function fromDocument(document, options) {
  const { mode, bits } = writeSettings(options)
  const place = placeOf(document)
  if (!place) throw new TypeError('document must be a TapeDocument or a TapeNode')
  const { view, index } = place
  const { source, words } = view
  const result = engine.run((wasm) => {
    const { scratch } = wasm
    const tape = ((scratch + source.length + ALIGNMENT - 1) & -ALIGNMENT) >>> 0
    const behind = tape + words.byteLength
    if (!wasm.reserve(behind - scratch)) return writerError(NO_MEMORY)
    wasm.bytes.set(source, scratch)
    wasm.words.set(words, tape >>> 2)
    return fromTape(wasm, tape, index, behind, mode, bits)
  })
  if (result instanceof Error) throw result
  return result
}

/**
 * @param {Instance} wasm
 * @param {number} tape its address
 * @param {number} index 0: the root
 * @param {number} behind the end of what is in memory
 * @param {number} mode
 * @param {number} bits
 */
function fromTape(wasm, tape, index, behind, mode, bits) {
  const root = index === 0 ? 16 : index
  return bytesFrom(wasm, cborExports(wasm).cbor_from_tape(
    wasm.scratch, tape, root, behind, mode, bits, randomSeed()))
}

/**
 * @param {Instance} wasm
 * @param {number} code
 */
function bytesFrom(wasm, code) {
  if (code) return writerError(code)
  const words = cborExports(wasm).cbor_result() >>> 2
  const start = wasm.words[words + R_BYTES]
  return wasm.bytes.slice(start, start + wasm.words[words + R_NBYTES])
}

/**
 * @param {Input} input
 * @returns {Uint8Array}
 */
function bytesOf(input) {
  if (typeof input === 'string') throw new TypeError('CBOR is bytes, not a string')
  return toBytes(input)
}

/** @param {string} text */
function isWellFormed(text) {
  const method = /** @type {{ isWellFormed?: () => boolean }} */ (/** @type {unknown} */ (text))
  return method.isWellFormed ? method.isWellFormed() : !/[\ud800-\udfff]/u.test(text)
}
