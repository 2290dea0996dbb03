/**
 * What the pull reader makes of an input, as text that people can read, and the cases in such text
 * of test/events/reader.txt.
 */
import { readFileSync } from 'node:fs'
import { JsonReader } from 'jsontape'

/** @typedef {import('jsontape').ReaderOptions} ReaderOptions */
/** @typedef {{ name: string, options: ReaderOptions, input: Uint8Array, events: string[] }} Case */

const TYPES_WITH_TEXT = ['propertyName', 'string', 'number', 'comment']

/** @type {Record<string, ReaderOptions>} */
const OPTIONS = {
  skip: { comments: 'skip' },
  allow: { comments: 'allow' },
  commas: { trailingCommas: true },
  several: { multipleValues: true },
  bom: { bom: 'error' }
}

/**
 * The bytes of an input between the given offsets, a copy each.
 *
 * @param {Uint8Array} input
 * @param {number[]} cuts
 */
export function cutAt(input, cuts) {
  return [...cuts, input.length].map((cut, i) => input.slice(i === 0 ? 0 : cuts[i - 1], cut))
}

/**
 * @param {Uint8Array} input
 * @param {number} nbytes
 */
export function cutEvery(input, nbytes) {
  const cuts = []
  for (let at = nbytes; at < input.length; at += nbytes) cuts.push(at)
  return cutAt(input, cuts)
}

/** @param {string} text */
function percentEncoded(text) {
  // UTF-8, but a lone surrogate as the three bytes that it would have.
  const bytes = [...text].flatMap((character) => {
    const code = /** @type {number} */ (character.codePointAt(0))
    const isLone = code >= 0xd800 && code < 0xe000
    return isLone
      ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
      : [...new TextEncoder().encode(character)]
  })
  const isPlain = (/** @type {number} */ byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x25
  return bytes
    .map((byte) =>
      isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
    )
    .join('')
}

/** @param {string} text */
function percentDecoded(text) {
  const bytes = [...text.matchAll(/%([0-9a-f]{2})|([^%])/g)].map(([, hex, plain]) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16)
  )
  return Uint8Array.from(bytes)
}

/** @param {JsonReader} reader */
export function eventOf(reader) {
  const { tokenType: type, tokenStart, bytesConsumed } = reader
  const event = `${tokenStart}-${bytesConsumed} ${type}`
  const text = TYPES_WITH_TEXT.includes(type) ? reader.text() : ''
  return text === '' ? event : `${event} ${percentEncoded(text)}`
}

/**
 * Reads chunks to their end or to an error.
 *
 * @param {Uint8Array[]} chunks
 * @param {ReaderOptions} options
 * @param {(reader: JsonReader) => void} use called at every token
 * @returns {{ reader: JsonReader, error: any }}
 */
export function readChunks(chunks, options, use) {
  const reader = new JsonReader(options)
  try {
    for (const [i, chunk] of chunks.entries()) {
      reader.feed(chunk, i === chunks.length - 1)
      while (reader.read()) use(reader)
    }
  } catch (error) {
    return { reader, error }
  }
  return { reader, error: undefined }
}

/**
 * The events of an input as test/events/reader.txt has them, and how it ends.
 *
 * @param {Uint8Array[]} chunks
 * @param {ReaderOptions} [options]
 */
export function eventsOf(chunks, options = {}) {
  /** @type {string[]} */
  const events = []
  const { reader, error } = readChunks(chunks, options, (at) => events.push(eventOf(at)))
  const { bytesConsumed, lineNumber, bytePositionInLine } = reader
  events.push(
    error
      ? `${error.code} ${error.offset} ${error.line - 1}:${error.byteInLine}`
      : `end ${bytesConsumed} ${lineNumber}:${bytePositionInLine}`
  )
  return { events, reader, error }
}

/** @param {string} line */
function optionsOf(line) {
  return Object.assign(
    {},
    ...line
      .split(' ')
      .filter((word) => word !== '')
      .map((word) =>
        word.startsWith('depth=') ? { maxDepth: Number(word.slice(6)) } : OPTIONS[word]
      )
  )
}

/** The cases of test/events/reader.txt. */
export function eventCases() {
  const text = readFileSync(new URL('../events/reader.txt', import.meta.url), 'utf8')
  return text
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [head, input, events] = part.split(/^---\n/m)
      const [name, options = ''] = head.split('\n')
      return /** @type {Case} */ ({
        name,
        options: optionsOf(options),
        input: percentDecoded(input.slice(0, -1)),
        events: events.trimEnd().split('\n')
      })
    })
}
