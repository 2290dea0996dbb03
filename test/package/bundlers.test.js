/**
 * The installed package through every bundler without configuration, and what hosts without a
 * resolver of their own make of it: workerd and edge runtimes. Pages with these bundles are opened
 * in test/browser/.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { before, test } from 'node:test'
import * as esbuild from 'esbuild'
import { bundlers } from '../support/bundlers.js'
import { Installation, environment } from '../support/installed.js'
import { expected } from '../support/consumer/results.js'

const node = { command: process.execPath, args: ['--disallow-code-generation-from-strings'] }

/** @type {Installation} */
let installation
before(() => (installation = new Installation()))

/** @param {string} program */
function checkResults(program) {
  assert.deepEqual(JSON.parse(installation.run(node, [program])), expected)
}

// What Vite makes is for browsers only.
for (const name of ['esbuild', 'rollup', 'webpack']) {
  test(`${name}: the bundle runs in Node`, async () => {
    const output = join(installation.folder, 'dist', name)
    checkResults(await bundlers[name](installation.folder, 'main.js', output))
  })
}

test('esbuild for Node, as CommonJS', async () => {
  const outfile = join(installation.folder, 'bundle.cjs')
  await esbuild.build({
    entryPoints: [join(installation.folder, 'main.js')],
    bundle: true,
    platform: 'node',
    outfile
  })
  checkResults(outfile)
})

/** Compiles what is imported as ?module, as edge runtimes do. @type {esbuild.Plugin} */
const moduleImports = {
  name: 'module-imports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -'?module'.length)),
      namespace: 'module'
    }))
    onLoad({ filter: /.*/, namespace: 'module' }, ({ path }) => ({
      contents: `
        import { readFileSync } from 'node:fs'
        export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}))`
    }))
  }
}

test('edge-light: imports ./jsontape.wasm?module', async () => {
  const outfile = join(installation.folder, 'edge-light.js')
  const { metafile } = await esbuild.build({
    entryPoints: [join(installation.folder, 'main.js')],
    bundle: true,
    format: 'esm',
    external: ['node:fs'],
    conditions: ['edge-light'],
    plugins: [moduleImports],
    metafile: true,
    outfile
  })
  assert.doesNotMatch(Object.keys(metafile.inputs).join('\n'), /embedded/)
  checkResults(outfile)
})

/** @type {{ default: string }} */
const { default: workerdProgram } = createRequire(import.meta.url)('workerd')

const WORKERD_CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  compatibilityDate = "2025-01-01",
  modules = [
    (name = "worker.js", esModule = embed "workerd.js"),
    (name = "jsontape.wasm", wasm = embed "node_modules/jsontape/js/load/jsontape.wasm")
  ]
);
`

test('workerd: imports ./jsontape.wasm as a module', async () => {
  const { folder } = installation
  await esbuild.build({
    entryPoints: [join(folder, 'worker.js')],
    bundle: true,
    format: 'esm',
    external: ['*.wasm'],
    conditions: ['workerd'],
    outfile: join(folder, 'workerd.js')
  })
  assert.doesNotMatch(readFileSync(join(folder, 'workerd.js'), 'utf8'), /embedded/)
  installation.write('workerd.capnp', WORKERD_CONFIG)

  const workerd = spawn(workerdProgram, ['serve', '--control-fd=3', 'workerd.capnp'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe']
  })
  try {
    const control = /** @type {import('node:stream').Readable} */ (workerd.stdio[3])
    const listens = once(control.setEncoding('utf8'), 'data')
    const ends = once(workerd, 'exit').then(() => ['workerd ended'])
    const [message] = await Promise.race([listens, ends])
    const { port } = JSON.parse(message)
    const response = await fetch(`http://127.0.0.1:${port}/`)
    assert.deepEqual(await response.json(), expected)
  } finally {
    workerd.kill()
  }
})
