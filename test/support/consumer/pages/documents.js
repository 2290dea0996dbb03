/** Documents from the server: a digest of each, and whether its values are those of JSON.parse. */
import { decode, parse } from 'jsontape'
import { digest } from './digest.js'

/** @type {string[]} */
const names = await (await fetch('/documents/names.json')).json()
/** @type {Record<string, [number, boolean]>} */
const results = {}
for (const name of names) {
  const bytes = new Uint8Array(await (await fetch(`/documents/${name}.json`)).arrayBuffer())
  const values = JSON.parse(new TextDecoder().decode(bytes))
  const isSame = JSON.stringify(decode(bytes)) === JSON.stringify(values)
  results[name] = [digest(parse(bytes)), isSame]
}
console.log(JSON.stringify(results))
