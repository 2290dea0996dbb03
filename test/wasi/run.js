/**
 * Runs the `jsontape` command the way a user does, under each engine whose WASI it must work with.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** @param {string} path from the repository's root */
const local = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const COMMAND = local('js/cli.js')

/** @typedef {{ name: string, program: string, skip: string | false }} Engine */

/** @param {string} name @param {string} program @returns {Engine} */
const engine = (name, program) => ({
  name,
  program,
  skip: !existsSync(program) && `${name} is not installed`
})

export const ENGINES = [
  engine('node', process.execPath),
  engine('bun', local('node_modules/@oven/bun-linux-x64/bin/bun'))
]

/** A folder with files of its own, that goes away with the test. */
export class Folder {
  path = mkdtempSync(join(tmpdir(), 'jsontape-wasi-'))

  /** @param {import('node:test').TestContext} t */
  constructor(t) {
    t.after(() => rmSync(this.path, { recursive: true }))
  }

  /** @param {string} name @param {string | Uint8Array} content */
  write(name, content) {
    writeFileSync(join(this.path, name), content)
    return name
  }
}

/**
 * Runs to the end.
 *
 * @param {Engine} engine
 * @param {string[]} args
 * @param {{ input?: string | Uint8Array, cwd?: string, stdio?: import('node:child_process').StdioOptions }} [options]
 */
export function run({ program }, args, { input = '', cwd, stdio } = {}) {
  const { status, stdout, stderr } = spawnSync(program, [COMMAND, ...args], {
    input,
    cwd,
    stdio,
    encoding: 'utf8',
    maxBuffer: 1 << 28
  })
  return { status, stdout, stderr }
}

/**
 * Starts and lets the test talk with it; `ended` gives what it wrote to standard error, and its
 * exit code.
 *
 * @param {Engine} engine
 * @param {string[]} args
 */
export function start({ program }, args) {
  const child = spawn(program, [COMMAND, ...args])
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  child.stdin.on('error', () => {}) // the command may end before it has read everything
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
  return { child, ended: /** @type {Promise<ReturnType<typeof run>>} */ (ended) }
}
