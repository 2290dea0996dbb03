/**
 * Comparing two documents by value, in wasm, without building anything.
 */
import * as F from './format.js'
import { inWasm, outOfMemory } from './engine.js'
import { keyOrderMatters } from './options.js'

/** @typedef {import('./view.js').TapeView} TapeView */

/** Values of jt_equality in src/equal.h. */
const EQUAL = 1
const NO_ROOM = 2
const DAMAGED = 3

/** Words of a jt_equal_side. */
const SIDE_NWORDS = 11

/** Scratch memory of the comparison; more where that is not enough. */
const ROOM_NBYTES = 0x10000

/**
 * @param {TapeView} a
 * @param {TapeView} b
 * @param {{ keyOrder?: boolean }} [options]
 * @returns {boolean}
 */
export function equals(a, b, options) {
  const keyOrder = keyOrderMatters(options)
  a.head(a.root)
  b.head(b.root)
  return inWasm((wasm) => {
    const sides = wasm.scratch
    const first = align(sides + 2 * 4 * SIDE_NWORDS)
    const second = first + nbytesOf(a)
    const room = second + nbytesOf(b)
    for (let nbytes = ROOM_NBYTES; ; nbytes *= 4) {
      if (!wasm.reserve(room + nbytes - wasm.scratch)) throw outOfMemory()
      writeSide(wasm, sides, a, first)
      writeSide(wasm, sides + 4 * SIDE_NWORDS, b, second)
      const equality = wasm.exports.equal(sides, sides + 4 * SIDE_NWORDS, Number(keyOrder), room)
      if (equality === DAMAGED) a.fail('what is compared is not what its source says')
      if (equality !== NO_ROOM) return equality === EQUAL
    }
  })
}

/** @param {number} nbytes */
function align(nbytes) {
  return Math.ceil(nbytes / 16) * 16
}

/**
 * Room for a tape and its source, aligned.
 * @param {TapeView} view
 */
function nbytesOf({ words, source }) {
  return align(words.byteLength) + align(source.length)
}

/**
 * Writes a jt_equal_side, and the tape and source that it points to.
 * @param {Parameters<Parameters<typeof inWasm>[0]>[0]} wasm
 * @param {number} side
 * @param {TapeView} view
 * @param {number} start
 */
function writeSide(wasm, side, { words, source, root, limit, firstWins }, start) {
  const text = start + align(words.byteLength)
  wasm.words.set(words, start >>> 2)
  wasm.bytes.set(source, text)
  wasm.words.set([
    text, 0, source.length, start, 0, limit, start + 4 * limit, words[F.H_NKEYS],
    root, limit, Number(firstWins),
  ], side >>> 2)
}
