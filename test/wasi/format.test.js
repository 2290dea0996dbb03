/**
 * `jsontape format`, `minify`, `canonical` and `lines`: what they print, and files that appear only
 * when they are complete.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ENGINES, Folder, run } from './run.js'

const INPUT = ' { "b" : [ 1.50 , { } , "\\u0041\\/é" ] , "a" : 1e2 , "a" : null } '
const MINIFIED = '{"b":[1.50,{},"A/é"],"a":1e2,"a":null}\n'

for (const engine of ENGINES) {
  /** @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
  const output = (args, options) => {
    const { status, stdout, stderr } = run(engine, args, options)
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    return stdout
  }

  describe(`writing under ${engine.name}`, { skip: engine.skip }, () => {
    test('format', () => {
      const value = { b: [1, {}, [], 'x'], a: { c: null } }
      const input = JSON.stringify(value)
      assert.equal(output(['format'], { input }), `${JSON.stringify(value, null, 2)}\n`)
      for (const indent of [0, 1, 10]) {
        assert.equal(output(['format', '--indent', String(indent)], { input }),
          `${JSON.stringify(value, null, indent)}\n`)
      }
    })

    test('minify keeps digits, duplicates and order', () => {
      assert.equal(output(['minify'], { input: INPUT }), MINIFIED)
      assert.equal(output(['minify', '--ascii'], { input: INPUT }),
        MINIFIED.replace('é', '\\u00e9'))
    })

    test('canonical', () => {
      const input = '{"b":[1.50,1e2],"a":"\\u0041"}'
      assert.equal(output(['canonical'], { input }), '{"a":"A","b":[1.5,100]}')
      const { status, stdout, stderr } = run(engine, ['canonical'], { input: INPUT })
      assert.deepEqual({ status, stdout }, { status: 1, stdout: '' })
      assert.match(stderr, /^<stdin>:1:53: .* \[duplicate_key\]\n.*\n +\^\n$/)
      assert.match(run(engine, ['canonical'], { input: '[1e999]' }).stderr, /:1:2:.*\[non_finite\]/)
    })

    test('lines of an array, and of lines', () => {
      assert.equal(output(['lines'], { input: '[ 1, {"a": [ ]}, "x" ]' }), '1\n{"a":[]}\n"x"\n')
      assert.equal(output(['lines'], { input: '{ "a": 1 }\r\n\n \n[ 1, 2 ]\n3' }),
        '{"a":1}\n[1,2]\n3\n')
      const { status, stdout, stderr } = run(engine, ['lines'], { input: '1\n\n[2,\n3' })
      assert.deepEqual({ status, stdout }, { status: 1, stdout: '1\n' })
      assert.match(stderr, /^<stdin>:3:4: .*\[unexpected_end\]/)
    })

    test('long input in a window', () => {
      const value = Array.from({ length: 20_000 }, (_, i) => ({ i, text: 'é'.repeat(i % 50) }))
      value.push({ i: -1, text: '\n'.repeat(100_000) }, { i: -2, text: 'x'.repeat(300_000) })
      const input = JSON.stringify(value, null, 3)
      assert.equal(output(['minify'], { input }), `${JSON.stringify(value)}\n`)
      assert.equal(output(['format'], { input }), `${JSON.stringify(value, null, 2)}\n`)
      assert.equal(output(['lines'], { input }),
        value.map((element) => `${JSON.stringify(element)}\n`).join(''))
    })

    test('--output writes a file when all of it is there', (t) => {
      const folder = new Folder(t)
      const cwd = folder.path
      folder.write('in.json', INPUT)
      folder.write('bad.json', '[1,')
      const read = () => readFileSync(join(cwd, 'out.json'), 'utf8')
      assert.equal(output(['minify', '--output', 'out.json', 'in.json'], { cwd }), '')
      assert.equal(read(), MINIFIED)
      assert.equal(run(engine, ['format', '--output=out.json', 'in.json', 'bad.json'],
        { cwd }).status, 1)
      assert.equal(read(), MINIFIED)
      assert.equal(output(['minify', '--output', 'in.json', 'in.json'], { cwd }), '')
      assert.equal(readFileSync(join(cwd, 'in.json'), 'utf8'), MINIFIED)
      assert.deepEqual(readdirSync(cwd).sort(), ['bad.json', 'in.json', 'out.json'])

      mkdirSync(join(cwd, 'taken'))
      const { status, stderr } = run(engine, ['minify', '--output', 'taken', 'in.json'], { cwd })
      assert.equal(status, 2)
      assert.match(stderr, /taken cannot be written/)
      assert.ok(!existsSync(join(cwd, 'taken.partial')))
      const missing = run(engine, ['minify', '--output', 'no/out.json', 'in.json'], { cwd })
      assert.equal(missing.status, 2)
      assert.match(missing.stderr, /no\/out\.json: cannot be written/)
    })

    test('options out of range', () => {
      for (const indent of ['11', '-1', 'x', '']) {
        const { status, stderr } = run(engine, ['format', `--indent=${indent}`], { input: '1' })
        assert.equal(status, 2)
        assert.match(stderr, /--indent/)
      }
    })
  })
}
