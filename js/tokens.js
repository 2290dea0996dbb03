/**
 * From pieces of JSON text to their tokens, as entries like those of a tape.
 */
import { inWasm, outOfMemory } from './engine.js'
import { Pieces } from './pieces.js'
import { decodeAscii, hasLatin1 } from './text.js'

/**
 * @typedef {import('./pieces.js').Instance} Instance
 * @typedef {import('./pieces.js').Addresses} Addresses
 */

/** Kinds of entries besides a tape's. */
export const END_ARRAY = 16
export const END_OBJECT = 17
export const COMMENT = 18

/** In an entry of two words: the token began in an earlier piece and ends at the payload. */
export const SPANS = 0x80

/** Entries of a piece: at most two words for each byte, and four. */
const ENTRY_NBYTES = 8
const ENTRIES_NBYTES = 16

export class Tokens extends Pieces {
  /** The piece's entries, as words and as doubles. */
  entries = new Uint32Array(0)
  doubles = new Float64Array(0)
  nwords = 0

  /** The text of the piece, one code unit a byte; right where it is ASCII. */
  text() {
    const { piece } = this
    if (hasLatin1()) return decodeAscii(piece, 0, piece.length)
    return inWasm((wasm) => {
      if (!wasm.reserve(piece.length)) throw outOfMemory()
      wasm.bytes.set(piece, wasm.scratch)
      wasm.exports.mask(wasm.scratch, piece.length)
      return decodeAscii(wasm.bytes, wasm.scratch, wasm.scratch + piece.length)
    })
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {number} state
   */
  initialise(wasm, state) {
    const { bits, maxDepth } = this.settings
    return wasm.exports.reader_init(state, bits, maxDepth)
  }

  /** @override */
  get outputNbytes() {
    return ENTRY_NBYTES * this.piece.length + ENTRIES_NBYTES
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {Addresses} at
   * @param {boolean} isFinal
   */
  run({ exports }, { state, frames, text, result }, isFinal) {
    exports.read_tokens(state, frames, text, this.piece.length, Number(isFinal), result)
  }

  /**
   * @override
   * @param {Instance} wasm
   * @param {number} output
   * @param {number} nwords
   */
  take({ words }, output, nwords) {
    if (this.entries.length < nwords) {
      this.doubles = new Float64Array(nwords)
      this.entries = new Uint32Array(this.doubles.buffer)
    }
    this.entries.set(words.subarray(output >>> 2, (output >>> 2) + nwords))
    this.nwords = nwords
  }
}
