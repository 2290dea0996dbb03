/**
 * decode against JSON.parse, to the last observable thing: kinds of values, the order of keys, -0,
 * prototypes, properties. White space is added so that no document is small enough for decode to
 * hand it to JSON.parse itself, and enough is decoded before that none is early enough.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decode, parse } from 'jsontape'
import { EARLY_NBYTES, SMALL_LENGTH, SMALL_NBYTES } from '../../js/parse.js'
import { randomDocument } from '../support/documents.js'
import { Random } from '../support/random.js'
import { needsShared, readBytes, realDocuments } from '../support/suites.js'

const DOCUMENTS = 100000
const byteMargin = ' '.repeat(SMALL_NBYTES)
const stringMargin = ' '.repeat(SMALL_LENGTH)

decode(`${' '.repeat(EARLY_NBYTES)}0`)

/**
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
function same(a, b) {
  const pairs = [[a, b]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [x, y] = /** @type {[any, any]} */ (pair)
    if (typeof x !== 'object' || x === null || typeof y !== 'object' || y === null) {
      if (!Object.is(x, y)) return false
      continue
    }
    if (Object.getPrototypeOf(x) !== Object.getPrototypeOf(y)) return false
    const keys = Object.keys(x)
    const others = Object.keys(y)
    if (keys.length !== others.length || x.length !== y.length) return false
    for (const [i, key] of keys.entries()) {
      if (key !== others[i]) return false
      const property = Object.getOwnPropertyDescriptor(x, key)
      if (!property?.writable || !property.configurable) return false
      pairs.push([property.value, Object.getOwnPropertyDescriptor(y, key)?.value])
    }
  }
  return true
}

/** @param {string} text */
function compare(text) {
  const expected = JSON.parse(text)
  assert.ok(same(decode(stringMargin + text), expected), `string: ${text.slice(0, 300)}`)
  const bytes = new TextEncoder().encode(byteMargin + text)
  assert.ok(same(decode(bytes), JSON.parse(new TextDecoder().decode(bytes))),
    `bytes: ${text.slice(0, 300)}`)
}

test(`${DOCUMENTS} generated documents`, () => {
  const random = new Random(20)
  let compared = 0
  while (compared < DOCUMENTS) {
    const text = randomDocument(random)
    try {
      JSON.parse(text)
    } catch {
      continue
    }
    compare(text)
    compared++
  }
})

test('what objects inherit, numbers as keys, duplicates', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', '0',
    '4294967294', '4294967295', '-1', '01', '__proto_\\u005f', 'a']) {
    compare(`{"b": 1, "${key}": {"x": 1}, "10": 2, "9": 3, "${key}": [2], "b": 4}`)
    compare(`[{"${key}": null}, {"x": {"${key}": {"${key}": true}}}]`)
  }
})

test('inherited setters and read-only properties are not touched', () => {
  let called = false
  Object.defineProperties(Object.prototype, {
    trap: { set() { called = true }, configurable: true },
    fixed: { value: 1, writable: false, configurable: true },
  })
  try {
    compare('{"trap": 1, "fixed": 2, "more": {"trap": [3]}}')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'trap')
    Reflect.deleteProperty(Object.prototype, 'fixed')
  }
  assert.equal(called, false)
})

test('strings of all kinds and lengths, at the borders of the pieces they are cut from', () => {
  const kinds = ['a', 'é', '€', '𝄞', '\\n', '\\u0416', '\\ud834\\udd1e', '\\ud800', '\\udc00x']
  for (const length of [0, 1, 12, 13, 100, 8191, 16383, 16384, 32767, 32768, 32769, 70000]) {
    for (const kind of kinds) {
      const text = kind.repeat(Math.ceil(length / kind.length))
      const document = `["${text}", "x", "${kind}", {"${text}": "${text}", "k": "${kind}y"}]`
      compare(document)
      assert.ok(same(parse(document).toJS(), JSON.parse(document)), `lazy: ${kind} * ${length}`)
    }
  }
})

test('arrays of numbers and mixtures', () => {
  for (const count of [0, 1, 2, 3, 4, 5, 100]) {
    for (const value of ['1', '-1', '8388607', '8388608', '1.5', '-0', '-0.0', '1e400', 'true']) {
      const values = new Array(count).fill(value)
      compare(`[${values}]`)
      compare(`[${[...values, '7']}, [${['2.5', ...values]}]]`)
    }
  }
})

test('depth on both sides of where recursion ends', () => {
  for (const depth of [1, 199, 200, 201, 1024]) {
    compare('['.repeat(depth) + ']'.repeat(depth))
    compare('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
  }
})

test('objects with room for few members, for many, and for less than they get', () => {
  for (const count of [1, 4, 5, 8, 9, 16, 17, 32, 33, 64, 100, 300]) {
    const members = Array.from({ length: count }, (_, i) => `"key${i}": ${i}.5, "${i}": [${i}]`)
    compare(`{${members}}`)
    compare(`[{${members.reverse()}}, {"$1": 1, ${members}}]`)
  }
})

test('keys of several documents in turn', () => {
  for (let i = 0; i < 200; i++) {
    const n = i % 70
    compare(`{"a${n}": 1, "a": 2, "${'long'.repeat(n)}": {"é${n}": [{"a${n}": "x"}]}}`)
  }
})

test('more distinct keys than are interned', () => {
  const members = Array.from({ length: 6000 }, (_, i) => `"key é ${i}": ${i}, "${i}": "v${i}"`)
  compare(`{${members}}`)
})

test('a kept string keeps little of its document alive', () => {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collect = runInNewContext('gc')
  const filler = 'x'.repeat(2000)
  const kept = []
  collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 200; i++) {
    const document = Array.from({ length: 100 }, (_, k) => `"${i} ${k} ${filler}"`)
    document[50] = `"a string that is kept ${i}"`
    kept.push(decode(`[${document}]`)[50])
  }
  collect()
  const each = (process.memoryUsage().heapUsed - before) / kept.length
  assert.ok(each < 80 * 1024, `each kept string keeps ${Math.round(each)} bytes`)
})

test('real documents', needsShared('suites/08-real'), () => {
  for (const path of realDocuments()) {
    if (!/json$/.test(path)) continue
    const bytes = readBytes(path)
    const expected = JSON.parse(new TextDecoder().decode(bytes))
    assert.ok(same(decode(bytes), expected), path)
    assert.ok(same(parse(bytes).toJS(), expected), path)
  }
})
