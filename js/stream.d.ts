/**
 * Streams of JSON documents: files and responses that need not fit in memory.
 */
import type { FormatOptions, ParseOptions, TapeSyntaxError } from './index.js'
import { TapeDocument } from './index.js'

export type StreamSource =
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Response
  | Blob

export interface StreamOptions extends ParseOptions {
  /**
   * What separates documents: line feeds, the record separators of RFC 7464, nothing; or they are
   * the elements of one array. Default: `'ndjson'`.
   */
  format?: 'ndjson' | 'json-seq' | 'concatenated' | 'array'
  /**
   * A JSON Pointer with `*` for any key or index: the documents are the values that it finds in one
   * large document.
   */
  select?: string
  /**
   * What becomes of an error in a document. Other than `'throw'`, the default, only where documents
   * have delimiters between them.
   */
  onError?: 'throw' | 'skip' | ((error: TapeSyntaxError, line: Uint8Array) => void)
  /** Called after each chunk. */
  onProgress?: (progress: { bytes: number; documents: number; total?: number }) => void
  signal?: AbortSignal
  /** A larger document is an error. */
  maxDocumentBytes?: number
}

/** A document of a stream. It has its own bytes: offsets count from its own start. */
export class StreamDocument extends TapeDocument {
  private constructor()
  /** How many documents came before it. */
  readonly index: number
  /** Byte offset in the stream of its first byte. */
  readonly streamOffset: number
  /** The stream's line, from 1, in which it starts. */
  readonly streamLine: number
  /** With `select`: the JSON Pointer that finds it in the large document. */
  readonly matchedPointer?: string
}

/**
 * The documents of a stream, read as they are asked for. Leaving the loop early lets go of the
 * source.
 */
export function documents(
  source: StreamSource,
  options?: StreamOptions
): AsyncIterable<StreamDocument>

/** Turns chunks of bytes into documents. */
export class JsonParserStream extends TransformStream<Uint8Array, StreamDocument> {
  constructor(options?: StreamOptions)
}

/** A stream of the lines that values give, as `JSON.stringify` writes them. */
export function encodeLines(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  options?: FormatOptions
): ReadableStream<Uint8Array>
