/**
 * Runs the cases of a bench, in whatever engine this is loaded: nothing here or in a bench that
 * runs everywhere needs Node.
 */
import { meanRows } from './report.js'

/**
 * @typedef {'MB/s' | 'ms' | 'ns' | 'kB'} Unit
 * @typedef {object} Case
 * @property {string} group cases of one group share a table and a geometric mean
 * @property {string} name
 * @property {() => Uint8Array} load in a buffer of its own
 * @typedef {'browser' | 'wasi' | 'native'} Build which build of the core is measured
 * @typedef {(path: string) => Promise<WebAssembly.Module>} Compile its path is from the project's
 *   root
 * @typedef {(path: string) => Promise<Uint8Array>} Read likewise
 * @typedef {object} Bench
 * @property {string} about
 * @property {Unit} unit of the figures in tables
 * @property {Record<string, Unit>} [units] by group, where it is another
 * @property {string} [baseline] the subject that tables compare with
 * @property {boolean} [everywhere] it runs in browsers, too, and measures all builds
 * @property {Chart} [plot] what --plot draws
 * @property {() => Promise<void>} [build] makes what it needs; under Node
 * @property {(options: { build: Build, compile: Compile, read: Read }) => Promise<void>} [prepare] loads what
 *   it needs
 * @property {(options: { corpus?: string }) => Case[]} cases
 * @property {(bytes: Uint8Array, options: { rounds?: number, group: string }) =>
 *   Measurement[] | Promise<Measurement[]>} measure
 * @property {(rows: Row[]) => string[]} [summary] what follows from the rows of an engine
 * @typedef {import('./measure.js').Measurement} Measurement
 * @typedef {{ group: string, subjects: string[] }} Chart the bars of one group
 * @typedef {import('./report.js').Row} Row
 */

/** @type {Record<string, () => Promise<{ bench: Bench }>>} */
export const BENCHES = {
  columns: () => import('./columns.js'),
  decode: () => import('./decode.js'),
  'decode-process': () => import('./decode-process.js'),
  lazy: () => import('./lazy.js'),
  parse: () => import('./parse.js'),
  pick: () => import('./pick.js'),
  reader: () => import('./reader.js'),
  share: () => import('./share.js'),
  startup: () => import('./startup.js'),
  stream: () => import('./stream.js'),
  whitespace: () => import('./whitespace.js'),
  write: () => import('./write.js')
}

/**
 * @param {Bench} bench
 * @param {string} group
 * @returns {Unit}
 */
export function unitOf({ unit, units = {} }, group) {
  return units[group] ?? unit
}

/**
 * @param {string} name of a bench
 * @param {object} options
 * @param {string} options.engine what the rows call it
 * @param {Build} options.build
 * @param {Compile} options.compile
 * @param {Read} options.read
 * @param {string} [options.corpus]
 * @param {string} options.filter
 * @param {number} [options.rounds]
 * @param {(text: string) => void} [options.progress]
 * @returns {Promise<Row[]>}
 */
export async function runCases(name, options) {
  const { engine, build, compile, read, corpus, filter, rounds, progress } = options
  const { bench } = await BENCHES[name]()
  await bench.prepare?.({ build, compile, read })
  const cases = bench
    .cases({ corpus })
    .filter(({ group, name: caseName }) => group.includes(filter) || caseName.includes(filter))
  /** @type {Row[]} */
  const rows = []
  for (const [i, { group, name: caseName, load }] of cases.entries()) {
    progress?.(`${name}: ${caseName} (${i + 1} of ${cases.length})`)
    const bytes = load()
    const inBytes = unitOf(bench, group) === 'MB/s'
    for (const measurement of await bench.measure(bytes, { rounds, group })) {
      rows.push({
        bench: name,
        engine,
        group,
        name: caseName,
        bytes: bytes.length,
        mbPerSecond: inBytes ? (bytes.length * 1e3) / measurement.ns : undefined,
        ...measurement
      })
    }
  }
  progress?.('')
  const groups = [...new Set(rows.map((row) => row.group))]
  return groups.flatMap((group) => {
    const mine = rows.filter((row) => row.group === group)
    return [...mine, ...meanRows(mine)]
  })
}
