/** The UTF-8 suites: each sequence inside a string, whole and cut, and texts of many scripts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { TapeSyntaxError, parse, validate } from 'jsontape'

import { assertSyntaxError } from '../support/expect.js'
import { plainError } from '../support/plain.js'
import {
  fromHex,
  listFiles,
  needsShared,
  readBytes,
  readJsonLines,
  utf8
} from '../support/suites.js'

const folder = 'suites/06-utf8'

/**
 * A string that starts with some ASCII text, then holds the bytes.
 *
 * @param {Uint8Array} bytes
 * @param {number} padding
 * @param {string} behind
 */
function stringOf(bytes, padding, behind) {
  return new Uint8Array(Buffer.concat([utf8(`"${'a'.repeat(padding)}`), bytes, utf8(behind)]))
}

/** Control characters, quotes and backslashes, which mean something else in a string. */
const special = /[\x00-\x1f"\\]/

describe('UTF-8 suites', needsShared(folder), () => {
  const files = listFiles(folder).filter((path) => /(sequences|utf8tests|lines)\.jsonl$/.test(path))
  for (const path of files) {
    test(path.slice(folder.length + 1), () => {
      for (const { hex, valid, bad_start: start, bad_byte: byte } of readJsonLines(path)) {
        const sequence = fromHex(hex)
        const readable = Buffer.from(sequence).toString('latin1')
        for (const padding of [0, 1, 13, 14, 15, 29, 30, 31]) {
          for (const behind of ['"', 'z"', '']) {
            const bytes = stringOf(sequence, padding, behind)
            const error = validate(bytes)
            const expected = plainError(bytes)
            if (expected === null) assert.equal(error, null)
            else assertSyntaxError(error, expected, bytes, TapeSyntaxError)
            if (special.test(readable)) continue
            // What the suite itself says.
            if (valid) assert.equal(error?.code, behind ? undefined : 'unexpected_end', hex)
            else if (start !== undefined && (behind || byte < sequence.length)) {
              assert.equal(error?.code, 'invalid_utf8', hex)
              assert.equal(error?.offset, 1 + padding + start, hex)
            }
          }
        }
        if (!valid || special.test(readable)) continue
        const document = parse(stringOf(sequence, 0, '"'))
        assert.deepEqual(Buffer.from(document.root.string()), Buffer.from(sequence))
      }
    })
  }

  test('sequences embedded in documents', () => {
    for (const row of readJsonLines(`${folder}/own-systematic/embedded.jsonl`)) {
      const bytes = fromHex(row.hex)
      const error = validate(bytes)
      assert.equal(error === null, row.ok, row.hex)
      const expected = plainError(bytes)
      if (expected) assertSyntaxError(error, expected, bytes, TapeSyntaxError)
      else assert.deepEqual(parse(bytes).toJS(), JSON.parse(Buffer.from(bytes).toString()))
    }
  })

  test('the same text plain and escaped', () => {
    const escaped = listFiles(folder).filter((path) => path.endsWith('.escaped.json'))
    assert.ok(escaped.length > 0)
    for (const path of escaped) {
      const value = parse(readBytes(path)).toJS()
      assert.deepEqual(parse(readBytes(path.replace('.escaped', ''))).toJS(), value)
      assert.deepEqual(value, JSON.parse(Buffer.from(readBytes(path)).toString()))
    }
  })

  test('texts of many scripts as one string', () => {
    for (const path of listFiles(folder).filter((name) => /Lipsum\.txt$/.test(name))) {
      const text = Buffer.from(readBytes(path)).toString()
      const bytes = utf8(JSON.stringify(text))
      assert.equal(parse(bytes).root.string(), text, path)
    }
  })
})
