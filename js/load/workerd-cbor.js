/**
 * The wasm of the CBOR entry for workerd, which compiles modules when it loads them and nothing
 * later.
 */
import module from './jsontape.cbor.wasm'

/** @returns {WebAssembly.Module} */
export default function wasmModule() {
  return module
}
