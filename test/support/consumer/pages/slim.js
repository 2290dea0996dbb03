/** `jsontape/slim`: a failure of init is forgotten; then the wasm comes from the server. */
import * as library from 'jsontape/slim'
import * as reader from 'jsontape/tape'
import { results } from '../results.js'

const failures = await Promise.allSettled([
  library.init(fetch('/main.html')),
  library.init(new ArrayBuffer(8))
])
if (failures.some(({ status }) => status !== 'rejected')) throw new Error('init should fail')

await library.init(fetch('/node_modules/jsontape/js/load/jsontape.wasm'))
console.log(JSON.stringify(results(library, reader)))
