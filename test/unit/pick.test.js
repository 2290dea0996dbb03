/** Picking fields of objects and of arrays of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, TapeDocument, TapeFormatError, TapePointerError, TapeTypeError } from 'jsontape'
import { Random } from '../support/random.js'

const text = `[
  {"id": 1, "user": {"id": 7, "name": "Ann\\u00e9"}, "tags": ["x", {"y": 2}], "score": 1.5},
  {"id": 2, "user": null, "score": 1e400},
  {"user": {"name": ""}, "id": 3, "id": 4, "extra": {"id": 5}},
  {}, null, 5, "x", [], [{"id": 6}]
]`
const document = parse(text)

test('fields of every element, all of one shape', () => {
  const paths = ['id', 'user/id', 'user/name', 'score']
  const picked = document.root.pick(paths)
  assert.deepEqual(picked, JSON.parse(text).map((/** @type {any} */ row) => ({
    id: row?.id, 'user/id': row?.user?.id, 'user/name': row?.user?.name, score: row?.score
  })))
  for (const object of picked) assert.deepEqual(Object.keys(object), paths)
})

test('fields of one object', () => {
  assert.deepEqual(document.at('/0')?.pick(['user', 'tags/1/y', 'tags/0', 'tags/2', 'tags/-']), {
    user: { id: 7, name: 'Anné' }, 'tags/1/y': 2, 'tags/0': 'x', 'tags/2': undefined,
    'tags/-': undefined
  })
  assert.deepEqual(document.at('/0')?.pick([]), {})
  assert.deepEqual(document.at('/8')?.pick(['0/id', 'id']), [{ '0/id': undefined, id: 6 }])
})

test('a path and what is inside of it', () => {
  assert.deepEqual(document.at('/0')?.pick(['user/id', 'user', 'user/id']),
    { 'user/id': 7, user: { id: 7, name: 'Anné' } })
})

test('paths are pointers', () => {
  const { root } = parse('{"a/b":1,"":{"":2},"~":3,"__proto__":4,"\\u0063":5}')
  assert.deepEqual(Object.entries(root.pick(['a~1b', '/', '~0', '__proto__', 'c', 'd'])), [
    ['a~1b', 1], ['/', 2], ['~0', 3], ['__proto__', 4], ['c', 5], ['d', undefined]
  ])
  assert.throws(() => root.pick(['a~2']), TapePointerError)
  for (const wrong of [undefined, 'id', [1], {}]) {
    assert.throws(() => root.pick(/** @type {any} */ (wrong)), TypeError)
  }
})

test('of equal keys the one that counts, also around others', () => {
  const twice = '[{"a":{"b":1,"c":2},"a":{"b":3}}]'
  assert.deepEqual(parse(twice).root.pick(['a/b', 'a/c']), [{ 'a/b': 3, 'a/c': undefined }])
  assert.deepEqual(parse(twice, { duplicateKeys: 'first' }).root.pick(['a/b', 'a/c']),
    [{ 'a/b': 1, 'a/c': 2 }])
})

test('only of objects and arrays', () => {
  assert.throws(() => document.at('/5')?.pick(['id']), TapeTypeError)
  assert.throws(() => document.at('/4')?.pick(['id']), TapeTypeError)
})

test('many strings of all kinds', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({
    a: 'x'.repeat(i % 40), b: i % 7 ? `b${i}` : `é${i}`, skipped: 'y'.repeat(i % 3 ? 2 : 3000),
    c: i % 5 ? `c${i}` : `"${i}"`
  }))
  assert.deepEqual(parse(JSON.stringify(rows)).root.pick(['a', 'b', 'c']),
    rows.map(({ a, b, c }) => ({ a, b, c })))
})

test('a damaged tape gives values or a TapeFormatError', () => {
  const { version, source, tape } = document.share()
  const random = new Random(4)
  for (let round = 0; round < 3000; round++) {
    const damaged = tape.slice()
    damaged[16 + random.below(tape.length - 16)] ^= 1 << random.below(32)
    try {
      TapeDocument.from({ version, source, tape: damaged }).root.pick(['id', 'user/name', 'tags/1'])
    } catch (error) {
      const isExpected = error instanceof TapeFormatError || error instanceof TapeTypeError
      assert.ok(isExpected, String(error))
    }
  }
})
