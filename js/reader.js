/**
 * The pull reader: JSON text that arrives in pieces, token by token. wasm reads a piece at a time
 * and leaves its tokens as entries like those of a tape; reading these costs no call into wasm.
 */
import * as F from './format.js'
import { TapeTypeError } from './errors.js'
import { lexemeToBigInt } from './number.js'
import { readerSettings } from './stream-options.js'
import { Positions } from './positions.js'
import { decodeAscii, decodeEscaped, decodeUtf8, decodeWellFormed } from './text.js'
import { COMMENT, END_ARRAY, END_OBJECT, SPANS, Tokens } from './tokens.js'

/**
 * @typedef {import('./index.js').Position} Position
 * @typedef {import('./index.js').ReaderOptions} ReaderOptions
 * @typedef {import('./index.js').TokenType} TokenType
 */

/** Instead of an entry: there is no current token. */
const NONE = 31

/** @type {TokenType[]} */
const TYPES = []
TYPES[F.NULL] = 'null'
TYPES[F.FALSE] = 'false'
TYPES[F.TRUE] = 'true'
TYPES[F.INT] = TYPES[F.DOUBLE] = 'number'
TYPES[F.STRING] = 'string'
TYPES[F.ARRAY] = 'startArray'
TYPES[F.OBJECT] = 'startObject'
TYPES[F.KEY_PLAIN] = 'propertyName'
TYPES[END_ARRAY] = 'endArray'
TYPES[END_OBJECT] = 'endObject'
TYPES[COMMENT] = 'comment'
TYPES[NONE] = 'none'

/** What wasm is given at once: enough to make a call worth it, little enough for its caches. */
const PIECE_NBYTES = 0x10000

/** Memory of larger chunks is not kept for others. */
const SPARE_NBYTES = 0x100000

const NOTHING = /** @type {Uint8Array} */ (new Uint8Array(0))

/** Reads JSON text token by token, forward only. */
export class JsonReader {
  #tokens

  /** Chunks that were fed and are not read yet; the first one from #fedAt on. */
  /** @type {{ bytes: Uint8Array, isFinal: boolean }[]} */
  #fed = []
  #fedAt = 0

  /** The chunk that is being read, and memory that another one may be copied to. */
  #chunk = NOTHING
  #spare = NOTHING
  #isClosed = false

  /** The entries of the current piece, and the next one. */
  #entries = new Uint32Array(0)
  #doubles = new Float64Array(0)
  #next = 0
  #limit = 0

  /** The current token: its entry's first word and index. */
  #word = NONE
  #index = 0

  /** Containers open around the token, and behind it. */
  #depth = 0
  #open = 0

  /** Depth of the value that is being skipped. @type {number | undefined} */
  #skipping

  #hasFailed = false

  /** @type {Positions | undefined} */
  #positions

  /** The text of the piece, one code unit a byte. @type {string | undefined} */
  #text

  /** @param {ReaderOptions} [options] */
  constructor(options) {
    this.#tokens = new Tokens(readerSettings(options))
  }

  /**
   * Gives the reader more input. The chunk is copied.
   * @param {Uint8Array} chunk
   * @param {boolean} [isFinal] no other chunk follows
   */
  feed(chunk, isFinal = false) {
    if (Object.prototype.toString.call(chunk) !== '[object Uint8Array]') {
      throw new TypeError('chunk must be a Uint8Array')
    }
    if (typeof isFinal !== 'boolean') throw new TypeError('isFinal must be true or false')
    if (this.#hasFailed) throw this.#tokens.failure
    if (this.#isClosed) throw new Error('the reader was given its final chunk before')
    this.#isClosed = isFinal
    this.#fed.push({ bytes: this.#copyOf(chunk), isFinal })
  }

  /** @param {Uint8Array} chunk */
  #copyOf(chunk) {
    const spare = this.#spare
    // Not the chunk's own method: a Buffer's does not copy.
    if (chunk.length > spare.length) return Uint8Array.prototype.slice.call(chunk)
    this.#spare = NOTHING
    spare.set(chunk)
    return spare.subarray(0, chunk.length)
  }

  /** Says that no other chunk follows. */
  end() {
    this.feed(NOTHING, true)
  }

  /**
   * Reads the next token.
   * @returns {boolean} false: more input is needed or, after the final chunk, there is none
   */
  read() {
    if (this.#next === this.#limit && !this.#readOn()) return false
    const index = this.#next
    const word = this.#entries[index]
    const kind = word & F.KIND_MASK
    this.#index = index
    this.#word = word
    this.#next = index + (kind === F.DOUBLE && !(word & SPANS) ? 4 : 2)
    if (kind === F.OBJECT || kind === F.ARRAY) this.#depth = this.#open++
    else if (kind === END_ARRAY || kind === END_OBJECT) this.#depth = --this.#open
    else this.#depth = this.#open
    return true
  }

  /**
   * To the end of the current value: of a container its end, of a name that of its value.
   * @returns {boolean} false: more input is needed, call again
   */
  skip() {
    if (this.#hasFailed) throw this.#tokens.failure
    if (this.#skipping === undefined) {
      const kind = this.#word & F.KIND_MASK
      if (kind !== F.OBJECT && kind !== F.ARRAY && kind !== F.KEY_PLAIN) return true
      this.#skipping = this.#depth
    }
    for (;;) {
      if (!this.read()) return false
      const kind = this.#word & F.KIND_MASK
      const isEnd = kind !== F.OBJECT && kind !== F.ARRAY && kind !== COMMENT
      if (isEnd && this.#depth === this.#skipping) break
    }
    this.#skipping = undefined
    return true
  }

  get tokenType() {
    return TYPES[this.#word & F.KIND_MASK]
  }

  /** Containers open around the token. */
  get depth() {
    return this.#depth
  }

  /** Byte offset of the token in the whole stream. */
  get tokenStart() {
    if (this.#word === NONE) return this.#tokens.consumed.offset
    if (this.#word & SPANS) return this.#tokens.spanningPlace.offset
    return this.#tokens.pieceStart.offset + this.#startInPiece()
  }

  /** Byte offset behind the token; in the end the length of the stream. */
  get bytesConsumed() {
    if (this.#word === NONE) return this.#tokens.consumed.offset
    return this.#tokens.pieceStart.offset + this.#endInPiece()
  }

  /** The line, from 0, at the end of the bytes consumed. */
  get lineNumber() {
    if (this.#word === NONE) return this.#tokens.consumed.line
    return this.#placeInPiece(this.#endInPiece()).line - 1
  }

  /** The bytes, from 0, in that line before the end of the bytes consumed. */
  get bytePositionInLine() {
    if (this.#word === NONE) return this.#tokens.consumed.offset - this.#tokens.consumed.lineStart
    return this.#placeInPiece(this.#endInPiece()).byteInLine
  }

  /**
   * Of the token's first byte.
   * @returns {Position}
   */
  get position() {
    if (this.#word !== NONE && !(this.#word & SPANS)) {
      return this.#placeInPiece(this.#startInPiece())
    }
    const { offset, line, lineStart, column } =
      this.#word === NONE ? this.#tokens.consumed : this.#tokens.spanningPlace
    return { offset, line: line + 1, column: column + 1, byteInLine: offset - lineStart }
  }

  /**
   * The text of a string or of a property's name.
   * @returns {string}
   */
  string() {
    const word = this.#word
    const kind = word & F.KIND_MASK
    if (kind !== F.STRING && kind !== F.KEY_PLAIN) this.#refuse('string')
    if (word & SPANS) {
      const { spanning } = this.#tokens
      return decodeString(word, spanning, 1, spanning.length - 1)
    }
    const start = this.#entries[this.#index + 1]
    const end = start + (word >>> 8)
    if (word & (F.ESCAPED | F.NON_ASCII)) return decodeString(word, this.#tokens.piece, start, end)
    return (this.#text ??= this.#tokens.text()).slice(start, end)
  }

  /**
   * The double nearest to a number.
   * @returns {number}
   */
  number() {
    const word = this.#word
    const kind = word & F.KIND_MASK
    if (kind === F.INT) return (word | 0) >> 8
    if (kind !== F.DOUBLE) this.#refuse('number')
    return word & SPANS ? Number(this.text()) : this.#doubles[(this.#index >> 1) + 1]
  }

  /**
   * The exact value of a number such as 12 or 1e3; RangeError for a fraction and for more than
   * 100,000 digits.
   * @returns {bigint}
   */
  bigint() {
    const kind = this.#word & F.KIND_MASK
    if (kind !== F.INT && kind !== F.DOUBLE) this.#refuse('bigint')
    return lexemeToBigInt(this.text())
  }

  /**
   * The text of a string, name or comment, without quotes and marks; of other tokens as it stands.
   * @returns {string}
   */
  text() {
    const kind = this.#word & F.KIND_MASK
    if (kind === F.STRING || kind === F.KEY_PLAIN) return this.string()
    if (kind === F.INT) return String((this.#word | 0) >> 8)
    const bytes = this.raw()
    if (kind !== COMMENT) return decodeAscii(bytes, 0, bytes.length)
    const text = decodeUtf8(bytes, 2, bytes.length)
    return bytes[1] === 0x2a ? text.slice(0, -2) : text
  }

  /**
   * The bytes of the token; a view, valid until the next read or feed.
   * @returns {Uint8Array}
   */
  raw() {
    if (this.#word === NONE) return NOTHING
    if (this.#word & SPANS) return this.#tokens.spanning
    return this.#tokens.piece.subarray(this.#startInPiece(), this.#endInPiece())
  }

  /**
   * Whether a string or name has this text.
   * @param {string | Uint8Array} expected
   * @returns {boolean}
   */
  textEquals(expected) {
    const kind = this.#word & F.KIND_MASK
    if (kind !== F.STRING && kind !== F.KEY_PLAIN) this.#refuse('string')
    const text = typeof expected === 'string' ? expected : decodeWellFormed(expected)
    if (text === undefined) return false
    // Plain text has a byte for each code unit: most need not be decoded to say no.
    const isPlain = (this.#word & (F.ESCAPED | F.NON_ASCII | SPANS)) === 0
    if (isPlain && this.#word >>> 8 !== text.length) return false
    return this.string() === text
  }

  /** Where the token starts in the piece; not of one that spans. */
  #startInPiece() {
    const kind = this.#word & F.KIND_MASK
    const told = this.#entries[this.#index + 1]
    return kind === F.STRING || kind === F.KEY_PLAIN ? told - 1 : told
  }

  /** Where the token ends in the piece. */
  #endInPiece() {
    const word = this.#word
    const kind = word & F.KIND_MASK
    const length = word >>> 8
    if (word & SPANS) return length
    const told = this.#entries[this.#index + 1]
    if (kind === F.INT) return told + String((word | 0) >> 8).length
    return told + length + (kind === F.STRING || kind === F.KEY_PLAIN ? 1 : 0)
  }

  /**
   * @param {number} at
   * @returns {Position}
   */
  #placeInPiece(at) {
    const { offset, line, lineStart, column } = this.#tokens.pieceStart
    this.#positions ??= new Positions(this.#tokens.piece, {
      offset: this.#tokens.ncontinued, line: line + 1, lineStart: lineStart - offset, units: column,
    })
    const place = this.#positions.at(at)
    place.offset += offset
    return place
  }

  /**
   * Reads on to a piece that has tokens.
   * @returns {boolean} false: there is none
   */
  #readOn() {
    this.#word = NONE
    this.#depth = this.#open
    this.#next = this.#limit = 0
    const tokens = this.#tokens
    for (;;) {
      if (tokens.failure) {
        this.#hasFailed = true
        throw tokens.failure
      }
      if (this.#fed.length === 0) return false
      const { bytes, isFinal } = this.#fed[0]
      if (bytes !== this.#chunk) {
        const isSmall = this.#chunk.buffer.byteLength <= SPARE_NBYTES
        this.#spare = isSmall ? new Uint8Array(this.#chunk.buffer) : NOTHING
        this.#chunk = bytes
      }
      const end = Math.min(this.#fedAt + PIECE_NBYTES, bytes.length)
      const isLast = end === bytes.length
      tokens.readPiece(bytes.subarray(this.#fedAt, end), isFinal && isLast)
      this.#positions = undefined
      this.#text = undefined
      this.#fedAt = isLast ? 0 : end
      if (isLast) this.#fed.shift()
      if (tokens.nwords === 0) continue
      this.#entries = tokens.entries
      this.#doubles = tokens.doubles
      this.#limit = tokens.nwords
      return true
    }
  }

  /**
   * @param {string} type
   * @returns {never}
   */
  #refuse(type) {
    throw new TapeTypeError(`a token of type ${this.tokenType} is no ${type}`)
  }
}

/**
 * @param {number} flags
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function decodeString(flags, bytes, start, end) {
  if (flags & F.ESCAPED) return /** @type {string} */ (decodeEscaped(bytes, start, end))
  return flags & F.NON_ASCII ? decodeUtf8(bytes, start, end) : decodeAscii(bytes, start, end)
}
