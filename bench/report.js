/**
 * Rows of figures, and the table that shows them on a terminal.
 */
import { geometricMean } from './measure.js'

/**
 * @typedef {object} Row
 * @property {string} bench
 * @property {string} engine
 * @property {string} group
 * @property {string} name of the case; MEAN for the geometric mean of its group
 * @property {string} subject
 * @property {number} [bytes]
 * @property {number} [rounds]
 * @property {number} [iterations]
 * @property {number} [ns] one run, median
 * @property {number} [mbPerSecond]
 * @property {boolean} [handsOver] it only calls what it is compared with: no part of means
 * @property {Record<string, number>} ratios by name of another subject: how many times as fast
 */

export const MEAN = 'geometric mean'

/**
 * The rows of a group's geometric means: over the cases of both subjects of a ratio.
 *
 * @param {Row[]} rows of one group
 * @returns {Row[]}
 */
export function meanRows(rows) {
  const subjects = [...new Set(rows.map((row) => row.subject))]
  const { bench, engine, group } = rows[0]
  const means = subjects.map((subject) => {
    const mine = rows.filter((row) => row.subject === subject && !row.handsOver)
    const ratios = subjects
      .filter((other) => mine.some((row) => other in row.ratios))
      .map((other) => [
        other,
        geometricMean(mine.filter((row) => other in row.ratios).map((row) => row.ratios[other]))
      ])
    return { bench, engine, group, name: MEAN, subject, ratios: Object.fromEntries(ratios) }
  })
  return means.filter((row) => Object.keys(row.ratios).length > 0)
}

/**
 * Columns side by side, the first to the left and the others to the right.
 *
 * @param {string[][]} lines
 */
function align(lines) {
  const widths = lines[0].map((_, i) => Math.max(...lines.map((cells) => cells[i].length)))
  return lines
    .map((cells) =>
      cells.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')
    )
    .join('\n')
}

/** @param {Row} row @param {import('./cases.js').Unit} unit */
function figure({ ns, mbPerSecond }, unit) {
  if (ns === undefined) return ''
  if (unit === 'MB/s') return String(mbPerSecond?.toFixed(0))
  if (unit === 'kB') return (ns / 1e3).toFixed(0)
  return unit === 'ms' ? (ns / 1e6).toFixed(3) : ns.toFixed(1)
}

/** @param {number} nbytes */
function size(nbytes) {
  return nbytes < 1e4
    ? `${nbytes} B`
    : nbytes < 1e7
      ? `${Math.round(nbytes / 1e3)} kB`
      : `${Math.round(nbytes / 1e6)} MB`
}

/**
 * One line for each case: the figure of each subject, and how many times the baseline's speed that
 * is. A star says that the subject hands over.
 *
 * @param {Row[]} rows of one group on one engine
 * @param {{ unit: import('./cases.js').Unit, baseline?: string }} bench
 */
export function table(rows, { unit, baseline = '' }) {
  const subjects = [...new Set(rows.map((row) => row.subject))]
  const names = [...new Set(rows.map((row) => row.name))]
  const lines = names.map((name) => {
    const mine = rows.filter((row) => row.name === name)
    const { bytes } = mine[0]
    return [
      name,
      bytes === undefined ? '' : size(bytes),
      ...subjects.map((subject) => {
        const row = mine.find((one) => one.subject === subject)
        if (!row) return ''
        const speed = figure(row, unit)
        const ratio = row.ratios[baseline]
        const mark = row.handsOver ? '*' : ''
        return ratio === undefined ? speed : `${speed}${mark} ${`${ratio.toFixed(2)}x`.padStart(7)}`
      })
    ]
  })
  return align([[unit, 'size', ...subjects], ...lines])
}
