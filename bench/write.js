/**
 * How fast does JSON text come out? From bytes by way of a document, from JavaScript values, and
 * token by token by a JsonWriter and by the C writer, against JSON.stringify and packages that do
 * what it does not.
 */
import { JsonWriter, encode, parse } from '../js/index.js'
import { build } from './builds.js'
import { large, LARGE, utf8 } from './corpus.js'
import { measure } from './measure.js'
import { nativeSubject, withFiles } from './native.js'

const encoder = new TextEncoder()

/** @typedef {(value: unknown) => string} Stringify */

/** Peers, where they are installed. @type {{ canonicalize?: Stringify, bigint?: Stringify }} */
const peers = {}

async function loadPeers() {
  const optional = (/** @type {string} */ name) => import(name).catch(() => ({}))
  peers.canonicalize = (await optional('canonicalize')).default
  peers.bigint = (await optional('json-bigint')).default?.stringify
}

/** @param {Uint8Array} bytes @param {number} [indent] */
const again = (bytes, indent) =>
  encoder.encode(JSON.stringify(JSON.parse(utf8(bytes)), null, indent))

/** @param {string} name @param {(() => unknown) | false | undefined} run */
const subject = (name, run) => (run ? [{ name, run }] : [])

/** @param {Uint8Array} bytes */
function documentSubjects(bytes) {
  const { canonicalize } = peers
  return [
    { name: 'parse(bytes).toBytes()', run: () => parse(bytes).toBytes() },
    { name: 'JSON, minified', run: () => again(bytes) },
    { name: 'parse(bytes).toBytes({ indent: 2 })', run: () => parse(bytes).toBytes({ indent: 2 }) },
    { name: 'JSON, indented', run: () => again(bytes, 2) },
    { name: 'parse(bytes).toBytes({ canonical })',
      run: () => parse(bytes).toBytes({ canonical: true }) },
    ...subject('canonicalize(JSON.parse)',
      canonicalize && (() => encoder.encode(canonicalize(JSON.parse(utf8(bytes))))))
  ]
}

/** @param {Uint8Array} bytes */
function valueSubjects(bytes) {
  const value = JSON.parse(utf8(bytes))
  const { canonicalize, bigint } = peers
  return [
    { name: 'encode(value)', run: () => encode(value) },
    { name: 'JSON.stringify', run: () => encoder.encode(JSON.stringify(value)) },
    { name: 'encode(value, { canonical })', run: () => encode(value, { canonical: true }) },
    ...subject('canonicalize', canonicalize && (() => encoder.encode(canonicalize(value)))),
    { name: "encode(value, { bigint: 'number' })", run: () => encode(value, { bigint: 'number' }) },
    ...subject('json-bigint', bigint && (() => encoder.encode(bigint(value))))
  ]
}

/**
 * A company: every person has four subordinates, down to depth 5.
 *
 * @param {string} name
 * @param {number} index
 * @param {number} depth
 * @param {() => boolean} bit
 * @returns {Person}
 *
 * @typedef {object} Person
 * @property {string} Name
 * @property {boolean} IsAdmin
 * @property {number} Salary
 * @property {Record<string, boolean>} SecurityClearances
 * @property {Person[]} Subordinates
 */
function person(name, index, depth, bit) {
  const clearances = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((key) => [key, bit()])
  return {
    Name: name,
    IsAdmin: index % 2 === 0,
    Salary: Math.trunc(10_000_000 / (depth + 1)),
    SecurityClearances: Object.fromEntries(clearances),
    Subordinates: Array.from({ length: depth < 5 ? 4 : 0 }, (_, i) =>
      person(`${name} - Subordinate ${i}`, i, depth + 1, bit))
  }
}

function orgChart() {
  let state = 1
  return encoder.encode(JSON.stringify(person('CEO', 0, 0, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 31 === 1
  })))
}

/** @param {JsonWriter} writer @param {Person} person */
function writePerson(writer, { Name, IsAdmin, Salary, SecurityClearances, Subordinates }) {
  writer.startObject()
  writer.string('Name', Name)
  writer.boolean('IsAdmin', IsAdmin)
  writer.number('Salary', Salary)
  writer.startObject('SecurityClearances')
  for (const key in SecurityClearances) writer.boolean(key, SecurityClearances[key])
  writer.endObject()
  writer.startArray('Subordinates')
  for (const subordinate of Subordinates) writePerson(writer, subordinate)
  writer.endArray()
  writer.endObject()
}

/**
 * @template T
 * @param {(writer: JsonWriter, value: T) => void} write
 * @param {T} value
 */
function written(write, value) {
  const writer = new JsonWriter()
  write(writer, value)
  return writer.finish()
}

/** @param {JsonWriter} writer @param {(string | number)[]} values */
function writeArray(writer, values) {
  writer.startArray()
  for (const value of values) {
    if (typeof value === 'string') writer.string(value)
    else writer.number(value)
  }
  writer.endArray()
}

/** Random bit patterns. */
function doubles() {
  let state = 1n
  const values = new BigUint64Array(20_000).map(() => {
    state ^= BigInt.asUintN(64, state << 13n)
    state ^= state >> 7n
    state ^= BigInt.asUintN(64, state << 17n)
    return state
  })
  return encoder.encode(
    JSON.stringify([...new Float64Array(values.buffer)].filter(Number.isFinite)))
}

/** Strings of one length and kind, about 100,000 characters of them. */
const STRINGS = [10, 80, 640, 10_240].flatMap((length) =>
  Object.entries({ ASCII: 'a', Cyrillic: 'Ж', escapes: '"\n' }).map(([kind, unit]) => ({
    group: 'strings',
    name: `${kind}, ${length} characters`,
    load: () => encoder.encode(JSON.stringify(
      Array(Math.ceil(100_000 / length)).fill(unit.repeat(length / unit.length))))
  })))

/** @type {Record<string, (bytes: Uint8Array, path: string) => import('./measure.js').Subject[]>} */
const GROUPS = {
  documents: documentSubjects,
  values: valueSubjects,
  'org chart': (bytes, path) => {
    const value = JSON.parse(utf8(bytes))
    return [
      { name: 'JsonWriter', run: () => written(writePerson, value) },
      nativeSubject('C writer, native', 'write', path),
      { name: 'JSON.stringify', run: () => JSON.stringify(value) }
    ]
  },
  strings: (bytes) => {
    const value = JSON.parse(utf8(bytes))
    return [
      { name: 'JsonWriter', run: () => written(writeArray, value) },
      { name: 'JSON.stringify', run: () => encoder.encode(JSON.stringify(value)) }
    ]
  },
  doubles: (bytes, path) => {
    const values = /** @type {number[]} */ (JSON.parse(utf8(bytes)))
    return [
      { name: 'JsonWriter', run: () => written(writeArray, values) },
      nativeSubject('C writer, native', 'write', path),
      { name: 'String(x)', run: () => values.reduce((sum, x) => sum + String(x).length, 0) },
      { name: 'JSON.stringify', run: () => encoder.encode(JSON.stringify(values)) }
    ]
  }
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'documents, values and tokens to JSON text',
  unit: 'MB/s',
  build: async () => build('native', 'write-subjects'),
  prepare: loadPeers,
  cases: () => [
    ...LARGE.map((name) => ({ ...large(name), group: 'documents' })),
    ...LARGE.map((name) => ({ ...large(name), group: 'values' })),
    { group: 'org chart', name: 'org chart', load: orgChart },
    ...STRINGS,
    { group: 'doubles', name: 'random bits', load: doubles }
  ],
  measure: (bytes, { rounds, group }) =>
    withFiles([bytes], ([path]) => measure(GROUPS[group](bytes, path), { rounds }))
}
