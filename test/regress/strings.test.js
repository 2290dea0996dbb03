/**
 * Strings at the borders of vectors: runs of backslashes, UTF-8 sequences and escapes at every
 * place; surrogates in pairs and alone; U+FEFF and NUL as ordinary characters.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parse, validate } from 'jsontape'

import { utf8 } from '../support/suites.js'

test('backslash runs of every length before a quote, at every place', () => {
  for (let padding = 0; padding < 34; padding++) {
    for (let run = 0; run < 20; run++) {
      const text = `{"k":"${'a'.repeat(padding)}${'\\'.repeat(run)}","z":1}`
      const expected = run % 2 === 0 ? JSON.parse(text) : null
      if (expected) assert.deepEqual(parse(text).toJS(), expected)
      else assert.equal(validate(text)?.code, 'unexpected_byte') // z, behind the string `...","`
    }
  }
})

test('a character or an escape at every place, also at the very end of the string', () => {
  const pieces = ['é', '€', '𝄞', '\\n', '\\"', '\\u20ac', '\\ud834\\udd1e', '\\\\\\"', '\\u0000']
  for (const piece of pieces) {
    for (let padding = 0; padding < 50; padding++) {
      for (const behind of ['', 'z', 'z'.repeat(20)]) {
        const text = `["${'a'.repeat(padding)}${piece}${behind}",1]`
        assert.equal(parse(text).root.at(0)?.string(), JSON.parse(text)[0])
      }
    }
  }
})

test('an ill-formed sequence at every place is found where it starts', () => {
  const sequences = [
    '80',
    'bf',
    'c0af',
    'c1bf',
    'c3',
    'c328',
    'e0809f',
    'e282',
    'e28228',
    'edb29a',
    'eda080edb080',
    'f08080af',
    'f09d84',
    'f4908080',
    'f5808080',
    'f888808080',
    'fe',
    'ff'
  ]
  for (const hex of sequences) {
    for (let padding = 0; padding < 50; padding++) {
      for (const wide of [false, true]) {
        const before = wide ? 'é'.repeat(padding) : 'a'.repeat(padding)
        const start = utf8(`["${before}`)
        const bytes = Buffer.concat([start, Buffer.from(hex, 'hex'), utf8('zzz",1]')])
        const error = validate(bytes)
        assert.equal(error?.code, 'invalid_utf8', hex)
        assert.equal(error?.offset, start.length, hex)
      }
    }
  }
})

test('a control character at every place', () => {
  for (let padding = 0; padding < 40; padding++) {
    for (const control of ['\0', '\t', '\n', '\x1f']) {
      const error = validate(`"${'a'.repeat(padding)}${control}"`)
      assert.deepEqual([error?.code, error?.offset], ['control_char', padding + 1])
    }
    assert.equal(validate(`"${'a'.repeat(padding)}\x7f "`), null)
  }
})

test('surrogate escapes', () => {
  const kept = [
    '\\ud9ab!',
    '\\udbff',
    '\\ud801\\n',
    '\\udc00',
    '\\udfff\\ud800',
    '\\ud800\\u0041',
    '\\ud800\\ud800\\udc00',
    '\\uD83C',
    'a\\uDEADb'
  ]
  for (const text of kept) {
    assert.equal(parse(`"${text}"`).root.string(), JSON.parse(`"${text}"`))
    const { code, offset } = /** @type {any} */ (validate(`"${text}"`, { loneSurrogates: 'error' }))
    assert.equal(code, 'lone_surrogate')
    // "\ud800\ud800\udc00": the first one is alone.
    assert.equal(offset, text.indexOf('\\') + 1)
  }
  for (const [escaped, hex] of [
    ['\\uD83C\\uDF0D', 'f09f8c8d'],
    ['\\ud800\\udc00', 'f0908080'],
    ['\\uDBFF\\uDFFF', 'f48fbfbf']
  ]) {
    const document = parse(`"${escaped}"`, { loneSurrogates: 'error' })
    assert.equal(Buffer.from(document.root.string()).toString('hex'), hex)
  }
  const cut = validate('"\\ud800\\udc', { loneSurrogates: 'error' })
  assert.deepEqual([cut?.code, cut?.offset], ['unexpected_end', 11])
})

test('U+FEFF and NUL inside of strings and keys are kept', () => {
  const value = { '\ufeffk': ['\ufeffx', '\ufeff', 'a\ufeff'], 'a\0b': 'x\0y', '': '' }
  const document = parse(utf8(JSON.stringify(value)))
  assert.deepStrictEqual(document.toJS(), value)
  assert.equal(document.root.get('\ufeffk')?.at(1)?.string().length, 1)
  assert.equal(document.root.get('a\0b')?.string(), 'x\0y')
  assert.equal(document.root.get('a'), undefined)
})

test('a byte order mark anywhere but at the very start of bytes is an unexpected byte', () => {
  const mark = '\ufeff'
  assert.equal(parse(utf8(`${mark}[1]`)).root.offset, 3)
  assert.equal(validate(utf8(`${mark}[1]`), { bom: 'error' })?.code, 'bom')
  for (const [text, offset] of /** @type {const} */ ([
    [`[1,${mark}2]`, 3],
    [` ${mark}1`, 1],
    [`${mark}${mark}1`, 3]
  ])) {
    const error = validate(utf8(text))
    assert.deepEqual([error?.code, error?.offset], ['unexpected_byte', offset])
  }
  assert.equal(validate(utf8(`[]${mark}`))?.code, 'trailing_content')
  const inString = validate(`${mark}[1]`)
  assert.deepEqual([inString?.code, inString?.offset], ['unexpected_byte', 0])
})

test('only four bytes are whitespace', () => {
  for (let unit = 0; unit < 0x3001; unit++) {
    const space = String.fromCharCode(unit)
    if ('"-0123456789[]{},:tfn'.includes(space)) continue
    const isSpace = ' \t\n\r'.includes(space)
    assert.equal(validate(`[${space}1]`)?.code, isSpace ? undefined : 'unexpected_byte')
  }
})
