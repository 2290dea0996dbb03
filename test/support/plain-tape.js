/**
 * The plain twin of the tape: valid JSON text becomes a tape as src/tape.h describes it, by
 * recursion and one character at a time. Unlike the parser it interns every key without an escape
 * until the table is full, so tapes are compared by what they say of keys, not by their numbers.
 */

const limits = { payload: 0xffffff, int: 0x7fffff, keys: 4096 }
const kinds = { null: 0, false: 1, true: 2, int: 3, double: 4, numberLong: 5, string: 6, array: 8 }
const { object, key: internedKey, keyPlain, count: countKind } =
  { object: 9, key: 10, keyPlain: 11, count: 13 }
const flags = { integer: 0x20, escaped: 0x20, nonAscii: 0x40, allDoubles: 0x20, allInts: 0x40 }

/**
 * @param {Uint8Array | string} input valid JSON text
 * @param {{ firstWins?: boolean }} [options]
 * @returns {{ source: Uint8Array, tape: Uint32Array }}
 */
export function plainTape(input, { firstWins = false } = {}) {
  const source = typeof input === 'string' ? new TextEncoder().encode(input) : input
  return { source, tape: new Builder(source, firstWins).build() }
}

class Builder {
  /** One character a byte. */
  text
  at = 0
  depth = 0
  deepest = 0
  nvalues = 0
  headerFlags = 0
  /** @type {number[]} */
  words = new Array(16).fill(0)
  /** @type {Map<string, { id: number, at: number }>} */
  keys = new Map()

  /**
   * @param {Uint8Array} source
   * @param {boolean} firstWins
   */
  constructor(source, firstWins) {
    this.text = Buffer.from(source).toString('latin1')
    this.firstWins = firstWins
  }

  build() {
    if (this.text.startsWith('\xef\xbb\xbf')) this.at = 3
    this.space()
    this.value()
    const { words } = this
    const keysAt = words.length
    for (const [key, { at }] of this.keys) words.push(at, key.length)
    words.splice(0, 10, 0x5041544a, 0x10000, this.headerFlags | (this.firstWins ? 8 : 0),
      words.length, this.text.length, 16, keysAt, this.keys.size, this.nvalues, this.deepest)
    return Uint32Array.from(words)
  }

  space() {
    while (' \t\n\r'.includes(this.text[this.at] || 'x')) this.at++
  }

  value() {
    this.nvalues++
    const { at, text, words } = this
    if (text[at] === '{' || text[at] === '[') return this.container(text[at] === '{')
    if (text[at] === '"') return this.string(kinds.string)
    for (const literal of /** @type {const} */ (['null', 'false', 'true'])) {
      if (!text.startsWith(literal, at)) continue
      words.push(kinds[literal], at)
      this.at += literal.length
      return
    }
    this.number()
  }

  number() {
    const { at, text, words } = this
    let end = at
    while ('+-.eE0123456789'.includes(text[end] || 'x')) end++
    this.at = end
    const lexeme = text.slice(at, end)
    const value = Number(lexeme)
    const isInteger = !/[.eE]/.test(lexeme)
    if (isInteger && Math.abs(value) <= limits.int && !Object.is(value, -0)) {
      words.push(word(kinds.int, 0, value), at)
      return
    }
    const flag = isInteger ? flags.integer : 0
    if (lexeme.length > limits.payload) {
      words.push(word(kinds.numberLong, flag, 0), at, lexeme.length, 0)
      return
    }
    words.push(word(kinds.double, flag, lexeme.length), at)
    words.push(...new Uint32Array(Float64Array.of(value).buffer))
  }

  /** @param {number} kind of the short form; the long form's is the next one */
  string(kind) {
    const start = this.at + 1
    let end = start
    while (this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1
    this.at = end + 1
    const lexeme = this.text.slice(start, end)
    let flag = 0
    if (lexeme.includes('\\')) flag |= flags.escaped
    if (/[^\0-\x7f]/.test(lexeme)) flag |= flags.nonAscii
    if (flag & flags.nonAscii) this.headerFlags |= 1
    if (flag & flags.escaped) this.headerFlags |= 2
    if (kind === keyPlain && !(flag & flags.escaped)) {
      const { size } = this.keys
      const isNew = !this.keys.has(lexeme) && size < limits.keys
      if (isNew) this.keys.set(lexeme, { id: size, at: start })
      const known = this.keys.get(lexeme)
      if (known) return void this.words.push(word(internedKey, 0, known.id), start)
    }
    if (lexeme.length <= limits.payload) {
      this.words.push(word(kind, flag, lexeme.length), start)
    } else {
      this.words.push(word(kind + 1, flag, 0), start, lexeme.length, 0xffffffff)
    }
  }

  /** @param {boolean} isObject */
  container(isObject) {
    const { words } = this
    const index = words.length
    const start = this.at
    /** @type {number[]} */
    const children = []
    this.deepest = Math.max(this.deepest, ++this.depth)
    words.push(0, start, 0, 0)
    this.at++
    for (this.space(); !']}'.includes(this.text[this.at]); this.space()) {
      if (this.text[this.at] === ',') this.at++
      this.space()
      if (isObject) {
        this.string(keyPlain)
        this.space()
        this.at++
        this.space()
      }
      children.push(words.length)
      this.value()
    }
    this.at++
    this.depth--

    const isAll = (/** @type {number} */ kind) =>
      !isObject && children.length > 0 && children.every((child) => (words[child] & 31) === kind)
    const flag = isAll(kinds.double) ? flags.allDoubles : isAll(kinds.int) ? flags.allInts : 0
    const { length } = children
    words[index] = word(isObject ? object : kinds.array, flag, Math.min(length, limits.payload))
    if (length >= limits.payload) words.push(countKind, length)
    words[index + 2] = words.length
    words[index + 3] = this.at
  }
}

/**
 * @param {number} kind
 * @param {number} flag
 * @param {number} payload
 */
function word(kind, flag, payload) {
  return (kind | flag | payload << 8) >>> 0
}
