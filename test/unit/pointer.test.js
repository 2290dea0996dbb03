/** RFC 6901 pointers, from text to tokens and back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TapePointerError } from '../../js/errors.js'
import { arrayIndex, formatPointer, parsePointer } from '../../js/pointer.js'

test('reference tokens are unescaped, ~1 before ~0', () => {
  assert.deepEqual(parsePointer(''), [])
  assert.deepEqual(parsePointer('/'), [''])
  assert.deepEqual(parsePointer('/a//b/'), ['a', '', 'b', ''])
  assert.deepEqual(parsePointer('/p~1q/r~0s/~01/~1/t~00'), ['p/q', 'r~s', '~1', '/', 't~0'])
})

test('malformed pointers say where', () => {
  for (const [pointer, index] of /** @type {const} */ ([
    ['a', 0], ['#/a', 0], ['/x~', 2], ['/x~2', 2], ['/~0~', 3]
  ])) {
    assert.throws(() => parsePointer(pointer), (/** @type {any} */ error) => {
      assert.ok(error instanceof TapePointerError && error instanceof SyntaxError)
      assert.equal(error.name, 'TapePointerError')
      assert.equal(error.code, 'invalid_pointer')
      assert.equal(error.index, index)
      return true
    })
  }
  assert.throws(() => parsePointer(/** @type {any} */ (1)), /^TypeError: pointer must be a string/)
  assert.throws(() => parsePointer('a'.repeat(1e6)),
    (/** @type {Error} */ { message }) => message.length <= 300)
})

test('formatting turns it back', () => {
  const tokens = ['p/q', '', '~', '~1', 'é', '0']
  assert.deepEqual(parsePointer(formatPointer(tokens)), tokens)
  assert.equal(formatPointer(['a', 0, '/']), '/a/0/~1')
  assert.equal(formatPointer([]), '')
})

test('array indices have one spelling', () => {
  assert.deepEqual(['0', '7', '10', '123456'].map(arrayIndex), [0, 7, 10, 123456])
  assert.deepEqual(['', '-', '-0', '01', '+1', '1.0', '1e0', ' 1', '１'].map(arrayIndex),
    Array(9).fill(-1))
})
