/**
 * The wasm of the default entry: its bytes lie in the package's JavaScript, the one form that
 * every bundler handles without being told.
 */
import { hex } from './embedded-bytes.js'

/**
 * @typedef {{ from(text: string, encoding: 'hex'): Uint8Array }} HexBuffer
 * @typedef {{ fromHex(text: string): Uint8Array }} HexArray
 */

/**
 * The bytes of jsontape.wasm.
 *
 * @returns {Uint8Array}
 */
export default function wasmBytes() {
  if ('fromHex' in Uint8Array) return /** @type {HexArray} */ (Uint8Array).fromHex(hex)
  if ('Buffer' in globalThis) {
    return /** @type {{ Buffer: HexBuffer }} */ (/** @type {unknown} */ (globalThis)).Buffer.from(hex, 'hex')
  }
  return decode(hex)
}

/**
 * For engines of before 2025. What stands in the text is known, so nothing is checked.
 *
 * @param {string} text
 */
function decode(text) {
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1))
  }
  return bytes
}

/**
 * The value of a digit; letters lie above 0x40 and end in 1 to 6.
 *
 * @param {number} code
 */
function digit(code) {
  return (code & 15) + (code >> 6) * 9
}
