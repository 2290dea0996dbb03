/**
 * The cases of ../shared/cases.jsonl: small inputs that stand for kinds of faults. A handler for
 * each operation turns a case into assertions; an operation without one is reported as skipped.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, test } from 'node:test'

import * as jsontape from 'jsontape'
import { documents } from 'jsontape/stream'

import { cutAt, cutEvery, eventsOf } from '../support/events.js'
import { assertReads, bitsOf, thrownBy } from '../support/expect.js'
import { plainError } from '../support/plain.js'
import { needsShared, readJsonLines, utf8 } from '../support/suites.js'

const { TapePointerError, parse, validate } = jsontape

/**
 * @typedef {object} Case
 * @property {number} id
 * @property {string} area
 * @property {string} what
 * @property {string} operation
 * @property {any} input
 * @property {'text' | 'base64' | 'recipe' | 'js' | 'prose'} encoding
 * @property {any} [options]
 * @property {any} [splits]
 * @property {any} check
 * @property {any[]} [variants]
 */

/**
 * A handler may say why a case is skipped.
 *
 * @typedef {(item: Case) => void | string | Promise<void | string>} Handler
 */

/**
 * The bytes that an input stands for.
 *
 * @param {Case} item
 * @param {any} [input]
 * @returns {Uint8Array}
 */
function bytesOf({ encoding, input: own }, input = own) {
  if (encoding === 'text') return utf8(input)
  if (encoding === 'base64') return new Uint8Array(Buffer.from(input, 'base64'))
  assert.equal(encoding, 'recipe')
  const pieces = JSON.parse(input).map((/** @type {[string, number]} */ [text, count]) => {
    const piece = text.startsWith('b64:') ? Buffer.from(text.slice(4), 'base64') : Buffer.from(text)
    return Buffer.alloc(piece.length * count, piece)
  })
  return new Uint8Array(Buffer.concat(pieces))
}

/** Codes that say more than the coarse kind of a case does. */
const finer = new Map([
  ['unexpected_byte', ['invalid_literal', 'invalid_number', 'invalid_escape', 'trailing_content']],
  ['lone_surrogate', []]
])

/**
 * @param {any} error
 * @param {any} check
 */
function assertError(error, check) {
  assert.ok(error instanceof jsontape.TapeSyntaxError, String(error))
  const codes = [check.kind, ...(finer.get(check.kind) ?? [])]
  assert.ok(codes.includes(error.code), `${error.code} is not ${check.kind}`)
  assert.equal(error.offset, check.offset)
  if (check.line0 !== undefined) assert.equal(error.line, check.line0 + 1)
  if (check.byteInLine0 !== undefined) assert.equal(error.byteInLine, check.byteInLine0)
  if (check.utf16_before !== undefined) assert.equal(error.column, check.utf16_before + 1)
  assert.ok(error.message.length <= (check.message_max_chars ?? 300))
}

/**
 * What holds for every text, whatever the case says: the plain twin's verdict, JSON.parse's value.
 *
 * @param {Uint8Array} bytes
 */
function assertSound(bytes) {
  const expected = plainError(bytes)
  const error = validate(bytes)
  if (expected) {
    assert.deepEqual({ code: error?.code, offset: error?.offset }, expected)
    return
  }
  assert.equal(error, null)
  const value = JSON.parse(new TextDecoder().decode(bytes))
  const document = parse(bytes)
  assertReads(document.root, value)
  assert.deepStrictEqual(document.toJS(), value)
}

/** @typedef {(document: jsontape.TapeDocument, check: any, bytes: Uint8Array) => void} Fact */

/** @type {Record<string, Fact>} */
const facts = {
  json: ({ root }, { json }) => assertReads(root, JSON.parse(json)),
  js_value: ({ root }, { js_value: value }) => assertReads(root, JSON.parse(value)),
  default_json: ({ root }, { default_json: value }) => {
    assert.equal(JSON.stringify(root.toJS()), value)
  },
  members: ({ root }, { members }) => assert.equal(root.size, members),
  raw: ({ root }, { raw }) => assert.equal(root.text(), raw),
  double_hex: ({ root }, { double_hex: bits }) => assert.equal(bitsOf(root.number()), bits),
  js: ({ root }, { js }) => assert.equal(root.toJS(), Number(js)),
  doubles_hex: ({ root }, { doubles_hex: bits }) => {
    assert.deepEqual(
      [...root.values()].map((node) => bitsOf(node.number())),
      bits
    )
  },
  utf8_hex: ({ root }, { utf8_hex: hex }) => {
    const strings = [...root.values()].map((node) => Buffer.from(node.string()).toString('hex'))
    assert.deepEqual(strings, hex)
  },
  own_keys: ({ root }, { own_keys: keys }) => {
    assert.deepEqual([...root.keys()], keys)
    assert.deepEqual(Object.keys(/** @type {object} */ (root.toJS())), keys)
  },
  prototype: ({ root }) => assert.equal(Object.getPrototypeOf(root.toJS()), Object.prototype),
  reject: (_document, { reject }, bytes) => {
    assertError(
      thrownBy(() => parse(bytes).toJS({ proto: 'error' })),
      reject
    )
  },
  strict: (_document, { strict }, bytes) => {
    assertError(validate(bytes, { duplicateKeys: 'error' }), strict)
  },
  or_error: (_document, { or_error: error }, bytes) => {
    assertError(validate(bytes, { loneSurrogates: 'error' }), error)
  },
  pointers: (document, { pointers }) => {
    for (const [pointer, value] of Object.entries(pointers)) {
      if (value === 'error') {
        assert.ok(thrownBy(() => document.get(pointer)) instanceof TapePointerError)
      } else {
        assert.equal(document.get(pointer), value === 'absent' ? undefined : value)
      }
    }
  }
}

/** @type {Handler} */
function readText(item) {
  const { check, options = {}, variants = [] } = item
  const bytes = bytesOf(item)
  assertSound(bytes)
  for (const variant of variants) assertSound(bytesOf(item, variant))
  if (check.outcome === 'error') {
    const behind = Buffer.from(options.bytes_after_end ?? '')
    const whole = new Uint8Array(Buffer.concat([bytes, behind]))
    const input = whole.subarray(0, bytes.length)
    assertError(validate(input), check)
    assertError(
      thrownBy(() => parse(input)),
      check
    )
    return
  }
  const document = parse(bytes)
  const known = Object.keys(check).filter((name) => Object.hasOwn(facts, name))
  assert.ok(known.length > 0, `no fact to check in ${JSON.stringify(check)}`)
  for (const name of known) facts[name](document, check, bytes)
}

/** @type {Handler} */
function readLazily(item) {
  const { id, check, options = {} } = item
  if (options.needs && !process.env.JSONTAPE_TEST_LARGE) {
    return `needs ${options.needs} of memory and JSONTAPE_TEST_LARGE in the environment`
  }
  const document = parse(bytesOf(item), { maxDepth: options.maxDepth })
  if (check.length) {
    assert.equal(document.source.length, check.bytes)
    assert.equal(document.root.size, check.length)
    assert.equal(document.root.at(check.length - 1)?.number(), 0)
    return
  }
  if (check.depth) {
    let depth = 0
    for (let node = document.root; node; depth++) {
      const [next] = node.values()
      node = next
    }
    assert.ok(depth > check.depth)
    assert.ok(document.at('/a'.repeat(100)))
    const outcome = (() => {
      try {
        return typeof document.toJS()
      } catch (error) {
        return error
      }
    })()
    const isDepthError = outcome instanceof RangeError && !/call stack/.test(outcome.message)
    assert.ok(outcome === 'object' || isDepthError, String(outcome))
    assert.throws(() => document.stringify(), { name: 'RangeError', message: /maxDepth/ })
    const text = document.stringify({ maxDepth: options.maxDepth })
    assert.equal(text, Buffer.from(document.source).toString())
    const value = document.toJS()
    assert.throws(() => jsontape.stringify(value), { name: 'RangeError', message: /maxDepth/ })
    assert.equal(jsontape.stringify(value, { maxDepth: options.maxDepth }), text)
    return
  }
  assert.equal(id, 55)
  const first = document.root.get('x')
  const second = document.root.get('y')
  for (let round = 0; round < 2; round++) {
    assert.equal(second?.at(1)?.get('z')?.number(), 33)
    assert.equal(first?.number(), 11)
  }
}

/**
 * How fast it is, benchmarks say; here only that it is right.
 *
 * @type {Handler}
 */
function readLong(item) {
  const length = item.check.string_length
  assert.equal(parse(bytesOf(item)).root.string().length, length)
  assert.equal(parse(bytesOf(item)).toJS().length, length)
}

/** @type {Map<number, () => void>} */
const memoryCases = new Map([
  [
    95,
    () => {
      const document = parse('{"a":1}')
      const view = document.root.raw()
      const large = new Uint8Array(48e6).fill(32)
      large[large.length - 1] = 49
      assert.equal(parse(large).root.number(), 1)
      assert.equal(document.get('/a'), 1)
      assert.equal(Buffer.from(view).toString(), '{"a":1}')
    }
  ],
  [
    98,
    () => {
      const text = `{"a":[${'1,'.repeat(999)}1]}`
      // All that a document keeps is garbage that the engine knows the size of.
      const before = process.memoryUsage().rss
      for (let i = 0; i < 20000; i++) parse(text).get('/a/0')
      assert.ok(process.memoryUsage().rss - before < 400e6)
    }
  ]
])

/** @type {Handler} */
function useMemory({ id }) {
  const run = memoryCases.get(id)
  if (!run) return 'no test of this memory case'
  run()
}

/** The values of cases, which are written as JavaScript there. @type {[number, () => unknown][]} */
const valuesById = [
  [83, () => [2n ** 64n, 1, -(2n ** 63n) - 1n]],
  [86, () => ({ 'a"b\\c\n\u0001\u007f': 1, '': 2 })],
  [90, () => [
    0.1 + 0.2, 1.7976931348623157e308, 5e-324, 1e21, 1e20, 1e-6, 1e-7, 4.35, 123456789012345680000,
    2 ** 53
  ]],
  [92, () => {
    const circle = { p: [/** @type {any} */ ({})] }
    circle.p[0].q = circle
    return circle
  }],
  [94, () => ({ id: 9007199254740993n, neg: -0n })]
]

/** @type {Handler} */
function writeValue({ id, check }) {
  const make = new Map(valuesById).get(id)
  if (!make) return 'no value of this case'
  if (check.outcome === 'string') {
    for (const bigint of /** @type {const} */ (['error', 'number'])) {
      assert.equal(jsontape.stringify(make(), { bigint }), check.js)
      assert.equal(Buffer.from(jsontape.encode(make(), { bigint })).toString(), check.js)
    }
    return
  }
  const error = thrownBy(() => jsontape.encode(make()))
  assert.equal(/** @type {Error} */ (error).name, check.kind ?? check.default)
  assert.equal(jsontape.stringify([1]), '[1]')
  if (!check.bigint) return
  assert.equal(jsontape.stringify(make(), { bigint: 'number' }), check.bigint)
  const integers = Object.values(/** @type {object} */ (make())).map(BigInt)
  assert.deepEqual(
    Object.values(jsontape.decode(check.bigint, { bigint: 'always' })), integers)
}

/** @type {Handler} */
function writeTokens({ input, check }) {
  const pieces = /** @type {[string, number][]} */ (JSON.parse(input))
  const whole = pieces.map(([text, count]) => text.repeat(count)).join('')
  // The same at every place in a vector and around the sizes of buffers.
  const starts = [0, 16, 64, 4096, 8192, 65536, 0x40000].flatMap((size) =>
    Array.from({ length: 40 }, (_, i) => Math.max(0, size - 20 + i)))
  for (const text of [whole, ...starts.map((start) => 's'.repeat(start) + whole.slice(-6))]) {
    const writer = new jsontape.JsonWriter()
    writer.string(text)
    const bytes = Buffer.from(writer.finish())
    assert.ok(bytes.toString('hex').endsWith(check.tail))
    assert.equal(bytes.toString(), JSON.stringify(text))
  }
}

const swizzles = `(module
  (memory (export "memory") 1)
  (func (export "run")
    (v128.store (i32.const 32) (i8x16.swizzle (v128.load (i32.const 0)) (v128.load (i32.const 16))))
    (v128.store (i32.const 48)
      (i8x16.swizzle
        (i8x16.swizzle (v128.load (i32.const 0)) (v128.load (i32.const 64)))
        (v128.load (i32.const 16))))
    (v128.store (i32.const 80)
      (i8x16.swizzle
        (i8x16.shuffle 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
          (v128.const i64x2 0 0) (v128.load (i32.const 0)))
        (v128.load (i32.const 16))))))`

/** @type {Handler} */
function runLanes({ check }) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-'))
  try {
    const path = join(folder, 'swizzles.wasm')
    execFileSync('wat2wasm', ['-', '-o', path], { input: swizzles })
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {})
    const { memory, run } = /** @type {any} */ (exports)
    const bytes = new Uint8Array(memory.buffer)
    for (let i = 0; i < 16; i++) {
      bytes[i] = 0x10 + i
      bytes[64 + i] = i
    }
    bytes.set([0, 15, 16, 31, 127, 128, 255, 5], 16)
    for (let call = 0; call < 10_000; call++) run() // until the engine has optimised it
    for (const result of [32, 48, 80]) {
      assert.deepEqual([...bytes.subarray(result, result + 16)], check.u8)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * An input cut as a case says: at each of its splits, into single bytes, at all splits at once.
 *
 * @param {Case} item
 * @param {Uint8Array} input
 */
function cutsOf({ splits = [], options: { chunk } = {} }, input) {
  const inside = splits.filter((/** @type {number} */ at) => at <= input.length)
  return [
    [input],
    cutEvery(input, chunk ?? 1),
    cutAt(input, inside),
    ...inside.map((/** @type {number} */ at) => cutAt(input, [at]))
  ]
}

/** @type {Handler} */
function readTokens(item) {
  const { check, options: { byteOffset = 0 } = {} } = item
  const bytes = bytesOf(item)
  const memory = new Uint8Array(byteOffset + bytes.length)
  memory.set(bytes, byteOffset)
  const input = memory.subarray(byteOffset)
  for (const chunks of cutsOf(item, input)) {
    const { events, reader, error } = eventsOf(chunks)
    if (check.outcome === 'error') {
      assertError(error, check)
      for (let i = 0; i < 3; i++) assert.equal(thrownBy(() => reader.read()), error)
      continue
    }
    const tokens = check.tokens.map((/** @type {[string, number]} */ [type, at]) => [
      type.replace(/_(.)/, (_, letter) => letter.toUpperCase()),
      at
    ])
    const found = events.slice(0, -1).map((event) => {
      const [, start, type] = /** @type {RegExpMatchArray} */ (event.match(/^(\d+)-\d+ (\w+)/))
      return [type, Number(start)]
    })
    assert.deepEqual(found, tokens)
  }
}

/**
 * The texts of a stream's documents, where they are, and the error that ended it.
 *
 * @param {Uint8Array[]} chunks
 * @param {import('jsontape/stream').StreamOptions} [options]
 * @param {Error} [failure] of the source, behind the first chunk
 */
async function readStream(chunks, options, failure) {
  const values = []
  const offsets = []
  async function* source() {
    for (const chunk of chunks) {
      yield chunk
      if (failure) throw failure
    }
  }
  try {
    for await (const { root, streamOffset } of documents(source(), options)) {
      values.push(JSON.stringify(root))
      offsets.push(streamOffset)
      assert.ok(root.type !== 'number' || root.text() === JSON.stringify(root))
    }
  } catch (error) {
    return { values, offsets, error }
  }
  return { values, offsets, error: undefined }
}

/** @type {Handler} */
async function readOneDocument(item) {
  const { check, options = {}, variants = [] } = item
  const input = bytesOf(item)
  for (const chunks of cutsOf(item, input)) {
    for (const format of /** @type {const} */ (['ndjson', 'concatenated'])) {
      if (options.fail_after_chunk) {
        const failure = new Error('the source failed')
        const { values, error } = await readStream(cutAt(input, item.splits), { format }, failure)
        assert.deepEqual({ values, error }, { values: [], error: failure })
        continue
      }
      const { values, error } = await readStream(chunks, { format })
      if (check.outcome === 'policy') {
        assertError(error, check.skip_bom)
        const refused = await readStream(chunks, { format, bom: 'error' })
        assert.equal(/** @type {any} */ (refused.error).offset, check.no_skip.offset)
      } else if (check.outcome === 'error') {
        assertError(error, check)
      } else {
        assert.deepEqual({ values, error }, {
          values: [JSON.stringify(JSON.parse(check.json))], error: undefined
        })
      }
    }
  }
  for (const variant of variants) {
    for (const chunks of [[utf8(variant)], cutEvery(utf8(variant), 1)]) {
      for await (const { root } of documents(new Blob(chunks))) {
        assert.deepEqual(root.toJS(), JSON.parse(variant))
      }
    }
  }
}

/** @type {Handler} */
async function readLines(item) {
  const { check, options = {}, variants = [] } = item
  const input = bytesOf(item)
  const format = options.mode ?? 'ndjson'
  const expected = check.ndjson ?? check
  for (const chunks of cutsOf(item, input)) {
    const { values, offsets, error } = await readStream(chunks, { format })
    assert.deepEqual(values, expected.values)
    if (expected.offsets) assert.deepEqual(offsets, expected.offsets)
    if (expected.then) assertError(error, expected.then)
    else assert.equal(error, undefined)
    if (check.concatenated) {
      const found = await readStream(chunks, { format: 'concatenated' })
      assert.deepEqual(found.values, check.concatenated)
    }
  }
  for (const [i, variant] of variants.entries()) {
    const { values, error } = await readStream([utf8(variant)])
    if (item.id === 74) {
      assert.equal(error, undefined)
      assert.equal(values.length, [0, 0, 0, 1, 2][i])
    } else assertError(error, { kind: 'trailing_content', offset: [7, 2, 8][i] })
  }
}

/** @type {Record<string, Handler>} */
const handlers = {
  reader: readTokens,
  stream: readOneDocument,
  ndjson: readLines,
  parse: readText,
  unescape: readText,
  pointer: readText,
  stringify: writeValue,
  writer: writeTokens,
  lazy: readLazily,
  memory: useMemory,
  perf: readLong,
  wasm: runLanes,
  package: () => 'starting in a page is tested in test/browser'
}

describe('cases', needsShared('cases.jsonl'), () => {
  const items = needsShared('cases.jsonl').skip ? [] : readJsonLines('cases.jsonl')
  for (const item of /** @type {Case[]} */ (items)) {
    test(`${item.id}: ${item.area}: ${item.what}`, async (context) => {
      const handler = handlers[item.operation]
      if (!handler) return context.skip(`nothing here does ${item.operation} yet`)
      const reason = await handler(item)
      if (reason) context.skip(reason)
    })
  }
})
