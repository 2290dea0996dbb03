/** Documents and nodes, read from plainly built tapes: no wasm is needed for any of this. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TapeDocument, TapeNode } from '../../js/document.js'
import { TapeFormatError, TapePointerError, TapeTypeError } from '../../js/errors.js'
import { plainTape } from '../support/plain-tape.js'

const VERSION = 0x10000

/**
 * @param {string | Uint8Array} text
 * @param {{ firstWins?: boolean }} [options]
 */
function documentOf(text, options) {
  return TapeDocument.from({ version: VERSION, ...plainTape(text, options) }, { verify: 'full' })
}

/**
 * @param {TapeDocument} document
 * @param {string} pointer
 */
function nodeAt(document, pointer) {
  const node = document.at(pointer)
  assert.ok(node)
  return node
}

const text = '{"a":[10,2.50,{"b c":"\\u00e9\\n"}],"n":null,"t":true,"f":false,"":-0,"é":"€"}'
const document = documentOf(text)

test('types and sizes', () => {
  const expected = {
    '': ['object', 6], '/a': ['array', 3], '/a/0': ['number', 0], '/a/1': ['number', 0],
    '/a/2': ['object', 1], '/a/2/b c': ['string', 0], '/n': ['null', 0], '/t': ['boolean', 0],
    '/f': ['boolean', 0], '/': ['number', 0], '/é': ['string', 0]
  }
  for (const [pointer, [type, size]] of Object.entries(expected)) {
    const node = nodeAt(document, pointer)
    assert.equal(node.type, type)
    assert.equal(node.size, size)
    assert.equal(node.pointer, pointer)
  }
})

test('scalars', () => {
  assert.equal(nodeAt(document, '/a/0').number(), 10)
  assert.equal(nodeAt(document, '/a/1').number(), 2.5)
  assert.equal(nodeAt(document, '/a/1').text(), '2.50')
  assert.equal(nodeAt(document, '/a/2/b c').string(), 'é\n')
  assert.equal(nodeAt(document, '/a/2/b c').text(), 'é\n')
  assert.equal(nodeAt(document, '/é').string(), '€')
  assert.equal(nodeAt(document, '/t').boolean(), true)
  assert.equal(nodeAt(document, '/f').boolean(), false)
  assert.deepEqual(['/n', '/t', '/f', '/', '/a/0'].map((at) => nodeAt(document, at).text()),
    ['null', 'true', 'false', '-0', '10'])
  assert.ok(Object.is(nodeAt(document, '/').number(), -0))
  assert.equal(nodeAt(document, '/').bigint(), 0n)
  assert.equal(nodeAt(documentOf('12345678901234567890'), '').bigint(), 12345678901234567890n)
  assert.throws(() => nodeAt(document, '/a/1').bigint(), RangeError)
})

test('another type is a TapeTypeError', () => {
  /** @type {[string, 'string' | 'number' | 'boolean' | 'bigint' | 'text', string][]} */
  const calls = [
    ['/a/0', 'string', 'this value is a number, not a string'],
    ['/n', 'number', 'this value is null, not a number'],
    ['/é', 'bigint', 'this value is a string, not a number'],
    ['', 'boolean', 'this value is an object, not a boolean'],
    ['/a', 'text', 'this value is an array, not a scalar']
  ]
  for (const [pointer, method, message] of calls) {
    assert.throws(() => nodeAt(document, pointer)[method](), (/** @type {any} */ error) =>
      error instanceof TapeTypeError && error.code === 'wrong_type' && error.message === message)
  }
})

test('members by key, elements by index', () => {
  const { root } = document
  assert.equal(root.get('')?.text(), '-0')
  assert.equal(root.get('a')?.at(2)?.get('b c')?.string(), 'é\n')
  assert.equal(root.get('b'), undefined)
  assert.equal(root.has('é'), true)
  assert.equal(root.has('toString'), false)
  const array = nodeAt(document, '/a')
  assert.equal(array.at(-1)?.type, 'object')
  assert.equal(array.at(-3)?.number(), 10)
  for (const index of [3, -4, 0.5, NaN, Infinity]) assert.equal(array.at(index), undefined)
  assert.equal(array.get('0'), undefined)
  assert.equal(root.at(0), undefined)
  assert.equal(nodeAt(document, '/t').get('x'), undefined)
  assert.throws(() => root.get(/** @type {any} */ (0)), /^TypeError: key must be a string/)
  assert.throws(() => root.has(/** @type {any} */ (null)), /^TypeError: key must be a string/)
  assert.throws(() => array.at(/** @type {any} */ ('0')), /^TypeError: index must be a number/)
})

test('elements of arrays of one kind', () => {
  const arrays = documentOf('[[1,2,3],[1.5,2.5,-0],[1,2.5],[[1],[2]]]').root
  for (const [i, array] of [...arrays].entries()) {
    assert.deepEqual([0, 1, 2].map((j) => array.at(j)?.toJS()), [0, 1, 2].map((j) =>
      JSON.parse('[[1,2,3],[1.5,2.5,-0],[1,2.5],[[1],[2]]]')[i][j]))
  }
})

test('iteration', () => {
  const { root } = document
  assert.deepEqual([...root.keys()], ['a', 'n', 't', 'f', '', 'é'])
  assert.deepEqual([...root.values()].map(({ type }) => type),
    ['array', 'null', 'boolean', 'boolean', 'number', 'string'])
  assert.deepEqual([...root].length, 6)
  const array = nodeAt(document, '/a')
  assert.deepEqual([...array.entries()].map(([index, node]) => [index, node.type]),
    [[0, 'number'], [1, 'number'], [2, 'object']])
  assert.deepEqual([...array.keys()], [])
  assert.deepEqual([...nodeAt(document, '/t')], [])
  assert.deepEqual([...documentOf('{}').root.entries()], [])
})

test('of equal keys the last counts, or the first', () => {
  const duplicates = '{"a":1,"b":2,"\\u0061":3,"é":4,"\\u00e9":5}'
  const last = documentOf(duplicates)
  const first = documentOf(duplicates, { firstWins: true })
  assert.deepEqual([last.get('/a'), last.get('/é')], [3, 5])
  assert.deepEqual([first.get('/a'), first.get('/é')], [1, 4])
  for (const { root } of [last, first]) {
    assert.deepEqual([...root.keys()], ['a', 'b', 'a', 'é', 'é'])
    assert.equal(root.size, 5)
  }
  assert.deepEqual(first.toJS(), { a: 1, b: 2, é: 4 })
  assert.deepEqual(last.toJS(), JSON.parse(duplicates))
})

test('pointers', () => {
  const other = documentOf('{"a":[10],"":20,"0":{"":30},"p/q":1,"r~s":2,"~1":3,"/":4,"t~0":5}')
  const found = {
    '/': 20, '/0/': 30, '/a/0': 10, '/p~1q': 1, '/r~0s': 2, '/~01': 3, '/~1': 4, '/t~00': 5
  }
  for (const [pointer, value] of Object.entries(found)) {
    assert.equal(other.get(pointer), value)
    assert.equal(other.at(pointer)?.pointer, pointer)
  }
  for (const pointer of ['/a/', '/a/-', '/a/01', '/a/+1', '/a/1', '/a/0/', '/x', '/a/9999999999']) {
    assert.equal(other.get(pointer), undefined)
    assert.equal(other.at(pointer), undefined)
  }
  assert.deepEqual(other.get('/a'), [10])
  assert.throws(() => other.get('a'), TapePointerError)
  assert.throws(() => other.at('/x~2'), TapePointerError)
})

test('spans and places', () => {
  for (const pointer of ['', '/a', '/a/0', '/a/1', '/a/2/b c', '/n', '/t', '/f', '/', '/é']) {
    const node = nodeAt(document, pointer)
    const raw = Buffer.from(node.raw())
    assert.deepEqual(JSON.parse(raw.toString()), document.get(pointer))
    assert.equal(node.end - node.offset, raw.length)
    assert.equal(node.raw().buffer, document.source.buffer)
    assert.deepEqual(node.position, document.positionAt(node.offset))
  }
  const lines = documentOf('[\n  "é", "x",\n  1\n]')
  assert.deepEqual(nodeAt(lines, '/1').position, { offset: 10, line: 2, column: 8, byteInLine: 8 })
  assert.deepEqual(lines.positionAt(20), { offset: 20, line: 4, column: 2, byteInLine: 1 })
  assert.throws(() => lines.positionAt(21), RangeError)
  assert.throws(() => lines.positionAt(/** @type {any} */ ('1')), TypeError)
})

test('JSON.stringify writes documents and nodes', () => {
  assert.equal(JSON.stringify(document), JSON.stringify(JSON.parse(text)))
  assert.equal(JSON.stringify({ a: nodeAt(document, '/a') }), '{"a":[10,2.5,{"b c":"é\\n"}]}')
})

test('reading in any order, again and again', () => {
  const { root } = documentOf('{"x":11,"y":[22,{"z":33}]}')
  const x = root.get('x')
  const y = root.get('y')
  for (let i = 0; i < 2; i++) {
    assert.equal(y?.at(1)?.get('z')?.number(), 33)
    assert.equal(x?.number(), 11)
  }
  assert.equal(root, documentOf('1').root.constructor === TapeNode ? root : undefined)
})

test('depth is no matter', () => {
  const depth = 1000
  const deep = documentOf('{"a":['.repeat(depth) + '5' + ']}'.repeat(depth))
  const pointer = '/a/0'.repeat(depth)
  assert.equal(deep.get(pointer), 5)
  assert.equal(deep.at(pointer)?.pointer, pointer)
})

test('constructors are not for callers', () => {
  assert.throws(() => new TapeDocument(/** @type {any} */ (undefined)), TypeError)
  assert.throws(() => new TapeNode(/** @type {any} */ ({}), 16), TypeError)
})

describe('sharing', () => {
  test('a message holds buffers of exactly the document', () => {
    const pooled = Buffer.from('[1,"x"]')
    const message = documentOf(pooled).share()
    assert.equal(message.version, VERSION)
    assert.equal(Object.getPrototypeOf(message.source), Uint8Array.prototype)
    for (const array of [message.source, message.tape]) {
      assert.equal(array.byteLength, array.buffer.byteLength)
    }
    assert.deepEqual(TapeDocument.from(structuredClone(message)).toJS(), [1, 'x'])
    const whole = new TextEncoder().encode('[1]').slice()
    assert.equal(documentOf(whole).share().source.buffer, whole.buffer)
  })

  test('after a transfer every accessor throws a TypeError', () => {
    const sent = documentOf('{"a":[1,2.5,"x"]}')
    const nodes = ['', '/a', '/a/0', '/a/1', '/a/2'].map((pointer) => nodeAt(sent, pointer))
    const message = sent.share()
    const received = structuredClone(message, { transfer: TapeDocument.transferables(message) })
    assert.deepEqual(TapeDocument.from(received).toJS(), { a: [1, 2.5, 'x'] })

    const reads = [
      () => sent.get('/a'), () => sent.at(''), () => sent.toJS(), () => sent.toJSON(),
      () => sent.positionAt(0), () => sent.share(),
      ...nodes.flatMap((node) => /** @type {(() => unknown)[]} */ ([
        () => node.type, () => node.size, () => node.get('a'), () => node.at(0),
        () => node.has('a'), () => [...node.keys()], () => [...node.values()],
        () => [...node.entries()], () => [...node], () => node.string(), () => node.number(),
        () => node.boolean(), () => node.bigint(), () => node.text(), () => node.raw(),
        () => node.toJS(), () => node.offset, () => node.end, () => node.position
      ])),
      ...nodes.slice(1).map((node) => () => node.pointer)
    ]
    for (const read of reads) {
      assert.throws(read, (/** @type {any} */ error) =>
        error instanceof TypeError && !(error instanceof TapeTypeError) &&
        /transferred/.test(error.message), String(read))
    }
  })

  test('shared memory is shared and not transferred', () => {
    const bytes = new TextEncoder().encode('{"é":[1]}')
    const source = new Uint8Array(new SharedArrayBuffer(bytes.length))
    source.set(bytes)
    const message = documentOf(source).share()
    assert.equal(message.source.buffer, source.buffer)
    assert.deepEqual(TapeDocument.transferables(message), [message.tape.buffer])
    assert.deepEqual(TapeDocument.from(message).toJS(), { é: [1] })
  })

  test('messages that are none', () => {
    const { source, tape } = plainTape('[1]')
    for (const message of [undefined, null, 'x', 1]) {
      assert.throws(() => TapeDocument.from(/** @type {any} */ (message)),
        { name: 'TypeError', message: /^message / })
    }
    const header = (/** @type {number} */ index, /** @type {number} */ value) => {
      const changed = tape.slice()
      changed[index] = value
      return { version: index === 1 ? value : VERSION, source, tape: changed }
    }
    /** @type {[object, string][]} */
    const damaged = [
      [{}, 'foreign'],
      [{ version: VERSION, source: [1], tape }, 'foreign'],
      [{ version: VERSION, source, tape: [...tape] }, 'foreign'],
      [header(0, 0), 'foreign'],
      [{ version: VERSION, source, tape: tape.slice(0, 15) }, 'foreign'],
      [header(1, 0x20000), 'version'],
      [header(1, 0x10001), 'version'],
      [{ version: 1, source, tape }, 'damaged'],
      [{ version: VERSION, source, tape: tape.subarray(0, -2) }, 'damaged'],
      [{ version: VERSION, source: source.subarray(1), tape }, 'damaged'],
      [header(5, 18), 'damaged'], [header(6, 16), 'damaged'], [header(6, 2 ** 31), 'damaged'],
      [header(7, 1), 'damaged'], [header(4, 0), 'damaged']
    ]
    for (const [message, code] of damaged) {
      assert.throws(() => TapeDocument.from(/** @type {any} */ (message)),
        (/** @type {any} */ error) => error instanceof TapeFormatError && error.code === code)
    }
  })

  test('tapes that lie askew in their buffer are read as well', () => {
    const { source, tape } = plainTape('[1.5]')
    const askew = new Uint32Array(new ArrayBuffer(tape.byteLength + 4), 4)
    askew.set(tape)
    assert.deepEqual(TapeDocument.from({ version: VERSION, source, tape: askew }).toJS(), [1.5])
  })
})
