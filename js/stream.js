/**
 * Streams of JSON documents: files and responses that need not fit in memory, one document at a
 * time.
 */
import './index.js'
import { Fault, StreamDocument } from './blocks.js'
import { streamSettings } from './stream-options.js'
import { Selector } from './select.js'
import { chunkOf, openSource } from './source.js'
import { LineSplitter } from './split.js'

export { encodeLines } from './lines.js'
export { StreamDocument }

/**
 * @typedef {import('./stream.js').StreamOptions} StreamOptions
 * @typedef {import('./stream.js').StreamSource} StreamSource
 * @typedef {import('./stream-options.js').StreamSettings} StreamSettings
 */

/**
 * The documents of a stream.
 * @param {StreamSource} source
 * @param {StreamOptions} [options]
 * @returns {AsyncIterable<StreamDocument>}
 */
export function documents(source, options) {
  const settings = streamSettings(options)
  return { [Symbol.asyncIterator]: () => new Documents(source, settings) }
}

/** @param {StreamSettings} settings */
function splitterFor(settings) {
  const hasDelimiters = settings.select === undefined && settings.format.includes('json')
  return hasDelimiters ? new LineSplitter(settings) : new Selector(settings)
}

/**
 * The documents of what a splitter found, up to an error that is thrown; the others are skipped.
 * @param {(StreamDocument | Fault)[]} found
 * @param {StreamSettings} settings
 * @returns {Generator<StreamDocument, void>}
 */
function* documentsOf(found, { onError }) {
  for (const item of found) {
    if (!(item instanceof Fault)) yield item
    else if (onError === 'throw') throw item.error
    else if (onError !== 'skip') onError(item.error, item.source)
  }
}

/** @implements {AsyncIterator<StreamDocument>} */
class Documents {
  #source
  #settings
  #splitter
  #nbytes = 0
  #ndocuments = 0

  /** @type {Generator<StreamDocument, void>} */
  #found

  /** The read that is under way. @type {Promise<unknown> | undefined} */
  #reading
  #isAtEnd = false
  #isStopped = false

  /** Rejects when the signal aborts. @type {Promise<never> | undefined} */
  #aborted
  #onAbort = () => {}

  /**
   * @param {StreamSource} source
   * @param {StreamSettings} settings
   */
  constructor(source, settings) {
    this.#settings = settings
    this.#splitter = splitterFor(settings)
    this.#source = openSource(source)
    this.#found = documentsOf([], settings)
    const { signal } = settings
    if (!signal) return
    this.#aborted = new Promise((_resolve, reject) => {
      this.#onAbort = () => reject(signal.reason)
      if (signal.aborted) this.#onAbort()
      else signal.addEventListener('abort', this.#onAbort)
    })
    this.#aborted.catch(() => {})
  }

  /** @returns {Promise<IteratorResult<StreamDocument, undefined>>} */
  next() {
    if (this.#reading) return this.#reading.then(() => this.next())
    if (this.#isStopped) return Promise.resolve({ done: true, value: undefined })
    try {
      this.#settings.signal?.throwIfAborted()
      const { done, value } = this.#found.next()
      if (!done) return Promise.resolve({ done: false, value })
    } catch (error) {
      return this.#stop(error).then(() => Promise.reject(error))
    }
    if (this.#isAtEnd) return this.return()
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading.then(() => this.next())
  }

  /** @returns {Promise<IteratorResult<StreamDocument, undefined>>} */
  async return() {
    await this.#stop()
    return { done: true, value: undefined }
  }

  async #read() {
    try {
      const next = this.#source.next()
      const chunk = await (this.#aborted ? Promise.race([next, this.#aborted]) : next)
      const found = chunk
        ? this.#splitter.push(chunk, false) : this.#splitter.push(new Uint8Array(0), true)
      this.#isAtEnd = chunk === undefined
      this.#found = documentsOf(found, this.#settings)
      this.#nbytes += chunk?.length ?? 0
      this.#ndocuments += found.reduce((sum, item) => sum + Number(!(item instanceof Fault)), 0)
      if (chunk) this.#tellProgress()
    } catch (error) {
      await this.#stop(error)
      throw error
    }
  }

  #tellProgress() {
    const { total } = this.#source
    const progress = { bytes: this.#nbytes, documents: this.#ndocuments }
    this.#settings.onProgress?.(total === undefined ? progress : { ...progress, total })
  }

  /**
   * Lets go of the source; after an error without waiting for what it has to say.
   * @param {unknown} [error]
   */
  async #stop(error) {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#settings.signal?.removeEventListener('abort', this.#onAbort)
    if (this.#isAtEnd) return
    const cancelled = this.#source.cancel(error)
    if (error === undefined) await cancelled
    else cancelled.catch(() => {})
  }
}

/** Turns chunks of bytes into documents. */
export class JsonParserStream extends TransformStream {
  /** @param {StreamOptions} [options] */
  constructor(options) {
    const settings = streamSettings(options)
    const { onProgress, signal } = settings
    const splitter = splitterFor(settings)
    let bytes = 0
    let documents = 0
    /** @param {TransformStreamDefaultController<StreamDocument>} controller */
    const abort = (controller) => controller.error(signal?.reason)
    /**
     * @param {Uint8Array} chunk
     * @param {boolean} isFinal
     * @param {TransformStreamDefaultController<StreamDocument>} controller
     */
    const push = (chunk, isFinal, controller) => {
      for (const document of documentsOf(splitter.push(chunk, isFinal), settings)) {
        documents++
        controller.enqueue(document)
      }
    }
    super({
      start(controller) {
        if (signal?.aborted) abort(controller)
        else signal?.addEventListener('abort', () => abort(controller), { once: true })
      },
      transform(chunk, controller) {
        const given = chunkOf(chunk)
        push(given, false, controller)
        bytes += given.length
        onProgress?.({ bytes, documents })
      },
      flush(controller) {
        push(new Uint8Array(0), true, controller)
      },
    })
  }
}
