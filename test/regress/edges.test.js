/**
 * Both sides of the edges of the tape's fields, as the accessors see them: strings, keys and numbers
 * around 2^24 bytes, containers around 2^24 children.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse } from 'jsontape'

import { utf8 } from '../support/suites.js'

const edge = 2 ** 24

test('strings and keys around 2^24 bytes', () => {
  for (const length of [edge - 2, edge - 1, edge, edge + 1]) {
    const text = 'a'.repeat(length)
    const { root } = parse(utf8(`["${text}",{"${text}":1,"b":2},3]`))
    assert.equal(root.at(0)?.string(), text)
    assert.equal(root.at(0)?.end, length + 3)
    assert.deepEqual([.../** @type {any} */ (root.at(1)).keys()], [text, 'b'])
    assert.equal(root.at(1)?.get(text)?.number(), 1)
    assert.equal(root.at(1)?.get('b')?.number(), 2)
    assert.equal(root.at(2)?.number(), 3)
  }
})

test('escaped strings and keys around 2^24 bytes', () => {
  for (const nescapes of [edge / 2 - 1, edge / 2, edge / 2 + 1]) {
    const escaped = '\\n'.repeat(nescapes)
    const text = '\n'.repeat(nescapes)
    const { root } = parse(utf8(`{"${escaped}":["${escaped}"],"b":2}`))
    assert.equal(root.get(text)?.at(0)?.string(), text)
    assert.equal(root.get('b')?.number(), 2)
  }
})

test('numbers around 2^24 bytes', () => {
  for (const length of [edge - 1, edge, edge + 1]) {
    const text = `0.${'0'.repeat(length - 3)}1`
    const { root } = parse(utf8(`[${text},2]`))
    const node = root.at(0)
    assert.equal(node?.number(), 0)
    assert.equal(node?.text(), text)
    assert.equal(node?.end, length + 1)
    assert.equal(root.at(1)?.number(), 2)
  }
})

test('arrays around 2^24 elements', () => {
  for (const size of [edge - 2, edge - 1, edge]) {
    const whole = Buffer.concat([
      utf8('['),
      Buffer.alloc(2 * size, ',7').fill('[', 0, 1),
      utf8('],8]')
    ])
    const { root } = parse(whole)
    const array = root.at(0)
    assert.equal(array?.size, size)
    assert.equal(array?.at(size - 1)?.number(), 7)
    assert.equal(array?.at(size), undefined)
    assert.equal(array?.end, whole.length - 3)
    assert.equal(root.at(1)?.number(), 8)
    assert.equal(root.size, 2)
  }
})
