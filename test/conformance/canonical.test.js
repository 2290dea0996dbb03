/**
 * RFC 8785: its own data, the published numbers, and every real document against the rule spelled
 * out in JavaScript.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { encode, parse, stringify } from 'jsontape'

import { bitsOf } from '../support/expect.js'
import {
  fromHex, listFiles, needsShared, readBytes, readLines, realDocuments, utf8
} from '../support/suites.js'

const canonical = { canonical: true }

/**
 * The rule: sorted keys, and what JSON.stringify makes of scalars.
 *
 * @param {any} value
 * @returns {string}
 */
function plainCanonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(plainCanonical).join()}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${plainCanonical(value[key])}`)
  return `{${members.join()}}`
}

const rfc = 'suites/03-canonical-json/jcs-rfc8785'

describe('the data of RFC 8785', needsShared(rfc), () => {
  for (const path of listFiles(`${rfc}/input`)) {
    test(path.slice(rfc.length + 1), () => {
      const bytes = readBytes(path)
      const expected = readBytes(path.replace('/input/', '/output/'))
      assert.deepEqual(parse(bytes).toBytes(canonical), expected)
      assert.deepEqual(encode(JSON.parse(Buffer.from(bytes).toString()), canonical), expected)
      assert.deepEqual(parse(expected).toBytes(canonical), expected)
    })
  }
})

const numbers = 'suites/02-numbers'

describe('the shortest text of doubles', needsShared(numbers), () => {
  const files = listFiles(numbers).filter((path) => /es6-1-|print-(pos|neg)/.test(path))
  for (const path of files) {
    test(path.slice(numbers.length + 1), () => {
      const rows = readLines(path).map((line) => line.split(/[ ,]/))
      const doubles = rows.map(([hex]) =>
        Buffer.from(fromHex(hex.padStart(16, '0'))).readDoubleBE())
      const expected = `[${rows.map(([, text]) => text).join()}]`
      assert.equal(stringify(doubles, canonical), expected)
      const document = parse(expected)
      assert.equal(document.stringify(canonical), expected)
      assert.deepEqual([...document.root].map((node) => bitsOf(node.number())),
        doubles.map((double) => bitsOf(double === 0 ? 0 : double)))
    })
  }
})

describe('real documents', needsShared('suites/08-real'), () => {
  for (const path of realDocuments().filter((name) => name.endsWith('.json'))) {
    test(path, (context) => {
      const bytes = readBytes(path)
      let value
      try {
        value = JSON.parse(Buffer.from(bytes).toString())
      } catch {
        return context.skip('no JSON text')
      }
      const expected = plainCanonical(value)
      assert.equal(parse(bytes).stringify(canonical), expected)
      assert.deepEqual(Buffer.from(encode(value, canonical)), Buffer.from(utf8(expected)))
      assert.equal(parse(parse(bytes).toBytes({ indent: 3 })).stringify(canonical), expected)
    })
  }
})
