/** parse, validate and decode through the real module: inputs, options, errors. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  build, decode, parse, TapeDocument, TapeSyntaxError, validate
} from 'jsontape'
import { plainTape } from '../support/plain-tape.js'

/** @typedef {import('jsontape').ParseOptions} ParseOptions */

const encoder = new TextEncoder()

/**
 * The error of an input, which parse throws and validate returns.
 * @param {import('jsontape').Input} input
 * @param {ParseOptions} [options]
 */
function errorOf(input, options) {
  const error = validate(input, options)
  assert.ok(error instanceof TapeSyntaxError)
  assert.throws(() => parse(input, options), { ...error })
  assert.throws(() => decode(input, options), { ...error })
  return error
}

test('all kinds of input give the same tape', () => {
  const text = '{"a":[1,2.5,"é"],"b":null}'
  const bytes = encoder.encode(text)
  const padded = new Uint8Array(bytes.length + 9)
  padded.set(bytes, 5)
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  const { tape } = plainTape(bytes)
  for (const input of [
    text, bytes, bytes.slice().buffer, shared, Buffer.from(text),
    padded.subarray(5, -4), new DataView(padded.buffer, 5, bytes.length)
  ]) {
    const document = parse(input)
    assert.deepEqual(document.tape, tape)
    assert.deepEqual(Buffer.from(document.source), Buffer.from(bytes))
    assert.deepEqual(document.toJS(), JSON.parse(text))
    assert.equal(validate(input), null)
    assert.deepEqual(decode(input), JSON.parse(text))
  }
  assert.equal(parse(bytes).source, bytes)
  assert.equal(/** @type {unknown} */ (parse(shared).source.buffer), shared)
  assert.throws(() => parse(/** @type {any} */ (1)), /^TypeError: input must be/)
  assert.throws(() => validate(/** @type {any} */ (undefined)), /^TypeError: input must be/)
})

test('source and tape are the document\'s own, never wasm memory', () => {
  const first = parse('[1,2]')
  const copies = [first.source.slice(), first.tape.slice()]
  parse(new Uint8Array(200_000).fill(0x20).fill(0x31, 199_999))
  assert.deepEqual([first.source, first.tape], copies)
  assert.equal(first.tape.byteLength, first.tape.buffer.byteLength)
  assert.equal(first.source.byteLength, first.source.buffer.byteLength)
})

test('errors say what and where', () => {
  const { code, offset, line, column, byteInLine, pointer, excerpt, message } =
    errorOf(encoder.encode('{"a":\n {"é~/":[0, ?]}}'))
  assert.deepEqual({ code, offset, line, column, byteInLine, pointer, excerpt }, {
    code: 'unexpected_byte', offset: 19, line: 2, column: 13, byteInLine: 13,
    pointer: '/a/é~0~1/1', excerpt: ' {"é~/":[0, ?]}}'
  })
  assert.equal(message,
    'unexpected byte at line 2, column 13 (byte 19)\n {"é~/":[0, ?]}}\n            ^')
  assert.ok(!('index' in errorOf(encoder.encode('?'))))
  assert.ok(errorOf('[tru' + 'a'.repeat(1_000_000)).message.length <= 300)
})

test('codes and offsets', () => {
  /** @type {[string, string, number, string?][]} */
  const expected = [
    ['', 'unexpected_end', 0], ['[1,', 'unexpected_end', 3, '/1'],
    ['{"k":8.', 'unexpected_end', 7, '/k'],
    ['{"a" 1}', 'unexpected_byte', 5, ''], ['[01]', 'unexpected_byte', 2, ''],
    ['nul1', 'invalid_literal', 3], ['-x', 'invalid_number', 1], ['1.e', 'invalid_number', 2],
    ['"\n"', 'control_char', 1], ['"\\x"', 'invalid_escape', 2], ['"\\u12g4"', 'invalid_escape', 5],
    ['1 2', 'trailing_content', 2], ['[1]]', 'trailing_content', 3],
    ['{"a":{"\\u0062":[[}]}}', 'unexpected_byte', 17, '/a/b/0/0']
  ]
  for (const [text, code, offset, pointer = ''] of expected) {
    const error = errorOf(text)
    assert.deepEqual([error.code, error.offset, error.index, error.pointer],
      [code, offset, offset, pointer], text)
  }
  assert.equal(errorOf(Uint8Array.of(0x22, 0x61, 0xff, 0x22)).code, 'invalid_utf8')
  assert.equal(errorOf(Uint8Array.of(0x22, 0x61, 0xff, 0x22)).offset, 2)
})

describe('strings as input', () => {
  test('the index counts UTF-16 code units', () => {
    const error = errorOf('{"a":"é€\u{1d11e}", "b":?}')
    assert.deepEqual([error.offset, error.index, error.column], [22, 17, 18])
  })

  test('U+FEFF is out of place, whatever bom says', () => {
    for (const bom of /** @type {const} */ (['skip', 'error'])) {
      const error = errorOf('\ufeff[]', { bom })
      assert.deepEqual([error.code, error.offset, error.index], ['unexpected_byte', 0, 0])
    }
    assert.equal(decode('"\ufeff"'), '\ufeff')
  })

  test('lone surrogates in strings are kept', () => {
    const document = parse('{"\ud800":["x\udc00\ud83d\ude00"]}')
    assert.deepEqual(document.toJS(), { '\ud800': ['x\udc00\ud83d\ude00'] })
    assert.equal(Buffer.from(document.source).toString(), '{"\\ud800":["x\\udc00\ud83d\ude00"]}')
    assert.equal(errorOf('["\ud800"]', { loneSurrogates: 'error' }).index, 2)
  })

  test('lone surrogates elsewhere are errors at their place', () => {
    /** @type {[string, string, number][]} */
    const expected = [
      ['"\ud800\\\udc00"', 'invalid_escape', 3], ['"\\u12\ud800"', 'invalid_escape', 5],
      ['["\ud800",\udc00]', 'unexpected_byte', 5], ['\ud800', 'unexpected_byte', 0],
      ['"\ud800\ud801\n"', 'control_char', 3], ['"\\\\\\\ud800"', 'invalid_escape', 4],
      ['tr\ud800', 'invalid_literal', 2], ['"\ud800"\udfff', 'trailing_content', 3]
    ]
    for (const [text, code, index] of expected) {
      const error = errorOf(text)
      assert.deepEqual([error.code, error.index], [code, index], JSON.stringify(text))
    }
    assert.equal(decode('"\\\\\ud800"'), '\\\ud800')
  })

  test('text longer than its first guess of bytes', () => {
    const text = `["${'€'.repeat(1_000_000)}"]`
    assert.deepEqual(decode(text), JSON.parse(text))
  })

  test('an index for forbidden keys as well', () => {
    assert.throws(() => decode('{"é":1,"__proto__":2}', { proto: 'error' }),
      { code: 'forbidden_key', offset: 8, index: 7 })
  })
})

describe('options', () => {
  test('maxDepth', () => {
    assert.equal(validate('[[[]]]', { maxDepth: 3 }), null)
    const { code, offset } = errorOf('[[[[]]]]', { maxDepth: 3 })
    assert.deepEqual([code, offset], ['depth', 3])
    assert.equal(errorOf('['.repeat(1025)).code, 'depth')
    assert.equal(errorOf('['.repeat(1024)).code, 'unexpected_end')
  })

  test('bom', () => {
    const bytes = encoder.encode('\ufeff[1]')
    assert.deepEqual(decode(bytes), [1])
    assert.equal(parse(bytes).root.offset, 3)
    assert.deepEqual(parse(bytes).root.position, { offset: 3, line: 1, column: 2, byteInLine: 3 })
    assert.deepEqual([errorOf(bytes, { bom: 'error' }).code], ['bom'])
  })

  test('comments and trailing commas', () => {
    const text = '/* a */ [1, // b\n 2,]'
    assert.deepEqual(decode(text, { comments: true, trailingCommas: true }), [1, 2])
    assert.equal(errorOf(text).offset, 0)
    assert.equal(errorOf(text, { comments: true }).offset, text.length - 1)
    assert.equal(errorOf('/x', { comments: true }).code, 'comment')
  })

  test('loneSurrogates', () => {
    assert.equal(decode('"\\ud800"'), '\ud800')
    const { code, offset } = errorOf('"a\\ud800"', { loneSurrogates: 'error' })
    assert.deepEqual([code, offset], ['lone_surrogate', 2])
  })

  test('duplicateKeys', () => {
    const text = '{"a":1,"b":2,"\\u0061":3}'
    assert.deepEqual(decode(text), { a: 3, b: 2 })
    assert.deepEqual(decode(text, { duplicateKeys: 'first' }), { a: 1, b: 2 })
    assert.equal(parse(text, { duplicateKeys: 'first' }).get('/a'), 1)
    const { code, offset } = errorOf(text, { duplicateKeys: 'error' })
    assert.deepEqual([code, offset], ['duplicate_key', 13])
  })

  test('wrong ones are named', () => {
    assert.throws(() => parse('1', /** @type {any} */ ({ depth: 1 })), /^TypeError: .*"depth"/)
    assert.throws(() => parse('1', { maxDepth: 0 }), /^TypeError: .*maxDepth/)
    assert.throws(() => decode('1', /** @type {any} */ ({ bigint: 1 })), /^TypeError: .*bigint/)
    assert.throws(() => parse('1').toJS(/** @type {any} */ ({ comments: true })), /"comments"/)
  })
})

test('values of all options through decode', () => {
  assert.deepEqual(decode('{"a":[9007199254740993,1.5]}', { bigint: 'unsafe', maps: true }),
    new Map([['a', [9007199254740993n, 1.5]]]))
  assert.equal(decode('[1]', { reviver: (_, value) => (value === 1 ? 2 : String(value)) }), '2')
})

test('great depth overflows no stack', () => {
  const depth = 200_000
  const text = '{"a":['.repeat(depth) + '5' + ']}'.repeat(depth)
  const document = parse(text, { maxDepth: 2 * depth })
  const pointer = '/a/0'.repeat(depth)
  assert.equal(document.get(pointer), 5)
  let value = document.toJS()
  for (let i = 0; i < depth; i++) value = value.a[0]
  assert.equal(value, 5)
  let calls = 0
  document.toJS({ reviver: (_, inner) => (calls++, inner) })
  assert.equal(calls, 2 * depth + 1)
  TapeDocument.from(document.share(), { verify: 'full' })
  assert.equal(errorOf('{"a":['.repeat(9), { maxDepth: 18 }).pointer, `${'/a/0'.repeat(8)}/a`)
})

test('counts and lengths at the edges of their fields', () => {
  for (const count of [0xfffffe, 0xffffff, 0x1000000]) {
    const bytes = Buffer.alloc(2 * count + 1, '1,')
    bytes[0] = 0x5b
    bytes.fill('1,', 1)
    bytes[2 * count] = 0x5d
    const document = parse(bytes)
    assert.equal(document.root.size, count)
    assert.equal(document.root.end, bytes.length)
    assert.equal(document.root.at(-1)?.number(), 1)
    assert.equal(document.root.at(count), undefined)
  }
  for (const length of [0xffffff, 0x1000000]) {
    const bytes = Buffer.alloc(length + 2, 'a').fill('"', 0, 1).fill('"', length + 1)
    const { root } = parse(bytes)
    assert.equal(root.string().length, length)
    assert.equal(root.end, length + 2)
    const number = parse(Buffer.alloc(length, '1')).root
    assert.equal(number.number(), Infinity)
    assert.equal(number.text().length, length)
    const key = parse(`{"${'k'.repeat(length)}":1}`).root
    assert.equal([...key.keys()][0].length, length)
    assert.equal(key.get('k'.repeat(length))?.number(), 1)
  }
})

test('build tells how the module was built', () => {
  assert.equal(build.target, 'browser')
  assert.equal(build.simd, true)
  assert.equal(build.whitespace, 'prefix')
  assert.ok(build.whitespacePrefix > 0)
  assert.deepEqual(Object.keys(build),
    ['version', 'target', 'simd', 'whitespace', 'whitespacePrefix'])
})
