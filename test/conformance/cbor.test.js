/**
 * jsontape/cbor on the suites of ../shared: what is well-formed and what is not, and why; what each
 * mode refuses; values; encodings; JSON text to CBOR to the byte.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { CborError, decode, encode, fromDocument, fromJson, parse } from '../../js/cbor.js'
import { parse as parseJson } from '../../js/index.js'
import { fromHex, listFiles, needsShared, readBytes, readJsonLines } from '../support/suites.js'

const folder = 'suites/05-cbor/'
const modes = /** @type {const} */ (['lax', 'strict', 'canonical', 'ctap2', 'deterministic'])

const codes = new Map([
  ['truncated', 'truncated'],
  ['trailing', 'trailing_data'],
  ['unexpected-break', 'unexpected_break'],
  ['reserved-ai', 'not_well_formed'],
  ['indefinite-int-or-tag', 'not_well_formed'],
  ['bad-chunk', 'not_well_formed'],
  ['bad-simple', 'not_well_formed']
])

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Buffer.from(bytes).toString('hex')
}

/**
 * @param {string} hex
 * @param {typeof modes[number]} mode
 * @returns {CborError | undefined}
 */
function errorOf(hex, mode) {
  try {
    decode(fromHex(hex), { mode })
    return undefined
  } catch (error) {
    assert.ok(error instanceof CborError, String(error))
    return error
  }
}

/**
 * What a mode must object to in a well-formed item, by the facts of the suite.
 *
 * @param {any} facts
 * @param {typeof modes[number]} mode
 */
function objections(facts, mode) {
  const found = new Set()
  if (mode === 'lax') return found
  if (facts.bad_utf8_at !== undefined) found.add('invalid_utf8')
  if (facts.duplicate_keys) found.add('duplicate_key')
  if (mode === 'strict') return found
  if (facts.nonpreferred_head) found.add('not_shortest')
  if (facts.indefinite) found.add('indefinite_forbidden')
  if (mode === 'canonical' && facts.unsorted_length_first) found.add('key_order')
  if (mode === 'deterministic' && facts.unsorted_bytewise) found.add('key_order')
  if (mode === 'ctap2') {
    if (facts.tags) found.add('tag_forbidden')
  } else if (facts.nonpreferred_float || facts.noncanonical_nan) {
    found.add('not_shortest')
  }
  return found
}

for (const file of [
  'rfc8949-appendix-a/appendix_a',
  'rfc8949-appendix-f/not_well_formed',
  'qcbor-not-well-formed/not_well_formed',
  'cbor-wg-test-vectors/vectors',
  'dasl-testing/dasl',
  'dcbor-test-vectors/dcbor',
  'ipld-codec-fixtures/fixtures',
  'cose-wg-examples/cose',
  'dotnet-cbor-facts/reader'
]) {
  const path = `${folder}${file}.jsonl`
  test(`${file}: verdicts in all modes`, needsShared(path), () => {
    for (const { hex, oracle } of readJsonLines(path)) {
      for (const mode of modes) {
        const error = errorOf(hex, mode)
        const what = `${hex} in mode ${mode}: ${error?.code} at ${error?.offset}`
        if (!oracle.wellformed) {
          assert.ok(error && error.offset <= oracle.err_off, what)
          if (mode !== 'lax') continue
          assert.equal(error.code, codes.get(oracle.err_kind), what)
          assert.equal(error.offset, oracle.err_off, what)
          continue
        }
        const expected = objections(oracle, mode)
        if (expected.size > 0) assert.ok(error, what)
        // The suite's facts know neither the order of CTAP2, keys that are arrays, nor bignums.
        const known = [...expected, 'key_order', 'duplicate_key', 'not_shortest']
        if (error && mode !== 'lax') assert.ok(known.includes(error.code), what)
        if (mode === 'lax') assert.equal(error, undefined, what)
      }
    }
  })
}

test('.NET: verdicts as stated', needsShared(`${folder}dotnet-cbor-facts/reader.jsonl`), () => {
  for (const facts of readJsonLines(`${folder}dotnet-cbor-facts/reader.jsonl`)) {
    for (const mode of modes.slice(0, 4)) {
      const verdict = facts[mode]
      // A two-byte simple value below 32 is not well-formed in any mode of ours.
      if (verdict === 'unstated' || (mode === 'lax' && /two-byte/.test(facts.what))) continue
      const error = errorOf(facts.hex, mode)
      assert.equal(error === undefined, verdict === 'accept', `${facts.hex} in mode ${mode}`)
    }
  }
})

test('appendix A: values, and back', needsShared(`${folder}rfc8949-appendix-a/appendix_a.jsonl`),
  () => {
    for (const { hex, decoded, roundtrip, oracle } of readJsonLines(
      `${folder}rfc8949-appendix-a/appendix_a.jsonl`)) {
      if (!oracle.wellformed) continue
      const value = decode(fromHex(hex))
      if (decoded !== undefined && typeof value !== 'bigint') assert.deepEqual(value, decoded, hex)
      const isDefinite = !oracle.indefinite
      if (roundtrip && isDefinite) assert.equal(toHex(fromDocument(parse(fromHex(hex)))), hex)
      // Numbers forget whether they were floats.
      const isFloat = /^f9|^fa|^fb/.test(hex)
      if (roundtrip && isDefinite && !isFloat) {
        assert.equal(toHex(encode(value)), hex)
      }
    }
  })

test('preferred encodings', needsShared(`${folder}cbor-wg-test-vectors/vectors.jsonl`), () => {
  for (const { hex, decoded_cbor, fail, oracle } of readJsonLines(
    `${folder}cbor-wg-test-vectors/vectors.jsonl`)) {
    // All NaNs are written as one; what was indefinite is written as definite.
    if (fail || !oracle.wellformed || oracle.nan || oracle.indefinite) continue
    assert.equal(toHex(fromDocument(parse(fromHex(hex), { mode: 'lax' }), { mode: 'lax' })),
      decoded_cbor)
  }
})

test('key orders', needsShared(`${folder}own-map-order/order.jsonl`), () => {
  for (const facts of readJsonLines(`${folder}own-map-order/order.jsonl`)) {
    const keys = facts.keys.map((/** @type {string} */ key) => decode(fromHex(key)))
    const map = new Map(keys.map((/** @type {any} */ key, /** @type {number} */ i) => [key, i]))
    for (const [mode, name] of /** @type {const} */ ([
      ['deterministic', 'map_bytewise'], ['canonical', 'map_length_first'], ['ctap2', 'map_ctap2']
    ])) {
      const bytes = encode(map, { mode })
      assert.equal(toHex(bytes), facts[name], mode)
      assert.doesNotThrow(() => decode(bytes, { mode }))
    }
  }
})

test('JSON text to CBOR', needsShared(`${folder}own-json-to-cbor/pairs.jsonl`), () => {
  for (const { json, cbor_lex, cbor_js_sha256 } of readJsonLines(
    `${folder}own-json-to-cbor/pairs.jsonl`)) {
    const bytes = fromJson(json, { mode: 'lax' })
    assert.equal(toHex(bytes), cbor_lex, json)
    assert.equal(toHex(fromDocument(parseJson(json), { mode: 'lax' })), cbor_lex, json)
    const value = JSON.parse(json)
    if (hasDuplicates(json)) continue
    const hash = createHash('sha256').update(encode(value)).digest('hex')
    if (keepsOrder(value)) assert.equal(hash, cbor_js_sha256, json)
  }
})

/** Whether an object has a key twice, which JSON.parse forgets. @param {string} json */
function hasDuplicates(json) {
  try {
    parseJson(json, { duplicateKeys: 'error' })
    return false
  } catch {
    return true
  }
}

/** Whether no object has a key that JavaScript puts in front. @param {any} value @returns {boolean} */
function keepsOrder(value) {
  if (typeof value !== 'object' || value === null) return true
  return Object.keys(value).every((key) => Array.isArray(value) || !/^(0|[1-9]\d*)$/.test(key)) &&
    Object.values(value).every(keepsOrder)
}

for (const path of listFiles('suites/08-real').filter((name) => /digests\.jsonl$/.test(name))) {
  test(`real documents: ${path}`, () => {
    for (const { file, cbor_lex_sha256 } of readJsonLines(path)) {
      if (!cbor_lex_sha256) continue
      const bytes = fromJson(readBytes(path.replace('digests.jsonl', file)), { mode: 'lax' })
      const hash = createHash('sha256').update(bytes).digest('hex')
      assert.equal(hash, cbor_lex_sha256, file)
      const again = fromDocument(parse(bytes, { mode: 'lax' }), { mode: 'lax' })
      assert.ok(Buffer.compare(again, bytes) === 0, file)
    }
  })
}
