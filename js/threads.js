/**
 * Threads, whatever the host calls them: Workers, or in Node worker_threads. Both ends of the line
 * between two threads are a Port.
 */

/**
 * What is common to web Workers, worker scopes and Node's ports.
 * @typedef {object} Port
 * @property {(message: unknown, transfer?: any[]) => void} postMessage
 * @property {(listener: (message: any) => void) => void} listen
 */

/**
 * @typedef {object} NodeThreads
 * @property {new (script: URL, options: object) => any} Worker
 * @property {any} parentPort
 */

/** Node's own threads; Bun and Deno have Workers. @returns {NodeThreads | undefined} */
function nodeThreads() {
  const { process, Bun, Deno } = /** @type {any} */ (globalThis)
  if (!process?.versions?.node || Bun || Deno) return undefined
  return process.getBuiltinModule('node:worker_threads')
}

/** The line to the thread that started this one. @returns {Port} */
export function parentPort() {
  return portOf(nodeThreads()?.parentPort ?? globalThis)
}

/** Threads that this machine runs at the same time. */
export function hardwareThreads() {
  const { navigator, process } = /** @type {any} */ (globalThis)
  return navigator?.hardwareConcurrency ??
    process?.getBuiltinModule('node:os').availableParallelism() ?? 1
}

/** A thread that runs js/worker-thread.js, or what the caller has in its place. */
export class Thread {
  #worker
  #port

  /** @param {URL | (() => any)} [script] */
  constructor(script) {
    this.#worker = typeof script === 'function' ? script() : startWorker(script)
    this.#port = portOf(this.#worker)
  }

  /**
   * @param {(message: any) => void} onMessage
   * @param {(error: Error) => void} onFailure is told that the thread cannot go on
   */
  listen(onMessage, onFailure) {
    this.#port.listen(onMessage)
    const failed = (/** @type {any} */ event) => {
      event?.preventDefault?.()
      onFailure(event instanceof Error ? event
        : new Error(`the worker failed: ${event?.message ?? 'its script cannot be run'}`))
    }
    for (const name of ['error', 'messageerror']) add(this.#worker, name, failed)
    add(this.#worker, 'exit', () => onFailure(new Error('the worker failed: it has ended')))
  }

  /**
   * @param {unknown} message
   * @param {any[]} [transfer]
   */
  post(message, transfer = []) {
    this.#port.postMessage(message, transfer)
  }

  /**
   * Whether the process waits for the thread, where threads are like that.
   * @param {boolean} isBusy
   */
  keep(isBusy) {
    this.#worker[isBusy ? 'ref' : 'unref']?.()
  }

  /** @returns {Promise<void>} */
  async end() {
    await this.#worker.terminate()
  }
}

/** A worker inherits Node's options, and refuses the one of `node --input-type=module --eval`. */
function nodeOptions() {
  const { execArgv } = /** @type {any} */ (globalThis).process
  const isRefused = (/** @type {string} */ option) => option.startsWith('--input-type')
  return execArgv.some(isRefused) ? { execArgv: [] } : {}
}

/** @param {URL} [script] */
function startWorker(script) {
  const threads = nodeThreads()
  if (threads) {
    // Written otherwise, bundlers for the web would take it for a file that they must copy.
    const here = import.meta.url
    script ??= new URL('./worker-thread.js', here)
    return new threads.Worker(script, nodeOptions())
  }
  if (script) return new Worker(script, { type: 'module' })
  // Bundlers look for this very expression.
  return new Worker(new URL('./worker-thread.js', import.meta.url), { type: 'module' })
}

/**
 * @param {any} end
 * @returns {Port}
 */
function portOf(end) {
  return {
    postMessage: (message, transfer) => end.postMessage(message, transfer),
    listen: (listener) => {
      const isNode = typeof end.on === 'function'
      add(end, 'message', isNode ? listener : (/** @type {any} */ event) => listener(event.data))
    },
  }
}

/**
 * @param {any} target of Node's events or of the web's
 * @param {string} name
 * @param {(event: any) => void} listener
 */
function add(target, name, listener) {
  if (typeof target.on === 'function') target.on(name, listener)
  else target.addEventListener(name, listener)
}
