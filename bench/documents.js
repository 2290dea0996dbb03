/**
 * The large documents that figures and bars are about, wherever a bench runs.
 */

/** Of the npm package `simdjson`. */
export const LARGE = [
  'twitter',
  'citm_catalog',
  'canada',
  'gsoc-2018',
  'marine_ik',
  'mesh',
  'mesh.pretty',
  'twitterescaped',
  'update-center',
  'github_events',
  'random',
  'numbers',
  'instruments',
  'apache_builds'
]

/** Where they lie, from the project's root. */
export const FOLDER = 'node_modules/simdjson/jsonexamples'

const decoder = new TextDecoder()

/**
 * How JavaScript turns bytes into the string that JSON.parse takes: one decoder, used again.
 *
 * @param {Uint8Array} bytes
 */
export function utf8(bytes) {
  return decoder.decode(bytes)
}
