/**
 * The wasm of the CBOR entry for edge runtimes, which compile what is imported as ?module.
 */
import module from './jsontape.cbor.wasm?module'

/** @returns {WebAssembly.Module} */
export default function wasmModule() {
  return module
}
