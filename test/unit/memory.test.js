/** What documents take: words on the tape, memory in wasm, and what becomes of it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse, validate } from 'jsontape'
import { inWasm } from '../../js/engine.js'
import { corpus } from '../../bench/corpus.js'

const encoder = new TextEncoder()
const mebibyte = 2 ** 20

/**
 * How many values, containers and keys a value holds.
 *
 * @param {any} value
 * @returns {{ scalars: number, containers: number, keys: number }}
 */
function countOf(value) {
  const total = { scalars: 0, containers: 0, keys: 0 }
  const left = [value]
  for (let next; left.length > 0;) {
    next = left.pop()
    if (typeof next !== 'object' || next === null) {
      total.scalars++
      continue
    }
    total.containers++
    if (!Array.isArray(next)) total.keys += Object.keys(next).length
    for (const child of Object.values(next)) left.push(child)
  }
  return total
}

const nameTableNbytesMax = 64 * 1024

describe('bytes of the tape', () => {
  const small = ['0', '[]', '{}', '[1,1.5,"a",null,{"a":true}]', `[${'1.25,'.repeat(1000)}0]`,
    `{${Array.from({ length: 6000 }, (_, i) => `"k${i}":{"a":1}`).join()}}`]
  const texts = [
    ...corpus().map(({ name, load }) => ({ name, load })),
    ...small.map((text) => ({ name: text.slice(0, 20), load: () => encoder.encode(text) }))
  ]
  for (const { name, load } of texts) {
    test(`${name}: at most 16 a value, 8 a key, 16 a container, and the table`, () => {
      const bytes = load()
      const { scalars, containers, keys } = countOf(JSON.parse(Buffer.from(bytes).toString()))
      const most = 16 * scalars + 16 * containers + 8 * keys + nameTableNbytesMax
      assert.ok(parse(bytes).tape.byteLength <= most)
    })
  }
})

describe('wasm memory', () => {
  /** The most that there was during a call, and what remains. */
  function memoryOf(/** @type {() => unknown} */ call) {
    /** @type {WebAssembly.Memory} */
    const memory = inWasm(({ exports }) => exports.memory)
    call()
    return {
      most: memory.buffer.byteLength,
      kept: inWasm(({ exports }) => exports.memory.buffer.byteLength)
    }
  }

  test('holds source and tape, and at most an eighth more', () => {
    for (const item of ['"text of some length",', '1,', '[[]],', '{"key":1.5},']) {
      const bytes = encoder.encode(`[${item.repeat(12 * mebibyte / item.length)}0]`)
      let tape = 0
      const { most, kept } = memoryOf(() => (tape = parse(bytes).tape.byteLength))
      assert.ok(most <= (bytes.length + tape) * 1.125 + mebibyte, `${most} for ${item}`)
      assert.ok(kept <= 64 * mebibyte, `${kept} kept for ${item}`)
    }
  })

  test('is given back where it was more than 64 MiB', () => {
    const large = new Uint8Array(65 * mebibyte).fill(0x20)
    large[0] = 0x31
    assert.ok(memoryOf(() => parse(large)).kept < mebibyte)
    const rows = parse(`[${'{"a":1},'.repeat(100_000)}{}]`)
    assert.ok(memoryOf(() => rows.root.columns({ a: 'f64' })).most < 8 * mebibyte)
  })
})

test('a text beyond what wasm can address is too large', (context) => {
  let bytes
  try {
    bytes = new Uint8Array(2 ** 32)
  } catch {
    return context.skip('4 GiB of address space are not to be had')
  }
  for (const error of [validate(bytes), validate(new DataView(bytes.buffer, 16))]) {
    assert.equal(error?.code, 'document_too_large')
    assert.equal(error.offset, 0)
  }
  assert.throws(() => parse(bytes), { code: 'document_too_large' })
})
