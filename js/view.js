/**
 * A source and its tape, read where they lie. Tapes also come from other threads and from files,
 * so each index, length and span is checked before it is followed: a damaged tape gives a
 * TapeFormatError where it is met, and no read leaves the buffers or goes round in circles. A
 * typed array gives undefined beyond its end, which fails the same comparisons; that is also what
 * a buffer looks like that was transferred to another thread.
 */
import * as F from './format.js'
import { TapeFormatError } from './errors.js'
import { Positions } from './positions.js'
import { decodeAscii, decodeEscaped, decodeUtf8 } from './text.js'
import { WIDE_NCHILDREN, WideIndex } from './wide.js'

const QUOTE = 0x22

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** From here on wasm decodes escapes faster than JSON.parse, copies included. */
const LONG_ESCAPED_NBYTES = 4096

/** Words of an entry by its kind, COUNT excepted; of a container, those before its children. */
const ENTRY_NWORDS = [2, 2, 2, 2, 4, 4, 2, 4, 4, 4, 2, 2, 4]

/** Keys whose number, or that they have none, is remembered. */
const IDS_MAX = 8192

export class TapeView {
  #decodeLong

  /** @type {Float64Array | undefined} */
  #doubles

  /** @type {Positions | undefined} */
  #positions

  /** Decoded interned keys, as far as they were needed. @type {(string | undefined)[]} */
  #names = []

  /** The numbers of interned keys, -1 for others. @type {Map<string, number>} */
  #ids = new Map()

  /** @type {WideIndex | undefined} */
  #wide

  /**
   * @param {Uint8Array} source
   * @param {Uint32Array} words a tape whose header is known to be right
   * @param {import('./text.js').Decode} [decodeLong] decodes long strings with escapes that have
   *   been checked; left out for a tape from elsewhere
   */
  constructor(source, words, decodeLong) {
    this.#decodeLong = decodeLong
    this.source = source
    this.words = words
    /** The tape index behind the root value. */
    this.limit = words[F.H_KEYS]
  }

  get root() {
    return F.HEADER_NWORDS
  }

  /** Whether the tape comes from elsewhere, so that it may be of another source. */
  get isForeign() {
    return this.#decodeLong === undefined
  }

  get firstWins() {
    return (this.words[F.H_FLAGS] & F.F_FIRST_WINS) !== 0
  }

  get doubles() {
    return (this.#doubles ??= asDoubles(this.words))
  }

  get positions() {
    return (this.#positions ??= new Positions(this.source))
  }

  /**
   * The first word of the value at an index.
   * @param {number} index
   * @returns {number}
   */
  head(index) {
    const word = this.words[index]
    const kind = word & F.KIND_MASK
    if (word === undefined || kind > F.OBJECT || index + ENTRY_NWORDS[kind] > this.limit) {
      this.fail('no value where one must be')
    }
    return word
  }

  /**
   * The tape index behind the value at an index.
   * @param {number} index
   * @param {number} end that it must not pass
   * @returns {number}
   */
  after(index, end) {
    const { words } = this
    const word = words[index]
    const kind = word & F.KIND_MASK
    if (word === undefined || kind > F.OBJECT) this.fail('no value where one must be')
    let behind = index + ENTRY_NWORDS[kind]
    if (kind >= F.ARRAY) {
      const told = words[index + 2]
      if (!(told >= behind) || told & 1) this.fail('a container ends before it starts')
      behind = told
    }
    if (!(behind <= end)) this.fail('a value passes the end of its container')
    return behind
  }

  /**
   * How many children a container has.
   * @param {number} index
   * @returns {number}
   */
  count(index) {
    const { words } = this
    const word = words[index]
    const payload = word >>> 8
    const end = this.after(index, this.limit)
    let count = payload
    let room = end - index - 4
    if (payload === F.PAYLOAD_MAX) {
      room -= 2
      if ((words[end - 2] & F.KIND_MASK) !== F.COUNT) this.fail('a count is missing')
      count = words[end - 1]
      if (!(count >= F.PAYLOAD_MAX)) this.fail('a count is wrong')
    }
    const least = (word & F.KIND_MASK) === F.OBJECT ? 4 : 2
    if (!(count * least <= room) || (count === 0 && room !== 0)) this.fail('a count is wrong')
    return count
  }

  /**
   * The tape index behind a container's last child.
   * @param {number} index
   * @returns {number}
   */
  childrenEnd(index) {
    const end = this.after(index, this.limit)
    return this.words[index] >>> 8 === F.PAYLOAD_MAX ? end - 2 : end
  }

  /**
   * The value entry behind the key entry at an index.
   * @param {number} index
   * @returns {number}
   */
  behindKey(index) {
    switch (this.words[index] & F.KIND_MASK) {
      case F.KEY:
      case F.KEY_PLAIN:
        return index + 2
      case F.KEY_LONG:
        return index + 4
      default:
        return this.fail('no key where one must be')
    }
  }

  /**
   * The decoded key at an index.
   * @param {number} index
   * @returns {string}
   */
  key(index) {
    const { words } = this
    const word = words[index]
    switch (word & F.KIND_MASK) {
      case F.KEY:
        return this.name(word >>> 8)
      case F.KEY_PLAIN:
        return this.#text(words[index + 1], word >>> 8, word)
      case F.KEY_LONG:
        return this.#text(words[index + 1], words[index + 2], word)
      default:
        return this.fail('no key where one must be')
    }
  }

  /**
   * The interned key with a number.
   * @param {number} id
   * @returns {string}
   */
  name(id) {
    const known = this.#names[id]
    if (known !== undefined) return known
    const { words } = this
    if (!(id < words[F.H_NKEYS])) this.fail('a key that is not in the table')
    const entry = this.limit + 2 * id
    return (this.#names[id] = this.#text(words[entry], words[entry + 1], F.NON_ASCII))
  }

  /**
   * The number of an interned key, -1 of any other.
   * @param {string} key
   * @returns {number}
   */
  idOf(key) {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const { words, limit } = this
    let id = words[F.H_NKEYS] - 1
    while (id >= 0 && !(mayBe(key, words[limit + 2 * id + 1]) && this.name(id) === key)) id--
    if (this.#ids.size >= IDS_MAX) this.#ids.clear()
    this.#ids.set(key, id)
    return id
  }

  /**
   * Whether the key at an index, which is not interned, is this one.
   * @param {number} index
   * @param {string} key
   */
  keyIs(index, key) {
    const word = this.words[index]
    const nbytes = (word & F.KIND_MASK) === F.KEY_PLAIN ? word >>> 8 : this.words[index + 2]
    return ((word & F.ESCAPED) !== 0 || mayBe(key, nbytes)) && this.key(index) === key
  }

  /**
   * The tape index of the member of an object that a key finds, -1 if there is none.
   * @param {number} index
   * @param {string} key
   * @returns {number}
   */
  member(index, key) {
    const members = this.#wideAt(index)?.members(index)
    if (members) return members.get(key) ?? -1
    const { words, firstWins } = this
    const id = this.idOf(key)
    const end = this.childrenEnd(index)
    let found = -1
    for (let at = index + 4; at < end;) {
      const value = this.behindKey(at)
      const word = words[at]
      const matches = (word & F.KIND_MASK) === F.KEY ? word >>> 8 === id : this.keyIs(at, key)
      at = this.after(value, end)
      if (!matches) continue
      found = value
      if (firstWins) break
    }
    return found
  }

  /**
   * The tape index of an array's element, which must exist.
   * @param {number} index
   * @param {number} position
   * @returns {number}
   */
  element(index, position) {
    const end = this.childrenEnd(index)
    const stride = this.#stride(index)
    let at = index + 4
    if (stride !== 0) {
      const kind = stride === 4 ? F.DOUBLE : F.INT
      at += stride * position
      if (at >= end || (this.words[at] & F.KIND_MASK) !== kind) this.fail('an array flag is wrong')
      return at
    }
    const children = position < WIDE_NCHILDREN ? undefined : this.#wideAt(index)?.children(index)
    if (children) return children[position]
    for (let i = 0; i < position; i++) at = this.after(at, end)
    if (!(at < end)) this.fail('a count is wrong')
    return at
  }

  /**
   * The steps from the root to a value: keys and indices.
   * @param {number} target
   * @returns {(string | number)[]}
   */
  path(target) {
    const path = []
    for (let index = this.root; index !== target;) {
      const isObject = (this.head(index) & F.KIND_MASK) === F.OBJECT
      const { child, position } = this.#childAround(index, isObject, target)
      path.push(isObject ? this.key(child) : position)
      index = isObject ? this.behindKey(child) : child
      if (index > target) this.fail('a value is not where it was')
    }
    return path
  }

  /**
   * The text of the string at an index.
   * @param {number} index
   * @param {import('./text.js').Decode} [ascii] decodes most strings
   * @returns {string}
   */
  string(index, ascii = decodeAscii) {
    const { words } = this
    const word = words[index]
    const nbytes = (word & F.KIND_MASK) === F.STRING ? word >>> 8 : words[index + 2]
    return this.#text(words[index + 1], nbytes, word, ascii)
  }

  /**
   * The double nearest to the number at an index.
   * @param {number} index
   * @returns {number}
   */
  number(index) {
    const word = this.words[index]
    switch (word & F.KIND_MASK) {
      case F.INT:
        return (word | 0) >> 8
      case F.DOUBLE:
        return this.doubles[(index >> 1) + 1]
      default:
        return Number(this.lexeme(index))
    }
  }

  /**
   * The number at an index as the source writes it.
   * @param {number} index
   * @returns {string}
   */
  lexeme(index) {
    const { words } = this
    const word = words[index]
    if ((word & F.KIND_MASK) === F.INT) return String((word | 0) >> 8)
    const start = words[index + 1]
    const end = this.end(index)
    if (!(end <= this.source.length)) this.fail('a number passes the end of the source')
    const text = decodeAscii(this.source, start, end)
    if (!NUMBER.test(text)) this.fail('no number where one must be')
    return text
  }

  /**
   * Where the value at an index starts in the source.
   * @param {number} index
   * @returns {number}
   */
  start(index) {
    const kind = this.head(index) & F.KIND_MASK
    const told = this.words[index + 1]
    const start = kind === F.STRING || kind === F.STRING_LONG ? told - 1 : told
    if (!(start >= 0 && start < this.source.length)) this.fail('a value passes the source')
    return start
  }

  /**
   * Where the value at an index ends in the source.
   * @param {number} index
   * @returns {number}
   */
  end(index) {
    const { words } = this
    const word = this.head(index)
    const start = words[index + 1]
    switch (word & F.KIND_MASK) {
      case F.NULL:
      case F.TRUE:
        return start + 4
      case F.FALSE:
        return start + 5
      case F.INT:
        return start + String((word | 0) >> 8).length
      case F.DOUBLE:
        return start + (word >>> 8)
      case F.STRING:
        return start + (word >>> 8) + 1
      case F.NUMBER_LONG:
        return start + words[index + 2]
      case F.STRING_LONG:
        return start + words[index + 2] + 1
      default:
        return words[index + 3]
    }
  }

  /**
   * The source bytes of the value at an index.
   * @param {number} index
   * @returns {Uint8Array}
   */
  bytes(index) {
    const start = this.start(index)
    const end = this.end(index)
    if (!(start < end && end <= this.source.length)) this.fail('a value passes the source')
    return this.source.subarray(start, end)
  }

  /**
   * @param {string} what
   * @returns {never}
   */
  fail(what) {
    if (this.words.length === 0 || this.source.length === 0) {
      throw new TypeError('the buffers of this document were transferred')
    }
    throw new TapeFormatError('damaged', `the tape is damaged: ${what}`)
  }

  /**
   * The child of a container that a tape index lies in.
   * @param {number} index
   * @param {boolean} isObject
   * @param {number} target
   */
  #childAround(index, isObject, target) {
    const end = this.childrenEnd(index)
    const stride = isObject ? 0 : this.#stride(index)
    if (stride !== 0) return { child: target, position: (target - index - 4) / stride }
    const children = this.#wideAt(index)?.children(index)
    if (children) {
      const position = lastUpTo(children, target)
      return { child: children[position], position }
    }
    let child = index + 4
    for (let position = 0; ; position++) {
      const behind = this.after(isObject ? this.behindKey(child) : child, end)
      if (behind > target) return { child, position }
      child = behind
    }
  }

  /**
   * Words of each element of an array that says they are all alike, otherwise 0.
   * @param {number} index
   */
  #stride(index) {
    const word = this.words[index]
    return word & F.ALL_DOUBLES ? 4 : word & F.ALL_INTS ? 2 : 0
  }

  /**
   * Where indexes of wide containers are kept, if the one at an index is one.
   * @param {number} index
   */
  #wideAt(index) {
    if (this.words[index] >>> 8 < WIDE_NCHILDREN) return undefined
    return (this.#wide ??= new WideIndex(this))
  }

  /**
   * The string of nbytes bytes at start, which lies between quotes.
   * @param {number} start
   * @param {number} nbytes
   * @param {number} flags
   * @param {import('./text.js').Decode} [ascii]
   * @returns {string}
   */
  #text(start, nbytes, flags, ascii = decodeAscii) {
    const { source } = this
    const end = start + nbytes
    if (source[start - 1] !== QUOTE || source[end] !== QUOTE) this.fail('no string at its place')
    if (nbytes === 0) return ''
    if (flags & F.ESCAPED) {
      if (this.#decodeLong && nbytes > LONG_ESCAPED_NBYTES) {
        return this.#decodeLong(source, start, end)
      }
      return decodeEscaped(source, start, end) ?? this.fail('no string at its place')
    }
    return flags & F.NON_ASCII ? decodeUtf8(source, start, end) : ascii(source, start, end)
  }
}

/**
 * Whether nbytes bytes of UTF-8 may be a text: at least one for each of its code units, at most
 * three. Most keys need not be decoded to say no.
 * @param {string} text
 * @param {number} nbytes
 */
function mayBe(text, nbytes) {
  return nbytes >= text.length && nbytes <= 3 * text.length
}

/**
 * The place of the last number in ascending ones that is at most a limit; the first is.
 * @param {Uint32Array} numbers
 * @param {number} limit
 */
function lastUpTo(numbers, limit) {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= limit) low = middle
    else high = middle
  }
  return low
}

/** @param {Uint32Array} words */
function asDoubles({ buffer, byteOffset, length }) {
  return new Float64Array(buffer, byteOffset, length >> 1)
}
