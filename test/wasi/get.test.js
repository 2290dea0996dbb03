/**
 * `jsontape get`: RFC 6901 pointers, and values printed as they stand in the source.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, Folder, run } from './run.js'

/** The example of RFC 6901 section 5, and keys that need care. */
const DOCUMENT = String.raw`{
  "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
  " ": 7, "m~n": 8,
  "\u0065scaped \ud83d\ude00\t\u00e9": [-0, 1.50e+1, 123456789012345678901234567890, -8388608],
  "nested": {"deep": [{"x": [ 1 , 2 ]}, "a \"quoted\" \u0041"]},
  "twice": "first", "twice": "last", "-": {"0": "key"},
  "constants": [true, false, null]
}`

/** @type {[string, string][]} pointer, what is printed */
const FOUND = [
  ['/foo', '["bar", "baz"]'],
  ['/foo/0', '"bar"'],
  ['/', '0'],
  ['/a~1b', '1'],
  ['/c%d', '2'],
  ['/e^f', '3'],
  ['/g|h', '4'],
  ['/i\\j', '5'],
  ['/k"l', '6'],
  ['/ ', '7'],
  ['/m~0n', '8'],
  ['/escaped 😀\té/0', '-0'],
  ['/escaped 😀\té/1', '1.50e+1'],
  ['/escaped 😀\té/2', '123456789012345678901234567890'],
  ['/escaped 😀\té/3', '-8388608'],
  ['/nested/deep/0/x', '[ 1 , 2 ]'],
  ['/nested/deep/1', String.raw`"a \"quoted\" \u0041"`],
  ['/twice', '"last"'],
  ['/-/0', '"key"'],
  ['/constants/0', 'true'],
  ['/constants/1', 'false'],
  ['/constants/2', 'null'],
  ['', DOCUMENT]
]

const MISSING = [
  '/nothing',
  '/foo/2',
  '/foo/-',
  '/foo/00',
  '/foo/01',
  '/foo/+1',
  '/foo/',
  '/foo/18446744073709551616',
  '/foo/0/0',
  '/fo',
  '/fooo'
]
const MALFORMED = ['foo', '/a~', '/a~2b', '#/foo']

for (const engine of ENGINES) {
  describe(`get under ${engine.name}`, { skip: engine.skip }, () => {
    test('values that are there', () => {
      for (const [pointer, value] of FOUND) {
        assert.deepEqual(
          run(engine, ['get', pointer], { input: DOCUMENT }),
          { status: 0, stdout: `${value}\n`, stderr: '' },
          pointer
        )
      }
    })

    test('nothing at the pointer', () => {
      for (const pointer of MISSING) {
        assert.deepEqual(
          run(engine, ['get', pointer], { input: DOCUMENT }),
          { status: 1, stdout: '', stderr: 'jsontape: <stdin>: nothing at this pointer\n' },
          pointer
        )
      }
    })

    test('malformed pointers', () => {
      for (const pointer of MALFORMED) {
        const { status, stdout, stderr } = run(engine, ['get', pointer], { input: DOCUMENT })
        assert.deepEqual({ status, stdout }, { status: 2, stdout: '' }, pointer)
        assert.match(stderr, /^jsontape: '.*' is no JSON pointer: /)
      }
      assert.equal(run(engine, ['get']).stderr, 'jsontape: get needs a POINTER\n')
    })

    test('of equal keys the first, where that is asked for', () => {
      const args = ['get', '/twice', '--duplicate-keys=first']
      assert.equal(run(engine, args, { input: DOCUMENT }).stdout, '"first"\n')
    })

    test('an invalid document gives no value', () => {
      const { status, stdout } = run(engine, ['get', '/0'], { input: '[1, 2' })
      assert.deepEqual({ status, stdout }, { status: 1, stdout: '' })
    })

    test('long keys and strings, and one value from each of several files', (t) => {
      const folder = new Folder(t)
      const long = 'x'.repeat((1 << 24) + 1)
      folder.write('a.json', `{"${long}": 1, "b": "${long}"}`)
      folder.write('b.json', '{"b": 2}')
      const { status, stdout } = run(engine, ['get', '/b', 'a.json', 'b.json'], {
        cwd: folder.path
      })
      assert.equal(status, 0)
      assert.ok(stdout === `"${long}"\n2\n`)
    })
  })
}
