/**
 * The wasm of the default entry for workerd, which compiles modules when it loads them and nothing
 * later.
 */
import module from './jsontape.wasm'

/** @returns {WebAssembly.Module} */
export default function wasmModule() {
  return module
}
