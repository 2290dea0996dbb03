/**
 * The suites and cases beside the project (../shared), which tests use where they are there and
 * skip, saying so, where they are not.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))

/**
 * A path in ../shared.
 *
 * @param {string} path
 */
export function sharedPath(path) {
  return shared + path
}

/**
 * Options of a test that needs a file or folder of ../shared.
 *
 * @param {string} path
 * @returns {{ skip: string | false }}
 */
export function needsShared(path) {
  return { skip: existsSync(shared + path) ? false : `needs ../shared/${path}, which is not there` }
}

/**
 * @param {string} path
 * @returns {Uint8Array}
 */
export function readBytes(path) {
  const bytes = readFileSync(shared + path)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * The lines of a text file, without the empty one at its end.
 *
 * @param {string} path
 */
export function readLines(path) {
  const lines = readFileSync(shared + path, 'utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * The values of a file with one JSON text a line.
 *
 * @param {string} path
 * @returns {any[]}
 */
export function readJsonLines(path) {
  return readLines(path).map((line) => JSON.parse(line))
}

/**
 * The rows of a tab-separated file whose first line names the columns.
 *
 * @param {string} path
 * @returns {Record<string, string>[]}
 */
export function readTable(path) {
  const [head, ...rows] = readLines(path).map((line) => line.split('\t'))
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])))
}

/**
 * The files below a folder of ../shared, as paths in it, sorted.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  if (!existsSync(shared + folder)) return []
  return readdirSync(shared + folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
    )
    .sort()
}

/** The real documents of ../shared, as paths in it. */
export function realDocuments() {
  return listFiles('suites/08-real').filter((path) => {
    const name = basename(path)
    return name !== 'digests.jsonl' && name !== 'pointers.jsonl' && !/^(LICENSE|ORIGIN)/.test(name)
  })
}

/** @param {string} hex */
export function fromHex(hex) {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/** @param {string} text */
export function utf8(text) {
  return new TextEncoder().encode(text)
}

/**
 * The code that the suites' coarse kind of error has here.
 *
 * @param {string} kind
 */
export function codeOfKind(kind) {
  const code = codes.get(kind)
  if (code === undefined) throw new Error(`unknown kind of error: ${kind}`)
  return code
}

const codes = new Map([
  ['unexpected', 'unexpected_byte'],
  ['trailing', 'trailing_content'],
  ['literal', 'invalid_literal'],
  ['number', 'invalid_number'],
  ['escape', 'invalid_escape'],
  ['ctrl', 'control_char'],
  ['utf8', 'invalid_utf8'],
  ['eof', 'unexpected_end'],
  ['eof-utf8', 'unexpected_end']
])

/**
 * Where an error of the suites is by our rules: theirs point at the first byte that does not fit,
 * and so do ours, but for ill-formed UTF-8, where ours point at the start of the sequence.
 *
 * @param {Uint8Array} bytes
 * @param {string} kind
 * @param {number} offset
 */
export function offsetOfError(bytes, kind, offset) {
  if (kind !== 'utf8') return offset
  for (let back = 1; back <= 3 && back <= offset; back++) {
    const byte = bytes[offset - back]
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return length > back ? offset - back : offset
  }
  return offset
}
