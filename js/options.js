/**
 * Options as callers give them: names that do not exist and values out of range are a TypeError
 * that names them, everything else becomes what the code behind works with.
 */
import { abbreviate } from './errors.js'

/**
 * @typedef {import('./index.js').ParseOptions} ParseOptions
 * @typedef {import('./index.js').ValueOptions} ValueOptions
 * @typedef {import('./index.js').DecodeOptions} DecodeOptions
 * @typedef {import('./index.js').FormatOptions} FormatOptions
 * @typedef {import('./index.js').WriterOptions} WriterOptions
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

/**
 * FormatOptions with nothing left out.
 * @typedef {object} FormatSettings
 * @property {string} indent of one level
 * @property {boolean} canonical
 * @property {boolean} ascii
 * @property {boolean} newline
 * @property {'error' | 'number' | 'string'} bigint
 * @property {'null' | 'error'} nonFinite
 * @property {number} maxDepth
 * @property {import('./index.js').Replacer | undefined} replacer
 * @property {string[] | undefined} keys the only ones that are written
 */

/** jt_parser_init's options, see src/jsontape.h. */
export const BOM_ERROR = 1
export const COMMENTS = 2
export const TRAILING_COMMAS = 4
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
export const FUNCTION = { allows: (value) => typeof value === 'function', words: 'a function' }

/** @type {Record<keyof ParseOptions, Rule>} */
export const PARSE_RULES = {
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

/** @type {Rule} */
const INDENT = {
  allows: (value) => typeof value === 'number' || typeof value === 'string',
  words: 'a number or a string',
}

/** @type {Rule} */
const REPLACER = {
  allows: (value) => typeof value === 'function' || Array.isArray(value),
  words: 'a function or an array',
}

/** @type {Record<keyof FormatOptions, Rule>} */
const FORMAT_RULES = {
  indent: INDENT,
  canonical: BOOLEAN,
  ascii: BOOLEAN,
  newline: BOOLEAN,
  bigint: ['error', 'number', 'string'],
  nonFinite: ['null', 'error'],
  maxDepth: DEPTH,
  replacer: REPLACER,
}

/** @type {Record<keyof WriterOptions, Rule>} */
const WRITER_RULES = { indent: INDENT, maxDepth: DEPTH, skipValidation: BOOLEAN, ascii: BOOLEAN }

const RAW_RULES = { validate: BOOLEAN }

const DECODE_RULES = { ...PARSE_RULES, ...VALUE_RULES }

const EQUALS_RULES = { keyOrder: BOOLEAN }

const FROM_RULES = { verify: ['header', 'full'] }

/** @type {Rule} */
const WORKER = {
  allows: (value) => typeof value === 'function' || isTagged(value, 'URL'),
  words: 'a URL or a function',
}

/** @type {Rule} */
export const SIGNAL = { allows: (value) => isTagged(value, 'AbortSignal'), words: 'an AbortSignal' }

const WORKER_RULES = {
  ...PARSE_RULES, transfer: BOOLEAN, signal: SIGNAL, onProgress: FUNCTION, worker: WORKER,
}

/** @type {Rule} */
export const SIZE = {
  allows: (value) => Number.isInteger(value) && Number(value) >= 1,
  words: 'an integer of at least 1',
}

const POOL_RULES = { size: SIZE, worker: WORKER }

/** @type {ParseSettings} */
export const PARSE_DEFAULTS = { bits: 0, maxDepth: 1024 }

/** @type {ValueSettings} */
const VALUE_DEFAULTS = {
  bigint: 'never', numbers: 'double', proto: 'own', maps: false, reviver: undefined,
}

/** @type {FormatSettings} */
const FORMAT_DEFAULTS = {
  indent: '', canonical: false, ascii: false, newline: false, bigint: 'error', nonFinite: 'null',
  maxDepth: 1024, replacer: undefined, keys: undefined,
}

const WRITER_MAX_DEPTH = 1000

/** Characters of one level's indentation, as JSON.stringify has it. */
const INDENT_MAX = 10

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
 * @param {FormatOptions} [options]
 * @returns {FormatSettings}
 */
export function formatSettings(options) {
  if (options === undefined) return FORMAT_DEFAULTS
  check(options, FORMAT_RULES)
  const {
    indent = '', canonical = false, ascii = false, newline = false,
    bigint = FORMAT_DEFAULTS.bigint, nonFinite = FORMAT_DEFAULTS.nonFinite,
    maxDepth = FORMAT_DEFAULTS.maxDepth, replacer,
  } = options
  return {
    // RFC 8785 knows one form only.
    indent: canonical ? '' : indentation(indent),
    canonical,
    ascii: ascii && !canonical,
    newline,
    bigint,
    nonFinite,
    maxDepth,
    replacer: typeof replacer === 'function' ? replacer : undefined,
    keys: Array.isArray(replacer) ? propertyList(replacer) : undefined,
  }
}

/**
 * @param {WriterOptions} [options]
 * @returns {{ indent: string, maxDepth: number, skipValidation: boolean, ascii: boolean }}
 */
export function writerSettings(options = {}) {
  check(options, WRITER_RULES)
  const {
    indent = '', maxDepth = WRITER_MAX_DEPTH, skipValidation = false, ascii = false,
  } = options
  return { indent: indentation(indent), maxDepth, skipValidation, ascii }
}

/**
 * Whether a raw value shall be looked at.
 * @param {{ validate?: boolean }} [options]
 * @returns {boolean}
 */
export function rawValidation(options) {
  if (options === undefined) return true
  check(options, RAW_RULES)
  return options.validate !== false
}

/**
 * What JSON.stringify makes of its third argument.
 * @param {number | string} indent
 */
function indentation(indent) {
  if (typeof indent === 'string') return indent.slice(0, INDENT_MAX)
  return ' '.repeat(Math.max(0, Math.min(INDENT_MAX, Math.trunc(indent) || 0)))
}

/**
 * What JSON.stringify makes of an array as its second argument.
 * @param {unknown[]} replacer
 */
function propertyList(replacer) {
  const keys = new Set()
  const { length } = replacer
  for (let i = 0; i < length; i++) {
    const item = replacer[i]
    const isName = typeof item === 'string' || typeof item === 'number' ||
      /^\[object (String|Number)\]$/.test(Object.prototype.toString.call(item))
    if (isName) keys.add(String(item))
  }
  return [...keys]
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
export function readParseOptions({
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
