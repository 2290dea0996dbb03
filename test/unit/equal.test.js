/** Equality of documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, TapeDocument, TapeFormatError } from 'jsontape'
import { Random } from '../support/random.js'

/**
 * @param {string} a
 * @param {string} b
 * @param {{ keyOrder?: boolean }} [options]
 */
function equal(a, b, options) {
  const result = parse(a).equals(parse(b), options)
  assert.equal(parse(b).equals(parse(a), options), result, 'the other way round')
  return result
}

test('numbers by exact decimal value', () => {
  const classes = [
    ['0', '-0', '0.0', '-0e5', '0e99999999999999999999', '0.000'],
    ['1', '1.0', '10e-1', '0.1e1', '1e0', '1E+0', '100000000000000000000e-20'],
    ['-1', '-1.00'],
    ['9007199254740992', '9007199254740992.0', '90071992547409920e-1'], ['9007199254740993'],
    ['0.1', '1e-1', '0.10'], ['0.1000000000000000055511151231257827'],
    ['8388607', '8388607.0'], ['8388608', '8388608e0', '8.388608e6'],
    ['1e400', '10e399', '0.1e401'], ['1e401'], ['-1e400'], ['2e400'],
    ['1e99999999999999999999', '10e99999999999999999998', '0.1e100000000000000000000'],
    ['1e99999999999999999998'], ['1e-99999999999999999999', '0.1e-99999999999999999998'],
    ['120', '1.2e2', '12e1', '0120e0'.slice(1)], ['102'], ['1020'],
    ['1e000000000000000000000001', '10'], ['1e18446744073709551617'], ['11'],
    [`1${'0'.repeat(5000)}`, '1e5000'], [`1${'0'.repeat(4999)}1`]
  ]
  const all = classes.flatMap((members, kind) => members.map((text) => ({ text, kind })))
  for (const a of all) {
    for (const b of all) {
      assert.equal(equal(a.text, b.text), a.kind === b.kind, `${a.text} ${b.text}`)
    }
  }
})

test('texts after unescaping', () => {
  assert.ok(equal('"a\\u00e9\\n\\ud83d\\ude00"', '"aé\\u000a😀"'))
  assert.ok(!equal('"a"', '"b"'))
  assert.ok(!equal('"12345678"', '"123456789"'))
  assert.ok(equal('"\\ud800"', '"\\uD800"'))
  assert.ok(!equal('"\\ud800"', '"\\ud801"'))
  assert.ok(!equal('"\\ud800"', '"\ufffd"'))
  assert.ok(!equal('"1"', '1'))
})

test('objects by the members that count', () => {
  assert.ok(equal('{"a":1,"b":[{}]}', '{"b":[{}],"\\u0061":1.0}'))
  assert.ok(!equal('{"a":1}', '{"a":1,"b":2}'))
  assert.ok(!equal('{"a":1,"b":2}', '{"a":1,"c":2}'))
  assert.ok(equal('{"a":1,"a":2}', '{"a":2}'))
  assert.ok(equal('{"a":[],"b":1,"a":2}', '{"b":1,"a":2,"b":1}'))
  const first = parse('{"a":1,"a":2}', { duplicateKeys: 'first' })
  assert.ok(first.equals(parse('{"a":1}')))
  assert.ok(!first.equals(parse('{"a":2}')))
  assert.ok(!equal('{}', '[]'))
  assert.ok(!equal('null', 'false'))
})

test('the order of keys, where it matters', () => {
  const keyOrder = { keyOrder: true }
  assert.ok(!equal('{"a":1,"b":2}', '{"b":2,"a":1}', keyOrder))
  assert.ok(equal('{"a":1,"b":2}', '{"\\u0061":1e0,"b":2}', keyOrder))
  assert.ok(equal('{"a":0,"b":2,"a":1}', '{"a":1,"b":2}', keyOrder))
  assert.ok(!equal('[{"x":{"a":1,"b":2}}]', '[{"x":{"b":2,"a":1}}]', keyOrder))
  assert.ok(equal('[{"x":{"a":1,"b":2}}]', '[{"x":{"b":2,"a":1}}]', { keyOrder: false }))
})

test('other is a document, options are known', () => {
  assert.throws(() => parse('1').equals(/** @type {any} */ (1)), TypeError)
  assert.throws(() => parse('1').equals(parse('1'), /** @type {any} */ ({ order: 1 })), /"order"/)
})

test('great depth, great width, keys that collide', () => {
  const depth = 200_000
  const deep = `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`
  const options = { maxDepth: 2 * depth }
  assert.ok(parse(deep, options).equals(parse(deep, options)))
  assert.ok(!parse(deep, options).equals(parse(deep.replace('1', '2'), options)))

  const keys = Array.from({ length: 100_000 }, (_, i) =>
    i.toString(2).padStart(17, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB'))
  const wide = `{${keys.map((key, i) => `"${key}":${i}`).join()}}`
  const reversed = `{${keys.map((key, i) => `"${key}":${i}`).reverse().join()}}`
  assert.ok(equal(wide, reversed))
  assert.ok(!equal(wide, reversed, { keyOrder: true }))
  assert.ok(!equal(wide, reversed.replace(':5,', ':6,')))
})

test('as a plain comparison of values says', () => {
  const random = new Random(6)
  /** @type {(depth: number) => any} */
  const make = (depth) => {
    const kind = random.below(depth > 0 ? 7 : 4)
    if (kind === 0) return random.pick([true, false, null])
    if (kind === 1) return random.below(3) - 1
    if (kind === 2) return random.below(4) / 2
    if (kind === 3) return random.pick(['', 'a', 'é', 'a"b'])
    if (kind < 6) return Array.from({ length: random.below(3) }, () => make(depth - 1))
    const size = random.below(3)
    return Object.fromEntries(
      Array.from({ length: size }, () => [random.pick(['a', 'é', 'b']), make(depth - 1)]))
  }
  let nequal = 0
  for (let round = 0; round < 20_000; round++) {
    const a = make(2)
    const b = random.oneIn(4) ? structuredClone(a) : make(2)
    let expected = true
    try {
      assert.deepEqual(a, b)
    } catch {
      expected = false
    }
    if (expected) nequal++
    assert.equal(equal(JSON.stringify(a), JSON.stringify(b)), expected)
  }
  assert.ok(nequal > 5000)
})

test('a damaged tape gives an answer or a TapeFormatError', () => {
  const whole = parse('[{"id":1,"user":{"name":"a\\u0062c","n":[1.5,12345678]},"s":[null,true]}]')
  const { version, source, tape } = whole.share()
  const random = new Random(7)
  for (let round = 0; round < 5000; round++) {
    const damaged = tape.slice()
    const at = 16 + random.below(tape.length - 16)
    damaged[at] = random.oneIn(2) ? damaged[at] ^ (1 << random.below(32)) : random.next()
    const document = TapeDocument.from({ version, source, tape: damaged })
    for (const compare of [() => document.equals(whole), () => whole.equals(document)]) {
      try {
        compare()
      } catch (error) {
        assert.ok(error instanceof TapeFormatError, String(/** @type {Error} */ (error).stack))
      }
    }
  }
})
