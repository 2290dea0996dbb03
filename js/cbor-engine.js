/**
 * The wasm module of jsontape/cbor, and the options that its functions share.
 */
import load from '#wasm-cbor'
import { Engine } from './engine.js'
import { BOOLEAN, check, DEPTH } from './options.js'

/**
 * @typedef {import('./cbor.js').ConformanceMode} ConformanceMode
 * @typedef {import('./cbor.js').CborOptions} CborOptions
 * @typedef {import('./cbor.js').CborDecodeOptions} CborDecodeOptions
 */

/**
 * The functions of wasm/cbor_exports.c; addresses are signed when they come out.
 * @typedef {object} CborExports
 * @property {() => number} cbor_result
 * @property {(source: number, nbytes: number, tape: number, mode: number, sequence: boolean,
 *   maxDepth: number) => number} cbor_parse
 * @property {(source: number, tape: number, at: number, memory: number, mode: number,
 *   options: number, seed: number) => number} cbor_from_tape
 * @property {(tokens: number, ntokens: number, text: number, isAscii: boolean, memory: number,
 *   mode: number, options: number, seed: number) => number} cbor_encode
 * @property {(nbytes: number, mode: number, options: number, maxDepth: number,
 *   seed: number) => number} cbor_writer_init
 * @property {() => void} cbor_writer_reset
 * @property {() => number} cbor_writer_end
 * @property {() => number} cbor_writer_bytes
 * @property {() => number} cbor_writer_nbytes
 * @property {() => number} cbor_writer_depth
 * @property {() => number} cbor_writer_complete
 * @property {(nbytes: number) => number} cbor_writer_space
 * @property {(major: number, low: number, high: number) => number} cbor_writer_item
 * @property {(value: number) => number} cbor_writer_simple
 * @property {(value: number, width: number) => number} cbor_writer_float
 * @property {(major: number, content: number, nbytes: number) => number} cbor_writer_string
 * @property {(negative: boolean, magnitude: number, nbytes: number) => number} cbor_writer_bignum
 * @property {(low: number, high: number) => number} cbor_writer_tag
 * @property {(item: number, nbytes: number) => number} cbor_writer_encoded
 * @property {(major: number, length: number) => number} cbor_writer_open
 * @property {(major: number) => number} cbor_writer_close
 */

/** The modes at the places of jt_cbor_mode in src/cbor.h. */
export const MODES = /** @type {const} */ (['lax', 'strict', 'canonical', 'ctap2', 'deterministic'])

/** Options of jt_cbor_writer_init. */
export const CONVERT = 1
export const MULTIPLE_ROOTS = 2
const WIDE_FLOATS = 4

/** Words of cbor_result. */
export const R_TAPE_NWORDS = 0
export const R_ERROR_OFFSET = 1
export const R_BYTES = 2
export const R_NBYTES = 3

const WRITE_RULES = { mode: MODES, floats: ['shortest', 'double'] }

const READ_RULES = {
  mode: MODES,
  maxDepth: DEPTH,
  bigint: ['unsafe', 'always'],
  maps: ['object', 'map', 'auto'],
  sequence: BOOLEAN,
}

export const engine = new Engine(
  ['memory', 'scratch', 'reserve', 'parse', 'result', 'cbor_result', 'cbor_parse'], load)

/**
 * @param {import('./engine.js').Instance} instance
 * @returns {CborExports}
 */
export function cborExports({ exports }) {
  return /** @type {CborExports} */ (/** @type {unknown} */ (exports))
}

/** @param {ConformanceMode} [mode] */
export function modeNumber(mode = 'strict') {
  return MODES.indexOf(mode)
}

/** A number that crafted keys cannot be made for. */
export function randomSeed() {
  return Math.random() * 2 ** 32 >>> 0
}

/** @param {CborOptions} [options] */
export function writeSettings(options = {}) {
  check(options, WRITE_RULES)
  const { mode, floats } = options
  if (floats === 'double' && (mode === 'canonical' || mode === 'deterministic')) {
    throw new TypeError(`option floats must be 'shortest' in mode '${mode}'`)
  }
  return { mode: modeNumber(mode), bits: floats === 'double' ? WIDE_FLOATS : 0 }
}

/** @param {CborDecodeOptions} [options] */
export function readSettings(options = {}) {
  check(options, READ_RULES)
  const { mode, maxDepth = 1024, bigint = 'unsafe', maps = 'auto', sequence = false } = options
  return { mode: modeNumber(mode), maxDepth, bigint, maps, sequence }
}
