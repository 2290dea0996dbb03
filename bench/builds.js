/**
 * What benches measure besides the package, built in build/bench (see CMakeLists.txt).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {string} preset
 * @param {string} target
 */
export function build(preset, target) {
  const folder = `build/bench/${preset}`
  const options = /** @type {const} */ ({ cwd: root, stdio: 'pipe' })
  execFileSync('cmake', ['--preset', preset, '-B', folder], options)
  execFileSync('cmake', ['--build', folder, '--target', target], options)
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
