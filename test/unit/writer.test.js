/** JsonWriter: tokens, keys, misuse, what is taken; random calls against a simple model. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { JsonWriter, NumberText, TapeWriterError } from 'jsontape'

import { Random } from '../support/random.js'

/** @param {Uint8Array} bytes */
const text = (bytes) => Buffer.from(bytes).toString()

/** @param {() => void} call @param {string} code */
function assertCode(call, code) {
  assert.throws(call, (/** @type {any} */ error) =>
    error instanceof TapeWriterError && error.name === 'TapeWriterError' && error.code === code)
}

/** @param {JsonWriter} writer */
function writeAll(writer) {
  writer.startObject()
  writer.string('s', 'é"\n')
  writer.number('n', -1.5)
  writer.number('i', 7)
  writer.number('t', new NumberText('1.50'))
  writer.bigint('b', 2n ** 70n)
  writer.boolean('y', true)
  writer.null('z')
  writer.base64('m', Uint8Array.of(0xff, 0xfe))
  writer.rawValue('r', Buffer.from('{ "x": 1 }'))
  writer.startArray('a')
  writer.string('v')
  writer.number(0)
  writer.bigint(-1n)
  writer.boolean(false)
  writer.null()
  writer.base64(new Uint8Array(0))
  writer.rawValue(Buffer.from('[]'), { validate: false })
  writer.startObject()
  writer.key('k')
  writer.startArray()
  writer.endArray()
  writer.endObject()
  writer.endArray()
  writer.startObject('o')
  writer.endObject()
  writer.endObject()
}

test('every kind of token, on one line and indented', () => {
  const expected = '{"s":"é\\"\\n","n":-1.5,"i":7,"t":1.50,"b":1180591620717411303424,"y":true,' +
    '"z":null,"m":"//4=","r":{ "x": 1 },"a":["v",0,-1,false,null,"",[],{"k":[]}],"o":{}}'
  const writer = new JsonWriter()
  writeAll(writer)
  assert.equal(writer.depth, 0)
  assert.equal(text(writer.finish()), expected)
  for (const indent of [2, '\t']) {
    const indented = new JsonWriter({ indent })
    writeAll(indented)
    assert.equal(text(indented.finish()),
      JSON.stringify(JSON.parse(expected), null, indent)
        .replace('1.5,\n', '1.5,\n').replace(/"t": 1\.5\b/, '"t": 1.50')
        .replace('1.1805916207174113e+21', '1180591620717411303424')
        .replace(/"r": \{[^}]*\}/, '"r": { "x": 1 }'))
  }
})

test('ascii', () => {
  const writer = new JsonWriter({ ascii: true })
  writer.startObject()
  writer.string('é', '\u{1f30d}\ud800')
  writer.endObject()
  assert.equal(text(writer.finish()), '{"\\u00e9":"\\ud83c\\udf0d\\ud800"}')
})

test('halves of a pair in two strings stay halves', () => {
  const writer = new JsonWriter()
  writer.startArray()
  writer.string('\ud83c')
  writer.string('\udf0d')
  writer.endArray()
  assert.equal(text(writer.finish()), '["\\ud83c","\\udf0d"]')
})

test('what is taken does not come again', () => {
  const writer = new JsonWriter()
  assert.equal(writer.bytesPending, 0)
  assert.equal(writer.take().length, 0)
  writer.startArray()
  writer.string('one')
  assert.equal(writer.bytesPending, 6)
  assert.equal(text(writer.take()), '["one"')
  assert.equal(writer.bytesPending, 0)
  writer.string('two')
  writer.endArray()
  assert.equal(text(writer.finish()), ',"two"]')
  assertCode(() => writer.null(), 'completed')
  writer.reset()
  writer.null()
  assert.equal(text(writer.finish()), 'null')
})

test('bytes are those of the call', () => {
  const writer = new JsonWriter()
  const bytes = Uint8Array.of(0x31)
  writer.rawValue(bytes)
  bytes[0] = 0x32
  assert.equal(text(writer.finish()), '1')
})

test('misuse throws and writes nothing', () => {
  const writer = new JsonWriter({ maxDepth: 2 })
  assertCode(() => writer.finish(), 'incomplete')
  assertCode(() => writer.endObject(), 'wrong_end')
  assertCode(() => writer.key('k'), 'unexpected_key')
  assertCode(() => writer.string('k', 'v'), 'unexpected_key')
  writer.startObject()
  assertCode(() => writer.null(), 'missing_key')
  assertCode(() => writer.startArray(), 'missing_key')
  assertCode(() => writer.endArray(), 'wrong_end')
  assertCode(() => writer.number('n', NaN), 'non_finite')
  assertCode(() => writer.finish(), 'incomplete')
  writer.key('a')
  assertCode(() => writer.key('b'), 'unexpected_key')
  assertCode(() => writer.string('b', ''), 'unexpected_key')
  assertCode(() => writer.endObject(), 'wrong_end')
  assertCode(() => writer.number(Infinity), 'non_finite')
  writer.startArray()
  assertCode(() => writer.startArray(), 'depth')
  assertCode(() => writer.null('k'), 'unexpected_key')
  for (const raw of ['', '1]', '1 2', '"a":1', '-', '\ufeff1', 'nul', '"\ud800']) {
    assertCode(() => writer.rawValue(Buffer.from(raw)), 'invalid_raw')
  }
  assertCode(() => writer.rawValue(Buffer.from(' []')), 'depth')
  writer.rawValue(Buffer.from(' 1 '))
  writer.endArray()
  writer.endObject()
  for (const call of [() => writer.startObject(), () => writer.key('k'), () => writer.null()]) {
    assertCode(call, 'completed')
  }
  assert.equal(text(writer.finish()), '{"a":[ 1 ]}')
})

test('types and options', () => {
  const writer = /** @type {any} */ (new JsonWriter())
  for (const call of [
    () => writer.string(1), () => writer.number('1'), () => writer.number(1n),
    () => writer.bigint(1), () => writer.boolean(0), () => writer.base64([1]),
    () => writer.rawValue('1'), () => writer.key(1), () => writer.startObject(1),
    () => writer.rawValue(Buffer.from('1'), { check: true })
  ]) {
    assert.throws(call, { name: 'TypeError' })
  }
  assert.equal(writer.bytesPending, 0)
  assert.throws(() => new JsonWriter(/** @type {any} */ ({ depth: 1 })), /"depth"/)
  assert.throws(() => new JsonWriter({ maxDepth: 0 }), /maxDepth/)
})

test('skipValidation', () => {
  const writer = new JsonWriter({ skipValidation: true, indent: 1 })
  assertCode(() => writer.endArray(), 'wrong_end')
  writer.startObject()
  writer.null()
  writer.endArray()
  assert.equal(text(writer.finish()), '{\n null\n]')
})

test('much, and in large pieces', () => {
  const expected = []
  const writer = new JsonWriter()
  writer.startArray()
  const taken = []
  for (let i = 0; i < 60_000; i++) {
    const value = { [`key ${i % 50}`]: i, half: i / 2, text: 'é'.repeat(i % 7) }
    expected.push(value)
    writer.startObject()
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'number') writer.number(key, member)
      else writer.string(key, member)
    }
    writer.endObject()
    if (i % 9000 === 0) taken.push(writer.take())
  }
  for (const size of [0x3ffff, 0x40000, 0x100001]) {
    const large = 'ä'.repeat(size)
    expected.push(large)
    writer.string(large)
  }
  writer.endArray()
  taken.push(writer.finish())
  assert.equal(text(Buffer.concat(taken)), JSON.stringify(expected))
})

describe('random calls against a model', () => {
  /** The model: an array of pieces, and what is open. */
  class Model {
    text = ''
    /** @type {string[]} */
    open = []
    /** @type {'start' | 'key' | 'value'} */
    after = 'start'

    /** @param {string} piece @param {string} [key] @param {string} [wrong] */
    value(piece, key, wrong) {
      const inObject = this.open.at(-1) === '}'
      if (this.after === 'value' && this.open.length === 0) return 'completed'
      if (key !== undefined && (!inObject || this.after === 'key')) return 'unexpected_key'
      if (key === undefined && inObject && this.after !== 'key') return 'missing_key'
      if (wrong) return wrong
      if (this.after === 'value') this.text += ','
      if (key !== undefined) this.text += `${JSON.stringify(key)}:`
      this.text += piece
      this.after = 'value'
      return undefined
    }

    /** @param {string} brackets @param {string} [key] */
    start(brackets, key) {
      const wrong = this.open.length === 5 ? 'depth' : undefined
      const code = this.value(brackets[0], key, wrong)
      if (code) return code
      this.open.push(brackets[1])
      this.after = 'start'
      return undefined
    }

    /** @param {string} bracket */
    end(bracket) {
      if (this.open.at(-1) !== bracket || this.after === 'key') return 'wrong_end'
      this.text += this.open.pop()
      this.after = 'value'
      return undefined
    }

    /** @param {string} name */
    key(name) {
      if (this.after === 'value' && this.open.length === 0) return 'completed'
      if (this.open.at(-1) !== '}' || this.after === 'key') return 'unexpected_key'
      if (this.after === 'value') this.text += ','
      this.text += `${JSON.stringify(name)}:`
      this.after = 'key'
      return undefined
    }
  }

  for (let seed = 1; seed <= 60; seed++) {
    test(`seed ${seed}`, () => {
      const random = new Random(seed)
      const writer = new JsonWriter({ maxDepth: 5 })
      const model = new Model()
      for (let i = 0; i < 120; i++) {
        const key = random.oneIn(2) ? random.pick(['a', 'é', '"', '']) : undefined
        /** @param {(...args: any[]) => void} method @param {...any} args */
        const withKey = (method, ...args) =>
          key === undefined ? method.apply(writer, args) : method.call(writer, key, ...args)
        const number = random.pick([0, -7, 0.5, NaN, 2 ** 40])
        const raw = random.pick(['1', '{"a":[]}', '[', ' 2', '[[[[[[]]]]]]'])
        const rawDepth = { '{"a":[]}': 2, '[[[[[[]]]]]]': 6 }[raw] ?? 0
        const isTooDeep = model.open.length + (raw === '[' ? 1 : rawDepth) > 5
        const wrongRaw = isTooDeep ? 'depth' : raw === '[' ? 'invalid_raw' : undefined
        /** @type {[() => void, () => string | undefined]} */
        const [call, expected] = random.pick([
          [() => withKey(writer.startObject), () => model.start('{}', key)],
          [() => withKey(writer.startArray), () => model.start('[]', key)],
          [() => writer.endObject(), () => model.end('}')],
          [() => writer.endArray(), () => model.end(']')],
          [() => writer.key(key ?? 'k'), () => model.key(key ?? 'k')],
          [() => withKey(writer.string, 'é\n'), () => model.value('"é\\n"', key)],
          [() => withKey(writer.number, number), () => model.value(String(number), key,
            Number.isNaN(number) ? 'non_finite' : undefined)],
          [() => withKey(writer.boolean, true), () => model.value('true', key)],
          [() => withKey(writer.null), () => model.value('null', key)],
          [() => withKey(writer.rawValue, Buffer.from(raw)),
            () => model.value(raw, key, wrongRaw)]
        ])
        const code = expected()
        if (code) assertCode(call, code)
        else call()
        assert.equal(writer.depth, model.open.length)
        assert.equal(writer.bytesPending, Buffer.byteLength(model.text))
        if (model.open.length > 0 || model.after !== 'value') {
          assertCode(() => writer.finish(), 'incomplete')
        } else {
          assert.equal(text(writer.finish()), model.text)
          model.text = ''
          if (random.oneIn(2)) {
            writer.reset()
            model.after = 'start'
          }
        }
      }
      const rest = text(writer.take())
      assert.equal(rest, model.text)
    })
  }
})
