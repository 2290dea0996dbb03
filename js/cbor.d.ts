/** CBOR (RFC 8949): values, documents, and JSON text without values in between. */
import type { Input, TapeDocument, TapeNode, WasmSource } from './index.js'

/** .NET's four, and RFC 8949 section 4.2.1. */
export type ConformanceMode = 'lax' | 'strict' | 'canonical' | 'ctap2' | 'deterministic'

export interface CborOptions {
  /** 'strict' */
  mode?: ConformanceMode
  /** 'shortest' that keeps the value; 'double' is not for modes that want numbers short. */
  floats?: 'shortest' | 'double'
}

export interface CborDecodeOptions {
  /** 'strict' */
  mode?: ConformanceMode
  /** 1024; containers and tags open at once */
  maxDepth?: number
  /** 'unsafe': integers that a double cannot hold exactly are BigInts; 'always': all are. */
  bigint?: 'unsafe' | 'always'
  /** 'auto': an object when all keys are text, otherwise a Map. */
  maps?: 'object' | 'map' | 'auto'
  /** false; true: any number of items (RFC 8742), as an array */
  sequence?: boolean
}

export interface CborWriterOptions {
  /** 'strict' */
  mode?: ConformanceMode
  /** false; true: what is opened as indefinite becomes definite when it closes */
  convertIndefiniteLengthEncodings?: boolean
  /** false */
  allowMultipleRootLevelValues?: boolean
  /** 256 bytes */
  initialCapacity?: number
  /** 1024 */
  maxDepth?: number
}

export function init(source?: WasmSource): Promise<void>
export function decode(bytes: Input, options?: CborDecodeOptions): any
export function encode(value: unknown, options?: CborOptions): Uint8Array<ArrayBuffer>
export function parse(bytes: Input, options?: CborDecodeOptions): TapeDocument
export function fromDocument(
  document: TapeDocument | TapeNode,
  options?: CborOptions
): Uint8Array<ArrayBuffer>
export function fromJson(input: Input, options?: CborOptions): Uint8Array<ArrayBuffer>

export class CborTag {
  constructor(tag: number | bigint, value: any)
  readonly tag: number | bigint
  readonly value: any
}

export class CborSimple {
  constructor(value: number)
  readonly value: number
}

export class CborWriter {
  constructor(options?: CborWriterOptions)
  writeInt64(value: number | bigint): void
  writeUint64(value: number | bigint): void
  /** Encodes -1 - n. */
  writeNegativeInteger(n: bigint): void
  writeBigInteger(value: bigint): void
  writeDouble(value: number): void
  writeSingle(value: number): void
  writeHalf(value: number): void
  writeBoolean(value: boolean): void
  writeNull(): void
  writeUndefined(): void
  writeSimpleValue(value: number): void
  writeTag(tag: number | bigint): void
  writeTextString(value: string): void
  writeByteString(value: Uint8Array): void
  writeStartIndefiniteLengthTextString(): void
  writeEndIndefiniteLengthTextString(): void
  writeStartIndefiniteLengthByteString(): void
  writeEndIndefiniteLengthByteString(): void
  writeStartArray(length: number | null): void
  writeEndArray(): void
  writeStartMap(length: number | null): void
  writeEndMap(): void
  writeEncodedValue(bytes: Uint8Array): void
  encode(): Uint8Array<ArrayBuffer>
  tryEncode(target: Uint8Array): number | undefined
  reset(): void
  readonly bytesWritten: number
  readonly currentDepth: number
  readonly isWriteCompleted: boolean
}

export type CborErrorCode =
  | 'truncated' | 'trailing_data' | 'unexpected_break' | 'not_well_formed' | 'invalid_utf8'
  | 'depth' | 'duplicate_key' | 'key_order' | 'not_shortest' | 'indefinite_forbidden'
  | 'tag_forbidden' | 'document_too_large'

export class CborError extends SyntaxError {
  constructor(code: CborErrorCode, offset: number)
  readonly code: CborErrorCode
  readonly offset: number
}

export type CborWriterErrorCode =
  | 'too_many_items' | 'incomplete' | 'missing_value' | 'wrong_end' | 'duplicate_key'
  | 'tag_forbidden' | 'indefinite_forbidden' | 'depth' | 'lone_surrogate' | 'completed'
  | 'wrong_chunk' | 'invalid_encoded'

export class CborWriterError extends Error {
  constructor(code: CborWriterErrorCode)
  readonly code: CborWriterErrorCode
}
