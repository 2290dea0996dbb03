/**
 * A tape as text, one line an entry, for people: see TAPE.md.
 */
import * as F from './format.js'
import { abbreviate } from './errors.js'
import { TapeView } from './view.js'

/** @typedef {import('./document.js').TapeDocument} TapeDocument */

/** The names of kinds, from NULL to COUNT. */
const NAMES = ['null', 'false', 'true', 'int', 'double', 'number, long', 'string', 'string, long',
  'array', 'object', 'key', 'key, plain', 'key, long', 'count']

/** Names of the header's flags, from the lowest bit. */
const HEADER_FLAGS = ['non-ASCII', 'escapes', 'CBOR', 'first wins']

/**
 * The words of a document's tape with what they mean.
 * @param {TapeDocument} document
 * @returns {string}
 */
export function dump({ source, tape }) {
  const view = new TapeView(source, tape)
  const lines = [headerLine(view)]
  /** Where the containers that are open end. @type {number[]} */
  const ends = []
  for (let at = view.root; at < view.limit;) {
    while (ends.length > 0 && at >= ends[ends.length - 1]) ends.pop()
    const { nwords, text } = describe(view, at)
    lines.push(line(view, at, nwords, '  '.repeat(ends.length) + text))
    if ((tape[at] & F.KIND_MASK) === F.ARRAY || (tape[at] & F.KIND_MASK) === F.OBJECT) {
      ends.push(view.after(at, view.limit))
    }
    at += nwords
  }
  for (let id = 0; id < tape[F.H_NKEYS]; id++) {
    const text = `name ${id}: ${abbreviate(view.name(id))}`
    lines.push(line(view, view.limit + F.KEY_NWORDS * id, F.KEY_NWORDS, text))
  }
  return lines.join('\n') + '\n'
}

/**
 * @param {TapeView} view
 * @param {number} at
 * @param {number} nwords
 * @param {string} text
 */
function line({ words }, at, nwords, text) {
  const shown = Array.from(words.subarray(at, at + nwords),
    (word) => word.toString(16).padStart(8, '0')).join(' ')
  return `${String(at).padStart(6)}  ${shown.padEnd(35)}  ${text}`
}

/** @param {TapeView} view */
function headerLine({ words }) {
  const version = words[F.H_VERSION]
  const flags = HEADER_FLAGS.filter((_, bit) => (words[F.H_FLAGS] >> bit) & 1)
  return `header: version ${version >>> 16}.${version & 0xffff}, ` +
    `flags ${flags.length > 0 ? flags.join(', ') : 'none'}, ` +
    `${words[F.H_TAPE_NWORDS]} words, source of ${words[F.H_SOURCE_NBYTES]} bytes, ` +
    `root at ${words[F.H_ROOT]}, ${words[F.H_NKEYS]} names at ${words[F.H_KEYS]}, ` +
    `${words[F.H_NVALUES]} values, depth ${words[F.H_MAX_DEPTH]}`
}

/**
 * The words before an entry's children, and what it says.
 * @param {TapeView} view
 * @param {number} at
 */
function describe(view, at) {
  const { words } = view
  const word = words[at]
  const kind = word & F.KIND_MASK
  const name = NAMES[kind]
  switch (kind) {
    case F.KEY:
    case F.KEY_PLAIN:
    case F.KEY_LONG: {
      const nwords = view.behindKey(at) - at
      const id = kind === F.KEY ? `, name ${word >>> 8}` : flagsOf(word)
      return { nwords, text: `${name} ${abbreviate(view.key(at))}${id}, at ${words[at + 1]}` }
    }
    case F.COUNT:
      return { nwords: 2, text: `${name} ${words[at + 1]}` }
    case F.ARRAY:
    case F.OBJECT: {
      const alike = kind === F.OBJECT ? '' : word & F.ALL_DOUBLES ? ', all doubles'
        : word & F.ALL_INTS ? ', all ints' : ''
      return {
        nwords: 4,
        text: `${name} of ${view.count(at)}${alike}, at ${words[at + 1]} to ${words[at + 3]}, ` +
          `next entry ${words[at + 2]}`,
      }
    }
    default:
      return { nwords: view.after(at, view.limit) - at, text: scalar(view, at, name) }
  }
}

/**
 * @param {TapeView} view
 * @param {number} at
 * @param {string} name
 */
function scalar(view, at, name) {
  const { words } = view
  const place = `at ${words[at + 1]}`
  switch (words[at] & F.KIND_MASK) {
    case F.STRING:
    case F.STRING_LONG:
      return `${name} ${abbreviate(view.string(at))}${flagsOf(words[at])}, ${place}`
    case F.NULL:
    case F.FALSE:
    case F.TRUE:
      return `${name}, ${place}`
    default:
      return `${name} ${view.lexeme(at).slice(0, 40)}, ${place}`
  }
}

/** @param {number} word of a string or plain key */
function flagsOf(word) {
  return (word & F.ESCAPED ? ', escaped' : '') + (word & F.NON_ASCII ? ', non-ASCII' : '')
}
