/**
 * JsonWriter: JSON text token by token, forward only. What may come next is known here, so that a
 * call that is wrong throws before anything is written; the text is made by Output.
 */
import { TapeWriterError } from './errors.js'
import { toBytes } from './input.js'
import { NumberText } from './number.js'
import { rawValidation, writerSettings } from './options.js'
import {
  END_ARRAY, END_OBJECT, FALSE, NULL, Output, START_ARRAY, START_OBJECT, TRUE,
} from './output.js'
import { validate } from './parse.js'

/**
 * @typedef {import('./index.js').WriterOptions} WriterOptions
 * @typedef {number | import('./index.js').NumberText} Numeric
 */

/** What stands before the next token. */
const AFTER_START = 0
const AFTER_KEY = 1
const AFTER_VALUE = 2

export class JsonWriter {
  #settings
  #output

  /** Of each open container whether it is an object. @type {boolean[]} */
  #open = []
  #inObject = false
  #after = AFTER_START

  /** @param {WriterOptions} [options] */
  constructor(options) {
    this.#settings = writerSettings(options)
    this.#output = new Output(this.#settings)
  }

  /** Containers that are open. */
  get depth() {
    return this.#open.length
  }

  /** Bytes that were written and not taken. */
  get bytesPending() {
    return this.#output.nbytes
  }

  /** @param {string} [key] */
  startObject(key) {
    this.#start(true, key)
  }

  endObject() {
    this.#end(true)
  }

  /** @param {string} [key] */
  startArray(key) {
    this.#start(false, key)
  }

  endArray() {
    this.#end(false)
  }

  /** @param {string} name */
  key(name) {
    if (typeof name !== 'string') throw new TypeError('a key must be a string')
    this.#checkKey()
    this.#output.key(name)
    this.#after = AFTER_KEY
  }

  /**
   * @param {string} key
   * @param {string} [value] without it, `key` is the value
   */
  string(key, value) {
    const isMember = arguments.length > 1
    const text = isMember ? value : key
    if (typeof text !== 'string') throw new TypeError('value must be a string')
    this.#before(isMember, key)
    this.#output.string(text)
  }

  /**
   * @param {string | Numeric} key
   * @param {Numeric} [value] without it, `key` is the value
   */
  number(key, value) {
    const isMember = arguments.length > 1
    const number = isMember ? value : key
    if (typeof number !== 'number' && !(number instanceof NumberText)) {
      throw new TypeError('value must be a number')
    }
    this.#check(isMember, key)
    if (typeof number === 'number' && !Number.isFinite(number)) {
      throw new TapeWriterError('non_finite')
    }
    this.#begin(isMember, key)
    if (typeof number === 'number') this.#output.number(number)
    else this.#output.text(number.text)
  }

  /**
   * @param {string | bigint} key
   * @param {bigint} [value] without it, `key` is the value
   */
  bigint(key, value) {
    const isMember = arguments.length > 1
    const integer = isMember ? value : key
    if (typeof integer !== 'bigint') throw new TypeError('value must be a bigint')
    this.#before(isMember, key)
    this.#output.text(String(integer))
  }

  /**
   * @param {string | boolean} key
   * @param {boolean} [value] without it, `key` is the value
   */
  boolean(key, value) {
    const isMember = arguments.length > 1
    const bit = isMember ? value : key
    if (typeof bit !== 'boolean') throw new TypeError('value must be true or false')
    this.#before(isMember, key)
    this.#output.put(bit ? TRUE : FALSE)
  }

  /** @param {string} [key] */
  null(key) {
    this.#before(key !== undefined, key)
    this.#output.put(NULL)
  }

  /**
   * Bytes as a string in base64.
   * @param {string | Uint8Array} key
   * @param {Uint8Array} [value] without it, `key` is the value
   */
  base64(key, value) {
    const isMember = arguments.length > 1
    const bytes = toBytes(/** @type {Uint8Array} */ (isMember ? value : key))
    this.#before(isMember, key)
    this.#output.base64(bytes)
  }

  /**
   * A value that is JSON text already, written as it is.
   * @param {...any} args [key,] bytes, [options]
   */
  rawValue(...args) {
    const isMember = typeof args[0] === 'string'
    const [bytesGiven, options] = isMember ? args.slice(1) : args
    const bytes = toBytes(bytesGiven)
    const isChecked = rawValidation(options)
    this.#check(isMember, args[0])
    if (isChecked) this.#checkRaw(bytes)
    this.#begin(isMember, args[0])
    this.#output.raw(bytes)
  }

  /**
   * What was written since the last time, for a sink.
   * @returns {Uint8Array}
   */
  take() {
    return this.#output.take()
  }

  /**
   * What was written since the last time, up to the end of the text.
   * @returns {Uint8Array}
   */
  finish() {
    const isComplete = this.#open.length === 0 && this.#after === AFTER_VALUE
    if (!isComplete && !this.#settings.skipValidation) throw new TapeWriterError('incomplete')
    return this.#output.take()
  }

  /** Forgets all that was written and starts a new text. */
  reset() {
    this.#output = new Output(this.#settings)
    this.#open = []
    this.#inObject = false
    this.#after = AFTER_START
  }

  /**
   * @param {boolean} isObject
   * @param {string | undefined} key
   */
  #start(isObject, key) {
    const isMember = key !== undefined
    this.#check(isMember, key)
    const { maxDepth, skipValidation } = this.#settings
    if (this.#open.length >= maxDepth && !skipValidation) throw new TapeWriterError('depth')
    this.#begin(isMember, key)
    this.#output.put(isObject ? START_OBJECT : START_ARRAY)
    this.#open.push(isObject)
    this.#inObject = isObject
    this.#after = AFTER_START
  }

  /** @param {boolean} isObject */
  #end(isObject) {
    const { length } = this.#open
    const isWrong = this.#inObject !== isObject || this.#after === AFTER_KEY
    if (length === 0 || (isWrong && !this.#settings.skipValidation)) {
      throw new TapeWriterError('wrong_end')
    }
    this.#output.put(isObject ? END_OBJECT : END_ARRAY)
    this.#open.pop()
    this.#inObject = length > 1 && this.#open[length - 2]
    this.#after = AFTER_VALUE
  }

  /**
   * Checks that a value may come, and writes its key.
   * @param {boolean} isMember
   * @param {unknown} key
   */
  #before(isMember, key) {
    this.#check(isMember, key)
    this.#begin(isMember, key)
  }

  /**
   * @param {boolean} isMember
   * @param {unknown} key
   */
  #begin(isMember, key) {
    if (isMember) this.#output.key(/** @type {string} */ (key))
    this.#after = AFTER_VALUE
  }

  /**
   * @param {boolean} isMember
   * @param {unknown} key
   */
  #check(isMember, key) {
    if (isMember) {
      if (typeof key !== 'string') throw new TypeError('a key must be a string')
      this.#checkKey()
    } else if (!this.#settings.skipValidation) {
      if (this.#after === AFTER_VALUE && this.#open.length === 0) {
        throw new TapeWriterError('completed')
      }
      if (this.#inObject && this.#after !== AFTER_KEY) throw new TapeWriterError('missing_key')
    }
  }

  #checkKey() {
    if (this.#settings.skipValidation) return
    if (this.#after === AFTER_VALUE && this.#open.length === 0) {
      throw new TapeWriterError('completed')
    }
    if (!this.#inObject || this.#after === AFTER_KEY) throw new TapeWriterError('unexpected_key')
  }

  /** @param {Uint8Array} bytes */
  #checkRaw(bytes) {
    const left = this.#settings.maxDepth - this.#open.length
    if (left < 1 && isContainer(bytes)) throw new TapeWriterError('depth')
    const error = validate(bytes, { bom: 'error', maxDepth: Math.max(1, left) })
    if (error?.code === 'depth') throw new TapeWriterError('depth')
    if (error) throw new TapeWriterError('invalid_raw', `: ${error.message.split('\n')[0]}`)
  }
}

/** @param {Uint8Array} bytes */
function isContainer(bytes) {
  const first = bytes.find((byte) => byte > 0x20)
  return first === 0x5b || first === 0x7b
}
