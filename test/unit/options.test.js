/** Options: what they become, and which names and values are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodeSettings, fullVerification, parseSettings, valueSettings
} from '../../js/options.js'

/** @typedef {any} Options what callers should not give */

test('defaults', () => {
  assert.deepEqual(parseSettings(), { bits: 0, maxDepth: 1024 })
  assert.deepEqual(parseSettings({}), parseSettings())
  assert.deepEqual(parseSettings({ maxDepth: undefined }), parseSettings())
  assert.deepEqual(valueSettings({}), valueSettings())
  assert.deepEqual(decodeSettings({}), decodeSettings())
  assert.deepEqual(decodeSettings({ maxDepth: 3, maps: true }),
    { parse: { bits: 0, maxDepth: 3 }, value: { ...valueSettings(), maps: true }, plain: false })
  assert.equal(decodeSettings({ maxDepth: 3 }).plain, true)
  assert.equal(fullVerification(), false)
  assert.equal(fullVerification({ verify: 'full' }), true)
})

test('the parser is told by the bits of src/jsontape.h', () => {
  const bitsOf = (/** @type {Options} */ options) => parseSettings(options).bits
  assert.equal(bitsOf({ bom: 'error' }), 1)
  assert.equal(bitsOf({ comments: true }), 2)
  assert.equal(bitsOf({ trailingCommas: true }), 4)
  assert.equal(bitsOf({ loneSurrogates: 'error' }), 8)
  assert.equal(bitsOf({ duplicateKeys: 'first' }), 16)
  assert.equal(bitsOf({ duplicateKeys: 'error' }), 32)
  assert.equal(bitsOf({ bom: 'skip', comments: false, duplicateKeys: 'last' }), 0)
})

test('unknown names are named', () => {
  for (const read of [parseSettings, valueSettings, decodeSettings, fullVerification]) {
    assert.throws(() => read(/** @type {Options} */ ({ maxdepth: 3 })),
      { name: 'TypeError', message: 'unknown option "maxdepth"' })
  }
  assert.throws(() => parseSettings(/** @type {Options} */ ({ maps: true })), /"maps"/)
  assert.throws(() => parseSettings(/** @type {Options} */ ({ toString: 1 })), /"toString"/)
  assert.throws(() => valueSettings(/** @type {Options} */ ({ maxDepth: 1 })), /"maxDepth"/)
})

test('values out of range are named', () => {
  /** @type {Record<string, unknown[]>} */
  const wrong = {
    maxDepth: [0, -1, 1.5, NaN, Infinity, 2 ** 31, '3', 3n, null],
    duplicateKeys: ['', 'Last', true, null],
    bom: ['keep', 0],
    comments: ['yes', 1, null],
    trailingCommas: ['', 0],
    loneSurrogates: ['replace', false],
    bigint: [true, 'auto'],
    numbers: ['number'],
    reviver: [null, {}, 'f'],
    proto: ['', false],
    maps: [0, 'true']
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => decodeSettings({ [name]: value }),
        (/** @type {any} */ error) => error.name === 'TypeError' && error.message.includes(name))
    }
  }
  assert.throws(() => fullVerification(/** @type {Options} */ ({ verify: true })),
    { name: 'TypeError', message: "option verify must be 'header' or 'full'" })
  assert.equal(parseSettings({ maxDepth: 2 ** 31 - 1 }).maxDepth, 2 ** 31 - 1)
})

test('options are an object', () => {
  for (const options of [null, 1, 'comments', true]) {
    assert.throws(() => parseSettings(/** @type {Options} */ (options)),
      { name: 'TypeError', message: 'options must be an object' })
  }
})
