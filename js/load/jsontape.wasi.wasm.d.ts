/**
 * The WASI command as bundlers and runtimes import it; what that gives is theirs to say.
 */
import type { WasmModule } from '../index.js'

declare const module: WasmModule
export default module
