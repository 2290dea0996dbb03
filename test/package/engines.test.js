/** The installed package under every engine that must run it. */
import assert from 'node:assert/strict'
import process from 'node:process'
import { before, describe, test } from 'node:test'
import { parse } from 'jsontape'
import { engineCommand } from '../../bench/engines.js'
import { expected } from '../support/consumer/results.js'
import { Installation } from '../support/installed.js'

/** @typedef {{ command: string, args: string[] }} Engine */

const [major] = process.versions.node.split('.')

/** @type {Record<string, Engine>} */
const NODES = {
  [`node ${major}, which runs the tests`]: { command: process.execPath, args: [] },
  'node 22': engineCommand('node22'),
  'node 24': engineCommand('node24'),
  'node 26': engineCommand('node26')
}
const bun = engineCommand('bun')
const deno = engineCommand('deno')
deno.args.push('--node-modules-dir=manual', '--no-remote')

/** @type {Installation} */
let installation
before(() => (installation = new Installation()))

/**
 * @param {Engine} engine
 * @param {string} program
 */
function checkResults(engine, program) {
  assert.deepEqual(JSON.parse(installation.run(engine, [program])), expected)
}

/** @param {Engine} engine */
function checkTape(engine) {
  const document = parse('{"a": [1.5, "\\u00e9"],\n "b": {}}')
  const { version, source, tape } = document.share()
  const message = JSON.stringify({ version, source: [...source], tape: [...tape] })
  assert.deepEqual(
    JSON.parse(installation.run(engine, ['tape.js'], message)),
    JSON.parse(JSON.stringify([document, document.root.get('b')?.position]))
  )
}

/** @param {Engine} engine */
function checkCommand(engine) {
  const command = 'node_modules/.bin/jsontape'
  assert.equal(installation.run(engine, [command, 'get', '/1/a'], '[0, {"a": "x"}]'), '"x"\n')
}

for (const [name, engine] of Object.entries({ ...NODES, bun, deno })) {
  describe(name, () => {
    test('jsontape', () => checkResults(engine, 'main.js'))
    test('jsontape after init', () => checkResults(engine, 'init.js'))
    test('jsontape/slim with jsontape/jsontape.wasm', () => checkResults(engine, 'slim.js'))
    test('jsontape/tape without WebAssembly', () => checkTape(engine))
    test('require', () => checkResults(engine, 'require.cjs'))
  })
}

for (const [name, engine] of Object.entries({ ...NODES, bun })) {
  test(`${name}: the jsontape command`, () => checkCommand(engine))
}

for (const [name, { command }] of Object.entries(NODES)) {
  describe(`${name}, code from strings forbidden`, () => {
    const engine = { command, args: ['--disallow-code-generation-from-strings'] }
    test('jsontape', () => checkResults(engine, 'main.js'))
    test('jsontape/slim', () => checkResults(engine, 'slim.js'))
    test('the jsontape command', () => checkCommand(engine))
  })
}

test('deno: npm:jsontape', () => checkResults(deno, 'npm-specifier.js'))
