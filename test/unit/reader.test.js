/**
 * JsonReader: the inputs of test/events/reader.txt cut everywhere, and everything that a token and
 * a reader can be asked.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { JsonReader, TapeSyntaxError, TapeTypeError } from 'jsontape'
import { cutAt, cutEvery, eventCases, eventsOf } from '../support/events.js'
import { thrownBy } from '../support/expect.js'
import { utf8 } from '../support/suites.js'

/**
 * A reader at the first token of a type.
 *
 * @param {string} text
 * @param {string} [type]
 * @param {import('jsontape').ReaderOptions} [options]
 */
function readerAt(text, type = 'none', options) {
  const reader = new JsonReader(options)
  reader.feed(utf8(text), true)
  while (reader.tokenType !== type && reader.read());
  return reader
}

describe('events', () => {
  for (const { name, options, input, events } of eventCases()) {
    test(name, () => {
      assert.deepEqual(eventsOf([input], options).events, events)
      for (let first = 0; first <= input.length; first++) {
        assert.deepEqual(eventsOf(cutAt(input, [first]), options).events, events, `at ${first}`)
        for (let second = first; second <= input.length; second++) {
          const cut = eventsOf(cutAt(input, [first, second]), options)
          assert.deepEqual(cut.events, events, `at ${first} and ${second}`)
        }
      }
      assert.deepEqual(eventsOf(cutEvery(input, 1), options).events, events)
    })
  }
})

describe('values', () => {
  test('of every type', () => {
    const reader = readerAt('["a\\u0062é", 12, -1.5e3, true, {"k\\n": null}]', 'string')
    assert.equal(reader.string(), 'abé')
    assert.equal(reader.text(), 'abé')
    assert.equal(new TextDecoder().decode(reader.raw()), '"a\\u0062é"')
    reader.read()
    assert.equal(reader.number(), 12)
    assert.equal(reader.bigint(), 12n)
    reader.read()
    assert.equal(reader.number(), -1500)
    assert.equal(reader.bigint(), -1500n)
    assert.equal(reader.text(), '-1.5e3')
    reader.read()
    assert.equal(reader.text(), 'true')
    reader.read()
    assert.equal(reader.text(), '{')
    reader.read()
    assert.equal(reader.string(), 'k\n')
    reader.read()
    assert.equal(reader.text(), 'null')
    assert.equal(new TextDecoder().decode(reader.raw()), 'null')
  })

  test('of another type are refused', () => {
    const reader = readerAt('[1]')
    for (const name of /** @type {const} */ (['string', 'number', 'bigint'])) {
      assert.ok(thrownBy(() => reader[name]()) instanceof TapeTypeError)
    }
    assert.throws(() => reader.textEquals('1'), TapeTypeError)
    reader.read()
    assert.throws(() => readerAt('1', 'number').string(), TapeTypeError)
    assert.throws(() => readerAt('"1"', 'string').number(), TapeTypeError)
    assert.throws(() => readerAt('1.5', 'number').bigint(), RangeError)
  })

  test('of numbers in one piece and cut are the same', () => {
    const texts = ['0', '-0', '8388607', '-8388608', '0.1', '123456789012345678901234567890',
      '1e400', '4.9e-324', '2.2250738585072011e-308', '9007199254740993', '-1.5E+2']
    for (const text of texts) {
      for (const chunks of [[utf8(text)], cutEvery(utf8(text), 1), cutEvery(utf8(text), 3)]) {
        const reader = new JsonReader()
        for (const chunk of chunks) reader.feed(chunk)
        reader.end()
        assert.ok(reader.read())
        assert.ok(Object.is(reader.number(), Number(text)), text)
        assert.equal(reader.text(), text)
        assert.equal(reader.read(), false)
      }
    }
  })

  test('textEquals compares unescaped text, with strings and with bytes', () => {
    for (const text of ['["abc"]', '["\\u0061b\\u0063"]']) {
      const reader = readerAt(text, 'string')
      assert.ok(reader.textEquals('abc'))
      assert.ok(reader.textEquals(utf8('abc')))
      assert.ok(!reader.textEquals('abd'))
      assert.ok(!reader.textEquals('ab'))
      assert.ok(!reader.textEquals(utf8('abcd')))
    }
    assert.ok(readerAt('{"é€":1}', 'propertyName').textEquals(utf8('é€')))
    const replaced = readerAt('["\ufffd"]', 'string')
    assert.ok(replaced.textEquals('\ufffd'))
    assert.ok(!replaced.textEquals(Uint8Array.of(0xff)))
  })

  test('comments give their text', () => {
    const reader = readerAt('/* a€ *///b\n1', 'comment', { comments: 'allow' })
    assert.equal(reader.text(), ' a€ ')
    reader.read()
    assert.equal(reader.text(), 'b')
  })
})

describe('places', () => {
  test('of tokens, in UTF-16 units, across chunks', () => {
    const input = utf8('{"é𝄞": "€",\n "日": [1,\n2]}')
    const expected = [
      { offset: 0, line: 1, column: 1, byteInLine: 0 },
      { offset: 1, line: 1, column: 2, byteInLine: 1 },
      { offset: 11, line: 1, column: 9, byteInLine: 11 },
      { offset: 19, line: 2, column: 2, byteInLine: 1 },
      { offset: 26, line: 2, column: 7, byteInLine: 8 },
      { offset: 27, line: 2, column: 8, byteInLine: 9 },
      { offset: 30, line: 3, column: 1, byteInLine: 0 },
      { offset: 31, line: 3, column: 2, byteInLine: 1 },
      { offset: 32, line: 3, column: 3, byteInLine: 2 }
    ]
    for (let nbytes = 1; nbytes <= input.length; nbytes++) {
      const reader = new JsonReader()
      const places = []
      for (const chunk of cutEvery(input, nbytes)) {
        reader.feed(chunk)
        while (reader.read()) {
          assert.equal(reader.position.offset, reader.tokenStart)
          places.push(reader.position)
        }
      }
      assert.deepEqual(places, expected, `chunks of ${nbytes}`)
    }
  })

  test('lineNumber and bytePositionInLine are those of the bytes consumed', () => {
    const reader = new JsonReader()
    assert.deepEqual([reader.lineNumber, reader.bytePositionInLine, reader.bytesConsumed], [0, 0, 0])
    reader.feed(utf8('[1,\n  23'))
    const places = []
    while (reader.read()) places.push([reader.lineNumber, reader.bytePositionInLine])
    assert.equal(reader.tokenType, 'none')
    assert.deepEqual([reader.lineNumber, reader.bytePositionInLine, reader.bytesConsumed], [0, 2, 2])
    reader.feed(utf8('\n]\n\n'), true)
    while (reader.read()) places.push([reader.lineNumber, reader.bytePositionInLine])
    assert.deepEqual(places, [[0, 1], [0, 2], [1, 4], [2, 1]])
    assert.deepEqual([reader.lineNumber, reader.bytesConsumed], [4, 12])
  })

  test('chunks that are views do not leak their offset', () => {
    const memory = new Uint8Array(64)
    memory.set(utf8('[[true]]'), 7)
    const chunks = [memory.subarray(7, 10), memory.subarray(10, 12), memory.subarray(12, 15)]
    assert.deepEqual(eventsOf(chunks).events.map((event) => event.split(' ')[0]),
      ['0-1', '1-2', '2-6', '6-7', '7-8', 'end'])
  })
})

describe('feeding', () => {
  test('copies what it is given', () => {
    const chunk = Buffer.from('["abc",1')
    const reader = new JsonReader()
    reader.feed(chunk)
    chunk.fill(0x20)
    reader.read()
    reader.read()
    assert.equal(reader.string(), 'abc')
    reader.feed(Buffer.from('23]'), true)
    assert.equal(reader.string(), 'abc')
    reader.read()
    assert.equal(reader.number(), 123)
  })

  test('several chunks before reading, empty ones too', () => {
    const reader = new JsonReader()
    for (const text of ['[nu', '', 'll', '', ']', '']) reader.feed(utf8(text))
    reader.end()
    const types = []
    while (reader.read()) types.push(reader.tokenType)
    assert.deepEqual(types, ['startArray', 'null', 'endArray'])
  })

  test('large chunks are read in pieces', () => {
    const text = `[${'"0123456789é",'.repeat(30000)}"${'x'.repeat(300000)}"]`
    const reader = new JsonReader()
    reader.feed(utf8(text), true)
    let strings = 0
    while (reader.read()) {
      if (reader.tokenType === 'string') {
        strings++
        const expected = strings <= 30000 ? '0123456789é' : 'x'.repeat(300000)
        assert.equal(reader.string(), expected)
      }
    }
    assert.equal(strings, 30001)
  })

  test('a number at the root waits for its end', () => {
    const reader = new JsonReader()
    reader.feed(utf8('5'))
    assert.equal(reader.read(), false)
    reader.feed(utf8('2'))
    assert.equal(reader.read(), false)
    reader.end()
    assert.equal(reader.read(), true)
    assert.equal(reader.number(), 52)
  })

  test('content behind the document is refused, however late it comes', () => {
    const reader = new JsonReader()
    reader.feed(utf8('[]'))
    while (reader.read());
    reader.feed(utf8(' \n'))
    assert.equal(reader.read(), false)
    reader.feed(utf8('1'))
    assert.equal(thrownBy(() => reader.read()).code, 'trailing_content')
  })

  test('refuses what is no chunk, and chunks behind the last', () => {
    const reader = new JsonReader()
    assert.throws(() => reader.feed(/** @type {any} */ ('[]')), TypeError)
    assert.throws(() => reader.feed(utf8(''), /** @type {any} */ (1)), TypeError)
    reader.end()
    assert.throws(() => reader.feed(utf8('[]')), /final/)
  })
})

describe('errors', () => {
  test('stay, and come behind the tokens before them', () => {
    const reader = new JsonReader()
    reader.feed(utf8('{"a":1 "b":2}'))
    for (let i = 0; i < 3; i++) assert.ok(reader.read())
    const error = thrownBy(() => reader.read())
    assert.ok(error instanceof TapeSyntaxError)
    assert.equal(error.code, 'unexpected_byte')
    for (let i = 0; i < 3; i++) assert.equal(thrownBy(() => reader.read()), error)
    assert.equal(thrownBy(() => reader.skip()), error)
    assert.equal(thrownBy(() => reader.feed(utf8('}'))), error)
  })

  test('have the pointer and the text before them, wherever the input is cut', () => {
    const input = utf8('{"first": [1, 2], "se\\u0063ond/key": [{}, {"a": [true,\n {"x": 1.}]}]}')
    for (let nbytes = 1; nbytes <= input.length; nbytes++) {
      const { error } = eventsOf(cutEvery(input, nbytes))
      assert.equal(error.code, 'invalid_number')
      assert.equal(error.pointer, '/second~1key/1/a/1/x')
      assert.deepEqual([error.line, error.column, error.byteInLine], [2, 10, 9])
      assert.match(error.excerpt, /^ \{"x": 1\./)
    }
  })

  test('options are checked', () => {
    for (const options of [{ comments: true }, { lines: 1 }, { maxDepth: 0 }, { bom: 'keep' }]) {
      assert.throws(() => new JsonReader(/** @type {any} */ (options)), TypeError)
    }
  })
})

describe('skip', () => {
  const input = utf8('[{"a":[1,{"b":2}],"c":"x"},[[]],3]')

  /**
   * @param {number} ntokens
   * @param {Uint8Array[]} chunks
   */
  function skipFrom(ntokens, chunks) {
    const reader = new JsonReader()
    const rest = [...chunks]
    const more = () => {
      const chunk = rest.shift()
      if (!chunk) return false
      reader.feed(chunk, rest.length === 0)
      return true
    }
    for (let i = 0; i < ntokens;) {
      if (reader.read()) i++
      else assert.ok(more())
    }
    while (!reader.skip()) assert.ok(more())
    return `${reader.tokenType} ${reader.bytesConsumed}`
  }

  test('from containers, names and scalars', () => {
    const expected = {
      1: 'endArray 34', 2: 'endObject 26', 3: 'endArray 17', 4: 'endArray 17', 5: 'number 8',
      7: 'number 15', 11: 'string 25', 14: 'endArray 31', 18: 'number 33'
    }
    for (const [ntokens, end] of Object.entries(expected)) {
      for (let nbytes = 1; nbytes <= input.length; nbytes++) {
        assert.equal(skipFrom(Number(ntokens), cutEvery(input, nbytes)), end)
      }
    }
  })
})
