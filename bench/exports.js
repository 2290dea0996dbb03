/**
 * The C parser as the wasm module exports it, without the copies in and out that `parse` makes.
 */
import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} scratch
 * @property {(nbytes: number) => number} reserve
 * @property {(source: number, sourceBytes: number, tape: number, tapeWords: number, options: number, maxDepth: number) => number} parse
 */

/** The modules that can be measured, by what is special about them. */
const MODULES = {
  'C export': new URL('../js/load/jsontape.wasm', import.meta.url),
  'C export, plain C': new URL('../build/browser-scalar/jsontape.wasm', import.meta.url)
}

/** @type {Map<URL, WebAssembly.Module>} */
const compiled = new Map()

/** @param {URL} url */
function compile(url) {
  let module = compiled.get(url)
  if (!module) compiled.set(url, (module = new WebAssembly.Module(readFileSync(url))))
  return module
}

/**
 * A subject for each module that has been built: the document lies in wasm memory already, and the
 * tape stays there.
 *
 * @param {Uint8Array} bytes
 * @returns {import('./measure.js').Subject[]}
 */
export function exportSubjects(bytes) {
  return Object.entries(MODULES)
    .filter(([, url]) => existsSync(url))
    .map(([name, url]) => {
      const { exports } = new WebAssembly.Instance(compile(url), {})
      const { memory, scratch, reserve, parse } = /** @type {Exports} */ (
        /** @type {unknown} */ (exports)
      )
      const tape = (scratch() + bytes.length + 15) & -16
      if (!reserve(bytes.length + 16)) throw new RangeError(`no memory for ${bytes.length} bytes`)
      new Uint8Array(memory.buffer).set(bytes, scratch())
      return { name, run: () => parse(scratch(), bytes.length, tape, 0, 0, 1024) }
    })
}
