/**
 * Benches in browsers, through a page that this machine serves to itself.
 */
import { fileURLToPath } from 'node:url'
import { browsers, resultOf } from '../test/browser/browsers.js'
import { serve } from '../test/browser/server.js'

export const browserNames = ['chromium', 'firefox']

/**
 * @param {string} name of a browser
 * @param {string} bench
 * @param {{ filter: string, rounds?: number }} options
 * @returns {Promise<import('./report.js').Row[]>}
 */
export async function runInBrowser(name, bench, { filter, rounds }) {
  const server = await serve(fileURLToPath(new URL('..', import.meta.url)))
  const browser = await browsers[name]()
  try {
    const engine = (await browser.version()).toLowerCase().replace('/', ' ')
    const query = new URLSearchParams({ bench, engine, filter })
    if (rounds !== undefined) query.set('rounds', String(rounds))
    return await resultOf(browser, `${server.url}/bench/page.html?${query}`, 600_000)
  } finally {
    await browser.close()
    server.close()
  }
}
