/**
 * The worker's script: reads what it is sent, parses it, and sends the document back.
 */
import { TapeSyntaxError, faultOf } from './errors.js'
import { TapeDocument, parse } from './index.js'
import { parentPort } from './threads.js'

/**
 * @typedef {import('./index.js').ParseOptions} ParseOptions
 * @typedef {'text' | 'bytes' | 'blob' | 'url' | 'stream' | 'chunks'} TaskKind
 * @typedef {object} Task
 * @property {TaskKind} kind
 * @property {any} input
 * @property {number} [total] bytes, as far as they are known before
 * @property {ParseOptions} options
 * @property {boolean} progress whether it is wanted
 */

/** How often progress is told, at most. */
const PROGRESS_MS = 50

const port = parentPort()

/**
 * A piece of a stream that cannot be sent whole: bytes, or null at its end or failure.
 * @typedef {{ chunk: Uint8Array | null, failure?: string }} Piece
 */

/** @type {(piece: Piece) => void} */
let onPiece = () => {}

port.listen((message) => {
  if ('chunk' in message) onPiece(message)
  else run(message)
})

/** @param {Task} task */
async function run(task) {
  try {
    const document = parse(await read(task), task.options).share()
    port.postMessage({ document }, TapeDocument.transferables(document))
  } catch (error) {
    port.postMessage({ error: describe(/** @type {Error} */ (error)) })
  }
}

/**
 * The whole input.
 * @param {Task} task
 */
async function read(task) {
  const { kind, input, total } = task
  switch (kind) {
    case 'blob':
      return collect(chunksOf(input.stream()), task, input.size)
    case 'url':
      return readUrl(new URL(input), task)
    case 'stream':
      return collect(chunksOf(input), task, total)
    case 'chunks':
      return collect(chunksSent(), task, total)
    default:
      return input
  }
}

/**
 * @param {URL} url
 * @param {Task} task
 */
async function readUrl(url, task) {
  const { process, Deno } = /** @type {any} */ (globalThis)
  if (url.protocol === 'file:' && process?.versions?.node && !Deno) {
    const { createReadStream, statSync } = process.getBuiltinModule('node:fs')
    const { size } = statSync(url)
    return collect(createReadStream(url), task, size)
  }
  const response = await fetch(url)
  if (!response.ok) throw new Error(`HTTP status ${response.status} for ${url.href}`)
  return collect(chunksOf(response.body), task, lengthOf(response))
}

/**
 * Bytes that a response says it has.
 * @param {Response} response
 */
function lengthOf({ headers }) {
  const length = Number(headers.get('Content-Length'))
  return length > 0 && !headers.has('Content-Encoding') ? length : undefined
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* chunksOf(stream) {
  if (!stream) return
  const reader = stream.getReader()
  for (let result; !(result = await reader.read()).done;) yield result.value
}

/** @returns {AsyncGenerator<Uint8Array>} */
async function* chunksSent() {
  /** @type {Piece[]} */
  const queue = []
  let wake = () => {}
  onPiece = (piece) => {
    queue.push(piece)
    wake()
  }
  for (;;) {
    const piece = queue.shift()
    if (piece?.failure) throw new Error(piece.failure)
    if (piece?.chunk === null) return
    if (piece?.chunk) yield piece.chunk
    else await new Promise((resolve) => (wake = () => resolve(undefined)))
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {Task} task
 * @param {number} [total]
 */
async function collect(chunks, task, total) {
  let bytes = new Uint8Array(total ?? 0x10000)
  let nbytes = 0
  let told = -Infinity
  const tell = () => {
    told = Date.now()
    port.postMessage({ progress: { bytes: nbytes, total } })
  }
  for await (const chunk of chunks) {
    if (nbytes + chunk.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, nbytes + chunk.length))
      larger.set(bytes.subarray(0, nbytes))
      bytes = larger
    }
    bytes.set(chunk, nbytes)
    nbytes += chunk.length
    if (task.progress && Date.now() - told >= PROGRESS_MS) tell()
  }
  if (task.progress) tell()
  return nbytes === bytes.length ? bytes : bytes.slice(0, nbytes)
}

/**
 * An error as it can be sent.
 * @param {Error} error
 */
function describe(error) {
  const { name, message } = error
  return { name, message, fault: error instanceof TapeSyntaxError ? faultOf(error) : undefined }
}
