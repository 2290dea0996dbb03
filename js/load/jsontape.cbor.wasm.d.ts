/**
 * The wasm module as bundlers and runtimes import it; what that gives is theirs to say. For
 * `init` of jsontape/slim.
 */
import type { WasmModule } from '../index.js'

declare const module: WasmModule
export default module
