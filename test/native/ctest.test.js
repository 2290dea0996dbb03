/**
 * The C core's own tests, built for this machine in three ways: with vectors, without them, and
 * under the address and undefined behaviour sanitizers.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

for (const preset of ['native', 'native-scalar', 'native-asan']) {
  test(`ctest of preset ${preset}`, (context) => {
    const { status, stdout, stderr } = spawnSync('cmake', ['--workflow', '--preset', preset], {
      cwd: root,
      encoding: 'utf8'
    })
    assert.equal(status, 0, stdout + stderr)
    context.diagnostic(/** @type {RegExpMatchArray} */ (stdout.match(/\d+% tests passed.*/))[0])
  })
}
