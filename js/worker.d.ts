/**
 * Parsing in another thread: `worker_threads` in Node, a `Worker` elsewhere.
 */
import type { Input, OfGlobal, ParseOptions, TapeDocument } from './index.js'

type Global<Name extends string> = OfGlobal<typeof globalThis, Name>

/** JSON text (a string is never a location), or where it is to be had. */
export type WorkerInput = Input | Global<'Blob'> | Global<'URL'> | Global<'Response'>

export interface Progress {
  /** Read so far. */
  bytes: number
  /** In all, where that is known. */
  total?: number
}

export interface WorkerOptions extends ParseOptions {
  /** Gives the input's buffer away instead of copying it. Default: false. */
  transfer?: boolean
  /** Ends the work, and the worker. */
  signal?: Global<'AbortSignal'>
  /** Called while a Blob, URL or Response is read, and at its end. */
  onProgress?: (progress: Progress) => void
  /**
   * The worker, for bundlers that do not find it by themselves: where its script
   * (`jsontape/worker-thread`) is, or a function that starts it.
   */
  worker?: Global<'URL'> | (() => unknown)
}

/** Parses in a worker that is started for it. A {@link ParserPool} keeps its workers. */
export function parseInWorker(input: WorkerInput, options?: WorkerOptions): Promise<TapeDocument>

/** Workers that parse one input after the other. */
export class ParserPool {
  /** `size`: how many workers there are at most; default: one less than the machine's threads, at
   * most 4. They are started when they are needed. */
  constructor(options?: { size?: number; worker?: WorkerOptions['worker'] })
  parse(input: WorkerInput, options?: WorkerOptions): Promise<TapeDocument>
  /** Ends the workers; parses that are not finished are rejected. */
  close(): Promise<void>
}
