/**
 * What callers give as JSON text: bytes of any kind, which stay as they are, and strings, whose
 * bytes are made here.
 */

/** @typedef {import('./index.js').Input} Input */

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** How much longer a lone surrogate is as an escape: \udxxx for one code unit. */
const ESCAPE_GROWTH = 5

/**
 * The bytes of an input that is no string.
 * @param {Exclude<Input, string>} input
 * @returns {Uint8Array}
 */
export function toBytes(input) {
  if (input instanceof Uint8Array) return input
  switch (Object.prototype.toString.call(input)) {
    case '[object Uint8Array]': // of another realm
    case '[object DataView]': {
      const { buffer, byteOffset, byteLength } = /** @type {ArrayBufferView} */ (input)
      return new Uint8Array(buffer, byteOffset, byteLength)
    }
    case '[object ArrayBuffer]':
    case '[object SharedArrayBuffer]':
      return new Uint8Array(/** @type {ArrayBuffer} */ (input))
    default:
      throw new TypeError(
        'input must be a string, Uint8Array, ArrayBuffer, SharedArrayBuffer or DataView')
  }
}

/**
 * The text with lone surrogates as escapes, since UTF-8 cannot hold them. Behind an odd number of
 * backslashes an escape would lose its own backslash and become valid: U+FFFD stands in there, no
 * more valid in that place than the surrogate.
 * @param {string} text
 * @returns {string}
 */
export function escapeLoneSurrogates(text) {
  if (isWellFormed(text)) return text
  return text.replace(LONE_SURROGATE, (unit, at) =>
    backslashesBefore(text, at) % 2 === 0 ? `\\u${unit.charCodeAt(0).toString(16)}` : '\ufffd')
}

/**
 * The index in a string input of what is at an index of escapeLoneSurrogates of it.
 * @param {string} text
 * @param {number} escapedIndex
 * @returns {number}
 */
export function unescapedIndex(text, escapedIndex) {
  if (isWellFormed(text)) return escapedIndex
  let index = escapedIndex
  for (const { index: at = 0 } of text.matchAll(LONE_SURROGATE)) {
    if (at >= index) break
    if (backslashesBefore(text, at) % 2 === 0) index = Math.max(at, index - ESCAPE_GROWTH)
  }
  return index
}

/**
 * Whether no surrogate lacks its other half.
 * @param {string} text
 */
export function isWellFormed(text) {
  const method = /** @type {{ isWellFormed?: () => boolean }} */ (/** @type {unknown} */ (text))
  return method.isWellFormed ? method.isWellFormed() : !/[\ud800-\udfff]/u.test(text)
}

/**
 * @param {string} text
 * @param {number} index
 */
function backslashesBefore(text, index) {
  let start = index
  while (text[start - 1] === '\\') start--
  return index - start
}
