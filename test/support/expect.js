/** What tests of the package's results have in common. */
import assert from 'node:assert/strict'

/** @typedef {import('jsontape').TapeNode} TapeNode */

/**
 * The error that a function throws.
 *
 * @param {() => unknown} call
 * @returns {any}
 */
export function thrownBy(call) {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

/**
 * The 64 bits of a double as sixteen hexadecimal digits.
 *
 * @param {number} value
 */
export function bitsOf(value) {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return view.getBigUint64(0).toString(16).padStart(16, '0')
}

/**
 * Compares what a node's own accessors say, all the way down, with the value that JSON.parse gave.
 *
 * @param {TapeNode} node
 * @param {any} expected
 */
export function assertReads(node, expected) {
  // One comparison a value is for the eyes of a person; it must also be quick for millions.
  const fail = () => assert.fail(`at ${node.offset}: ${node.type} is not ${typeof expected}`)
  switch (node.type) {
    case 'null':
      if (expected !== null) fail()
      break
    case 'boolean':
      if (node.boolean() !== expected) fail()
      break
    case 'number':
      if (!Object.is(node.number(), expected)) assert.equal(node.number(), expected)
      break
    case 'string':
      if (node.string() !== expected) assert.equal(node.string(), expected)
      break
    case 'array': {
      if (!Array.isArray(expected)) fail()
      assert.equal(node.size, expected.length)
      let index = 0
      for (const element of node.values()) assertReads(element, expected[index++])
      assert.equal(index, expected.length)
      break
    }
    default: {
      if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) fail()
      /** @type {Map<unknown, TapeNode>} */
      const last = new Map()
      let size = 0
      for (const [key, member] of node.entries()) {
        last.set(key, member)
        size++
      }
      assert.equal(node.size, size)
      assert.equal(last.size, Object.keys(expected).length)
      for (const [key, member] of last) assertReads(member, expected[/** @type {string} */ (key)])
    }
  }
}

/**
 * Checks a TapeSyntaxError: its class, code, offset, and position in the text.
 *
 * @param {any} error
 * @param {{ code: string, offset: number }} expected
 * @param {Uint8Array} bytes
 * @param {any} TapeSyntaxError
 */
export function assertSyntaxError(error, expected, bytes, TapeSyntaxError) {
  const text = () => JSON.stringify(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))
  assert.ok(error instanceof TapeSyntaxError, `${text()}: ${error}`)
  assert.ok(Object.getPrototypeOf(TapeSyntaxError) === SyntaxError)
  assert.deepEqual({ code: error.code, offset: error.offset }, expected, text())
  assert.ok(error.message.length <= 300, `a message of ${error.message.length} characters`)
  const place = placeOf(bytes, expected.offset)
  const { line, column, byteInLine } = error
  assert.deepEqual({ line, column, byteInLine }, place, text())
}

/**
 * Line, column in UTF-16 units and byte in line, counted plainly. The text before the offset must
 * be well-formed; a sequence that the offset cuts counts one.
 *
 * @param {Uint8Array} bytes
 * @param {number} offset
 */
export function placeOf(bytes, offset) {
  const before = Buffer.from(bytes.subarray(0, offset))
  const line = before.subarray(before.lastIndexOf('\n') + 1)
  const lines = before.toString('latin1').split('\n').length
  let cut = 0
  while (cut < 3 && cut < line.length && !isWhole(line.subarray(0, line.length - cut))) cut++
  const column = line.subarray(0, line.length - cut).toString().length + (cut > 0 ? 1 : 0) + 1
  return { line: lines, column, byteInLine: line.length }
}

/** @param {Buffer} bytes */
function isWhole(bytes) {
  return Buffer.compare(Buffer.from(bytes.toString()), bytes) === 0
}
