/**
 * One round of the bench `startup`: loads the package, parses what is on standard input for the
 * first time and some times more, and prints how long that took.
 */
import { readFileSync } from 'node:fs'
import { median } from './measure.js'

/** In nanoseconds. @typedef {{ load: number, first: number, later: number }} Sample */

const LATER_PARSES = 11

const bytes = new Uint8Array(readFileSync(0))
const begin = performance.now()
const { parse } = await import('../js/index.js')
const loaded = performance.now()

const times = Array.from({ length: 1 + LATER_PARSES }, () => {
  const begin = performance.now()
  parse(bytes)
  return (performance.now() - begin) * 1e6
})
/** @type {Sample} */
const sample = {
  load: (loaded - begin) * 1e6,
  first: times[0],
  later: median(times.slice(1))
}
console.log(JSON.stringify(sample))
