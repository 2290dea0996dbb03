/**
 * `encode` and `stringify` against JSON.stringify over generated values and options: the text, what
 * is called with what, and what is thrown. The values that the package writes itself are compared
 * with those that JSON.stringify writes by options that make no difference to them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { encode, parse, stringify } from 'jsontape'

import { Random } from '../support/random.js'

const ROUNDS = 3000

/** Options that change nothing for values without BigInts and NaN, but keep JSON.stringify out. */
const OWN = { bigint: /** @type {const} */ ('number') }

/** @param {Random} random */
function text(random) {
  const parts = ['', 'a', 'key', '"', '\\', '\n', '\u0000', '\u001f', '\u007f', 'é', '\u2028',
    '\ud83c\udf0d', '\ud800', '\udfff', '10', '9', '__proto__', 'toJSON!', 'x'.repeat(17)]
  let made = ''
  for (let i = random.below(4); i >= 0; i--) made += random.pick(parts)
  return made
}

/** @param {Random} random */
function number(random) {
  const bits = new DataView(new ArrayBuffer(8))
  switch (random.below(5)) {
    case 0: return random.below(2000) - 1000
    case 1: return random.pick([-0, NaN, Infinity, -Infinity, 1e21, 1e-7, 2 ** 31, -(2 ** 31) - 1])
    case 2: return random.next() * 2 ** 20
    case 3: return random.below(1000) / 8
    default:
      bits.setUint32(0, random.next())
      bits.setUint32(4, random.next())
      return bits.getFloat64(0)
  }
}

/**
 * A value; `log` is told of every call of user code.
 *
 * @param {Random} random
 * @param {number} depth
 * @param {string[]} log
 * @returns {any}
 */
function value(random, depth, log) {
  const kind = random.below(depth > 0 ? 22 : 12)
  switch (kind) {
    case 0: return null
    case 1: return random.oneIn(2)
    case 2: case 3: case 4: return number(random)
    case 5: case 6: case 7: return text(random)
    case 8: return random.pick([undefined, () => 1, Symbol('s')])
    case 9: return random.pick([new Number(number(random)), new String(text(random)),
      new Boolean(random.oneIn(2)), new Date(random.below(1e9)), /x/, new Map([[1, 2]])])
    case 10: return random.pick([new Date(NaN), new Error('e'), new Uint8Array([1, 2])])
    case 11: return {
      toJSON(/** @type {string} */ key) {
        log.push(`toJSON ${key}`)
        return key.length
      }
    }
    case 12: case 13: case 14: {
      const array = Array.from({ length: random.below(5) }, () => value(random, depth - 1, log))
      if (random.oneIn(4)) array.length += 2 // holes
      return array
    }
    case 15: return new Proxy([value(random, depth - 1, log)], {})
    case 16: return new Proxy({ p: value(random, depth - 1, log) }, {
      ownKeys(target) {
        log.push('ownKeys')
        return Reflect.ownKeys(target)
      }
    })
    case 17: return Object.create({ inherited: 1 }, {
      shown: { value: value(random, depth - 1, log), enumerable: true },
      hidden: { value: 1 },
      got: { enumerable: true, get: () => log.push('got') }
    })
    case 18: return Object.assign(Object.create(null), { n: value(random, depth - 1, log) })
    default: {
      /** @type {Record<string, any>} */
      const object = {}
      for (let i = random.below(6); i > 0; i--) {
        Object.defineProperty(object, text(random), {
          value: value(random, depth - 1, log), enumerable: true, configurable: true
        })
      }
      if (random.oneIn(8)) Object.assign(object, { [Symbol('s')]: 1 })
      return object
    }
  }
}

/** @param {Random} random @param {string[]} log @returns {any} */
function replacer(random, log) {
  switch (random.below(6)) {
    case 0: return /** @this {any} */ function (/** @type {string} */ key, /** @type {any} */ item) {
      log.push(`replacer ${key} ${Object.keys(Object(this))}`)
      return typeof item === 'boolean' ? undefined : item
    }
    case 1: return (/** @type {string} */ key, /** @type {any} */ item) =>
      key.length > 20 ? new String(key) : item
    case 2: return ['key', '10', 9, 'a', 'a', new Number(10), new String('p'), true, 'n']
    default: return undefined
  }
}

/** @param {string} text */
function escaped(text) {
  return text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** @param {() => unknown} run */
function outcome(run) {
  try {
    return run()
  } catch (error) {
    return /** @type {Error} */ (error).name
  }
}

describe('values as JSON.stringify writes them', () => {
  for (const [name, options] of /** @type {const} */ ([['plain', {}], ['own', OWN]])) {
    test(name, () => {
      for (let seed = 1; seed <= ROUNDS; seed++) {
        /** @type {string[][]} */
        const logs = []
        const results = [0, 1, 2].map((way) => {
          /** @type {string[]} */
          const log = []
          logs.push(log)
          const random = new Random(seed)
          const indent = random.pick([undefined, undefined, 0, 2, 10, 11, 2.9, -1, NaN, '\t', 'ab',
            '123456789012'])
          const replace = replacer(random, log)
          const given = value(random, 4, log)
          const all = { ...options, indent, replacer: replace }
          return outcome(() => {
            if (way === 0) return JSON.stringify(given, replace, indent)
            if (way === 1) return stringify(given, all)
            try {
              return Buffer.from(encode(given, all)).toString()
            } catch (error) {
              if (JSON.stringify(given, replace, indent) === undefined) return undefined
              throw error
            }
          })
        })
        assert.deepEqual(results[1], results[0], `seed ${seed}`)
        if (results[0] !== undefined) {
          assert.deepEqual(results[2], results[0], `seed ${seed}`)
          assert.deepEqual(logs[2], logs[0], `seed ${seed}`)
        }
        assert.deepEqual(logs[1], logs[0], `seed ${seed}`)
      }
    })
  }

  test('ascii changes the spelling only', () => {
    for (let seed = 1; seed <= ROUNDS / 3; seed++) {
      const given = () => value(new Random(seed), 4, [])
      const expected = outcome(() => JSON.stringify(given(), null, 1))
      const got = outcome(() => stringify(given(), { ascii: true, indent: 1 }))
      if (typeof expected !== 'string' || expected === 'TypeError') {
        assert.equal(got, expected)
        continue
      }
      assert.doesNotMatch(String(got), /[^\0-\x7f]/)
      assert.equal(got, expected.replace(/[^\0-\x7f]/g, escaped), `seed ${seed}`)
    }
  })

  test('from a tape as JSON.stringify writes what JSON.parse gives', () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const random = new Random(seed)
      const source = outcome(() => JSON.stringify(value(random, 5, []), null, random.below(3)))
      if (typeof source !== 'string' || source === 'TypeError') continue
      // Keys that look like indices change their places in objects.
      if (/"\d+":/.test(source)) continue
      const indent = random.pick([0, 2, '\t', 'ab', 10])
      const expected = JSON.stringify(JSON.parse(source), null, indent)
      const spelled = source
        .replace(/k/g, () => random.pick(['k', '\\u006b', '\\u006B']))
        .replace(/\u{1f30d}|é|\u2028/gu, (text) => random.pick([text, escaped(text)]))
      for (const text of [source, spelled]) {
        const document = parse(text)
        assert.equal(document.stringify({ indent }), expected, `seed ${seed}`)
        assert.equal(Buffer.from(document.toBytes({ indent })).toString(), expected)
        assert.equal(stringify([document.root], { indent }),
          JSON.stringify([JSON.parse(source)], null, indent))
      }
    }
  })
})
