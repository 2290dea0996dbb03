/** What a program that parses in workers gets to see. `expectedOfThreads` is what that must be. */

const TEXT = '{"a":[1,{"b":"\u00e9"}],"big":9007199254740993}'

/**
 * @param {Pick<typeof import('jsontape/worker'), 'ParserPool' | 'parseInWorker'>} library
 * @param {{ worker?: URL }} options
 */
export async function threadResults({ ParserPool, parseInWorker }, options) {
  const bytes = new TextEncoder().encode(TEXT)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const given = bytes.slice()
  const url = URL.createObjectURL(new Blob([bytes]))
  /** @type {object[]} */
  const progress = []

  const pool = new ParserPool({ size: 2, ...options })
  const documents = await Promise.all([
    parseInWorker(bytes, options),
    pool.parse(TEXT),
    pool.parse(given, { transfer: true }),
    pool.parse(shared),
    pool.parse(new Blob([bytes]), { onProgress: (now) => progress.push(now) }),
    pool.parse(new Response(bytes)),
    pool.parse(new URL(url))
  ])
  const { code, offset, message } = await pool.parse('[1,}').catch((error) => error)
  const abort = new AbortController()
  const never = pool.parse(new Response(new ReadableStream()), { signal: abort.signal })
  abort.abort()
  const aborted = await never.catch(({ name }) => name)
  await pool.close()
  return {
    texts: documents.map((document) => JSON.stringify(document)),
    ids: documents.map((document) => document.at('/big')?.text()),
    strings: documents.map((document) => document.get('/a/1/b')),
    given: given.length,
    isShared: documents[3].source.buffer === shared.buffer ||
      documents[3].source.buffer instanceof SharedArrayBuffer,
    progress: progress.at(-1),
    error: [code, offset, message.length > 0],
    aborted
  }
}

const N = 7

export const expectedOfThreads = {
  texts: new Array(N).fill('{"a":[1,{"b":"\u00e9"}],"big":9007199254740992}'),
  ids: new Array(N).fill('9007199254740993'),
  strings: new Array(N).fill('\u00e9'),
  given: 0,
  isShared: true,
  progress: { bytes: 43, total: 43 },
  error: ['unexpected_byte', 3, true],
  aborted: 'AbortError'
}
