/**
 * Streams of documents that are values of a larger one, or of several: what a pattern selects. A
 * reader goes through the stream, and the values of a piece are parsed in the same call into wasm.
 */
import { Fault, StreamDocument, takeBlocks } from './blocks.js'
import { outOfMemory } from './engine.js'
import { Bytes, Pieces } from './pieces.js'
import { arrayIndex, parsePointer } from './pointer.js'
import { parseTexts } from './split.js'

/**
 * @typedef {import('./stream-options.js').StreamSettings} StreamSettings
 * @typedef {import('./pieces.js').Instance} Instance
 * @typedef {import('./pieces.js').Addresses} Addresses
 * @typedef {import('./pieces.js').Place} Place
 * @typedef {import('./split.js').Found} Found
 */

/** See src/json_reader.h. */
const SEVERAL_VALUES = 128

/** Layouts of selection and pattern_step in wasm/exports_select.c. */
const SELECTION_NBYTES = 32
const STEP_NWORDS = 4
const NO_INDEX = 0xffff_ffff

/** The longest that a byte of a key can be in a source: as an escape. And its quotes. */
const ESCAPE_NBYTES = 6
const QUOTES_NBYTES = 2

const PIECE_NBYTES = 0x40000

/** Takes chunks, gives the values that end in them. */
export class Selector extends Pieces {
  #stream
  #steps
  #keysNbytes

  /** What was read of a name that a piece's end cuts, and where it was put in wasm memory. */
  #carry
  #carryAt = 0

  /** The value that the last piece's end cut. */
  /** @type {{ start: Place, pointer: string, text: Bytes } | undefined} */
  #cut

  /** What was found in a piece, the end of the value that was cut before it apart. */
  /** @type {(Found | Fault)[]} */
  #inPiece = []
  /** @type {number | undefined} */
  #cutNbytes
  /** @type {{ start: Place, pointer: string } | undefined} */
  #starts

  #ndocuments = 0

  /** @param {StreamSettings} settings */
  constructor(settings) {
    const isSeveral = settings.format === 'concatenated'
    super({
      bits: settings.parse.bits | (isSeveral ? SEVERAL_VALUES : 0),
      maxDepth: settings.parse.maxDepth,
    })
    this.#stream = settings
    const pattern = settings.select ?? (settings.format === 'array' ? '/*' : '')
    const encoder = new TextEncoder()
    this.#steps = parsePointer(pattern).map((token) =>
      ({ isAny: token === '*', index: arrayIndex(token), key: encoder.encode(token) }))
    const lengths = this.#steps.map(({ key }) => key.length)
    this.#keysNbytes = lengths.reduce((sum, length) => sum + length, 0)
    this.#carry = new Uint8Array(ESCAPE_NBYTES * Math.max(0, ...lengths) + QUOTES_NBYTES)
  }

  /**
   * @param {Uint8Array} chunk
   * @param {boolean} isFinal
   * @returns {(StreamDocument | Fault)[]}
   */
  push(chunk, isFinal) {
    /** @type {(StreamDocument | Fault)[]} */
    const found = []
    let at = 0
    do {
      const end = Math.min(at + PIECE_NBYTES, chunk.length)
      this.#take(chunk.subarray(at, end), isFinal && end === chunk.length, found)
      at = end
    } while (at < chunk.length && !(found.at(-1) instanceof Fault))
    return found
  }

  /**
   * @param {Uint8Array} piece
   * @param {boolean} isFinal
   * @param {(StreamDocument | Fault)[]} found
   */
  #take(piece, isFinal, found) {
    this.#inPiece = []
    this.#cutNbytes = this.#starts = undefined
    this.readPiece(piece, isFinal)
    if (this.#cut) {
      this.#cut.text.append(piece.subarray(0, this.#cutNbytes))
      if (this.#cutNbytes !== undefined) this.#endCut(this.#cut, found)
    }
    for (const item of this.#inPiece) this.#give(item, found)
    const starts = /** @type {{ start: Place, pointer: string } | undefined} */ (this.#starts)
    if (starts) {
      this.#cut = { ...starts, text: new Bytes() }
      this.#cut.text.append(piece.subarray(starts.start.offset - this.pieceStart.offset))
    }
    const cut = this.#cut
    if (cut && cut.text.length > this.#stream.maxDocumentBytes) this.#endCut(cut, found)
    if (this.failure && !(found.at(-1) instanceof Fault)) found.push(new Fault(this.failure, piece))
  }

  /**
   * @param {{ start: Place, pointer: string, text: Bytes }} cut
   * @param {(StreamDocument | Fault)[]} found
   */
  #endCut({ start, pointer, text }, found) {
    this.#cut = undefined
    const how = { settings: this.#stream, depth: this.#steps.length, pointer }
    parseTexts([text.bytes], how, start, (item) => this.#give(item, found))
  }

  /**
   * @param {Found | Fault} item
   * @param {(StreamDocument | Fault)[]} found
   */
  #give(item, found) {
    if (item instanceof Fault) {
      found.push(item)
      return
    }
    const pointer = this.#stream.select === undefined ? undefined : item.pointer
    found.push(new StreamDocument(item.view, this.#ndocuments++, item.start, pointer))
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {number} state
   */
  initialise(wasm, state) {
    const { bits, maxDepth } = this.settings
    return wasm.exports.selector_init(state, bits, maxDepth)
  }

  /** @override */
  get extraNbytes() {
    return SELECTION_NBYTES + 4 * STEP_NWORDS * this.#steps.length + this.#keysNbytes +
      this.#carry.length
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {Addresses} at
   * @param {boolean} isFinal
   */
  run({ exports, bytes, words }, { state, frames, text, extra, result }, isFinal) {
    const steps = extra + SELECTION_NBYTES
    let key = steps + 4 * STEP_NWORDS * this.#steps.length
    for (const [i, step] of this.#steps.entries()) {
      const index = step.index < 0 ? NO_INDEX : step.index
      words.set([Number(step.isAny), index, key, step.key.length], (steps >>> 2) + STEP_NWORDS * i)
      bytes.set(step.key, key)
      key += step.key.length
    }
    bytes.set(this.#carry, key)
    this.#carryAt = key
    const { parse: { bits, maxDepth }, maxDocumentBytes, select, format } = this.#stream
    const wantsArray = select === undefined && format === 'array'
    words.set([steps, this.#steps.length, bits, maxDepth, maxDocumentBytes, Number(wantsArray), key,
      this.#carry.length], extra >>> 2)
    if (exports.select_values(state, extra, frames, text, this.piece.length, Number(isFinal),
      result) !== 0) throw outOfMemory()
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {number} output
   * @param {number} nbytes
   */
  take(wasm, output, nbytes) {
    this.#carry.set(wasm.bytes.subarray(this.#carryAt, this.#carryAt + this.#carry.length))
    takeBlocks(wasm, output, output + nbytes, (...at) => this.pointerOf(...at), {
      document: (view, start, pointer) => this.#inPiece.push({ view, start, pointer }),
      fault: (fault) => this.#inPiece.push(fault),
      starts: (start, pointer) => {
        this.#starts = { start, pointer }
      },
      ends: (size) => {
        this.#cutNbytes = size
      },
    })
  }
}
