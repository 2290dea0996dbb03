/**
 * The end of the input: what lies behind it is invisible, whatever it is and wherever a vector load
 * would reach; a document that is cut anywhere ends too early, and says so.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse, validate } from 'jsontape'

import { plainError } from '../support/plain.js'
import { utf8 } from '../support/suites.js'

/**
 * The bytes as a view into a larger buffer that goes on with others.
 *
 * @param {Uint8Array} bytes
 * @param {Uint8Array} behind
 * @param {number} before
 */
function viewOf(bytes, behind, before) {
  const buffer = new Uint8Array(before + bytes.length + behind.length)
  buffer.set(bytes, before)
  buffer.set(behind, before + bytes.length)
  return buffer.subarray(before, before + bytes.length)
}

const completions = ['}', ']', '"', '"]}', '1', 'e5', 'ull', '\\', '\u0080', '*/', '\n', '   1']

test('nothing behind the end completes or spoils a text', () => {
  const texts = [
    '{"k":[8]',
    '[[1]',
    '"abc',
    '"abc\\',
    '"\\u00e',
    '{"a":1',
    '-',
    '12',
    '12.',
    '1e',
    'tru',
    'n',
    '"a"',
    '[]',
    '{}',
    'null',
    '[1,2',
    '{"a"',
    '{"a":',
    '"' + 'x'.repeat(14),
    ' '.repeat(15),
    '',
    '"' + 'é'.repeat(8),
    '[true,false,nul'
  ]
  for (const text of texts) {
    const bytes = utf8(text)
    const expected = plainError(bytes)
    for (const completion of completions) {
      for (const before of [0, 1, 7, 16]) {
        const error = validate(viewOf(bytes, utf8(completion.repeat(8)), before))
        assert.equal(error?.code, expected?.code, `${text} before ${completion}`)
        assert.equal(error?.offset, expected?.offset, `${text} before ${completion}`)
      }
    }
  }
})

test('a sequence that the end cuts is not completed by what follows', () => {
  for (const [cut, rest] of [
    ['c3', 'a9'],
    ['e282', 'ac'],
    ['f09d84', '9e'],
    ['f0', '9d849e']
  ]) {
    for (let padding = 0; padding < 34; padding++) {
      const bytes = Buffer.concat([utf8('"' + 'a'.repeat(padding)), Buffer.from(cut, 'hex')])
      const error = validate(viewOf(bytes, Buffer.from(rest + '22', 'hex'), 0))
      assert.equal(error?.code, 'unexpected_end')
      assert.equal(error?.offset, bytes.length)
    }
  }
})

test('every cut of a document is unexpected_end at the cut', () => {
  const bytes = utf8(
    '{"é":[-1.5e+10,true,false,null,"\\ud83d\\ude00𝄞",{"":[]}],"long key number 1":0}'
  )
  for (let cut = 0; cut < bytes.length; cut++) {
    const error = validate(bytes.subarray(0, cut))
    assert.equal(error?.code, 'unexpected_end')
    assert.equal(error?.offset, cut)
  }
})

test('a shorter document after a longer one sees nothing of it', () => {
  const long = utf8(`[${'"text of a longer document",'.repeat(2000)}{"a":1}]`)
  for (const text of ['[', '{"a":', '"', '1', '{"a', '[1,']) {
    assert.equal(parse(long).root.size, 2001)
    const bytes = utf8(text)
    const error = validate(bytes)
    assert.equal(error?.code, plainError(bytes)?.code)
    assert.equal(error?.offset, plainError(bytes)?.offset)
  }
})

test('a cut inside a token is an end, a wrong byte in it is that token’s error', () => {
  const verdicts = /** @type {const} */ ([
    ['{"k":8.', 'unexpected_end', 7],
    ['{"k":8.}', 'invalid_number', 7],
    ['{"k":-', 'unexpected_end', 6],
    ['{"k":-}', 'invalid_number', 6],
    ['{"k":1E+', 'unexpected_end', 8],
    ['{"k":1E+}', 'invalid_number', 8],
    ['{"k":fals', 'unexpected_end', 9],
    ['{"k":fals}', 'invalid_literal', 9],
    ['{"k":"a\\', 'unexpected_end', 8],
    ['{"k":"\\u00', 'unexpected_end', 10],
    ['{"k":"\\u00"', 'invalid_escape', 10],
    ['[12\0]', 'unexpected_byte', 3],
    ['12\0', 'trailing_content', 2],
    ['{"a"\0:1}', 'unexpected_byte', 4]
  ])
  for (const [text, code, offset] of verdicts) {
    const error = validate(text)
    assert.deepEqual([error?.code, error?.offset], [code, offset], text)
  }
})
