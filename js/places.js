/**
 * The places that paths lead to: what `pick` and `columns` look for in one object after the other.
 */
import * as F from './format.js'
import { arrayIndex, parsePointer } from './pointer.js'

/** @typedef {import('./view.js').TapeView} TapeView */

/**
 * What one or more paths name with their first tokens.
 * @typedef {object} Place
 * @property {number} slot its number
 * @property {string} token the last one
 * @property {number} position that the token is in an array, -1: none
 * @property {Place[]} inside what the next tokens name; their slots follow one another
 * @property {Uint32Array} slots of those, by interned key; 0: none
 */

/**
 * All places by slot, the ones around before those inside, the whole value first; and the slots
 * that the paths lead to.
 * @param {TapeView} view
 * @param {string[]} paths JSON Pointers without the leading slash
 */
export function placesOf(view, paths) {
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) {
    throw new TypeError('paths must be an array of strings')
  }
  const root = newPlace('')
  const targets = paths.map((path) => parsePointer(`/${path}`).reduce(inside, root))
  const places = [root]
  for (const place of places) {
    for (const inner of place.inside) inner.slot = places.push(inner) - 1
  }
  for (const place of places) {
    if (place.inside.length === 0) continue
    place.slots = new Uint32Array(view.words[F.H_NKEYS])
    for (const { token, slot } of place.inside) {
      const id = view.idOf(token)
      if (id >= 0) place.slots[id] = slot
    }
  }
  return { places, slots: targets.map(({ slot }) => slot) }
}

/**
 * @param {string} token
 * @returns {Place}
 */
function newPlace(token) {
  return { slot: 0, token, position: arrayIndex(token), inside: [], slots: new Uint32Array(0) }
}

/**
 * @param {Place} place
 * @param {string} token
 */
function inside(place, token) {
  const known = place.inside.find((inner) => inner.token === token)
  if (known) return known
  const made = newPlace(token)
  place.inside.push(made)
  return made
}
