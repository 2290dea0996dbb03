/**
 * Streams of documents: every format and source, cut everywhere; errors, back-pressure, letting go.
 */
import assert from 'node:assert/strict'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, TapeDocument, TapeSyntaxError } from 'jsontape'
import { documents, encodeLines, JsonParserStream, StreamDocument } from 'jsontape/stream'
import { cutAt, cutEvery } from '../support/events.js'
import { utf8 } from '../support/suites.js'

/** @typedef {import('jsontape/stream').StreamOptions} StreamOptions */

/** @param {Iterable<Uint8Array>} chunks */
async function* from(chunks) {
  yield* chunks
}

/** @param {StreamDocument} document */
function describeDocument({ index, streamOffset, streamLine, matchedPointer, root }) {
  const place = `${index} ${streamOffset} ${streamLine}`
  return `${place}${matchedPointer === undefined ? '' : ` ${matchedPointer}`} ${JSON.stringify(root)}`
}

/** @param {any} error */
function describeError({ code, offset, line, column, byteInLine, pointer }) {
  return `${code} ${offset} ${line}:${column}:${byteInLine} ${pointer}`
}

/**
 * One line for each document, and one for the error at the end.
 *
 * @param {Iterable<Uint8Array>} chunks
 * @param {StreamOptions} [options]
 */
async function read(chunks, options) {
  const lines = []
  try {
    for await (const document of documents(from(chunks), options)) {
      lines.push(describeDocument(document))
    }
  } catch (error) {
    assert.ok(error instanceof TapeSyntaxError, String(error))
    lines.push(describeError(error))
  }
  return lines
}

/**
 * The same wherever the input is cut.
 *
 * @param {string | Uint8Array} text
 * @param {StreamOptions} options
 * @param {string[]} expected
 */
async function check(text, options, expected) {
  const input = typeof text === 'string' ? utf8(text) : text
  assert.deepEqual(await read([input], options), expected)
  for (let cut = 0; cut <= input.length; cut++) {
    assert.deepEqual(await read(cutAt(input, [cut]), options), expected, `cut at ${cut}`)
  }
  for (const nbytes of [1, 2, 3, 5, 7]) {
    assert.deepEqual(await read(cutEvery(input, nbytes), options), expected, `every ${nbytes}`)
  }
}

describe('ndjson', () => {
  test('documents, blank lines, CRLF, a last line without end', () =>
    check('{"a":1}\n\n [2,"é"]\r\n \t \n"x"\n3', {}, [
      '0 0 1 {"a":1}', '1 9 3 [2,"é"]', '2 24 5 "x"', '3 28 6 3'
    ]))

  test('an empty stream has none', async () => {
    await check('', {}, [])
    await check('\n\r\n \n', {}, [])
  })

  test('the end of a line is the end of its input', () =>
    check('1\n[2\n3', {}, ['0 0 1 1', 'unexpected_end 4 2:3:2 ']))

  test('a second value on a line is refused, behind the first one', async () => {
    const text = '1\n{"a":2} 3\n4'
    await check(text, {}, ['0 0 1 1', '1 2 2 {"a":2}', 'trailing_content 10 2:9:8 '])
    await check(text, { onError: 'skip' }, ['0 0 1 1', '1 12 3 4'])
  })

  test('errors have the places of the stream and the pointer of the line', () =>
    check('{"é":1}\n{"a":[1,{"b€":.5}]}\n', {}, [
      '0 0 1 {"é":1}', 'unexpected_byte 25 2:15:16 /a/1/b€'
    ]))

  test('ill-formed and cut UTF-8', async () => {
    await check(Uint8Array.of(0x22, 0xc3, 0x22, 0x0a), {}, ['invalid_utf8 1 1:2:1 '])
    await check(Uint8Array.of(0x22, 0xf0, 0x9d, 0x84), {}, ['unexpected_end 4 1:3:4 '])
  })

  test('a byte order mark only at the very start', async () => {
    await check('\ufeff1\n2', {}, ['0 0 1 1', '1 5 2 2'])
    await check('1\n\ufeff2', {}, ['0 0 1 1', 'unexpected_byte 2 2:1:0 '])
    await check('\ufeff1', { bom: 'error' }, ['bom 0 1:1:0 '])
  })

  test('options of parse hold for each line', async () => {
    await check('{"a":1,"a":2}\n[1,]//x\n', { duplicateKeys: 'first', trailingCommas: true, comments: true },
      ['0 0 1 {"a":1}', '1 14 2 [1]'])
    await check('[1]\n{"a":1,"a":2}', { duplicateKeys: 'error' },
      ['0 0 1 [1]', 'duplicate_key 11 2:8:7 '])
    await check('[[1]]\n[[[1]]]', { maxDepth: 2 }, ['0 0 1 [[1]]', 'depth 8 2:3:2 /0/0'])
  })

  test('onError skips or tells', async () => {
    const text = '1\n[2\n3\n{"a":x}\n4'
    await check(text, { onError: 'skip' }, ['0 0 1 1', '1 5 3 3', '2 15 5 4'])
    for (const nbytes of [1, 4, 100]) {
      /** @type {string[]} */
      const told = []
      const lines = await read(cutEvery(utf8(text), nbytes), {
        onError: (error, line) => told.push(`${describeError(error)} ${Buffer.from(line)}`)
      })
      assert.deepEqual(lines, ['0 0 1 1', '1 5 3 3', '2 15 5 4'])
      assert.deepEqual(told, ['unexpected_end 4 2:3:2  [2', 'unexpected_byte 12 4:6:5 /a {"a":x}'])
    }
  })

  test('maxDocumentBytes', async () => {
    const text = '12\n1234567\n34\n123456\n56'
    await check(text, { maxDocumentBytes: 4 }, ['0 0 1 12', 'document_too_large 7 2:5:4 '])
    await check(text, { maxDocumentBytes: 4, onError: 'skip' },
      ['0 0 1 12', '1 11 3 34', '2 21 5 56'])
    await check('1234567', { maxDocumentBytes: 4 }, ['document_too_large 4 1:5:4 '])
  })
})

describe('json-seq', () => {
  /** @type {StreamOptions} */
  const options = { format: 'json-seq' }

  test('records, empty ones too, over several lines', () =>
    check('\x1e{"a":\n1}\n\x1e\x1e2\n\x1e"x"\x1e[3]', options, [
      '0 1 1 {"a":1}', '1 12 3 2', '2 15 4 "x"', '3 19 4 [3]'
    ]))

  test('a number or literal that may have been cut is refused', async () => {
    await check('\x1e1\n\x1e12\x1e3\n', options, ['0 1 1 1', 'unexpected_end 6 2:4:3 '])
    await check('\x1etrue', options, ['unexpected_end 5 1:6:5 '])
    await check('\x1e1\n\x1e12\x1e3\n', { ...options, onError: 'skip' }, ['0 1 1 1', '1 7 2 3'])
  })

  test('what stands before the first separator is refused', async () => {
    await check('1\n\x1e2\n', options, ['unexpected_byte 0 1:1:0 '])
    await check('1\n\x1e2\n', { ...options, onError: 'skip' }, ['0 3 2 2'])
  })
})

describe('concatenated', () => {
  /** @type {StreamOptions} */
  const options = { format: 'concatenated' }

  test('values with and without whitespace between them', () =>
    check('{"a":1}[2]"x" 12\n3 true{"b":{}}\n', options, [
      '0 0 1 {"a":1}', '1 7 1 [2]', '2 10 1 "x"', '3 14 1 12', '4 17 2 3', '5 19 2 true',
      '6 23 2 {"b":{}}'
    ]))

  test('a number at the end waits for it', async () => {
    await check('528', options, ['0 0 1 528'])
    await check('', options, [])
  })

  test('errors', async () => {
    await check('[1]\n{"a" 2}', options, ['0 0 1 [1]', 'unexpected_byte 9 2:6:5 '])
    await check('[1]2x', options, ['0 0 1 [1]', '1 3 1 2', 'trailing_content 4 1:5:4 '])
    await check('[1][', options, ['0 0 1 [1]', 'unexpected_end 4 1:5:4 '])
    await check('{}{"a":1,"a":2}', { ...options, duplicateKeys: 'error' },
      ['0 0 1 {}', 'duplicate_key 9 1:10:9 '])
    await check('[][1,2,3]', { ...options, maxDocumentBytes: 4 },
      ['0 0 1 []', 'document_too_large 6 1:7:6 '])
    await check('[] "123456"', { ...options, maxDocumentBytes: 4 },
      ['0 0 1 []', 'document_too_large 7 1:8:7 '])
  })
})

describe('array', () => {
  /** @type {StreamOptions} */
  const options = { format: 'array' }

  test('its elements', async () => {
    await check(' [{"a":[1,{}]},2,\n"x",null,[[]]]\n', options, [
      '0 2 1 {"a":[1,{}]}', '1 15 1 2', '2 18 2 "x"', '3 22 2 null', '4 27 2 [[]]'
    ])
    await check('[]', options, [])
    await check('[-12.5e1]', options, ['0 1 1 -12.5e1'.replace('-12.5e1', '-125')])
  })

  test('anything else is refused', async () => {
    await check(' {"a":1}', options, ['unexpected_byte 1 1:2:1 '])
    await check('"x"', options, ['unexpected_byte 0 1:1:0 '])
    await check('[1] 2', options, ['0 1 1 1', 'trailing_content 4 1:5:4 '])
    await check('[1,{"a":tru}]', options, ['0 1 1 1', 'invalid_literal 11 1:12:11 /1/a'])
    await check('[1,', options, ['0 1 1 1', 'unexpected_end 3 1:4:3 /1'])
    await check('', options, ['unexpected_end 0 1:1:0 '])
  })
})

describe('select', () => {
  const text = '{"type":"F","features":[{"id":1,"x":[1,2]},\n{"id":2},"th\\n","four",4.5],' +
    '"o":{"features":[9]},"fe\\u0061tures":[5],"a/b":{"~":[{"k":1},{"k":[2]}]}}'

  test('/features/* finds elements of every kind, however the key is written', () =>
    check(text, { select: '/features/*' }, [
      '0 24 1 /features/0 {"id":1,"x":[1,2]}', '1 44 2 /features/1 {"id":2}',
      '2 53 2 /features/2 "th\\n"', '3 60 2 /features/3 "four"', '4 67 2 /features/4 4.5',
      '5 110 2 /features/0 5'
    ]))

  test('keys, indices and stars at every depth', async () => {
    await check(text, { select: '/type' }, ['0 8 1 /type "F"'])
    await check(text, { select: '/features/1' }, ['0 44 2 /features/1 {"id":2}'])
    await check(text, { select: '/*/features/0' }, ['0 89 2 /o/features/0 9'])
    await check(text, { select: '/a~1b/~0/*/k' }, [
      '0 130 2 /a~1b/~0/0/k 1', '1 138 2 /a~1b/~0/1/k [2]'
    ])
    await check(text, { select: '/features/*/id' }, [
      '0 30 1 /features/0/id 1', '1 50 2 /features/1/id 2'
    ])
    await check(text, { select: '/nothing/*' }, [])
    await check('[1,[2,3]]', { select: '/*' }, ['0 1 1 /0 1', '1 3 1 /1 [2,3]'])
    await check('[1,[2,3]]', { select: '/01' }, [])
    await check('{"0":5}', { select: '/0' }, ['0 5 1 /0 5'])
    await check('[1,[2,3]]', { select: '' }, ['0 0 1  [1,[2,3]]'])
  })

  test('errors anywhere in the document, with the pointer from its root', async () => {
    await check('{"a":[1,{"b":2x}]}', { select: '/a/*' },
      ['0 6 1 /a/0 1', 'unexpected_byte 14 1:15:14 /a/1'])
    await check('{"a":[1],"c":[1,2', { select: '/a/*' },
      ['0 6 1 /a/0 1', 'unexpected_end 17 1:18:17 /c'])
    await check('{"a":[{"b":1,"b":2}]}', { select: '/a/*', duplicateKeys: 'error' },
      ['duplicate_key 13 1:14:13 /a/0'])
    await check('{"a":[[{"b":["\\ud800"]}]]}', { select: '/a/*', loneSurrogates: 'error' },
      ['lone_surrogate 14 1:15:14 /a/0/0/b/0'])
    await check('{"a":[[[[1]]]]}', { select: '/a/*', maxDepth: 4 }, ['depth 8 1:9:8 /a/0/0/0'])
  })

  test('what is asked for at once and what comes in small pieces is the same', async () => {
    const records = Array.from({ length: 300 }, (_, id) =>
      ({ id, text: 'x'.repeat(id * 7 % 500), list: [id, [id]], [`key${id}`]: 'é' }))
    const input = utf8(JSON.stringify({ meta: records.slice(0, 5), items: records }))
    const whole = await read([input], { select: '/items/*' })
    assert.equal(whole.length, 300)
    for (const nbytes of [1, 7, 64, 1000, 4096]) {
      assert.deepEqual(await read(cutEvery(input, nbytes), { select: '/items/*' }), whole)
    }
  })
})

describe('documents', () => {
  test('are TapeDocuments whose offsets are their own', async () => {
    for await (const document of documents(from([utf8('[1]\n{"a":[true]}')]))) {
      assert.ok(document instanceof StreamDocument)
      assert.ok(document instanceof TapeDocument)
      if (document.index === 0) continue
      assert.equal(document.get('/a/0'), true)
      assert.equal(document.at('/a')?.offset, 5)
      assert.equal(Buffer.from(document.source).toString(), '{"a":[true]}')
      assert.deepEqual(TapeDocument.from(document.share(), { verify: 'full' }).toJS(), { a: [true] })
    }
  })

  test('that are kept do not keep their chunk', async () => {
    const line = `${JSON.stringify({ text: 'x'.repeat(100) })}\n`
    const chunk = utf8(line.repeat(5000))
    for await (const document of documents(from([chunk]))) {
      assert.ok(document.source.buffer.byteLength <= 0x4000)
      assert.notEqual(document.source.buffer, chunk.buffer)
    }
  })

  test('larger than a chunk', async () => {
    const long = JSON.stringify({ text: 'é'.repeat(400_000), list: Array(50_000).fill([1]) })
    const input = utf8(`${long}\n1\n${long}`)
    for (const nbytes of [1000, 65536, input.length]) {
      const found = []
      for await (const document of documents(from(cutEvery(input, nbytes)))) found.push(document)
      assert.deepEqual(found.map(({ source }) => source.length), [long, '1', long].map((text) => utf8(text).length))
      assert.deepEqual(found[2].toJS(), JSON.parse(long))
    }
  })
})

describe('sources', () => {
  const lines = '{"a":1}\n{"a":2}\n'
  const expected = ['0 0 1 {"a":1}', '1 8 2 {"a":2}']

  /** @param {any} source */
  async function readFrom(source) {
    const found = []
    for await (const document of documents(source)) found.push(describeDocument(document))
    return found
  }

  test('ReadableStream, Response, Blob, async iterable, Node stream', async () => {
    assert.deepEqual(await readFrom(new Blob([lines]).stream()), expected)
    assert.deepEqual(await readFrom(new Response(lines)), expected)
    assert.deepEqual(await readFrom(new Response(null)), [])
    assert.deepEqual(await readFrom(new Blob([lines])), expected)
    assert.deepEqual(await readFrom(from([utf8(lines)])), expected)
    const folder = mkdtempSync(join(tmpdir(), 'jsontape-'))
    try {
      writeFileSync(join(folder, 'lines'), lines)
      assert.deepEqual(await readFrom(createReadStream(join(folder, 'lines'))), expected)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('chunks of other types of bytes', async () => {
    const bytes = utf8(lines)
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    for (const chunk of [bytes.buffer, new DataView(bytes.buffer), shared, Buffer.from(bytes)]) {
      assert.deepEqual(await read(/** @type {any} */ ([chunk])), expected)
    }
  })

  test('anything else is refused', async () => {
    for (const source of [undefined, 'text', 5, {}, utf8(lines)]) {
      await assert.rejects(readFrom(source), TypeError)
    }
    await assert.rejects(readFrom(from(/** @type {any} */ (['text']))), TypeError)
  })

  test('one that fails rejects and is not taken for the end', async () => {
    const failure = new Error('connection lost')
    async function* failing() {
      yield utf8('1\n61')
      throw failure
    }
    /** @type {number[]} */
    const found = []
    await assert.rejects(async () => {
      for await (const document of documents(failing())) found.push(document.root.number())
    }, failure)
    assert.deepEqual(found, [1])
    const stream = new ReadableStream({ pull: (controller) => controller.error(failure) })
    await assert.rejects(readFrom(stream), failure)
  })
})

describe('letting go', () => {
  /** A stream that tells what happens to it. */
  function observed() {
    const seen = { pulls: 0, cancelled: /** @type {any[]} */ ([]) }
    const stream = new ReadableStream({
      pull(controller) {
        seen.pulls++
        controller.enqueue(utf8('1\n2\n'))
      },
      cancel(reason) {
        seen.cancelled.push(reason)
      }
    }, { highWaterMark: 0 })
    return { seen, stream }
  }

  test('break releases a stream and an iterable', async () => {
    const { seen, stream } = observed()
    for await (const document of documents(stream)) if (document.index === 2) break
    assert.equal(seen.cancelled.length, 1)
    assert.equal(stream.locked, false)
    let isReleased = false
    async function* source() {
      try {
        for (;;) yield utf8('1\n')
      } finally {
        isReleased = true
      }
    }
    for await (const document of documents(source())) if (document.index === 2) break
    assert.ok(isReleased)
  })

  test('an error in a document releases the source', async () => {
    let isReleased = false
    async function* source() {
      try {
        for (;;) yield utf8('1\nx\n')
      } finally {
        isReleased = true
      }
    }
    await assert.rejects(async () => {
      for await (const _ of documents(source()));
    }, TapeSyntaxError)
    assert.ok(isReleased)
  })

  test('nothing is read before it is asked for', async () => {
    const { seen, stream } = observed()
    const iterator = documents(stream)[Symbol.asyncIterator]()
    assert.equal(seen.pulls, 0)
    await iterator.next()
    await iterator.next()
    assert.equal(seen.pulls, 1)
    await iterator.next()
    assert.equal(seen.pulls, 2)
    await iterator.return?.()
    assert.deepEqual(await iterator.next(), { done: true, value: undefined })
  })

  test('several requests at once are answered in order', async () => {
    const iterator = documents(from([utf8('1\n2\n'), utf8('3')]))[Symbol.asyncIterator]()
    const results = await Promise.all([1, 2, 3, 4].map(() => iterator.next()))
    assert.deepEqual(results.map(({ value }) => value?.root.number()), [1, 2, 3, undefined])
  })

  test('a signal stops a read that waits, and one that is to come', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    /** @type {any} */
    let cancelled
    const stream = new ReadableStream({
      start: (to) => to.enqueue(utf8('1\n')),
      pull: () => new Promise(() => {}),
      cancel: (why) => {
        cancelled = why
      }
    })
    const iterator = documents(stream, { signal: controller.signal })[Symbol.asyncIterator]()
    await iterator.next()
    const waiting = iterator.next()
    controller.abort(reason)
    await assert.rejects(waiting, reason)
    assert.equal(cancelled, reason)
    assert.deepEqual(await iterator.next(), { done: true, value: undefined })
    const late = documents(from([utf8('1')]), { signal: controller.signal })
    await assert.rejects(async () => {
      for await (const _ of late);
    }, reason)
  })
})

test('onProgress tells bytes, documents and, where it is known, the total', async () => {
  /** @type {any[]} */
  const told = []
  const options = { onProgress: (/** @type {any} */ progress) => told.push(progress) }
  for await (const _ of documents(from(cutEvery(utf8('1\n2\n3\n'), 4)), options));
  assert.deepEqual(told, [{ bytes: 4, documents: 2 }, { bytes: 6, documents: 3 }])
  told.length = 0
  for await (const _ of documents(new Blob(['1\n2\n']), options));
  assert.deepEqual(told.at(-1), { bytes: 4, documents: 2, total: 4 })
})

test('options are checked', () => {
  for (const options of [
    { format: 'json' }, { lines: true }, { onError: 'ignore' }, { maxDocumentBytes: 0 },
    { signal: {} }, { select: 1 }, { select: '/a', format: 'array' },
    { format: 'array', onError: 'skip' }, { select: '/a', onError: 'skip' }, { maxDepth: 0 }
  ]) {
    assert.throws(() => documents(from([]), /** @type {any} */ (options)), TypeError)
  }
  assert.throws(() => documents(from([]), { select: 'a' })[Symbol.asyncIterator](), SyntaxError)
})

describe('JsonParserStream', () => {
  test('turns chunks into documents', async () => {
    const stream = new Blob(['{"a":1}\n[2]\n']).stream().pipeThrough(new JsonParserStream())
    const found = []
    for await (const document of stream) found.push(describeDocument(document))
    assert.deepEqual(found, ['0 0 1 {"a":1}', '1 8 2 [2]'])
  })

  test('takes the options of documents', async () => {
    /** @type {any[]} */
    const told = []
    const transform = new JsonParserStream({
      select: '/a/*', onProgress: (progress) => told.push(progress)
    })
    const found = []
    for await (const { matchedPointer } of new Blob(['{"a":[1,2]}']).stream().pipeThrough(transform)) {
      found.push(matchedPointer)
    }
    assert.deepEqual(found, ['/a/0', '/a/1'])
    assert.deepEqual(told, [{ bytes: 11, documents: 2 }])
  })

  test('fails with the error of a document, and when it is aborted', async () => {
    await assert.rejects(async () => {
      for await (const _ of new Blob(['1\nx']).stream().pipeThrough(new JsonParserStream()));
    }, TapeSyntaxError)
    const controller = new AbortController()
    const { readable } = new JsonParserStream({ signal: controller.signal })
    const reading = readable.getReader().read()
    controller.abort(new Error('enough'))
    await assert.rejects(reading, /enough/)
  })
})

describe('encodeLines', () => {
  /** @param {any} values */
  async function textOf(values) {
    return new Response(encodeLines(values)).text()
  }

  test('writes what JSON.stringify writes', async () => {
    const values = [{ a: 1 }, 'é\n', null, [undefined], 1e21, new Date(0)]
    assert.equal(await textOf(values), values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    assert.equal(await textOf([]), '')
  })

  test('takes the options of stringify that fit a line', async () => {
    const lines = encodeLines([{ b: 1n, a: 'é' }], { bigint: 'number', canonical: false, ascii: true })
    assert.equal(await new Response(lines).text(), '{"b":1,"a":"\\u00e9"}\n')
    assert.throws(() => encodeLines([], { indent: 2 }), TypeError)
    assert.throws(() => encodeLines([], /** @type {any} */ ({ lines: 1 })), TypeError)
  })

  test('documents read it back', async () => {
    async function* values() {
      for (let i = 0; i < 20_000; i++) yield { i }
    }
    let count = 0
    for await (const document of documents(encodeLines(values()))) {
      assert.equal(document.get('/i'), count++)
    }
    assert.equal(count, 20_000)
  })

  test('asks for no more than is read, and lets go', async () => {
    let asked = 0
    let isReleased = false
    function* values() {
      try {
        for (;;) yield 'x'.repeat(++asked && 1000)
      } finally {
        isReleased = true
      }
    }
    const reader = encodeLines(values()).getReader()
    await reader.read()
    assert.ok(asked < 200)
    await reader.cancel()
    assert.ok(isReleased)
  })

  test('refuses what has no JSON text, and what is not iterable', async () => {
    await assert.rejects(textOf([1, undefined]), TypeError)
    await assert.rejects(textOf([1n]), TypeError)
    assert.throws(() => encodeLines(/** @type {any} */ (5)), TypeError)
  })
})

test('a document of a stream has the tape that parse gives', async () => {
  const bytes = utf8('{"a":[1,2.50,"é"]}')
  for await (const { tape } of documents(from([bytes]))) {
    assert.deepEqual([...tape], [...parse(bytes).tape])
  }
})
