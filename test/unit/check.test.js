/**
 * Damaged tapes: whatever word is changed, reading gives a value or a TapeFormatError, in bounds
 * and in bounded time; and what the full verification lets pass reads as the source says.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TapeDocument } from '../../js/document.js'
import { TapeFormatError } from '../../js/errors.js'
import { plainTape } from '../support/plain-tape.js'

const VERSION = 0x10000
const text = '{"a":[1,-2,3],"b":[1.5,-0,12345678901],"c":{"a":"x\\n","é":"é€","e\\u0301":[]},' +
  '"d":[true,false,null,"",[[7]],{}]}'

/** @param {() => unknown} read */
function formatErrorOrValue(read) {
  try {
    return read()
  } catch (error) {
    assert.ok(error instanceof TapeFormatError, String(error))
    return error
  }
}

/** @param {import('../../js/document.js').TapeNode} node */
function readAll(node, budget = { left: 10_000 }) {
  assert.ok(budget.left-- > 0, 'reading does not end')
  for (const read of [
    () => node.type, () => node.size, () => node.offset, () => node.end, () => node.raw(),
    () => node.position, () => node.pointer, () => node.toJS(), () => node.at(1), () => node.at(-1),
    () => node.get('a')?.type, () => [...node.keys()],
    () => node.type === 'string' && node.string(),
    () => node.type === 'number' && [node.number(), node.text()],
    () => {
      for (const child of node) readAll(child, budget)
    }
  ]) {
    formatErrorOrValue(read)
  }
}

describe('one changed word', () => {
  const { source, tape } = plainTape(text)
  const values = [0, 1, 2, 4, 16, 0xff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]
  const expected = JSON.parse(text)

  for (let index = 0; index < tape.length; index++) {
    test(`word ${index}`, () => {
      const changes = [
        ...values, ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24].map((bit) => tape[index] ^ 1 << bit),
        tape[index] + 2, tape[index] - 2, tape[index] + 4, tape[index] + 256, tape[index] - 256
      ]
      for (const value of changes) {
        const damaged = tape.slice()
        damaged[index] = value
        if (damaged[index] === tape[index]) continue
        const message = { version: damaged[1], source, tape: damaged }
        const document = formatErrorOrValue(() => TapeDocument.from(message))
        if (document instanceof TapeDocument) readAll(document.root)

        const verified = formatErrorOrValue(() => TapeDocument.from(message, { verify: 'full' }))
        if (!(verified instanceof TapeDocument)) continue
        // Header flags and rarely more: nothing that changes a value.
        if (damaged[2] === tape[2]) assert.deepStrictEqual(verified.toJS(), expected)
        readAll(verified.root)
      }
    })
  }
})

test('sources that are not those of the tape', () => {
  const { source, tape } = plainTape(text)
  for (let index = 0; index < source.length; index++) {
    for (const byte of [0x20, 0x22, 0x5c, 0x30, 0xff]) {
      const changed = source.slice()
      changed[index] = byte
      const message = { version: VERSION, source: changed, tape }
      readAll(TapeDocument.from(message).root)
      formatErrorOrValue(() => TapeDocument.from(message, { verify: 'full' }))
    }
  }
})

test('random words', () => {
  const { source, tape } = plainTape(text)
  let seed = 1
  const random = () => (seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0) >>> 0
  for (let round = 0; round < 2000; round++) {
    const damaged = tape.slice()
    for (let n = 1 + random() % 4; n > 0; n--) {
      const from = 16 + random() % (tape.length - 16)
      damaged[16 + random() % (tape.length - 16)] = random() % 2 ? random() : tape[from]
    }
    const document = formatErrorOrValue(
      () => TapeDocument.from({ version: VERSION, source, tape: damaged }))
    if (document instanceof TapeDocument) readAll(document.root)
  }
})
