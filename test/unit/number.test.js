/** Exact numbers: BigInts from lexemes, and NumberText. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexemeToBigInt, NumberText } from '../../js/number.js'

test('integral lexemes are exact BigInts', () => {
  for (const [lexeme, value] of /** @type {const} */ ([
    ['0', 0n], ['-0', 0n], ['-0.0e5', 0n], ['0e-999999999999999999999', 0n], ['12', 12n],
    ['-7', -7n], ['1e3', 1000n], ['1.5e1', 15n], ['-1.50E+2', -150n], ['100e-2', 1n],
    ['1000.000', 1000n], ['9007199254740993', 9007199254740993n],
    ['18446744073709551616.0', 18446744073709551616n]
  ])) {
    assert.equal(lexemeToBigInt(lexeme), value, lexeme)
  }
  assert.equal(lexemeToBigInt('1e99999'), 10n ** 99_999n)
  assert.equal(lexemeToBigInt('9'.repeat(100_000)), 10n ** 100_000n - 1n)
})

test('fractions and more than 100,000 digits are out of range', () => {
  for (const lexeme of [
    '1.5', '1e-1', '0.1', '1e-99999999999999999999', '12345e-1', `1.${'0'.repeat(1000)}1`,
    '1e100000', '1e99999999999999999999', '9'.repeat(100_001), `1${'0'.repeat(100_000)}`
  ]) {
    assert.throws(() => lexemeToBigInt(lexeme), RangeError, lexeme.slice(0, 20))
  }
})

test('NumberText keeps its digits', () => {
  const number = new NumberText('-12.340e+5')
  assert.equal(number.text, '-12.340e+5')
  assert.equal(String(number), '-12.340e+5')
  assert.equal(Number(number), -1234000)
  assert.equal(number.bigint(), -1234000n)
  assert.equal(JSON.stringify({ number }), '{"number":-1234000}')
  assert.throws(() => new NumberText(/** @type {any} */ (1)), TypeError)
  for (const text of ['', '01', '+1', '.5', '1.', 'NaN', '1e', ' 1', '0x1', '1\n']) {
    assert.throws(() => new NumberText(text), RangeError, text)
  }
})

test('NumberText compares by value', () => {
  const equal = [
    ['1', '1.0'], ['1', '10e-1'], ['-0', '0.000e9'], ['1e400', '10e399'],
    ['1e99999999999999999999', '10e99999999999999999998'], ['0.00012', '1.2e-4']
  ]
  for (const [a, b] of equal) {
    assert.ok(new NumberText(a).equals(new NumberText(b)), `${a} ${b}`)
    assert.ok(new NumberText(b).equals(new NumberText(a)), `${b} ${a}`)
  }
  for (const [a, b] of [['1', '-1'], ['1e400', '1e401'], ['0.1', '0.10000000000000001']]) {
    assert.ok(!new NumberText(a).equals(new NumberText(b)), `${a} ${b}`)
  }
  assert.ok(new NumberText('0.1').equals(0.1))
  assert.ok(new NumberText('100').equals(100n))
  assert.ok(new NumberText('1e21').equals(1e21))
  assert.ok(new NumberText('0').equals(-0))
  assert.ok(!new NumberText('9007199254740993').equals(9007199254740992))
  assert.ok(new NumberText('9007199254740993').equals(9007199254740993n))
  for (const other of [NaN, Infinity, -Infinity]) {
    assert.ok(!new NumberText('1e400').equals(other))
  }
  assert.throws(() => new NumberText('1').equals(/** @type {any} */ ('1')), TypeError)
})

test('huge lexemes take linear time', () => {
  const zeros = '0'.repeat(3_000_000)
  assert.equal(lexemeToBigInt(`1.${zeros}`), 1n)
  assert.equal(lexemeToBigInt(`0.${zeros}1e3000001`), 1n)
  assert.ok(new NumberText(`1${zeros}1`).equals(new NumberText(`1${zeros}1.${zeros}`)))
})
