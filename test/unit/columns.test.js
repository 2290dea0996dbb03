/** Columns of arrays of objects. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse, TapeDocument, TapeFormatError, TapePointerError, TapeTypeError } from 'jsontape'
import { Random } from '../support/random.js'

/**
 * The values of a column, undefined where there is none.
 *
 * @param {any} column
 */
function valuesOf({ values, validity }) {
  return Array.from(values, (value, i) =>
    (validity[i >> 3] >> (i & 7)) & 1 ? value : undefined)
}

/**
 * @param {string} text of one field
 * @param {'f64' | 'i32' | 'i64' | 'string' | 'boolean'} type
 */
function columnOf(text, type) {
  return valuesOf(parse(`[{"x":${text}}]`).root.columns({ x: type }).column('x'))[0]
}

test('one typed array for each field', () => {
  const columns = parse(`[
    {"id":1,"user":{"id":70000000000,"name":"Ann"},"score":1.5,"flag":true},
    {"flag":false,"score":null,"user":{"name":"\\u00e9\\ud83d\\ude00"}},
    {"id":-2e0,"user":{"id":9007199254740993},"score":3}, {}, null, 7
  ]`).root.columns({
    id: 'i32', 'user/id': 'i64', 'user/name': 'string', score: 'f64', flag: 'boolean'
  })
  assert.equal(columns.length, 6)
  assert.deepEqual(columns.names, ['id', 'user/id', 'user/name', 'score', 'flag'])
  const { values, validity } = columns.column('id')
  assert.deepEqual(values, Int32Array.of(1, 0, -2, 0, 0, 0))
  assert.deepEqual(validity, Uint8Array.of(0b101))
  assert.deepEqual(columns.column('user/id').values,
    BigInt64Array.of(70000000000n, 0n, 9007199254740993n, 0n, 0n, 0n))
  assert.deepEqual(columns.column('score').values, Float64Array.of(1.5, 0, 3, 0, 0, 0))
  assert.deepEqual(valuesOf(columns.column('score')).slice(0, 3), [1.5, undefined, 3])
  assert.deepEqual(columns.column('flag').values, Uint8Array.of(1, 0, 0, 0, 0, 0))
  const names = columns.column('user/name').values
  assert.deepEqual([...names].slice(0, 3), ['Ann', 'é😀', undefined])
  assert.equal(names.at(1), 'é😀')
  assert.equal(names.at(6), undefined)
  assert.equal(names.length, 6)
  assert.deepEqual([...names.offsets], [0, 3, 9, 9, 9, 9, 9])
  assert.equal(Buffer.from(names.bytes).toString(), 'Anné😀')
  assert.throws(() => columns.column(/** @type {any} */ ('none')), RangeError)
})

test('no rows, no columns', () => {
  const { root } = parse('[]')
  assert.deepEqual(root.columns({ a: 'f64' }).column('a').values, new Float64Array(0))
  assert.equal([...root.columns({ a: 'string' }).column('a').values].length, 0)
  assert.equal(parse('[{},{}]').root.columns({}).length, 2)
})

describe('numbers', () => {
  test('doubles of any lexeme', () => {
    for (const text of ['0', '-1', '1.5', '1e400', '8388608', `0.${'1'.repeat(300)}`,
      `1${'0'.repeat(400)}`, '123456789012345678901234567890']) {
      assert.equal(columnOf(text, 'f64'), Number(text))
    }
    const long = `1${'0'.repeat(0x1000000)}`
    assert.equal(columnOf(long, 'f64'), Infinity)
    assert.ok(Object.is(columnOf('-0', 'f64'), -0))
  })

  test('integers by value, to the edges of their type', () => {
    for (const text of ['2147483647', '-2147483648', '1.0', '12e2', '-0', '0e5', '1000e-3', '0.00',
      `1.${'0'.repeat(50)}`, '21474836470e-1']) {
      assert.equal(columnOf(text, 'i32'), Number(text) + 0, text)
    }
    for (const text of ['9223372036854775807', '-9223372036854775808', '9007199254740993',
      '-9007199254740992', '922337203685477580700e-2', '1e18', '9.223372036854775807e18']) {
      const digits = /^(-?)(\d)\.?(\d*)(?:e(-?\d+))?$/.exec(text)
      assert.ok(digits)
      const exponent = Number(digits[4] ?? 0) - (text.includes('.') ? digits[3].length : 0)
      const integer = BigInt(digits[1] + digits[2] + digits[3])
      const expected = exponent < 0 ? integer / 10n ** BigInt(-exponent)
        : integer * 10n ** BigInt(exponent)
      assert.equal(columnOf(text, 'i64'), expected, text)
    }
  })

  test('what is no such integer does not fit', () => {
    for (const text of ['2147483648', '-2147483649', '1.5', '1e10', '1e-1', '1e400', '-1e400',
      '1.00000000000000000000000000000000001', '1e99999999999999999999', '"1"', 'true', '[]']) {
      assert.throws(() => columnOf(text, 'i32'), TapeTypeError, text)
    }
    for (const text of ['9223372036854775808', '-9223372036854775809', '1e19', '0.5',
      '9007199254740993.5', '1e-99999999999999999999', '123456789012345678901234567890']) {
      assert.throws(() => columnOf(text, 'i64'), TapeTypeError, text)
    }
  })
})

test('an error names row and field', () => {
  const rows = [...Array(20000).fill('{"a":{"b":1}}'), '{"a":{"b":"one"}}']
  assert.throws(() => parse(`[${rows.join()}]`).root.columns({ c: 'f64', 'a/b': 'f64' }), {
    name: 'TapeTypeError', code: 'wrong_type',
    message: 'row 20000, field "a/b": the string "one" does not fit f64'
  })
  for (const [value, type] of /** @type {const} */ ([
    ['1', 'string'], ['null1', 'boolean'], ['{}', 'f64'], ['true', 'string'], ['[]', 'boolean'],
    ['"\\ud800"', 'string'], ['1.5', 'i64']
  ])) {
    const text = value === 'null1' ? '0' : value
    assert.throws(() => columnOf(text, type), { message: /^row 0, field "x": .* does not fit / })
  }
})

test('keys of all kinds', () => {
  const filler = Array.from({ length: 5000 }, (_, i) => `"k${i}":{}`).join()
  const { root } = parse(`[{${filler}},{"late":1,"\\u0069d":2,"a/b":3,"é":4,"\\ud800":5,"":6},
    {"late":7,"id":8,"id":9}, {"list":[1,{"x":2}]}]`)
  const columns = root.columns({
    late: 'f64', id: 'f64', 'a~1b': 'f64', é: 'f64', '\ud800': 'f64', '': 'f64', 'list/1/x': 'f64',
    'list/0': 'i32', 'list/2': 'i32'
  })
  const read = Object.fromEntries(
    columns.names.map((name) => [name, valuesOf(columns.column(/** @type {any} */ (name)))]))
  const no = undefined
  assert.deepEqual(read, {
    late: [no, 1, 7, no], id: [no, 2, 9, no], 'a~1b': [no, 3, no, no], é: [no, 4, no, no],
    '\ud800': [no, 5, no, no], '': [no, 6, no, no], 'list/1/x': [no, no, no, 2],
    'list/0': [no, no, no, 1], 'list/2': [no, no, no, no]
  })
})

test('of equal keys the one that counts', () => {
  const text = '[{"a":{"b":1},"a":{"b":2},"a":{}}]'
  assert.deepEqual(valuesOf(parse(text).root.columns({ 'a/b': 'f64' }).column('a/b')), [undefined])
  const { root } = parse(text, { duplicateKeys: 'first' })
  assert.deepEqual(valuesOf(root.columns({ 'a/b': 'f64' }).column('a/b')), [1])
})

test('a spec is paths and types', () => {
  const { root } = parse('[{}]')
  assert.throws(() => root.columns({ a: /** @type {any} */ ('f32') }), /TypeError.*"a"/)
  assert.throws(() => root.columns(/** @type {any} */ (null)), TypeError)
  assert.throws(() => root.columns({ '~': 'f64' }), TapePointerError)
  assert.throws(() => parse('{}').root.columns({ a: 'f64' }), TapeTypeError)
})

test('many rows of all sizes, through many windows', () => {
  const random = new Random(3)
  const rows = Array.from({ length: 40_000 }, (_, i) => ({
    n: random.oneIn(5) ? null : random.below(1e9) / 8,
    s: random.oneIn(3) ? `é"${i}`.repeat(random.below(4)) : 'x'.repeat(random.below(30)),
    o: { i: i - 20_000, filler: random.oneIn(5000) ? 'z'.repeat(600_000) : [1, 2.5] }
  }))
  const columns = parse(JSON.stringify(rows)).root.columns({ n: 'f64', s: 'string', 'o/i': 'i32' })
  assert.deepEqual(valuesOf(columns.column('n')), rows.map(({ n }) => n ?? undefined))
  assert.deepEqual([...columns.column('s').values], rows.map(({ s }) => s))
  assert.deepEqual([...columns.column('o/i').values], rows.map(({ o }) => o.i))
})

test('a damaged tape gives columns or an error', () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    ({ id: i, user: { name: `n${i}"`, id: i * 1e9 }, s: i / 3, b: i % 2 === 0 }))
  const { version, source, tape } = parse(JSON.stringify(rows)).share()
  const random = new Random(5)
  for (let round = 0; round < 5000; round++) {
    const damaged = tape.slice()
    const at = 16 + random.below(tape.length - 16)
    damaged[at] = random.oneIn(2) ? damaged[at] ^ (1 << random.below(32)) : random.next()
    try {
      TapeDocument.from({ version, source, tape: damaged }).root.columns({
        id: 'i32', 'user/name': 'string', 'user/id': 'i64', s: 'f64', b: 'boolean', 'user/0': 'f64'
      })
    } catch (error) {
      const isExpected = error instanceof TapeFormatError || error instanceof TapeTypeError
      assert.ok(isExpected, String(/** @type {Error} */ (error).stack))
    }
  }
})
