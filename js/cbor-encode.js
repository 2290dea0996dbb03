/**
 * From JavaScript values to the words that wasm makes CBOR of (wasm/cbor_exports.c), and the texts
 * that go with them. Nothing recurses.
 */
import { CborWriterError } from './cbor-errors.js'
import { CborSimple, CborTag } from './cbor-types.js'

/** Kinds of tokens: the low four bits of a word, a number above them. */
const UINT = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const ARRAY = 4
const MAP = 5
const TAG = 6
const SIMPLE = 7
const DOUBLE = 8
const INTEGER = 9
const BIGNUM = 10
const NEGATIVE_BIGNUM = 11
const KIND_NBITS = 4

const FALSE = 20
const TRUE = 21
const NULL = 22
const UNDEFINED = 23

/** Numbers that have room beside a kind. */
const SMALL = 2 ** 28
const WORD = 2 ** 32
const MAX_DEPTH = 1024

/** Between two texts, so that surrogates at their edges do not meet. */
const SEPARATOR = '\0'

const kept = { words: new Uint32Array(1 << 12) }

/**
 * A container whose values are still to be written.
 * @typedef {object} Frame
 * @property {ArrayLike<any>} values of an array; of a map keys and values in turn
 * @property {Record<string, any> | undefined} object whose keys `values` are
 * @property {number} next
 */

/**
 * @typedef {object} Tokens
 * @property {Uint32Array} words
 * @property {string} text
 */

/**
 * @param {unknown} root
 * @returns {Tokens}
 */
export function tokensOf(root) {
  const writer = new TokenWriter()
  /** @type {Frame[]} */
  const stack = []
  /** @type {Frame | undefined} */
  let frame = writer.value(root)
  while (frame) {
    if (frame.next === frame.values.length) {
      frame = stack.pop()
      continue
    }
    let value = frame.values[frame.next++]
    if (frame.object) {
      writer.text(value)
      value = frame.object[value]
    }
    const inner = writer.value(value)
    if (inner) {
      if (stack.length + 1 >= MAX_DEPTH) throw new CborWriterError('depth')
      stack.push(frame)
      frame = inner
    }
  }
  return writer.finish()
}

class TokenWriter {
  #words = kept.words
  #at = 0
  /** @type {string[]} */
  #texts = []

  finish() {
    if (this.#words.length <= 1 << 20) kept.words = this.#words
    return { words: this.#words.subarray(0, this.#at), text: this.#texts.join(SEPARATOR) }
  }

  /**
   * Writes a value, or the head of one whose content is then given back.
   * @param {any} value
   * @returns {Frame | undefined}
   */
  value(value) {
    switch (typeof value) {
      case 'string':
        this.text(value)
        return undefined
      case 'number':
        this.#number(value)
        return undefined
      case 'boolean':
        this.#one(SIMPLE, value ? TRUE : FALSE)
        return undefined
      case 'undefined':
        this.#one(SIMPLE, UNDEFINED)
        return undefined
      case 'bigint':
        this.#bigint(value)
        return undefined
      case 'object':
        return this.#object(value)
      default:
        throw new TypeError(`a ${typeof value} has no CBOR form`)
    }
  }

  /** @param {string} text */
  text(text) {
    this.#one(TEXT, text.length)
    this.#texts.push(text)
  }

  /**
   * @param {any} value
   * @returns {Frame | undefined}
   */
  #object(value) {
    if (value === null) {
      this.#one(SIMPLE, NULL)
    } else if (Array.isArray(value)) {
      this.#one(ARRAY, value.length)
      return { values: value, object: undefined, next: 0 }
    } else if (value instanceof Uint8Array) {
      this.#bytes(BYTES, value)
    } else if (value instanceof ArrayBuffer) {
      this.#bytes(BYTES, new Uint8Array(value))
    } else if (value instanceof Map) {
      this.#one(MAP, value.size)
      return { values: [...value].flat(), object: undefined, next: 0 }
    } else if (value instanceof CborTag) {
      this.#two(TAG, 0, BigInt(value.tag))
      return { values: [value.value], object: undefined, next: 0 }
    } else if (value instanceof CborSimple) {
      this.#one(SIMPLE, value.value)
    } else if (isUnsupported(value)) {
      throw new TypeError(`${Object.prototype.toString.call(value)} has no CBOR form`)
    } else {
      const keys = Object.keys(value)
      this.#one(MAP, keys.length)
      return { values: keys, object: value, next: 0 }
    }
    return undefined
  }

  /** @param {number} value */
  #number(value) {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      const major = value < 0 ? NEGATIVE : UINT
      const argument = value < 0 ? -1 - value : value
      if (argument < SMALL) {
        this.#one(major, argument)
      } else {
        const words = this.#room(3)
        words[this.#at++] = INTEGER | major << KIND_NBITS
        words[this.#at++] = argument
        words[this.#at++] = argument / WORD
      }
      return
    }
    const words = this.#room(3)
    words[this.#at++] = DOUBLE
    DOUBLE_VIEW[0] = value
    words[this.#at++] = DOUBLE_WORDS[0]
    words[this.#at++] = DOUBLE_WORDS[1]
  }

  /** @param {bigint} value */
  #bigint(value) {
    const isNegative = value < 0n
    const argument = isNegative ? -1n - value : value
    if (argument >> 64n === 0n) {
      this.#two(INTEGER, isNegative ? NEGATIVE : UINT, argument)
    } else {
      this.#bytes(isNegative ? NEGATIVE_BIGNUM : BIGNUM, bigintBytes(argument))
    }
  }

  /**
   * @param {number} kind
   * @param {number} number
   */
  #one(kind, number) {
    if (number >= SMALL) throw new RangeError('a value is too large')
    this.#room(1)[this.#at++] = kind | number << KIND_NBITS
  }

  /**
   * A token with a number of 64 bits behind it.
   * @param {number} kind
   * @param {number} number
   * @param {bigint} argument
   */
  #two(kind, number, argument) {
    const words = this.#room(3)
    words[this.#at++] = kind | number << KIND_NBITS
    words[this.#at++] = Number(argument & 0xffffffffn)
    words[this.#at++] = Number(argument >> 32n)
  }

  /**
   * @param {number} kind
   * @param {Uint8Array} bytes
   */
  #bytes(kind, bytes) {
    const nwords = (bytes.length + 3) >> 2
    this.#one(kind, bytes.length)
    const { buffer } = this.#room(nwords)
    new Uint8Array(buffer).set(bytes, 4 * this.#at)
    this.#at += nwords
  }

  /**
   * The words, with room for so many more.
   * @param {number} nwords
   */
  #room(nwords) {
    if (this.#at + nwords > this.#words.length) {
      const grown = new Uint32Array(2 * (this.#at + nwords))
      grown.set(this.#words)
      this.#words = grown
    }
    return this.#words
  }
}

const DOUBLE_VIEW = new Float64Array(1)
const DOUBLE_WORDS = new Uint32Array(DOUBLE_VIEW.buffer)

/**
 * The bytes of a number, the most significant first.
 * @param {bigint} magnitude
 */
export function bigintBytes(magnitude) {
  const hex = magnitude.toString(16)
  const even = hex.length % 2 ? `0${hex}` : hex
  return Uint8Array.from(/** @type {string[]} */ (even.match(/../g)), (byte) => parseInt(byte, 16))
}

/** @param {object} value */
function isUnsupported(value) {
  return ArrayBuffer.isView(value) || value instanceof Set || value instanceof Date ||
    value instanceof RegExp || value instanceof Promise || value instanceof WeakMap
}
