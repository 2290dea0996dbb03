/**
 * The installed package in Chromium and Firefox: from every bundler and from an import map, in
 * pages and workers, with and without init. What pages find is compared with what Node finds.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as esbuild from 'esbuild'
import { parse, validate } from 'jsontape'
import { corpus } from '../../bench/corpus.js'
import { expected } from '../support/consumer/results.js'
import { expectedOfThreads } from '../support/consumer/thread-results.js'
import { bundlers } from '../support/bundlers.js'
import { Installation } from '../support/installed.js'
import { browsers, resultOf } from './browsers.js'
import { digest } from '../support/consumer/pages/digest.js'
import { serve } from './server.js'

const documents = corpus()

/** Inputs that are not valid, of every code that JSON text alone can give. */
const invalid = [
  '',
  '\ufeff1',
  '[1,',
  '{"a" 1}',
  '[tru]',
  '[1.]',
  '"\t"',
  '"\\u12g4"',
  '{"a": {"b": [0, [}]}}',
  '1 2',
  '{"\u00e9\u{1f600}": 1,\n\n "b": "\u{1f600}" x}',
  '['.repeat(2000),
  `[${'"text", '.repeat(100)}]`
]

/** What pages run, from pages/ of the installation. */
const programs = [
  '../main',
  '../init',
  'slim',
  'documents',
  'errors',
  'shared',
  'worker-page'
]

/** Bundlers that find workers. */
const finders = ['vite', 'webpack']

/** Where the names that programs import are, as a page has to be told. */
const importMap = {
  imports: {
    jsontape: '/node_modules/jsontape/js/index.js',
    'jsontape/slim': '/node_modules/jsontape/js/slim.js',
    'jsontape/tape': '/node_modules/jsontape/js/tape.js',
    '#wasm': '/node_modules/jsontape/js/load/embedded.js'
  }
}

/** @type {Installation} */
let installation
/** @type {Awaited<ReturnType<typeof serve>>} */
let server

before(async () => {
  installation = new Installation()
  const { folder } = installation
  for (const program of programs) {
    installation.write(
      `pages/${program}.html`,
      `<!doctype html>
      <script type="importmap">${JSON.stringify(importMap)}</script>
      <script type="module" src="${program}.js"></script>`
    )
  }
  // Import maps do not reach into workers.
  await esbuild.build({
    entryPoints: [join(folder, 'pages/worker-thread.js')],
    bundle: true,
    format: 'esm',
    outdir: join(folder, 'pages'),
    allowOverwrite: true
  })
  for (const [name, bundle] of Object.entries(bundlers)) {
    await bundle(folder, 'main.js', join(folder, 'dist', name))
    await bundle(folder, 'threads.js', join(folder, 'dist', `${name}-threads`))
  }
  await esbuild.build({
    entryPoints: [join(folder, 'node_modules/jsontape/js/worker-thread.js')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'dist/worker-thread.js')
  })

  for (const { name, load } of documents) installation.write(`documents/${name}.json`, load())
  installation.write('documents/names.json', JSON.stringify(documents.map(({ name }) => name)))
  installation.write('documents/invalid.json', JSON.stringify(invalid))
  server = await serve(folder)
})
after(() => server?.close())

for (const [name, launch] of Object.entries(browsers)) {
  describe(name, () => {
    /** @type {import('puppeteer-core').Browser} */
    let browser
    before(async () => (browser = await launch()))
    after(() => browser?.close())

    /** @param {string} path */
    const open = (path) => resultOf(browser, `${server.url}/${path}`)

    for (const bundler of Object.keys(bundlers)) {
      test(`bundled by ${bundler}`, async () => {
        assert.deepEqual(await open(`dist/${bundler}/index.html`), expected)
      })
    }

    for (const bundler of Object.keys(bundlers)) {
      // esbuild and rollup do not look for workers.
      const query = finders.includes(bundler) ? '' : '?worker=../worker-thread.js'
      test(`workers, bundled by ${bundler}`, async () => {
        const results = await open(`dist/${bundler}-threads/index.html${query}`)
        assert.deepEqual(results, expectedOfThreads)
      })
    }

    test('from an import map', async () => assert.deepEqual(await open('main.html'), expected))
    test('after init', async () => assert.deepEqual(await open('init.html'), expected))
    test('jsontape/slim, wasm from a response', async () => {
      assert.deepEqual(await open('pages/slim.html'), expected)
    })

    test('documents read as in Node, and as JSON.parse has them', async () => {
      const results = await open('pages/documents.html')
      const wanted = documents.map(({ name, load }) => [name, [digest(parse(load())), true]])
      assert.deepEqual(results, Object.fromEntries(wanted))
    })

    test('errors say what they say in Node', async () => {
      const results = await open('pages/errors.html')
      const wanted = invalid.map((input) => {
        const error = validate(input)
        assert.ok(error)
        return { ...error, name: error.name, message: error.message }
      })
      assert.deepEqual(results, wanted)
    })

    test('a SharedArrayBuffer is read where it is', async () => {
      const { isShared, shared, copied } = await open('pages/shared.html')
      assert.ok(isShared)
      assert.deepEqual(shared, copied)
    })

    test('a worker parses, the page reads', async () => {
      const result = await open('pages/worker-page.html')
      assert.deepEqual(result, { results: expected, read: 'found' })
    })
  })
}
