/**
 * How fast do bytes become a document that can be read? `parse` with its copies and without (the C
 * export alone, in every build), checking alone, and a document whose last byte is wrong, against
 * JSON.parse and peers.
 */
import { parse, validate } from '../js/index.js'
import { bars } from './bars.js'
import { corpus, utf8 } from './corpus.js'
import { buildExports, exportSubjects, peerSubjects } from './exports.js'
import { cyrillic, emptyStrings, recordArray, smallRecord } from './generator.js'
import { measure } from './measure.js'
import { withFiles } from './native.js'

/** @param {Uint8Array} bytes a document whose last byte that is not whitespace is wrong */
function spoil(bytes) {
  const spoiled = bytes.slice()
  let last = spoiled.length - 1
  while (spoiled[last] <= 0x20) last--
  spoiled[last] = 0x21
  return spoiled
}

/** @param {Uint8Array} bytes */
function failToParse(bytes) {
  try {
    parse(bytes)
  } catch (error) {
    return /** @type {SyntaxError} */ (error)
  }
  throw new Error('a spoiled document was accepted')
}

/** Groups that show how parsers compare. */
const WITH_PEERS = ['large', 'corpus']

/**
 * @param {Uint8Array} bytes
 * @param {string} path of a file that holds them
 * @param {string} group
 */
function subjects(bytes, path, group) {
  const string = utf8(bytes)
  const spoiled = spoil(bytes)
  return [
    { name: 'parse(bytes)', run: () => parse(bytes) },
    { name: 'JSON.parse(utf8(bytes))', run: () => JSON.parse(utf8(bytes)) },
    { name: 'JSON.parse(string)', run: () => JSON.parse(string) },
    { name: 'validate(bytes)', run: () => validate(bytes) },
    { name: 'error at the end', run: () => failToParse(spoiled) },
    ...(group === 'strings'
      ? [{ name: 'parse and read', run: () => parse(bytes).root.toJS() }]
      : []),
    ...exportSubjects(bytes, path),
    ...(WITH_PEERS.includes(group) ? peerSubjects(bytes, path) : [])
  ]
}

/** Records of growing number: the cost of a byte must stay what it is. */
const SIZES = [
  { group: 'records', name: '100 B', load: smallRecord },
  ...[1e3, 1e4, 1e5, 1e6, 1e7, 1e8].map((nbytes) => ({
    group: 'records',
    name: nbytes < 1e6 ? `${nbytes / 1e3} kB` : `${nbytes / 1e6} MB`,
    load: () => recordArray(nbytes)
  }))
]

/** Strings that need care: nothing but escapes, nothing but UTF-8, nothing at all. */
const STRINGS = [
  { group: 'strings', name: 'Cyrillic, escaped', load: () => cyrillic(200_000, true) },
  { group: 'strings', name: 'Cyrillic, UTF-8', load: () => cyrillic(200_000, false) },
  { group: 'strings', name: 'empty strings', load: () => emptyStrings(100_000) }
]

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'bytes to a readable document',
  unit: 'MB/s',
  baseline: 'JSON.parse(utf8(bytes))',
  plot: {
    group: 'large',
    subjects: ['parse(bytes)', 'C export', 'JSON.parse(utf8(bytes))', 'JSON.parse(string)']
  },
  build: async () => buildExports(),
  cases: ({ corpus: userFolder }) => [...corpus(userFolder), ...SIZES, ...STRINGS],
  measure: (bytes, { rounds, group }) =>
    withFiles([bytes], ([path]) => measure(subjects(bytes, path, group), { rounds })),
  summary: bars
}
