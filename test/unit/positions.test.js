/** Positions against a plain count. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Positions } from '../../js/positions.js'

/**
 * @param {Uint8Array} source
 * @param {number} offset
 */
function plainPosition(source, offset) {
  const before = Buffer.from(source.subarray(0, offset))
  const lines = before.toString('latin1').split('\n')
  const byteInLine = lines[lines.length - 1].length
  const column = before.subarray(offset - byteInLine).toString().length + 1
  return { offset, line: lines.length, column, byteInLine }
}

test('every offset of a text, asked forwards, backwards and at random', () => {
  const text = 'a\r\n\n\t"é€"\u2028\rb\n' + 'x\n'.repeat(700) + '\n' + 'y'.repeat(100) + '\ufeff'
  const source = new TextEncoder().encode(text)
  const offsets = [...source.keys(), source.length].filter((i) => (source[i] & 0xc0) !== 0x80)
  const shuffled = offsets.map((_, i) => offsets[(i * 7919) % offsets.length])
  for (const order of [offsets, [...offsets].reverse(), shuffled]) {
    const positions = new Positions(source)
    for (const offset of order) {
      assert.deepEqual(positions.at(offset), plainPosition(source, offset))
    }
  }
})

test('a Buffer and shared memory', () => {
  const source = Buffer.from('ab\ncdé\nf')
  const shared = new Uint8Array(new SharedArrayBuffer(source.length))
  shared.set(source)
  for (const bytes of [source, shared]) {
    assert.deepEqual(new Positions(bytes).at(8), { offset: 8, line: 3, column: 1, byteInLine: 0 })
  }
})

test('offsets lie in the source', () => {
  const positions = new Positions(new Uint8Array(3))
  for (const offset of [-1, 4, 1.5, NaN, Infinity]) {
    assert.throws(() => positions.at(offset), { name: 'RangeError', message: /^offset / })
  }
  for (const offset of ['1', undefined, 1n]) {
    assert.throws(() => positions.at(/** @type {any} */ (offset)),
      { name: 'TypeError', message: /^offset / })
  }
  assert.equal(positions.at(3).offset, 3)
})
