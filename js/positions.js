/**
 * Places in a source: from a byte offset to line and column. Nothing counts lines before someone
 * asks; what a question had to look through is then remembered for the next one, so that asking
 * for place after place takes linear time.
 */
import { countUnits } from './text.js'

/** @typedef {import('./index.js').Position} Position */

/** The start of every so many lines is kept. */
const MARK_NLINES = 256

const LINE_FEED = 0x0a

/**
 * A place that something is known about: line, offset of the line's start (negative: before the
 * source), code units in the line before it.
 * @typedef {{ offset: number, line: number, lineStart: number, units: number }} Place
 */

/** @type {Place} */
const START = { offset: 0, line: 1, lineStart: 0, units: 0 }

export class Positions {
  #source
  #first

  /** Starts of every MARK_NLINES-th line from the first on, as far as lines were counted. */
  #marks

  /** The last answer: goes on from here where it can. */
  #line
  #lineStart
  #offset
  #units

  /**
   * @param {Uint8Array} source
   * @param {Place} [first] before which nothing is asked; a source may be a piece of a text
   */
  constructor(source, first = START) {
    this.#source = source
    this.#first = first
    this.#marks = [first.lineStart]
    this.#line = first.line
    this.#lineStart = first.lineStart
    this.#offset = first.offset
    this.#units = first.units
  }

  /**
   * @param {number} offset
   * @returns {Position}
   */
  at(offset) {
    if (typeof offset !== 'number') throw new TypeError('offset must be a number')
    if (!Number.isInteger(offset) || offset < 0 || offset > this.#source.length) {
      throw new RangeError('offset must be an integer from 0 to the length of the source')
    }
    if (offset < this.#offset) this.#goBack(offset)
    this.#advance(offset)
    return {
      offset,
      line: this.#line,
      column: this.#units + 1,
      byteInLine: offset - this.#lineStart,
    }
  }

  /** @param {number} offset before the last answer's */
  #goBack(offset) {
    if (offset < this.#lineStart) {
      let low = 0
      let high = this.#marks.length
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (this.#marks[middle] <= offset) low = middle
        else high = middle
      }
      this.#line = this.#first.line + low * MARK_NLINES
      this.#lineStart = this.#marks[low]
    }
    const isFirstLine = this.#line === this.#first.line
    this.#offset = isFirstLine ? this.#first.offset : this.#lineStart
    this.#units = isFirstLine ? this.#first.units : 0
  }

  /** @param {number} offset at or behind the last answer's */
  #advance(offset) {
    const start = this.#offset
    const span = this.#source.subarray(start, offset)
    // Not the span's own method: a Buffer's does not reach beyond 2 GiB.
    const { indexOf } = Uint8Array.prototype
    for (let feed; (feed = indexOf.call(span, LINE_FEED, this.#offset - start)) >= 0;) {
      const nlines = ++this.#line - this.#first.line
      this.#lineStart = this.#offset = start + feed + 1
      this.#units = 0
      if (nlines % MARK_NLINES === 0) this.#marks[nlines / MARK_NLINES] ??= this.#lineStart
    }
    this.#units += countUnits(this.#source, this.#offset, offset)
    this.#offset = offset
  }
}
