/**
 * From a tape that has just been written to plain values, the fast way: the tape is read where it
 * lies in wasm memory, text is decoded in large pieces of which strings are cut, keys are decoded
 * once each. Only for values without options, and for tapes that nobody else could have touched:
 * nothing is checked here.
 */
import * as F from './format.js'
import { decodeAscii, decodeUtf16, decodeUtf8 } from './text.js'

/**
 * Text is decoded in pieces of this size, so that a string that is kept keeps no more than that of
 * the text around it alive.
 */
const PIECE_NBYTES = 0x8000

/** Deeper documents go the way that does not recurse. */
export const DEPTH_MAX = 200

/** See src/texts.h. */
const TEXT_UTF16 = 1
const TEXT_LENGTH_SHIFT = 2

/** Text in one place of memory, asked for from its start to its end, mostly. */
class Pieces {
  #bytes
  #decode
  #limit
  #piece = ''
  #start = 0
  #end = 0

  /**
   * @param {Uint8Array} bytes
   * @param {import('./text.js').Decode} decode
   * @param {number} limit behind the text
   */
  constructor(bytes, decode, limit) {
    this.#bytes = bytes
    this.#decode = decode
    this.#limit = limit
  }

  /**
   * The text of bytes[start..end), one code unit a byte.
   * @param {number} start
   * @param {number} end
   */
  bytes(start, end) {
    if (start < this.#start || end > this.#end) {
      if (end - start >= PIECE_NBYTES) return this.#decode(this.#bytes, start, end)
      this.#advance(start)
    }
    return this.#piece.slice(start - this.#start, end - this.#start)
  }

  /**
   * The text of bytes[start..end), one code unit for two bytes.
   * @param {number} start
   * @param {number} end
   */
  units(start, end) {
    if (start < this.#start || end > this.#end) {
      if (end - start >= PIECE_NBYTES) return this.#decode(this.#bytes, start, end)
      this.#advance(start)
    }
    return this.#piece.slice((start - this.#start) >> 1, (end - this.#start) >> 1)
  }

  /** @param {number} start */
  #advance(start) {
    this.#start = start
    this.#end = Math.min(start + PIECE_NBYTES, this.#limit)
    this.#piece = this.#decode(this.#bytes, start, this.#end)
  }
}

/** One document's tape, source and texts in wasm memory. */
class Builder {
  #words
  #doubles
  #source
  #lengths
  #plain
  #ascii
  #utf16
  /** The tape index behind the value that was read last. */
  #next = 0
  #nextLength = 0
  #nextAscii
  #nextUtf16
  #keys
  /** By interned key: 1 where objects inherit something of that name. */
  #inherited
  #anyInherited = false

  /**
   * @param {Uint8Array} bytes all memory
   * @param {number} source where it starts
   * @param {number} nbytes of the source
   * @param {Uint32Array} words the tape
   * @param {string[]} keys
   * @param {Uint32Array} texts see src/texts.h
   */
  constructor(bytes, source, nbytes, words, keys, texts) {
    this.#words = words
    this.#doubles = new Float64Array(words.buffer, words.byteOffset, words.length >> 1)
    this.#source = source
    this.#keys = keys
    this.#lengths = new Uint32Array(bytes.buffer, texts[0])
    this.#nextAscii = texts[1]
    this.#nextUtf16 = texts[2]
    this.#plain = new Pieces(bytes, decodeAscii, source + nbytes)
    this.#ascii = new Pieces(bytes, decodeAscii, bytes.length)
    this.#utf16 = new Pieces(bytes, decodeUtf16, bytes.length)
    this.#inherited = new Uint8Array(keys.length)
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] in Object.prototype) {
        this.#inherited[i] = 1
        this.#anyInherited = true
      }
    }
  }

  /**
   * The value at a tape index; #next is then the index behind it.
   * @param {number} at
   * @returns {any}
   */
  value(at) {
    const words = this.#words
    const word = words[at]
    this.#next = at + 2
    switch (word & F.KIND_MASK) {
      case F.STRING:
        return this.#string(word, at)
      case F.INT:
        return word << 0 >> 8
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
        return this.#long(word, at)
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
    const end = words[at + 2]
    /** @type {Record<string, any>} */
    const object = {}
    at += 4
    while (at < end) {
      const word = words[at]
      const kind = word & F.KIND_MASK
      let key
      let inherited
      if (kind === F.KEY) {
        key = this.#keys[word >>> 8]
        inherited = this.#anyInherited && this.#inherited[word >>> 8] === 1
        at += 2
      } else if (kind === F.COUNT) {
        break
      } else {
        const isLong = kind === F.KEY_LONG
        key = isLong ? this.#long(word, at) : this.#string(word, at)
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
    const behind = words[at + 2]
    // A COUNT may stand between the last element and the end.
    const end = head >>> 8 === F.PAYLOAD_MAX ? behind - 2 : behind
    this.#next = behind
    at += 4
    if (at === end) return []
    // Literals and push keep the elements packed.
    if (head & F.ALL_DOUBLES) {
      const doubles = this.#doubles
      let double = (at + 2) >> 1
      const last = (end + 2) >> 1
      if (last - double === 4) return [doubles[double], doubles[double + 2]]
      if (last - double === 6) return [doubles[double], doubles[double + 2], doubles[double + 4]]
      const array = [doubles[double]]
      for (double += 2; double < last; double += 2) array.push(doubles[double])
      return array
    }
    if (head & F.ALL_INTS) {
      const array = [words[at] << 0 >> 8]
      for (at += 2; at < end; at += 2) array.push(words[at] << 0 >> 8)
      return array
    }
    const array = [this.value(at)]
    while (this.#next < end) array.push(this.value(this.#next))
    this.#next = behind
    return array
  }

  /**
   * @param {number} word
   * @param {number} at
   */
  #string(word, at) {
    if (word & (F.ESCAPED | F.NON_ASCII)) return this.#text()
    const start = this.#source + this.#words[at + 1]
    return this.#plain.bytes(start, start + (word >>> 8))
  }

  /**
   * @param {number} word
   * @param {number} at
   */
  #long(word, at) {
    if (word & (F.ESCAPED | F.NON_ASCII)) return this.#text()
    const start = this.#source + this.#words[at + 1]
    return this.#plain.bytes(start, start + this.#words[at + 2])
  }

  /** The next text that wasm has decoded. */
  #text() {
    const length = this.#lengths[this.#nextLength++]
    const nunits = length >>> TEXT_LENGTH_SHIFT
    if (length & TEXT_UTF16) {
      const start = this.#nextUtf16
      this.#nextUtf16 += 2 * nunits
      return this.#utf16.units(start, this.#nextUtf16)
    }
    const start = this.#nextAscii
    this.#nextAscii += nunits
    return this.#ascii.bytes(start, this.#nextAscii)
  }

  /** @param {number} at */
  #longNumber(at) {
    const start = this.#source + this.#words[at + 1]
    return Number(this.#plain.bytes(start, start + this.#words[at + 2]))
  }
}

/**
 * The interned keys of a tape.
 * @param {Uint8Array} bytes all memory
 * @param {number} source where it starts
 * @param {Uint32Array} words the tape
 * @returns {string[]}
 */
export function decodeKeys(bytes, source, words) {
  const keys = []
  const behind = words[F.H_KEYS] + words[F.H_NKEYS] * F.KEY_NWORDS
  for (let at = words[F.H_KEYS]; at < behind; at += F.KEY_NWORDS) {
    const start = source + words[at]
    keys.push(decodeUtf8(bytes, start, start + words[at + 1]))
  }
  return keys
}

/**
 * @param {Uint8Array} bytes all memory
 * @param {number} source where it starts
 * @param {number} nbytes of the source
 * @param {Uint32Array} words the tape
 * @param {string[]} keys its interned keys
 * @param {number} texts where the addresses of jt_texts are, as an index of words
 * @returns {any}
 */
export function buildPlain(bytes, source, nbytes, words, keys, texts) {
  const addresses = new Uint32Array(bytes.buffer, texts * 4, 3)
  return new Builder(bytes, source, nbytes, words, keys, addresses).value(words[F.H_ROOT])
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
