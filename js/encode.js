/**
 * From JavaScript values to JSON text. JSON.stringify is asked where it gives the same text; what
 * it does not know (BigInt, canonical order, values of this package, depth without end) is done
 * here, step by step as the ECMAScript specification has it.
 */
import { asked } from './asked.js'
import { placeOf } from './document.js'
import { inWasm, outOfMemory, TOO_LARGE } from './engine.js'
import { TapeWriterError } from './errors.js'
import { isWellFormed } from './input.js'
import { NumberText } from './number.js'
import { formatSettings, valueSettings } from './options.js'
import {
  END_ARRAY, END_OBJECT, FALSE, NULL, Output, START_ARRAY, START_OBJECT, TRUE,
} from './output.js'
import { formatTape, tooDeep } from './tape-text.js'
import { decodeUtf8 } from './text.js'
import { toValue } from './values.js'

/**
 * @typedef {import('./index.js').FormatOptions} FormatOptions
 * @typedef {import('./options.js').FormatSettings} FormatSettings
 * @typedef {import('./view.js').TapeView} TapeView
 */

const LF = 0x0a

/** Says that JSON.stringify would not give the text that is wanted. */
const OTHERWISE = Symbol('otherwise')

/** Scratch memory asked for beyond a text. */
const ROOM_NBYTES = 64

/** @type {TextEncoder | undefined} */
let encoder

/**
 * The text that JSON.stringify gives, as UTF-8.
 * @param {unknown} value
 * @param {FormatOptions} [options]
 * @returns {Uint8Array}
 */
export function encode(value, options) {
  const settings = formatSettings(options)
  const text = nativeText(value, settings)
  if (typeof text === 'string') return bytesOf(text, settings)
  const output = text === undefined ? undefined : write(value, settings)
  if (!output) throw new TypeError('this value has no JSON text')
  return finished(output, settings)
}

/**
 * The text that JSON.stringify gives.
 * @param {unknown} value
 * @param {FormatOptions} [options]
 * @returns {string | undefined}
 */
export function stringify(value, options) {
  const settings = formatSettings(options)
  const text = nativeText(value, settings)
  if (typeof text === 'string') {
    checkDepth(text, settings)
    return settings.newline ? `${text}\n` : text
  }
  const output = text === undefined ? undefined : write(value, settings)
  if (!output) return undefined
  const bytes = finished(output, settings)
  return decodeUtf8(bytes, 0, bytes.length)
}

/**
 * The text of a value on a tape.
 * @param {TapeView} view
 * @param {number} index
 * @param {FormatOptions} [options]
 * @returns {Uint8Array}
 */
export function tapeToBytes(view, index, options) {
  const settings = formatSettings(options)
  if (isFiltered(settings)) return encode(decoded(view, index), options)
  return formatTape(view, index, settings, 0, (bytes, start, end) =>
    copy(bytes, start, end, settings))
}

/**
 * @param {TapeView} view
 * @param {number} index
 * @param {FormatOptions} [options]
 * @returns {string}
 */
export function tapeToText(view, index, options) {
  const settings = formatSettings(options)
  if (isFiltered(settings)) return stringify(decoded(view, index), options) ?? ''
  const text = formatTape(view, index, settings, 0, decodeUtf8)
  return settings.newline ? `${text}\n` : text
}

/**
 * Whether a replacer wants to see values, or not all of them are written.
 * @param {FormatSettings} settings
 */
function isFiltered({ replacer, keys }) {
  return replacer !== undefined || keys !== undefined
}

/**
 * The value on a tape, with all its digits.
 * @param {TapeView} view
 * @param {number} index
 */
function decoded(view, index) {
  return toValue(view, index, valueSettings({ numbers: 'text' }))
}

/**
 * What JSON.stringify says, if that is what is wanted.
 * @param {unknown} value
 * @param {FormatSettings} settings
 * @returns {string | undefined | typeof OTHERWISE}
 */
function nativeText(value, settings) {
  const { canonical, ascii, bigint, nonFinite, indent, replacer, keys } = settings
  const isPlain = !canonical && !ascii && bigint === 'error' && nonFinite === 'null' &&
    !/\S/.test(indent) && !isOurs(value)
  if (!isPlain) return OTHERWISE
  const before = asked.times
  let text
  try {
    text = JSON.stringify(value, /** @type {any} */ (replacer ?? keys), indent)
  } catch (error) {
    if (isStackOverflow(error)) return OTHERWISE
    throw error
  }
  return asked.times === before ? text : OTHERWISE
}

/**
 * Whether the engine has recursed too deep.
 * @param {unknown} error
 */
function isStackOverflow(error) {
  return error instanceof Error && /call stack|recursion/i.test(error.message)
}

/** @param {unknown} value */
function isOurs(value) {
  return typeof value === 'object' && value !== null &&
    (value instanceof NumberText || placeOf(value) !== undefined)
}

/**
 * A text that JSON.stringify gave, as bytes.
 * @param {string} text
 * @param {FormatSettings} settings
 */
function bytesOf(text, settings) {
  if (isSurelyFlat(text, settings)) {
    encoder ??= new TextEncoder()
    return encoder.encode(settings.newline ? `${text}\n` : text)
  }
  // Through wasm, where depth is seen; that is no slower than TextEncoder.encode.
  return inWasm((wasm) => {
    const start = wasm.scratch
    const end = start + writeChecked(wasm, text, settings)
    return copy(wasm.bytes, start, end, settings)
  })
}

/**
 * @param {string} text
 * @param {FormatSettings} settings
 */
function checkDepth(text, settings) {
  if (!isSurelyFlat(text, settings)) inWasm((wasm) => writeChecked(wasm, text, settings))
}

/**
 * Whether a text is too short to be too deep: each container has two brackets.
 * @param {string} text
 * @param {FormatSettings} settings
 */
function isSurelyFlat({ length }, { maxDepth }) {
  return length < 2 * maxDepth
}

/**
 * Puts a text into scratch memory, unless it is too deep.
 * @param {import('./engine.js').Instance} wasm
 * @param {string} text
 * @param {FormatSettings} settings
 * @returns {number} its bytes
 */
function writeChecked(wasm, text, { maxDepth }) {
  const nbytes = wasm.writeText(wasm.scratch, text, ROOM_NBYTES)
  if (nbytes === TOO_LARGE) throw outOfMemory()
  if (wasm.exports.deeper(wasm.scratch, nbytes, maxDepth)) throw tooDeep()
  return nbytes
}

/**
 * Bytes of their own, with a final newline if that is wanted.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {FormatSettings} settings
 */
function copy(bytes, start, end, { newline }) {
  if (!newline) return bytes.slice(start, end)
  const copied = new Uint8Array(end - start + 1)
  copied.set(bytes.subarray(start, end))
  copied[end - start] = LF
  return copied
}

/**
 * @param {Output} output
 * @param {FormatSettings} settings
 */
function finished(output, { newline }) {
  const bytes = output.take(newline ? 1 : 0)
  if (newline) bytes[bytes.length - 1] = LF
  return bytes
}

/**
 * @param {unknown} value
 * @param {FormatSettings} settings
 * @returns {Output | undefined} undefined: the value has no JSON text
 */
function write(value, settings) {
  const serializer = new Serializer(settings)
  return serializer.run(value) ? serializer.output : undefined
}

/**
 * A container whose children are being written.
 * @typedef {object} Frame
 * @property {any} object
 * @property {string[] | undefined} keys undefined for an array
 * @property {number} length
 * @property {number} at
 */

/** SerializeJSONProperty and what it calls, without recursion. */
class Serializer {
  #settings
  #keys
  #isFiltered

  /** @type {Frame[]} */
  #open = []

  /** The objects in it. @type {Set<object>} */
  #ancestors = new Set()

  /** @param {FormatSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#isFiltered = isFiltered(settings)
    this.#keys = settings.canonical ? settings.keys?.slice().sort() : settings.keys
    this.output = new Output(settings)
  }

  /**
   * @param {unknown} value
   * @returns {boolean} false: the value has no JSON text
   */
  run(value) {
    const open = this.#open
    const root = this.#prepare({ '': value }, '', value)
    if (!isWritten(root)) return false
    this.#value(root)
    while (open.length > 0) {
      const frame = open[open.length - 1]
      if (frame.at === frame.length) {
        this.output.put(frame.keys ? END_OBJECT : END_ARRAY)
        this.#ancestors.delete(frame.object)
        open.pop()
        continue
      }
      const position = frame.at++
      const key = frame.keys ? frame.keys[position] : String(position)
      const child = this.#prepare(frame.object, key, frame.object[key])
      if (!frame.keys) {
        this.#value(isWritten(child) ? child : null)
      } else if (isWritten(child)) {
        this.output.key(this.#checked(key))
        this.#value(child)
      }
    }
    return true
  }

  /**
   * What toJSON and the replacer make of a value, without its box.
   * @param {object} holder
   * @param {string} key
   * @param {any} given
   * @returns {unknown}
   */
  #prepare(holder, key, given) {
    const { replacer } = this.#settings
    let value = given
    let exact
    if ((typeof value === 'object' && value !== null) || typeof value === 'function' ||
        typeof value === 'bigint') {
      const place = typeof value === 'object' ? placeOf(value) : undefined
      if (value instanceof NumberText || place) {
        if (!this.#isFiltered) return value
        exact = value
        value = place ? decoded(place.view, place.index) : exact.valueOf()
      } else {
        const { toJSON } = value
        if (typeof toJSON === 'function') value = Reflect.apply(toJSON, value, [key])
      }
    }
    if (replacer) {
      const replaced = Reflect.apply(replacer, holder, [key, value])
      // A number that the replacer leaves alone keeps its digits.
      if (exact instanceof NumberText && Object.is(replaced, value)) return exact
      value = replaced
    } else if (exact instanceof NumberText) {
      return exact
    }
    return unboxed(value)
  }

  /** @param {any} value one that is written */
  #value(value) {
    const { output } = this
    switch (typeof value) {
      case 'string':
        return output.string(this.#checked(value))
      case 'number':
        return this.#number(value)
      case 'boolean':
        return output.put(value ? TRUE : FALSE)
      case 'bigint':
        return this.#bigint(value)
      default:
        return value === null ? output.put(NULL) : this.#object(value)
    }
  }

  /** @param {number} value */
  #number(value) {
    const { nonFinite, canonical } = this.#settings
    if (Number.isFinite(value)) this.output.number(value)
    else if (canonical || nonFinite === 'error') throw new TapeWriterError('non_finite')
    else this.output.put(NULL)
  }

  /** @param {bigint} value */
  #bigint(value) {
    const { bigint, canonical } = this.#settings
    if (bigint === 'string') this.output.string(String(value))
    else if (canonical) this.#number(Number(value))
    else if (bigint === 'number') this.output.text(String(value))
    else throw new TypeError('Do not know how to serialize a BigInt')
  }

  /** @param {any} value */
  #object(value) {
    const { canonical, maxDepth } = this.#settings
    if (value instanceof NumberText) {
      if (canonical) this.#number(value.valueOf())
      else this.output.text(value.text)
      return
    }
    const depth = this.#open.length
    const place = placeOf(value)
    if (place) {
      this.output.raw(formatTape(place.view, place.index, this.#settings, depth,
        (bytes, start, end) => bytes.subarray(start, end).slice()))
      return
    }
    if (this.#ancestors.has(value)) throw new TypeError('Converting circular structure to JSON')
    if (depth >= maxDepth) throw tooDeep()
    const isArray = Array.isArray(value)
    const keys = isArray ? undefined : this.#keysOf(value)
    this.output.put(isArray ? START_ARRAY : START_OBJECT)
    this.#ancestors.add(value)
    const length = keys ? keys.length : toLength(value.length)
    this.#open.push({ object: value, keys, length, at: 0 })
  }

  /** @param {object} value */
  #keysOf(value) {
    if (this.#keys) return this.#keys
    const keys = Object.keys(value)
    return this.#settings.canonical ? keys.sort() : keys
  }

  /**
   * A text, which in canonical JSON cannot have surrogates without their other half.
   * @param {string} text
   */
  #checked(text) {
    if (this.#settings.canonical && !isWellFormed(text)) throw new TapeWriterError('lone_surrogate')
    return text
  }
}

/**
 * Whether a prepared value appears in the text.
 * @param {unknown} value
 */
function isWritten(value) {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
}

/**
 * The primitive value in a Number, String, Boolean or BigInt object. The tag may lie: then there is
 * none.
 * @param {any} value
 */
function unboxed(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  switch (Object.prototype.toString.call(value)) {
    case '[object Number]':
      return hasSlot(Number, value) ? Number(value) : value
    case '[object String]':
      return hasSlot(String, value) ? String(value) : value
    case '[object Boolean]':
      return hasSlot(Boolean, value) ? Boolean.prototype.valueOf.call(value) : value
    case '[object BigInt]':
      return hasSlot(BigInt, value) ? BigInt.prototype.valueOf.call(value) : value
    default:
      return value
  }
}

/**
 * @param {{ prototype: { valueOf(): unknown } }} Box
 * @param {object} value
 */
function hasSlot(Box, value) {
  try {
    Box.prototype.valueOf.call(value)
    return true
  } catch {
    return false
  }
}

/** @param {unknown} length */
function toLength(length) {
  return Math.min(Math.max(Math.trunc(Number(length)) || 0, 0), Number.MAX_SAFE_INTEGER)
}
