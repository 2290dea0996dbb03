/**
 * What does the first `parse` in a new process cost beyond a later one? Each round is a process of
 * its own (first-parse.js); all figures are medians over the processes.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { large } from './corpus.js'
import { thisCommand } from './engines.js'
import { smallRecord } from './generator.js'
import { median } from './measure.js'

const script = fileURLToPath(new URL('first-parse.js', import.meta.url))

/**
 * @param {Uint8Array} bytes
 * @returns {import('./first-parse.js').Sample}
 */
function sample(bytes) {
  const { command, args } = thisCommand()
  const { status, stdout, stderr } = spawnSync(command, [...args, script], { input: bytes })
  if (status !== 0) throw new Error(`first-parse.js failed: ${stderr}`)
  return JSON.parse(stdout.toString())
}

/**
 * @param {Uint8Array} bytes
 * @param {{ rounds?: number }} options
 * @returns {import('./measure.js').Measurement[]}
 */
function measure(bytes, { rounds = 20 }) {
  const samples = Array.from({ length: rounds }, () => sample(bytes))
  /** @param {string} subject @param {(sample: import('./first-parse.js').Sample) => number} get */
  const measurement = (subject, get) => ({
    subject,
    rounds,
    iterations: 1,
    ns: median(samples.map(get)),
    ratios: {}
  })
  return [
    measurement('import', (times) => times.load),
    measurement('first parse', (times) => times.first),
    measurement('later parse', (times) => times.later),
    measurement('first beyond later', (times) => times.first - times.later)
  ]
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'the first parse in a new process',
  unit: 'ms',
  cases: () => [
    { group: 'startup', name: 'record', load: smallRecord },
    { ...large('twitter'), group: 'startup' }
  ],
  measure
}
