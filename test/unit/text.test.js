/** Decoding of strings, with Node's buffer methods and with TextDecoder alone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  countUnits, decodeAscii, decodeEscaped, decodeKey, decodeUtf8, isShared
} from '../../js/text.js'

const encoder = new TextEncoder()
const texts = ['', 'a', 'é€\u{1d11e}', '\ufeffx', 'x\ufeff', '\0', '\u2028', 'a'.repeat(1000)]

/** A fresh copy of the module that finds no Buffer, as in a browser. */
async function withoutBuffer() {
  const { Buffer } = globalThis
  Reflect.deleteProperty(globalThis, 'Buffer')
  try {
    const copy = await import(`../../js/text.js?${'without-buffer'}`)
    copy.decodeAscii(new Uint8Array(1), 0, 1)
    return copy
  } finally {
    globalThis.Buffer = Buffer
  }
}

/** @param {Uint8Array} bytes */
function sharedCopy(bytes) {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

describe('decoding', async () => {
  for (const [name, module] of /** @type {const} */ ([
    ['with Buffer', { countUnits, decodeAscii, decodeEscaped, decodeKey, decodeUtf8 }],
    ['with TextDecoder', await withoutBuffer()]
  ])) {
    test(`${name}: UTF-8 spans, byte order marks kept, shared memory too`, () => {
      for (const text of texts) {
        const bytes = encoder.encode(`"${text}"`)
        for (const source of [bytes, Buffer.from(bytes), sharedCopy(bytes)]) {
          assert.equal(module.decodeUtf8(source, 1, source.length - 1), text)
        }
      }
    })

    test(`${name}: ASCII spans`, () => {
      const source = encoder.encode('0123456789')
      assert.equal(module.decodeAscii(source, 2, 5), '234')
      assert.equal(module.decodeAscii(sharedCopy(source), 9, 10), '9')
    })

    test(`${name}: escapes, lone surrogates included`, () => {
      for (const text of ['\n', '\ud800', '\udc00x', 'é\u0001', '\\"']) {
        const source = encoder.encode(`  ${JSON.stringify(text)} `)
        assert.equal(module.decodeEscaped(source, 3, source.length - 2), text)
        assert.equal(module.decodeKey(source, 3, source.length - 2), text)
      }
      const source = encoder.encode('"a","b"  1 ')
      assert.equal(module.decodeEscaped(source, 1, 6), undefined)
      assert.equal(module.decodeEscaped(source, 9, 10), undefined)
    })

    test(`${name}: code units, in pieces that cut characters`, () => {
      const text = 'aé€\u{1d11e}'.repeat(30_000)
      const source = encoder.encode(`x${text}`)
      assert.equal(module.countUnits(source, 1, source.length), text.length)
      assert.equal(module.countUnits(sharedCopy(source), 1, source.length), text.length)
      assert.equal(module.countUnits(source, 5, 5), 0)
    })
  }
})

test('shared buffers are recognised', () => {
  assert.equal(isShared(new Uint8Array(1)), false)
  assert.equal(isShared(new Uint8Array(new SharedArrayBuffer(1))), true)
})
