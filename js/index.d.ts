/**
 * jsontape: UTF-8 JSON bytes become a tape that is read without building objects.
 */

/** JSON text: a string, or UTF-8 bytes of any kind. */
export type Input = string | Uint8Array | ArrayBuffer | SharedArrayBuffer | DataView

/** An instance of a global class, where the libraries and types in use know it. */
export type OfGlobal<Scope, Name extends string> =
  Scope extends { [K in Name]: { prototype: infer Instance } } ? Instance : never

export type WasmModule =
  typeof globalThis extends { WebAssembly: infer Scope } ? OfGlobal<Scope, 'Module'> : never

/** Where the wasm module is to be had: compiled, as bytes, or as what `fetch` gives. */
export type WasmSource =
  | WasmModule
  | ArrayBufferView
  | ArrayBuffer
  | OfGlobal<typeof globalThis, 'Response'>
  | Promise<WasmModule | ArrayBufferView | ArrayBuffer | OfGlobal<typeof globalThis, 'Response'>>

export interface ParseOptions {
  /** How many containers may be open at once. Default: 1024. */
  maxDepth?: number
  /** Which of equal keys in an object counts, or that they are an error. Default: `'last'`. */
  duplicateKeys?: 'last' | 'first' | 'error'
  /** What becomes of a byte order mark at the very start of byte input. Default: `'skip'`. */
  bom?: 'skip' | 'error'
  /** Whether line and block comments count as whitespace. Default: false. */
  comments?: boolean
  /** Whether a comma may precede a closing bracket. Default: false. */
  trailingCommas?: boolean
  /** Whether an escaped surrogate without its other half is an error. Default: `'keep'`. */
  loneSurrogates?: 'keep' | 'error'
}

/** Called like the reviver of `JSON.parse`, also with the source text of unchanged scalars. */
export type Reviver = (this: any, key: string, value: any, context: { source?: string }) => any

export interface ValueOptions {
  /**
   * Which integers (numbers without point and exponent) become BigInts: none, those that a double
   * cannot hold exactly, or all. Default: `'never'`.
   */
  bigint?: 'never' | 'unsafe' | 'always'
  /** What other numbers become. Default: `'double'`. */
  numbers?: 'double' | 'text'
  reviver?: Reviver
  /** What becomes of the key `__proto__`. Default: `'own'`, a property like any other. */
  proto?: 'own' | 'error' | 'ignore'
  /** Whether objects become Maps. Default: false. */
  maps?: boolean
}

export type DecodeOptions = ParseOptions & ValueOptions

/** A place in a source. */
export interface Position {
  /** In bytes from the start. */
  offset: number
  /** From 1; only LF ends a line. */
  line: number
  /** From 1, in UTF-16 code units. */
  column: number
  /** In bytes from the start of the line. */
  byteInLine: number
}

/** A document for another thread, for a file or for a database. */
export interface TapeMessage {
  version: number
  source: Uint8Array
  tape: Uint32Array
}

/** How the loaded wasm was built. */
export interface Build {
  readonly version: string
  readonly target: 'browser' | 'wasi' | 'native'
  readonly simd: boolean
  readonly whitespace: 'scalar' | 'simd' | 'prefix'
  readonly whitespacePrefix: number
}

/**
 * Compiles the wasm ahead of the first call, without blocking. Not needed where wasm may be
 * compiled synchronously. Does nothing when that is done already; may be tried again after a
 * failure.
 */
export function init(source?: WasmSource): Promise<void>

/** Loads the wasm when a property but the version is read. */
export const build: Build

/** Parses JSON text; throws a {@link TapeSyntaxError} when it is none. */
export function parse(input: Input, options?: ParseOptions): TapeDocument

/** Gives the error that {@link parse} would throw, or null. */
export function validate(input: Input, options?: ParseOptions): TapeSyntaxError | null

/** The values that `JSON.parse` gives. */
export function decode(input: Input, options?: DecodeOptions): any

export interface EqualsOptions {
  /** Whether keys must come in the same order. Default: false. */
  keyOrder?: boolean
}

/** What a field's values become: doubles, integers of 32 or 64 bits, strings, or 0 and 1. */
export type ColumnType = 'f64' | 'i32' | 'i64' | 'string' | 'boolean'

type ColumnValues<Type extends ColumnType> = {
  f64: Float64Array
  i32: Int32Array
  i64: BigInt64Array
  string: StringColumn
  boolean: Uint8Array
}[Type]

/** The values of a field, one a row. */
export interface Column<Type extends ColumnType = ColumnType> {
  /** Where there is no value, 0 or an empty string. */
  readonly values: ColumnValues<Type>
  /** Bit i, the lowest of a byte first: row i has a value, neither missing nor null. */
  readonly validity: Uint8Array
}

/** Fields of an array's objects. */
export interface Columns<Spec extends Record<string, ColumnType> = Record<string, ColumnType>> {
  /** Rows. */
  readonly length: number
  readonly names: (keyof Spec & string)[]
  column<Name extends keyof Spec & string>(name: Name): Column<Spec[Name]>
}

/** Strings in one buffer, made when they are asked for. */
export interface StringColumn {
  readonly length: number
  /** All strings, as UTF-8. */
  readonly bytes: Uint8Array
  /** Where each starts, and at the end where the last one ends. */
  readonly offsets: Uint32Array
  /** The string of a row; undefined where there is none. */
  at(i: number): string | undefined
  [Symbol.iterator](): IterableIterator<string | undefined>
}

/** Called like the replacer of `JSON.stringify`. */
export type Replacer = (this: any, key: string, value: any) => any

export interface FormatOptions {
  /**
   * One level's indentation, up to ten characters of it, or how many spaces. Default: no line
   * breaks and no spaces.
   */
  indent?: number | string
  /**
   * Canonical JSON (RFC 8785): keys in the order of their UTF-16 code units, every number as its
   * double, no `indent`, no `ascii`. Non-finite numbers, lone surrogates and duplicate keys are a
   * {@link TapeWriterError}. Default: false.
   */
  canonical?: boolean
  /** Whether all that is not ASCII is escaped. Default: false. */
  ascii?: boolean
  /** Whether the text ends with a line feed. Default: false. */
  newline?: boolean
  /** Whether BigInts are a TypeError, or written as numbers or as strings. Default: `'error'`. */
  bigint?: 'error' | 'number' | 'string'
  /** What becomes of NaN and the infinities. Default: `'null'`. */
  nonFinite?: 'null' | 'error'
  /** How many containers may be open at once; more are a RangeError. Default: 1024. */
  maxDepth?: number
  /** As the second argument of `JSON.stringify`. A document is decoded for it. */
  replacer?: Replacer | (string | number)[]
}

/** The text that `JSON.stringify` gives, as UTF-8; where it gives none, a TypeError. */
export function encode(value: unknown, options?: FormatOptions): Uint8Array

/** The text that `JSON.stringify` gives. Values of this package keep all their digits. */
export function stringify(value: unknown, options?: FormatOptions): string | undefined

export interface WriterOptions {
  /** As in {@link FormatOptions}. */
  indent?: number | string
  /** How many containers may be open at once. Default: 1000. */
  maxDepth?: number
  /** Whether the calls are known to make a JSON text. Default: false. */
  skipValidation?: boolean
  /** Whether all that is not ASCII is escaped. Default: false. */
  ascii?: boolean
}

/**
 * Writes JSON text token by token. Inside an object values take a key first, unless {@link key} has
 * been called. A call that is wrong throws a {@link TapeWriterError} and writes nothing.
 */
export class JsonWriter {
  constructor(options?: WriterOptions)
  /** Containers that are open. */
  readonly depth: number
  /** Bytes that were written and not taken. */
  readonly bytesPending: number
  startObject(key?: string): void
  endObject(): void
  startArray(key?: string): void
  endArray(): void
  key(name: string): void
  string(value: string): void
  string(key: string, value: string): void
  number(value: number | NumberText): void
  number(key: string, value: number | NumberText): void
  bigint(value: bigint): void
  bigint(key: string, value: bigint): void
  boolean(value: boolean): void
  boolean(key: string, value: boolean): void
  null(key?: string): void
  /** Bytes as a string in base64. */
  base64(bytes: Uint8Array): void
  base64(key: string, bytes: Uint8Array): void
  /** JSON text that is written as it is. It is checked unless `validate` is false. */
  rawValue(bytes: Uint8Array, options?: { validate?: boolean }): void
  rawValue(key: string, bytes: Uint8Array, options?: { validate?: boolean }): void
  /** What was written since the last time, for a sink. */
  take(): Uint8Array
  /** What was written since the last time, when the text is complete. */
  finish(): Uint8Array
  /** Forgets all that was written and starts a new text. */
  reset(): void
}

/** A parsed document, read lazily. */
export class TapeDocument {
  protected constructor()
  /** The whole document's value. */
  readonly root: TapeNode
  /** The bytes that were parsed: the very ones, where bytes were given. Do not write to it. */
  readonly source: Uint8Array
  readonly tape: Uint32Array
  /** The decoded value that a JSON Pointer (RFC 6901) finds, or undefined. */
  get(pointer: string): unknown
  /** The node that a JSON Pointer finds. */
  at(pointer: string): TapeNode | undefined
  /** The values that `JSON.parse` gives. */
  toJS(options?: ValueOptions): any
  /** `toJS()`, for `JSON.stringify`. */
  toJSON(): any
  /** The document as JSON text; numbers keep their digits. Needs `jsontape` itself. */
  stringify(options?: FormatOptions): string
  /** The document as JSON text in UTF-8; numbers keep their digits. Needs `jsontape` itself. */
  toBytes(options?: FormatOptions): Uint8Array
  /** Line and column of a byte offset. */
  positionAt(offset: number): Position
  /**
   * Whether another document has the same value, found without building anything: numbers are equal
   * by exact decimal value (1 and 1.0, -0 and 0), objects by their members, whatever their order.
   */
  equals(other: TapeDocument, options?: EqualsOptions): boolean
  /** What another thread or a file needs to have this document. */
  share(): TapeMessage
  /** The buffers of a message, for a `postMessage` that moves them. Shared ones are not moved. */
  static transferables(message: TapeMessage): ArrayBuffer[]
  /**
   * The document in a message. A damaged one gives a {@link TapeFormatError}, where damage is met
   * or, with `verify: 'full'`, at once.
   */
  static from(message: TapeMessage, options?: { verify?: 'header' | 'full' }): TapeDocument
}

/** A value of a document. */
export class TapeNode {
  private constructor()
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** Members of an object, elements of an array; 0 for scalars. */
  readonly size: number
  /** The member of an object that a decoded key finds; undefined in anything else. */
  get(key: string): TapeNode | undefined
  /** The element of an array, counted from its end when negative; undefined in anything else. */
  at(index: number): TapeNode | undefined
  has(key: string): boolean
  /** The keys of an object in source order, duplicates included; none of anything else. */
  keys(): IterableIterator<string>
  /** The values of an object or array; none of a scalar. */
  values(): IterableIterator<TapeNode>
  /** The values of an object by key, of an array by index. */
  entries(): IterableIterator<[string | number, TapeNode]>
  [Symbol.iterator](): IterableIterator<TapeNode>
  /** The text of a string; of another type: {@link TapeTypeError}. */
  string(): string
  /** The double nearest to a number; of another type: {@link TapeTypeError}. */
  number(): number
  /** true or false; of another type: {@link TapeTypeError}. */
  boolean(): boolean
  /**
   * The exact value of a number such as 12 or 1e3; of another type: {@link TapeTypeError}. A
   * fraction and more than 100,000 digits give a RangeError.
   */
  bigint(): bigint
  /** The source text of a number or literal, the decoded text of a string. */
  text(): string
  /** The source bytes of this value and all in it; a view, do not write to it. */
  raw(): Uint8Array
  /** The value that `JSON.parse` gives. */
  toJS(options?: ValueOptions): any
  /** `toJS()`, for `JSON.stringify`. */
  toJSON(): any
  /**
   * An object with only the fields that paths name (JSON Pointers without the leading slash), or of
   * an array one for each element: `{ 'user/id': 1 }`. Missing ones are undefined.
   */
  pick(paths: readonly string[]): any
  /**
   * Fields of the objects in an array as typed arrays. A value that does not fit is a
   * {@link TapeTypeError} that names row and field.
   */
  columns<const Spec extends Record<string, ColumnType>>(spec: Spec): Columns<Spec>
  /** Byte offset in the source. */
  readonly offset: number
  /** Byte offset behind the value. */
  readonly end: number
  readonly position: Position
  /** The JSON Pointer that finds this value. */
  readonly pointer: string
}

export interface ReaderOptions {
  /** How many containers may be open at once. Default: 1024. */
  maxDepth?: number
  /** Whether comments are errors, whitespace or tokens. Default: `'disallow'`. */
  comments?: 'disallow' | 'skip' | 'allow'
  /** Whether a comma may precede a closing bracket. Default: false. */
  trailingCommas?: boolean
  /** Whether any number of values may follow each other. Default: false. */
  multipleValues?: boolean
  /** What becomes of a byte order mark at the very start. Default: `'skip'`. */
  bom?: 'skip' | 'error'
}

export type TokenType =
  | 'none'
  | 'startObject'
  | 'endObject'
  | 'startArray'
  | 'endArray'
  | 'propertyName'
  | 'string'
  | 'number'
  | 'true'
  | 'false'
  | 'null'
  | 'comment'

/**
 * Reads JSON text that arrives in pieces token by token, forward only. Where it is cut makes no
 * difference. After an error every read throws that error again.
 */
export class JsonReader {
  constructor(options?: ReaderOptions)
  /** Gives the reader more input, which is copied. */
  feed(chunk: Uint8Array, isFinal?: boolean): void
  /** Says that no other chunk follows. */
  end(): void
  /**
   * Reads the next token. False, and `'none'` as its type: more input is needed or, after the final
   * chunk, there is none.
   */
  read(): boolean
  /**
   * To the end of the current value: of a container its end, of a name that of its value. False:
   * more input is needed, call again.
   */
  skip(): boolean
  readonly tokenType: TokenType
  /** Containers open around the token. */
  readonly depth: number
  /** Byte offset of the token in the whole stream. */
  readonly tokenStart: number
  /** Byte offset behind the token; in the end the length of the stream. */
  readonly bytesConsumed: number
  /** The line, from 0, at the end of the bytes consumed. */
  readonly lineNumber: number
  /** The bytes, from 0, before the end of the bytes consumed in their line. */
  readonly bytePositionInLine: number
  /** Of the token's first byte. */
  readonly position: Position
  /** The text of a string or of a property's name; of another type: {@link TapeTypeError}. */
  string(): string
  /** The double nearest to a number; of another type: {@link TapeTypeError}. */
  number(): number
  /**
   * The exact value of a number such as 12 or 1e3; of another type: {@link TapeTypeError}. A
   * fraction and more than 100,000 digits give a RangeError.
   */
  bigint(): bigint
  /** The text of a string, name or comment, decoded; of other tokens as it stands. */
  text(): string
  /** The bytes of the token; a view, valid until the next read or feed. */
  raw(): Uint8Array
  /** Whether a string or name, unescaped, is this text. */
  textEquals(expected: string | Uint8Array): boolean
}

/** A number as the document writes it. */
export class NumberText {
  constructor(text: string)
  readonly text: string
  /** The nearest double. */
  valueOf(): number
  toString(): string
  toJSON(): number
  /** The exact value; a fraction and more than 100,000 digits give a RangeError. */
  bigint(): bigint
  /** Whether the exact decimal values are equal; of a double its shortest text counts. */
  equals(other: NumberText | number | bigint): boolean
}

export type TapeSyntaxErrorCode =
  | 'unexpected_end'
  | 'unexpected_byte'
  | 'invalid_literal'
  | 'invalid_number'
  | 'control_char'
  | 'invalid_escape'
  | 'lone_surrogate'
  | 'invalid_utf8'
  | 'trailing_content'
  | 'depth'
  | 'duplicate_key'
  | 'forbidden_key'
  | 'bom'
  | 'comment'
  | 'document_too_large'

/** The input is no JSON text, or none that the options allow. */
export class TapeSyntaxError extends SyntaxError {
  readonly code: TapeSyntaxErrorCode
  /** Of the first byte that cannot be right, or the length of an input that ends too early. */
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly byteInLine: number
  /** The place in a string input, in UTF-16 code units. */
  readonly index?: number
  /** JSON Pointer to the value being read, otherwise to the innermost open container. */
  readonly pointer: string
  /** The text around the place. */
  readonly excerpt: string
}

/** A value was read as a type that it does not have. */
export class TapeTypeError extends TypeError {
  readonly code: 'wrong_type'
}

/** A JSON Pointer breaks the rules of RFC 6901. */
export class TapePointerError extends SyntaxError {
  readonly code: 'invalid_pointer'
  /** Where in the pointer. */
  readonly index: number
}

/** A tape, or a message with one, is damaged, not ours or too new. */
export class TapeFormatError extends RangeError {
  readonly code: 'foreign' | 'version' | 'damaged'
}

export type TapeWriterErrorCode =
  | 'wrong_end'
  | 'missing_key'
  | 'unexpected_key'
  | 'incomplete'
  | 'completed'
  | 'non_finite'
  | 'depth'
  | 'invalid_raw'
  | 'lone_surrogate'
  | 'duplicate_key'

/** A value or a call makes no JSON text. */
export class TapeWriterError extends Error {
  readonly code: TapeWriterErrorCode
}
