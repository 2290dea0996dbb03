/**
 * The browsers that pages are opened in, without a window: Debian's Chromium, and Firefox through
 * WebDriver BiDi. A page is a program whose first line on the console is its result.
 */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import puppeteer from 'puppeteer-core'

/** @typedef {import('puppeteer-core').Browser} Browser */

/** How long a page may take, unless more is asked for. */
const TIMEOUT_MS = 180_000

/** What Chromium needs to run as root and to keep to itself. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu'
]

/**
 * @param {string} program
 * @returns {string} its path
 */
function find(program) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
  if (!path) throw new Error(`${program} is not installed; \`npm run setup\` does it`)
  return path
}

/** Each with a fresh profile. @type {Record<string, () => Promise<Browser>>} */
export const browsers = {
  chromium: () =>
    puppeteer.launch({
      browser: 'chrome',
      executablePath: find('chromium'),
      args: CHROMIUM_ARGS
    }),
  firefox: () => puppeteer.launch({ browser: 'firefox', executablePath: find('firefox-esr') })
}

/**
 * Opens a page and waits for its result.
 *
 * @param {Browser} browser
 * @param {string} url
 * @param {number} [timeoutMs]
 * @returns {Promise<any>}
 */
export async function resultOf(browser, url, timeoutMs = TIMEOUT_MS) {
  const page = await browser.newPage()
  /** @type {NodeJS.Timeout | undefined} */
  let timeout
  try {
    const text = await new Promise((resolve, reject) => {
      timeout = setTimeout(reject, timeoutMs, new Error(`${url} gives no result`))
      page.on('console', (message) => {
        if (message.type() === 'log') resolve(message.text())
        else if (message.type() === 'error') reject(new Error(message.text()))
      })
      page.on('pageerror', reject)
      page.goto(url).catch(reject)
    })
    return JSON.parse(text)
  } finally {
    clearTimeout(timeout)
    await page.close()
  }
}
