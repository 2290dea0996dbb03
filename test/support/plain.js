/**
 * The plain twin of the whole parser: RFC 8259 and our rules for codes and offsets, one byte at a
 * time and by recursion, with nothing in it but what the rules say. Only says what is wrong.
 */

/**
 * @typedef {object} PlainOptions
 * @property {number} [maxDepth]
 * @property {'last' | 'first' | 'error'} [duplicateKeys]
 * @property {'skip' | 'error'} [bom]
 * @property {boolean} [comments]
 * @property {boolean} [trailingCommas]
 * @property {'keep' | 'error'} [loneSurrogates]
 */

/**
 * @typedef {object} PlainError
 * @property {string} code
 * @property {number} offset
 */

/**
 * The first error in a text, or null.
 *
 * @param {Uint8Array} bytes
 * @param {PlainOptions} [options]
 * @returns {PlainError | null}
 */
export function plainError(bytes, options = {}) {
  try {
    new Plain(bytes, options).document()
    return null
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, offset: error.offset }
    throw error
  }
}

class Fault extends Error {
  /**
   * @param {string} code
   * @param {number} offset
   */
  constructor(code, offset) {
    super(code)
    this.code = code
    this.offset = offset
  }
}

/** @param {string} text */
const codesOf = (text) => new Set(Buffer.from(text))
const whitespace = codesOf(' \t\n\r')
const digits = codesOf('0123456789')
const hexDigits = codesOf('0123456789abcdefABCDEF')
const escapes = codesOf('"\\/bfnrt')
const [quote, backslash, slash, star, lineFeed] = Buffer.from('"\\/*\n')

/** For each lead byte: how many bytes follow and what the first of them may be. */
const sequences = [
  { from: 0xc2, to: 0xdf, more: 1, least: 0x80, most: 0xbf },
  { from: 0xe0, to: 0xe0, more: 2, least: 0xa0, most: 0xbf },
  { from: 0xe1, to: 0xec, more: 2, least: 0x80, most: 0xbf },
  { from: 0xed, to: 0xed, more: 2, least: 0x80, most: 0x9f },
  { from: 0xee, to: 0xef, more: 2, least: 0x80, most: 0xbf },
  { from: 0xf0, to: 0xf0, more: 3, least: 0x90, most: 0xbf },
  { from: 0xf1, to: 0xf3, more: 3, least: 0x80, most: 0xbf },
  { from: 0xf4, to: 0xf4, more: 3, least: 0x80, most: 0x8f }
]

class Plain {
  #bytes
  #options
  #at = 0
  #depth = 0

  /**
   * @param {Uint8Array} bytes
   * @param {PlainOptions} options
   */
  constructor(bytes, options) {
    this.#bytes = bytes
    this.#options = { maxDepth: 1024, ...options }
  }

  document() {
    this.#byteOrderMark()
    this.#space()
    this.#value()
    this.#space()
    if (this.#at < this.#bytes.length) this.#fail('trailing_content')
  }

  /**
   * @param {string} code
   * @param {number} [offset]
   * @returns {never}
   */
  #fail(code, offset = this.#at) {
    throw new Fault(code, offset)
  }

  /** The byte at hand; the input must not end here. */
  #byte() {
    if (this.#at === this.#bytes.length) this.#fail('unexpected_end')
    return this.#bytes[this.#at]
  }

  /** @param {string} character */
  #isAt(character) {
    return this.#byte() === character.charCodeAt(0)
  }

  #byteOrderMark() {
    const start = Buffer.from(this.#bytes.subarray(0, 3)).toString('hex')
    if (start === 'efbbbf') {
      if (this.#options.bom === 'error') this.#fail('bom')
      this.#at = 3
    } else if ((start === 'ef' || start === 'efbb') && this.#options.bom !== 'error') {
      this.#fail('unexpected_end', this.#bytes.length)
    }
  }

  /** Whitespace, and comments where they are allowed. */
  #space() {
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at]
      if (whitespace.has(byte)) this.#at++
      else if (byte === slash && this.#options.comments) this.#comment()
      else return
    }
  }

  #comment() {
    this.#at++
    const kind = this.#byte()
    if (kind !== slash && kind !== star) this.#fail('comment')
    this.#at++
    if (kind === slash) {
      while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== lineFeed) this.#character()
      return
    }
    for (;;) {
      const byte = this.#byte()
      this.#character()
      if (byte === star && this.#byte() === slash) break
    }
    this.#at++
  }

  #value() {
    const byte = this.#byte()
    if (byte === quote) this.#string()
    else if (digits.has(byte) || this.#isAt('-')) this.#number()
    else if (this.#isAt('t')) this.#literal('true')
    else if (this.#isAt('f')) this.#literal('false')
    else if (this.#isAt('n')) this.#literal('null')
    else if (this.#isAt('[')) this.#container(']', () => this.#value())
    else if (this.#isAt('{')) {
      /** @type {Set<string>} */
      const keys = new Set()
      this.#container('}', () => this.#member(keys))
    } else this.#fail('unexpected_byte')
  }

  /**
   * @param {string} close
   * @param {() => void} child
   */
  #container(close, child) {
    if (this.#depth === this.#options.maxDepth) this.#fail('depth')
    this.#depth++
    this.#at++
    this.#space()
    for (let first = true; !this.#isAt(close); first = false) {
      if (!first) {
        if (!this.#isAt(',')) this.#fail('unexpected_byte')
        this.#at++
        this.#space()
        if (this.#options.trailingCommas && this.#isAt(close)) break
      }
      child()
      this.#space()
    }
    this.#at++
    this.#depth--
  }

  /** @param {Set<string>} keys */
  #member(keys) {
    if (!this.#isAt('"')) this.#fail('unexpected_byte')
    const start = this.#at
    this.#string()
    const key = JSON.parse(Buffer.from(this.#bytes.subarray(start, this.#at)).toString())
    if (this.#options.duplicateKeys === 'error' && keys.has(key)) this.#fail('duplicate_key', start)
    keys.add(key)
    this.#space()
    if (!this.#isAt(':')) this.#fail('unexpected_byte')
    this.#at++
    this.#space()
    this.#value()
  }

  /** @param {string} text */
  #literal(text) {
    for (const character of text) {
      if (!this.#isAt(character)) this.#fail('invalid_literal')
      this.#at++
    }
  }

  #number() {
    if (this.#isAt('-')) this.#at++
    if (this.#isAt('0')) this.#at++
    else this.#digits()
    if (this.#continues('.')) this.#digits()
    if (this.#continues('eE')) {
      this.#byte()
      this.#continues('+-')
      this.#digits()
    }
  }

  /**
   * Whether the byte at hand is one of these; takes it.
   *
   * @param {string} characters
   */
  #continues(characters) {
    const more = this.#at < this.#bytes.length && codesOf(characters).has(this.#bytes[this.#at])
    if (more) this.#at++
    return more
  }

  #digits() {
    if (!digits.has(this.#byte())) this.#fail('invalid_number')
    while (this.#at < this.#bytes.length && digits.has(this.#bytes[this.#at])) this.#at++
  }

  #string() {
    this.#at++
    while (this.#byte() !== quote) {
      if (this.#byte() < 0x20) this.#fail('control_char')
      if (this.#byte() === backslash) this.#escape()
      else this.#character()
    }
    this.#at++
  }

  #escape() {
    const start = this.#at++
    if (escapes.has(this.#byte())) {
      this.#at++
      return
    }
    if (!this.#isAt('u')) this.#fail('invalid_escape')
    this.#at++
    const unit = this.#unit()
    if (this.#options.loneSurrogates !== 'error' || unit < 0xd800 || unit > 0xdfff) return
    if (unit > 0xdbff) this.#fail('lone_surrogate', start)
    for (const pattern of [/\\/, /u/, /d/i, /[c-f]/i, /[0-9a-f]/i, /[0-9a-f]/i]) {
      if (!pattern.test(String.fromCharCode(this.#byte()))) this.#fail('lone_surrogate', start)
      this.#at++
    }
  }

  #unit() {
    const start = this.#at
    for (; this.#at < start + 4; this.#at++) {
      if (!hexDigits.has(this.#byte())) this.#fail('invalid_escape')
    }
    return parseInt(Buffer.from(this.#bytes.subarray(start, this.#at)).toString(), 16)
  }

  /** One character of any kind. */
  #character() {
    const start = this.#at
    const lead = this.#byte()
    this.#at++
    if (lead < 0x80) return
    const sequence = sequences.find(({ from, to }) => lead >= from && lead <= to)
    if (!sequence) this.#fail('invalid_utf8', start)
    let { least, most } = sequence
    for (let i = 0; i < sequence.more; i++) {
      const byte = this.#byte()
      if (byte < least || byte > most) this.#fail('invalid_utf8', start)
      this.#at++
      least = 0x80
      most = 0xbf
    }
  }
}
