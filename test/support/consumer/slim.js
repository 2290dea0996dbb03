/** Uses `jsontape/slim` with the bytes of `jsontape/jsontape.wasm`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as library from 'jsontape/slim'
import * as reader from 'jsontape/tape'
import { results } from './results.js'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('jsontape/jsontape.wasm')))

assert.throws(() => library.parse('1'), /init/)
await assert.rejects(library.init(wasm.subarray(0, 100)))
await assert.rejects(library.init(new Response('', { status: 404 })), /404/)
const headers = { 'Content-Type': 'application/wasm' }
await library.init(Promise.resolve(new Response(wasm, { headers })))
console.log(JSON.stringify(results(library, reader)))
