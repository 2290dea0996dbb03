/**
 * The verdict of every text of the accept/reject and fuzz suites, with code and offset; and for the
 * ones that are accepted the values that JSON.parse gives, read through the lazy accessors.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { TapeSyntaxError, parse, validate } from 'jsontape'

import { assertReads, assertSyntaxError } from '../support/expect.js'
import {
  codeOfKind,
  fromHex,
  needsShared,
  offsetOfError,
  readBytes,
  readJsonLines,
  readLines,
  readTable
} from '../support/suites.js'

/** The suites count no containers; ours ends somewhere, so that it is well above theirs. */
const options = { maxDepth: 200_000 }

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * @param {Uint8Array} bytes
 * @param {{ kind: string, offset: number } | null} expected
 */
function checkVerdict(bytes, expected) {
  // The suites know no byte order mark; with it as an error there is one difference, the code.
  const marked = byteOrderMark.equals(bytes.subarray(0, 3))
  const verdict = validate(bytes, marked ? { ...options, bom: 'error' } : options)
  if (expected === null) {
    assert.equal(verdict, null)
    checkValues(bytes)
    return
  }
  const code = marked ? 'bom' : codeOfKind(expected.kind)
  const offset = offsetOfError(bytes, expected.kind, expected.offset)
  assertSyntaxError(verdict, { code, offset }, bytes, TapeSyntaxError)
}

/** @param {Uint8Array} bytes */
function checkValues(bytes) {
  const document = parse(bytes, options)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const value = JSON.parse(text)
  if (document.root.size < 10_000) assertReads(document.root, value)
  assert.deepStrictEqual(document.toJS(), value)
}

describe('accept/reject suites', needsShared('suites/01-json-accept'), () => {
  for (const suite of [
    'jsoncpp-data',
    'jsontestsuite',
    'jsontestsuite-transform',
    'nlohmann-json-tests',
    'simdjson-adversarial-issue150',
    'simdjson-jsonchecker',
    'yyjson-json'
  ]) {
    const folder = `suites/01-json-accept/${suite}`
    test(suite, needsShared(folder), () => {
      for (const row of readTable(`${folder}/verdicts.tsv`)) {
        const bytes = readBytes(`${folder}/${row.file}`)
        const { error_kind: kind, error_offset: offset } = row
        checkVerdict(bytes, row.strict === 'accept' ? null : { kind, offset: Number(offset) })
      }
    })
  }
})

describe('fuzz suites', needsShared('suites/07-fuzz'), () => {
  for (const name of ['go-fuzz-json/corpus', 'own-mutations/mutations', 'own-mutations/prefixes']) {
    test(name, () => {
      for (const { hex, ok, kind, off } of readJsonLines(`suites/07-fuzz/${name}.jsonl`)) {
        checkVerdict(fromHex(hex), ok ? null : { kind, offset: off })
      }
    })
  }
})

const positions = 'suites/10-positions/error-positions/errors.jsonl'

test('positions of errors', needsShared(positions), () => {
  for (const row of readJsonLines(positions)) {
    const bytes = fromHex(row.hex)
    const offset = offsetOfError(bytes, row.kind, row.off)
    const error = /** @type {any} */ (validate(bytes, { bom: 'error' }))
    const { line, column, byteInLine } = error
    assert.equal(error.offset, offset)
    assert.equal(line, row.line)
    if (offset !== row.off) continue // their column is that of a later byte
    assert.deepEqual(
      { column, byteInLine },
      { column: row.col_utf16, byteInLine: row.col_bytes - 1 }
    )
  }
})

const jsoncpp = 'suites/01-json-accept/jsoncpp-data'

test('the dumps of jsoncpp', needsShared(jsoncpp), () => {
  for (const row of readTable(`${jsoncpp}/verdicts.tsv`)) {
    if (row.strict !== 'accept') continue
    const lines = readLines(`${jsoncpp}/${row.file.replace(/json$/, 'expected')}`).filter(Boolean)
    const { root } = parse(readBytes(`${jsoncpp}/${row.file}`))
    const dumped = new Map(dump(root, '.'))
    assert.equal(dumped.size, lines.length, row.file)
    for (const line of lines) {
      const [, path, text] = /** @type {RegExpMatchArray} */ (line.match(/^([^=]*)=(.*)$/))
      assert.deepEqual(dumped.get(path), dumpedValue(text), `${row.file}: ${line}`)
    }
  }
})

/** @param {string} text */
function dumpedValue(text) {
  if (text === '[]' || text === '{}') return text
  if (text.startsWith('"')) return text.slice(1, -1)
  return text.endsWith('inf') ? Number(text.replace('inf', 'Infinity')) : JSON.parse(text)
}

/**
 * @param {import('jsontape').TapeNode} node
 * @param {string} path
 * @returns {[string, unknown][]}
 */
function dump(node, path) {
  if (node.type === 'array') {
    const elements = [...node.values()].flatMap((element, i) => dump(element, `${path}[${i}]`))
    return [[path, '[]'], ...elements]
  }
  if (node.type === 'object') {
    const separator = path === '.' ? '' : '.'
    const members = [...node.entries()].flatMap(([key, member]) =>
      dump(member, path + separator + key)
    )
    return [[path, '{}'], ...members]
  }
  return [[path, node.toJS()]]
}

const naughty = 'suites/01-json-accept/naughty-strings'

test('naughty strings, as values and keys, plain and escaped', needsShared(naughty), () => {
  const strings = readLines(`${naughty}/blns.hex`).map((hex) => Buffer.from(hex, 'hex').toString())
  assert.deepEqual(parse(readBytes(`${naughty}/blns.json`)).toJS(), strings)
  for (const string of strings) {
    const plain = JSON.stringify(string)
    const escaped = `"${[...Array(string.length).keys()]
      .map((i) => '\\u' + string.charCodeAt(i).toString(16).padStart(4, '0'))
      .join('')}"`
    for (const text of [plain, escaped]) {
      const { root } = parse(`[${text},{${text}:1}]`)
      assert.equal(root.at(0)?.string(), string)
      assert.deepEqual([.../** @type {any} */ (root.at(1)).keys()], [string])
      assert.equal(root.at(1)?.get(string)?.number(), 1)
    }
  }
})
