/** Ways to the wasm module, and what becomes of instances that fail or grow. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const url = new URL('../../js/load/jsontape.wasm', import.meta.url)
const bytes = readFileSync(url)
const megabyte = 1024 * 1024

/** A module of eight bytes: valid, and not ours. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

let copies = 0

/**
 * A fresh copy of the engine.
 * @returns {Promise<typeof import('../../js/engine.js')>}
 */
function freshEngine() {
  return import(`../../js/engine.js?copy=${copies++}`)
}

/** @param {typeof import('../../js/engine.js')} engine */
function assertWorks(engine) {
  assert.equal(engine.inWasm(({ exports }) => exports.build() & 15), 1)
}

/** @param {string} type */
function responseOf(type, init = {}) {
  return new Response(bytes, { headers: { 'Content-Type': type }, ...init })
}

describe('init', () => {
  /** @type {Record<string, () => any>} */
  const sources = {
    'a module': () => new WebAssembly.Module(bytes),
    'bytes': () => bytes,
    'an ArrayBuffer': () => Uint8Array.from(bytes).buffer,
    'a Response': () => responseOf('application/wasm'),
    'a promise of a Response': () => Promise.resolve(responseOf('application/wasm')),
    'a Response of a wrong type': () => responseOf('text/html'),
    'a Response of a type with parameters': () => responseOf('application/wasm; charset=utf-8'),
    'a Response without a type': () => new Response(bytes)
  }
  for (const [name, source] of Object.entries(sources)) {
    test(`from ${name}`, async () => {
      const engine = await freshEngine()
      assert.equal(await engine.init(source()), undefined)
      assertWorks(engine)
      await engine.init(source())
      await engine.init()
    })
  }

  test('from what the entry provides', async () => {
    const engine = await freshEngine()
    engine.provide(() => bytes)
    await Promise.all([engine.init(), engine.init(), engine.init()])
    assertWorks(engine)
  })

  test('a failure is not remembered', async () => {
    const engine = await freshEngine()
    /** @type {[any, RegExp][]} */
    const failures = [
      [Promise.reject(new Error('offline')), /offline/],
      [responseOf('application/wasm', { status: 404 }), /404/],
      [Uint8Array.of(1, 2, 3), /CompileError/],
      [emptyModule, /not the one of jsontape/],
      ['jsontape.wasm', /^TypeError: source must be/],
      [undefined, /^TypeError: source must be/]
    ]
    for (const [source, message] of failures) {
      await assert.rejects(engine.init(source), message)
      assert.throws(() => assertWorks(engine), /init\(source\)/)
    }
    await engine.init(bytes)
    assertWorks(engine)
  })
})

describe('compiling on first use', () => {
  test('from bytes and from a module', async () => {
    for (const load of [() => bytes, () => new WebAssembly.Module(bytes)]) {
      const engine = await freshEngine()
      engine.provide(load)
      assertWorks(engine)
    }
  })

  test('where that is forbidden, the error names init', async () => {
    const engine = await freshEngine()
    engine.provide(() => emptyModule.subarray(1))
    assert.throws(() => assertWorks(engine), (/** @type {any} */ error) =>
      /init\(\)/.test(error.message) && error.cause instanceof WebAssembly.CompileError)
  })
})

describe('instances', async () => {
  const engine = await freshEngine()
  engine.provide(() => bytes)
  const current = () => engine.inWasm((instance) => instance)

  test('one is kept for call after call', () => {
    assert.equal(current(), current())
  })

  test('a trap gives a plain error and a new instance', () => {
    const before = current()
    assert.throws(() => engine.inWasm(({ exports }) => exports.parse(-16, 8, 0, 0, 0, 1)),
      (/** @type {any} */ error) => error.constructor === Error &&
        error.cause instanceof WebAssembly.RuntimeError)
    assert.notEqual(current(), before)
    assertWorks(engine)
  })

  test('so does want of memory, with a RangeError', () => {
    const before = current()
    assert.throws(() => engine.inWasm(() => {
      throw engine.outOfMemory()
    }), RangeError)
    assert.notEqual(current(), before)
    assertWorks(engine)
  })

  test('memory of up to 64 MiB is kept, more is given back', () => {
    const before = current()
    engine.inWasm((instance) => instance.reserve(60 * megabyte))
    assert.equal(current(), before)
    engine.inWasm((instance) => instance.reserve(64 * megabyte))
    assert.notEqual(current(), before)
    assert.ok(current().nbytes < megabyte)
  })

  test('more than wasm can address is said, not tried', () => {
    assert.equal(engine.inWasm((instance) => instance.reserve(2 ** 32)), false)
    assert.equal(engine.inWasm((instance) => instance.reserve(2 ** 40)), false)
  })

  test('views follow memory that grows', () => {
    engine.inWasm((instance) => {
      const { bytes: before, words } = instance
      instance.reserve(before.length + megabyte)
      assert.ok(instance.bytes.length > before.length + megabyte)
      assert.equal(instance.words.length, instance.bytes.length / 4)
      assert.equal(words.length, 0)
    })
  })
})
