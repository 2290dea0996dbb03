/**
 * A stream that a jt_reader of src/json_reader.h reads piece by piece. Between two pieces the reader
 * rests here, as bytes. What it does not keep is kept here: the bytes of a token that spans pieces,
 * the open keys, the text before an error.
 */
import { inWasm, outOfMemory } from './engine.js'
import { excerptOf, TapeSyntaxError, syntaxErrorCode } from './errors.js'
import { formatPointer } from './pointer.js'
import { decodeKey } from './text.js'

/**
 * @typedef {Parameters<Parameters<typeof inWasm>[0]>[0]} Instance
 * @typedef {import('./options.js').ParseSettings} ParseSettings
 */

/**
 * A place in the stream, all counted from 0.
 * @typedef {object} Place
 * @property {number} offset
 * @property {number} line
 * @property {number} lineStart offset of its first byte
 * @property {number} column in UTF-16 code units
 */

/**
 * Addresses of what a piece is read with.
 * @typedef {object} Addresses
 * @property {number} state
 * @property {number} frames
 * @property {number} text
 * @property {number} extra
 * @property {number} result
 */

/** Values of jt_code that are no error. */
const MORE_INPUT = 66
const END = 67

/** Layout of piece_result in wasm/piece.h: words, then places. */
const R_CODE = 0
const R_OPEN = 1
const R_PATH_NSTEPS = 2
const R_IS_PARTIAL = 3
const R_SPANNED_NBYTES = 4
const R_SPANS = 5
const R_NCONTINUED = 6
const R_OUTPUT = 7
const RESULT_NWORDS = 8
export const PLACE_NWORDS = 8
const RESULT_NBYTES = 4 * (RESULT_NWORDS + 3 * PLACE_NWORDS)

/** Words of a jt_reader_frame: start, length and kind, 64 bits each. */
export const FRAME_NWORDS = 6
const FRAME_NBYTES = 4 * FRAME_NWORDS

const ALIGNMENT = 16

/** What is kept of the text before a piece, for the excerpt of an error. */
const TAIL_NBYTES = 32

const NOTHING = /** @type {Uint8Array} */ (new Uint8Array(0))

/** @type {Place} */
export const START = { offset: 0, line: 0, lineStart: 0, column: 0 }

/** What reads pieces; subclasses say what is read of them. */
export class Pieces {
  /** What rests between two pieces, and the frames of open containers. */
  #state = NOTHING
  #frames = new Uint32Array(0)
  #open = 0

  /** Of open objects the key that is being read, as a pointer's token. */
  /** @type {{ start: number, token: string }[]} */
  #keys = []

  /** The token that the last piece's end cuts, as far as it was read. */
  #carry = new Bytes()
  #carryPlace = START

  #end = START
  #tail = NOTHING

  /** The piece, where it starts, and how many of its bytes go on with a character. */
  piece = NOTHING
  pieceStart = START
  ncontinued = 0

  /** The token that ends in this piece and began in an earlier one. */
  spanning = NOTHING
  spanningPlace = START

  /** Behind the last token. */
  consumed = START

  /** What reading ended with. @type {TapeSyntaxError | undefined} */
  failure

  /** @param {ParseSettings} settings */
  constructor(settings) {
    this.settings = settings
  }

  /**
   * Reads the next piece, which must stay as it is until the one after it.
   * @param {Uint8Array} piece
   * @param {boolean} isFinal
   */
  readPiece(piece, isFinal) {
    this.#tail = tailOf(this.#tail, this.piece)
    this.piece = piece
    this.pieceStart = this.#end
    inWasm((wasm) => this.#run(wasm, isFinal))
  }

  /**
   * Prepares a state at an address; gives its size.
   * @param {Instance} _wasm
   * @param {number} _state
   * @returns {number}
   */
  initialise(_wasm, _state) {
    throw new Error('to be overridden')
  }

  /** Bytes that are needed besides the rest, and for the output. */
  get extraNbytes() {
    return 0
  }

  get outputNbytes() {
    return 0
  }

  /**
   * Has the piece read.
   * @param {Instance} _wasm
   * @param {Addresses} _at
   * @param {boolean} _isFinal
   */
  run(_wasm, _at, _isFinal) {}

  /**
   * Takes the output that lies at an address.
   * @param {Instance} _wasm
   * @param {number} _output
   * @param {number} _size
   * @param {Addresses} _at
   */
  take(_wasm, _output, _size, _at) {}

  /**
   * @param {Instance} wasm
   * @param {boolean} isFinal
   */
  #run(wasm, isFinal) {
    const { piece } = this
    const state = wasm.scratch
    if (this.#state.length === 0) {
      this.#state = wasm.bytes.slice(state, state + this.initialise(wasm, state))
    }
    const nframes = Math.min(this.#open + piece.length, this.settings.maxDepth)
    const frames = align(state + this.#state.length)
    const text = frames + nframes * FRAME_NBYTES
    const extra = align(text + piece.length)
    const result = align(extra + this.extraNbytes)
    const end = result + RESULT_NBYTES + this.outputNbytes
    if (!wasm.reserve(end - state)) throw outOfMemory()

    // A piece can close a container with each byte: the frames below stay as they are.
    const first = Math.max(this.#open - piece.length - 1, 0)
    const firstFrame = (frames >>> 2) + first * FRAME_NWORDS
    wasm.bytes.set(this.#state, state)
    wasm.words.set(this.#frames.subarray(first * FRAME_NWORDS, this.#open * FRAME_NWORDS),
      firstFrame)
    wasm.bytes.set(piece, text)
    const at = { state, frames, text, extra, result }
    this.run(wasm, at, isFinal)

    const { bytes, words } = wasm // memory may have grown
    this.#state.set(bytes.subarray(state, state + this.#state.length))
    const header = words.subarray(result >>> 2, (result >>> 2) + RESULT_NWORDS)
    const places = (result >>> 2) + RESULT_NWORDS
    this.ncontinued = header[R_NCONTINUED]
    this.#end = placeFrom(words, places)
    this.consumed = placeFrom(words, places + PLACE_NWORDS)
    this.#takeSpanning(header[R_SPANS] ? header[R_SPANNED_NBYTES] : undefined,
      header[R_IS_PARTIAL] ? placeFrom(words, places + 2 * PLACE_NWORDS) : undefined)
    this.take(wasm, result + RESULT_NBYTES, header[R_OUTPUT], at)
    this.#open = header[R_OPEN]
    this.#takeFrames(words.subarray(firstFrame, (frames >>> 2) + this.#open * FRAME_NWORDS), first)
    const code = header[R_CODE]
    if (code !== MORE_INPUT && code !== END) this.#fail(code, header[R_PATH_NSTEPS])
  }

  /**
   * @param {number | undefined} nbytes of the piece that end the token that began before it
   * @param {Place | undefined} cut where a token starts that the piece's end cuts
   */
  #takeSpanning(nbytes, cut) {
    const { piece, pieceStart } = this
    if (nbytes !== undefined) {
      this.#carry.append(piece.subarray(0, nbytes))
      this.spanning = this.#carry.bytes
      this.spanningPlace = this.#carryPlace
    }
    const goesOn = nbytes === undefined && cut && cut.offset < pieceStart.offset
    if (!goesOn) this.#carry = new Bytes()
    if (!cut) return
    this.#carryPlace = cut
    this.#carry.append(piece.subarray(Math.max(cut.offset - pieceStart.offset, 0)))
  }

  /**
   * Keeps frames, and the keys that lead to what is open, before their bytes go.
   * @param {Uint32Array} frames those from the first one on that may have changed
   * @param {number} first
   */
  #takeFrames(frames, first) {
    const nwords = first * FRAME_NWORDS + frames.length
    if (this.#frames.length < nwords) {
      const more = new Uint32Array(2 * nwords)
      more.set(this.#frames)
      this.#frames = more
    }
    this.#frames.set(frames, first * FRAME_NWORDS)
    this.#keys.length = Math.min(this.#keys.length, this.#open)
    for (let level = first; level < this.#open; level++) {
      if (!isArrayAt(this.#frames, level * FRAME_NWORDS)) this.#key(this.#frames, 0, level)
    }
  }

  /**
   * The key of the frame of a level, as a pointer's token.
   * @param {Uint32Array} words
   * @param {number} at word index of the first frame
   * @param {number} level
   */
  #key(words, at, level) {
    const frame = at + level * FRAME_NWORDS
    const start = numberAt(words, frame)
    const known = this.#keys[level]
    if (known?.start === start) return known.token
    const length = numberAt(words, frame + 2)
    const inPiece = start - this.pieceStart.offset
    const text = start === 0 ? '' // none was read yet
      : inPiece > 0 ? decodeKey(this.piece, inPiece, inPiece + length)
        : decodeKey(this.spanning, 1, 1 + length)
    const token = formatPointer([text ?? ''])
    this.#keys[level] = { start, token }
    return token
  }

  /**
   * The JSON Pointer that frames make.
   * @param {Uint32Array} words
   * @param {number} at word index of the first frame
   * @param {number} nsteps
   */
  pointerOf(words, at, nsteps) {
    let pointer = ''
    for (let level = 0; level < nsteps; level++) {
      const frame = at + level * FRAME_NWORDS
      pointer += isArrayAt(words, frame)
        ? `/${numberAt(words, frame)}` : this.#key(words, at, level)
    }
    return pointer
  }

  /**
   * @param {number} code
   * @param {number} nsteps
   */
  #fail(code, nsteps) {
    const { offset, line, lineStart, column } = this.#end
    const source = new Uint8Array(this.#tail.length + this.piece.length)
    source.set(this.#tail)
    source.set(this.piece, this.#tail.length)
    const byteInLine = offset - lineStart
    this.failure = new TapeSyntaxError({
      code: syntaxErrorCode(code),
      excerpt: excerptOf(source, offset - this.pieceStart.offset + this.#tail.length, byteInLine),
      offset,
      line: line + 1,
      column: column + 1,
      byteInLine,
      pointer: this.pointerOf(this.#frames, 0, nsteps),
    })
  }
}

/** Bytes that more are appended to. */
export class Bytes {
  #memory = NOTHING
  length = 0

  get bytes() {
    return this.#memory.subarray(0, this.length)
  }

  /** @param {Uint8Array} bytes */
  append(bytes) {
    const nbytes = this.length + bytes.length
    if (nbytes > this.#memory.length) {
      // Once is exact, for what comes in two parts; then room is doubled.
      const memory = new Uint8Array(this.length === 0 ? nbytes : 2 * nbytes)
      memory.set(this.bytes)
      this.#memory = memory
    }
    this.#memory.set(bytes, this.length)
    this.length = nbytes
  }
}

/** @param {number} address */
export function align(address) {
  return (address + ALIGNMENT - 1) & -ALIGNMENT
}

/**
 * A jt_place of src/position.h.
 * @param {Uint32Array} words
 * @param {number} at
 * @returns {Place}
 */
export function placeFrom(words, at) {
  return {
    offset: numberAt(words, at),
    line: numberAt(words, at + 2),
    lineStart: numberAt(words, at + 4),
    column: numberAt(words, at + 6),
  }
}

/**
 * @param {Place} place
 * @returns {number[]} the words that it is in wasm
 */
export function placeToWords({ offset, line, lineStart, column }) {
  return [offset, line, lineStart, column].flatMap((number) =>
    [number >>> 0, Math.floor(number / 2 ** 32)])
}

/**
 * A number of 64 bits.
 * @param {Uint32Array} words
 * @param {number} at
 */
function numberAt(words, at) {
  return words[at] + words[at + 1] * 2 ** 32
}

/**
 * Whether a frame is an array's.
 * @param {Uint32Array} words
 * @param {number} frame
 */
function isArrayAt(words, frame) {
  return words[frame + 4] !== 0
}

/**
 * The last bytes of two texts, one behind the other.
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function tailOf(first, second) {
  if (second.length >= TAIL_NBYTES) return second.slice(-TAIL_NBYTES)
  const nkept = Math.min(first.length, TAIL_NBYTES - second.length)
  const tail = new Uint8Array(nkept + second.length)
  tail.set(first.subarray(first.length - nkept))
  tail.set(second, nkept)
  return tail
}
