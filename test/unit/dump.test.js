/** Dumps of tapes, and the one that TAPE.md explains. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, TapeDocument, TapeFormatError } from 'jsontape'
import { dump } from 'jsontape/tape'

test('the worked dump of TAPE.md', () => {
  const page = readFileSync(new URL('../../js/TAPE.md', import.meta.url), 'utf8')
  const [, literal] = /parse\('(.*)'\)/.exec(page) ?? []
  const [, shown] = /```text\n([^`]*)```/.exec(page) ?? []
  assert.equal(dump(parse(literal.replaceAll('\\\\', '\\'))), shown)
})

test('every kind of entry', () => {
  const long = 'x'.repeat(0x1000000)
  const text = `[null,true,false,1,1.5,"a",{"k":[0.5,1e9],"\\n":"\\u00e9"},
    1${long.replaceAll('x', '0')},"${long}",{"${long}\\n":0},[]]`
  const lines = dump(parse(text, { duplicateKeys: 'first' })).split('\n')
  for (const pattern of [/^header: .*first wins/, /array of 11, at 0/, /null, at 1$/, /true, at/,
    /false, at/, /int 1, at/, /double 1.5, at/, /string "a", at/, /key "k", name 0/,
    /array of 2, all doubles/, /key, plain "\\n", escaped/, /string "é", escaped/,
    /number, long 10000/, /string, long "xxx/, /key, long "xxx/, /array of 0/, /name 0: "k"/]) {
    assert.ok(lines.some((line) => pattern.test(line)), String(pattern))
  }
  assert.ok(lines.every((line) => line.length < 200))
})

test('a count', () => {
  const { source, tape, version } = parse(`[${'1,'.repeat(0xffffff)}1]`).share()
  const document = TapeDocument.from({ source, tape, version })
  assert.equal(document.root.size, 0x1000000)
  assert.equal(document.root.at(-1)?.pointer, '/16777215')
})

test('a damaged tape is no endless dump', () => {
  const { source, tape, version } = parse('[1,[2,"x"],{"a":1}]').share()
  for (let index = 16; index < tape.length; index++) {
    for (const word of [0, 8, 13, 0xffffffff]) {
      const damaged = tape.slice()
      damaged[index] = word
      try {
        dump(TapeDocument.from({ source, tape: damaged, version }))
      } catch (error) {
        assert.ok(error instanceof TapeFormatError)
      }
    }
  }
})
