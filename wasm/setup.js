/**
 * Installs what building and testing need and this machine lacks: Debian packages, then the npm
 * packages of package-lock.json. `node wasm/setup.js` is for everything, with `quickstart` only for
 * what the two wasm modules are built with. Says what it installs before it does; when nothing is
 * missing it says and does nothing. Installing Debian packages needs root: others get the line to
 * run, and exit code 2.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What `npm run build` calls. */
const buildPackages = ['binaryen', 'cmake', 'emscripten', 'ninja-build']

/** The parts of a wasi-sdk; one that WASI_SDK_PATH names takes their place. */
const wasiPackages = ['clang-22', 'libclang-rt-22-dev-wasm32', 'lld-22', 'wasi-libc']

/** What the tests need on top; clang-14 comes with emscripten. */
const testPackages = [
  'chromium',
  'clang-format-14',
  'clang-tidy-14',
  'firefox-esr',
  'gcc',
  'libc6-dev',
  'libclang-rt-14-dev',
  'wabt'
]

/**
 * Runs a command in the project's folder with this process's input and output.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}

/**
 * Which of these Debian packages are not installed.
 *
 * @param {string[]} names
 */
function missingDebianPackages(names) {
  const format = '${Package} ${db:Status-Status}\n'
  const query = spawnSync('dpkg-query', ['--show', '--showformat', format, ...names], {
    encoding: 'utf8'
  })
  if (query.error) {
    console.error(`No Debian; what these packages hold must be on PATH: ${names.join(' ')}`)
    return []
  }
  const found = new Set(query.stdout.split('\n'))
  return names.filter((name) => !found.has(`${name} installed`))
}

/** @param {string[]} names */
function installDebianPackages(names) {
  const install = ['install', '--yes', '--no-install-recommends', ...names]
  if (process.getuid?.() !== 0) {
    console.error('Debian packages are missing. Run this, then start again:')
    console.log(`sudo apt-get update && sudo apt-get ${install.join(' ')}`)
    process.exit(2)
  }
  console.log(`Installing Debian packages: ${names.join(' ')}`)
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  run('apt-get', ['update'])
  run('apt-get', install)
}

/**
 * The packages that a lock file names, by folder.
 *
 * @param {string} path
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(`${root}/${path}`, 'utf8')).packages
  } catch {
    return {} // not installed yet, or cut off while it was
  }
}

/** Which npm packages are not installed in the version that package-lock.json names. */
function missingNpmPackages() {
  const wanted = lockedPackages('package-lock.json')
  const installed = lockedPackages('node_modules/.package-lock.json')
  return Object.keys(wanted).filter((folder) => {
    if (folder === '') return false
    // Optional ones are the builds for other systems.
    if (!(folder in installed)) return !wanted[folder].optional
    return installed[folder].version !== wanted[folder].version
  })
}

const wasi = process.env.WASI_SDK_PATH ? [] : wasiPackages
const tests = process.argv[2] === 'quickstart' ? [] : testPackages
const debianPackages = missingDebianPackages([...buildPackages, ...wasi, ...tests].sort())
if (debianPackages.length > 0) installDebianPackages(debianPackages)

const npmPackages = missingNpmPackages()
if (npmPackages.length > 0) {
  const names = npmPackages.map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 13))
  console.log(`Installing npm packages: ${names.join(' ')}`)
  run('npm', ['ci', '--ignore-scripts'])
}
