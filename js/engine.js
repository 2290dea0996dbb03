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

/** @typedef {{ bytes: Uint8Array, ints: Int32Array, doubles: Float64Array }} Views */

/** An instance with what does not change while it lives. */
export class Instance {
  /** @type {Uint8Array | undefined} */
  #bytes

  /** @type {Uint32Array | undefined} */
  #words

  /** @type {Views | undefined} */
  #views

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

  /** All memory in every form that plain values are read from. */
  get views() {
    const { bytes } = this
    if (this.#views?.bytes !== bytes) {
      const { buffer } = bytes
      this.#views = { bytes, ints: new Int32Array(buffer), doubles: new Float64Array(buffer) }
    }
    return this.#views
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

/**
 * A module and its one instance.
 */
export class Engine {
  #names

  /** @type {Load | undefined} */
  #load

  /** @type {WebAssembly.Module | undefined} */
  #compiled

  /** @type {Promise<void> | undefined} */
  #compiling

  /** @type {Instance | undefined} */
  #instance

  /**
   * @param {readonly string[]} names exports that tell the right module
   * @param {Load} [load] where the module is to be had when init is not called
   */
  constructor(names, load) {
    this.#names = names
    this.#load = load
  }

  /** @param {Load} load */
  provide(load) {
    this.#load = load
  }

  /**
   * Compiles the module without blocking, unless that is done already.
   * @param {WasmSource} [source]
   * @returns {Promise<void>}
   */
  async init(source) {
    if (this.#compiled) return
    this.#compiling ??= this.#compile(source).finally(() => {
      this.#compiling = undefined
    })
    await this.#compiling
  }

  /**
   * One piece of work in wasm, which must not leave views of its memory anywhere.
   * @template T
   * @param {(instance: Instance) => T} work
   * @returns {T}
   */
  run(work) {
    const current = this.#instance ?? this.instantiate()
    // Until it is known that all went well.
    this.#instance = undefined
    let result
    try {
      result = work(current)
    } catch (cause) {
      throw explain(cause)
    }
    if (current.nbytes <= KEPT_NBYTES) this.#instance = current
    return result
  }

  /** Another instance, which is the caller's. */
  instantiate() {
    return instantiate(this.#module(), this.#names)
  }

  /** @returns {WebAssembly.Module} */
  #module() {
    if (this.#compiled) return this.#compiled
    if (!this.#load) throw new Error('jsontape/slim has no wasm of its own: await init(source) first')
    const source = this.#load()
    try {
      this.#compiled = isModule(source) ? source : new WebAssembly.Module(source)
    } catch (cause) {
      throw new Error('jsontape cannot compile its wasm synchronously here: await init() first',
        { cause })
    }
    return this.#compiled
  }

  /**
   * @param {WasmSource} [source]
   * @returns {Promise<void>}
   */
  async #compile(source) {
    const given = await (source ?? this.#load?.())
    const made = isModule(given) ? given : await compileFrom(given)
    this.#instance = instantiate(made, this.#names)
    this.#compiled = made
  }
}

/** What the default entry loads. */
const engine = new Engine(EXPORTS)

/**
 * Says where the module is to be had when init is not called.
 * @param {Load} source
 */
export function provide(source) {
  engine.provide(source)
}

/**
 * Compiles the module without blocking, unless that is done already.
 * @param {WasmSource} [source]
 * @returns {Promise<void>}
 */
export function init(source) {
  return engine.init(source)
}

/**
 * One piece of work in wasm, which must not leave views of its memory anywhere.
 * @template T
 * @param {(instance: Instance) => T} work
 * @returns {T}
 */
export function inWasm(work) {
  return engine.run(work)
}

/**
 * What a failure in wasm is to callers.
 * @param {unknown} cause
 */
export function explain(cause) {
  return cause instanceof WebAssembly.RuntimeError
    ? new Error(`jsontape failed inside of wasm: ${cause.message}`, { cause })
    : cause
}

export function outOfMemory() {
  return new RangeError('jsontape has not enough memory for this document')
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

/**
 * @param {WebAssembly.Module} module
 * @param {readonly string[]} expected
 */
function instantiate(module, expected) {
  const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name))
  for (const name of expected) {
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
