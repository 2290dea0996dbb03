/**
 * Options of readers and of streams.
 */
import {
  BOM_ERROR, BOOLEAN, check, COMMENTS, DEPTH, FUNCTION, PARSE_DEFAULTS, PARSE_RULES,
  readParseOptions, SIGNAL, SIZE, TRAILING_COMMAS,
} from './options.js'

/**
 * @typedef {import('./index.js').ReaderOptions} ReaderOptions
 * @typedef {import('./stream.js').StreamOptions} StreamOptions
 * @typedef {import('./options.js').ParseSettings} ParseSettings
 * @typedef {import('./options.js').Rule} Rule
 */

/**
 * StreamOptions with nothing left out that has a default.
 * @typedef {object} StreamSettings
 * @property {ParseSettings} parse
 * @property {'ndjson' | 'json-seq' | 'concatenated' | 'array'} format
 * @property {string | undefined} select
 * @property {Exclude<StreamOptions['onError'], undefined>} onError
 * @property {StreamOptions['onProgress']} onProgress
 * @property {AbortSignal | undefined} signal
 * @property {number} maxDocumentBytes
 */

/** jt_reader_init's options, see src/json_reader.h. */
const COMMENT_TOKENS = 64
const SEVERAL_VALUES = 128

/** The largest document there can be, see src/jsontape.h. */
const DOCUMENT_NBYTES_MAX = 2 ** 32 - 2

/** @type {Record<keyof ReaderOptions, Rule>} */
const READER_RULES = {
  maxDepth: DEPTH,
  comments: ['disallow', 'skip', 'allow'],
  trailingCommas: BOOLEAN,
  multipleValues: BOOLEAN,
  bom: ['skip', 'error'],
}

/** @type {Record<keyof StreamOptions, Rule>} */
const STREAM_RULES = {
  ...PARSE_RULES,
  format: ['ndjson', 'json-seq', 'concatenated', 'array'],
  select: { allows: (value) => typeof value === 'string', words: 'a string' },
  onError: {
    allows: (value) => value === 'throw' || value === 'skip' || typeof value === 'function',
    words: "'throw' or 'skip' or a function",
  },
  onProgress: FUNCTION,
  signal: SIGNAL,
  maxDocumentBytes: SIZE,
}

/**
 * @param {ReaderOptions} [options]
 * @returns {ParseSettings}
 */
export function readerSettings(options = {}) {
  check(options, READER_RULES)
  const { maxDepth = PARSE_DEFAULTS.maxDepth, comments, trailingCommas, multipleValues, bom } =
    options
  let bits = 0
  if (bom === 'error') bits |= BOM_ERROR
  if (comments === 'skip') bits |= COMMENTS
  if (comments === 'allow') bits |= COMMENT_TOKENS
  if (trailingCommas) bits |= TRAILING_COMMAS
  if (multipleValues) bits |= SEVERAL_VALUES
  return { bits, maxDepth }
}

/**
 * @param {StreamOptions} [options]
 * @returns {StreamSettings}
 */
export function streamSettings(options = {}) {
  check(options, STREAM_RULES)
  const {
    select, format = 'ndjson', onError = 'throw', onProgress, signal,
    maxDocumentBytes = DOCUMENT_NBYTES_MAX,
  } = options
  if (select !== undefined && options.format !== undefined) {
    throw new TypeError('option format cannot be used with select')
  }
  if (onError !== 'throw' && (select !== undefined || !format.includes('json'))) {
    throw new TypeError("option onError must be 'throw' unless format is 'ndjson' or 'json-seq'")
  }
  return {
    parse: readParseOptions(options),
    format,
    select,
    onError,
    onProgress,
    signal,
    maxDocumentBytes: Math.min(maxDocumentBytes, DOCUMENT_NBYTES_MAX),
  }
}
