/** Values against JSON.parse, and what each of ValueOptions changes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TapeDocument } from '../../js/document.js'
import { TapeSyntaxError } from '../../js/errors.js'
import { NumberText } from '../../js/number.js'
import { plainTape } from '../support/plain-tape.js'

/** @typedef {import('jsontape').ValueOptions} ValueOptions */

/**
 * @param {string} text
 * @param {ValueOptions} [options]
 * @param {{ firstWins?: boolean }} [tapeOptions]
 */
function valueOf(text, options, tapeOptions) {
  return TapeDocument.from({ version: 0x10000, ...plainTape(text, tapeOptions) }).toJS(options)
}

describe('as JSON.parse', () => {
  for (const text of [
    '1', '-0', '"x"', 'null', 'true', '[]', '{}', '[[],{},[[]],[{}]]',
    ' [ 1 , 2.5 , [ -0 , 1e400 ] ] ', '[-8388607,8388607,8388608]', '{"":{"":""}}',
    '{"b":1,"2":2,"a":3,"1":4}', '{"a":1,"b":2,"a":3}', '{"a\\u0000b":"x\\u0000y","a":2}',
    '{"__proto__":{"x":1},"a":2}', '{"\\u005f_proto__":null}',
    '{"toString":1,"constructor":2,"hasOwnProperty":3}', '"\\ud800"',
    '{"\\udc00":"\\ud834\\udd1e"}',
    '123456789012345678901234567890', '[1.7976931348623157e308,5e-324,2.2250738585072011e-308]'
  ]) {
    test(text, () => {
      const value = valueOf(text)
      const expected = JSON.parse(text)
      assert.deepStrictEqual(value, expected)
      if (typeof value === 'object' && value) {
        assert.deepEqual(Reflect.ownKeys(value), Reflect.ownKeys(expected))
        assert.deepEqual(Object.getOwnPropertyDescriptors(value),
          Object.getOwnPropertyDescriptors(expected))
      }
    })
  }

  test('a frozen Object.prototype is no obstacle', () => {
    const original = Object.getOwnPropertyDescriptor(Object.prototype, 'toString') ?? {}
    Object.defineProperty(Object.prototype, 'toString', { ...original, writable: false })
    try {
      assert.deepStrictEqual(valueOf('{"toString":1}'), JSON.parse('{"toString":1}'))
    } finally {
      Object.defineProperty(Object.prototype, 'toString', original)
    }
  })
})

test('duplicates when the first counts', () => {
  const text = '{"a":[1],"b":2,"a":[3],"__proto__":4,"__proto__":5,"toString":6,"toString":7}'
  const first = valueOf(text, {}, { firstWins: true })
  assert.deepEqual(Object.entries(first), [['a', [1]], ['b', 2], ['__proto__', 4], ['toString', 6]])
  const map = valueOf(text, { maps: true }, { firstWins: true })
  assert.deepEqual([...map], [['a', [1]], ['b', 2], ['__proto__', 4], ['toString', 6]])
})

test('bigint', () => {
  const text = '[1,-0,9007199254740991,9007199254740992,9007199254740993,1e3,1.0,' +
    '12345678901234567890]'
  assert.deepEqual(valueOf(text, { bigint: 'never' }), JSON.parse(text))
  assert.deepStrictEqual(valueOf(text, { bigint: 'unsafe' }),
    [1, -0, 9007199254740991, 9007199254740992, 9007199254740993n, 1000, 1, 12345678901234567890n])
  assert.deepStrictEqual(valueOf(text, { bigint: 'always' }),
    [1n, 0n, 9007199254740991n, 9007199254740992n, 9007199254740993n, 1000, 1,
      12345678901234567890n])
  const digits = `-1${'0'.repeat(400)}`
  assert.equal(valueOf(digits), -Infinity)
  assert.equal(valueOf(digits, { bigint: 'unsafe' }), -(10n ** 400n))
  assert.throws(() => valueOf('9'.repeat(100_001), { bigint: 'always' }), RangeError)
})

test('numbers as text, beside BigInts where those are wanted', () => {
  const text = '[1,2.50,12345678901234567890,-0,1e400]'
  const texts = valueOf(text, { numbers: 'text' })
  assert.ok(texts.every((/** @type {unknown} */ number) => number instanceof NumberText))
  assert.deepEqual(texts.map(String), ['1', '2.50', '12345678901234567890', '-0', '1e400'])
  const mixed = valueOf(text, { numbers: 'text', bigint: 'unsafe' })
  assert.equal(mixed[2], 12345678901234567890n)
  assert.equal(String(mixed[0]), '1')
  assert.equal(valueOf(text, { numbers: 'text', bigint: 'always' })[0], 1n)
})

test('proto', () => {
  const text = '{"a":{"x":1,\n"__proto__":[2,{"y":3}],"z":4}}'
  assert.deepEqual(Object.keys(valueOf(text, { proto: 'own' }).a), ['x', '__proto__', 'z'])
  assert.deepStrictEqual(valueOf(text, { proto: 'ignore' }), { a: { x: 1, z: 4 } })
  assert.deepEqual([...valueOf(text, { proto: 'ignore', maps: true }).get('a').keys()], ['x', 'z'])
  for (const spelling of ['__proto__', '\\u005f_proto__']) {
    assert.throws(() => valueOf(text.replace('__proto__', spelling), { proto: 'error' }),
      (/** @type {any} */ error) => {
        assert.ok(error instanceof TapeSyntaxError)
        const { code, offset, line, column, byteInLine, pointer } = error
        assert.deepEqual({ code, offset, line, column, byteInLine, pointer },
          { code: 'forbidden_key', offset: 13, line: 2, column: 1, byteInLine: 0, pointer: '/a' })
        return true
      })
  }
})

test('maps', () => {
  const value = valueOf('{"b":1,"2":{"1":[{}]},"__proto__":3}', { maps: true })
  assert.ok(value instanceof Map)
  assert.deepEqual([...value.keys()], ['b', '2', '__proto__'])
  assert.deepEqual(value.get('2'), new Map([['1', [new Map()]]]))
})

describe('reviver', () => {
  /**
   * The calls of a reviver, as text.
   * @param {(reviver: (this: any, key: string, value: any) => any) => unknown} run
   * @param {(key: string, value: any) => any} change
   */
  function callsOf(run, change) {
    /** @type {unknown[]} */
    const calls = []
    const result = run(function (key, value) {
      calls.push([JSON.stringify(this), key, JSON.stringify(value)])
      return change(key, value)
    })
    return { calls, result }
  }

  const text = '{"b":[1,[2,{"x":null}],"s"],"1":{"y":true},"a":1,"a":2,"__proto__":3}'
  /** @type {Record<string, (key: string, value: any) => any>} */
  const changes = {
    'as it is': (_, value) => value,
    'doubled numbers': (_, value) => (typeof value === 'number' ? 2 * value : value),
    'without numbers': (_, value) => (typeof value === 'number' ? undefined : value),
    'without arrays': (_, value) => (Array.isArray(value) ? undefined : value),
    'nothing': () => undefined,
    'new containers': (key, value) => (key === 'x' ? [[5], { z: 6 }] : value)
  }
  for (const [name, change] of Object.entries(changes)) {
    test(`the calls and results of JSON.parse: ${name}`, () => {
      const expected = callsOf((reviver) => JSON.parse(text, reviver), change)
      const actual = callsOf((reviver) => valueOf(text, { reviver }), change)
      assert.deepStrictEqual(actual, expected)
    })
  }

  test('a reviver that changes what is still to come', () => {
    /** @type {(this: any, key: string, value: any) => any} */
    function reviver(key, value) {
      if (key === '0' && Array.isArray(this)) {
        this[1] = { new: 1 }
        this[2] = () => 1
        this.length = 3
      }
      return value
    }
    const nested = '[[1,2,3,4],[5]]'
    const expected = JSON.parse(nested, reviver)
    assert.deepStrictEqual(String(valueOf(nested, { reviver })), String(expected))
  })

  test('the context holds the source of unchanged scalars', () => {
    const source = '{"a":1.50,"b":"\\u0041","c":[true,null,-0],"d":12345678901234567890,"a":2.0}'
    /** @type {unknown[]} */
    const seen = []
    valueOf(source, {
      reviver(key, _, context) {
        seen.push([key, context.source])
        if (key === 'a') this.d = 7
        return _
      }
    })
    assert.deepEqual(seen, [['a', '2.0'], ['b', '"\\u0041"'], ['0', 'true'], ['1', 'null'],
      ['2', '-0'], ['c', undefined], ['d', undefined], ['', undefined]])
  })

  test('an object that was moved is not what the document has there', () => {
    /** @type {unknown[]} */
    const seen = []
    valueOf('{"a":0,"b":[1],"c":[2]}', {
      reviver(key, value, { source }) {
        if (key === 'a') [this.b, this.c] = [this.c, this.b]
        seen.push([key, source])
        return value
      }
    })
    assert.deepEqual(seen, [['a', '0'], ['0', undefined], ['b', undefined], ['0', undefined],
      ['c', undefined], ['', undefined]])
  })

  test('with the other options', () => {
    const numbers = valueOf('[1.50,{"a":2}]', {
      numbers: 'text',
      maps: true,
      reviver: (_, value, { source }) => (value instanceof NumberText ? source : value)
    })
    assert.deepEqual(numbers, ['1.50', new Map([['a', '2']])])
    const map = valueOf('{"a":1,"b":2}', {
      maps: true,
      reviver: (key, value) => (key === 'a' ? undefined : value)
    })
    assert.deepEqual([...map], [['b', 2]])
    assert.deepEqual(valueOf('[1,9007199254740993]', {
      bigint: 'unsafe', reviver: (_, value, { source }) => source ?? value
    }), ['1', '9007199254740993'])
  })
})
