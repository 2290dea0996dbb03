/** The error classes: what they extend, say and show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  abbreviate, syntaxErrorCode, TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError
} from '../../js/errors.js'

/**
 * @param {string | Uint8Array} text
 * @param {number} offset
 * @param {number} [byteInLine]
 */
function errorAt(text, offset, byteInLine = offset) {
  const source = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return new TapeSyntaxError({
    code: 'unexpected_byte', source, offset, line: 1, column: 1, byteInLine, pointer: ''
  })
}

test('each class extends the built-in one and has its own name and a code', () => {
  const errors = [
    [errorAt('?', 0), SyntaxError, 'TapeSyntaxError', 'unexpected_byte'],
    [new TapeTypeError('x'), TypeError, 'TapeTypeError', 'wrong_type'],
    [new TapePointerError('x', 'y', 0), SyntaxError, 'TapePointerError', 'invalid_pointer'],
    [new TapeFormatError('damaged', 'x'), RangeError, 'TapeFormatError', 'damaged']
  ]
  for (const [error, base, name, code] of /** @type {any[]} */ (errors)) {
    assert.ok(error instanceof base)
    assert.equal(error.name, name)
    assert.equal(error.code, code)
    assert.match(String(error), new RegExp(`^${name}: `))
  }
})

test('an error without an index has none', () => {
  assert.ok(!('index' in errorAt('?', 0)))
})

test('the message shows the line with a caret under the place', () => {
  const { message, excerpt } = errorAt('{"a": ?}', 6)
  assert.equal(message, 'unexpected byte at line 1, column 1 (byte 6)\n{"a": ?}\n      ^')
  assert.equal(excerpt, '{"a": ?}')
})

test('only the line itself is shown', () => {
  assert.equal(errorAt('[1,\n 2 x\n3]', 7, 3).excerpt, ' 2 x')
  assert.equal(errorAt('ab\ncd', 2, 2).excerpt, 'ab')
  assert.equal(errorAt('ab\n', 3, 0).excerpt, '')
})

test('long lines are cut at both ends, never inside of a character', () => {
  const long = errorAt('x'.repeat(1000), 500)
  assert.equal(long.excerpt, `\u2026${'x'.repeat(64)}\u2026`)
  assert.equal(long.message.split('\n')[2], `${' '.repeat(33)}^`)
  for (let shift = 0; shift < 4; shift++) {
    const { excerpt, message } = errorAt('a'.repeat(shift) + '\u{1d11e}'.repeat(100), 200 + shift)
    assert.doesNotMatch(excerpt, /\ufffd/)
    assert.ok(message.length <= 300)
  }
})

test('control characters and ill-formed bytes stay out of messages', () => {
  assert.equal(errorAt('"a\tb\0c\u202e\x1b"', 4).excerpt, '"a b\ufffdc\ufffd\ufffd"')
  assert.match(errorAt(Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 1).excerpt, /^"\ufffd+"$/)
})

test('messages are short whatever the input', () => {
  for (const character of ['x', 'é', '€', '\u{1d11e}', '\0', '\n']) {
    const { message } = errorAt(character.repeat(1_000_000), 400_000)
    assert.ok(message.length <= 300, `${message.length}`)
  }
  assert.equal(abbreviate('x'.repeat(100)).length, 42)
})

test('codes are those of jt_code in src/jsontape.h', () => {
  assert.equal(syntaxErrorCode(1), 'unexpected_end')
  assert.equal(syntaxErrorCode(9), 'trailing_content')
  assert.equal(syntaxErrorCode(15), 'document_too_large')
  for (const number of [0, 16, 64, 65]) assert.throws(() => syntaxErrorCode(number), Error)
})
