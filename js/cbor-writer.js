/**
 * CborWriter: every call is one call of the C core's writer, which checks it.
 *
 * All writers share one instance of the module. The one that was used last has its state in there;
 * when another one takes its turn, that state is copied out and the other's in. So a writer is
 * garbage like any other object, and nothing must be closed.
 */
import { bigintBytes } from './cbor-encode.js'
import { CONVERT, cborExports, engine, modeNumber, MODES, MULTIPLE_ROOTS,
  randomSeed } from './cbor-engine.js'
import { CborWriterError, writerError } from './cbor-errors.js'
import { explain } from './engine.js'
import { toBytes } from './input.js'
import { BOOLEAN, check, DEPTH } from './options.js'
import { checkItem } from './cbor-check.js'

/** Major types. */
const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const ARRAY = 4
const MAP = 5

const LAX = 0
const NULL = 22
const UNDEFINED = 23
const WORD = 2 ** 32
const MAX_UINT64 = 2n ** 64n - 1n
const MAX_CAPACITY = 2 ** 31

const RULES = {
  mode: MODES,
  convertIndefiniteLengthEncodings: BOOLEAN,
  allowMultipleRootLevelValues: BOOLEAN,
  initialCapacity: {
    /** @param {unknown} value */
    allows: (value) =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_CAPACITY,
    words: `an integer from 0 to ${MAX_CAPACITY}`,
  },
  maxDepth: DEPTH,
}

/** @typedef {{ instance: import('./engine.js').Instance, exports: import('./cbor-engine.js').CborExports }} Shared */

/** @type {Shared | undefined} */
let shared

/** The writer whose state is in the instance. @type {CborWriter | undefined} */
let active

const encoder = new TextEncoder()

/** A forward-only writer of CBOR that refuses what the mode forbids. */
export class CborWriter {
  #mode

  /** @type {Uint8Array | undefined} */
  #saved

  /** @param {import('./cbor.js').CborWriterOptions} [options] */
  constructor(options = {}) {
    check(options, RULES)
    const { mode, convertIndefiniteLengthEncodings, allowMultipleRootLevelValues,
      initialCapacity = 256, maxDepth = 1024 } = options
    this.#mode = modeNumber(mode)
    const bits = (convertIndefiniteLengthEncodings ? CONVERT : 0) |
      (allowMultipleRootLevelValues ? MULTIPLE_ROOTS : 0)
    suspend()
    const { exports } = (shared ??= share())
    const code = exports.cbor_writer_init(initialCapacity, this.#mode, bits, maxDepth, randomSeed())
    if (code) throw writerError(code)
    active = this
  }

  /** @param {number | bigint} value */
  writeInt64(value) {
    const integer = checkInteger(value, -(2n ** 63n), 2n ** 63n - 1n)
    if (integer < 0) this.#item(NEGATIVE, -1n - BigInt(integer))
    else this.#item(UNSIGNED, integer)
  }

  /** @param {number | bigint} value */
  writeUint64(value) {
    this.#item(UNSIGNED, checkInteger(value, 0n, MAX_UINT64))
  }

  /**
   * Writes -1 - n.
   * @param {bigint} n
   */
  writeNegativeInteger(n) {
    this.#item(NEGATIVE, checkInteger(n, 0n, MAX_UINT64))
  }

  /** @param {bigint} value */
  writeBigInteger(value) {
    if (typeof value !== 'bigint') throw new TypeError('value must be a bigint')
    const isNegative = value < 0n
    const bytes = bigintBytes(isNegative ? -1n - value : value)
    this.#call((exports) =>
      exports.cbor_writer_bignum(isNegative, put(bytes), bytes.length))
  }

  /** @param {number} value */
  writeDouble(value) {
    this.#float(value, 8)
  }

  /** @param {number} value */
  writeSingle(value) {
    this.#float(value, 4)
  }

  /** @param {number} value */
  writeHalf(value) {
    this.#float(value, 2)
  }

  /** @param {boolean} value */
  writeBoolean(value) {
    if (typeof value !== 'boolean') throw new TypeError('value must be true or false')
    this.#simple(value ? 21 : 20)
  }

  writeNull() {
    this.#simple(NULL)
  }

  writeUndefined() {
    this.#simple(UNDEFINED)
  }

  /** @param {number} value */
  writeSimpleValue(value) {
    if (!Number.isInteger(value) || value < 0 || value > 255) {
      throw new RangeError('value must be an integer from 0 to 255')
    }
    this.#simple(value)
  }

  /** @param {number | bigint} tag */
  writeTag(tag) {
    const [low, high] = halves(checkInteger(tag, 0n, MAX_UINT64))
    this.#call((exports) => exports.cbor_writer_tag(low, high))
  }

  /** @param {string} value */
  writeTextString(value) {
    if (typeof value !== 'string') throw new TypeError('value must be a string')
    const state = this.#state()
    let code
    try {
      // Room for any text of this length; most need a third of it.
      const space = state.exports.cbor_writer_space(3 * value.length) >>> 0
      if (space === 0) throw writerError(65)
      const { written } = encoder.encodeInto(value, state.instance.bytes.subarray(space))
      if (written > value.length && this.#mode !== LAX && !isWellFormed(value)) {
        throw new CborWriterError('lone_surrogate')
      }
      code = state.exports.cbor_writer_string(TEXT, space, written)
    } catch (cause) {
      throw this.#failed(cause)
    }
    if (code) throw writerError(code)
  }

  /** @param {Uint8Array} value */
  writeByteString(value) {
    const bytes = toBytes(value)
    this.#call((exports) => exports.cbor_writer_string(BYTES, put(bytes), bytes.length))
  }

  writeStartIndefiniteLengthTextString() {
    this.#call((exports) => exports.cbor_writer_open(TEXT, -1))
  }

  writeEndIndefiniteLengthTextString() {
    this.#call((exports) => exports.cbor_writer_close(TEXT))
  }

  writeStartIndefiniteLengthByteString() {
    this.#call((exports) => exports.cbor_writer_open(BYTES, -1))
  }

  writeEndIndefiniteLengthByteString() {
    this.#call((exports) => exports.cbor_writer_close(BYTES))
  }

  /** @param {number | null} length null: indefinite */
  writeStartArray(length) {
    const number = checkLength(length)
    this.#call((exports) => exports.cbor_writer_open(ARRAY, number))
  }

  writeEndArray() {
    this.#call((exports) => exports.cbor_writer_close(ARRAY))
  }

  /** @param {number | null} length null: indefinite */
  writeStartMap(length) {
    const number = checkLength(length)
    this.#call((exports) => exports.cbor_writer_open(MAP, number))
  }

  writeEndMap() {
    this.#call((exports) => exports.cbor_writer_close(MAP))
  }

  /**
   * One whole item, as it is.
   * @param {Uint8Array} bytes
   */
  writeEncodedValue(bytes) {
    const item = toBytes(bytes)
    if (!checkItem(item, this.#mode)) throw new CborWriterError('invalid_encoded')
    this.#call((exports) => exports.cbor_writer_encoded(put(item), item.length))
  }

  /** What was written, which must be complete. @returns {Uint8Array} */
  encode() {
    return this.#written().slice()
  }

  /**
   * The same, into memory of the caller's.
   * @param {Uint8Array} target
   * @returns {number | undefined} how many bytes that were; undefined: they have no room there
   */
  tryEncode(target) {
    const bytes = this.#written()
    if (bytes.length > target.length) return undefined
    target.set(bytes)
    return bytes.length
  }

  reset() {
    this.#state().exports.cbor_writer_reset()
  }

  get bytesWritten() {
    return this.#state().exports.cbor_writer_nbytes() >>> 0
  }

  /** Containers and indefinite strings that are open. */
  get currentDepth() {
    return this.#state().exports.cbor_writer_depth()
  }

  get isWriteCompleted() {
    return this.#state().exports.cbor_writer_complete() !== 0
  }

  #written() {
    const { exports, instance } = this.#state()
    if (!exports.cbor_writer_complete()) throw new CborWriterError('incomplete')
    const start = exports.cbor_writer_bytes() >>> 0
    return instance.bytes.subarray(start, start + (exports.cbor_writer_nbytes() >>> 0))
  }

  /**
   * @param {number} major
   * @param {number | bigint} argument
   */
  #item(major, argument) {
    const [low, high] = halves(argument)
    this.#call((exports) => exports.cbor_writer_item(major, low, high))
  }

  /** @param {number} value */
  #simple(value) {
    this.#call((exports) => exports.cbor_writer_simple(value))
  }

  /**
   * @param {number} value
   * @param {number} width
   */
  #float(value, width) {
    if (typeof value !== 'number') throw new TypeError('value must be a number')
    this.#call((exports) => exports.cbor_writer_float(value, width))
  }

  /** @param {(exports: import('./cbor-engine.js').CborExports) => number} call */
  #call(call) {
    const { exports } = this.#state()
    let code
    try {
      code = call(exports)
    } catch (cause) {
      throw this.#failed(cause)
    }
    if (code) throw writerError(code)
  }

  /**
   * What callers get for a failure; after a trap the instance is done for, and this writer with it.
   * @param {unknown} cause
   */
  #failed(cause) {
    if (cause instanceof WebAssembly.RuntimeError) shared = undefined
    return explain(cause)
  }

  /** The instance with this writer's state in it. @returns {Shared} */
  #state() {
    if (active === this && shared) return shared
    if (active === this) throw new Error('this writer was lost when wasm failed')
    suspend()
    const saved = /** @type {Uint8Array} */ (this.#saved)
    const { instance } = (shared ??= share())
    if (!instance.reserve(saved.length)) throw writerError(65)
    instance.bytes.set(saved, instance.scratch)
    this.#saved = undefined
    active = this
    return shared
  }

  static {
    suspend = () => {
      if (!active || !shared) return
      const { instance, exports } = shared
      active.#saved = instance.bytes.slice(instance.scratch, exports.cbor_writer_end() >>> 0)
      active = undefined
    }
  }
}

/** Copies the active writer's state out of the instance. @type {() => void} */
var suspend

/** @returns {Shared} */
function share() {
  const instance = engine.instantiate()
  return { instance, exports: cborExports(instance) }
}

/**
 * Puts bytes where the active writer may read them.
 * @param {Uint8Array} bytes
 * @returns {number} their address
 */
function put(bytes) {
  const { instance, exports } = /** @type {Shared} */ (shared)
  const space = exports.cbor_writer_space(bytes.length) >>> 0
  if (space === 0) throw writerError(65)
  instance.bytes.set(bytes, space)
  return space
}

/**
 * @param {number | bigint} value
 * @param {bigint} least
 * @param {bigint} most
 */
function checkInteger(value, least, most) {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    throw typeof value === 'number' ? new RangeError('value must be a safe integer or a bigint')
      : new TypeError('value must be a number or a bigint')
  }
  if (value < least || value > most) {
    throw new RangeError(`value must be an integer from ${least} to ${most}`)
  }
  return value
}

/** @param {number | null} length */
function checkLength(length) {
  if (length === null) return -1
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new RangeError('length must be null or an integer that is not negative')
  }
  return length
}

/**
 * @param {number | bigint} value
 * @returns {[number, number]} low and high 32 bits
 */
function halves(value) {
  if (typeof value === 'number') return [value % WORD, Math.floor(value / WORD)]
  return [Number(value & 0xffffffffn), Number(value >> 32n)]
}

/** @param {string} text */
function isWellFormed(text) {
  const method = /** @type {{ isWellFormed?: () => boolean }} */ (/** @type {unknown} */ (text))
  return method.isWellFormed ? method.isWellFormed() : !/[\ud800-\udfff]/u.test(text)
}
