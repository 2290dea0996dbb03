/**
 * Runs every js example of the README as a program of its own, beside the installed package and a
 * `twitter.json`. The comment behind an expression is held against its value: as a value where it
 * can be read as one, as the beginning of a text where it ends with an ellipsis.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { before, test } from 'node:test'
import { Script } from 'node:vm'
import { large } from '../../bench/corpus.js'
import { Installation } from '../support/installed.js'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)]
const node = { command: process.execPath, args: ['--disallow-code-generation-from-strings'] }

/** @type {Installation} */
let installation
before(() => {
  installation = new Installation()
  installation.write('twitter.json', large('twitter').load())
})

/** @param {string} text */
function isExpression(text) {
  try {
    return Boolean(new Script(`(${text}\n)`))
  } catch {
    return false
  }
}

/**
 * @param {string} line of an example
 * @returns {string} the same as a check of what its comment says
 */
function checked(line) {
  const [, logged, plain, promise] = /^(?:console\.log\((.*)\)|(.*?))\s+\/\/ (.*)$/.exec(line) ?? []
  const expression = logged ?? plain
  if (!expression || !isExpression(expression)) return line
  if (isExpression(promise)) return `assert.deepEqual(${expression}, ${promise})`
  if (!promise.endsWith('…')) return line
  const start = JSON.stringify(promise.slice(0, -1).trimEnd())
  return `assert.equal(String(${expression}).slice(0, ${start}.length), ${start})`
}

test('the README has examples', () => {
  assert.ok(examples.length > 0)
})

examples.forEach(({ 1: code, index }, i) => {
  const line = readme.slice(0, index).split('\n').length
  test(`the example at line ${line}`, () => {
    const program = ["import assert from 'node:assert/strict'", ...code.split('\n').map(checked)]
    installation.run(node, [installation.write(`example-${i}.js`, program.join('\n'))])
  })
})
