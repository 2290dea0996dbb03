/**
 * From a tape to JSON text, in wasm: what has to be known of the document is copied in, the text
 * is copied out.
 */
import * as F from './format.js'
import { inWasm, outOfMemory } from './engine.js'
import { TapeWriterError, writerErrorCode } from './errors.js'

/**
 * @typedef {import('./view.js').TapeView} TapeView
 * @typedef {import('./options.js').FormatSettings} FormatSettings
 * @typedef {import('./engine.js').Instance} Instance
 */

/** Bits of jt_format's flags. */
const ASCII = 1
const CANONICAL = 2
const FOREIGN = 4

/** Values of jt_write_code that are no TapeWriterError. */
const OK = 0
const DEPTH = 7
const DAMAGED = 11
const NO_MEMORY = 65

/** Words of a jt_format, and of what was written behind it. */
const FORMAT_NWORDS = 16
const WRITTEN_NWORDS = 2
const W_ERROR_OFFSET = 15
const W_BYTES = FORMAT_NWORDS
const W_NBYTES = FORMAT_NWORDS + 1

/** Ten characters. */
const INDENT_NBYTES = 30

/**
 * The text of the value at a tape index, in wasm memory.
 * @template T
 * @param {TapeView} view
 * @param {number} index
 * @param {FormatSettings} settings
 * @param {number} depth containers around the text
 * @param {(bytes: Uint8Array, start: number, end: number) => T} use
 * @returns {T}
 */
export function formatTape(view, index, settings, depth, use) {
  const part = partOf(view, index)
  return inWasm((wasm) => {
    const head = wasm.scratch
    const indent = head + 4 * (FORMAT_NWORDS + WRITTEN_NWORDS)
    const tape = align(indent + INDENT_NBYTES)
    const keys = tape + part.words.byteLength
    const source = align(keys + part.keys.byteLength)
    const scratch = align(source + part.source.length)
    if (!wasm.reserve(scratch - head)) throw outOfMemory()
    const indentNbytes = wasm.writeText(indent, settings.indent, 0)
    wasm.words.set(part.words, tape >>> 2)
    wasm.words.set(part.keys, keys >>> 2)
    wasm.bytes.set(part.source, source)
    wasm.words.set([
      source, part.sourceFrom, part.source.length, tape, part.from, part.to, keys,
      part.keys.length / F.KEY_NWORDS, index, flagsOf(settings, view), depth, settings.maxDepth,
      indent, indentNbytes, scratch, 0,
    ], head >>> 2)
    const code = wasm.exports.format(head, head + 4 * W_BYTES)
    const { words } = wasm
    if (code !== OK) throw failure(view, code, words[(head >>> 2) + W_ERROR_OFFSET])
    const start = words[(head >>> 2) + W_BYTES]
    return use(wasm.bytes, start, start + words[(head >>> 2) + W_NBYTES])
  })
}

/**
 * The words and bytes that a value consists of, and the keys. The head of the document goes with
 * its root, since one copy is faster than three.
 * @param {TapeView} view
 * @param {number} index
 */
function partOf(view, index) {
  const { words, source, root, limit } = view
  view.head(index)
  const keys = words.subarray(limit)
  if (index === root) {
    return { words: words.subarray(0, limit), from: 0, to: limit, keys, source, sourceFrom: 0 }
  }
  const to = view.after(index, limit)
  const sourceFrom = view.start(index)
  return {
    words: words.subarray(index, to), from: index, to, keys, source: view.bytes(index), sourceFrom,
  }
}

/**
 * @param {FormatSettings} settings
 * @param {TapeView} view
 */
function flagsOf({ ascii, canonical }, { isForeign }) {
  return (ascii ? ASCII : 0) | (canonical ? CANONICAL : 0) | (isForeign ? FOREIGN : 0)
}

/**
 * @param {TapeView} view
 * @param {number} code
 * @param {number} offset
 */
function failure(view, code, offset) {
  if (code === NO_MEMORY) return outOfMemory()
  if (code === DEPTH) return tooDeep()
  if (code === DAMAGED) return view.fail('what is written is not what its source says')
  return new TapeWriterError(writerErrorCode(code), ` (byte ${offset} of the source)`)
}

export function tooDeep() {
  return new RangeError('more nested containers than maxDepth allows')
}

/** @param {number} address */
function align(address) {
  return Math.ceil(address / 16) * 16
}
