/**
 * Values as lines of JSON.
 */
import { stringify } from './encode.js'
import { formatSettings } from './options.js'

/** @typedef {import('./index.js').FormatOptions} FormatOptions */

/** Lines are put together to chunks of about this many characters. */
const CHUNK_LENGTH = 0x10000

/**
 * A stream of the lines that values give, as UTF-8. Values are asked for as the stream is read, and
 * let go of when it is cancelled.
 * @param {Iterable<unknown> | AsyncIterable<unknown>} values
 * @param {FormatOptions} [options]
 * @returns {ReadableStream<Uint8Array>}
 */
export function encodeLines(values, options) {
  if (formatSettings(options).indent !== '') {
    throw new TypeError('option indent cannot be used for lines')
  }
  const format = { ...options, newline: true }
  const iterator = iteratorOf(values)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let lines = ''
      let isDone = false
      while (lines.length < CHUNK_LENGTH && !isDone) {
        const { done = false, value } = await iterator.next()
        if (!done) lines += lineOf(value, format)
        isDone = done
      }
      if (lines !== '') controller.enqueue(encoder.encode(lines))
      if (isDone) controller.close()
    },
    async cancel(reason) {
      await iterator.return?.(reason)
    },
  }, { highWaterMark: 0 })
}

/**
 * @param {any} values
 * @returns {Iterator<unknown> | AsyncIterator<unknown>}
 */
function iteratorOf(values) {
  const method = values?.[Symbol.asyncIterator] ?? values?.[Symbol.iterator]
  if (typeof method !== 'function' || typeof values === 'string') {
    throw new TypeError('values must be iterable')
  }
  return method.call(values)
}

/**
 * @param {unknown} value
 * @param {FormatOptions} format
 */
function lineOf(value, format) {
  const line = stringify(value, format)
  if (line === undefined) throw new TypeError('this value has no JSON text')
  return line
}
