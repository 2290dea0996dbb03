/**
 * jsontape without its wasm: `init(source)` comes first.
 */
import { provideBulk } from './bulk.js'
import { columns } from './columns.js'
import { equals } from './equal.js'
import { tapeToBytes, tapeToText } from './encode.js'

export { build } from './build.js'
export { TapeDocument, TapeNode } from './document.js'
export { encode, stringify } from './encode.js'
export { init } from './engine.js'
export {
  TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError, TapeWriterError,
} from './errors.js'
export { NumberText } from './number.js'
export { decode, parse, validate } from './parse.js'
export { JsonReader } from './reader.js'
export { JsonWriter } from './writer.js'

provideBulk({ columns, equals, toBytes: tapeToBytes, stringify: tapeToText })
