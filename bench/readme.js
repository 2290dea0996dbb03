/**
 * Puts sizes and measured figures into README.md, between the comments that mark their places:
 * `node bench/readme.js [FILE]`, where FILE is what `npm run bench -- parse --json FILE` wrote.
 * Without it figures stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { MEAN } from './report.js'

/** @typedef {import('./report.js').Row} Row */

const readme = new URL('../README.md', import.meta.url)
const MINE = 'parse(bytes)'
const EXPORT = 'C export'
const BASELINE = 'JSON.parse(utf8(bytes))'

/** @param {string} path in the project */
const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** @param {Uint8Array} bytes */
function size(bytes) {
  /** @param {number} nbytes */
  const kilobytes = (nbytes) => `${(nbytes / 1000).toFixed(0)} kB`
  return `${kilobytes(bytes.length)}, ${kilobytes(brotliCompressSync(bytes).length)} with brotli`
}

/** @param {string} entry */
async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [pathOf(entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false
  })
  return size(outputFiles[0].contents)
}

/** What the comments `size:NAME` stand for. */
async function sizes() {
  return {
    default: await bundled('js/index.js'),
    slim: await bundled('js/slim.js'),
    tape: await bundled('js/tape.js'),
    stream: await bundled('js/stream.js'),
    worker: await bundled('js/worker.js'),
    cbor: await bundled('js/cbor.js'),
    wasm: size(readFileSync(pathOf('js/load/jsontape.wasm'))),
    wasi: size(readFileSync(pathOf('js/load/jsontape.wasi.wasm')))
  }
}

/**
 * @param {Row[]} rows
 * @returns {string} a table of the large documents
 */
function speeds(rows) {
  const large = rows.filter((row) => row.group === 'large' && row.engine === rows[0].engine)
  const lines = [...new Set(large.map((row) => row.name))].map((name) => {
    /** @param {string} subject */
    const cell = (subject) => {
      const row = large.find((row) => row.name === name && row.subject === subject)
      const ratio = row?.ratios[BASELINE]
      return [row?.mbPerSecond?.toFixed(0), ratio && `**${ratio.toFixed(1)}x**`]
        .filter(Boolean)
        .join(' · ')
    }
    return [name === MEAN ? `**${MEAN}**` : name, ...[MINE, EXPORT, BASELINE].map(cell)]
  })
  const head = ['MB/s', `\`${MINE}\``, 'the C export alone', `\`${BASELINE}\``]
  return [head, ['---', '--:', '--:', '--:'], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** @param {Row[]} rows */
function meanOf(rows) {
  const mean = rows.find(
    ({ group, name, subject }) => group === 'large' && name === MEAN && subject === MINE
  )
  return String(mean?.ratios[BASELINE].toFixed(1))
}

/**
 * @param {import('./run.js').Results} results
 * @returns {string}
 */
function performance({ date, machine, versions, rows }) {
  const { cpu, cores, memoryGiB, system } = machine
  const where = `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}`
  return `
![Speed of parsing, by document](bench/plots/parse.svg)

${speeds(rows)}

Measured ${date.slice(0, 10)} by \`npm run bench -- parse\` on ${rows[0].engine}, jsontape \
${versions.jsontape}: ${where}. A figure is the median of ${rows[0].rounds} rounds in one process, \
subjects taking turns.
`
}

/**
 * @param {string} text
 * @param {string} name of the comments around a place
 * @param {string} content
 */
function fill(text, name, content) {
  const place = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`)
  if (!place.test(text)) throw new Error(`README.md has no place '${name}'`)
  return text.replace(place, (_, open, close) => `${open}${content}${close}`)
}

const [file] = process.argv.slice(2)
let text = readFileSync(readme, 'utf8')
if (file !== undefined) {
  const results = JSON.parse(readFileSync(file, 'utf8'))
  text = fill(text, 'bench', performance(results))
  text = fill(text, 'mean', meanOf(results.rows))
}
for (const [name, value] of Object.entries(await sizes())) {
  text = fill(text, `size:${name}`, value)
}
writeFileSync(readme, text)
