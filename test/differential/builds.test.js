/**
 * Every build gives the same code, place, path and tape for the same bytes (and the code and place
 * that the plain twin gives): over random documents, damaged ones, and the suites where they are.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'

import { allBuilds } from '../support/builds.js'
import { damage, randomDocument } from '../support/documents.js'
import { plainError } from '../support/plain.js'
import { Random } from '../support/random.js'
import {
  fromHex,
  listFiles,
  needsShared,
  readBytes,
  readJsonLines,
  readLines,
  realDocuments,
  utf8
} from '../support/suites.js'

/** @typedef {import('../support/plain.js').PlainOptions} PlainOptions */
/** @typedef {{ bytes: Uint8Array, options: PlainOptions }} Document */

/** The codes of src/jsontape.h by number. */
const codes = [
  'ok',
  'unexpected_end',
  'unexpected_byte',
  'invalid_literal',
  'invalid_number',
  'control_char',
  'invalid_escape',
  'lone_surrogate',
  'invalid_utf8',
  'trailing_content',
  'depth',
  'duplicate_key',
  'forbidden_key',
  'bom',
  'comment',
  'document_too_large'
]

/** @param {PlainOptions} options */
function optionBits(options) {
  return (
    (options.bom === 'error' ? 1 : 0) |
    (options.comments ? 2 : 0) |
    (options.trailingCommas ? 4 : 0) |
    (options.loneSurrogates === 'error' ? 8 : 0) |
    (options.duplicateKeys === 'first' ? 16 : 0) |
    (options.duplicateKeys === 'error' ? 32 : 0)
  )
}

/** @param {Random} random @returns {PlainOptions} */
function randomOptions(random) {
  if (random.oneIn(3)) return {}
  return {
    maxDepth: random.pick([1024, 1024, 3, 1, 0]),
    bom: random.pick(['skip', 'error']),
    comments: random.oneIn(2),
    trailingCommas: random.oneIn(2),
    loneSurrogates: random.pick(['keep', 'error']),
    duplicateKeys: random.pick(['last', 'first', 'error'])
  }
}

/** @type {import('../support/builds.js').Build[]} */
let builds = []
before(() => {
  builds = allBuilds()
})

/**
 * @param {Document[]} documents
 * @param {{ plain: boolean }} how plain: also what the plain twin says (slow)
 */
function compare(documents, { plain }) {
  const inputs = documents.map(({ bytes, options }) => ({
    bytes,
    options: optionBits(options),
    maxDepth: options.maxDepth ?? 1024
  }))
  const [first, ...others] = builds.map((build) => ({
    name: build.name,
    results: build.run(inputs)
  }))
  documents.forEach(({ bytes, options }, i) => {
    const expected = first.results[i]
    const excerpt = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
    const text = `${JSON.stringify(excerpt)} (${bytes.length} bytes)`
    const what = `${text} with ${JSON.stringify(options)}`
    if (plain) {
      const error = plainError(bytes, options)
      const code = codes[expected.code]
      assert.deepEqual(
        { code, offset: expected.offset },
        error ?? { code: 'ok', offset: 0 },
        `${first.name} and the plain twin: ${what}`
      )
    }
    for (const { name, results } of others) {
      const { tape, ...rest } = results[i]
      const { tape: expectedTape, ...expectedRest } = expected
      assert.deepEqual(rest, expectedRest, `${name} and ${first.name}: ${what}`)
      // deepEqual of long arrays is slow, and its message longer.
      assert.equal(tape.length, expectedTape.length, `tapes of ${name} and ${first.name}: ${what}`)
      const different = Buffer.compare(bytesOf(tape), bytesOf(expectedTape)) !== 0
      assert.ok(!different, `tapes of ${name} and ${first.name} differ: ${what}`)
    }
  })
}

/** @param {Uint32Array} words */
function bytesOf(words) {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength)
}

test('random documents', () => {
  const random = new Random(1)
  const documents = Array.from({ length: 3000 }, () => ({
    bytes: utf8(randomDocument(random)),
    options: randomOptions(random)
  }))
  compare(documents, { plain: true })
})

test('damaged documents', () => {
  const random = new Random(2)
  const documents = Array.from({ length: 15000 }, () => ({
    bytes: damage(random, utf8(randomDocument(random, 1 + random.below(4)))),
    options: randomOptions(random)
  }))
  compare(documents, { plain: true })
})

test('documents with comments and trailing commas, whole and damaged', () => {
  const random = new Random(3)
  const documents = Array.from({ length: 4000 }, () => {
    const bytes = utf8(randomDocument(random, 3, true))
    return {
      bytes: random.oneIn(2) ? damage(random, bytes) : bytes,
      options: { ...randomOptions(random), comments: true, trailingCommas: !random.oneIn(3) }
    }
  })
  compare(documents, { plain: true })
})

test('every short text of some bytes', () => {
  const alphabet = ['[', ']', '{', '}', '"', ',', ':', '1', '-', '\\', ' ']
  let texts = ['']
  const documents = []
  for (let length = 1; length <= 4; length++) {
    texts = texts.flatMap((text) => alphabet.map((letter) => text + letter))
    documents.push(...texts.map((text) => ({ bytes: utf8(text), options: {} })))
  }
  compare(documents, { plain: true })
})

test('every cut of a document', () => {
  const bytes = utf8(
    '\ufeff { "a\\n\\u00e9" : [ -12.5e+10 , true , false , null , "é€𝄞" ] , "b" : { "" : "\\ud834\\udd1e" } } '
  )
  const documents = Array.from({ length: bytes.length + 1 }, (_, cut) => ({
    bytes: bytes.subarray(0, cut),
    options: {}
  }))
  compare(documents, { plain: true })
})

test('the suites', needsShared('suites'), () => {
  const hexLines = [
    ...readJsonLines('suites/07-fuzz/go-fuzz-json/corpus.jsonl'),
    ...readJsonLines('suites/07-fuzz/own-mutations/mutations.jsonl'),
    ...readJsonLines('suites/07-fuzz/own-mutations/prefixes.jsonl'),
    ...readJsonLines('suites/10-positions/error-positions/errors.jsonl'),
    ...readJsonLines('suites/06-utf8/own-systematic/embedded.jsonl')
  ].map(({ hex }) => fromHex(hex))
  const sequences = listFiles('suites/06-utf8')
    .filter((path) => /(sequences|utf8tests|lines)\.jsonl$/.test(path))
    .flatMap((path) => readJsonLines(path))
    .map(({ hex }) => fromHex(`22${hex}22`))
  const files = listFiles('suites/01-json-accept').map(readBytes)
  const documents = [...hexLines, ...sequences, ...files].map((bytes) => ({ bytes, options: {} }))
  compare(documents, { plain: true })
})

test('number texts of the suites', needsShared('suites/02-numbers'), () => {
  const documents = listFiles('suites/02-numbers')
    .filter((path) => /\.(txt|jsonl)$/.test(path) && !path.endsWith('ORIGIN.txt'))
    .map((path) => ({
      bytes: utf8(
        `[${readLines(path)
          .map((line) => line.split(' ').at(-1))
          .join(',\n')}]`
      ),
      options: {}
    }))
  compare(documents, { plain: false })
})

test('real documents', needsShared('suites/08-real'), () => {
  // Some at a time: starting programs takes long, and all tapes at once take much memory.
  /** @type {Document[]} */
  let documents = []
  let nbytes = 0
  for (const path of realDocuments()) {
    documents.push({ bytes: readBytes(path), options: {} })
    nbytes += documents[documents.length - 1].bytes.length
    if (nbytes < 8e6) continue
    compare(documents, { plain: false })
    documents = []
    nbytes = 0
  }
  compare(documents, { plain: false })
})
