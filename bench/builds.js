/**
 * What benches measure besides the package, built in build/bench (see CMakeLists.txt).
 */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string[]} args */
function cmake(...args) {
  const { status, stdout, stderr } = spawnSync('cmake', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`cmake ${args.join(' ')} failed\n${stdout}${stderr}`)
}

/**
 * @param {string} preset
 * @param {string} target
 */
export function build(preset, target) {
  const folder = `build/bench/${preset}`
  cmake('--preset', preset, '-B', folder)
  cmake('--build', folder, '--target', target)
}

/**
 * Copies the package, so that several of it can be loaded in one process.
 *
 * @param {readonly string[]} names of the copies, which lie in build/bench/packages
 */
export function copyPackage(names) {
  for (const name of names) {
    const copy = `${root}build/bench/packages/${name}/js`
    rmSync(copy, { recursive: true, force: true })
    cpSync(`${root}js`, copy, { recursive: true })
  }
}
