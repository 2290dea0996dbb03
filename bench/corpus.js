/**
 * The documents that benches run on: those of the npm package `simdjson`, and those of a folder
 * that the user names.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LARGE, utf8 } from './documents.js'

export { LARGE, utf8 }

/** @typedef {import('./cases.js').Case} Case */

/** The folder of documents in the package `simdjson`. */
function packageFolder() {
  return join(
    dirname(createRequire(import.meta.url).resolve('simdjson/package.json')),
    'jsonexamples'
  )
}

/** @param {string} path */
function read(path) {
  return new Uint8Array(readFileSync(path))
}

/**
 * @param {string} name one of LARGE
 * @returns {Case}
 */
export function large(name) {
  return { group: 'large', name, load: () => read(join(packageFolder(), `${name}.json`)) }
}

/** @param {string} path */
function isJson(path) {
  try {
    JSON.parse(utf8(read(path)))
    return true
  } catch {
    return false
  }
}

/**
 * The valid `.json` files in a folder and below it.
 *
 * @param {string} folder
 * @param {string} group
 * @returns {Case[]}
 */
export function folderDocuments(folder, group) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && isJson(join(folder, path)))
    .sort()
    .map((path) => ({
      group,
      name: path.slice(0, -'.json'.length),
      load: () => read(join(folder, path))
    }))
}

/**
 * Every document of the package, and of the user's folder if there is one.
 *
 * @param {string} [userFolder]
 * @returns {Case[]}
 */
export function corpus(userFolder) {
  return [
    ...LARGE.map(large),
    ...folderDocuments(join(packageFolder(), 'small'), 'small'),
    ...(userFolder === undefined ? [] : folderDocuments(userFolder, 'corpus'))
  ]
}
