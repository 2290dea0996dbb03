/** What each entry of the package exports, and what it loads. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as main from 'jsontape'
import * as slim from 'jsontape/slim'
import * as tape from 'jsontape/tape'

const root = fileURLToPath(new URL('../..', import.meta.url))

const read = [
  'NumberText', 'TapeDocument', 'TapeFormatError', 'TapeNode', 'TapePointerError',
  'TapeSyntaxError', 'TapeTypeError'
]
const all = [
  ...read, 'JsonReader', 'JsonWriter', 'TapeWriterError', 'build', 'decode', 'encode', 'init', 'parse',
  'stringify', 'validate'
].sort()

/**
 * Runs a module in a process of its own.
 * @param {string} code
 */
function run(code, flags = /** @type {string[]} */ ([])) {
  return execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', code],
    { cwd: root, encoding: 'utf8' })
}

test('names', () => {
  assert.deepEqual(Object.keys(main).sort(), all)
  assert.deepEqual(Object.keys(slim).sort(), all)
  assert.deepEqual(Object.keys(tape).sort(), [...read, 'dump'])
  for (const name of /** @type {(keyof typeof tape & keyof typeof main)[]} */ (read)) {
    assert.equal(tape[name], main[name])
  }
})

test('the version is the package\'s', () => {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  assert.equal(main.build.version, version)
})

test('importing compiles nothing', () => {
  run(`
    for (const name of ['Module', 'Instance', 'compile', 'instantiate']) {
      WebAssembly[name] = () => { throw new Error(name) }
    }
    await import('jsontape')
    await import('jsontape/slim')
    const { TapeDocument } = await import('jsontape/tape')
  `)
})

test('jsontape/tape reads without wasm', () => {
  const { version, source, tape: words } = main.parse('{"a":[1,"é"]}').share()
  assert.equal(run(`
    delete globalThis.WebAssembly
    const { TapeDocument } = await import('jsontape/tape')
    const message = ${JSON.stringify({ version, source: [...source], tape: [...words] })}
    message.source = Uint8Array.from(message.source)
    message.tape = Uint32Array.from(message.tape)
    const document = TapeDocument.from(message, { verify: 'full' })
    console.log(JSON.stringify(document), JSON.stringify(document.root.pick(['a/1'])))
    for (const call of [() => document.equals(document), () => document.at('/a').columns({})]) {
      try { call() } catch ({ message }) { console.log(/import jsontape/.test(message)) }
    }
  `), '{"a":[1,"é"]} {"a/1":"é"}\ntrue\ntrue\n')
})

test('jsontape/slim wants init first', () => {
  assert.equal(run(`
    import { readFileSync } from 'node:fs'
    import { init, parse } from 'jsontape/slim'
    try { parse('1') } catch ({ message }) { console.log(message) }
    await init(readFileSync('js/load/jsontape.wasm'))
    console.log(parse('[1]').get('/0'))
  `), 'jsontape/slim has no wasm of its own: await init(source) first\n1\n')
})

test('no code is made of strings', () => {
  assert.equal(run(`
    import { parse, decode } from 'jsontape'
    console.log(parse('{"a":"\\\\n"}').get('/a') === '\\n', decode('[1]'))
  `, ['--disallow-code-generation-from-strings']), 'true [ 1 ]\n')
})

test('require works', () => {
  const code = "console.log(require('jsontape').decode('[1]'))"
  const flags = process.version.startsWith('v20.') ? ['--experimental-require-module'] : []
  assert.match(execFileSync(process.execPath, [...flags, '--eval', code],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), /\[ 1 \]/)
})
