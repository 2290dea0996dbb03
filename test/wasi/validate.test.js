/**
 * `jsontape validate`: verdicts, exit codes, and what is said about the place of an error.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ENGINES, Folder, run } from './run.js'

/** Each invalid document, and all that standard error says about it. */
const INVALID = [
  {
    what: 'the caret stands under the byte',
    input: '{"a": [1, 2,, 3]}',
    says: `<stdin>:1:13: this cannot stand here [unexpected_byte]
  {"a": [1, 2,, 3]}
              ^
`
  },
  {
    what: 'only the line of the error is shown',
    input: '[\n  1,\r\n  nul,\r\n  2\n]',
    says: `<stdin>:3:6: expected true, false or null [invalid_literal]
    nul,
       ^
`
  },
  {
    what: 'the end of the input',
    input: '{"a": 1',
    says: `<stdin>:1:8: the input ends too early [unexpected_end]
  {"a": 1
         ^
`
  },
  {
    what: 'empty input',
    input: '',
    says: '<stdin>:1:1: the input ends too early [unexpected_end]\n  \n  ^\n'
  },
  {
    what: 'columns count UTF-16 code units, the caret the cells of a terminal',
    input: '["é漢字😀", x]',
    says: `<stdin>:1:11: this cannot stand here [unexpected_byte]
  ["é漢字😀", x]
              ^
`
  },
  {
    what: 'nothing that could steer a terminal is shown',
    input: '\t["\x7f", "\u0085", "\x1b[31m"]',
    says: `<stdin>:1:14: a control character in a string must be escaped [control_char]
   ["\ufffd", "\ufffd", "\ufffd[31m"]
               ^
`
  },
  {
    what: 'ill-formed UTF-8',
    input: Buffer.from('5b22c0af225d', 'hex'),
    says: `<stdin>:1:3: ill-formed UTF-8 [invalid_utf8]
  ["\ufffd\ufffd"]
    ^
`
  },
  {
    what: 'long lines are cut on both sides',
    input: `[${'1234567,'.repeat(100)}?${',1234567'.repeat(100)}]`,
    says: `<stdin>:1:802: this cannot stand here [unexpected_byte]
  ...${`${'1234567,'.repeat(100)}`.slice(-60)}?${',1234567'.repeat(100).slice(0, 39)}...
${' '.repeat(65)}^
`
  }
]

for (const engine of ENGINES) {
  describe(`validate under ${engine.name}`, { skip: engine.skip }, () => {
    test('valid input: nothing is said', (t) => {
      const folder = new Folder(t)
      const file = folder.write('valid.json', ' {"a": [1, true, null, "x"]}\n')
      const nothing = { status: 0, stdout: '', stderr: '' }
      assert.deepEqual(run(engine, ['validate', file], { cwd: folder.path }), nothing)
      assert.deepEqual(run(engine, ['validate', join(folder.path, file)]), nothing)
      assert.deepEqual(run(engine, ['validate'], { input: '[]' }), nothing)
      assert.deepEqual(run(engine, ['validate', '-'], { input: '\ufeff[]' }), nothing)
    })

    for (const { what, input, says } of INVALID) {
      test(what, () => {
        assert.deepEqual(run(engine, ['validate'], { input }), {
          status: 1,
          stdout: '',
          stderr: says
        })
      })
    }

    test('of several files each is named, and the highest exit code counts', (t) => {
      const folder = new Folder(t)
      const { path: cwd } = folder
      folder.write('good.json', '1')
      folder.write('bad.json', '[1')
      const bad = 'bad.json:1:3: the input ends too early [unexpected_end]\n  [1\n    ^\n'
      assert.deepEqual(run(engine, ['validate', 'good.json', 'bad.json', 'good.json'], { cwd }), {
        status: 1,
        stdout: '',
        stderr: bad
      })
      assert.deepEqual(run(engine, ['validate', 'none.json', 'bad.json'], { cwd }), {
        status: 2,
        stdout: '',
        stderr: `jsontape: none.json: cannot be opened: No such file or directory\n${bad}`
      })
    })

    test('a path that leads out of the current folder, and one to a folder', (t) => {
      const folder = new Folder(t)
      const cwd = join(folder.path, 'below')
      mkdirSync(cwd)
      folder.write('above.json', '{}')
      assert.equal(run(engine, ['validate', '../above.json'], { cwd }).status, 0)
      const { status, stderr } = run(engine, ['validate', '..'], { cwd })
      assert.equal(status, 2)
      assert.match(stderr, /^jsontape: \.\.: cannot be (read|opened): /)
    })

    test('options of parsing', () => {
      /** @type {[string[], string, string][]} options, input, code or nothing */
      const cases = [
        [['--max-depth', '2'], '[[]]', ''],
        [['--max-depth=1'], '[[]]', 'depth'],
        [['--bom=error'], '\ufeff[]', 'bom'],
        [['--duplicate-keys', 'error'], '{"a":1,"\\u0061":2}', 'duplicate_key'],
        [['--lone-surrogates=error'], '"\\ud800"', 'lone_surrogate'],
        [['--comments'], '[/* one */ 1] // two', ''],
        [[], '[/* one */ 1]', 'unexpected_byte'],
        [['--trailing-commas'], '[1,]', ''],
        [['--duplicate-keys=error', '--duplicate-keys=last'], '{"a":1,"a":2}', '']
      ]
      for (const [options, input, code] of cases) {
        const { status, stderr } = run(engine, ['validate', ...options], { input })
        assert.equal(status, code ? 1 : 0, `${options} ${input}`)
        if (code) assert.ok(stderr.includes(`[${code}]`), stderr)
      }
    })
  })
}
