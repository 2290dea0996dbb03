/** Wide containers, whose indexes are made when they are searched again and again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, TapeDocument, TapeFormatError } from 'jsontape'
import { thrownBy } from '../support/expect.js'

const N = 5000
const keys = Array.from({ length: N }, (_, i) => (i % 3 ? `k${i}` : `é${i}\n`))
const object = parse(JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, i]))))
const array = parse(JSON.stringify(Array.from({ length: N }, (_, i) => (i % 2 ? [i] : `${i}`))))

test('members by key, again and again', () => {
  for (let round = 0; round < 3; round++) {
    keys.forEach((key, i) => assert.equal(object.root.get(key)?.number(), i))
    for (const key of ['', 'k', 'k0', 'é1\n', 'k50000', '\ud800']) {
      assert.equal(object.root.has(key), false)
    }
  }
})

test('elements by index, forwards, backwards and at random', () => {
  const value = (/** @type {number} */ i) => (i % 2 ? [i] : `${i}`)
  for (let i = 0; i < N; i++) assert.deepEqual(array.root.at(i)?.toJS(), value(i))
  for (let i = 1; i <= N; i++) assert.deepEqual(array.root.at(-i)?.toJS(), value(N - i))
  for (let i = 0; i < N; i++) {
    const at = (i * 7919) % N
    assert.deepEqual(array.get(`/${at}`), value(at))
  }
  assert.equal(array.root.at(N), undefined)
  assert.equal(array.root.at(-N - 1), undefined)
})

test('pointers of all children', () => {
  let i = 0
  for (const [key, node] of object.root.entries()) {
    assert.equal(node.pointer, `/${key}`)
    assert.equal(node.position.line, 1)
  }
  for (const node of array.root) {
    assert.equal(node.pointer, `/${i}`)
    if (i % 2) assert.equal(node.at(0)?.pointer, `/${i}/0`)
    i++
  }
  const numbers = parse(`[${'1,'.repeat(N)}1]`)
  assert.equal(numbers.root.at(N)?.pointer, `/${N}`)
  const doubles = parse(`[${'0.5,'.repeat(N)}1.5]`)
  assert.equal(doubles.root.at(N)?.pointer, `/${N}`)
})

test('of equal keys the one that counts', () => {
  const text = `{${keys.map((key) => `${JSON.stringify(key)}:1`).join()},"k1":2,"\\u006b2":3}`
  for (const [duplicateKeys, expected] of /** @type {const} */ ([
    ['last', [2, 3, 1]], ['first', [1, 1, 1]]
  ])) {
    const { root } = parse(text, { duplicateKeys })
    for (let round = 0; round < 4; round++) {
      assert.deepEqual(['k1', 'k2', 'k4'].map((key) => root.get(key)?.number()), expected)
    }
  }
})

test('more keys than are interned, in objects of any width', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({ [`a${i}`]: i, [`b${i}`]: 2 * i, c: 1 }))
  const { root } = parse(JSON.stringify(rows))
  rows.forEach((_row, i) => {
    const node = root.at(i)
    assert.equal(node?.get(`a${i}`)?.number(), i)
    assert.equal(node?.get(`b${i}`)?.toJS(), 2 * i)
    assert.equal(node?.get('c')?.number(), 1)
    assert.equal(node?.get(`a${i + 1}`), undefined)
  })
})

test('damage is met when an index is made', () => {
  const { version, source, tape } = array.share()
  const damaged = tape.slice()
  damaged[damaged.length - damaged[7] * 2 - 8] ^= 0xff
  const { root } = TapeDocument.from({ version, source, tape: damaged })
  const error = thrownBy(() => {
    for (let round = 0; round < 5; round++) root.at(N - 1)?.toJS()
  })
  assert.ok(error instanceof TapeFormatError)
})
