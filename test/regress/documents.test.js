/**
 * Documents as a whole: values read in any order, documents that are kept while others come and go,
 * depth without recursion, errors that stay small and say the right place.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { TapeSyntaxError, parse, validate } from 'jsontape'

import { assertReads, placeOf } from '../support/expect.js'
import { damage, randomDocument } from '../support/documents.js'
import { plainError } from '../support/plain.js'
import { Random } from '../support/random.js'
import { utf8 } from '../support/suites.js'

test('random documents, read lazily and in full', () => {
  const random = new Random(4)
  for (let round = 0; round < 2000; round++) {
    const text = randomDocument(random)
    const bytes = utf8(text)
    const document = parse(bytes)
    const value = JSON.parse(text.replace(/^\ufeff/, ''))
    assertReads(document.root, value)
    assert.deepStrictEqual(document.toJS(), value)
    assert.equal(JSON.stringify(document), JSON.stringify(value))
  }
})

test('damaged documents: the verdict, the place, and the same of bytes and strings', () => {
  const random = new Random(5)
  for (let round = 0; round < 4000; round++) {
    const bytes = damage(random, utf8(randomDocument(random, 3)))
    const expected = plainError(bytes)
    const error = validate(bytes)
    assert.equal(error?.code, expected?.code)
    if (!expected || !error) continue
    assert.equal(error.offset, expected.offset)
    assert.ok(error.message.length <= 300)
    if (expected.code === 'bom') continue
    const { line, column, byteInLine } = error
    assert.deepEqual({ line, column, byteInLine }, placeOf(bytes, expected.offset))
    const text = Buffer.from(bytes).toString()
    if (Buffer.compare(Buffer.from(text), bytes) !== 0 || text.startsWith('\ufeff')) continue
    const ofString = validate(text)
    assert.deepEqual([ofString?.code, ofString?.offset], [expected.code, expected.offset])
    const before = Buffer.from(bytes.subarray(0, expected.offset)).toString()
    assert.equal(ofString?.index, before.length)
  }
})

test('nodes answer in any order, again and again', () => {
  const { root } = parse('{"x":11,"y":[22,{"z":33}],"w":{"x":44}}')
  const x = root.get('x')
  const y = root.get('y')
  const z = y?.at(1)?.get('z')
  for (let round = 0; round < 3; round++) {
    assert.equal(z?.number(), 33)
    assert.equal(root.get('w')?.get('x')?.number(), 44)
    assert.equal(x?.number(), 11)
    assert.equal(y?.at(0)?.number(), 22)
  }
})

test('iterators over one document do not disturb each other', () => {
  const { root } = parse('[[1,2,3],[4,5,6],{"a":7,"b":[8,9]}]')
  const outer = root.values()
  const first = /** @type {any} */ (outer.next().value).values()
  assert.equal(first.next().value.number(), 1)
  const second = /** @type {any} */ (outer.next().value).values()
  assert.equal(second.next().value.number(), 4)
  assert.equal(first.next().value.number(), 2)
  const third = /** @type {any} */ (outer.next().value).entries()
  assert.equal(third.next().value[0], 'a')
  assert.equal(first.next().value.number(), 3)
  assert.equal(third.next().value[1].at(1).number(), 9)
  assert.equal(second.next().value.number(), 5)
  assert.ok(outer.next().done && first.next().done)
})

test('a document and its views outlive every later call', () => {
  const document = parse(utf8('{"a":[1,"text",{"b":true}]}'))
  const raw = document.root.get('a')?.raw()
  const large = new Uint8Array(48e6).fill(0x20)
  large[large.length - 1] = 0x31
  assert.equal(parse(large).root.number(), 1)
  for (let round = 0; round < 100; round++) parse(`[${'"other",'.repeat(round)}0]`)
  assert.deepEqual(document.toJS(), { a: [1, 'text', { b: true }] })
  assert.equal(Buffer.from(/** @type {any} */ (raw)).toString(), '[1,"text",{"b":true}]')
  assert.equal(document.get('/a/2/b'), true)
})

test('20,000 small documents in one turn of the event loop', () => {
  const text = `{"a":[${'1,'.repeat(999)}1]}`
  const before = process.memoryUsage().rss
  for (let i = 0; i < 20_000; i++) assert.equal(parse(text).get('/a/0'), 1)
  assert.ok(process.memoryUsage().rss - before < 500e6)
})

test('a failed parse leaves nothing behind', () => {
  const good = '{"a":[1,2,{"b":"c"}]}'
  for (const bad of [
    '{"a":[1,2,{"b":x',
    '[[[[[[[',
    '"\\ud800\\x"',
    '{"a":1,"a"',
    '',
    '\xff'.repeat(99)
  ]) {
    assert.throws(() => parse(bad), TapeSyntaxError)
    assert.deepEqual(parse(good).toJS(), JSON.parse(good))
  }
})

test('depth: the limit and far below it', () => {
  for (const depth of [2, 3, 1023, 1024]) {
    const text = '['.repeat(depth) + ']'.repeat(depth)
    assert.equal(validate(text), null)
    const error = validate(text, { maxDepth: depth - 1 })
    assert.deepEqual([error?.code, error?.offset], ['depth', depth - 1])
  }
  const deepest = validate('['.repeat(1025))
  assert.deepEqual([deepest?.code, deepest?.offset], ['depth', 1024])
  const mixed = '{"a":['.repeat(300)
  const error = validate(mixed + 'x')
  assert.equal(error?.code, 'unexpected_byte')
  assert.equal(error?.pointer, '/a/0'.repeat(300))
})

test('a very deep document: no stack overflows', () => {
  const depth = 200_000
  const maxDepth = depth
  const text = '[{"a":'.repeat(depth / 2) + '5' + '}]'.repeat(depth / 2)
  const { root } = parse(text, { maxDepth })
  let node = root
  let levels = 0
  while (node.type !== 'number') {
    node = /** @type {any} */ (node.type === 'array' ? node.at(0) : node.get('a'))
    levels++
  }
  assert.equal(levels, depth)
  assert.equal(node.number(), 5)
  assert.equal(root.end, text.length)
  assert.equal(node.pointer.length, '/0/a'.length * (depth / 2))
  assert.equal(validate('['.repeat(depth + 1), { maxDepth })?.offset, depth)
  assert.equal(validate('['.repeat(depth), { maxDepth })?.code, 'unexpected_end')
  let value = /** @type {any} */ (undefined)
  try {
    value = root.toJS()
  } catch (error) {
    assert.ok(error instanceof RangeError && !/call stack/i.test(error.message), String(error))
  }
  for (let i = 0; value && i < 10; i++) value = value[0].a
})

test('messages stay short and show the place', () => {
  const long = 'a'.repeat(1_000_000)
  for (const text of [
    `[truX${long}`,
    `"${long}\n${long}"`,
    `[${long}]`,
    `{"${long}":x}`,
    `[1${long}`,
    `${' '.repeat(1000)}${'é'.repeat(1000)}`,
    `"${'𝄞'.repeat(1000)}\\x"`,
    `{"${long}":{"${long}":[x`
  ]) {
    const error = /** @type {any} */ (validate(text))
    assert.ok(error instanceof TapeSyntaxError)
    assert.ok(error.message.length <= 300, String(error.message.length))
    assert.ok(error.excerpt.length <= 300)
  }
})

test('columns count UTF-16 units, bytes are bytes', () => {
  const error = /** @type {any} */ (validate('{"a":"é€𝄞", "b":?}'))
  const { code, offset, line, column, byteInLine, index } = error
  assert.deepEqual(
    { code, offset, line, column, byteInLine, index },
    { code: 'unexpected_byte', offset: 22, line: 1, column: 18, byteInLine: 22, index: 17 }
  )
})

test('whitespace before an invalid token: line and byte, for every run', () => {
  for (const unit of [' ', '\n', '\r\n', '\t', '\n  ', ' \n\t', '\r']) {
    for (let run = 0; run <= 40; run++) {
      const space = unit.repeat(run)
      for (const before of ['', '[1,', '{"a":', '\n[']) {
        const error = /** @type {any} */ (validate(`${before}${space}?`))
        const text = before + space
        const lines = text.split('\n')
        assert.equal(error.offset, text.length)
        assert.equal(error.line, lines.length)
        assert.equal(error.byteInLine, /** @type {string} */ (lines.at(-1)).length)
      }
    }
  }
})
