/**
 * The C parser as a wasm module exports it, without the copies in and out that `parse` makes.
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} scratch
 * @property {(nbytes: number) => number} reserve
 * @property {(source: number, sourceBytes: number, tape: number, tapeWords: number,
 *   options: number, maxDepth: number) => number} parse
 */

/**
 * A subject that parses a document which lies in wasm memory already; the tape stays there.
 *
 * @param {string} name
 * @param {WebAssembly.Instance} instance
 * @param {Uint8Array} bytes
 * @returns {import('./measure.js').Subject}
 */
export function exportSubject(name, instance, bytes) {
  const { memory, scratch, reserve, parse } = /** @type {Exports} */ (
    /** @type {unknown} */ (instance.exports)
  )
  const tape = (scratch() + bytes.length + 15) & -16
  if (!reserve(bytes.length + 16)) throw new RangeError(`no memory for ${bytes.length} bytes`)
  new Uint8Array(memory.buffer).set(bytes, scratch())
  return { name, run: () => parse(scratch(), bytes.length, tape, 0, 0, 1024) }
}

/**
 * @param {WebAssembly.Module} module of the WASI build
 * @returns {Promise<WebAssembly.Instance>} under Node's WASI
 */
export async function instantiateWasi(module) {
  const { WASI } = await import('node:wasi')
  const wasi = new WASI({ version: 'preview1' })
  const imports = /** @type {WebAssembly.Imports} */ (wasi.getImportObject())
  const instance = new WebAssembly.Instance(module, imports)
  if ('_initialize' in instance.exports) wasi.initialize(instance)
  return instance
}
