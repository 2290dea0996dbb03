/**
 * How fast do bytes, and strings, become JavaScript values? `decode` against JSON.parse, which needs
 * a string first.
 */
import { decode, init } from '../js/slim.js'
import { EARLY_NBYTES, isForJson } from '../js/parse.js'
import { FOLDER, LARGE, utf8 } from './documents.js'
import {
  apiReply,
  numberAndText,
  numbers,
  orgChart,
  recordArray,
  sentences,
  smallRecord,
  viewModel
} from './generator.js'
import { geometricMean, measure } from './measure.js'
import { MEAN } from './report.js'

/** @typedef {import('./cases.js').Row} Row */

const UTF8 = 'JSON.parse(utf8(bytes))'
const STRING = 'JSON.parse(string)'

/** @type {Map<string, Uint8Array>} */
const large = new Map()

const KINDS = { records: recordArray, strings: sentences, numbers, 'API reply': apiReply }

const SIZES = Object.entries(KINDS).flatMap(([kind, make]) =>
  [1e2, 1e3, 1e4, 1e5].map((nbytes) => ({
    group: 'sizes',
    name: `${kind}, ${nbytes < 1e3 ? `${nbytes} B` : `${nbytes / 1e3} kB`}`,
    load: () => (make === recordArray && nbytes === 100 ? smallRecord() : make(nbytes))
  }))
)

/** Documents that others have measured. */
const KNOWN = [
  { group: 'known', name: 'org chart', load: orgChart },
  { group: 'known', name: 'view model', load: viewModel },
  ...[10, 100, 1024, 10_240].map((length) => ({
    group: 'known',
    name: `{ Num, Text of ${length} }`,
    load: () => numberAndText(length)
  }))
]

/** @param {Uint8Array} bytes */
function subjects(bytes) {
  const string = utf8(bytes)
  const { Buffer } = globalThis
  const buffer = Buffer?.from(bytes)
  return [
    { name: 'decode(bytes)', run: () => decode(bytes) },
    { name: UTF8, run: () => JSON.parse(utf8(bytes)) },
    ...(Buffer
      ? [{ name: 'JSON.parse(buffer)', run: () => JSON.parse(buffer.toString()) }]
      : []),
    { name: 'decode(string)', run: () => decode(string) },
    { name: STRING, run: () => JSON.parse(string) }
  ]
}

/**
 * @param {Row[]} rows
 * @param {string} subject
 * @param {string} other
 * @param {string} group
 */
function compare(rows, subject, other, group) {
  const mine = rows.filter(
    (row) =>
      row.group === group && row.subject === subject && row.name !== MEAN && other in row.ratios
  )
  const counted = mine.filter((row) => !row.handsOver).map((row) => row.ratios[other])
  if (counted.length === 0) return []
  const [least] = [...mine].sort((a, b) => a.ratios[other] - b.ratios[other])
  return [
    `${subject} against ${other}, ${group}: ${geometricMean(counted).toFixed(2)}x in geometric ` +
      `mean, at least ${least.ratios[other].toFixed(2)}x (${least.name})`
  ]
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'bytes and strings to values',
  unit: 'MB/s',
  baseline: UTF8,
  everywhere: true,
  plot: { group: 'large', subjects: ['decode(bytes)', UTF8, STRING] },
  async prepare({ compile, read }) {
    await init(await compile('js/load/jsontape.wasm'))
    for (const name of LARGE) large.set(name, await read(`${FOLDER}/${name}.json`))
    decode(`${' '.repeat(EARLY_NBYTES)}0`)
  },
  cases: () => [
    ...LARGE.map((name) => ({
      group: 'large',
      name,
      load: () => /** @type {Uint8Array} */ (large.get(name))
    })),
    ...SIZES,
    ...KNOWN
  ],
  measure: (bytes, { rounds }) =>
    measure(subjects(bytes), { rounds, sampleMs: 10, warmUpMs: 200 }).map((measurement) => ({
      ...measurement,
      handsOver:
        (measurement.subject === 'decode(bytes)' && isForJson(bytes)) ||
        (measurement.subject === 'decode(string)' && isForJson(utf8(bytes)))
    })),
  summary: (rows) =>
    ['large', 'sizes', 'known'].flatMap((group) => [
      ...compare(rows, 'decode(bytes)', UTF8, group),
      ...compare(rows, 'decode(string)', STRING, group)
    ])
}
