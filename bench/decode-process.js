/**
 * What does `decode` cost in a process that has just started: until the first result (the package's
 * own loading included), after few rounds and after more; and what do its values cost in memory and
 * garbage collection? Each round is a process of its own (first-decode.js).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { large } from './corpus.js'
import { thisCommand } from './engines.js'
import { orgChart, smallRecord } from './generator.js'
import { median } from './measure.js'

/** @typedef {import('./first-decode.js').Sample} Sample */

const script = fileURLToPath(new URL('first-decode.js', import.meta.url))

const SUBJECTS = ['decode', 'JSON.parse']
const WARM_UPS = [2, 40]

/**
 * @param {Uint8Array} bytes
 * @param {string} subject
 * @param {number} warmUp
 * @returns {Sample}
 */
function sample(bytes, subject, warmUp) {
  const { command, args } = thisCommand()
  const options = { input: bytes }
  const { status, stdout, stderr } = spawnSync(
    command,
    [...args, script, subject, String(warmUp)],
    options
  )
  if (status !== 0) throw new Error(`first-decode.js failed: ${stderr}`)
  return JSON.parse(stdout.toString())
}

/**
 * @param {string} what
 * @param {Sample[][]} samples by subject, then by round
 * @param {(sample: Sample) => number | undefined} get
 * @returns {import('./measure.js').Measurement[]}
 */
function measurements(what, samples, get) {
  const medians = samples.map((one) => median(one.map((each) => get(each) ?? NaN)))
  if (medians.some(Number.isNaN)) return []
  return SUBJECTS.map((subject, i) => ({
    subject: `${subject}, ${what}`,
    rounds: samples[i].length,
    iterations: 1,
    ns: medians[i],
    ratios: { [`${SUBJECTS[1 - i]}, ${what}`]: medians[1 - i] / medians[i] }
  }))
}

/**
 * @param {Uint8Array} bytes
 * @param {{ rounds?: number, group: string }} options
 */
function measure(bytes, { rounds = 11, group }) {
  /** @type {Sample[][][]} by warm-up, subject, round */
  const samples = WARM_UPS.map(() => SUBJECTS.map(() => []))
  for (let round = 0; round < rounds; round++) {
    for (const [i, warmUp] of WARM_UPS.entries()) {
      for (const [j, subject] of SUBJECTS.entries()) {
        samples[i][j].push(sample(bytes, subject, warmUp))
      }
    }
  }
  const [cold, warm] = samples
  if (group === 'heap') return measurements('heap', warm, ({ heap }) => heap)
  return [
    ...measurements('first', cold, ({ first }) => first),
    ...WARM_UPS.flatMap((warmUp, i) =>
      measurements(`after ${warmUp}`, samples[i], ({ later }) => later)
    ),
    ...measurements('collecting', warm, ({ collecting }) => collecting)
  ]
}

const CASES = [
  { name: 'record', load: smallRecord },
  { name: 'org chart', load: orgChart },
  { name: 'twitter', load: large('twitter').load },
  { name: 'gsoc-2018', load: large('gsoc-2018').load }
]

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'values in a new process, and what they cost',
  unit: 'ms',
  units: { heap: 'kB' },
  cases: () => ['time', 'heap'].flatMap((group) => CASES.map((one) => ({ ...one, group }))),
  measure,
  summary: (rows) =>
    rows
      .filter(({ subject, name, ratios }) => name !== 'geometric mean' && /^decode/.test(subject) && Object.keys(ratios).length > 0)
      .map(({ name, subject, ratios }) => `${name}, ${subject}: ${Object.values(ratios)[0].toFixed(2)}x`)
}
