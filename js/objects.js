/**
 * From a tape that has just been written to plain values, the fast way: the tape is read where it
 * lies in wasm memory, and so are all strings, which wasm has packed: they are cut from a few large
 * ones. Only for values without options, and for tapes that nobody else could have touched: nothing
 * is checked here.
 */
import * as F from './format.js'
import { emptyObject } from './shapes.js'
import { decodeAscii, decodeUtf16, decodeUtf8 } from './text.js'

/** @typedef {import('./engine.js').Views} Views */

/**
 * Texts are decoded in pieces of this size, so that a string that is kept keeps no more than that
 * of the texts around it alive.
 */
const PIECE_NBYTES = 0x8000

/** Deeper documents go the way that does not recurse. */
export const DEPTH_MAX = 200

/** Keys of documents that are remembered: characters of one document's, and documents. */
const KNOWN_LENGTH = 1000
const KNOWN_MAX = 50

/** Words of jt_texts in src/texts.h. */
const TEXTS_LENGTHS = 0
const TEXTS_KEYS = 1
const TEXTS_ASCII = 2
const TEXTS_ASCII_END = 3
const TEXTS_UTF16 = 4
const TEXTS_UTF16_END = 5
const TEXT_UTF16 = 1
const TEXT_LENGTH_SHIFT = 1

/** Texts that lie one behind the other, asked for in this order. */
class Texts {
  #bytes
  #decode
  #unitNbytes
  /** The piece of text that the next ones are cut from, and where the next one starts in it. */
  #piece = ''
  #at = 0
  /** Where the bytes behind the piece start, and those behind all texts. */
  #behind
  #end

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {import('./text.js').Decode} decode
   * @param {number} unitNbytes of each code unit
   */
  constructor(bytes, start, end, decode, unitNbytes) {
    this.#bytes = bytes
    this.#behind = start
    this.#end = end
    this.#decode = decode
    this.#unitNbytes = unitNbytes
  }

  /**
   * The next text.
   * @param {number} nunits its length
   */
  next(nunits) {
    const start = this.#at
    const end = start + nunits
    if (end > this.#piece.length) return this.#beyond(nunits)
    this.#at = end
    return this.#piece.slice(start, end)
  }

  /**
   * The next text, which the piece does not hold.
   * @param {number} nunits
   */
  #beyond(nunits) {
    const nbytes = nunits * this.#unitNbytes
    const start = this.#behind - (this.#piece.length - this.#at) * this.#unitNbytes
    const isLong = nbytes >= PIECE_NBYTES
    this.#behind = isLong ? start + nbytes : Math.min(start + PIECE_NBYTES, this.#end)
    const text = this.#decode(this.#bytes, start, this.#behind)
    this.#piece = isLong ? '' : text
    this.#at = isLong ? 0 : nunits
    return isLong ? text : text.slice(0, nunits)
  }
}

/**
 * Keys of documents by their texts, which engines have met as keys: the next document's are
 * probably the same.
 * @type {Map<string, string[]>}
 */
const known = new Map()

/** @param {string} text interned keys, a quote behind each */
function splitKeys(text) {
  if (text.length > KNOWN_LENGTH) return text.split('"')
  let keys = known.get(text)
  if (!keys) {
    if (known.size === KNOWN_MAX) known.clear()
    keys = text.split('"')
    known.set(text, keys)
  }
  return keys
}

/** One document's tape and texts in wasm memory. Indices are those of words in memory. */
class Builder {
  #bytes
  #words
  #doubles
  #source
  /** What a tape index counts from. */
  #tape
  /** The index behind the value that was read last. */
  #next = 0
  /** Where the length of the next text is that is not plain on the tape. */
  #length
  #ascii
  #utf16
  #keys
  /** Whether objects inherit something that is named like an interned key. */
  #inherited

  /**
   * @param {Views} views
   * @param {number} source where it starts in bytes
   * @param {number} tape index of its first word
   * @param {number} texts index of jt_texts
   */
  constructor({ bytes, ints, doubles }, source, tape, texts) {
    this.#bytes = bytes
    this.#words = ints
    this.#doubles = doubles
    this.#source = source
    this.#tape = tape
    this.#length = ints[texts + TEXTS_LENGTHS] >>> 2
    const ascii = ints[texts + TEXTS_ASCII] >>> 0
    this.#ascii = new Texts(bytes, ascii, ints[texts + TEXTS_ASCII_END] >>> 0, decodeAscii, 1)
    this.#utf16 = new Texts(bytes, ints[texts + TEXTS_UTF16] >>> 0,
      ints[texts + TEXTS_UTF16_END] >>> 0, decodeUtf16, 2)
    this.#keys = splitKeys(decodeUtf8(bytes, ints[texts + TEXTS_KEYS] >>> 0, ascii))
    this.#inherited = this.#keys.some((key) => key in Object.prototype)
  }

  /**
   * The value at an index; #next is then the index behind it.
   * @param {number} at
   * @returns {any}
   */
  value(at) {
    const word = this.#words[at]
    this.#next = at + 2
    switch (word & F.KIND_MASK) {
      case F.STRING:
        return this.#string(word, word >>> 8)
      case F.INT:
        return word >> 8
      case F.OBJECT:
        return this.#object(at)
      case F.ARRAY:
        return this.#array(at)
      case F.NULL:
        return null
      case F.FALSE:
        return false
      case F.TRUE:
        return true
      case F.DOUBLE:
        this.#next = at + 4
        return this.#doubles[(at + 2) >> 1]
      case F.STRING_LONG:
        this.#next = at + 4
        return this.#string(word, this.#words[at + 2] >>> 0)
      default:
        this.#next = at + 4
        return this.#longNumber(at)
    }
  }

  /**
   * @param {number} at
   * @returns {any}
   */
  #object(at) {
    const words = this.#words
    const end = this.#tape + words[at + 2]
    const object = emptyObject(words[at] >>> 8)
    at += 4
    while (at < end) {
      const word = words[at]
      const kind = word & F.KIND_MASK
      let key
      let inherited
      if (kind === F.KEY) {
        key = this.#keys[word >>> 8]
        inherited = this.#inherited && key in Object.prototype
        at += 2
      } else if (kind === F.COUNT) {
        break
      } else {
        const isLong = kind === F.KEY_LONG
        key = this.#string(word, isLong ? words[at + 2] >>> 0 : word >>> 8)
        inherited = key in Object.prototype
        at += isLong ? 4 : 2
      }
      const value = this.value(at)
      if (inherited) define(object, key, value)
      else object[key] = value
      at = this.#next
    }
    this.#next = end
    return object
  }

  /**
   * @param {number} at
   * @returns {any[]}
   */
  #array(at) {
    const words = this.#words
    const head = words[at]
    const behind = this.#tape + words[at + 2]
    // A COUNT may stand between the last element and the end.
    const end = head >>> 8 === F.PAYLOAD_MAX ? behind - 2 : behind
    this.#next = behind
    at += 4
    if (at === end) return []
    // Engines remember what kind of elements each literal's array came to hold.
    if (head & F.ALL_DOUBLES) return doubleArray(this.#doubles, (at + 2) >> 1, (end + 2) >> 1)
    if (head & F.ALL_INTS) return intArray(words, at, end)
    const first = this.value(at)
    const array = typeof first === 'number' ? this.#numbers(first, end) : this.#mixture(first, end)
    while (this.#next < end) array.push(this.value(this.#next))
    this.#next = behind
    return array
  }

  /**
   * An array of up to four children, the first of which is a number.
   * @param {number} a
   * @param {number} end behind all children
   */
  #numbers(a, end) {
    if (this.#next === end) return [a]
    const b = this.value(this.#next)
    if (this.#next === end) return [a, b]
    const c = this.value(this.#next)
    if (this.#next === end) return [a, b, c]
    return [a, b, c, this.value(this.#next)]
  }

  /**
   * The same of one with another first child.
   * @param {any} a
   * @param {number} end
   */
  #mixture(a, end) {
    if (this.#next === end) return [a]
    const b = this.value(this.#next)
    if (this.#next === end) return [a, b]
    const c = this.value(this.#next)
    if (this.#next === end) return [a, b, c]
    return [a, b, c, this.value(this.#next)]
  }

  /**
   * @param {number} word
   * @param {number} nbytes
   */
  #string(word, nbytes) {
    if (!(word & (F.ESCAPED | F.NON_ASCII))) return this.#ascii.next(nbytes)
    const length = this.#words[this.#length++]
    return (length & TEXT_UTF16 ? this.#utf16 : this.#ascii).next(length >>> TEXT_LENGTH_SHIFT)
  }

  /** @param {number} at */
  #longNumber(at) {
    const start = this.#source + (this.#words[at + 1] >>> 0)
    return Number(decodeAscii(this.#bytes, start, start + (this.#words[at + 2] >>> 0)))
  }
}

/**
 * The values of a document.
 * @param {Views} views
 * @param {number} source where it starts in bytes
 * @param {number} tape index of its first word
 * @param {number} texts index of jt_texts
 * @returns {any}
 */
export function buildPlain(views, source, tape, texts) {
  return new Builder(views, source, tape, texts).value(tape + F.HEADER_NWORDS)
}

/**
 * What objects inherit could swallow an assignment (__proto__) or refuse it (when frozen).
 * @param {object} object
 * @param {string} key
 * @param {unknown} value
 */
function define(object, key, value) {
  Object.defineProperty(object, key,
    { value, writable: true, enumerable: true, configurable: true })
}

/**
 * @param {Float64Array} doubles a tape
 * @param {number} at
 * @param {number} end
 */
function doubleArray(doubles, at, end) {
  const a = doubles[at]
  if (end - at === 2) return [a]
  const b = doubles[at + 2]
  if (end - at === 4) return [a, b]
  const c = doubles[at + 4]
  if (end - at === 6) return [a, b, c]
  const array = [a, b, c, doubles[at + 6]]
  for (at += 8; at < end; at += 2) array.push(doubles[at])
  return array
}

/**
 * @param {Int32Array} words a tape
 * @param {number} at
 * @param {number} end
 */
function intArray(words, at, end) {
  const a = words[at] >> 8
  if (end - at === 2) return [a]
  const b = words[at + 2] >> 8
  if (end - at === 4) return [a, b]
  const c = words[at + 4] >> 8
  if (end - at === 6) return [a, b, c]
  const array = [a, b, c, words[at + 6] >> 8]
  for (at += 8; at < end; at += 2) array.push(words[at] >> 8)
  return array
}
