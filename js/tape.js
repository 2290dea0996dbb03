/**
 * Reads finished tapes: pure JavaScript that loads no wasm.
 */
export { TapeDocument, TapeNode } from './document.js'
export { dump } from './dump.js'
export { TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError } from './errors.js'
export { NumberText } from './number.js'
