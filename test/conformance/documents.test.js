/**
 * Real documents, read back value by value through the lazy accessors: against JSON.parse, and
 * against the digests and pointers of the suites.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { parse } from 'jsontape'

import { assertReads } from '../support/expect.js'
import { Random } from '../support/random.js'
import {
  listFiles,
  needsShared,
  readBytes,
  readJsonLines,
  realDocuments
} from '../support/suites.js'

/** @typedef {import('jsontape').TapeNode} TapeNode */
/** @typedef {import('jsontape').TapeDocument} TapeDocument */

const options = { maxDepth: 10_000 }

/** @param {Uint8Array} bytes */
function checkDocument(bytes) {
  const document = parse(bytes, options)
  const value = JSON.parse(new TextDecoder().decode(bytes))
  assertReads(document.root, value)
  const random = new Random(bytes.length)
  for (let i = 0; i < 200; i++) checkRandomPath(random, document, value)
  return document
}

/**
 * Goes down by get and at, and asks for the value found once more by its pointer.
 *
 * @param {Random} random
 * @param {TapeDocument} document
 * @param {any} value
 */
function checkRandomPath(random, document, value) {
  let node = document.root
  let pointer = ''
  while (value !== null && typeof value === 'object') {
    const keys = Object.keys(value)
    if (keys.length === 0) break
    const key = random.pick(keys)
    assert.equal(node.has(key), node.type === 'object')
    const child = node.type === 'array' ? node.at(Number(key)) : node.get(key)
    assert.ok(child, `${pointer}: no ${key}`)
    node = child
    value = value[key]
    pointer += '/' + key.replaceAll('~', '~0').replaceAll('/', '~1')
  }
  assert.equal(document.at(pointer)?.offset, node.offset)
  if (typeof value !== 'object') assert.equal(document.get(pointer), value)
  assert.equal(node.pointer, pointer)
}

describe('real documents of the suites', needsShared('suites/08-real'), () => {
  for (const path of realDocuments()) {
    test(path.slice('suites/08-real/'.length), () => {
      const document = checkDocument(readBytes(path))
      const rows = readJsonLines(`${dirname(path)}/digests.jsonl`)
      const expected = rows.find(({ file }) => file === basename(path))
      checkDigests(document, expected)
    })
  }

  test('pointers', () => {
    for (const path of listFiles('suites/08-real').filter((name) =>
      /pointers\.jsonl$/.test(name)
    )) {
      /** @type {Map<string, TapeDocument>} */
      const documents = new Map()
      for (const { file, p, off, end, kind } of readJsonLines(path)) {
        const document =
          documents.get(file) ?? parse(readBytes(`${dirname(path)}/${file}`), options)
        documents.set(file, document)
        const node = document.at(p)
        const type = kind === 'true' || kind === 'false' ? 'boolean' : kind
        assert.deepEqual([node?.offset, node?.end, node?.type], [off, end, type], `${file} ${p}`)
        assert.equal(node?.pointer, p)
      }
    }
  })
})

const corpus = fileURLToPath(new URL('../../node_modules/simdjson/jsonexamples/', import.meta.url))
const skip = existsSync(corpus) ? false : 'needs the npm package simdjson, which is not installed'

describe('real documents of the npm package simdjson', { skip }, () => {
  const names = skip ? [] : readdirSync(corpus).filter((name) => name.endsWith('.json'))
  for (const name of names) test(name, () => void checkDocument(readFileSync(corpus + name)))
})

/**
 * Counts and hashes of a document as the suites define them.
 *
 * @param {TapeDocument} document
 * @param {Record<string, any>} expected
 */
function checkDigests(document, expected) {
  const digest = new Digest(document)
  assert.equal(expected.valid, true)
  for (const [name, count] of Object.entries(digest.counts)) {
    assert.equal(count, expected[name], name)
  }
  for (const [name, hash] of Object.entries(digest.hashes())) {
    assert.equal(hash, expected[`${name}_sha256`], name)
  }
}

/** One walk over a document that writes it in three ways and counts. */
class Digest {
  /** @type {Record<string, number>} */
  counts = {
    objects: 0,
    arrays: 0,
    members: 0,
    strings: 0,
    numbers: 0,
    int_lexemes: 0,
    true: 0,
    false: 0,
    null: 0,
    max_depth: 0,
    string_bytes: 0,
    key_bytes: 0,
    escaped_strings: 0,
    non_ascii_strings: 0,
    dup_key_objects: 0,
    overflow_numbers: 0,
    ints_beyond_2p53: 0,
    bignums: 0,
    max_array: 0,
    max_object: 0
  }
  /** @type {{ min_raw: string[], min_norm: string[], es: string[] }} */
  #texts = { min_raw: [], min_norm: [], es: [] }
  #source

  /** @param {TapeDocument} document */
  constructor({ root, source }) {
    // latin1: one character a byte, so that offsets are indices.
    this.#source = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString(
      'latin1'
    )
    this.#value(root, 0)
  }

  hashes() {
    const { min_raw: raw, min_norm: norm, es } = this.#texts
    /** @param {string} text @param {BufferEncoding} encoding */
    const hash = (text, encoding) => createHash('sha256').update(text, encoding).digest('hex')
    return {
      min_raw: hash(raw.join(''), 'latin1'),
      min_norm: hash(norm.join(''), 'utf8'),
      es: hash(es.join(''), 'utf8')
    }
  }

  /**
   * @param {string} raw
   * @param {string} [norm]
   * @param {string} [es]
   */
  #write(raw, norm = raw, es = norm) {
    this.#texts.min_raw.push(raw)
    this.#texts.min_norm.push(norm)
    this.#texts.es.push(es)
  }

  /** @param {TapeNode} node */
  #rawOf(node) {
    return this.#source.slice(node.offset, node.end)
  }

  /**
   * @param {TapeNode} node
   * @param {number} depth
   */
  #value(node, depth) {
    const { counts } = this
    switch (node.type) {
      case 'object':
        counts.objects++
        counts.members += node.size
        counts.max_object = Math.max(counts.max_object, node.size)
        counts.max_depth = Math.max(counts.max_depth, depth + 1)
        this.#object(node, depth + 1)
        break
      case 'array':
        counts.arrays++
        counts.max_array = Math.max(counts.max_array, node.size)
        counts.max_depth = Math.max(counts.max_depth, depth + 1)
        this.#array(node, depth + 1)
        break
      case 'string':
        counts.strings++
        counts.string_bytes += this.#string(this.#rawOf(node), node.string())
        break
      case 'number':
        counts.numbers++
        this.#number(node)
        break
      case 'boolean':
        counts[node.boolean() ? 'true' : 'false']++
        this.#write(node.text())
        break
      default:
        counts.null++
        this.#write(node.text())
    }
  }

  /**
   * @param {TapeNode} node
   * @param {number} depth
   */
  #array(node, depth) {
    let separator = '['
    for (const element of node) {
      this.#write(separator)
      this.#value(element, depth)
      separator = ','
    }
    this.#write(separator === '[' ? '[]' : ']')
  }

  /**
   * @param {TapeNode} node
   * @param {number} depth
   */
  #object(node, depth) {
    const keys = new Set()
    let separator = '{'
    let at = node.offset + 1
    for (const [key, member] of node.entries()) {
      // Between a value and the next one lie whitespace, a comma, the key and a colon.
      const between = this.#source.slice(at, member.offset)
      const raw = between.slice(between.indexOf('"'), between.lastIndexOf('"') + 1)
      this.#write(separator)
      this.counts.key_bytes += this.#string(raw, String(key))
      this.#write(':')
      this.#value(member, depth)
      keys.add(key)
      separator = ','
      at = member.end
    }
    if (keys.size !== node.size) this.counts.dup_key_objects++
    this.#write(separator === '{' ? '{}' : '}')
  }

  /**
   * Returns the length of the text in UTF-8.
   *
   * @param {string} raw
   * @param {string} text
   */
  #string(raw, text) {
    const nbytes = Buffer.byteLength(text)
    if (raw.includes('\\')) this.counts.escaped_strings++
    if (/[^\x00-\x7f]/.test(raw)) this.counts.non_ascii_strings++
    this.#write(raw, JSON.stringify(text))
    return nbytes
  }

  /** @param {TapeNode} node */
  #number(node) {
    const text = node.text()
    const value = node.number()
    if (/^-?\d+$/.test(text)) {
      const integer = node.bigint()
      this.counts.int_lexemes++
      if (integer > 2n ** 53n || integer < -(2n ** 53n)) this.counts.ints_beyond_2p53++
      if (integer >= 2n ** 64n || integer < -(2n ** 64n)) this.counts.bignums++
    }
    if (!Number.isFinite(value)) this.counts.overflow_numbers++
    this.#write(text, text, JSON.stringify(value))
  }
}
