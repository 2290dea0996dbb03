/** jsontape/cbor: values in and out, options, errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CborError, CborSimple, CborTag, CborWriterError, decode, encode, fromDocument, fromJson,
  parse } from '../../js/cbor.js'
import { parse as parseJson, TapeSyntaxError } from '../../js/index.js'
import { fromHex } from '../support/suites.js'

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Buffer.from(bytes).toString('hex')
}

/** @param {string} hex @param {string} code @param {number} offset @param {object} [options] */
function refuses(hex, code, offset, options) {
  assert.throws(() => decode(fromHex(hex), options), (error) => {
    assert.ok(error instanceof CborError && error instanceof SyntaxError)
    assert.deepEqual([error.code, error.offset, error.name], [code, offset, 'CborError'], hex)
    return true
  })
  assert.throws(() => parse(fromHex(hex), options), CborError)
}

test('values in both directions', () => {
  const value = {
    text: ['', 'ASCII', 'é', '水', '😀', 'a\\b é', 'x'.repeat(300)],
    numbers: [0, 23, 24, -24, -25, 255, 256, 65535, 65536, 2 ** 32, -(2 ** 32), 1.5, -0, 1e300,
      NaN, Infinity, -Infinity, 2 ** 53 - 1, 5e-324],
    bigints: [2n ** 53n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 64n), -(2n ** 64n) - 1n, 2n ** 200n],
    others: [true, false, null, undefined, new CborSimple(16), new CborSimple(255)],
    bytes: [new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(70000)],
    map: new Map(/** @type {[any, any][]} */ ([[1, 'one'], ['two', 2], [new CborTag(1, 2), []]])),
    tag: new CborTag(2n ** 64n - 1n, new CborTag(0, 'x')),
    empty: [[], {}]
  }
  for (const mode of /** @type {const} */ (['lax', 'strict', 'canonical', 'deterministic'])) {
    assert.deepEqual(decode(encode(value, { mode }), { mode }), value)
  }
})

test('numbers take the shortest form', () => {
  const encodings = /** @type {[any, string][]} */ ([
    [1, '01'], [1.5, 'f93e00'], [-0, 'f98000'], [100000.5, 'fa47c35040'], [1.1, 'fb3ff199999999999a'],
    [2 ** 53, 'fa5a000000'], [NaN, 'f97e00'], [5.960464477539063e-8, 'f90001'], [65536.5, 'fa47800040'],
    [2n ** 53n, '1b0020000000000000'], [1n, '01'], [-1n, '20']
  ])
  for (const [value, hex] of encodings) assert.equal(toHex(encode(value)), hex, String(value))
  assert.equal(toHex(encode(1.5, { floats: 'double' })), 'fb3ff8000000000000')
  assert.equal(toHex(encode(1.5, { mode: 'ctap2' })), 'fb3ff8000000000000')
})

test('all half floats', () => {
  for (let bits = 0; bits < 0x10000; bits++) {
    const exponent = bits >> 10 & 31
    const fraction = bits & 1023
    const magnitude = exponent === 31 ? (fraction ? NaN : Infinity)
      : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25)
    const expected = bits & 0x8000 ? -magnitude : magnitude
    const bytes = Uint8Array.of(0xf9, bits >> 8, bits & 255)
    const value = decode(bytes)
    assert.ok(Object.is(value, expected), bits.toString(16))
    const isInteger = Number.isInteger(value) && !Object.is(value, -0)
    if (!isInteger && !Number.isNaN(value)) assert.deepEqual(encode(value), bytes)
  }
})

test('integers beyond 2^53', () => {
  const bytes = fromHex('821bffffffffffffffff01')
  assert.deepEqual(decode(bytes), [2n ** 64n - 1n, 1])
  assert.deepEqual(decode(bytes, { bigint: 'always' }), [2n ** 64n - 1n, 1n])
  assert.deepEqual(decode(fromHex('3bffffffffffffffff')), -(2n ** 64n))
  assert.deepEqual(decode(fromHex('1b001fffffffffffff')), 2 ** 53 - 1)
  assert.deepEqual(decode(fromHex('86c3420100c34100c340c240c243000100c25f41014100ff')),
    [-257, -1, -1, 0, 256, 256])
})

test('maps', () => {
  const mixed = fromHex('a2010261610a')
  assert.deepEqual(decode(mixed), new Map(/** @type {[any, any][]} */ ([[1, 2], ['a', 10]])))
  assert.deepEqual(decode(mixed, { maps: 'object' }), { 1: 2, a: 10 })
  assert.deepEqual(decode(fromHex('a161610a'), { maps: 'map' }), new Map([['a', 10]]))
  const inherited = decode(fromHex('a1695f5f70726f746f5f5f01'))
  assert.deepEqual(Object.getOwnPropertyNames(inherited), ['__proto__'])
  assert.deepEqual(decode(fromHex('a2616101616102'), { mode: 'lax' }), { a: 2 })
})

test('sequences', () => {
  assert.deepEqual(decode(new Uint8Array(), { sequence: true }), [])
  assert.deepEqual(decode(fromHex('0161618103'), { sequence: true }), [1, 'a', [3]])
  refuses('018101ff', 'unexpected_break', 3, { sequence: true })
  refuses('0181', 'truncated', 2, { sequence: true })
  refuses('0101', 'trailing_data', 1)
})

test('errors and their places', () => {
  refuses('', 'truncated', 0)
  refuses('9a00f00000', 'truncated', 5)
  refuses('bf616bff', 'unexpected_break', 3)
  refuses('f81e', 'not_well_formed', 0)
  refuses('7f61c361a9ff', 'invalid_utf8', 2)
  refuses('62c328', 'invalid_utf8', 1)
  refuses('a3616101616202616103', 'duplicate_key', 7)
  refuses('a20100180100', 'duplicate_key', 3)
  refuses('a26161017f6161ff02', 'duplicate_key', 4)
  refuses('a262616101617a02', 'key_order', 5, { mode: 'canonical' })
  refuses('a2010018 0100'.replace(' ', ''), 'not_shortest', 3, { mode: 'canonical' })
  refuses('9fff', 'indefinite_forbidden', 0, { mode: 'deterministic' })
  refuses('81c100', 'tag_forbidden', 1, { mode: 'ctap2' })
  refuses('818100', 'depth', 1, { maxDepth: 1 })
  refuses('c1c100', 'depth', 1, { maxDepth: 1 })
  for (const hex of ['f9fe00', 'f97e01', 'fa7fc00000', 'fb7ff8000000000000']) {
    refuses(hex, 'not_shortest', 0, { mode: 'canonical' })
  }
})

test('deep items overflow no stack', () => {
  const deep = new Uint8Array(1_000_001).fill(0x81)
  deep[1_000_000] = 0
  refuses(toHex(deep.subarray(0, 2000)), 'depth', 1024)
  let value = decode(deep, { maxDepth: 1_000_000 })
  let depth = 0
  for (; Array.isArray(value); depth++) value = value[0]
  assert.equal(depth, 1_000_000)
  const circular = /** @type {any[]} */ ([])
  circular.push(circular)
  assert.throws(() => encode(circular), { code: 'depth' })
})

test('what has no CBOR form', () => {
  for (const value of [Symbol('x'), () => 1, new Date(), new Set(), new Float64Array(1)]) {
    assert.throws(() => encode([value]), TypeError)
  }
  assert.throws(() => decode('01'), TypeError)
  assert.throws(() => new CborSimple(24), RangeError)
  assert.throws(() => new CborTag(-1, 0), RangeError)
})

test('lone surrogates', () => {
  assert.throws(() => encode(['\udc9a']), (error) =>
    error instanceof CborWriterError && error.code === 'lone_surrogate')
  assert.equal(toHex(encode(['\udc9a', 'x'], { mode: 'lax' })), '8263efbfbd6178')
  // Halves at the edges of two strings do not meet.
  assert.throws(() => encode(['\ud83d', '\ude00']), { code: 'lone_surrogate' })
  assert.throws(() => fromJson('["\\udc9a"]'), { code: 'lone_surrogate' })
  assert.equal(toHex(fromJson('["\\udc9a"]', { mode: 'lax' })), '8163efbfbd')
})

test('JSON text', () => {
  assert.equal(toHex(fromJson('[1,1.0,-0,1e2,-18446744073709551616,18446744073709551616]')),
    '8601f93c00f98000f956403bffffffffffffffffc249010000000000000000')
  assert.equal(toHex(fromJson('"\\u00e9\\ud83d\\ude00\\n"')), '67c3a9f09f98800a')
  assert.throws(() => fromJson('[1,}'), TapeSyntaxError)
  assert.throws(() => fromJson('{"a":1,"\\u0061":2}'), { code: 'duplicate_key' })
  assert.equal(toHex(fromJson('{"bb":1,"a":2}', { mode: 'canonical' })), 'a26161026262 6201'.replace(' ', ''))
  assert.throws(() => fromJson(`[${'1'.repeat(100_001)}]`), RangeError)
  const digits = '123456789'.repeat(1000)
  assert.equal(decode(fromJson(digits)), BigInt(digits))
  assert.equal(decode(fromJson(`-${digits}`)), -BigInt(digits))
})

test('documents', () => {
  const document = parseJson('{"a":[1,"x"],"b":{"c":null}}')
  assert.equal(toHex(fromDocument(document)), toHex(fromJson('{"a":[1,"x"],"b":{"c":null}}')))
  const node = /** @type {import('../../js/index.js').TapeNode} */ (document.at('/a'))
  assert.equal(toHex(fromDocument(node)), '82016178')
})

test('options', () => {
  assert.throws(() => decode(fromHex('01'), /** @type {any} */ ({ modes: 'lax' })), TypeError)
  assert.throws(() => encode(1, /** @type {any} */ ({ mode: 'loose' })), TypeError)
  assert.throws(() => encode(1, { mode: 'canonical', floats: 'double' }), TypeError)
})
