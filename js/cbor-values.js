/**
 * From a CBOR tape to JavaScript values. Nothing recurses, so depth costs memory only.
 */
import * as F from './format.js'
import { CborSimple, CborTag } from './cbor-types.js'
import { decodeUtf8 } from './text.js'

const BREAK = 0xff

/** Argument lengths of additional information 24 to 27 start at one byte. */
const ONE_BYTE = 24

/**
 * A CBOR item where it was parsed.
 * @typedef {object} Parsed
 * @property {Uint8Array} source
 * @property {string} text the source, one character a byte, where a byte is ASCII
 * @property {Uint32Array} words
 */

/**
 * @typedef {object} CborValueSettings
 * @property {'unsafe' | 'always'} bigint
 * @property {'object' | 'map' | 'auto'} maps
 */

/**
 * A container that is being filled.
 * @typedef {object} Frame
 * @property {any} container
 * @property {number} end tape index behind its last child
 * @property {number} behind tape index behind it
 * @property {any} key of the value that comes next
 * @property {boolean} wantsKey
 */

/**
 * @param {Parsed} parsed
 * @param {CborValueSettings} settings
 * @returns {any}
 */
export function toCborValue({ source, text, words }, { bigint, maps }) {
  const doubles = new Float64Array(words.buffer, words.byteOffset, words.length >> 1)
  const limit = words[F.H_KEYS]
  const names = keyNames(source, text, words)
  /** @type {Frame[]} */
  const stack = []
  /** @type {Frame | undefined} */
  let frame
  let index = F.HEADER_NWORDS
  for (;;) {
    const word = words[index]
    const payload = word >>> 8
    let value
    let behind = index + 2
    switch (word & F.KIND_MASK) {
      case F.NULL:
        value = null
        break
      case F.FALSE:
        value = false
        break
      case F.TRUE:
        value = true
        break
      case F.UNDEFINED:
        value = undefined
        break
      case F.SIMPLE:
        value = simple(payload)
        break
      case F.INT:
        value = (word | 0) >> 8
        if (bigint === 'always') value = BigInt(value)
        break
      case F.DOUBLE:
        value = doubles[(index >> 1) + 1]
        if (word & F.INTEGER && (bigint === 'always' || !Number.isSafeInteger(value))) {
          value = integer(source, words[index + 1])
        }
        behind = index + 4
        break
      case F.NUMBER_LONG:
        value = bignum(source, words[index + 1])
        if (bigint !== 'always' && value >= Number.MIN_SAFE_INTEGER &&
            value <= Number.MAX_SAFE_INTEGER) {
          value = Number(value)
        }
        behind = index + 4
        break
      case F.STRING: {
        const start = words[index + 1]
        value = word & F.NON_ASCII ? decodeUtf8(source, start, start + payload)
          : text.substring(start, start + payload)
        break
      }
      case F.STRING_LONG: {
        const start = words[index + 1]
        value = decodeUtf8(source, start, start + words[index + 2])
        behind = index + 4
        break
      }
      case F.BYTES: {
        const start = words[index + 1]
        value = new Uint8Array(source.subarray(start, start + payload))
        break
      }
      case F.BYTES_LONG: {
        const start = words[index + 1]
        value = new Uint8Array(source.subarray(start, start + words[index + 2]))
        behind = index + 4
        break
      }
      case F.TEXT_CHUNKS: {
        const content = joinChunks(source, words[index + 1], words[index + 2])
        value = decodeUtf8(content, 0, content.length)
        behind = index + 4
        break
      }
      case F.BYTES_CHUNKS:
        value = joinChunks(source, words[index + 1], words[index + 2])
        behind = index + 4
        break
      case F.KEY:
        value = names[payload]
        break
      case F.KEY_PLAIN: {
        const start = words[index + 1]
        value = word & F.NON_ASCII ? decodeUtf8(source, start, start + payload)
          : text.substring(start, start + payload)
        break
      }
      case F.KEY_LONG: {
        const start = words[index + 1]
        value = decodeUtf8(source, start, start + words[index + 2])
        behind = index + 4
        break
      }
      case F.KEY_VALUE:
        index += 2
        continue
      case F.TAG:
        value = new CborTag(tagNumber(source, words[index + 1], payload), undefined)
        behind = words[index + 2]
        break
      case F.OBJECT:
        value = maps === 'map' || (maps === 'auto' && word & F.OTHER_KEYS) ? new Map() : {}
        behind = words[index + 2]
        break
      default: // ARRAY
        value = []
        behind = words[index + 2]
    }

    const kind = word & F.KIND_MASK
    const isContainer = kind === F.ARRAY || kind === F.OBJECT || kind === F.TAG
    if (frame === undefined) {
      if (!isContainer) return value
    } else {
      add(frame, value)
    }
    if (isContainer) {
      if (frame) stack.push(frame)
      const end = kind !== F.TAG && payload === F.PAYLOAD_MAX ? behind - 2 : behind
      frame = { container: value, end, behind, key: undefined, wantsKey: kind === F.OBJECT }
      index += 4
    } else {
      index = behind
    }
    while (frame !== undefined && index === frame.end) {
      index = frame.behind
      const { container } = frame
      frame = stack.pop()
      if (index >= limit && frame === undefined) return container
    }
  }
}

/**
 * @param {Frame} frame
 * @param {any} value
 */
function add(frame, value) {
  const { container } = frame
  if (Array.isArray(container)) {
    container.push(value)
  } else if (container instanceof CborTag) {
    container.value = value
  } else if (frame.wantsKey) {
    frame.key = value
    frame.wantsKey = false
  } else {
    frame.wantsKey = true
    if (container instanceof Map) {
      container.set(frame.key, value)
    } else {
      const key = typeof frame.key === 'string' ? frame.key : String(frame.key)
      if (!(key in container)) {
        container[key] = value
      } else {
        // What objects inherit could swallow an assignment (__proto__) or refuse it (when frozen).
        Object.defineProperty(container, key,
          { value, writable: true, enumerable: true, configurable: true })
      }
    }
  }
}

/**
 * @param {Uint8Array} source
 * @param {string} text
 * @param {Uint32Array} words
 * @returns {string[]}
 */
function keyNames(source, text, words) {
  const names = []
  const nonAscii = (words[F.H_FLAGS] & F.F_NON_ASCII) !== 0
  for (let entry = words[F.H_KEYS], n = words[F.H_NKEYS]; n > 0; n--, entry += F.KEY_NWORDS) {
    const start = words[entry]
    const end = start + words[entry + 1]
    names.push(nonAscii ? decodeUtf8(source, start, end) : text.substring(start, end))
  }
  return names
}

/** @param {number} value */
function simple(value) {
  return new CborSimple(value)
}

/**
 * The argument of the head at a place, exactly.
 * @param {Uint8Array} source
 * @param {number} at
 * @returns {number | bigint}
 */
function argument(source, at) {
  const information = source[at] & 31
  if (information < ONE_BYTE) return information
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  switch (information) {
    case 24:
      return view.getUint8(at + 1)
    case 25:
      return view.getUint16(at + 1)
    case 26:
      return view.getUint32(at + 1)
    default:
      return view.getBigUint64(at + 1)
  }
}

/**
 * @param {number} information
 */
function headNbytes(information) {
  return information < ONE_BYTE ? 1 : 1 + (1 << (information - ONE_BYTE))
}

/**
 * The integer of major type 0 or 1 at a place.
 * @param {Uint8Array} source
 * @param {number} at
 */
function integer(source, at) {
  const magnitude = BigInt(argument(source, at))
  return source[at] >> 5 === 0 ? magnitude : -1n - magnitude
}

/**
 * The tag at a place, whose number the tape has if it is small.
 * @param {Uint8Array} source
 * @param {number} at
 * @param {number} payload
 */
function tagNumber(source, at, payload) {
  if (payload < F.PAYLOAD_MAX) return payload
  const tag = argument(source, at)
  return tag <= Number.MAX_SAFE_INTEGER ? Number(tag) : tag
}

/**
 * The bignum at a place: tag and byte string.
 * @param {Uint8Array} source
 * @param {number} at
 * @returns {bigint}
 */
function bignum(source, at) {
  const isNegative = argument(source, at) === 3 || argument(source, at) === 3n
  const string = at + headNbytes(source[at] & 31)
  const information = source[string] & 31
  let content
  if (information === 31) {
    content = joinChunks(source, string)
  } else {
    const start = string + headNbytes(information)
    content = source.subarray(start, start + Number(argument(source, string)))
  }
  const magnitude = content.length === 0 ? 0n : BigInt(`0x${toHex(content)}`)
  return isNegative ? -1n - magnitude : magnitude
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The contents of an indefinite string's chunks.
 * @param {Uint8Array} source
 * @param {number} at
 * @param {number} [nbytes] of all, where that is known
 */
function joinChunks(source, at, nbytes) {
  const chunks = []
  let total = 0
  for (let p = at + 1; source[p] !== BREAK;) {
    const start = p + headNbytes(source[p] & 31)
    const length = Number(argument(source, p))
    chunks.push(source.subarray(start, start + length))
    total += length
    p = start + length
  }
  const joined = new Uint8Array(nbytes ?? total)
  let to = 0
  for (const chunk of chunks) {
    joined.set(chunk, to)
    to += chunk.length
  }
  return joined
}
