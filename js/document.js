/**
 * Documents as callers see them. A TapeDocument is a source and its tape, a TapeNode a place on
 * that tape; neither holds anything else, and reading changes nothing.
 */
import * as F from './format.js'
import { bulk } from './bulk.js'
import { checkHeader, checkTape } from './check.js'
import { TapeFormatError, TapeTypeError } from './errors.js'
import { lexemeToBigInt } from './number.js'
import { fullVerification, valueSettings } from './options.js'
import { arrayIndex, formatPointer, parsePointer } from './pointer.js'
import { isShared } from './text.js'
import { picker } from './pick.js'
import { toValue } from './values.js'
import { TapeView } from './view.js'

/**
 * @typedef {import('./index.js').Position} Position
 * @typedef {import('./index.js').TapeMessage} TapeMessage
 * @typedef {import('./index.js').ValueOptions} ValueOptions
 * @typedef {TapeNode['type']} NodeType
 */

/** A parsed document, read lazily. */
export class TapeDocument {
  #view

  /** @type {TapeNode | undefined} */
  #root

  /** @param {TapeView} view */
  constructor(view) {
    if (!(view instanceof TapeView)) {
      throw new TypeError('documents come from parse and TapeDocument.from')
    }
    this.#view = view
  }

  /** The whole document's value. */
  get root() {
    return (this.#root ??= new TapeNode(this.#view, this.#view.root))
  }

  /** The bytes that were parsed: the very ones given, where bytes were given. */
  get source() {
    return this.#view.source
  }

  get tape() {
    return this.#view.words
  }

  /**
   * The decoded value that a JSON Pointer finds.
   * @param {string} pointer
   * @returns {unknown} undefined when there is none
   */
  get(pointer) {
    const index = find(this.#view, pointer)
    return index < 0 ? undefined : toValue(this.#view, index, valueSettings())
  }

  /**
   * The node that a JSON Pointer finds.
   * @param {string} pointer
   * @returns {TapeNode | undefined}
   */
  at(pointer) {
    const index = find(this.#view, pointer)
    return index < 0 ? undefined : new TapeNode(this.#view, index)
  }

  /**
   * The values that JSON.parse would give.
   * @param {ValueOptions} [options]
   * @returns {any}
   */
  toJS(options) {
    return toValue(this.#view, this.#view.root, valueSettings(options))
  }

  /** For JSON.stringify. */
  toJSON() {
    return this.toJS()
  }

  /**
   * @param {number} offset
   * @returns {Position}
   */
  positionAt(offset) {
    this.#view.head(this.#view.root)
    return this.#view.positions.at(offset)
  }

  /**
   * Whether another document has the same value: numbers by their exact decimal value, objects
   * whatever the order of their keys, unless keyOrder is true.
   * @param {TapeDocument} other
   * @param {{ keyOrder?: boolean }} [options]
   * @returns {boolean}
   */
  equals(other, options) {
    if (!(other instanceof TapeDocument)) throw new TypeError('other must be a TapeDocument')
    return bulk().equals(this.#view, other.#view, options)
  }

  /**
   * What another thread or a file needs to have this document: buffers of exactly its bytes.
   * @returns {TapeMessage}
   */
  share() {
    const view = this.#view
    view.head(view.root)
    return { version: view.words[F.H_VERSION], source: whole(view.source), tape: whole(view.words) }
  }

  /**
   * The buffers of a message for a postMessage that moves instead of copying.
   * @param {TapeMessage} message
   * @returns {ArrayBuffer[]}
   */
  static transferables(message) {
    checkMessage(message)
    const views = [message.source, message.tape].filter((view) => !isShared(view))
    return /** @type {ArrayBuffer[]} */ ([...new Set(views.map((view) => view.buffer))])
  }

  /**
   * The document in a message. Its header is checked at once, the rest as it is read or, with
   * verify: 'full', now.
   * @param {TapeMessage} message
   * @param {{ verify?: 'header' | 'full' }} [options]
   * @returns {TapeDocument}
   */
  static from(message, options) {
    const isFull = fullVerification(options)
    checkMessage(message)
    const { source, tape } = message
    if (message.version !== tape[F.H_VERSION]) {
      throw new TapeFormatError('damaged', 'message.version is not the version of message.tape')
    }
    checkHeader(source, tape)
    // The doubles in it are read by a Float64Array, which wants them aligned.
    const view = new TapeView(source, tape.byteOffset % 8 === 0 ? tape : new Uint32Array(tape))
    if (isFull) checkTape(view)
    return new TapeDocument(view)
  }
}

/**
 * Where a node is, for the package's own use.
 * @type {(node: TapeNode) => { view: TapeView, index: number }}
 */
export let placeOf

/** A value of a document. */
export class TapeNode {
  #view
  #index

  static {
    placeOf = (node) => ({ view: node.#view, index: node.#index })
  }

  /**
   * @param {TapeView} view
   * @param {number} index
   */
  constructor(view, index) {
    if (!(view instanceof TapeView)) throw new TypeError('nodes come from a document')
    this.#view = view
    this.#index = index
  }

  /** @returns {'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'} */
  get type() {
    switch (this.#kind()) {
      case F.OBJECT:
        return 'object'
      case F.ARRAY:
        return 'array'
      case F.STRING:
      case F.STRING_LONG:
        return 'string'
      case F.NULL:
        return 'null'
      case F.FALSE:
      case F.TRUE:
        return 'boolean'
      default:
        return 'number'
    }
  }

  /** Members of an object, elements of an array; 0 for scalars. */
  get size() {
    return this.#kind() >= F.ARRAY ? this.#view.count(this.#index) : 0
  }

  /**
   * An object's member by its decoded key; of several equal keys the one that counts.
   * @param {string} key
   * @returns {TapeNode | undefined}
   */
  get(key) {
    const index = this.#member(key)
    return index < 0 ? undefined : new TapeNode(this.#view, index)
  }

  /**
   * An array's element, counted from its end when negative.
   * @param {number} index
   * @returns {TapeNode | undefined}
   */
  at(index) {
    if (typeof index !== 'number') throw new TypeError('index must be a number')
    if (this.#kind() !== F.ARRAY || !Number.isInteger(index)) return undefined
    const size = this.size
    const position = index < 0 ? size + index : index
    if (position < 0 || position >= size) return undefined
    return new TapeNode(this.#view, this.#view.element(this.#index, position))
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  has(key) {
    return this.#member(key) >= 0
  }

  /**
   * An object's keys in source order, duplicates included.
   * @returns {IterableIterator<string>}
   */
  *keys() {
    if (this.#kind() !== F.OBJECT) return
    for (const [key] of this.#children()) yield this.#view.key(key)
  }

  /**
   * The values of an object or array.
   * @returns {IterableIterator<TapeNode>}
   */
  *values() {
    for (const [, value] of this.#children()) yield new TapeNode(this.#view, value)
  }

  /**
   * Keys or indices with their values.
   * @returns {IterableIterator<[string | number, TapeNode]>}
   */
  *entries() {
    let position = 0
    for (const [key, value] of this.#children()) {
      yield [key >= 0 ? this.#view.key(key) : position++, new TapeNode(this.#view, value)]
    }
  }

  [Symbol.iterator]() {
    return this.values()
  }

  /** @returns {string} */
  string() {
    const kind = this.#kind()
    if (kind !== F.STRING && kind !== F.STRING_LONG) this.#wrongType('string')
    return this.#view.string(this.#index)
  }

  /** The double nearest to the number. @returns {number} */
  number() {
    if (!isNumber(this.#kind())) this.#wrongType('number')
    return this.#view.number(this.#index)
  }

  /** @returns {boolean} */
  boolean() {
    const kind = this.#kind()
    if (kind !== F.TRUE && kind !== F.FALSE) this.#wrongType('boolean')
    return kind === F.TRUE
  }

  /** The exact integer; RangeError for a fraction. @returns {bigint} */
  bigint() {
    if (!isNumber(this.#kind())) this.#wrongType('number')
    return lexemeToBigInt(this.#view.lexeme(this.#index))
  }

  /**
   * The exact text of a number or literal, the decoded text of a string.
   * @returns {string}
   */
  text() {
    const kind = this.#kind()
    switch (kind) {
      case F.STRING:
      case F.STRING_LONG:
        return this.#view.string(this.#index)
      case F.NULL:
        return 'null'
      case F.FALSE:
        return 'false'
      case F.TRUE:
        return 'true'
      default:
        if (!isNumber(kind)) this.#wrongType('scalar')
        return this.#view.lexeme(this.#index)
    }
  }

  /** The source bytes of this value and all in it; a view. @returns {Uint8Array} */
  raw() {
    return this.#view.bytes(this.#index)
  }

  /**
   * The value that JSON.parse would give.
   * @param {ValueOptions} [options]
   * @returns {any}
   */
  toJS(options) {
    return toValue(this.#view, this.#index, valueSettings(options))
  }

  /** For JSON.stringify. */
  toJSON() {
    return this.toJS()
  }

  /**
   * An object with only the fields that paths name (JSON Pointers without the leading slash), or
   * for an array an array of such objects, one for each element.
   * @param {string[]} paths
   * @returns {any}
   */
  pick(paths) {
    const kind = this.#kind()
    if (kind < F.ARRAY) this.#wrongType('object or array')
    const view = this.#view
    const pick = picker(view, paths)
    if (kind === F.OBJECT) return pick(this.#index)
    const end = view.childrenEnd(this.#index)
    const picked = []
    for (let at = this.#index + 4; at < end; at = view.after(at, end)) picked.push(pick(at))
    return picked
  }

  /**
   * The fields of an array's objects as typed arrays. Fields are named by paths as in pick.
   * @param {Record<string, 'f64' | 'i32' | 'i64' | 'string' | 'boolean'>} spec
   * @returns {any}
   */
  columns(spec) {
    if (this.#kind() !== F.ARRAY) this.#wrongType('array')
    return bulk().columns(this.#view, this.#index, spec)
  }

  /** Byte offset in the source. */
  get offset() {
    return this.#view.start(this.#index)
  }

  /** Byte offset behind the value. */
  get end() {
    return this.#view.end(this.#index)
  }

  /** @returns {Position} */
  get position() {
    return this.#view.positions.at(this.offset)
  }

  /** The JSON Pointer that finds this node. */
  get pointer() {
    return formatPointer(this.#view.path(this.#index))
  }

  #kind() {
    return this.#view.head(this.#index) & F.KIND_MASK
  }

  /** @param {string} key */
  #member(key) {
    if (typeof key !== 'string') throw new TypeError('key must be a string')
    return this.#kind() === F.OBJECT ? this.#view.member(this.#index, key) : -1
  }

  /**
   * The tape indices of children: key (-1 in an array) and value.
   * @returns {Generator<[number, number], void, void>}
   */
  *#children() {
    const kind = this.#kind()
    if (kind < F.ARRAY) return
    const view = this.#view
    const end = view.childrenEnd(this.#index)
    let at = this.#index + 4
    for (let left = view.count(this.#index); left > 0; left--) {
      const value = kind === F.OBJECT ? view.behindKey(at) : at
      const behind = view.after(value, end)
      yield [value === at ? -1 : at, value]
      at = behind
    }
    if (at !== end) view.fail('a count is wrong')
  }

  /**
   * @param {string} wanted
   * @returns {never}
   */
  #wrongType(wanted) {
    throw new TapeTypeError(`this value is ${describe(this.type)}, not ${describe(wanted)}`)
  }
}

/**
 * The tape index of the value that a JSON Pointer finds, -1 if it finds none.
 * @param {TapeView} view
 * @param {string} pointer
 * @returns {number}
 */
function find(view, pointer) {
  let index = view.root
  let kind = view.head(index) & F.KIND_MASK
  for (const token of parsePointer(pointer)) {
    if (kind === F.OBJECT) {
      index = view.member(index, token)
    } else if (kind === F.ARRAY) {
      const position = arrayIndex(token)
      if (position < 0 || position >= view.count(index)) return -1
      index = view.element(index, position)
    } else {
      return -1
    }
    if (index < 0) return -1
    kind = view.head(index) & F.KIND_MASK
  }
  return index
}

/** @param {number} kind */
function isNumber(kind) {
  return kind === F.INT || kind === F.DOUBLE || kind === F.NUMBER_LONG
}

/** @param {string} type */
function describe(type) {
  if (type === 'null') return 'null'
  return `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`
}

/**
 * The array itself if it is all of its buffer, otherwise a copy. Never a Node Buffer.
 * @template {Uint8Array | Uint32Array} T
 * @param {T} array
 * @returns {T}
 */
function whole(array) {
  const isWords = array instanceof Uint32Array
  if (array.byteLength !== array.buffer.byteLength) {
    return /** @type {T} */ (isWords ? new Uint32Array(array) : new Uint8Array(array))
  }
  return /** @type {T} */ (isWords ? array : new Uint8Array(array.buffer))
}

/** @param {TapeMessage} message */
function checkMessage(message) {
  if (typeof message !== 'object' || message === null) {
    throw new TypeError('message must be an object that TapeDocument.prototype.share gave')
  }
  if (!isArrayOf('Uint8Array', message.source) || !isArrayOf('Uint32Array', message.tape)) {
    throw new TapeFormatError('foreign', 'message has no source and tape of a document')
  }
}

/**
 * Also true for arrays of another realm.
 * @param {string} name
 * @param {unknown} value
 */
function isArrayOf(name, value) {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === `[object ${name}]`
}
