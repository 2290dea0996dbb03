/**
 * A short run of the fuzzer, always the same one. For a long one, with a corpus kept in a folder:
 * `cmake --workflow --preset native-fuzz && build/native-fuzz/test/fuzz/parse_fuzz
 * -dict=test/fuzz/json.dict FOLDER`.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

test('libFuzzer finds nothing in 200,000 runs', () => {
  run('cmake', ['--workflow', '--preset', 'native-fuzz'])
  run('build/native-fuzz/test/fuzz/parse_fuzz', [
    '-runs=200000',
    '-seed=1',
    '-max_len=512',
    '-dict=test/fuzz/json.dict',
    '-artifact_prefix=build/native-fuzz/'
  ])
})

test('libFuzzer finds nothing in 100,000 runs of CBOR', () => {
  run('cmake', ['--workflow', '--preset', 'native-fuzz'])
  run('build/native-fuzz/test/fuzz/cbor_fuzz', [
    '-runs=100000',
    '-seed=1',
    '-max_len=256',
    '-artifact_prefix=build/native-fuzz/'
  ])
})
