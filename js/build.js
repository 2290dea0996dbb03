/**
 * How the loaded wasm was built.
 */
import { inWasm } from './engine.js'

/** @typedef {import('./index.js').Build} Build */

const TARGETS = /** @type {const} */ (['native', 'browser', 'wasi'])
const WHITESPACE = /** @type {const} */ (['scalar', 'simd', 'prefix'])

/** The version of this package, JT_VERSION in src/jsontape.h. */
const VERSION = '1.0.0'

/**
 * Filled in by the module, which is loaded when the first property but the version is read.
 * @type {Build}
 */
export const build = {
  version: VERSION,
  get target() {
    return TARGETS[info() & 15]
  },
  get simd() {
    return (info() >>> 4 & 15) !== 0
  },
  get whitespace() {
    return WHITESPACE[info() >>> 8 & 255]
  },
  get whitespacePrefix() {
    return info() >>> 16
  },
}

function info() {
  return inWasm(({ exports }) => exports.build())
}
