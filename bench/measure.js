/**
 * Timing of subjects that do the same work: in one process, taking turns, so that whatever disturbs
 * the machine disturbs all of them alike. A sample is long enough for a subject to pay for its own
 * garbage rather than for that of the one before. A figure is the median over the rounds, and a
 * ratio the median of the rounds' ratios.
 */

/**
 * What is timed: something to run, or something that runs elsewhere and says how long it took.
 *
 * @typedef {{ name: string, run: () => unknown } | { name: string, time: () => number }} Subject
 * @typedef {object} MeasureOptions
 * @property {number} [rounds] at least 11
 * @property {number} [sampleMs] a sample repeats its subject until it takes at least this long
 * @property {number} [warmUpMs] how long each subject runs before the first round
 * @property {number} [parts] of a sample, of which the fastest counts: for short work without
 *   garbage, so that other processes disturb it less
 * @typedef {object} Measurement
 * @property {string} subject
 * @property {number} rounds
 * @property {number} iterations runs in a sample
 * @property {number} ns one run, median
 * @property {boolean} [handsOver] it only calls what it is compared with: no part of means
 * @property {Record<string, number>} ratios by name of another subject: how many times as fast
 */

/** Where results go, so that no engine finds a run to be without effect. */
export const sink = { value: /** @type {unknown} */ (undefined) }

/**
 * @param {{ run: () => unknown }} subject
 * @param {number} iterations
 * @returns {number} nanoseconds
 */
function sample(subject, iterations) {
  const begin = performance.now()
  for (let i = 0; i < iterations; i++) sink.value = subject.run()
  return (performance.now() - begin) * 1e6
}

/**
 * @param {Subject} subject
 * @param {number} iterations
 * @param {number} parts
 * @returns {number} nanoseconds of one run
 */
function fastestPart(subject, iterations, parts) {
  if ('time' in subject) return subject.time()
  const inPart = Math.ceil(iterations / parts)
  const times = Array.from({ length: parts }, () => sample(subject, inPart) / inPart)
  return Math.min(...times)
}

/**
 * Runs a subject until it is warm, and finds how many runs make a sample.
 *
 * @param {Subject} subject
 * @param {number} sampleMs
 * @param {number} warmUpMs
 */
function calibrate(subject, sampleMs, warmUpMs) {
  if ('time' in subject) return 1
  let iterations = 1
  let spent = 0
  for (;;) {
    const ns = sample(subject, iterations)
    spent += ns
    const missing = (sampleMs * 1e6) / Math.max(ns, 1)
    if (missing <= 1 && spent >= warmUpMs * 1e6) return iterations
    if (missing > 1) iterations = Math.ceil(iterations * Math.min(2, missing * 1.1))
  }
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @param {number[]} numbers */
export function geometricMean(numbers) {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)
}

/**
 * @param {Subject[]} subjects
 * @param {MeasureOptions} [options]
 * @returns {Measurement[]} one for each subject, in their order
 */
export function measure(subjects, { rounds = 11, sampleMs = 50, warmUpMs = 50, parts = 1 } = {}) {
  const iterations = subjects.map((subject) => calibrate(subject, sampleMs, warmUpMs))
  /** @type {number[][]} nanoseconds by subject, then by round */
  const times = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const i = (round + turn) % subjects.length
      times[i].push(fastestPart(subjects[i], iterations[i], parts))
    }
  }
  return summarise(subjects, iterations, times)
}

/**
 * The same for subjects that take their time: a sample is one run, after one to warm up.
 *
 * @param {{ name: string, run: () => Promise<unknown> }[]} subjects
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<Measurement[]>}
 */
export async function measureAsync(subjects, { rounds = 11 } = {}) {
  /** @type {number[][]} */
  const times = subjects.map(() => [])
  for (const { run } of subjects) sink.value = await run()
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const i = (round + turn) % subjects.length
      const begin = performance.now()
      sink.value = await subjects[i].run()
      times[i].push((performance.now() - begin) * 1e6)
    }
  }
  return summarise(subjects, subjects.map(() => 1), times)
}

/**
 * @param {{ name: string }[]} subjects
 * @param {number[]} iterations of each
 * @param {number[][]} times nanoseconds by subject, then by round
 * @returns {Measurement[]}
 */
function summarise(subjects, iterations, times) {
  return subjects.map(({ name }, i) => ({
    subject: name,
    rounds: times[i].length,
    iterations: iterations[i],
    ns: median(times[i]),
    ratios: Object.fromEntries(
      subjects
        .map(
          (other, j) =>
            /** @type {const} */ ([other.name, median(times[j].map((ns, r) => ns / times[i][r]))])
        )
        .filter(([other]) => other !== name)
    )
  }))
}
