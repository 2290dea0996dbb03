/**
 * How fast are tokens read that arrive in chunks of 64 KiB? With every key, string and number taken
 * as a value, as other tokenizers give them, and without; and whether a long token and many small
 * chunks cost what their bytes cost.
 */
import { Tokenizer } from '@streamparser/json'
import streamJson from 'stream-json'
import { JsonReader } from '../js/index.js'
import { large } from './corpus.js'
import { measureAsync, median, sink } from './measure.js'

const CHUNK_NBYTES = 0x10000

/**
 * @param {Uint8Array} bytes
 * @param {number} nbytes
 */
export function* chunksOf(bytes, nbytes = CHUNK_NBYTES) {
  for (let at = 0; at < bytes.length; at += nbytes) yield bytes.subarray(at, at + nbytes)
}

/** @param {JsonReader} reader */
function takeValue(reader) {
  switch (reader.tokenType) {
    case 'propertyName':
    case 'string':
      sink.value = reader.string()
      break
    case 'number':
      sink.value = reader.number()
  }
}

/**
 * @param {Iterable<Uint8Array>} chunks
 * @param {(reader: JsonReader) => void} [use]
 */
function readAll(chunks, use) {
  const reader = new JsonReader()
  for (const chunk of chunks) {
    reader.feed(chunk)
    while (reader.read()) use?.(reader)
  }
  reader.end()
  while (reader.read()) use?.(reader)
}

/** @param {Uint8Array[]} chunks */
function tokenize(chunks) {
  const tokenizer = new Tokenizer()
  tokenizer.onToken = ({ value }) => {
    sink.value = value
  }
  for (const chunk of chunks) tokenizer.write(chunk)
}

/**
 * @param {Uint8Array[]} chunks
 * @returns {Promise<void>}
 */
function parseStream(chunks) {
  return new Promise((resolve, reject) => {
    const parser = streamJson() // which packs values, too
    parser.on('data', (/** @type {{ value?: unknown }} */ { value }) => {
      sink.value = value
    })
    parser.on('end', resolve)
    parser.on('error', reject)
    for (const chunk of chunks) parser.write(chunk)
    parser.end()
  })
}

/**
 * @param {Uint8Array} bytes
 * @param {number | undefined} rounds
 */
function tokens(bytes, rounds) {
  const chunks = [...chunksOf(bytes)]
  return measureAsync(
    [
      { name: 'JsonReader, values', run: async () => readAll(chunks, takeValue) },
      { name: 'JsonReader, tokens', run: async () => readAll(chunks) },
      { name: '@streamparser/json', run: async () => tokenize(chunks) },
      { name: 'stream-json', run: () => parseStream(chunks) }
    ],
    { rounds }
  )
}

/**
 * Half the bytes and all of them: the ratio is 2 where time is linear.
 *
 * @param {Uint8Array} bytes
 * @param {(bytes: Uint8Array) => void} read
 * @returns {import('./measure.js').Measurement[]}
 */
function doubling(bytes, read) {
  const time = (/** @type {Uint8Array} */ input) => {
    const begin = performance.now()
    read(input)
    return (performance.now() - begin) * 1e6
  }
  const half = bytes.slice(0, bytes.length / 2)
  half[half.length - 1] = bytes[bytes.length - 1]
  const rounds = Array.from({ length: 3 }, () => [time(half), time(bytes)])
  const [halves, wholes] = [0, 1].map((i) => median(rounds.map((round) => round[i])))
  return [
    { subject: 'half', rounds: 3, iterations: 1, ns: halves, ratios: { all: wholes / halves } },
    { subject: 'all', rounds: 3, iterations: 1, ns: wholes, ratios: {} }
  ]
}

/** @param {number} length @param {string} text */
function repeated(length, text) {
  const bytes = new Uint8Array(length).fill(0x20)
  const unit = new TextEncoder().encode(text)
  for (let at = 1; at + unit.length < length; at += unit.length) bytes.set(unit, at)
  return bytes
}

const LONG = {
  'a string of 50 MB': () => {
    const bytes = new Uint8Array(5e7).fill(0x78)
    bytes[0] = bytes[bytes.length - 1] = 0x22
    return bytes
  },
  'a number of 50 MB': () => new Uint8Array(5e7).fill(0x37),
  '10 million chunks of a byte': () => {
    const bytes = repeated(1e7, '{"key":[1,-2.5e3,"text \\n é",true]},')
    bytes[0] = 0x5b
    return bytes
  }
}

/** @param {Uint8Array} bytes */
function readLong(bytes) {
  const isMany = bytes[0] === 0x5b
  const use = (/** @type {JsonReader} */ reader) => {
    if (!isMany) takeValue(reader)
  }
  const reader = new JsonReader()
  for (const chunk of chunksOf(bytes, isMany ? 1 : CHUNK_NBYTES)) {
    reader.feed(chunk)
    while (reader.read()) use(reader)
  }
  if (isMany) return // the array stays open
  reader.end()
  while (reader.read()) use(reader)
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'tokens of chunks of 64 KiB',
  unit: 'MB/s',
  units: { linear: 'ms' },
  baseline: '@streamparser/json',
  plot: { group: 'large', subjects: ['JsonReader, values', '@streamparser/json', 'stream-json'] },
  cases: () => [
    ...['twitter', 'citm_catalog', 'canada'].map(large),
    ...Object.entries(LONG).map(([name, load]) => ({ group: 'linear', name, load }))
  ],
  measure: (bytes, { rounds, group }) =>
    group === 'linear' ? doubling(bytes, readLong) : tokens(bytes, rounds)
}
