/**
 * What does reading a few values cost, parse included? One field and ten of a document, and many
 * reads of wide containers, which must not cost more the wider they are; keys that collide under a
 * simple hash beside ordinary ones.
 */
import { parse } from '../js/index.js'
import { large, utf8 } from './corpus.js'
import { measure } from './measure.js'

const JSON_PARSE = 'JSON.parse(utf8(bytes))'

/** Ten fields spread over twitter.json. */
const FIELDS = [0, 11, 22, 33, 44, 55, 66, 77, 88, 99].map((i) => ['statuses', i, 'user', 'name'])

const NKEYS = 100_000
const NELEMENTS = 1_000_000

/** @param {(i: number) => string} key */
const objectOf = (key) =>
  new TextEncoder().encode(
    `{${Array.from({ length: NKEYS }, (_, i) => `"${key(i)}":${i}`).join()}}`
  )

/** Strings of one value under h * 31 + c, for which Aa and BB are the same. @param {number} i */
const colliding = (i) => i.toString(2).padStart(17, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB')

/** As long as those. @param {number} i */
const ordinary = (i) => `key ${i} ${(i * 2654435761) % 2 ** 32}`.padEnd(34, '.')

/** @param {any} value @param {(string | number)[]} path */
const follow = (value, path) => path.reduce((inner, step) => inner[step], value)

/**
 * @param {Uint8Array} bytes
 * @param {string} group
 * @returns {import('./measure.js').Subject[]}
 */
function subjects(bytes, group) {
  const pointers = FIELDS.map((path) => `/${path.join('/')}`)
  switch (group) {
    case 'one field':
      return [
        { name: 'parse and get', run: () => parse(bytes).get(pointers[5]) },
        { name: JSON_PARSE, run: () => follow(JSON.parse(utf8(bytes)), FIELDS[5]) }
      ]
    case 'ten fields':
      return [
        {
          name: 'parse and get',
          run() {
            const document = parse(bytes)
            return pointers.map((pointer) => document.get(pointer))
          }
        },
        {
          name: JSON_PARSE,
          run() {
            const value = JSON.parse(utf8(bytes))
            return FIELDS.map((path) => follow(value, path))
          }
        }
      ]
    case 'object':
      return [{ name: '100,000 get calls', run: () => getAll(bytes) }]
    case 'array':
      return [{ name: '1,000,000 at calls', run: () => getElements(bytes) }]
    default:
      return [
        { name: 'parse', run: () => parse(bytes) },
        { name: 'parse, no duplicates', run: () => parse(bytes, { duplicateKeys: 'error' }) }
      ]
  }
}

/** @param {Uint8Array} bytes */
function getAll(bytes) {
  const { root } = parse(bytes)
  let sum = 0
  for (let i = 0; i < NKEYS; i++) sum += Number(root.get(`k${i}`)?.number())
  return sum
}

/** @param {Uint8Array} bytes */
function getElements(bytes) {
  const { root } = parse(bytes)
  let sum = 0
  for (let i = 0; i < NELEMENTS; i++) sum += Number(root.at((i * 7919) % NELEMENTS)?.offset)
  return sum
}

/** Elements of two kinds, so that their places cannot be computed. */
const mixedArray = () =>
  new TextEncoder().encode(`[${Array.from({ length: NELEMENTS }, (_, i) => i / 2).join()}]`)

/** @param {import('./report.js').Row[]} rows */
function summary(rows) {
  const checks = rows.filter(({ subject }) => subject === 'parse, no duplicates')
  const ns = (/** @type {string} */ name) => checks.find((row) => row.name === name)?.ns
  const [bad, good] = [ns('100,000 that collide'), ns('100,000 ordinary')]
  if (!bad || !good) return []
  return [`keys that collide take ${(bad / good).toFixed(2)} times as long as ordinary ones`]
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'a few values of a document, parse included',
  unit: 'ms',
  baseline: JSON_PARSE,
  cases: () => [
    { ...large('twitter'), group: 'one field' },
    { ...large('twitter'), group: 'ten fields' },
    { group: 'object', name: '100,000 keys', load: () => objectOf((i) => `k${i}`) },
    { group: 'array', name: '1,000,000 elements', load: mixedArray },
    { group: 'keys', name: '100,000 ordinary', load: () => objectOf(ordinary) },
    { group: 'keys', name: '100,000 that collide', load: () => objectOf(colliding) }
  ],
  measure: (bytes, { rounds, group }) => measure(subjects(bytes, group), { rounds }),
  summary
}
