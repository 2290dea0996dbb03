/**
 * wasm/setup.js on a machine that has only cmake, played by two small scripts that stand for
 * dpkg-query and apt-get, and on this one, where nothing is missing.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const setup = fileURLToPath(new URL('../../wasm/setup.js', import.meta.url))
const folder = mkdtempSync(`${tmpdir()}/jsontape-setup-`)
const isRoot = process.getuid?.() === 0
const nobody = 65534

chmodSync(folder, 0o755)
mkdirSync(`${folder}/bin`)
mkdirSync(`${folder}/wasm`)
copyFileSync(setup, `${folder}/wasm/setup.js`)
chmodSync(`${folder}/wasm/setup.js`, 0o644)
writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
writeFileSync(`${folder}/bin/dpkg-query`, "#!/bin/sh\necho 'cmake installed'\n", { mode: 0o755 })
writeFileSync(`${folder}/bin/apt-get`, '#!/bin/sh\necho apt-get "$@"\n', { mode: 0o755 })
after(() => rmSync(folder, { recursive: true }))

/**
 * Runs it on the made-up machine.
 *
 * @param {{ args?: string[], env?: Record<string, string>, uid?: number }} [options]
 */
function run({ args = [], env = {}, uid } = {}) {
  const { WASI_SDK_PATH: _, ...inherited } = process.env
  return spawnSync(process.execPath, [`${folder}/wasm/setup.js`, ...args], {
    encoding: 'utf8',
    uid,
    cwd: folder,
    env: { ...inherited, PATH: `${folder}/bin:${process.env.PATH}`, ...env }
  })
}

test('as root: says what is missing, then installs just that', { skip: !isRoot }, () => {
  const { status, stdout } = run()
  const [said, update, install, ...rest] = stdout.trimEnd().split('\n')
  const [title, names] = said.split(': ')
  assert.equal(status, 0)
  assert.equal(title, 'Installing Debian packages')
  assert.ok(names.split(' ').includes('emscripten') && !names.split(' ').includes('cmake'))
  assert.equal(update, 'apt-get update')
  assert.equal(install, `apt-get install --yes --no-install-recommends ${names}`)
  assert.deepEqual(rest, [])
})

test('not as root: one line to run, exit code 2', () => {
  const { status, stdout } = run({ uid: isRoot ? nobody : undefined })
  assert.equal(status, 2)
  assert.match(stdout, /^sudo apt-get update && sudo apt-get install --yes .* chromium .*\n$/)
})

test('quickstart needs no browsers, a wasi-sdk no parts of one', { skip: !isRoot }, () => {
  const { stdout } = run({ args: ['quickstart'], env: { WASI_SDK_PATH: '/opt/wasi-sdk' } })
  assert.match(stdout, /^Installing Debian packages: binaryen emscripten ninja-build\n/)
})

test('where nothing is missing it says and does nothing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [setup], { encoding: 'utf8' })
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' })
})
