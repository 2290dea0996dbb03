/**
 * Bytes out of hexadecimal text, by the engine where it can.
 */

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromHexText(hex) {
  const { fromHex } = /** @type {{ fromHex?: (text: string) => Uint8Array<ArrayBuffer> }} */ (
    /** @type {unknown} */ (Uint8Array)
  )
  if (fromHex) return fromHex(hex)
  // Named through globalThis, so that no bundler puts a substitute there.
  return globalThis.Buffer?.from(hex, 'hex') ?? decode(hex)
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
