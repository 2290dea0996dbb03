/**
 * Runs every js example of the README as a program of its own, beside the installed package and a
 * `twitter.json`. What follows `// ` behind a console.log is what that must print.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { after, before, test } from 'node:test'
import { large } from '../../bench/corpus.js'
import { Installation } from '../support/installed.js'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code)
const node = { command: process.execPath, args: ['--disallow-code-generation-from-strings'] }

/** @type {Installation} */
let installation
before(() => {
  installation = new Installation()
  installation.write('twitter.json', large('twitter').load())
})
after(() => installation?.remove())

test('the README has examples', () => {
  assert.ok(examples.length > 0)
})

examples.forEach((code, i) => {
  const line = readme.slice(0, readme.indexOf(code)).split('\n').length
  test(`the example at line ${line}`, () => {
    const printed = installation.run(node, [installation.write(`example-${i}.js`, code)])
    const promised = [...code.matchAll(/console\.log\(.*\) +\/\/ (.*)$/gm)].map(([, text]) => text)
    assert.deepEqual(printed.split('\n').slice(0, -1), promised)
  })
})
