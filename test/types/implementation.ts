/**
 * What is implemented against what is declared: everything that the entries export must be
 * assignable to its declaration. Only compiled.
 */
import type * as declared from 'jsontape'
import * as build from '../../js/build.js'
import * as document from '../../js/document.js'
import * as encode from '../../js/encode.js'
import * as engine from '../../js/engine.js'
import * as errors from '../../js/errors.js'
import * as number from '../../js/number.js'
import * as parse from '../../js/parse.js'
import * as reader from '../../js/reader.js'
import * as writer from '../../js/writer.js'

type Classes = 'NumberText' | 'TapeDocument' | 'TapeNode' | 'TapeSyntaxError' | 'TapeTypeError' |
  'TapePointerError' | 'TapeFormatError' | 'TapeWriterError'

/** Constructors are left out: the declarations keep most of them to themselves. */
type Declared = Omit<typeof declared, Classes> & {
  [Name in Classes]: { [Key in keyof (typeof declared)[Name]]: (typeof declared)[Name][Key] }
}

export const implemented: Declared = {
  ...build, ...document, ...encode, ...engine, ...errors, ...number, ...parse, ...reader, ...writer
}
