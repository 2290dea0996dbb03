/** RFC 6901: the pointer suites, resolved on documents and checked for their syntax. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { TapePointerError, parse } from 'jsontape'

import { thrownBy } from '../support/expect.js'
import { needsShared, sharedPath, utf8 } from '../support/suites.js'

const folder = 'suites/04-pointer-patch-path'

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(sharedPath(`${folder}/${path}`), 'utf8'))

/**
 * @typedef {object} PointerCase
 * @property {string} p
 * @property {boolean} ok
 * @property {number} [off]
 * @property {number} [last_off] where a later duplicate is
 * @property {string} [value]
 * @property {string} [error]
 */

test('pointers into documents', needsShared(`${folder}/pointer-eval`), () => {
  for (const { doc, cases } of readJson('pointer-eval/cases.json')) {
    const source = utf8(doc)
    const document = parse(source)
    for (const { p, ok, off, last_off: last, value, error } of /** @type {PointerCase[]} */ (
      cases
    )) {
      if (ok) {
        const node = document.at(p)
        assert.equal(node?.offset, last ?? off, p)
        if (last === undefined) {
          assert.equal(Buffer.from(/** @type {any} */ (node).raw()).toString(), value)
          assert.deepEqual(document.get(p), JSON.parse(String(value)))
        }
      } else if (error === 'syntax') {
        assert.ok(thrownBy(() => document.at(p)) instanceof TapePointerError, p)
        assert.ok(thrownBy(() => document.get(p)) instanceof TapePointerError, p)
      } else {
        assert.equal(document.at(p), undefined, p)
        assert.equal(document.get(p), undefined, p)
      }
    }
  }
})

test('the syntax of pointers', needsShared(`${folder}/json-pointer-syntax`), () => {
  const document = parse('{}')
  for (const { tests } of [readJson('json-pointer-syntax/json-pointer.json')].flat()) {
    for (const { data, valid } of tests) {
      if (typeof data !== 'string') continue
      if (valid) document.at(data)
      else assert.ok(thrownBy(() => document.at(data)) instanceof TapePointerError, data)
    }
  }
})

test('the pointers of patches', needsShared(`${folder}/json-patch-tests`), () => {
  for (const file of ['tests.json', 'spec_tests.json']) {
    for (const { doc, patch, error } of readJson(`json-patch-tests/${file}`)) {
      const document = parse(JSON.stringify(doc))
      if (error || patch.length !== 1 || !['test', 'replace', 'remove'].includes(patch[0].op))
        continue
      const found = document.get(patch[0].path)
      assert.notEqual(found, undefined, patch[0].path)
      if (patch[0].op === 'test') assert.deepEqual(found, patch[0].value)
    }
  }
})
