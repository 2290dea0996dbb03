/**
 * How should whitespace be skipped? Each strategy alone, over runs of one length, of random
 * lengths, and through documents, with lines counted and without; then as a part of `parse` and of
 * the reader.
 */
import {
  graph,
  indentedNumbers,
  indentedRecordArray,
  Random,
  recordArray,
  runs
} from './generator.js'
import { measure } from './measure.js'
import { MEAN } from './report.js'
import { DEFAULT_STRATEGY, loadStrategies, STRATEGIES } from './strategies.js'

/** @typedef {import('./cases.js').Row} Row */

const RUN_LENGTHS = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64]

/** Runs of one length stay in the first cache; random ones are too many to be learned. */
const FIXED_NBYTES = 16_000
const RANDOM_NBYTES = 256_000

const COUNTING = ', lines counted'

/** @type {import('./cases.js').Case[]} */
const ALONE = [
  ...RUN_LENGTHS.map((length) => ({
    group: 'runs of one length',
    name: String(length),
    load: () => runs(FIXED_NBYTES, () => length)
  })),
  ...RUN_LENGTHS.map((length) => ({
    group: 'runs of random lengths',
    name: `1 to ${2 * length - 1}`,
    load: () => {
      const random = new Random(length)
      return runs(RANDOM_NBYTES, () => random.integer(1, 2 * length - 1))
    }
  })),
  ...[4, 40, 400].map((kilobytes) => ({
    group: 'documents',
    name: `indented, ${kilobytes} kB`,
    load: () => indentedRecordArray(kilobytes * 1000)
  })),
  { group: 'documents', name: 'minified, 40 kB', load: () => recordArray(40_000) }
]

/** The documents of the question that this began with. */
const QUESTION = [
  { name: 'graph 4 x 4, indented', load: () => graph(4, 4, 2) },
  { name: 'graph 4 x 4, minified', load: () => graph(4, 4, 0) },
  { name: 'graph 12 x 2, indented', load: () => graph(12, 2, 2) },
  { name: 'numbers behind 48', load: () => indentedNumbers(2000, 47) }
]

/** Groups of those, by what takes a document and a use of its subjects. */
const WHOLE = /** @type {const} */ (['parse', 'read'])

/**
 * The lengths of a text's tokens, each with the whitespace before it left out.
 *
 * @param {Uint8Array} bytes ASCII
 */
function tokenLengths(bytes) {
  const text = new TextDecoder().decode(bytes)
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[\w.+-]+|[^\s\w"]/g) ?? []
  return Uint32Array.from(tokens, (token) => token.length)
}

/**
 * From which run length on vectors are no slower than the scalar loop.
 *
 * @param {Row[]} rows of one group
 */
function crossover(rows) {
  const simd = rows.filter((row) => row.subject === 'simd' && row.name !== MEAN)
  const slower = simd.filter((row) => row.ratios.scalar < 1).pop()
  return simd[slower ? simd.indexOf(slower) + 1 : 0]?.name ?? 'no'
}

/**
 * How the default compares with the better of the two that it is made of.
 *
 * @param {Row} row of the default strategy
 */
function standing({ name, ratios: { scalar, simd } }) {
  const ratio = Math.min(scalar, simd).toFixed(2)
  return `${name}: ${DEFAULT_STRATEGY} is ${ratio}x the better of scalar and simd`
}

/** @type {import('./strategies.js').Strategies} */
let strategies

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'skipping whitespace',
  unit: 'ns',
  units: { parse: 'MB/s', read: 'MB/s' },
  baseline: 'scalar',
  everywhere: true,
  async build() {
    const { build, copyPackage } = await import('./builds.js')
    for (const preset of ['browser', 'wasi', 'native']) build(preset, 'whitespace-subjects')
    copyPackage(STRATEGIES)
  },
  async prepare({ build, compile }) {
    strategies = await loadStrategies(build, compile)
  },
  cases: () => [
    ...ALONE,
    ...ALONE.map((one) => ({ ...one, group: one.group + COUNTING })),
    ...WHOLE.flatMap((group) => QUESTION.map((one) => ({ ...one, group })))
  ],
  measure(bytes, { rounds, group }) {
    const whole = WHOLE.find((name) => name === group)
    if (whole) {
      const options = { rounds, sampleMs: 5, warmUpMs: 300, parts: 3 } // until the engine has optimised it
      return strategies[whole](bytes, (subjects) => measure(subjects, options))
    }
    const options = { rounds, sampleMs: 3, warmUpMs: 20, parts: 3 }
    const tokens = tokenLengths(bytes)
    const counting = group.endsWith(COUNTING)
    return strategies
      .skip({ bytes, tokens, counting }, (subjects) => measure(subjects, options))
      .map((measurement) => ({ ...measurement, ns: measurement.ns / tokens.length }))
  },
  summary: (rows) => [
    ...[...new Set(rows.map((row) => row.group))]
      .filter((group) => group.startsWith('runs'))
      .map((group) => {
        const length = crossover(rows.filter((row) => row.group === group))
        return `${group}: vectors pay from ${length} bytes on`
      }),
    ...rows
      .filter(({ group, subject, name }) =>
        group === 'parse' && subject === DEFAULT_STRATEGY && name !== MEAN)
      .map(standing)
  ]
}
