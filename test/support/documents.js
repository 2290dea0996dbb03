/** Random JSON texts with everything in them that parsers get wrong, and random damage to them. */

/** @typedef {import('./random.js').Random} Random */

const spaces = [
  '',
  '',
  '',
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '  ',
  '\n      ',
  ' '.repeat(17),
  '\n'.repeat(33)
]

const stringPieces = [
  'a',
  'key',
  'ordinary text',
  '0123456789abcdef',
  'x'.repeat(40),
  'é',
  '€',
  '𝄞',
  '日本語',
  '\u007f',
  '\ufeff',
  '\u2028',
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\b\\f\\r\\t',
  '\\u0000',
  '\\u0061',
  '\\u00E9',
  '\\ud834\\udd1e',
  '\\uD83D\\uDE00',
  '\\ud800',
  '\\udfff',
  ' ',
  '/',
  '~',
  '__proto__'
]

const keys = [
  '',
  'a',
  'b',
  'id',
  'name',
  'user',
  'score',
  'é',
  '\\u0061',
  '\\u0000',
  '__proto__',
  'constructor',
  '0',
  '10',
  'a key longer than one vector',
  '𝄞',
  'toString'
]

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '12',
  '8388607',
  '8388608',
  '-8388607',
  '-8388608',
  '9007199254740991',
  '9007199254740993',
  '18446744073709551615',
  '123456789012345678901234567890',
  '0.1',
  '-0.0',
  '1.5',
  '3.141592653589793',
  '123.456',
  '1234567.8901234567',
  '0.000001',
  '1e3',
  '1E+3',
  '1e-7',
  '0e0',
  '2.2250738585072014e-308',
  '4.9e-324',
  '1.7976931348623157e308',
  '1e400',
  '-1e-400',
  '0.1000000000000000055511151231257827021181583404541015625',
  '9.999999999999999999999'
]

const comments = ['/**/', '/* é */', '/***/', '//\n', '// "text" ]\n', `/*${' * '.repeat(9)}*/`]

/**
 * A JSON text.
 *
 * @param {Random} random
 * @param {number} [depth] of containers at most
 * @param {boolean} [lenient] also comments and trailing commas
 * @returns {string}
 */
export function randomDocument(random, depth = 5, lenient = false) {
  const space = () => {
    const text = random.oneIn(3) ? random.pick(spaces) : ''
    return lenient && random.oneIn(6) ? text + random.pick(comments) : text
  }
  /** @param {() => string} child */
  const list = (child) => {
    const count = random.oneIn(4) ? 0 : random.below(random.oneIn(10) ? 40 : 6)
    const text = Array.from({ length: count }, () => space() + child() + space()).join(',')
    return lenient && count > 0 && random.oneIn(3) ? `${text},${space()}` : text
  }
  const string = () => {
    const pieces = Array.from({ length: random.below(5) }, () => random.pick(stringPieces))
    return `"${pieces.join('')}"`
  }
  const key = () => (random.oneIn(8) ? string() : `"${random.pick(keys)}"`)
  const number = () => {
    if (random.oneIn(3)) return random.pick(numbers)
    const digits = String(random.next()).slice(0, 1 + random.below(10))
    if (random.oneIn(2)) return digits
    const sign = random.oneIn(3) ? '-' : ''
    const exponent = random.oneIn(3) ? `e-${random.below(330)}` : ''
    return `${sign}${digits}.${random.next()}${exponent}`
  }
  /** @param {number} left @returns {string} */
  const value = (left) => {
    const kind = random.below(left > 0 ? 8 : 4)
    if (kind === 0) return random.pick(['null', 'true', 'false'])
    if (kind === 1) return string()
    if (kind <= 3) return number()
    if (kind <= 5) return `[${list(() => value(left - 1)) || space()}]`
    return `{${list(() => key() + space() + ':' + space() + value(left - 1)) || space()}}`
  }
  return space() + value(depth) + space()
}

const pieces = [
  '"',
  '\\',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e',
  '+',
  'E5',
  '/',
  '//',
  '/**/',
  '/*',
  '*/',
  'n',
  'nul',
  'null',
  'tru',
  'true',
  ' ',
  '\n',
  '\0',
  '\x1f',
  '\t',
  '\\u',
  '\\u12',
  '\\ud800',
  '\\udc00',
  ',]',
  ',}',
  '""',
  '{}',
  '[]',
  '\ufeff',
  'é',
  '\u00a0',
  'NaN',
  "'"
].map((text) => Buffer.from(text))
pieces.push(
  ...['80', 'ff', 'c3', 'e282', 'f09d84', 'eda080', 'c080', 'f4908080', 'efbb', 'efbbbf'].map(
    (hex) => Buffer.from(hex, 'hex')
  )
)

/**
 * The text with one to three changes.
 *
 * @param {Random} random
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function damage(random, bytes) {
  let result = Buffer.from(bytes)
  for (let changes = random.pick([1, 1, 1, 2, 3]); changes > 0; changes--) {
    const at = random.below(result.length + 1)
    const before = result.subarray(0, at)
    const behind = result.subarray(at)
    switch (random.below(6)) {
      case 0: // cut
        result = before
        break
      case 1: // without some bytes
        result = Buffer.concat([before, behind.subarray(1 + random.below(3))])
        break
      case 2: // one byte is another
        result = Buffer.concat([before, Buffer.of(random.below(256)), behind.subarray(1)])
        break
      case 3: // one bit is another
        result = Buffer.from(result)
        if (at < result.length) result[at] ^= 1 << random.below(8)
        break
      case 4: // a piece of it twice
        result = Buffer.concat([before, result.subarray(at, at + random.below(20)), behind])
        break
      default: // something between
        result = Buffer.concat([before, random.pick(pieces), behind])
    }
  }
  return new Uint8Array(result)
}
