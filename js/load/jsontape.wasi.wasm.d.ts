/**
 * The WASI command as bundlers and runtimes import it; what that gives is theirs to say.
 */
declare const module: WebAssembly.Module
export default module
