/**
 * What is measured beside the package: the C parser in every build, without the copies in and out
 * that `parse` makes, and peers where they are installed (see CMakeLists.txt).
 */
import { existsSync, readFileSync } from 'node:fs'
import { build } from './builds.js'
import { exportSubject } from './module.js'
import { isBuilt, nativeSubject } from './native.js'

/** @typedef {import('./measure.js').Subject} Subject */

/** The builds that are wasm. */
const MODULES = {
  'C export': new URL('../js/load/jsontape.wasm', import.meta.url),
  'C export, plain C': new URL('../build/bench/browser-scalar/jsontape.wasm', import.meta.url),
  'C export, WASI': new URL('../build/bench/wasi/bench/parse.wasm', import.meta.url)
}

const SIMDJSON = new URL('../build/bench/browser/bench/simdjson.wasm', import.meta.url)

/** Builds all of it, but the package's own module. */
export function buildExports() {
  build('browser-scalar', 'module')
  for (const preset of ['wasi', 'native', 'browser']) build(preset, 'parse-subjects')
}

/** @type {Map<URL, WebAssembly.Module>} */
const compiled = new Map()

/**
 * @param {URL} url
 * @param {WebAssembly.Imports} [imports]
 */
function instantiate(url, imports = {}) {
  let module = compiled.get(url)
  if (!module) compiled.set(url, (module = new WebAssembly.Module(readFileSync(url))))
  return new WebAssembly.Instance(module, imports)
}

/**
 * @param {Uint8Array} bytes
 * @param {string} path of a file that holds them
 * @returns {Subject[]}
 */
export function exportSubjects(bytes, path) {
  return [
    ...Object.entries(MODULES).map(([name, url]) => exportSubject(name, instantiate(url), bytes)),
    nativeSubject('C, native', 'parse', path)
  ]
}

/**
 * @param {Uint8Array} bytes
 * @param {string} path of a file that holds them
 * @returns {Subject[]}
 */
export function peerSubjects(bytes, path) {
  return [
    ...(isBuilt('rapidjson') ? [nativeSubject('RapidJSON, native', 'rapidjson', path)] : []),
    ...(existsSync(SIMDJSON) ? [simdjsonSubject(bytes)] : [])
  ]
}

/**
 * @param {Uint8Array} bytes
 * @returns {Subject}
 */
function simdjsonSubject(bytes) {
  const ignore = () => {}
  const { exports } = instantiate(SIMDJSON, {
    env: { emscripten_notify_memory_growth: ignore },
    wasi_snapshot_preview1: { proc_exit: ignore }
  })
  const { memory, _initialize, room, parse } =
    /** @type {{ memory: WebAssembly.Memory } & Record<string, (nbytes?: number) => number>} */ (
      /** @type {unknown} */ (exports)
    )
  _initialize()
  const at = room(bytes.length)
  new Uint8Array(memory.buffer).set(bytes, at)
  if (parse(bytes.length) !== 0) throw new Error('simdjson refuses a document')
  return { name: 'simdjson, wasm', run: () => parse(bytes.length) }
}
