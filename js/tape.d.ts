/**
 * Reads finished tapes: pure JavaScript that loads no wasm.
 */
import type { TapeDocument } from './index.js'

export { NumberText, TapeDocument, TapeNode } from './index.js'
export { TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError } from './index.js'
export type { Position, Reviver, TapeMessage, TapeSyntaxErrorCode, ValueOptions } from './index.js'
export type { Column, Columns, ColumnType, EqualsOptions, StringColumn } from './index.js'

/** The tape as text, one line an entry: see TAPE.md beside this file. */
export function dump(document: TapeDocument): string
