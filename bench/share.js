/**
 * What does it cost to have a document that another thread parsed? Receiving it, the first read,
 * and a structured clone of the same objects; and what parsing in a worker takes of the thread that
 * asks for it: the call, and the handler of the worker's messages.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { TapeDocument, parse } from '../js/index.js'
import { ParserPool } from '../js/worker.js'
import { recordArray } from './generator.js'
import { measure, median } from './measure.js'

const script = new URL('../js/worker-thread.js', import.meta.url)

/**
 * @param {Uint8Array} bytes
 * @param {number | undefined} rounds
 */
function receiving(bytes, rounds) {
  let document = parse(bytes.slice())
  const { port1, port2 } = new MessageChannel()
  /** @param {(received: TapeDocument) => unknown} use */
  const receive = (use) => () => {
    const message = document.share()
    port1.postMessage(message, TapeDocument.transferables(message))
    const begin = performance.now()
    document = TapeDocument.from(receiveMessageOnPort(port2)?.message)
    use(document)
    return (performance.now() - begin) * 1e6
  }
  const received = measure(
    [
      { name: 'receive', time: receive(() => {}) },
      { name: 'receive and get', time: receive((received) => received.get('/7/user/id')) }
    ],
    { rounds }
  )
  port1.close()
  // By itself: its garbage would be collected on the others' time.
  const objects = document.toJS()
  const clone = { name: 'structuredClone of the objects', run: () => structuredClone(objects) }
  return [...received, ...measure([clone], { rounds })]
}

/** A worker whose message handlers are timed. */
class TimedWorker {
  #worker = new Worker(script)

  /** Milliseconds in handlers. */
  spent = 0

  /** @param {string} name @param {(...args: any[]) => void} listener */
  on(name, listener) {
    this.#worker.on(name, (...args) => {
      const begin = performance.now()
      listener(...args)
      this.spent += performance.now() - begin
    })
  }

  /** @param {any} message @param {any[]} transfer */
  postMessage(message, transfer) {
    this.#worker.postMessage(message, transfer)
  }

  terminate() {
    return this.#worker.terminate()
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} rounds
 */
async function asking(bytes, rounds) {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  /** @type {Record<string, () => any>} */
  const inputs = {
    Blob: () => new Blob([bytes]),
    Response: () => new Response(bytes),
    SharedArrayBuffer: () => shared,
    'transfer: true': () => bytes.slice()
  }
  const rows = []
  for (const [name, make] of Object.entries(inputs)) {
    const worker = new TimedWorker()
    const pool = new ParserPool({ size: 1, worker: () => worker })
    const times = []
    for (let round = 0; round < rounds; round++) {
      const input = make()
      worker.spent = 0
      const begin = performance.now()
      const parsed = pool.parse(input, { transfer: true })
      const called = performance.now() - begin
      await parsed
      times.push((called + worker.spent) * 1e6)
    }
    await pool.close()
    rows.push({ subject: name, rounds, iterations: 1, ns: median(times), ratios: {} })
  }
  return rows
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'documents from another thread',
  unit: 'ms',
  cases: () =>
    ['receiving', 'asking'].map((group) => ({
      group,
      name: '100 MB of records',
      load: () => recordArray(1e8)
    })),
  measure: (bytes, { rounds, group }) =>
    group === 'asking' ? asking(bytes.slice(), rounds ?? 9) : receiving(bytes, rounds)
}
