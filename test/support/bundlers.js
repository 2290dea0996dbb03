/**
 * The bundlers that must take the package without being configured for it. Each makes a folder
 * with a page, and with the bundle that the page loads.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import * as vite from 'vite'

const execute = promisify(execFile)
const webpackProgram = fileURLToPath(new URL('webpack.js', import.meta.url))

/**
 * Bundles a program for the web.
 *
 * @callback Bundler
 * @param {string} folder where the program and node_modules are
 * @param {string} entry the program's file there
 * @param {string} output folder of the page
 * @returns {Promise<string>} path of the bundle
 */

/** @param {string} script */
const page = (script) => `<!doctype html>\n<script type="module" src="${script}"></script>\n`

/**
 * Where the bundle of a page goes that is written by hand.
 *
 * @param {string} output
 */
function preparePage(output) {
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'index.html'), page('bundle.js'))
  return join(output, 'bundle.js')
}

/** @type {Record<string, Bundler>} */
export const bundlers = {
  async esbuild(folder, entry, output) {
    const outfile = preparePage(output)
    await esbuild.build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      format: 'esm',
      outfile,
      logLevel: 'error'
    })
    return outfile
  },

  async rollup(folder, entry, output) {
    const file = preparePage(output)
    const bundle = await rollup({
      input: join(folder, entry),
      plugins: [nodeResolve()],
      onwarn(warning) {
        throw new Error(warning.message)
      }
    })
    await bundle.write({ file })
    await bundle.close()
    return file
  },

  async vite(folder, entry, output) {
    writeFileSync(join(folder, 'index.html'), page(entry))
    await vite.build({
      root: folder,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir: output }
    })
    const [script] = readdirSync(join(output, 'assets'))
    return join(output, 'assets', script)
  },

  async webpack(folder, entry, output) {
    const file = preparePage(output)
    await execute(process.execPath, [webpackProgram, folder, entry, file])
    return file
  }
}
