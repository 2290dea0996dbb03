/** The bytes of inputs, and strings that are ill-formed UTF-16. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { escapeLoneSurrogates, toBytes, unescapedIndex } from '../../js/input.js'

test('bytes of all kinds stay where they are', () => {
  const buffer = Uint8Array.of(1, 2, 3, 4).buffer
  const bytes = new Uint8Array(buffer, 1, 2)
  assert.equal(toBytes(bytes), bytes)
  assert.deepEqual(toBytes(new DataView(buffer, 1, 2)), bytes)
  assert.equal(toBytes(new DataView(buffer, 1, 2)).buffer, buffer)
  assert.equal(toBytes(buffer).buffer, buffer)
  const shared = new SharedArrayBuffer(3)
  assert.equal(/** @type {unknown} */ (toBytes(shared).buffer), shared)
  const node = Buffer.from('[]')
  assert.equal(toBytes(node), node)
  assert.deepEqual(toBytes(runInNewContext('Uint8Array.of(1, 2)')), Uint8Array.of(1, 2))
  assert.deepEqual(toBytes(runInNewContext('Uint8Array.of(1, 2).buffer')), Uint8Array.of(1, 2))
})

test('anything else is named', () => {
  for (const input of [undefined, null, 1, {}, [1], new Int8Array(1), new Uint32Array(1)]) {
    assert.throws(() => toBytes(/** @type {any} */ (input)),
      { name: 'TypeError', message: /^input must be/ })
  }
})

test('lone surrogates become escapes', () => {
  const pairs = [
    ['', ''], ['é\u{1d11e}', 'é\u{1d11e}'], ['"\ud800"', '"\\ud800"'], ['\udc00', '\\udc00'],
    ['\ud800\ud800\udc00', '\\ud800\ud800\udc00'], ['\udc00\ud800', '\\udc00\\ud800'],
    ['\\\\\ud800', '\\\\\\ud800'], ['\\\udfff', '\\\ufffd'], ['\\\\\\\udbff', '\\\\\\\ufffd']
  ]
  for (const [text, escaped] of pairs) assert.equal(escapeLoneSurrogates(text), escaped)
})

test('indices lead back', () => {
  const text = 'a\ud800b\\\udc00c\ud800\udc00\udfffd'
  const escaped = escapeLoneSurrogates(text)
  assert.equal(escaped, 'a\\ud800b\\\ufffdc\ud800\udc00\\udfffd')
  const indices = [0, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 9, 10]
  assert.deepEqual(indices.map((_, index) => unescapedIndex(text, index)), indices)
  assert.equal(unescapedIndex('plain', 3), 3)
})
