/**
 * A bench in a browser: the page's query says which, its rows go to the console.
 */
import { runCases } from './cases.js'

const query = new URLSearchParams(location.search)
const rounds = query.get('rounds')
const rows = await runCases(/** @type {string} */ (query.get('bench')), {
  engine: /** @type {string} */ (query.get('engine')),
  build: 'browser',
  compile: (path) => WebAssembly.compileStreaming(fetch(`/${path}`)),
  read: async (path) => new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer()),
  filter: query.get('filter') ?? '',
  rounds: rounds === null ? undefined : Number(rounds)
})
console.log(JSON.stringify(rows))
