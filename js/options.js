/**
 * Options as callers give them: names that do not exist and values out of range are a TypeError
 * that names them, everything else becomes what the code behind works with.
 */
import { abbreviate } from './errors.js'

/**
 * @typedef {import('./index.js').ParseOptions} ParseOptions
 * @typedef {import('./index.js').ValueOptions} ValueOptions
 * @typedef {import('./index.js').DecodeOptions} DecodeOptions
 */

/**
 * What the parser is called with.
 * @typedef {{ bits: number, maxDepth: number }} ParseSettings
 */

/**
 * ValueOptions with nothing left out.
 * @typedef {object} ValueSettings
 * @property {'never' | 'unsafe' | 'always'} bigint
 * @property {'double' | 'text'} numbers
 * @property {'own' | 'error' | 'ignore'} proto
 * @property {boolean} maps
 * @property {import('./index.js').Reviver | undefined} reviver
 */

/** jt_parser_init's options, see src/jsontape.h. */
export const BOM_ERROR = 1
const COMMENTS = 2
const TRAILING_COMMAS = 4
const LONE_SURROGATES_ERROR = 8
const DUPLICATE_KEYS_FIRST = 16
const DUPLICATE_KEYS_ERROR = 32

const MAX_DEPTH = 0x7fff_ffff

/**
 * The values an option may have: a list, or a rule with its words.
 * @typedef {readonly string[] | { allows: (value: unknown) => boolean, words: string }} Rule
 */

/** @type {Rule} */
export const BOOLEAN = { allows: (value) => typeof value === 'boolean', words: 'true or false' }

/** @type {Rule} */
export const DEPTH = {
  allows: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_DEPTH,
  words: `an integer from 1 to ${MAX_DEPTH}`,
}

/** @type {Rule} */
const FUNCTION = { allows: (value) => typeof value === 'function', words: 'a function' }

/** @type {Record<keyof ParseOptions, Rule>} */
const PARSE_RULES = {
  maxDepth: DEPTH,
  duplicateKeys: ['last', 'first', 'error'],
  bom: ['skip', 'error'],
  comments: BOOLEAN,
  trailingCommas: BOOLEAN,
  loneSurrogates: ['keep', 'error'],
}

/** @type {Record<keyof ValueOptions, Rule>} */
const VALUE_RULES = {
  bigint: ['never', 'unsafe', 'always'],
  numbers: ['double', 'text'],
  reviver: FUNCTION,
  proto: ['own', 'error', 'ignore'],
  maps: BOOLEAN,
}

const DECODE_RULES = { ...PARSE_RULES, ...VALUE_RULES }

const EQUALS_RULES = { keyOrder: BOOLEAN }

const FROM_RULES = { verify: ['header', 'full'] }

/** @type {Rule} */
const WORKER = {
  allows: (value) => typeof value === 'function' || isTagged(value, 'URL'),
  words: 'a URL or a function',
}

/** @type {Rule} */
const SIGNAL = { allows: (value) => isTagged(value, 'AbortSignal'), words: 'an AbortSignal' }

const WORKER_RULES = {
  ...PARSE_RULES, transfer: BOOLEAN, signal: SIGNAL, onProgress: FUNCTION, worker: WORKER,
}

/** @type {Rule} */
const SIZE = {
  allows: (value) => Number.isInteger(value) && Number(value) >= 1,
  words: 'an integer of at least 1',
}

const POOL_RULES = { size: SIZE, worker: WORKER }

/** @type {ParseSettings} */
const PARSE_DEFAULTS = { bits: 0, maxDepth: 1024 }

/** @type {ValueSettings} */
const VALUE_DEFAULTS = {
  bigint: 'never', numbers: 'double', proto: 'own', maps: false, reviver: undefined,
}

const DECODE_DEFAULTS = { parse: PARSE_DEFAULTS, value: VALUE_DEFAULTS, plain: true }

/**
 * @param {ParseOptions} [options]
 * @returns {ParseSettings}
 */
export function parseSettings(options) {
  if (options === undefined) return PARSE_DEFAULTS
  check(options, PARSE_RULES)
  return readParseOptions(options)
}

/**
 * @param {ValueOptions} [options]
 * @returns {ValueSettings}
 */
export function valueSettings(options) {
  if (options === undefined) return VALUE_DEFAULTS
  check(options, VALUE_RULES)
  return readValueOptions(options)
}

/**
 * @param {DecodeOptions} [options]
 * @returns {{ parse: ParseSettings, value: ValueSettings, plain: boolean }} plain: the values are
 *   wanted just as JSON.parse gives them
 */
export function decodeSettings(options) {
  if (options === undefined) return DECODE_DEFAULTS
  check(options, DECODE_RULES)
  const value = readValueOptions(options)
  return { parse: readParseOptions(options), value, plain: isPlain(value) }
}

/** @param {ValueSettings} settings */
function isPlain({ bigint, numbers, reviver, proto, maps }) {
  return bigint === 'never' && numbers === 'double' && !reviver && proto === 'own' && !maps
}

/**
 * Whether equal objects must have their keys in the same order.
 * @param {{ keyOrder?: boolean }} [options]
 * @returns {boolean}
 */
export function keyOrderMatters(options) {
  if (options === undefined) return false
  check(options, EQUALS_RULES)
  return options.keyOrder === true
}

/**
 * WorkerOptions in two parts: what the worker is told, and what remains here.
 * @typedef {object} WorkerSettings
 * @property {ParseOptions} options
 * @property {boolean} transfer
 * @property {AbortSignal | undefined} signal
 * @property {((progress: { bytes: number, total?: number }) => void) | undefined} onProgress
 */

/**
 * @param {import('./worker.js').WorkerOptions} [options]
 * @returns {WorkerSettings}
 */
export function workerSettings(options = {}) {
  check(options, WORKER_RULES)
  const { transfer = false, signal, onProgress, worker, ...parse } = options
  return { options: parse, transfer, signal, onProgress }
}

/**
 * @param {{ size?: number, worker?: URL | (() => unknown) }} [options]
 * @returns {{ size?: number, worker?: URL | (() => unknown) }}
 */
export function poolSettings(options = {}) {
  check(options, POOL_RULES)
  return options
}

/**
 * Whether TapeDocument.from shall look at the whole tape.
 * @param {{ verify?: 'header' | 'full' }} [options]
 * @returns {boolean}
 */
export function fullVerification(options) {
  if (options === undefined) return false
  check(options, FROM_RULES)
  return options.verify === 'full'
}

/**
 * @param {ParseOptions} options
 * @returns {ParseSettings}
 */
function readParseOptions({
  maxDepth = PARSE_DEFAULTS.maxDepth, duplicateKeys, bom, comments, trailingCommas, loneSurrogates,
}) {
  let bits = 0
  if (bom === 'error') bits |= BOM_ERROR
  if (comments) bits |= COMMENTS
  if (trailingCommas) bits |= TRAILING_COMMAS
  if (loneSurrogates === 'error') bits |= LONE_SURROGATES_ERROR
  if (duplicateKeys === 'first') bits |= DUPLICATE_KEYS_FIRST
  if (duplicateKeys === 'error') bits |= DUPLICATE_KEYS_ERROR
  return { bits, maxDepth }
}

/**
 * @param {ValueOptions} options
 * @returns {ValueSettings}
 */
function readValueOptions({
  bigint = VALUE_DEFAULTS.bigint, numbers = VALUE_DEFAULTS.numbers, proto = VALUE_DEFAULTS.proto,
  maps = VALUE_DEFAULTS.maps, reviver,
}) {
  return { bigint, numbers, proto, maps, reviver }
}

/**
 * @param {unknown} options
 * @param {Record<string, Rule>} rules
 */
export function check(options, rules) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('options must be an object')
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(rules, name)) throw new TypeError(`unknown option ${abbreviate(name)}`)
  }
  for (const name of Object.keys(rules)) {
    const value = /** @type {Record<string, unknown>} */ (options)[name]
    if (value !== undefined) checkValue(name, value, rules[name])
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Rule} rule
 */
function checkValue(name, value, rule) {
  const isList = 'includes' in rule
  if (isList ? rule.includes(/** @type {string} */ (value)) : rule.allows(value)) return
  const words = isList ? rule.map((word) => `'${word}'`).join(' or ') : rule.words
  throw new TypeError(`option ${name} must be ${words}`)
}

/**
 * Also true for objects of another realm.
 * @param {unknown} value
 * @param {string} tag
 */
function isTagged(value, tag) {
  return Object.prototype.toString.call(value) === `[object ${tag}]`
}
