/**
 * Values as lines of JSON.
 */

/** Lines are put together to chunks of about this many characters. */
const CHUNK_LENGTH = 0x10000

/**
 * A stream of the lines that values give, as UTF-8. Values are asked for as the stream is read, and
 * let go of when it is cancelled.
 * @param {Iterable<unknown> | AsyncIterable<unknown>} values
 * @returns {ReadableStream<Uint8Array>}
 */
export function encodeLines(values) {
  const iterator = iteratorOf(values)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let lines = ''
      let isDone = false
      while (lines.length < CHUNK_LENGTH && !isDone) {
        const { done = false, value } = await iterator.next()
        if (!done) lines += lineOf(value)
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

/** @param {unknown} value */
function lineOf(value) {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON text`)
  return `${text}\n`
}
