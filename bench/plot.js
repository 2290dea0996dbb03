/**
 * A bench's rows drawn as SVG: a bar for each case and subject, in MB/s, and one facet for each
 * engine.
 */
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'

/** Space for the longest name of a case, and for a bar, in pixels. */
const NAMES_WIDTH = 130
const BAR_HEIGHT = 9

/**
 * @param {import('./run.js').Results} results
 * @param {string} name of the bench
 * @param {string} about what it measures
 * @param {import('./cases.js').Chart} chart
 * @returns {string} SVG
 */
export function plot({ rows, machine }, name, about, { group, subjects }) {
  const { document } = parseHTML('<!doctype html><html></html>')
  const bars = rows.filter(
    (row) =>
      row.bench === name && row.group === group && subjects.includes(row.subject) && row.mbPerSecond
  )
  if (bars.length === 0) throw new Error(`no rows of bench ${name} to draw`)
  const engines = [...new Set(bars.map((row) => row.engine))]
  const cases = [...new Set(bars.map((row) => row.name))]

  const svg = Plot.plot({
    document,
    width: 700 * engines.length,
    height: 80 + cases.length * (subjects.length * BAR_HEIGHT + 8),
    marginLeft: NAMES_WIDTH,
    marginRight: 10,
    style: { background: 'white', color: 'black', fontFamily: 'sans-serif' },
    x: { label: `${about}, MB/s (${machine.cpu})`, grid: true },
    y: { axis: null, domain: subjects },
    fx: { label: null, domain: engines },
    fy: { label: null, domain: cases, padding: 0.15 },
    color: { domain: subjects },
    marks: [
      Plot.axisFy({ anchor: 'left', label: null }),
      Plot.barX(bars, {
        x: 'mbPerSecond',
        y: 'subject',
        fx: 'engine',
        fy: 'name',
        fill: 'subject'
      }),
      Plot.text(
        bars.filter((row) => row.name === cases[0]),
        {
          x: 'mbPerSecond',
          y: 'subject',
          fx: 'engine',
          fy: 'name',
          text: 'subject',
          textAnchor: 'start',
          dx: 4
        }
      ),
      Plot.ruleX([0])
    ]
  })
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${svg.outerHTML}\n`
}
