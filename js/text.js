/**
 * Bytes to strings. Bytes are only ever looked at by the engine's own decoders: Node's buffer
 * methods where they exist, since a call costs a fraction of TextDecoder's, TextDecoder elsewhere.
 */

/**
 * @callback Decode
 * @param {Uint8Array} source
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */

/** Longer spans may exceed what an engine allows in one string. */
const LONG_NBYTES = 0x1000_0000

/** @typedef {{ ascii: Decode, utf8: Decode, utf16: Decode }} Decoders */

/** @type {Decoders | undefined} */
let decoders

/** @type {TextDecoder | undefined} */
let textDecoder

/** @type {TextDecoder | undefined} */
let utf16Decoder

/** What readAhead decodes at once, and the distance of texts up to which that pays. */
const AHEAD_NBYTES = 0x4000
const NEAR_NBYTES = 0x400

/** Arguments of one call that every engine takes. */
const UNITS_AT_ONCE = 4096

/**
 * Text that is known to be ASCII.
 * @type {Decode}
 */
export function decodeAscii(source, start, end) {
  decoders ??= chooseDecoders()
  if (end - start > LONG_NBYTES) return decodeLong(decoders.ascii, source, start, end)
  return decoders.ascii(source, start, end)
}

/**
 * A decodeAscii for many short texts of one source, most of them a little behind the one before:
 * they are cut from one string, since a call of the engine's decoder costs more than their bytes.
 * @returns {Decode}
 */
export function readAhead() {
  const decode = hasLatin1() ? decodeAscii : latin1Decoder()
  let ahead = ''
  let aheadStart = 0
  let last = -NEAR_NBYTES
  return (source, start, end) => {
    const isNear = start >= last && start - last < NEAR_NBYTES
    last = end
    if (start < aheadStart || end > aheadStart + ahead.length) {
      if (!isNear || end - start > NEAR_NBYTES) return decodeAscii(source, start, end)
      ahead = decode(source, start, Math.min(start + AHEAD_NBYTES, source.length))
      aheadStart = start
    }
    return ahead.substring(start - aheadStart, end - aheadStart)
  }
}

/**
 * UTF-8 text; a byte order mark is text as well, and ill-formed bytes become U+FFFD.
 * @type {Decode}
 */
export function decodeUtf8(source, start, end) {
  decoders ??= chooseDecoders()
  if (end - start > LONG_NBYTES) return decodeLong(decoders.utf8, source, start, end)
  return decoders.utf8(source, start, end)
}

/**
 * UTF-8 text of the caller's; undefined where it is ill-formed.
 * @param {Uint8Array} bytes
 * @returns {string | undefined}
 */
export function decodeWellFormed(bytes) {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(unshared(bytes))
  } catch {
    return undefined
  }
}

/**
 * Little-endian UTF-16, surrogates without their other half included. The start must be even.
 * @type {Decode}
 */
export function decodeUtf16(source, start, end) {
  decoders ??= chooseDecoders()
  if (end - start > LONG_NBYTES) return decodeLong(decoders.utf16, source, start, end)
  return decoders.utf16(source, start, end)
}

/**
 * The string between two quotes of a JSON text that are at start - 1 and end. Gives undefined when
 * the bytes between are no such string.
 * @param {Uint8Array} source
 * @param {number} start
 * @param {number} end
 * @returns {string | undefined}
 */
export function decodeEscaped(source, start, end) {
  const quoted = decodeUtf8(source, start - 1, end + 1)
  try {
    const text = JSON.parse(quoted)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

/**
 * A key of which only the place is known.
 * @param {Uint8Array} source
 * @param {number} start behind the opening quote
 * @param {number} end
 * @returns {string | undefined}
 */
export function decodeKey(source, start, end) {
  const text = decodeUtf8(source, start, end)
  return text.includes('\\') ? decodeEscaped(source, start, end) : text
}

/**
 * The UTF-16 code units that source[start..end) decodes to. A long span is decoded in pieces, so
 * that no string of its size is made.
 * @param {Uint8Array} source
 * @param {number} start
 * @param {number} end
 * @returns {number}
 */
export function countUnits(source, start, end) {
  const piece = 0x10000
  if (end - start <= piece) return start === end ? 0 : decodeUtf8(source, start, end).length
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let units = 0
  for (let at = start; at < end; at += piece) {
    const bytes = unshared(source.subarray(at, Math.min(at + piece, end)))
    units += decoder.decode(bytes, { stream: at + piece < end }).length
  }
  return units
}

/**
 * Whether a view's buffer is shared between threads.
 * @param {ArrayBufferView} view
 */
export function isShared(view) {
  return Object.prototype.toString.call(view.buffer) === '[object SharedArrayBuffer]'
}

/** Whether decodeAscii gives one code unit a byte, whatever the byte. */
export function hasLatin1() {
  decoders ??= chooseDecoders()
  return decoders.ascii !== decodeWithTextDecoder
}

/**
 * The encoding of that name is windows-1252: one code unit a byte, the right one for ASCII.
 * @returns {Decode}
 */
function latin1Decoder() {
  const decoder = new TextDecoder('latin1')
  return (source, start, end) => decoder.decode(unshared(source.subarray(start, end)))
}

/** @returns {Decoders} */
function chooseDecoders() {
  const prototype = /** @type {any} */ (globalThis).Buffer?.prototype
  const latin1Slice = prototype?.latin1Slice
  const utf8Slice = prototype?.utf8Slice
  const ucs2Slice = prototype?.ucs2Slice
  if ([latin1Slice, utf8Slice, ucs2Slice].every((slice) => typeof slice === 'function')) {
    const probe = Uint8Array.of(0x20, 0xef, 0xbb, 0xbf, 0x41, 0x20)
    if (works(() => latin1Slice.call(probe, 4, 5) === 'A') &&
        works(() => utf8Slice.call(probe, 1, 5) === '\ufeffA') &&
        works(() => ucs2Slice.call(Uint8Array.of(0x20, 0x20, 0, 0xd8), 2, 4) === '\ud800')) {
      return {
        ascii: (source, start, end) => latin1Slice.call(source, start, end),
        utf8: (source, start, end) => utf8Slice.call(source, start, end),
        utf16: (source, start, end) => ucs2Slice.call(source, start, end),
      }
    }
  }
  return { ascii: decodeWithTextDecoder, utf8: decodeWithTextDecoder, utf16: decodeUnits }
}

/** @param {() => boolean} test */
function works(test) {
  try {
    return test()
  } catch {
    return false
  }
}

/** @type {Decode} */
function decodeWithTextDecoder(source, start, end) {
  textDecoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
  return textDecoder.decode(unshared(source.subarray(start, end)))
}

/**
 * TextDecoder would replace surrogates without their other half.
 * @type {Decode}
 */
function decodeUnits(source, start, end) {
  const units = new Uint16Array(source.buffer, source.byteOffset + start, (end - start) >> 1)
  utf16Decoder ??= new TextDecoder('utf-16le', { ignoreBOM: true })
  const text = utf16Decoder.decode(units)
  if (!text.includes('\ufffd')) return text
  const pieces = []
  for (let at = 0; at < units.length; at += UNITS_AT_ONCE) {
    pieces.push(String.fromCharCode(...units.subarray(at, at + UNITS_AT_ONCE)))
  }
  return pieces.join('')
}

/**
 * Browsers' TextDecoder refuses shared memory, so such bytes are copied.
 * @param {Uint8Array} bytes
 */
function unshared(bytes) {
  return isShared(bytes) ? new Uint8Array(bytes) : bytes
}

/**
 * @param {Decode} decode
 * @param {Uint8Array} source
 * @param {number} start
 * @param {number} end
 */
function decodeLong(decode, source, start, end) {
  try {
    return decode(source, start, end)
  } catch (cause) {
    throw new RangeError(`a text of ${end - start} bytes is too long for one string here`,
      { cause })
  }
}
