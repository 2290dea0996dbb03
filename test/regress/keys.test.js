/**
 * Keys: compared decoded, cached by their text and not by their length, repeated, named like
 * properties that objects inherit; and many of them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse, validate } from 'jsontape'

/** @param {string} text */
const keysOf = (text) => [...parse(text).root.keys()]

test('keys of equal source length are not confused', () => {
  const text = '[{"\\"":1},{"\\\\":2},{"\\"":3},{"\\/":4},{"\\b":5},{"ab":6},{"ac":7},{"ab":8}]'
  const nodes = [...parse(text).root.values()]
  assert.deepEqual(
    nodes.flatMap((node) => [...node.keys()]),
    ['"', '\\', '"', '/', '\b', 'ab', 'ac', 'ab']
  )
  assert.deepEqual(parse(text).toJS(), JSON.parse(text))
})

test('keys that agree in their first and last bytes, around every vector length', () => {
  for (const length of [7, 8, 9, 15, 16, 17, 23, 24, 31, 32, 33, 64]) {
    const keys = Array.from({ length: 40 }, (_, i) => {
      const middle = String(i).padStart(3, '-')
      return (
        'a'.repeat(Math.floor((length - 3) / 2)) + middle + 'z'.repeat(Math.ceil((length - 3) / 2))
      )
    })
    const object = Object.fromEntries(keys.map((key, i) => [key, i]))
    const document = parse(
      JSON.stringify([object, object, Object.fromEntries(Object.entries(object).reverse())])
    )
    assert.deepEqual(document.toJS(), JSON.parse(JSON.stringify([object, object, object])))
    for (const node of document.root) {
      for (const [key, value] of Object.entries(object))
        assert.equal(node.get(key)?.number(), value)
      assert.equal(node.get(keys[0] + 'z'), undefined)
      assert.equal(node.get(keys[0].slice(1)), undefined)
    }
  }
})

test('an order of keys that was right so far may be wrong the next time', () => {
  const text = JSON.stringify([
    ...Array(5).fill({ id: 1, name: 2, score: 3 }),
    { id: 1, nome: 2, score: 3 },
    { id: 1, 'name"': 2, score: 3 },
    { id: 1, name2: 2, score: 3 },
    { id: 1, nam: 2, score: 3 },
    { score: 3, name: 2, id: 1 },
    {}
  ])
  assert.deepEqual(parse(text).toJS(), JSON.parse(text))
  for (let spaces = 0; spaces < 40; spaces++) {
    // with more or less behind the last key
    const padded = text.slice(0, -1) + ',{"id":1}' + ' '.repeat(spaces) + ']'
    assert.deepEqual(parse(padded).toJS(), JSON.parse(padded))
  }
})

test('a key written with escapes is the same key', () => {
  const document = parse('{"a":1,"b":2,"\\u0061":3}')
  assert.equal(document.root.get('a')?.number(), 3)
  assert.equal(document.get('/a'), 3)
  assert.equal(JSON.stringify(document.toJS()), '{"a":3,"b":2}')
  assert.deepEqual(keysOf('{"a":1,"b":2,"\\u0061":3}'), ['a', 'b', 'a'])
  const first = parse('{"a":1,"b":2,"\\u0061":3}', { duplicateKeys: 'first' })
  assert.equal(first.root.get('a')?.number(), 1)
  assert.equal(JSON.stringify(first.toJS()), '{"a":1,"b":2}')
})

test('equal keys as an error: where the second one starts', () => {
  const verdicts = /** @type {const} */ ([
    ['{"a":1,"b":2,"\\u0061":3}', 13],
    ['{"":1,"":2}', 6],
    ['{"a":{"a":1},"a":[{"a":1,"a":2}]}', 13],
    ['{"x":[{"a":1,"a":2}],"x":1}', 13],
    ['{"\\ud83d\\ude00":1,"😀":2}', 18],
    ['[{"k":1},{"k":1},{"k":1,"l":2,"k":3}]', 30]
  ])
  for (const [text, offset] of verdicts) {
    const error = validate(text, { duplicateKeys: 'error' })
    assert.deepEqual([error?.code, error?.offset], ['duplicate_key', offset], text)
  }
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '{"a":1,"A":2,"á":3}',
    '{"\\\\":1,"/":2}'
  ]) {
    assert.equal(validate(text, { duplicateKeys: 'error' }), null, text)
  }
})

test('more keys than are interned, some of them twice', () => {
  const entries = Array.from({ length: 30_000 }, (_, i) => `"key ${i % 20_000}":${i}`)
  const text = `{${entries.join(',')}}`
  const document = parse(text)
  assert.deepEqual(document.toJS(), JSON.parse(text))
  for (const i of [0, 1, 4095, 4096, 9999, 10_000, 19_999]) {
    assert.equal(document.root.get(`key ${i}`)?.number(), JSON.parse(text)[`key ${i}`])
  }
  const error = validate(text, { duplicateKeys: 'error' })
  assert.deepEqual([error?.code, error?.offset], ['duplicate_key', text.lastIndexOf('"key 0"')])
  assert.equal(
    validate(`{${entries.slice(0, 20_000).join(',')}}`, { duplicateKeys: 'error' }),
    null
  )
})

test('names that objects inherit are ordinary keys', () => {
  const text =
    '{"\\u005f_proto__":{"isAdmin":true},"constructor":1,"toString":2,"hasOwnProperty":3,"a":4}'
  const document = parse(text)
  const value = /** @type {any} */ (document.toJS())
  assert.deepEqual(Object.keys(value), [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'a'
  ])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(value.isAdmin, undefined)
  assert.equal(document.get('/__proto__/isAdmin'), true)
  assert.equal(parse('{}').root.get('__proto__'), undefined)
  assert.equal(parse('{}').root.has('toString'), false)
  const error = /** @type {any} */ (captured(() => document.toJS({ proto: 'error' })))
  assert.deepEqual([error.code, error.offset], ['forbidden_key', 1])
  assert.deepEqual(Object.keys(/** @type {any} */ (document.toJS({ proto: 'ignore' }))), [
    'constructor',
    'toString',
    'hasOwnProperty',
    'a'
  ])
})

/** @param {() => unknown} call */
function captured(call) {
  try {
    return call()
  } catch (error) {
    return error
  }
}
