/**
 * Reads finished tapes: pure JavaScript that loads no wasm.
 */
export { NumberText, TapeDocument, TapeNode } from './index.js'
export { TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError } from './index.js'
export type { Position, Reviver, TapeMessage, TapeSyntaxErrorCode, ValueOptions } from './index.js'
