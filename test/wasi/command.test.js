/**
 * What all commands have in common: the command line, pipes that are slow, closed or full, and long
 * input.
 */
import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ENGINES, Folder, run, start } from './run.js'

/** @type {[string[], string][]} a wrong command line, and what is said about it */
const MISTAKES = [
  [[], 'what to do? see jsontape --help'],
  [['validat'], "unknown command 'validat'; did you mean validate?"],
  [['frobnicate'], "unknown command 'frobnicate'; see jsontape --help"],
  [['validate', '--progres'], 'unknown option --progres; did you mean --progress?'],
  [['validate', '--max-dept=3'], 'unknown option --max-dept=3; did you mean --max-depth?'],
  [['validate', '--zzz'], 'unknown option --zzz; see jsontape --help'],
  [['validate', '-x'], 'unknown option -x; see jsontape --help'],
  [['validate', '--max-depth'], '--max-depth needs a value'],
  [['validate', '--max-depth=-1'], "--max-depth: '-1' is not a number from 0 to 4294967295"],
  [['validate', '--max-depth=9x'], "--max-depth: '9x' is not a number from 0 to 4294967295"],
  [['validate', '--bom', 'keep'], "--bom: 'keep' is not one of skip|error"],
  [['validate', '--comments=no'], '--comments takes no value']
]

for (const engine of ENGINES) {
  describe(`command line under ${engine.name}`, { skip: engine.skip }, () => {
    test('help and version', () => {
      const help = run(engine, ['--help'])
      assert.deepEqual({ ...help, stdout: '' }, { status: 0, stdout: '', stderr: '' })
      assert.match(help.stdout, /^usage: jsontape COMMAND .*validate.*get.*stats.*exit code/s)
      assert.deepEqual(run(engine, ['stats', '-h']), help)
      const { status, stdout, stderr } = run(engine, ['--version'])
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      assert.match(stdout, /^jsontape \d+\.\d+\.\d+ \(wasi, simd, whitespace \w+( \d+)?\)\n$/)
    })

    for (const [args, says] of MISTAKES) {
      test(`mistake: ${args.join(' ')}`, () => {
        const stderr = `jsontape: ${says}\n`
        assert.deepEqual(run(engine, args), { status: 2, stdout: '', stderr })
      })
    }

    test('after -- everything is an operand', (t) => {
      const folder = new Folder(t)
      const file = folder.write('--progress', '[')
      const { stderr } = run(engine, ['validate', '--', file], { cwd: folder.path })
      assert.match(stderr, /^--progress:1:2: the input ends too early/)
    })
  })

  describe(`pipes under ${engine.name}`, { skip: engine.skip }, () => {
    test('input that comes slowly', async () => {
      const { child, ended } = start(engine, ['get', '/1'])
      for (const piece of ['[1', ',', '2', ']']) {
        child.stdin.write(piece)
        await setTimeout(50)
      }
      child.stdin.end()
      assert.deepEqual(await ended, { status: 0, stdout: '2\n', stderr: '' })
    })

    test('a reader that is slow gets everything', async () => {
      const { child, ended } = start(engine, ['get', ''])
      const text = `"${'x'.repeat(3e6)}"`
      child.stdout.pause()
      child.stdin.end(text)
      await setTimeout(500)
      child.stdout.resume()
      const { status, stdout, stderr } = await ended
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
      assert.ok(stdout === `${text}\n`)
    })

    test('a reader that has gone: exit code 2 and no word', async () => {
      const { child, ended } = start(engine, ['get', ''])
      child.stdout.destroy()
      child.stdin.end(`"${'x'.repeat(3e6)}"`)
      assert.deepEqual(await ended, { status: 2, stdout: '', stderr: '' })
    })

    test('a device that is full: exit code 2 and the reason', () => {
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = run(engine, ['get', ''], {
        input: '1',
        stdio: ['pipe', full, 'pipe']
      })
      closeSync(full)
      assert.deepEqual(
        { status, stderr },
        {
          status: 2,
          stderr: 'jsontape: standard output cannot be written: No space left on device\n'
        }
      )
    })

    test('200 MB through a pipe, with progress', async () => {
      const { child, ended } = start(engine, ['stats', '--progress'])
      const element = `{"id": 12345, "text": "${'x'.repeat(960)}"},\n`
      const piece = element.repeat(1000)
      const npieces = 200
      child.stdin.write('[')
      for (let i = 0; i < npieces; i++) {
        if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
      }
      child.stdin.end('{}]')
      const { status, stdout, stderr } = await ended
      assert.equal(status, 0)
      assert.match(stdout, new RegExp(`^bytes +${npieces * piece.length + 4}\\n`))
      assert.match(stdout, new RegExp(`objects +${npieces * 1000 + 1}\\n`))
      assert.match(stderr, /\r\d+ MB\r.*\n$/s)
    })
  })
}
