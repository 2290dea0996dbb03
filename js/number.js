/**
 * Numbers as JSON writes them, without a rounded digit: BigInts from lexemes, and NumberText, which
 * keeps a lexeme as it is.
 */

import { asked } from './asked.js'

/** Digits of the largest BigInt that is made of a lexeme. */
const BIGINT_NDIGITS = 100_000

/** A lexeme's parts: sign, digits before and behind the point, exponent. */
const PARTS = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/**
 * The integer that a lexeme stands for, which may have a fraction of zeros or an exponent.
 * @param {string} lexeme
 * @returns {bigint}
 */
export function lexemeToBigInt(lexeme) {
  const { negative, digits, exponent } = decimal(lexeme)
  if (exponent < 0n) throw new RangeError('a number with a fraction is no bigint')
  if (BigInt(digits.length) + exponent > BigInt(BIGINT_NDIGITS)) {
    throw new RangeError(`a bigint is made of at most ${BIGINT_NDIGITS} digits`)
  }
  const magnitude = BigInt(digits + '0'.repeat(Number(exponent)))
  return negative ? -magnitude : magnitude
}

/** A number as the document writes it. */
export class NumberText {
  #text

  /** @param {string} text a number as JSON writes it */
  constructor(text) {
    if (typeof text !== 'string') throw new TypeError('text must be a string')
    if (!PARTS.test(text)) throw new RangeError('text must be a number as JSON writes it')
    this.#text = text
  }

  get text() {
    return this.#text
  }

  /** The nearest double. */
  valueOf() {
    return Number(this.#text)
  }

  toString() {
    return this.#text
  }

  toJSON() {
    asked.times++
    return this.valueOf()
  }

  /** The exact integer; RangeError for a fraction or beyond 100,000 digits. */
  bigint() {
    return lexemeToBigInt(this.#text)
  }

  /**
   * Whether two numbers have the same exact decimal value; of a double its shortest text counts.
   * @param {NumberText | number | bigint} other
   * @returns {boolean}
   */
  equals(other) {
    if (typeof other === 'number' && !Number.isFinite(other)) return false
    if (!(other instanceof NumberText) && typeof other !== 'number' && typeof other !== 'bigint') {
      throw new TypeError('other must be a NumberText, a number or a bigint')
    }
    const mine = decimal(this.#text)
    const its = decimal(String(other))
    return mine.negative === its.negative && mine.digits === its.digits &&
      mine.exponent === its.exponent
  }
}

/**
 * A value as sign, digits without zeros at either end, and power of ten: equal values, equal parts.
 * @param {string} lexeme
 */
function decimal(lexeme) {
  const parts = PARTS.exec(lexeme)
  if (!parts) throw new RangeError('not a number as JSON writes it')
  const [, sign, whole, fraction = '', exponent = '0'] = parts
  const written = (whole + fraction).replace(/^0+/, '')
  const digits = written.slice(0, written.search(/[1-9]0*$/) + 1)
  if (digits === '') return { negative: false, digits: '0', exponent: 0n }
  return {
    negative: sign === '-',
    digits,
    exponent: BigInt(exponent) - BigInt(fraction.length) + BigInt(written.length - digits.length),
  }
}
