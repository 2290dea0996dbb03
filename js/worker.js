/**
 * Parsing in another thread. The document that comes back is read here without wasm. On this
 * thread nothing is done that takes longer for more bytes, except for one copy of buffers that are
 * not to be given away, and of strings.
 */
import { TapeDocument } from './document.js'
import { TapeSyntaxError } from './errors.js'
import { toBytes } from './input.js'
import { poolSettings, workerSettings } from './options.js'
import { isShared } from './text.js'
import { Thread, hardwareThreads } from './threads.js'

/**
 * @typedef {import('./worker.js').WorkerInput} WorkerInput
 * @typedef {import('./worker.js').WorkerOptions} WorkerOptions
 * @typedef {import('./options.js').WorkerSettings} WorkerSettings
 */

/** Threads of a pool that is told no number. */
const SIZE_MAX = 4

/** Errors of a worker that keep their class. */
const CLASSES = { RangeError, SyntaxError, TypeError }

/**
 * Parses in a worker that is started for it and ends with it.
 * @param {WorkerInput} input
 * @param {WorkerOptions} [options]
 * @returns {Promise<TapeDocument>}
 */
export async function parseInWorker(input, options) {
  const pool = new ParserPool({ size: 1, worker: options?.worker })
  try {
    return await pool.parse(input, options)
  } finally {
    pool.close()
  }
}

/**
 * A parse that was asked for.
 * @typedef {object} Job
 * @property {WorkerInput} input
 * @property {WorkerSettings} settings
 * @property {(document: TapeDocument) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {Thread | undefined} thread
 */

/** Workers that parse one input after the other; each is started when it is first needed. */
export class ParserPool {
  #size
  #script
  #closed = false

  /** @type {Set<Thread>} */
  #threads = new Set()

  /** @type {Thread[]} */
  #idle = []

  /** Those that wait, and those whose thread works. @type {Set<Job>} */
  #jobs = new Set()

  /** @param {{ size?: number, worker?: URL | (() => unknown) }} [options] */
  constructor(options) {
    const { size, worker } = poolSettings(options)
    this.#size = size ?? Math.max(1, Math.min(SIZE_MAX, hardwareThreads() - 1))
    this.#script = worker
  }

  /**
   * @param {WorkerInput} input
   * @param {WorkerOptions} [options]
   * @returns {Promise<TapeDocument>}
   */
  async parse(input, options) {
    const settings = workerSettings(options)
    const { signal } = settings
    signal?.throwIfAborted()
    if (this.#closed) throw closedError()
    /** @type {Job | undefined} */
    let job
    const abort = () => {
      if (job) this.#abandon(job, signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise((resolve, reject) => {
        job = { input, settings, resolve, reject, thread: undefined }
        this.#jobs.add(job)
        this.#next()
      })
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Ends all workers. What they have not finished is rejected. */
  async close() {
    this.#closed = true
    for (const job of this.#jobs) job.reject(closedError())
    this.#jobs.clear()
    await Promise.all([...this.#threads].map((thread) => thread.end()))
    this.#threads.clear()
    this.#idle = []
  }

  /** Gives the first job that waits to a thread, if there is one for it. */
  #next() {
    const job = [...this.#jobs].find(({ thread }) => !thread)
    if (!job) return
    try {
      const thread = this.#idle.pop() ?? this.#start()
      if (!thread) return
      job.thread = thread
      thread.keep(true)
      send(thread, job)
    } catch (error) {
      this.#abandon(job, error)
    }
  }

  /** @returns {Thread | undefined} */
  #start() {
    if (this.#threads.size >= this.#size) return undefined
    const thread = new Thread(this.#script)
    this.#threads.add(thread)
    thread.listen(
      (message) => this.#receive(thread, message),
      (error) => {
        const job = this.#jobOf(thread)
        if (job) this.#abandon(job, error)
        else this.#drop(thread)
      })
    return thread
  }

  /**
   * @param {Thread} thread
   * @param {any} message
   */
  #receive(thread, { document, error, progress }) {
    const job = this.#jobOf(thread)
    if (!job) return
    if (progress) {
      try {
        job.settings.onProgress?.(progress)
      } catch (thrown) {
        this.#abandon(job, thrown)
      }
      return
    }
    this.#jobs.delete(job)
    if (error) job.reject(revive(error))
    else job.resolve(TapeDocument.from(document))
    thread.keep(false)
    this.#idle.push(thread)
    this.#next()
  }

  /** @param {Thread} thread */
  #jobOf(thread) {
    return [...this.#jobs].find((job) => job.thread === thread)
  }

  /**
   * Rejects a job. A thread that works on it ends, since nothing else stops it.
   * @param {Job} job
   * @param {unknown} reason
   */
  #abandon(job, reason) {
    this.#jobs.delete(job)
    job.reject(reason)
    if (job.thread) this.#drop(job.thread)
    this.#next()
  }

  /** @param {Thread} thread */
  #drop(thread) {
    this.#threads.delete(thread)
    thread.end()
  }
}

/**
 * @param {Thread} thread
 * @param {Job} job
 */
function send(thread, { input, settings: { options, transfer, onProgress } }) {
  const common = { options, progress: onProgress !== undefined }
  switch (Object.prototype.toString.call(input)) {
    case '[object String]':
      return thread.post({ ...common, kind: 'text', input })
    case '[object Blob]':
    case '[object File]':
      return thread.post({ ...common, kind: 'blob', input })
    case '[object URL]':
      return thread.post({ ...common, kind: 'url', input: String(input) })
    case '[object Response]':
      return sendResponse(thread, /** @type {Response} */ (input), common)
    default: {
      const given = toBytes(/** @type {Uint8Array} */ (input))
      if (isShared(given)) return thread.post({ ...common, kind: 'bytes', input: given })
      const bytes = transfer ? given : new Uint8Array(given)
      return thread.post({ ...common, kind: 'bytes', input: bytes }, [bytes.buffer])
    }
  }
}

/**
 * @param {Thread} thread
 * @param {Response} response
 * @param {object} common
 */
function sendResponse(thread, { body, headers }, common) {
  const length = Number(headers.get('Content-Length'))
  const total = length > 0 && !headers.has('Content-Encoding') ? length : undefined
  if (!body) return thread.post({ ...common, kind: 'text', input: '' })
  try {
    thread.post({ ...common, kind: 'stream', input: body, total }, [body])
  } catch {
    // Not every engine can send streams.
    thread.post({ ...common, kind: 'chunks', input: undefined, total })
    sendChunks(thread, body.getReader())
  }
}

/**
 * @param {Thread} thread
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 */
async function sendChunks(thread, reader) {
  try {
    for (let result; !(result = await reader.read()).done;) {
      thread.post({ chunk: result.value }, [result.value.buffer])
    }
    thread.post({ chunk: null })
  } catch (error) {
    thread.post({ chunk: null, failure: String(error) })
  }
}

/**
 * An error as it was in the worker.
 * @param {object} error
 * @param {string} error.name
 * @param {string} error.message
 * @param {ConstructorParameters<typeof TapeSyntaxError>[0]} [error.fault]
 */
function revive({ name, message, fault }) {
  if (fault) return new TapeSyntaxError(fault)
  const Class = Object.hasOwn(CLASSES, name) ? CLASSES[/** @type {'TypeError'} */ (name)] : Error
  return new Class(message)
}

function closedError() {
  return new Error('the pool of parsers is closed')
}
