/**
 * The wasm of the default entry for edge runtimes, which compile what is imported as ?module.
 */
import module from './jsontape.wasm?module'

/** @returns {WebAssembly.Module} */
export default function wasmModule() {
  return module
}
