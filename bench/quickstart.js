/**
 * The end of `npm run quickstart`: a document from bytes, a few values of it, and how fast that was.
 */
import { build, parse } from '../js/index.js'
import { large, utf8 } from './corpus.js'
import { thisEngine } from './engines.js'
import { measure } from './measure.js'

const bytes = large('twitter').load()
const document = parse(bytes)
console.log(`
jsontape ${build.version} on ${thisEngine()}: twitter.json, ${bytes.length} bytes, has become a tape of \
${document.tape.byteLength} bytes.
Nothing was built yet; these values are read as they are asked for:
`)

const statuses = /** @type {import('../js/index.js').TapeNode} */ (document.at('/statuses'))
console.log(`  statuses                       ${statuses.size}`)
for (const pointer of [
  '/statuses/0/user/screen_name',
  '/statuses/0/created_at',
  '/statuses/99/retweet_count',
  '/search_metadata/max_id_str'
]) {
  console.log(`  ${pointer.padEnd(30)} ${JSON.stringify(document.get(pointer))}`)
}
const id = /** @type {import('../js/index.js').TapeNode} */ (document.at('/statuses/0/id'))
console.log(
  `  /statuses/0/id                 ${id.bigint()}n`
)
const { line, column } = id.position
console.log(`  where that stands              line ${line}, column ${column}`)

const rows = measure([
  { name: 'parse(bytes)', run: () => parse(bytes) },
  { name: 'JSON.parse(utf8(bytes))', run: () => JSON.parse(utf8(bytes)) }
])
console.log('\n  subject                        ms    MB/s')
for (const { subject, ns } of rows) {
  const speed = ((bytes.length * 1e3) / ns).toFixed(0)
  console.log(`  ${subject.padEnd(26)} ${(ns / 1e6).toFixed(2).padStart(6)}  ${speed.padStart(6)}`)
}
console.log(`\n  ${rows[0].ratios['JSON.parse(utf8(bytes))'].toFixed(1)} times as fast`)
