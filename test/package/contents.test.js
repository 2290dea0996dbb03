/**
 * What the tarball holds, to the file, and what each entry costs whoever bundles it. A change here
 * is a change of what users download.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { Installation } from '../support/installed.js'

const files = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'js/TAPE.md',
  'js/asked.js',
  'js/blocks.js',
  'js/build.js',
  'js/bulk.js',
  'js/cbor-check.js',
  'js/cbor-encode.js',
  'js/cbor-engine.js',
  'js/cbor-errors.js',
  'js/cbor-types.js',
  'js/cbor-values.js',
  'js/cbor-writer.js',
  'js/cbor.d.ts',
  'js/cbor.js',
  'js/check.js',
  'js/cli.js',
  'js/columns.js',
  'js/document.js',
  'js/dump.js',
  'js/encode.js',
  'js/engine.js',
  'js/equal.js',
  'js/errors.js',
  'js/format.js',
  'js/index.d.ts',
  'js/index.js',
  'js/input.js',
  'js/lines.js',
  'js/load/edge-light-cbor.js',
  'js/load/edge-light.js',
  'js/load/embedded-bytes.js',
  'js/load/embedded-cbor-bytes.js',
  'js/load/embedded-cbor.js',
  'js/load/embedded.js',
  'js/load/hex.js',
  'js/load/jsontape.cbor.wasm',
  'js/load/jsontape.cbor.wasm.d.ts',
  'js/load/jsontape.wasi.wasm',
  'js/load/jsontape.wasi.wasm.d.ts',
  'js/load/jsontape.wasm',
  'js/load/jsontape.wasm.d.ts',
  'js/load/workerd-cbor.js',
  'js/load/workerd.js',
  'js/number.js',
  'js/objects.js',
  'js/options.js',
  'js/output.js',
  'js/parse.js',
  'js/path.js',
  'js/pick.js',
  'js/pieces.js',
  'js/places.js',
  'js/pointer.js',
  'js/positions.js',
  'js/reader.js',
  'js/select.js',
  'js/shapes.js',
  'js/slim.d.ts',
  'js/slim.js',
  'js/source.js',
  'js/split.js',
  'js/stream-options.js',
  'js/stream.d.ts',
  'js/stream.js',
  'js/tape-text.js',
  'js/tape.d.ts',
  'js/tape.js',
  'js/text.js',
  'js/threads.js',
  'js/tokens.js',
  'js/values.js',
  'js/view.js',
  'js/wide.js',
  'js/worker-thread.d.ts',
  'js/worker-thread.js',
  'js/worker.d.ts',
  'js/worker.js',
  'js/writer.js',
  'package.json'
]
const tarballNbytesMax = 360_000

/**
 * Of each entry, minified and compressed by gzip. @type {Record<string, number>}
 */
const bundledNbytesMax = {
  jsontape: 80_000,
  'jsontape/slim': 32_000,
  'jsontape/tape': 12_000,
  'jsontape/worker': 14_000
}

/** @type {Installation} */
let installation
before(() => (installation = new Installation()))

test('the tarball holds the files of the list', () => {
  assert.deepEqual(installation.packed.files.map(({ path }) => path).sort(), files)
})

test(`the tarball has at most ${tarballNbytesMax} bytes`, () => {
  const { size } = installation.packed
  assert.ok(size <= tarballNbytesMax, `${size} bytes`)
})

/** @param {string} entry */
function bundle(entry) {
  return esbuild.build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: installation.folder },
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false
  })
}

for (const [entry, nbytesMax] of Object.entries(bundledNbytesMax)) {
  test(`${entry} has at most ${nbytesMax} bytes, minified and compressed`, async (t) => {
    const { outputFiles } = await bundle(entry)
    const { length } = gzipSync(outputFiles[0].contents)
    t.diagnostic(`${length} bytes`)
    assert.ok(length <= nbytesMax, `${length} bytes`)
  })
}

test('jsontape/slim holds no wasm, jsontape/tape nothing that loads any', async () => {
  const slim = await bundle('jsontape/slim')
  assert.doesNotMatch(Object.keys(slim.metafile.inputs).join('\n'), /load\//)
  const tape = await bundle('jsontape/tape')
  assert.doesNotMatch(tape.outputFiles[0].text, /WebAssembly/)
})

test('publint finds nothing', async () => {
  const { buffer } = new Uint8Array(readFileSync(installation.tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    []
  )
})

test('attw --profile esm-only finds nothing', () => {
  const home = import.meta.resolve('@arethetypeswrong/cli/package.json')
  const program = fileURLToPath(new URL('dist/index.js', home))
  const args = [program, installation.tarball, '--profile', 'esm-only', '--no-color']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
