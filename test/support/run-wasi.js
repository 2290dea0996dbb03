/**
 * Runs a WASI program with one folder: `node run-wasi.js MODULE FOLDER ARGUMENTS...`, where the
 * program sees FOLDER as /files. A process of its own, since Node's WASI does not always survive
 * hundreds of instances in one.
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { WASI } from 'node:wasi'

const [path, folder, ...args] = process.argv.slice(2)
const wasi = new WASI({
  version: 'preview1',
  args: [path, ...args],
  preopens: { '/files': folder },
  returnOnExit: true
})
const module = new WebAssembly.Module(readFileSync(path))
const imports = /** @type {WebAssembly.Imports} */ (wasi.getImportObject())
process.exitCode = wasi.start(new WebAssembly.Instance(module, imports))
