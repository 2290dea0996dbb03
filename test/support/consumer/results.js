/**
 * What a program that uses the package gets to see, as plain data: the same under every engine and
 * from every bundler. `expected` is what that must be.
 */

/**
 * @typedef {typeof import('jsontape')} Library
 * @typedef {typeof import('jsontape/tape')} Reader
 */

const LARGE_ID = '{"id": 9007199254740993, "user": {"id": 7, "name": "Zo\u00eb \\ud83d\\ude00"},\n'
const TEXT = `${LARGE_ID} "score": 1.50, "flag": true, "none": null, "tags": ["a", "\\n", []]}`

/** Inputs that are no JSON text, each with another code. */
const FAULTS = {
  unexpected_end: '{"a": [1, 2',
  unexpected_byte: '{"a": [1 2]}',
  invalid_literal: '[nule]',
  invalid_number: '[-]',
  control_char: '["\u0001"]',
  invalid_escape: '["\\x"]',
  trailing_content: '1 1',
  invalid_utf8: Uint8Array.of(0x22, 0x80, 0x22)
}

/**
 * @param {() => unknown} call
 * @returns {Record<string, unknown>} what matters of the error that it throws
 */
function thrownBy(call) {
  try {
    call()
  } catch (error) {
    const { name, code, offset, line, column, pointer } = /** @type {any} */ (error)
    // JavaScriptCore gives all errors a line and a column.
    return offset === undefined ? { name, code } : { name, code, offset, line, column, pointer }
  }
  throw new Error('this should have thrown')
}

/**
 * @param {Library} library
 * @param {Reader} reader
 */
export function results(library, reader) {
  const { parse, decode, validate, build } = library
  const bytes = new TextEncoder().encode(TEXT)
  const document = parse(bytes)
  const { root } = document
  const id = root.get('id')
  const message = structuredClone(document.share())
  return {
    target: build.target,
    simd: build.simd,
    sourceIsTheInput: document.source === bytes,
    root: [root.type, root.size, ...root.keys()],
    exact: [id?.number(), String(id?.bigint()), root.get('score')?.text()],
    name: document.get('/user/name'),
    tags: root.get('tags')?.toJS(),
    place: root.get('tags')?.at(1)?.position,
    pointer: root.get('tags')?.at(1)?.pointer,
    raw: new TextDecoder().decode(root.get('user')?.raw()),
    absent: [document.get('/user/nobody') === undefined, root.has('nobody')],
    reread: reader.TapeDocument.from(message, { verify: 'full' }).get('/user/name'),
    decodesAsJSON: JSON.stringify(decode(TEXT)) === JSON.stringify(JSON.parse(TEXT)),
    bigint: String(decode(bytes, { bigint: 'unsafe' }).id),
    valid: validate(bytes),
    codes: Object.values(FAULTS).map((fault) => validate(fault)?.code),
    syntaxError: thrownBy(() => parse(FAULTS.unexpected_byte)),
    typeError: thrownBy(() => root.get('score')?.string()),
    pointerError: thrownBy(() => document.get('no slash')),
    formatError: thrownBy(() => reader.TapeDocument.from({ ...message, source: bytes.slice(1) })),
    optionError: thrownBy(() => parse(bytes, { maxDepth: -1 })),
    builtIn: [
      library.TapeSyntaxError.prototype instanceof SyntaxError,
      library.TapeTypeError.prototype instanceof TypeError,
      library.TapePointerError.prototype instanceof SyntaxError,
      library.TapeFormatError.prototype instanceof RangeError
    ]
  }
}

export const expected = {
  target: 'browser',
  simd: true,
  sourceIsTheInput: true,
  root: ['object', 6, 'id', 'user', 'score', 'flag', 'none', 'tags'],
  exact: [9007199254740992, '9007199254740993', '1.50'],
  name: 'Zo\u00eb \u{1f600}',
  tags: ['a', '\n', []],
  place: { offset: 131, line: 2, column: 59, byteInLine: 58 },
  pointer: '/tags/1',
  raw: '{"id": 7, "name": "Zo\u00eb \\ud83d\\ude00"}',
  absent: [true, false],
  reread: 'Zo\u00eb \u{1f600}',
  decodesAsJSON: true,
  bigint: '9007199254740993',
  valid: null,
  codes: Object.keys(FAULTS),
  syntaxError: {
    name: 'TapeSyntaxError',
    code: 'unexpected_byte',
    offset: 9,
    line: 1,
    column: 10,
    pointer: '/a'
  },
  typeError: { name: 'TapeTypeError', code: 'wrong_type' },
  pointerError: { name: 'TapePointerError', code: 'invalid_pointer' },
  formatError: { name: 'TapeFormatError', code: 'damaged' },
  optionError: { name: 'TypeError' },
  builtIn: [true, true, true, true]
}
