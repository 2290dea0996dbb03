/** Numbers that stand in src and again in js are the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { syntaxErrorCode } from '../../js/errors.js'
import * as format from '../../js/format.js'
import { parseSettings } from '../../js/options.js'

/**
 * The enumerators of a header.
 * @param {string} name
 */
function enumeratorsOf(name) {
  const text = readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8')
  return new Map([...text.matchAll(/\bJT_(\w+) = (-?\w+)/g)].map(([, key, value]) =>
    [key, Number(value)]))
}

test('the tape format', () => {
  const enumerators = enumeratorsOf('tape.h')
  for (const [name, value] of Object.entries(format)) {
    assert.equal(enumerators.get(`TAPE_${name}`), value, name)
  }
  // So that none is forgotten: what JavaScript has no use for.
  const unused = ['INT_MIN', 'INT_MAX', 'KEYS_MAX']
  for (const name of enumerators.keys()) {
    const known = name.slice('TAPE_'.length)
    assert.ok(known in format || unused.includes(known), name)
  }
})

test('error codes', () => {
  const enumerators = enumeratorsOf('jsontape.h')
  for (let number = 1; number <= 15; number++) {
    assert.equal(enumerators.get(syntaxErrorCode(number).toUpperCase()), number)
  }
})

test('parser options', () => {
  const enumerators = enumeratorsOf('jsontape.h')
  const options = /** @type {const} */ ([
    ['BOM_ERROR', { bom: 'error' }],
    ['COMMENTS', { comments: true }],
    ['TRAILING_COMMAS', { trailingCommas: true }],
    ['LONE_SURROGATES_ERROR', { loneSurrogates: 'error' }],
    ['DUPLICATE_KEYS_FIRST', { duplicateKeys: 'first' }],
    ['DUPLICATE_KEYS_ERROR', { duplicateKeys: 'error' }]
  ])
  for (const [name, option] of options) {
    assert.equal(parseSettings(option).bits, enumerators.get(name), name)
  }
})
