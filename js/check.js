/**
 * Checks of tapes that come from outside: the header, in constant time, and on demand everything
 * else, so that what passes can be read to its last value.
 */
import * as F from './format.js'
import { TapeFormatError } from './errors.js'
import { decodeAscii, decodeUtf8 } from './text.js'

/** @typedef {import('./view.js').TapeView} TapeView */

/**
 * @param {Uint8Array} source
 * @param {Uint32Array} words
 */
export function checkHeader(source, words) {
  if (words.length < F.HEADER_NWORDS || words[F.H_MAGIC] !== F.MAGIC) {
    throw new TapeFormatError('foreign', 'message.tape is no tape')
  }
  const version = words[F.H_VERSION]
  if (version >>> 16 !== F.VERSION >>> 16 || (version & 0xffff) > (F.VERSION & 0xffff)) {
    throw new TapeFormatError('version', 'message.tape is of another version of jsontape')
  }
  const keys = words[F.H_KEYS]
  const isWhole = words[F.H_TAPE_NWORDS] === words.length &&
    words[F.H_ROOT] === F.HEADER_NWORDS &&
    keys >= F.HEADER_NWORDS + 2 && keys % 2 === 0 &&
    keys + F.KEY_NWORDS * words[F.H_NKEYS] === words.length
  if (!isWhole) throw new TapeFormatError('damaged', 'the header of message.tape is damaged')
  if (words[F.H_SOURCE_NBYTES] !== source.length || source.length === 0) {
    throw new TapeFormatError('damaged', 'message.source is not what message.tape was made of')
  }
}

/**
 * Reads every entry, text and number, and what the header says of them.
 * @param {TapeView} view
 */
export function checkTape(view) {
  const { words } = view
  for (let id = 0; id < words[F.H_NKEYS]; id++) view.name(id)

  /** Containers that are being read. @type {{ index: number, left: number, end: number }[]} */
  const open = []
  let nvalues = 0
  let deepest = 0
  let end = view.limit
  let offset = 0 // the source before it is read
  for (let index = view.root; ;) {
    const container = open[open.length - 1]
    if (container) container.left--
    if (container && (words[container.index] & F.KIND_MASK) === F.OBJECT) {
      if (!(words[index + 1] > offset)) view.fail('keys are out of order')
      checkKey(view, index)
      offset = words[index + 1]
      index = view.behindKey(index)
    }

    const behind = view.after(index, end)
    if (view.start(index) < offset) view.fail('values are out of order')
    view.bytes(index)
    nvalues++
    if ((words[index] & F.KIND_MASK) >= F.ARRAY) {
      checkContainer(view, index)
      end = view.childrenEnd(index)
      offset = view.start(index) + 1
      open.push({ index, left: view.count(index), end })
      deepest = Math.max(deepest, open.length)
      index += 4
    } else {
      checkScalar(view, index)
      offset = view.end(index)
      index = behind
    }

    while (open.length > 0 && open[open.length - 1].left === 0) {
      const closed = /** @type {{ index: number, end: number }} */ (open.pop())
      if (index !== closed.end) view.fail('a count is wrong')
      if (view.end(closed.index) <= offset) view.fail('a value passes the end of its container')
      offset = view.end(closed.index)
      index = view.after(closed.index, view.limit)
      end = open.length > 0 ? open[open.length - 1].end : view.limit
    }
    if (open.length > 0) continue
    if (index !== view.limit) view.fail('something lies behind the root value')
    break
  }
  if (nvalues !== words[F.H_NVALUES] || deepest !== words[F.H_MAX_DEPTH]) {
    view.fail('the header counts wrong')
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 */
function checkKey(view, index) {
  const word = view.words[index]
  const key = view.key(index)
  const isInterned = (word & F.KIND_MASK) === F.KEY
  checkPlain(view, isInterned ? F.NON_ASCII : word, key)
  if (!isInterned) return
  const start = view.words[index + 1]
  const end = start + view.words[view.limit + F.KEY_NWORDS * (word >>> 8) + 1]
  if (end >= view.source.length || decodeUtf8(view.source, start - 1, end + 1) !== `"${key}"`) {
    view.fail('a key is not what the source says')
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 */
function checkScalar(view, index) {
  const word = view.words[index]
  switch (word & F.KIND_MASK) {
    case F.NULL:
      return checkText(view, index, 'null')
    case F.FALSE:
      return checkText(view, index, 'false')
    case F.TRUE:
      return checkText(view, index, 'true')
    case F.INT:
      return checkText(view, index, view.lexeme(index))
    case F.DOUBLE:
    case F.NUMBER_LONG: {
      const lexeme = view.lexeme(index)
      const isInteger = (word & F.INTEGER) !== 0
      if (!Object.is(Number(lexeme), view.number(index)) || isInteger === /[.eE]/.test(lexeme)) {
        view.fail('a number is not what the source says')
      }
      return
    }
    default:
      checkPlain(view, word, view.string(index))
  }
}

/**
 * What a text without a flag cannot hold.
 * @param {TapeView} view
 * @param {number} word
 * @param {string} text
 */
function checkPlain(view, word, text) {
  if (word & F.ESCAPED) return
  if (/["\\]/.test(text) || (!(word & F.NON_ASCII) && /[^\0-\x7f]/.test(text))) {
    view.fail('a string is not what the source says')
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 * @param {string} expected
 */
function checkText(view, index, expected) {
  if (decodeAscii(view.source, view.start(index), view.end(index)) !== expected) {
    view.fail('a value is not what the source says')
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 */
function checkContainer(view, index) {
  const word = view.words[index]
  const isObject = (word & F.KIND_MASK) === F.OBJECT
  const start = view.start(index)
  const last = view.end(index) - 1
  const opening = decodeAscii(view.source, start, start + 1)
  const closing = decodeAscii(view.source, last, last + 1)
  if (opening + closing !== (isObject ? '{}' : '[]')) view.fail('no container where one must be')

  if (isObject || (word & (F.ALL_DOUBLES | F.ALL_INTS)) === 0) return
  const kind = word & F.ALL_DOUBLES ? F.DOUBLE : F.INT
  const end = view.childrenEnd(index)
  for (let at = index + 4; at < end; at = view.after(at, end)) {
    if ((view.words[at] & F.KIND_MASK) !== kind) view.fail('an array flag is wrong')
  }
}
