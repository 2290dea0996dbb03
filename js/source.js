/**
 * Where a stream's bytes come from: everything that gives chunks, behind one face that can be let
 * go of.
 */
import { toBytes } from './input.js'

/**
 * @typedef {object} Source
 * @property {() => Promise<Uint8Array | undefined>} next the next chunk; undefined: there is none
 * @property {(reason?: unknown) => Promise<void>} cancel
 * @property {number | undefined} total bytes, where that is known
 */

/**
 * @param {import('./stream.js').StreamSource} input
 * @returns {Source}
 */
export function openSource(input) {
  const tag = Object.prototype.toString.call(input)
  if (tag === '[object Response]') {
    const { body, headers } = /** @type {Response} */ (input)
    const length = headers.get('Content-Length')
    const isPlain = length !== null && !headers.has('Content-Encoding')
    return { ...fromStream(body), total: isPlain ? Number(length) : undefined }
  }
  if (tag === '[object Blob]' || tag === '[object File]') {
    const blob = /** @type {Blob} */ (input)
    return { ...fromStream(blob.stream()), total: blob.size }
  }
  const source = /** @type {any} */ (input)
  if (typeof source?.getReader === 'function') return fromStream(source)
  if (typeof source?.[Symbol.asyncIterator] === 'function') return fromIterable(source)
  throw new TypeError('source must be a ReadableStream, an async iterable, a Response or a Blob')
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @returns {Source}
 */
function fromStream(stream) {
  const reader = stream?.getReader()
  return {
    async next() {
      const { done, value } = reader ? await reader.read() : { done: true, value: undefined }
      return done ? undefined : chunkOf(value)
    },
    async cancel(reason) {
      await reader?.cancel(reason)
      reader?.releaseLock()
    },
    total: undefined,
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} iterable
 * @returns {Source}
 */
function fromIterable(iterable) {
  const iterator = iterable[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done ? undefined : chunkOf(value)
    },
    async cancel() {
      await iterator.return?.()
    },
    total: undefined,
  }
}

/**
 * @param {unknown} chunk
 * @returns {Uint8Array}
 */
export function chunkOf(chunk) {
  if (typeof chunk === 'string') throw new TypeError('a stream of documents is one of bytes')
  return toBytes(/** @type {any} */ (chunk))
}
