/**
 * Columns: an array of objects as one typed array for each field, filled in wasm. Document and
 * columns pass through a small memory in windows: see src/columns.h.
 */
import * as F from './format.js'
import { inWasm, outOfMemory } from './engine.js'
import { TapeTypeError, abbreviate } from './errors.js'
import { placesOf } from './places.js'
import { decodeUtf8 } from './text.js'

/**
 * @typedef {import('./view.js').TapeView} TapeView
 * @typedef {import('./places.js').Place} Place
 * @typedef {Parameters<Parameters<typeof inWasm>[0]>[0]} Instance
 * @typedef {Float64Array | Int32Array | BigInt64Array | Uint8Array | Uint32Array} Values
 */

/** What types there are: jt_column_type, and the arrays that hold the values. */
const TYPES = {
  f64: { number: 0, Array: Float64Array },
  i32: { number: 1, Array: Int32Array },
  i64: { number: 2, Array: BigInt64Array },
  boolean: { number: 3, Array: Uint8Array },
  string: { number: 4, Array: Uint32Array },
}

/** Values of jt_columns_code. */
const OK = 0
const MISFIT = 2
const NEEDS_SOURCE = 3

/** Words of the structs of src/columns.h. */
const JOB_NWORDS = 19
const PLACE_NWORDS = 7
const COLUMN_NWORDS = 7

/** Words of a jt_columns. */
const J_AT = 9
const J_NROWS = 16
const J_COLUMN = 17
const J_MISFIT = 18

/** Of the tape and of the source, at first; twice that where an element does not fit. */
const WINDOW_NBYTES = 0x40000

const ALIGNMENT = 16

const NO_BYTES = new Uint8Array(0)

/** Rows in a window, at most; a multiple of eight. */
const NROWS_MAX = 0x2000

/** Strings, in one buffer. */
export class StringColumn {
  #validity

  /**
   * @param {Uint8Array} bytes UTF-8
   * @param {Uint32Array} offsets where each starts, and where the last ends
   * @param {Uint8Array} validity
   */
  constructor(bytes, offsets, validity) {
    this.length = offsets.length - 1
    this.bytes = bytes
    this.offsets = offsets
    this.#validity = validity
  }

  /**
   * @param {number} i
   * @returns {string | undefined}
   */
  at(i) {
    if (!((this.#validity[i >> 3] >> (i & 7)) & 1)) return undefined
    return decodeUtf8(this.bytes, this.offsets[i], this.offsets[i + 1])
  }

  * [Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }
}

/**
 * @typedef {object} Column
 * @property {Float64Array | Int32Array | BigInt64Array | Uint8Array | StringColumn} values
 * @property {Uint8Array} validity bit i, the lowest first: row i has a value
 */

/** The fields of an array's elements. */
export class Columns {
  #columns

  /**
   * @param {number} length
   * @param {Map<string, Column>} columns
   */
  constructor(length, columns) {
    this.length = length
    this.names = [...columns.keys()]
    this.#columns = columns
  }

  /**
   * @param {string} name
   * @returns {Column}
   */
  column(name) {
    const column = this.#columns.get(name)
    if (!column) throw new RangeError(`there is no column ${abbreviate(String(name))}`)
    return column
  }
}

/**
 * A column that is being filled.
 * @typedef {object} Field
 * @property {string} path
 * @property {keyof typeof TYPES} type
 * @property {number} slot of the place
 * @property {Values} values of a string: where it ends
 * @property {Uint8Array} validity
 * @property {Uint8Array[]} bytes of strings, window by window
 * @property {number} nbytes of them all
 */

/**
 * @param {TapeView} view
 * @param {number} index of an array
 * @param {Record<string, string>} spec
 * @returns {Columns}
 */
export function columns(view, index, spec) {
  const nrows = view.count(index)
  const { places, slots } = placesOf(view, checkedPaths(spec))
  const fields = Object.entries(spec).map(([path, type], i) =>
    newField(path, /** @type {keyof typeof TYPES} */ (type), slots[i], nrows))
  inWasm((wasm) => new Filling(wasm, view, index, places, fields, nrows).run())
  return new Columns(nrows, new Map(fields.map((field) => [field.path, finished(field)])))
}

/** @param {Record<string, string>} spec */
function checkedPaths(spec) {
  if (typeof spec !== 'object' || spec === null) throw new TypeError('spec must be an object')
  for (const [path, type] of Object.entries(spec)) {
    if (!Object.hasOwn(TYPES, type)) {
      throw new TypeError(`the type of column ${abbreviate(path)} must be one of ` +
        Object.keys(TYPES).join(', '))
    }
  }
  return Object.keys(spec)
}

/**
 * @param {string} path
 * @param {keyof typeof TYPES} type
 * @param {number} slot
 * @param {number} nrows
 * @returns {Field}
 */
function newField(path, type, slot, nrows) {
  const values = new TYPES[type].Array(nrows)
  const validity = new Uint8Array((nrows + 7) >> 3)
  return { path, type, slot, values, validity, bytes: [], nbytes: 0 }
}

/**
 * @param {Field} field
 * @returns {Column}
 */
function finished({ type, values, validity, bytes, nbytes }) {
  if (type !== 'string') {
    return { values: /** @type {Exclude<Values, Uint32Array>} */ (values), validity }
  }
  const offsets = new Uint32Array(values.length + 1)
  offsets.set(/** @type {Uint32Array} */ (values), 1)
  const all = new Uint8Array(nbytes)
  let at = 0
  for (const piece of bytes) {
    all.set(piece, at)
    at += piece.length
  }
  return { values: new StringColumn(all, offsets, validity), validity }
}

/** One pass over the array. What it needs lies in wasm memory, windows last. */
class Filling {
  #wasm
  #view
  #places
  #fields
  #nrows
  #at
  #end
  /** Rows that are done. */
  #row = 0
  #windowNbytes = WINDOW_NBYTES
  #hasSource = false
  /** Where the next thing is put. */
  #top = 0

  /**
   * @param {Instance} wasm
   * @param {TapeView} view
   * @param {number} index
   * @param {Place[]} places
   * @param {Field[]} fields
   * @param {number} nrows
   */
  constructor(wasm, view, index, places, fields, nrows) {
    this.#wasm = wasm
    this.#view = view
    this.#places = places
    this.#fields = fields
    this.#nrows = nrows
    this.#at = index + 4
    this.#end = view.childrenEnd(index)
  }

  run() {
    const encoder = new TextEncoder()
    const tokens = this.#places.map(({ token }) =>
      encoder.encode(JSON.stringify(token).slice(1, -1)))
    while (this.#row < this.#nrows) {
      this.#reserve(tokens)
      const columns = this.#putColumns()
      const job = this.#putJob(this.#putPlaces(tokens), columns)
      const code = this.#wasm.exports.columns(job)
      const told = this.#wasm.words.subarray(job >>> 2, (job >>> 2) + JOB_NWORDS)
      if (code === MISFIT) throw this.#misfit(told)
      if (code === NEEDS_SOURCE && !this.#hasSource) this.#hasSource = true
      else if (code !== OK) this.#view.fail('an element is not what its array says')
      else if (told[J_NROWS] === 0) this.#enlarge()
      else this.#take(told[J_NROWS], told[J_AT], columns)
    }
    if (this.#at !== this.#end) this.#view.fail('a count is wrong')
  }

  /** @param {Uint8Array[]} tokens */
  #reserve(tokens) {
    const tables = this.#places.reduce((sum, { slots }, i) =>
      sum + slots.byteLength + tokens[i].length + 4 * PLACE_NWORDS + 2 * ALIGNMENT, 0)
    const outputs = this.#fields.length *
      (9 * NROWS_MAX + this.#windowNbytes + 4 * COLUMN_NWORDS + 4 * ALIGNMENT)
    const nbytes = tables + outputs + 2 * this.#windowNbytes + 4 * JOB_NWORDS + 8 * ALIGNMENT
    if (!this.#wasm.reserve(nbytes)) throw outOfMemory()
    this.#top = this.#wasm.scratch
  }

  /**
   * @param {number} nbytes
   * @returns {number} where they are
   */
  #room(nbytes) {
    const start = this.#top
    this.#top = Math.ceil((start + nbytes) / ALIGNMENT) * ALIGNMENT
    return start
  }

  /** @param {ArrayLike<number>} words */
  #putWords(words) {
    const start = this.#room(4 * words.length)
    this.#wasm.words.set(words, start >>> 2)
    return start
  }

  /** @param {Uint8Array} bytes */
  #putBytes(bytes) {
    const start = this.#room(bytes.length)
    this.#wasm.bytes.set(bytes, start)
    return start
  }

  /** @returns {number} address of an array of jt_column */
  #putColumns() {
    return this.#putWords(this.#fields.flatMap(({ type, slot, nbytes }) => [
      TYPES[type].number, slot, this.#room(8 * NROWS_MAX), this.#room(NROWS_MAX / 8),
      type === 'string' ? this.#room(this.#windowNbytes) : 0, nbytes, 0,
    ]))
  }

  /**
   * @param {Uint8Array[]} tokens
   * @returns {number} address of an array of jt_place
   */
  #putPlaces(tokens) {
    return this.#putWords(this.#places.flatMap(({ inside, slots, position }, i) => [
      inside[0]?.slot ?? 0, inside.length, this.#putWords(slots),
      this.#putBytes(tokens[i]), tokens[i].length, position >>> 0, 0,
    ]))
  }

  /**
   * @param {number} places
   * @param {number} columns
   * @returns {number} address of a jt_columns
   */
  #putJob(places, columns) {
    const { words, source, firstWins } = this.#view
    const at = this.#at
    const to = Math.min(at + this.#windowNbytes / 4, this.#end)
    const from = this.#hasSource ? this.#view.start(at) : 0
    const window = this.#hasSource ? source.subarray(from, from + this.#windowNbytes) : NO_BYTES
    return this.#putWords([
      this.#putBytes(window), from, window.length, this.#putWords(words.subarray(at, to)), at, to,
      0, words[F.H_NKEYS], Number(firstWins), at, this.#end, places, this.#places.length,
      columns, this.#fields.length, Math.min(NROWS_MAX, this.#nrows - this.#row), 0, 0, 0,
    ])
  }

  /** Not one element fits: twice the windows, unless they hold all there is. */
  #enlarge() {
    const { words, source } = this.#view
    const most = Math.max(words.byteLength, source.length)
    if (this.#windowNbytes > most) this.#view.fail('an array ends too early')
    this.#windowNbytes *= 2
  }

  /**
   * Takes the rows that were filled.
   * @param {number} nrows
   * @param {number} at the tape index of the next one
   * @param {number} columns
   */
  #take(nrows, at, columns) {
    const { bytes, words } = this.#wasm
    const memory = this.#wasm.exports.memory.buffer
    this.#fields.forEach((field, i) => {
      const column = (columns >>> 2) + i * COLUMN_NWORDS
      const [values, validity, start] = words.subarray(column + 2, column + 5)
      field.values.set(/** @type {any} */ (
        new TYPES[field.type].Array(memory, values, nrows)), this.#row)
      field.validity.set(bytes.subarray(validity, validity + ((nrows + 7) >> 3)), this.#row >> 3)
      if (field.type !== 'string') return
      const nbytes = words[(values >>> 2) + nrows - 1] - field.nbytes
      field.bytes.push(bytes.slice(start, start + nbytes))
      field.nbytes += nbytes
    })
    this.#row += nrows
    this.#at = at
    if (at === this.#end && this.#row < this.#nrows) this.#view.fail('a count is wrong')
  }

  /** @param {Uint32Array} told */
  #misfit(told) {
    const { path, type } = this.#fields[told[J_COLUMN]]
    const row = this.#row + told[J_NROWS]
    const value = nameOf(this.#view, told[J_MISFIT])
    return new TapeTypeError(`row ${row}, field ${abbreviate(path)}: ${value} does not fit ${type}`)
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 */
function nameOf(view, index) {
  switch (view.head(index) & F.KIND_MASK) {
    case F.FALSE:
      return 'false'
    case F.TRUE:
      return 'true'
    case F.STRING:
    case F.STRING_LONG:
      return `the string ${abbreviate(view.string(index))}`
    case F.ARRAY:
      return 'an array'
    case F.OBJECT:
      return 'an object'
    default:
      return `the number ${view.lexeme(index).slice(0, 40)}`
  }
}
