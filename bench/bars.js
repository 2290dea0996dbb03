/**
 * What the rows of bench `parse` say about the bars that the package is held to.
 */
import { geometricMean } from './measure.js'
import { MEAN } from './report.js'

/** @typedef {import('./report.js').Row} Row */

/** @param {number} ratio */
const times = (ratio) => `${ratio.toFixed(2)}x`

/**
 * How many times as fast a subject is as another, over a group.
 *
 * @param {Row[]} rows
 * @param {string} group
 * @param {string} subject
 * @param {string} other
 */
function compare(rows, group, subject, other) {
  const mine = rows.filter(
    (row) =>
      row.group === group && row.subject === subject && row.name !== MEAN && other in row.ratios
  )
  if (mine.length === 0) return []
  const ratios = mine.map((row) => row.ratios[other])
  const least = mine[ratios.indexOf(Math.min(...ratios))]
  const mean = times(geometricMean(ratios))
  return [
    `${subject} against ${other}, ${group}: ${mean} in geometric mean, ` +
      `at least ${times(least.ratios[other])} (${least.name})`
  ]
}

/**
 * @param {Row[]} rows
 * @param {string} name of a case
 * @param {string} subject
 */
function find(rows, name, subject) {
  return rows.find((row) => row.name === name && row.subject === subject)
}

/**
 * @param {Row[]} rows
 * @param {string} subject
 */
function growth(rows, subject) {
  const costs = ['1 MB', '10 MB', '100 MB'].flatMap((name) => {
    const row = find(rows, name, subject)
    return row?.ns && row.bytes ? [row.ns / row.bytes] : []
  })
  if (costs.length < 3) return []
  const change = (Math.max(...costs) / Math.min(...costs) - 1) * 100
  return [`${subject}, 1 MB to 100 MB: the cost of a byte changes by ${change.toFixed(0)}%`]
}

/** @param {Row[]} rows */
function smallest(rows) {
  const mine = find(rows, '100 B', 'parse(bytes)')
  const json = find(rows, '100 B', 'JSON.parse(string)')
  if (!mine?.ns || !json?.ns) return []
  return [`100 B: ${((mine.ns - json.ns) / 1000).toFixed(2)} µs more than JSON.parse(string)`]
}

/**
 * @param {Row[]} rows of bench `parse` on one engine
 * @returns {string[]}
 */
export function bars(rows) {
  const utf8 = 'JSON.parse(utf8(bytes))'
  const escaped = find(rows, 'Cyrillic, escaped', 'parse and read')
  return [
    ...compare(rows, 'large', 'parse(bytes)', utf8),
    ...compare(rows, 'large', 'C export', utf8),
    ...compare(rows, 'large', 'error at the end', 'parse(bytes)'),
    ...growth(rows, 'parse(bytes)'),
    ...growth(rows, 'C export'),
    ...smallest(rows),
    ...(escaped ? [`escaped Cyrillic, parse and read: ${times(escaped.ratios[utf8])}`] : []),
    ...compare(rows, 'large', 'C, native', 'RapidJSON, native'),
    ...compare(rows, 'large', 'C export', 'C, native')
  ]
}
