/**
 * How fast are documents of a stream read? Lines with one field read of each, beside decoding,
 * splitting and JSON.parse; and the values that a pattern selects of a document that is streamed,
 * beside parsing a tenth of it, with the memory that takes (in a process of its own).
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parse } from '../js/index.js'
import { documents } from '../js/stream.js'
import { Random, record } from './generator.js'
import { measure, measureAsync } from './measure.js'
import { chunksOf } from './reader.js'

const LINES_NBYTES = 1e8
const SELECTED_NBYTES = 2 ** 30
const PARTS = 10

/** @param {Uint8Array} bytes */
async function* streamOf(bytes) {
  yield* chunksOf(bytes)
}

/**
 * Lines of one to eight records each, until they are this long.
 *
 * @param {number} nbytes
 */
export function recordLines(nbytes) {
  const random = new Random(6)
  const lines = []
  for (let length = 0, id = 0; length < nbytes; id++) {
    const records = Array.from({ length: random.integer(1, 8) }, (_, i) => record(random, id + i))
    const line = JSON.stringify({ id, records })
    lines.push(line)
    length += line.length + 1
  }
  return lines
}

/** @param {Uint8Array} bytes */
async function sumOfDocuments(bytes) {
  let sum = 0
  for await (const { root } of documents(streamOf(bytes))) sum += root.get('id')?.number() ?? 0
  return sum
}

/** @param {Uint8Array} bytes */
async function sumOfLines(bytes) {
  const decoder = new TextDecoder()
  let sum = 0
  let rest = ''
  for await (const chunk of streamOf(bytes)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) sum += JSON.parse(line).id
  }
  return sum
}

/**
 * A document of `parts` times these features, piece by piece.
 *
 * @param {Uint8Array} features
 * @param {number} parts
 */
async function* featureCollection(features, parts) {
  const encoder = new TextEncoder()
  yield encoder.encode('{"type":"FeatureCollection","features":[0')
  for (let i = 0; i < parts; i++) {
    yield encoder.encode(',')
    yield* chunksOf(features)
  }
  yield encoder.encode(']}')
}

/** What selecting takes in this process, which does nothing else. */
async function select() {
  const features = new TextEncoder().encode(recordLines(SELECTED_NBYTES / 1000).join(',\n'))
  const before = process.memoryUsage().rss
  const begin = performance.now()
  let nbytes = 0
  let most = 0
  const onProgress = (/** @type {{ bytes: number }} */ { bytes }) => {
    nbytes = bytes
    most = Math.max(most, process.memoryUsage().rss)
  }
  const source = featureCollection(features, 1000)
  let count = 0
  for await (const _ of documents(source, { select: '/features/*', onProgress })) count++
  const ns = (performance.now() - begin) * 1e6
  return { ns, nbytes, count, mebibytes: (most - before) / 2 ** 20 }
}

/** @param {Uint8Array} bytes a tenth of what is selected from */
function selecting(bytes) {
  const script = fileURLToPath(import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, 'select'], {
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(stderr)
  const { ns, nbytes, mebibytes } = JSON.parse(stdout)
  const [parsed] = measure([{ name: 'parse of a tenth', run: () => parse(bytes) }], { rounds: 3 })
  const perTenth = (ns * bytes.length) / nbytes
  const name = `select, ${Math.round(mebibytes)} MiB more memory`
  return [
    { subject: name, rounds: 1, iterations: 1, ns: perTenth, ratios: { [parsed.subject]: parsed.ns / perTenth } },
    parsed
  ]
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'documents of streams',
  unit: 'MB/s',
  baseline: 'decode, split, JSON.parse',
  cases: () => [
    {
      group: 'ndjson',
      name: '100 MB of lines',
      load: () => new TextEncoder().encode(`${recordLines(LINES_NBYTES).join('\n')}\n`)
    },
    {
      group: 'select',
      name: '1 GiB',
      load: () =>
        new TextEncoder().encode(`[${recordLines(SELECTED_NBYTES / PARTS).join(',\n')}]`)
    }
  ],
  measure: (bytes, { rounds, group }) =>
    group === 'select'
      ? selecting(bytes)
      : measureAsync(
          [
            { name: 'documents', run: () => sumOfDocuments(bytes) },
            { name: 'decode, split, JSON.parse', run: () => sumOfLines(bytes) }
          ],
          { rounds: rounds ?? 5 }
        )
}

if (process.argv[2] === 'select') console.log(JSON.stringify(await select()))
