/**
 * CBOR bytes into wasm, and what they are there.
 */
import { cborExports, engine, R_ERROR_OFFSET } from './cbor-engine.js'
import { CborError, readerError } from './cbor-errors.js'
import { TOO_LARGE } from './engine.js'
import { writeBytes } from './parse.js'

const ALIGNMENT = 16
const DOCUMENT_TOO_LARGE = 15
const MAX_DEPTH = 0x7fff_ffff

/**
 * @typedef {import('./engine.js').Instance} Instance
 * @typedef {{ mode: number, maxDepth: number, sequence: boolean }} ReadSettings
 */

/**
 * Reads an item, and makes something of it while it is in wasm's memory.
 * @template T
 * @param {Uint8Array} source
 * @param {ReadSettings} settings
 * @param {(wasm: Instance, tape: number) => T} use gets the tape's address
 * @returns {T}
 */
export function read(source, { mode, maxDepth, sequence }, use) {
  // What is thrown inside would cost the instance.
  const result = engine.run((wasm) => {
    if (writeBytes(wasm, source) === TOO_LARGE) return readerError(DOCUMENT_TOO_LARGE, 0)
    const { scratch } = wasm
    const exports = cborExports(wasm)
    const tape = ((scratch + source.length + ALIGNMENT - 1) & -ALIGNMENT) >>> 0
    const code = exports.cbor_parse(scratch, source.length, tape, mode, sequence, maxDepth)
    const words = exports.cbor_result() >>> 2
    return code ? readerError(code, wasm.words[words + R_ERROR_OFFSET]) : use(wasm, tape)
  })
  if (result instanceof Error) throw result
  return result
}

/**
 * Whether bytes are one item that a mode allows.
 * @param {Uint8Array} source
 * @param {number} mode
 */
export function checkItem(source, mode) {
  try {
    return read(source, { mode, maxDepth: MAX_DEPTH, sequence: false }, () => true)
  } catch (error) {
    if (error instanceof CborError) return false
    throw error
  }
}
