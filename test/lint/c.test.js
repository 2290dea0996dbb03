/** The C sources keep to .clang-format and .clang-tidy. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @param {string[]} folders
 * @param {RegExp} pattern
 */
function sources(folders, pattern) {
  return folders.flatMap((folder) =>
    readdirSync(root + folder)
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`)
  )
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function check(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

test('clang-format', () => {
  const files = sources(['src', 'wasm', 'bench/c', 'test/native', 'test/fuzz'], /\.[ch]$/)
  check('clang-format-14', ['--dry-run', '-Werror', ...files])
})

test('clang-tidy', () => {
  const vectors = process.arch === 'x64' ? ['-march=x86-64-v2'] : []
  check('clang-tidy-14', ['--quiet', ...sources(['src'], /\.c$/), '--', '-std=gnu11', ...vectors])
})
