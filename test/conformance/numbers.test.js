/**
 * Numbers of the suites: the bits of every text's double, exact text and exact integers, and texts
 * that are no numbers.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { TapeSyntaxError, parse, validate } from 'jsontape'

import { assertSyntaxError, bitsOf, thrownBy } from '../support/expect.js'
import { plainError } from '../support/plain.js'
import { listFiles, needsShared, readJsonLines, readLines, utf8 } from '../support/suites.js'

const folder = 'suites/02-numbers'

/** @typedef {{ text: string, bits: string }} NumberRow */

/**
 * The texts and bits of a file, whose lines are one of `BITS text`, `F16 F32 BITS text`,
 * `BITS es-text 17g-text` and `hexbits,es-text`.
 *
 * @param {string} path
 * @returns {NumberRow[]}
 */
function readNumbers(path) {
  return readLines(path).flatMap((line) => {
    const fields = line.split(/[ ,]/)
    const texts =
      path.includes('/print-') || path.includes('/es6-') ? fields.slice(1) : fields.slice(-1)
    const bits = fields[fields.length === 4 ? 2 : 0].toLowerCase().padStart(16, '0')
    return texts.map((text) => ({ text, bits }))
  })
}

/** @param {string} bits */
const withoutSign = (bits) => bits.replace(/^8/, '0')

describe('number suites', needsShared(folder), () => {
  const files = listFiles(folder).filter(
    (path) => path.endsWith('.txt') && !/(ORIGIN|not-json|reject)\.txt$/.test(path)
  )
  for (const path of files) {
    test(path.slice(folder.length + 1), () => {
      const rows = readNumbers(path)
      const { root } = parse(`[${rows.map(({ text }) => text).join(',')}]`)
      assert.equal(root.size, rows.length)
      let i = 0
      for (const node of root.values()) {
        const { text, bits } = rows[i++]
        const got = bitsOf(node.number())
        // The text of -0 is "0" where JavaScript wrote it.
        const expected = path.includes('/es6-') && text === '0' ? withoutSign(bits) : bits
        if (got !== expected) assert.equal(got, expected, text)
        if (node.text() !== text) assert.equal(node.text(), text)
      }
    })
  }

  test('texts that are no numbers', () => {
    const rejected = listFiles(folder).filter((path) => /(not-json|reject)\.txt$/.test(path))
    for (const text of rejected.flatMap((path) => readLines(path))) {
      const bytes = utf8(text)
      const expected = plainError(bytes)
      assert.ok(expected, text)
      assertSyntaxError(validate(bytes), expected, bytes, TapeSyntaxError)
    }
  })

  const exact = `${folder}/own-edge/exact.jsonl`
  test('exact integers', needsShared(exact), () => {
    const rows = readJsonLines(exact)
    const { root } = parse(`[${rows.map(({ text }) => text).join(',')}]`)
    let i = 0
    for (const node of root.values()) {
      const { text, neg, coef, exp10, integral, f64 } = rows[i++]
      assert.equal(bitsOf(node.number()), f64, text)
      const digits = coef.length + Number(exp10)
      if (!integral || digits > 100_000) {
        assert.ok(thrownBy(() => node.bigint()) instanceof RangeError, text)
      } else if (digits < 2000) {
        const value = coef === '0' ? 0n : BigInt(coef) * 10n ** BigInt(Math.max(exp10, 0))
        const whole = exp10 < 0 && coef !== '0' ? value / 10n ** BigInt(-exp10) : value
        assert.equal(node.bigint(), neg ? -whole : whole, text)
      }
    }
  })
})
