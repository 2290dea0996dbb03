/**
 * JSON text in the making: tokens are gathered here and written in wasm many at a time, so that
 * neither a call nor a look at each character is needed for a token. Who puts tokens in sees to it
 * that they make a JSON text.
 */
import { inWasm, outOfMemory, TOO_LARGE } from './engine.js'
import { isWellFormed } from './input.js'

/** Kinds of tokens; see wasm/exports_write.c. */
export const START_OBJECT = 0
export const END_OBJECT = 1
export const START_ARRAY = 2
export const END_ARRAY = 3
export const NULL = 4
export const FALSE = 5
export const TRUE = 6
const INT = 7
const DOUBLE = 8
const KEY = 9
const KEY_AGAIN = 10
const STRING = 11
const ESCAPED = 12
const ESCAPED_KEY = 13
const TEXT = 14
const RAW = 15
const BASE64 = 16

/** Words of the token list at first, and when it is written out. */
const NWORDS_FIRST = 64
const NWORDS_MAX = 0x8000
const TOKEN_NWORDS_MAX = 4

/** Code units and bytes that are kept before they are written out. */
const UNITS_MAX = 0x40000
const BYTES_MAX = 0x100000

/** Words of a write_job, and of what was written. */
const JOB_NWORDS = 12
const J_DEPTH = 10
const J_AFTER = 11
const WRITTEN_NWORDS = 2

/** jt_write_after of the start of a text. */
const AFTER_START = 0

/** Bit of jt_writer_init's flags. */
const ASCII = 1

/** What vectors may read behind a text. */
const VECTOR_NBYTES = 16

/** Ten characters. */
const INDENT_NBYTES = 30

const KEY_NWORDS = 2

export class Output {
  #indent
  #flags

  /** Tokens of two words; doubles take two more. */
  #words = new Uint32Array(NWORDS_FIRST)
  #doubles = new Float64Array(this.#words.buffer)
  #used = 0

  /** The texts and bytes of tokens, one behind the other. */
  #texts = ''
  /** @type {Uint8Array[]} */
  #bytes = []
  #bytesNbytes = 0

  /** Keys among the tokens, which are escaped once. @type {Map<string, number>} */
  #keys = new Map()

  /** What was written. @type {Uint8Array[]} */
  #written = []
  #writtenNbytes = 0

  /** Where the text stands before the tokens. */
  #depth = 0
  #after = AFTER_START

  /** @param {{ indent: string, ascii: boolean }} settings */
  constructor({ indent, ascii }) {
    this.#indent = indent
    this.#flags = ascii ? ASCII : 0
  }

  /** Bytes of the whole text so far that were not taken. */
  get nbytes() {
    this.#flush()
    return this.#writtenNbytes
  }

  /**
   * A bracket or literal.
   * @param {number} kind
   */
  put(kind) {
    this.#makeRoom()
    this.#push(kind, 0)
  }

  /** @param {string} name */
  key(name) {
    this.#makeRoom()
    const known = this.#keys.get(name)
    if (known !== undefined) {
      this.#push(KEY_AGAIN, known)
      return
    }
    this.#keys.set(name, this.#keys.size)
    this.#text(KEY, ESCAPED_KEY, name)
  }

  /** @param {string} value */
  string(value) {
    this.#makeRoom()
    this.#text(STRING, ESCAPED, value)
  }

  /** @param {number} value finite */
  number(value) {
    this.#makeRoom()
    if ((value | 0) === value) {
      this.#push(INT, value)
      return
    }
    this.#words[this.#used] = DOUBLE
    this.#doubles[(this.#used >> 1) + 1] = value
    this.#used += 4
  }

  /**
   * A value that is ASCII text already.
   * @param {string} value
   */
  text(value) {
    this.#makeRoom()
    this.#addText(TEXT, value)
  }

  /**
   * A value that is JSON text already.
   * @param {Uint8Array} bytes
   */
  raw(bytes) {
    this.#addBytes(RAW, bytes)
  }

  /** @param {Uint8Array} bytes */
  base64(bytes) {
    this.#addBytes(BASE64, bytes)
  }

  /**
   * What was written since the last time.
   * @param {number} [room] bytes to leave behind it
   * @returns {Uint8Array}
   */
  take(room = 0) {
    this.#flush()
    const written = this.#written
    let all = written[0]
    if (written.length !== 1 || room > 0) {
      all = new Uint8Array(this.#writtenNbytes + room)
      let at = 0
      for (const bytes of written) {
        all.set(bytes, at)
        at += bytes.length
      }
    }
    this.#written = []
    this.#writtenNbytes = 0
    return all
  }

  /** For one token. */
  #makeRoom() {
    if (this.#used + TOKEN_NWORDS_MAX <= this.#words.length) return
    if (this.#words.length >= NWORDS_MAX) {
      this.#flush()
      return
    }
    const words = new Uint32Array(2 * this.#words.length)
    words.set(this.#words)
    this.#words = words
    this.#doubles = new Float64Array(words.buffer)
  }

  /**
   * @param {number} kind
   * @param {number} value
   */
  #push(kind, value) {
    this.#words[this.#used] = kind
    this.#words[this.#used + 1] = value
    this.#used += 2
  }

  /**
   * A text that is written as a string. UTF-8 cannot hold surrogates without their other half, so
   * these are escaped here.
   * @param {number} kind
   * @param {number} escapedKind
   * @param {string} text
   */
  #text(kind, escapedKind, text) {
    if (isWellFormed(text)) this.#addText(kind, text)
    else this.#addText(escapedKind, JSON.stringify(text).slice(1, -1))
  }

  /**
   * @param {number} kind
   * @param {string} text
   */
  #addText(kind, text) {
    this.#texts += text // where no string is so long this throws, and nothing has happened
    this.#push(kind, text.length)
    if (this.#texts.length > UNITS_MAX) this.#flush()
  }

  /**
   * @param {number} kind
   * @param {Uint8Array} bytes
   */
  #addBytes(kind, bytes) {
    this.#makeRoom()
    this.#bytes.push(bytes.slice()) // the caller may change them when this call is over
    this.#bytesNbytes += bytes.length
    this.#push(kind, bytes.length)
    if (this.#bytesNbytes > BYTES_MAX) this.#flush()
  }

  /** Writes the tokens. */
  #flush() {
    if (this.#used === 0) return
    const text = inWasm((wasm) => this.#write(wasm))
    this.#written.push(text)
    this.#writtenNbytes += text.length
    this.#used = 0
    this.#texts = ''
    this.#bytes = []
    this.#bytesNbytes = 0
    this.#keys.clear()
  }

  /** @param {import('./engine.js').Instance} wasm */
  #write(wasm) {
    const head = wasm.scratch
    const indent = head + 4 * (JOB_NWORDS + WRITTEN_NWORDS)
    const tokens = align(indent + INDENT_NBYTES)
    const keys = tokens + 4 * this.#used
    const bytes = keys + 4 * KEY_NWORDS * this.#keys.size
    const texts = bytes + this.#bytesNbytes
    if (!wasm.reserve(texts - head)) throw outOfMemory()
    const indentNbytes = wasm.writeText(indent, this.#indent, 0)
    wasm.words.set(this.#words.subarray(0, this.#used), tokens >>> 2)
    let at = bytes
    for (const piece of this.#bytes) {
      wasm.bytes.set(piece, at)
      at += piece.length
    }
    const textsNbytes = wasm.writeText(texts, this.#texts, VECTOR_NBYTES)
    if (textsNbytes === TOO_LARGE) throw outOfMemory()
    const job = head >>> 2
    wasm.words.set([
      tokens, this.#used, texts, Number(textsNbytes === this.#texts.length), bytes, indent,
      indentNbytes, this.#flags, keys, texts + textsNbytes + VECTOR_NBYTES, this.#depth,
      this.#after,
    ], job)
    if (wasm.exports.write(head, head + 4 * JOB_NWORDS) !== 0) throw outOfMemory()
    const { words } = wasm
    this.#depth = words[job + J_DEPTH]
    this.#after = words[job + J_AFTER]
    const start = words[job + JOB_NWORDS]
    return wasm.bytes.slice(start, start + words[job + JOB_NWORDS + 1])
  }
}

/** @param {number} address */
function align(address) {
  return Math.ceil(address / 16) * 16
}
