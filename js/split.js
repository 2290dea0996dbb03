/**
 * Streams of documents with delimiters between them: lines, and records of RFC 7464. All documents
 * of a chunk are parsed in one call into wasm.
 */
import { inWasm, outOfMemory } from './engine.js'
import { Fault, StreamDocument, takeBlocks } from './blocks.js'
import { align, Bytes, placeFrom, placeToWords, PLACE_NWORDS, START } from './pieces.js'

/**
 * @typedef {import('./stream-options.js').StreamSettings} StreamSettings
 * @typedef {import('./pieces.js').Place} Place
 * @typedef {import('./view.js').TapeView} TapeView
 */

/**
 * A document in a stream: where it starts, and the pointer to it in what it is a value of.
 * @typedef {{ view: TapeView, start: Place, pointer: string }} Found
 */

/** Layout of line_split in wasm/exports_lines.c: words, then a place. */
const S_NBYTES = 6
const SPLIT_NWORDS = 8
const SPLIT_NBYTES = 4 * (SPLIT_NWORDS + PLACE_NWORDS)

/** What wasm is given at once. */
const CHUNK_NBYTES = 0x40000

const DELIMITERS = { ndjson: 0x0a, 'json-seq': 0x1e }

/** A byte that no document holds. */
const NO_DELIMITER = 0xff

/**
 * Parses the documents of a text that holds whole ones; what is found is given to `take`.
 * @param {Uint8Array[]} texts one behind the other
 * @param {object} how
 * @param {StreamSettings} how.settings
 * @param {number} [how.delimiter]
 * @param {boolean} [how.drops] the text up to the first delimiter is not looked at
 * @param {number} [how.depth] containers around the documents
 * @param {string} [how.pointer] to them
 * @param {Place} start of the text
 * @param {(found: Found | Fault) => void} take
 * @returns {Place} behind the text
 */
export function parseTexts(
  texts, { settings, delimiter = NO_DELIMITER, drops = false, depth = 0, pointer = '' }, start, take,
) {
  return inWasm((wasm) => {
    const { exports, scratch } = wasm
    const nbytes = texts.reduce((sum, text) => sum + text.length, 0)
    const text = align(scratch + SPLIT_NBYTES)
    const blocks = align(text + nbytes)
    if (!wasm.reserve(blocks - scratch)) throw outOfMemory()
    let at = text
    for (const part of texts) {
      wasm.bytes.set(part, at)
      at += part.length
    }
    const { bits, maxDepth } = settings.parse
    const word = scratch >>> 2
    wasm.words.set([bits, Math.max(maxDepth - depth, 0), settings.maxDocumentBytes, delimiter,
      Number(drops), Number(settings.onError === 'throw'), 0, 0, ...placeToWords(start)], word)
    if (exports.split_lines(scratch, text, nbytes, blocks) !== 0) throw outOfMemory()
    takeBlocks(wasm, blocks, blocks + wasm.words[word + S_NBYTES], () => pointer, {
      document: (view, place) => take({ view, start: place, pointer }),
      fault: take,
      starts() {},
      ends() {},
    })
    return placeFrom(wasm.words, word + SPLIT_NWORDS)
  })
}

/** Takes chunks, gives the documents that end in them. */
export class LineSplitter {
  #settings
  #delimiter

  /** The document that the last chunk's end cut, and where it starts. */
  #carry = new Bytes()
  #at = START

  /** What follows belongs to a document that was too large. */
  #drops = false

  #ndocuments = 0

  /** @param {StreamSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#delimiter = DELIMITERS[/** @type {'ndjson' | 'json-seq'} */ (settings.format)]
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
      const end = Math.min(at + CHUNK_NBYTES, chunk.length)
      this.#take(chunk.subarray(at, end), isFinal && end === chunk.length, found)
      at = end
    } while (at < chunk.length)
    return found
  }

  /**
   * @param {Uint8Array} chunk
   * @param {boolean} isFinal
   * @param {(StreamDocument | Fault)[]} found
   */
  #take(chunk, isFinal, found) {
    const last = Uint8Array.prototype.lastIndexOf.call(chunk, this.#delimiter) + 1
    // The rest of a document that was too large is taken as it comes, to be counted.
    const end = isFinal || (this.#drops && last === 0) ? chunk.length : last
    if (end > 0 || isFinal) {
      this.#parse([this.#carry.bytes, chunk.subarray(0, end)], found)
      this.#carry = new Bytes()
      if (last > 0) this.#drops = false
    }
    this.#carry.append(chunk.subarray(end))
    if (this.#carry.length > this.#settings.maxDocumentBytes) {
      this.#parse([this.#carry.bytes], found)
      this.#carry = new Bytes()
      this.#drops = true
    }
  }

  /**
   * @param {Uint8Array[]} texts
   * @param {(StreamDocument | Fault)[]} found
   */
  #parse(texts, found) {
    const how = { settings: this.#settings, delimiter: this.#delimiter, drops: this.#drops }
    this.#at = parseTexts(texts, how, this.#at, (item) => {
      found.push(item instanceof Fault
        ? item : new StreamDocument(item.view, this.#ndocuments++, item.start, undefined))
    })
  }
}
