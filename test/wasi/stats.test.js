/**
 * `jsontape stats`: every figure but the speed is known beforehand.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, Folder, run } from './run.js'

/** @param {string} text the figures by label */
function figures(text) {
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [label, figure] = line.trim().split(/\s+/)
        return [label, Number(figure)]
      })
  )
}

for (const engine of ENGINES) {
  describe(`stats under ${engine.name}`, { skip: engine.skip }, () => {
    test('counts', () => {
      const input =
        '\ufeff { "a" : [1, -2.5e3, 12345678901234567890, true, false, null, "x\\n", {}, []] }\n'
      const { status, stdout, stderr } = run(engine, ['stats'], { input })
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      const { seconds, 'MB/s': speed, tape, ...rest } = figures(stdout)
      assert.ok(seconds > 0 && speed > 0 && tape > 0)
      assert.deepEqual(rest, {
        bytes: Buffer.byteLength(input),
        values: 11,
        objects: 2,
        arrays: 2,
        strings: 1,
        numbers: 3,
        booleans: 2,
        nulls: 1,
        keys: 1,
        depth: 3,
        whitespace: Math.round((1000 * 14) / Buffer.byteLength(input)) / 10
      })
    })

    test('the share of whitespace, whatever the other bytes are', () => {
      const value = { 'key "1"': [0, -1, 1234567, 8388608, 0.5, 'text', { '': [] }], é: '\u2028' }
      for (const indent of [0, 1, 4]) {
        const input = JSON.stringify(value, null, indent)
        const minified = Buffer.byteLength(JSON.stringify(value))
        const bytes = Buffer.byteLength(input)
        const { whitespace } = figures(run(engine, ['stats'], { input }).stdout)
        assert.equal(whitespace, Number(((100 * (bytes - minified)) / bytes).toFixed(1)))
      }
    })

    test('several files are told apart', (t) => {
      const folder = new Folder(t)
      folder.write('a.json', '1')
      folder.write('b.json', '[]')
      const { stdout } = run(engine, ['stats', 'a.json', 'b.json'], { cwd: folder.path })
      assert.deepEqual(stdout.match(/^.*:$/gm), ['a.json:', 'b.json:'])
    })
  })
}
