/**
 * One round of the bench `decode-process`, in a process of its own: decodes what is on standard
 * input, and prints what that costs. Arguments: which function (decode or JSON.parse), and how many
 * rounds there are before the ten that count.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Times in nanoseconds, memory in bytes.
 * @typedef {{ first: number, later: number, collecting?: number, heap?: number }} Sample
 */

const ROUNDS = 10

const [subject, warmUp] = process.argv.slice(2)
const bytes = new Uint8Array(readFileSync(0))
const begin = performance.now()

/** @returns {Promise<(bytes: Uint8Array) => unknown>} */
async function load() {
  if (subject === 'decode') return (await import('../js/index.js')).decode
  const decoder = new TextDecoder()
  return (bytes) => JSON.parse(decoder.decode(bytes))
}

/** The engine's garbage collector, where it can be called. */
function collector() {
  try {
    setFlagsFromString('--expose-gc')
    return /** @type {() => void} */ (runInNewContext('gc'))
  } catch {
    return undefined
  }
}

/** Nanoseconds that garbage collection takes while something runs. @param {() => void} run */
async function collecting(run) {
  const { PerformanceObserver } = await import('node:perf_hooks')
  if (process.versions.bun || 'deno' in process.versions) return undefined
  let sum = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.duration * 1e6
  })
  observer.observe({ entryTypes: ['gc'] })
  run()
  await new Promise((resolve) => setTimeout(resolve, 50))
  observer.disconnect()
  return sum
}

const decode = await load()
let value = decode(bytes)
const first = (performance.now() - begin) * 1e6

for (let i = 1; i < Number(warmUp); i++) value = decode(bytes)
const start = performance.now()
for (let i = 0; i < ROUNDS; i++) value = decode(bytes)
/** @type {Sample} */
const sample = { first, later: ((performance.now() - start) * 1e6) / ROUNDS }

const gc = collector()
if (gc) {
  const time = await collecting(() => {
    for (let i = 0; i < ROUNDS; i++) value = decode(bytes)
  })
  sample.collecting = time === undefined ? undefined : time / ROUNDS
  value = undefined
  gc()
  const before = process.memoryUsage().heapUsed
  value = decode(bytes)
  gc()
  sample.heap = process.memoryUsage().heapUsed - before
}
if (value === undefined) throw new Error('nothing was decoded')
console.log(JSON.stringify(sample))
