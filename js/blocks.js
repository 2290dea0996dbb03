/**
 * Documents of a stream, as wasm leaves them: one block each, one behind the other.
 */
import { TapeDocument } from './document.js'
import { excerptOf, TapeSyntaxError, syntaxErrorCode } from './errors.js'
import { readPath } from './path.js'
import { placeFrom, PLACE_NWORDS } from './pieces.js'
import { formatPointer } from './pointer.js'
import { TapeView } from './view.js'

/**
 * @typedef {import('./pieces.js').Instance} Instance
 * @typedef {import('./pieces.js').Place} Place
 * @typedef {(words: Uint32Array, at: number, nsteps: number) => string} PointerOf
 */

/** A document that is wrong, and the bytes that were taken for it. */
export class Fault {
  /**
   * @param {TapeSyntaxError} error
   * @param {Uint8Array} source
   */
  constructor(error, source) {
    this.error = error
    this.source = source
  }
}

/** Layout of document_block in wasm/document_block.h: words, then places. */
const B_NBYTES = 0
const B_CODE = 1
const B_PATH_AT = 2
const B_PATH_NSTEPS = 3
const B_TAPE_AT = 4
const B_TAPE_NWORDS = 5
const B_SOURCE_AT = 6
const B_SOURCE_NBYTES = 7
const BLOCK_NWORDS = 8

/** A document that is kept keeps no more than this of its neighbours. */
const SHARED_NBYTES = 0x4000

/** Values of a block's code. */
const OK = 0
const STARTS = 66
const ENDS = 67

/** A document of a stream. */
export class StreamDocument extends TapeDocument {
  /**
   * @param {TapeView} view
   * @param {number} index
   * @param {Place} start
   * @param {string | undefined} matchedPointer
   */
  constructor(view, index, start, matchedPointer) {
    super(view)
    this.index = index
    this.streamOffset = start.offset
    this.streamLine = start.line + 1
    if (matchedPointer !== undefined) this.matchedPointer = matchedPointer
  }
}

/**
 * What takes blocks.
 * @typedef {object} Sink
 * @property {(view: TapeView, start: Place, pointer: string) => void} document
 * @property {(fault: Fault) => void} fault
 * @property {(start: Place, pointer: string) => void} starts a document that the piece's end cuts
 * @property {(nbytes: number) => void} ends that document, so many bytes into the piece
 */

/**
 * Takes the blocks in [at, end) of wasm memory. An ArrayBuffer costs more than many a document: so
 * small ones share one.
 * @param {Instance} wasm
 * @param {number} at
 * @param {number} end
 * @param {PointerOf} pointerOf
 * @param {Sink} sink
 */
export function takeBlocks({ bytes, words }, at, end, pointerOf, sink) {
  for (let first = at; first < end;) {
    let behind = first + words[first >>> 2]
    while (behind < end && behind + words[behind >>> 2] - first <= SHARED_NBYTES) {
      behind += words[behind >>> 2]
    }
    const own = new Uint32Array(bytes.slice(first, behind).buffer)
    for (let block = 0; block < own.length;) {
      takeBlock(own, block, pointerOf, sink)
      block += own[block + B_NBYTES] >>> 2
    }
    first = behind
  }
}

/**
 * @param {Uint32Array} words
 * @param {number} block word index
 * @param {PointerOf} pointerOf
 * @param {Sink} sink
 */
function takeBlock(words, block, pointerOf, sink) {
  const { buffer } = words
  const code = words[block + B_CODE]
  const sourceNbytes = words[block + B_SOURCE_NBYTES]
  if (code === ENDS) return sink.ends(sourceNbytes)
  const start = placeFrom(words, block + BLOCK_NWORDS)
  const nsteps = words[block + B_PATH_NSTEPS]
  const pointer = pointerOf(words, block + (words[block + B_PATH_AT] >>> 2), nsteps)
  if (code === STARTS) return sink.starts(start, pointer)
  const offset = 4 * block
  const source = new Uint8Array(buffer, offset + words[block + B_SOURCE_AT], sourceNbytes)
  const tape = new Uint32Array(buffer, offset + words[block + B_TAPE_AT],
    words[block + B_TAPE_NWORDS])
  if (code === OK) return sink.document(new TapeView(source, tape), start, pointer)
  const error = placeFrom(words, block + BLOCK_NWORDS + PLACE_NWORDS)
  sink.fault(faultFrom(code, source, tape, start, error, pointer))
}

/**
 * @param {number} code
 * @param {Uint8Array} source
 * @param {Uint32Array} steps
 * @param {Place} start
 * @param {Place} place
 * @param {string} pointer to the document
 */
function faultFrom(code, source, steps, start, { offset, line, lineStart, column }, pointer) {
  const byteInLine = offset - lineStart
  const error = new TapeSyntaxError({
    code: syntaxErrorCode(code),
    excerpt: excerptOf(source, offset - start.offset, byteInLine),
    offset,
    line: line + 1,
    column: column + 1,
    byteInLine,
    pointer: pointer + formatPointer(readPath(steps, 0, steps.length / 3, source)),
  })
  return new Fault(error, source)
}
