/** The JavaScript passes a strict type check against its JSDoc types and the declarations. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = `${root}/node_modules/typescript/bin/tsc`

/** @param {string[]} args */
function check(...args) {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], {
    cwd: root,
    encoding: 'utf8'
  })
  assert.equal(status, 0, stdout)
}

test('tsc on all JavaScript, as tsconfig.json says', () => {
  check()
})

// tsconfig.json skips declarations, since other packages' have faults.
test('tsc on the declarations, without those of Node', () => {
  const options = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types'
  const declarations = readdirSync(`${root}/js`, { recursive: true })
    .filter((name) => String(name).endsWith('.d.ts'))
    .map((name) => `js/${name}`)
  check(...options.split(' '), '', ...declarations)
})
