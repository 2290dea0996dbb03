/**
 * Picking fields: objects with only the values that paths name, read off the tape in one walk over
 * the members around them; what lies in the others is skipped. All objects have one shape.
 */
import * as F from './format.js'
import { valueSettings } from './options.js'
import { placesOf } from './places.js'
import { readAhead } from './text.js'
import { scalar, toValue } from './values.js'

/**
 * @typedef {import('./places.js').Place} Place
 * @typedef {import('./view.js').TapeView} TapeView
 */

/**
 * A function from the tape index of a value to an object with the fields that paths name in it.
 * @param {TapeView} view
 * @param {string[]} paths JSON Pointers without the leading slash
 * @returns {(index: number) => Record<string, unknown>}
 */
export function picker(view, paths) {
  const { places, slots } = placesOf(view, paths)
  const outer = places.filter(({ inside }) => inside.length > 0)
  /** Tape indices by slot, 0: nothing is there. */
  const found = new Uint32Array(places.length)
  const ascii = readAhead()
  // A copy of it has all properties, so that filling them changes no shape.
  /** @type {Record<string, unknown>} */
  const template = Object.fromEntries(paths.map((path) => [path, undefined]))
  const [name0, name1, name2, name3] = paths

  return (index) => {
    found[0] = index
    for (let i = 0; i < outer.length; i++) find(view, outer[i], found)
    const object = { ...template }
    // Engines are quick where a place in the code sees one name only.
    if (slots.length > 0) object[name0] = valueAt(view, found[slots[0]], ascii)
    if (slots.length > 1) object[name1] = valueAt(view, found[slots[1]], ascii)
    if (slots.length > 2) object[name2] = valueAt(view, found[slots[2]], ascii)
    if (slots.length > 3) object[name3] = valueAt(view, found[slots[3]], ascii)
    for (let i = 4; i < slots.length; i++) {
      object[paths[i]] = valueAt(view, found[slots[i]], ascii)
    }
    return object
  }
}

/**
 * Finds what is inside of a place.
 * @param {TapeView} view
 * @param {Place} place
 * @param {Uint32Array} found
 */
function find(view, place, found) {
  const { inside } = place
  for (let i = 0; i < inside.length; i++) found[inside[i].slot] = 0
  const index = found[place.slot]
  if (index === 0) return
  const kind = view.head(index) & F.KIND_MASK
  if (kind === F.OBJECT) {
    findMembers(view, place, found, index)
  } else if (kind === F.ARRAY) {
    const count = view.count(index)
    for (const { slot, position } of inside) {
      if (position >= 0 && position < count) found[slot] = view.element(index, position)
    }
  }
}

/**
 * @param {TapeView} view
 * @param {Place} place
 * @param {Uint32Array} found
 * @param {number} index
 */
function findMembers(view, { inside, slots }, found, index) {
  const { words, firstWins } = view
  const end = view.childrenEnd(index)
  for (let at = index + 4; at < end;) {
    const word = words[at]
    const isInterned = (word & F.KIND_MASK) === F.KEY
    const value = isInterned ? at + 2 : view.behindKey(at)
    const slot = isInterned ? slots[word >>> 8] : slotOfKey(view, inside, at)
    at = view.after(value, end)
    if (slot > 0 && !(firstWins && found[slot] !== 0)) found[slot] = value
  }
}

/**
 * @param {TapeView} view
 * @param {number} index 0: nothing is there
 * @param {import('./text.js').Decode} ascii
 */
function valueAt(view, index, ascii) {
  if (index === 0) return undefined
  const kind = view.words[index] & F.KIND_MASK
  if (kind >= F.ARRAY) return toValue(view, index, valueSettings())
  const isString = kind === F.STRING || kind === F.STRING_LONG
  return isString ? view.string(index, ascii) : scalar(view, index, valueSettings())
}

/**
 * @param {TapeView} view
 * @param {Place[]} places
 * @param {number} key tape index of a key that is not interned
 */
function slotOfKey(view, places, key) {
  return places.find(({ token }) => view.keyIs(key, token))?.slot ?? 0
}
