/** CborWriter: its calls, and that misuse changes nothing. The C core's writer has its own tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CborWriter, CborWriterError, decode } from '../../js/cbor.js'

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Buffer.from(bytes).toString('hex')
}

/**
 * @param {CborWriter} writer
 * @param {string} code
 * @param {() => void} call
 */
function refuses(writer, code, call) {
  const before = [writer.bytesWritten, writer.currentDepth, writer.isWriteCompleted]
  assert.throws(call, (error) => error instanceof CborWriterError && error.code === code)
  assert.deepEqual([writer.bytesWritten, writer.currentDepth, writer.isWriteCompleted], before)
}

test('every kind of item', () => {
  const writer = new CborWriter({ mode: 'lax' })
  writer.writeStartArray(null)
  writer.writeInt64(-1)
  writer.writeInt64(-(2n ** 63n))
  writer.writeUint64(2n ** 64n - 1n)
  writer.writeUint64(2 ** 53 - 1)
  writer.writeNegativeInteger(2n ** 64n - 1n)
  writer.writeBigInteger(0n)
  writer.writeBigInteger(-(2n ** 64n) - 1n)
  writer.writeDouble(1.1)
  writer.writeSingle(0.1)
  writer.writeHalf(0.1)
  writer.writeBoolean(true)
  writer.writeNull()
  writer.writeUndefined()
  writer.writeSimpleValue(255)
  writer.writeTag(2n ** 64n - 1n)
  writer.writeTextString('é')
  writer.writeByteString(Uint8Array.of(1, 2))
  writer.writeStartIndefiniteLengthTextString()
  writer.writeTextString('a')
  writer.writeEndIndefiniteLengthTextString()
  writer.writeStartIndefiniteLengthByteString()
  writer.writeByteString(Uint8Array.of(3))
  writer.writeEndIndefiniteLengthByteString()
  writer.writeStartMap(1)
  writer.writeEncodedValue(Uint8Array.of(0x61, 0x61))
  writer.writeEncodedValue(Uint8Array.of(0x80))
  writer.writeEndMap()
  writer.writeEndArray()
  assert.equal(toHex(writer.encode()), '9f203b7fffffffffffffff1bffffffffffffffff1b001fffffffffffff' +
    '3bffffffffffffffffc24100c349010000000000000000fb3ff199999999999afa3dcccccdf92e66f5f6f7f8ff' +
    'dbffffffffffffffff62c3a94201027f6161ff5f4103ffa1616180ff')
})

test('misuse', () => {
  const writer = new CborWriter()
  refuses(writer, 'incomplete', () => writer.encode())
  refuses(writer, 'wrong_end', () => writer.writeEndArray())
  writer.writeStartMap(null)
  writer.writeTextString('k')
  refuses(writer, 'missing_value', () => writer.writeEndMap())
  refuses(writer, 'wrong_end', () => writer.writeEndArray())
  writer.writeInt64(1)
  refuses(writer, 'duplicate_key', () => writer.writeTextString('k'))
  refuses(writer, 'lone_surrogate', () => writer.writeTextString('\ud800'))
  refuses(writer, 'incomplete', () => writer.tryEncode(new Uint8Array(9)))
  writer.writeEndMap()
  assert.equal(toHex(writer.encode()), 'bf616b01ff')
  refuses(writer, 'completed', () => writer.writeNull())

  writer.reset()
  writer.writeStartArray(1)
  refuses(writer, 'incomplete', () => writer.writeEndArray())
  writer.writeTag(1)
  refuses(writer, 'missing_value', () => writer.writeEndArray())
  writer.writeNull()
  refuses(writer, 'too_many_items', () => writer.writeNull())
  writer.writeEndArray()
  assert.equal(writer.tryEncode(new Uint8Array(2)), undefined)
  const target = new Uint8Array(4)
  assert.equal(writer.tryEncode(target), 3)
  assert.equal(toHex(target), '81c1f600')

  writer.reset()
  writer.writeStartIndefiniteLengthTextString()
  refuses(writer, 'wrong_chunk', () => writer.writeByteString(new Uint8Array()))
  refuses(writer, 'wrong_chunk', () => writer.writeStartArray(1))
  assert.equal(writer.currentDepth, 1)

  const ctap2 = new CborWriter({ mode: 'ctap2' })
  refuses(ctap2, 'indefinite_forbidden', () => ctap2.writeStartArray(null))
  refuses(ctap2, 'tag_forbidden', () => ctap2.writeTag(1))
  refuses(ctap2, 'tag_forbidden', () => ctap2.writeBigInteger(1n))
  refuses(ctap2, 'invalid_encoded', () => ctap2.writeEncodedValue(Uint8Array.of(0x18, 1)))

  const shallow = new CborWriter({ maxDepth: 1 })
  shallow.writeStartArray(null)
  refuses(shallow, 'depth', () => shallow.writeStartArray(null))
})

test('values out of range', () => {
  const writer = new CborWriter()
  assert.throws(() => writer.writeSimpleValue(24), RangeError)
  assert.throws(() => writer.writeSimpleValue(256), RangeError)
  assert.throws(() => writer.writeInt64(2n ** 63n), RangeError)
  assert.throws(() => writer.writeInt64(1.5), RangeError)
  assert.throws(() => writer.writeUint64(-1), RangeError)
  assert.throws(() => writer.writeStartArray(-1), RangeError)
  assert.throws(() => writer.writeTextString(/** @type {any} */ (1)), TypeError)
  assert.throws(() => writer.writeDouble(/** @type {any} */ ('1')), TypeError)
  assert.throws(() => new CborWriter(/** @type {any} */ ({ modes: 1 })), TypeError)
  assert.equal(writer.bytesWritten, 0)
})

test('sorted keys, and lengths that are converted', () => {
  for (const [mode, keys] of /** @type {const} */ ([
    ['canonical', ['b', 'aa']], ['ctap2', ['b', 'aa']], ['deterministic', ['b', 'aa']],
    ['strict', ['aa', 'b']], ['lax', ['aa', 'b']]
  ])) {
    const writer = new CborWriter({ mode, convertIndefiniteLengthEncodings: true })
    writer.writeStartMap(null)
    for (const key of ['aa', 'b']) {
      writer.writeTextString(key)
      writer.writeStartArray(null)
      for (let i = 0; i < 300; i++) writer.writeInt64(i)
      writer.writeEndArray()
    }
    writer.writeEndMap()
    const value = decode(writer.encode(), { mode })
    assert.deepEqual(Object.keys(value), keys, mode)
    assert.equal(value.b[299], 299)
  }
})

test('several roots', () => {
  const writer = new CborWriter({ allowMultipleRootLevelValues: true })
  assert.equal(writer.isWriteCompleted, false)
  writer.writeInt64(1)
  writer.writeTag(1)
  assert.equal(writer.isWriteCompleted, false)
  writer.writeInt64(2)
  assert.equal(toHex(writer.encode()), '01c102')
})

test('many writers at once, and large ones', () => {
  const writers = Array.from({ length: 20 }, () => new CborWriter({ mode: 'lax' }))
  for (const writer of writers) writer.writeStartArray(null)
  for (let round = 0; round < 3; round++) {
    for (const [i, writer] of writers.entries()) writer.writeTextString(String(i).repeat(10_000))
  }
  for (const [i, writer] of writers.entries()) {
    writer.writeEndArray()
    assert.deepEqual(decode(writer.encode()), Array(3).fill(String(i).repeat(10_000)))
  }
})
