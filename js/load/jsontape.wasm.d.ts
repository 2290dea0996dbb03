/**
 * The wasm module as bundlers and runtimes import it; what that gives is theirs to say. For
 * `init` of jsontape/slim.
 */
declare const module: WebAssembly.Module
export default module
