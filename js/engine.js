/**
 * The wasm module and its one instance. Nothing is compiled before it is needed, nothing that went
 * wrong is remembered: an instance that trapped, ran out of memory or holds more memory than is
 * worth keeping is dropped, and the next call makes a new one.
 */

/** Memory that stays warm for the next call. */
const KEPT_NBYTES = 64 * 1024 * 1024

/** What addresses in wasm can reach. */
const ADDRESSABLE_NBYTES = 2 ** 32

/**
 * @typedef {import('./index.js').WasmSource} WasmSource
 * @typedef {() => BufferSource | WebAssembly.Module} Load
 */

/**
 * The functions of wasm/exports.c; addresses are signed when they come out.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} scratch
 * @property {(nbytes: number) => number} reserve
 * @property {(source: number, sourceNbytes: number, tape: number, tapeNwords: number,
 *   options: number, maxDepth: number) => number} parse
 * @property {(tape: number) => number} texts
 * @property {(string: number, nbytes: number, out: number) => number} text
 * @property {(bytes: number, nbytes: number) => void} mask
 * @property {(job: number) => number} columns see src/columns.h
 * @property {(a: number, b: number, keyOrder: number, scratch: number) => number} equal see
 *   src/equal.h
 * @property {(format: number, written: number) => number} format see src/tape_format.h
 * @property {(job: number, written: number) => number} write see wasm/exports_write.c
 * @property {(text: number, nbytes: number, maxDepth: number) => number} deeper
 * @property {() => number} result
 * @property {(reader: number, options: number, maxDepth: number) => number} reader_init
 * @property {(reader: number, frames: number, piece: number, nbytes: number, isFinal: number,
 *   result: number) => void} read_tokens
 * @property {(split: number, text: number, nbytes: number, blocks: number) => number} split_lines
 * @property {(selector: number, options: number, maxDepth: number) => number} selector_init
 * @property {(selector: number, selection: number, frames: number, text: number, nbytes: number,
 *   isFinal: number, result: number) => number} select_values
 * @property {() => number} build
 */

/** Their names. */
const EXPORTS = ['memory', 'scratch', 'reserve', 'parse', 'texts', 'text', 'mask', 'columns',
  'equal', 'format', 'write', 'deeper', 'reader_init', 'read_tokens', 'split_lines',
  'selector_init', 'select_values', 'result', 'build']

/** An instance with what does not change while it lives. */
export class Instance {
  /** @type {Uint8Array | undefined} */
  #bytes

  /** @type {Uint32Array | undefined} */
  #words

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const exports = new WebAssembly.Instance(module).exports
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (exports))
    /** Where scratch memory starts. */
    this.scratch = this.exports.scratch() >>> 0
    /** Word index of what parse came to. */
    this.result = this.exports.result() >>> 2
  }

  get nbytes() {
    return this.exports.memory.buffer.byteLength
  }

  /** All memory, as bytes and as words; made anew when memory has grown. */
  get bytes() {
    const { buffer } = this.exports.memory
    if (this.#bytes?.buffer !== buffer) this.#bytes = new Uint8Array(buffer)
    return this.#bytes
  }

  get words() {
    const { buffer } = this.exports.memory
    if (this.#words?.buffer !== buffer) this.#words = new Uint32Array(buffer)
    return this.#words
  }

  /**
   * Makes room for so many bytes of scratch memory.
   * @param {number} nbytes
   * @returns {boolean} false: more than wasm can address
   */
  reserve(nbytes) {
    if (this.scratch + nbytes >= ADDRESSABLE_NBYTES) return false
    if (!this.exports.reserve(nbytes)) throw outOfMemory()
    return true
  }

  /**
   * Puts a text into scratch memory as UTF-8, with some room behind it.
   * @param {number} start
   * @param {string} text
   * @param {number} room
   * @returns {number} its bytes; TOO_LARGE: more than wasm can address
   */
  writeText(start, text, room) {
    encoder ??= new TextEncoder()
    let at = start
    // Room for ASCII first; three times that is asked for only when it is needed.
    for (let rest = text, factor = 1; ; factor = 3) {
      if (!this.reserve(at - this.scratch + factor * rest.length + room)) return TOO_LARGE
      const { read, written } = encoder.encodeInto(rest, this.bytes.subarray(at))
      at += written
      if (read === rest.length) return at - start
      rest = rest.slice(read)
    }
  }
}

/** Instead of a size: more than wasm can address. */
export const TOO_LARGE = -1

/** @type {TextEncoder | undefined} */
let encoder

/** @type {Load | undefined} */
let load

/** @type {WebAssembly.Module | undefined} */
let compiled

/** @type {Promise<void> | undefined} */
let compiling

/** @type {Instance | undefined} */
let instance

/**
 * Says where the module is to be had when init is not called.
 * @param {Load} source
 */
export function provide(source) {
  load = source
}

/**
 * Compiles the module without blocking, unless that is done already.
 * @param {WasmSource} [source]
 * @returns {Promise<void>}
 */
export async function init(source) {
  if (compiled) return
  compiling ??= compile(source).finally(() => {
    compiling = undefined
  })
  await compiling
}

/**
 * One piece of work in wasm, which must not leave views of its memory anywhere.
 * @template T
 * @param {(instance: Instance) => T} work
 * @returns {T}
 */
export function inWasm(work) {
  instance ??= instantiate(module())
  const current = instance
  // Until it is known that all went well.
  instance = undefined
  let result
  try {
    result = work(current)
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) {
      throw new Error(`jsontape failed inside of wasm: ${cause.message}`, { cause })
    }
    throw cause
  }
  if (current.nbytes <= KEPT_NBYTES) instance = current
  return result
}

export function outOfMemory() {
  return new RangeError('jsontape has not enough memory for this document')
}

/** @returns {WebAssembly.Module} */
function module() {
  if (compiled) return compiled
  if (!load) throw new Error('jsontape/slim has no wasm of its own: await init(source) first')
  const source = load()
  try {
    compiled = isModule(source) ? source : new WebAssembly.Module(source)
  } catch (cause) {
    throw new Error('jsontape cannot compile its wasm synchronously here: await init() first',
      { cause })
  }
  return compiled
}

/**
 * @param {WasmSource} [source]
 * @returns {Promise<void>}
 */
async function compile(source) {
  const given = await (source ?? load?.())
  const made = isModule(given) ? given : await compileFrom(given)
  instance = instantiate(made)
  compiled = made
}

/**
 * @param {unknown} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compileFrom(source) {
  if (isResponse(source)) {
    if (!source.ok) throw new Error(`jsontape cannot load its wasm: HTTP status ${source.status}`)
    // Streaming insists on this very type, and an attempt would use up the body.
    const type = source.headers.get('Content-Type')?.trim().toLowerCase()
    if (type === 'application/wasm' && typeof WebAssembly.compileStreaming === 'function') {
      return WebAssembly.compileStreaming(source)
    }
    return WebAssembly.compile(await source.arrayBuffer())
  }
  if (isBytes(source)) return WebAssembly.compile(source)
  throw new TypeError(
    'source must be a WebAssembly.Module, its bytes, a Response or a promise of one')
}

/** @param {WebAssembly.Module} module */
function instantiate(module) {
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name))
  for (const name of EXPORTS) {
    if (!names.has(name)) throw new Error('this wasm module is not the one of jsontape')
  }
  return new Instance(module)
}

/**
 * @param {unknown} value
 * @returns {value is WebAssembly.Module}
 */
function isModule(value) {
  return Object.prototype.toString.call(value) === '[object WebAssembly.Module]'
}

/**
 * @param {unknown} value
 * @returns {value is Response}
 */
function isResponse(value) {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/**
 * @param {unknown} value
 * @returns {value is BufferSource}
 */
function isBytes(value) {
  return ArrayBuffer.isView(value) ||
    Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}
