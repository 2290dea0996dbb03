/**
 * The pull reader against the tape: over the suites, the cases, real and generated documents, whole
 * and cut, its tokens give the same values, places and errors.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decode, parse, validate } from 'jsontape'
import { damage, randomDocument } from '../support/documents.js'
import { cutAt, cutEvery, readChunks } from '../support/events.js'
import { Random } from '../support/random.js'
import { listFiles, needsShared, readBytes, readJsonLines, realDocuments, utf8 } from '../support/suites.js'

const DOCUMENTS = 3000
const EXHAUSTIVE_NBYTES = 64
const CHUNKS = [1, 2, 3, 7, 15, 16, 17, 31, 63, 64, 65]

/** Builds the value of the tokens that it is shown. */
class Rebuild {
  /** @type {any[]} */
  #open = []
  /** @type {string[]} */
  #keys = []
  /** @type {any} */
  value

  /** @param {import('jsontape').JsonReader} reader */
  token(reader) {
    switch (reader.tokenType) {
      case 'startObject':
        return this.#open.push(this.#put({}))
      case 'startArray':
        return this.#open.push(this.#put([]))
      case 'endObject':
      case 'endArray':
        return this.#open.pop()
      case 'propertyName':
        return (this.#keys[reader.depth] = reader.string())
      case 'string':
        return this.#put(reader.string())
      case 'number':
        return this.#put(reader.number())
      default:
        return this.#put(JSON.parse(reader.tokenType)) // true, false, null
    }
  }

  /** @param {any} value */
  #put(value) {
    const container = this.#open.at(-1)
    if (container === undefined) this.value = value
    else if (Array.isArray(container)) container.push(value)
    else {
      Object.defineProperty(container, this.#keys[this.#open.length],
        { value, writable: true, enumerable: true, configurable: true })
    }
    return value
  }
}

/** @param {any} error */
function faultOf(error) {
  if (!error) return null
  const { code, offset, line, column, byteInLine, pointer } = error
  return { code, offset, line, column, byteInLine, pointer }
}

/**
 * One line for each token.
 *
 * @param {Uint8Array[]} chunks
 */
function transcriptOf(chunks) {
  /** @type {string[]} */
  const lines = []
  const { error } = readChunks(chunks, {}, (at) => {
    const { tokenType, depth, tokenStart, bytesConsumed, position } = at
    lines.push([tokenType, depth, tokenStart, bytesConsumed, position.line, position.column,
      position.byteInLine, at.text()].join(' '))
  })
  return { lines, fault: faultOf(error) }
}

/** @param {Uint8Array} input */
function compareWhole(input) {
  const rebuild = new Rebuild()
  const { reader, error } = readChunks([input], {}, (at) => rebuild.token(at))
  assert.deepEqual(faultOf(error), faultOf(validate(input)))
  if (error) return
  assert.equal(reader.bytesConsumed, input.length)
  assert.deepStrictEqual(rebuild.value, decode(input))
}

/**
 * @param {Uint8Array} input
 * @param {Random} random
 */
function compareCut(input, random) {
  const whole = transcriptOf([input])
  /** @param {number[]} cuts */
  const compare = (cuts) => assert.deepEqual(transcriptOf(cutAt(input, cuts)), whole)
  if (input.length <= EXHAUSTIVE_NBYTES) {
    for (let first = 0; first <= input.length; first++) {
      for (let second = first; second <= input.length; second++) compare([first, second])
    }
  } else {
    for (let i = 0; i < 4; i++) {
      compare([random.below(input.length), random.below(input.length)].sort((a, b) => a - b))
    }
  }
  for (const nbytes of CHUNKS) {
    if (nbytes < input.length) assert.deepEqual(transcriptOf(cutEvery(input, nbytes)), whole)
  }
}

/** @param {any} item a case of cases.jsonl */
function caseInput({ encoding, input }) {
  return encoding === 'text' ? utf8(input) : new Uint8Array(Buffer.from(input, 'base64'))
}

describe('whole', () => {
  for (const folder of ['suites/01-json-accept', 'suites/08-real']) {
    test(`all of ${folder}`, needsShared(folder), () => {
      for (const path of listFiles(folder)) compareWhole(readBytes(path))
    })
  }
})

describe('cut', () => {
  test('the suites', needsShared('suites/01-json-accept'), () => {
    const random = new Random(61)
    for (const path of listFiles('suites/01-json-accept')) {
      const input = readBytes(path)
      if (input.length < 2000) compareCut(input, random)
    }
  })

  test('the cases', needsShared('cases.jsonl'), () => {
    const random = new Random(62)
    for (const item of readJsonLines('cases.jsonl')) {
      if (item.encoding !== 'text' && item.encoding !== 'base64') continue
      compareCut(caseInput(item), random)
    }
  })

  test('real documents', needsShared('suites/08-real'), () => {
    const random = new Random(63)
    for (const path of realDocuments()) {
      const input = readBytes(path)
      const cuts = Array.from({ length: 20 }, () => random.below(input.length))
      cuts.sort((a, b) => a - b)
      if (input.length < 500_000) {
        assert.deepEqual(transcriptOf(cutAt(input, cuts)), transcriptOf([input]))
      }
    }
  })

  test(`${DOCUMENTS} generated documents, whole and damaged`, () => {
    const random = new Random(64)
    for (let i = 0; i < DOCUMENTS; i++) {
      const input = utf8(randomDocument(random))
      for (const bytes of [input, damage(random, input)]) {
        compareWhole(bytes)
        const cuts = [random.below(bytes.length + 1), random.below(bytes.length + 1)]
        cuts.sort((a, b) => a - b)
        const whole = transcriptOf([bytes])
        assert.deepEqual(transcriptOf(cutAt(bytes, cuts)), whole)
        assert.deepEqual(transcriptOf(cutEvery(bytes, random.pick(CHUNKS))), whole)
      }
    }
  })
})

test('a document that is parsed and one that is read have the same tokens', () => {
  const input = utf8('{"a":[1,"x",{"b":null}],"c":-0.5}')
  const { root } = parse(input)
  /** @type {number[]} */
  const offsets = []
  const visit = (/** @type {import('jsontape').TapeNode} */ node) => {
    offsets.push(node.offset)
    for (const child of node.values()) visit(child)
  }
  visit(root)
  /** @type {number[]} */
  const starts = []
  readChunks([input], {}, (at) => {
    if (!/^end|^propertyName/.test(at.tokenType)) starts.push(at.tokenStart)
  })
  assert.deepEqual(starts, offsets)
})
