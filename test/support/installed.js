/**
 * The package as users have it: packed by npm and installed from the tarball, without a network,
 * into an empty folder beside the programs of consumer/. It goes when the process ends.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** This environment without what npm and node's test runner put there for their own children. */
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT$)/i.test(name))
)

/**
 * @param {string} cwd
 * @param {string[]} args
 */
function npm(cwd, args) {
  return execFileSync('npm', args, { cwd, env: environment, encoding: 'utf8' })
}

/** @typedef {{ filename: string, size: number, files: { path: string, size: number }[] }} Packed */

export class Installation {
  #temporary = mkdtempSync(join(tmpdir(), 'jsontape-package-'))

  /** Where the programs and node_modules are. */
  folder = join(this.#temporary, 'consumer')

  constructor() {
    process.once('exit', () => rmSync(this.#temporary, { recursive: true }))
    const destination = ['--pack-destination', this.#temporary]
    const json = npm(root, ['pack', '--json', '--ignore-scripts', ...destination])
    /** What npm says of the tarball. @type {Packed} */
    this.packed = JSON.parse(json)[0]
    this.tarball = join(this.#temporary, this.packed.filename)

    this.write('package.json', '{ "private": true, "type": "module" }')
    npm(this.folder, ['install', '--offline', '--no-audit', '--no-fund', this.tarball])
    cpSync(fileURLToPath(new URL('consumer', import.meta.url)), this.folder, { recursive: true })
  }

  /**
   * Puts a file there, and the folders that it is in.
   *
   * @param {string} name
   * @param {string | Uint8Array} content
   */
  write(name, content) {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return name
  }

  /**
   * Runs a program in the folder.
   *
   * @param {{ command: string, args: string[] }} engine
   * @param {string[]} args
   * @param {string} [input]
   * @returns {string} what it prints
   */
  run({ command, args: engineArgs }, args, input = '') {
    return execFileSync(command, [...engineArgs, ...args], {
      cwd: this.folder,
      env: environment,
      encoding: 'utf8',
      input
    })
  }
}
