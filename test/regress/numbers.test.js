/**
 * Numbers that parsers have got wrong: leading zeros in the count of digits, exponents beyond every
 * integer type, exact ties, subnormal numbers, negative zero.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse } from 'jsontape'

import { bitsOf } from '../support/expect.js'
import { Random } from '../support/random.js'

/** @param {string} text */
function check(text) {
  const behind = ['', ' ', '                                        ']
  for (const space of behind) {
    const node = parse(text + space).root
    assert.equal(bitsOf(node.number()), bitsOf(JSON.parse(text)), text)
    assert.equal(node.text(), text)
    const element = parse(`[${text}${space},0]`).root.at(0)
    assert.equal(bitsOf(/** @type {any} */ (element).number()), bitsOf(JSON.parse(text)), text)
  }
}

test('zeros before and behind the digits', () => {
  for (let zeros = 0; zeros < 60; zeros++) {
    const run = '0'.repeat(zeros)
    for (const text of [
      `0.81${run}`,
      `0.${run}81`,
      `81.${run}`,
      `81${run}`,
      `81${run}.5`,
      `0.${run}1234567890123456789`,
      `1.${run}1`,
      `0.${run}`,
      `1${run}e-${zeros}`,
      `-0.${run}81`
    ]) {
      if (!text.endsWith('.')) check(text)
    }
  }
})

test('exponents beyond every integer type', () => {
  for (const exponent of [
    '2147483647',
    '2147483648',
    '4294967295',
    '4294967297',
    '9223372036854775808',
    '18446744073709551615',
    '18446744073709551617',
    '9'.repeat(400)
  ]) {
    for (const text of [`1e${exponent}`, `1e-${exponent}`, `-2E+${exponent}`, `0e${exponent}`]) {
      check(text)
    }
  }
  for (const text of [
    '5e-0000099999999999',
    '5e+0000000000000000000002',
    '2000000000000000000e0',
    '2000000000000000000e-0',
    '2000000000000000000E+00',
    '20000000000000000000e-1'
  ]) {
    check(text)
  }
  check(`0.${'0'.repeat(4000)}1e4001`)
  check(`1${'0'.repeat(4000)}e-4000`)
})

test('ties and their neighbours', () => {
  const tie = '1.00000000000000011102230246251565404236316680908203125'
  for (const text of [
    tie,
    `${tie}1`,
    `${tie}0`,
    `${tie}${'0'.repeat(800)}1`,
    tie.slice(0, -1) + '4',
    '9007199254740993',
    '9007199254740992.99999999999999999999',
    '9007199254740993.00000000000000001',
    '18446744073709551615',
    '18446744073709551616',
    '1e23',
    '8.5e22',
    '9.5e22'
  ]) {
    check(text)
  }
})

test('the ends of the range', () => {
  for (const text of [
    '0.02e-307',
    '4.9e-324',
    '2.4e-324',
    '2.5e-324',
    '2.4703282292062327e-324',
    '2.4703282292062328e-324',
    '0.000000000000000000000000000001e-294',
    '2.2250738585072011e-308',
    '2.2250738585072014e-308',
    '179769313486231570000e288',
    '1.7976931348623157e308',
    '1.7976931348623158e308',
    '1.7976931348623159e308',
    '1e308',
    '1e309',
    '-1e400',
    '1e-400'
  ]) {
    check(text)
  }
})

test('negative zero', () => {
  const zeros = parse('[-0,-0.0,-0e0,-0E+7,-0.000e-5,-1e-400,0]').root
  const signs = [...zeros.values()].map((node) => Object.is(node.number(), -0))
  assert.deepEqual(signs, [true, true, true, true, true, true, false])
  assert.ok(Object.is(/** @type {any} */ (parse('[-0]').toJS())[0], -0))
})

test('integers around the edges of the tape’s small ones and of doubles', () => {
  for (const edge of [
    0n,
    2n ** 22n,
    2n ** 23n,
    2n ** 24n,
    2n ** 31n,
    2n ** 32n,
    2n ** 53n,
    2n ** 63n,
    2n ** 64n,
    10n ** 7n,
    10n ** 15n,
    10n ** 16n,
    10n ** 17n,
    10n ** 18n,
    10n ** 19n,
    10n ** 20n
  ]) {
    for (let offset = -2n; offset <= 2n; offset++) {
      for (const value of [edge + offset, -edge - offset]) {
        check(String(value))
        assert.equal(parse(String(value)).root.bigint(), value)
      }
    }
  }
})

test('random texts, as JSON.parse reads them', () => {
  const random = new Random(3)
  const digits = (/** @type {number} */ most) =>
    Array.from({ length: 1 + random.below(most) }, () => random.below(10)).join('')
  const texts = Array.from({ length: 50_000 }, () => {
    const sign = random.oneIn(4) ? '-' : ''
    const integer = random.oneIn(3) ? '0' : `${1 + random.below(9)}${digits(random.pick([3, 20]))}`
    const fraction = random.oneIn(3) ? '' : `.${digits(random.pick([4, 17, 30]))}`
    const exponent = random.oneIn(2) ? '' : `e${random.pick(['', '-', '+'])}${random.below(340)}`
    return sign + integer + fraction + exponent
  })
  const { root } = parse(`[${texts.join(',')}]`)
  let i = 0
  for (const node of root) {
    const text = texts[i++]
    if (!Object.is(node.number(), JSON.parse(text))) {
      assert.equal(bitsOf(node.number()), bitsOf(JSON.parse(text)), text)
    }
    if (node.text() !== text) assert.equal(node.text(), text)
  }
})
