/** Parsing in another thread. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { TapeDocument, TapeSyntaxError, parse } from 'jsontape'
import { ParserPool, parseInWorker } from 'jsontape/worker'

const text = '{"a":[1,2.5,"é\\n"],"b":null}'
const value = JSON.parse(text)
const bytes = new TextEncoder().encode(text)

/** @type {ParserPool} */
let pool
before(() => (pool = new ParserPool({ size: 2 })))
after(() => pool.close())

test('one input in a worker of its own', async () => {
  const document = await parseInWorker(bytes)
  assert.ok(document instanceof TapeDocument)
  assert.deepEqual(document.toJS(), value)
  assert.ok(document.equals(parse(bytes)))
})

describe('inputs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-'))
  after(() => rmSync(folder, { recursive: true }))

  test('text and bytes of all kinds are copied', async () => {
    for (const input of [text, bytes.slice(), bytes.slice().buffer, Buffer.from(text),
      new DataView(bytes.slice().buffer)]) {
      const document = await pool.parse(input)
      assert.deepEqual(document.toJS(), value)
      if (typeof input !== 'string') assert.equal(input.byteLength, bytes.length)
    }
  })

  test('a buffer is given away with transfer', async () => {
    const given = bytes.slice()
    const document = await pool.parse(given, { transfer: true })
    assert.equal(given.length, 0)
    assert.deepEqual(document.source, bytes)
  })

  test('shared memory is shared', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    for (const input of [shared, shared.buffer]) {
      const document = await pool.parse(input, { transfer: true })
      assert.deepEqual(document.toJS(), value)
      shared[shared.indexOf(0x32)] = 0x33
      assert.equal(document.source[document.root.get('a')?.at(1)?.offset ?? 0], 0x33)
      shared[shared.indexOf(0x33)] = 0x32
    }
  })

  test('Blob and Response', async () => {
    assert.deepEqual((await pool.parse(new Blob([bytes]))).toJS(), value)
    assert.deepEqual((await pool.parse(new Response(bytes))).toJS(), value)
    await assert.rejects(pool.parse(new Response(null)), { code: 'unexpected_end' })
    const used = new Response(bytes)
    await used.text()
    await assert.rejects(pool.parse(used))
  })

  test('a stream that cannot be sent is sent in pieces', async () => {
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes.slice(0, 5))
        controller.enqueue(bytes.slice(5))
        controller.close()
      }
    })
    const { getReader } = stream
    // What stands in for a stream here cannot be cloned.
    const body = { getReader: () => getReader.call(stream), unclonable: () => {} }
    const response = new Response('x')
    Object.defineProperty(response, 'body', { value: body })
    assert.deepEqual((await pool.parse(response)).toJS(), value)
    const failing = { getReader: () => ({ read: () => Promise.reject(new Error('lost')) }) }
    const lost = new Response('x')
    Object.defineProperty(lost, 'body', { value: { ...failing, unclonable: () => {} } })
    await assert.rejects(pool.parse(lost), /lost/)
  })

  test('URLs', async () => {
    const path = join(folder, 'a file.json')
    writeFileSync(path, text)
    assert.deepEqual((await pool.parse(pathToFileURL(path))).toJS(), value)
    await assert.rejects(pool.parse(pathToFileURL(join(folder, 'none'))), /ENOENT/)
    const data = new URL(`data:,${encodeURIComponent(text)}`)
    assert.deepEqual((await pool.parse(data)).toJS(), value)
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/json' ? 200 : 404
      response.end(text)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    try {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      const base = `http://127.0.0.1:${port}`
      assert.deepEqual((await pool.parse(new URL(`${base}/json`))).toJS(), value)
      await assert.rejects(pool.parse(new URL(base)), /404/)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('anything else is named', async () => {
    await assert.rejects(pool.parse(/** @type {any} */ (1)), /^TypeError: input /)
    const wrong = /** @type {any} */ ({ depth: 1 })
    await assert.rejects(pool.parse('1', wrong), /^TypeError: .*"depth"/)
    await assert.rejects(pool.parse('1', { maxDepth: 0 }), /^TypeError: .*maxDepth/)
    assert.throws(() => new ParserPool({ size: 0 }), /^TypeError: .*size/)
    assert.deepEqual((await pool.parse(text)).toJS(), value)
  })
})

test('errors are those of parse', async () => {
  for (const input of ['[1,\n "é", x]', '{"a":{"b":[tru]}}', '', `["\ud800", ${'x'.repeat(100)}`]) {
    const error = await pool.parse(input).then(() => assert.fail(), (reason) => reason)
    assert.ok(error instanceof TapeSyntaxError)
    let expected
    try {
      parse(input)
    } catch (thrown) {
      expected = /** @type {TapeSyntaxError} */ (thrown)
    }
    assert.deepEqual({ ...error }, { ...expected })
    assert.equal(error.message, expected?.message)
  }
  const options = /** @type {const} */ ({ duplicateKeys: 'error' })
  await assert.rejects(pool.parse('{"a":1,"a":2}', options), { code: 'duplicate_key', offset: 7 })
})

test('more parses than workers', async () => {
  const documents = await Promise.all(
    Array.from({ length: 20 }, (_, i) => pool.parse(`[${i}]`)))
  documents.forEach((document, i) => assert.equal(document.get('/0'), i))
})

test('progress', async () => {
  const large = new Blob([`"${'x'.repeat(3e6)}"`])
  /** @type {{ bytes: number, total?: number }[]} */
  const told = []
  await pool.parse(large, { onProgress: (progress) => told.push(progress) })
  assert.ok(told.length >= 1)
  assert.deepEqual(told.at(-1), { bytes: large.size, total: large.size })
  assert.ok(told.every(({ bytes: now }, i) => i === 0 || now >= told[i - 1].bytes))
  await assert.rejects(pool.parse(large, {
    onProgress() {
      throw new Error('enough')
    }
  }), /enough/)
  assert.deepEqual((await pool.parse(text)).toJS(), value)
})

describe('signal', () => {
  test('aborted before', async () => {
    const given = bytes.slice()
    const signal = AbortSignal.abort(new Error('no'))
    await assert.rejects(pool.parse(given, { signal, transfer: true }), /no/)
    assert.equal(given.length, bytes.length)
  })

  test('aborted while working, and while waiting', async () => {
    const single = new ParserPool({ size: 1 })
    const never = new Response(new ReadableStream({}))
    const controllers = [new AbortController(), new AbortController()]
    const working = single.parse(never, { signal: controllers[0].signal })
    const waiting = single.parse(text, { signal: controllers[1].signal })
    const last = single.parse(text)
    controllers[1].abort()
    await assert.rejects(waiting, { name: 'AbortError' })
    controllers[0].abort(new Error('stop'))
    await assert.rejects(working, /stop/)
    assert.deepEqual((await last).toJS(), value)
    await single.close()
  })
})

test('closing rejects what is not finished', async () => {
  const closing = new ParserPool({ size: 1 })
  const parses = [closing.parse(new Response(new ReadableStream({}))), closing.parse(text)]
  const rejected = Promise.all(parses.map((promise) => assert.rejects(promise, /closed/)))
  await closing.close()
  await rejected
  await assert.rejects(closing.parse(text), /closed/)
  await closing.close()
})

describe('the worker', () => {
  const script = new URL('../../js/worker-thread.js', import.meta.url)

  test('may be given', async () => {
    for (const worker of [script, () => new Worker(script)]) {
      assert.deepEqual((await parseInWorker(text, { worker })).toJS(), value)
    }
  })

  test('that fails rejects', async () => {
    const none = new URL('none.js', import.meta.url)
    await assert.rejects(parseInWorker(text, { worker: none }), /none/)
    const ends = () => new Worker('process.exit()', { eval: true })
    await assert.rejects(parseInWorker(text, { worker: ends }), /the worker failed/)
    await assert.rejects(parseInWorker(text, {
      worker() {
        throw new Error('no workers here')
      }
    }), /no workers/)
  })

  test('does not keep the process when it has nothing to do', () => {
    const program = `import { ParserPool } from 'jsontape/worker'
      console.log((await new ParserPool().parse('[7]')).get('/0'))`
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program],
      { cwd: new URL('.', import.meta.url), encoding: 'utf8', timeout: 30_000 })
    assert.equal(stdout, '7\n')
    assert.equal(status, 0)
  })
})
