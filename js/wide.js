/**
 * Indexes of wide containers, which make one search for a child as good as any number of them. They
 * are made when a container is searched again and again, so that reading a few values of a large
 * document costs no memory.
 */

import * as F from './format.js'

/** @typedef {import('./view.js').TapeView} TapeView */

/** Containers of fewer children are searched by walking. */
export const WIDE_NCHILDREN = 128

/** Searches of a container that are made without an index. */
const SEARCHES_BEFORE_INDEX = 2

/** Containers that are remembered as searched. */
const SEARCHED_MAX = 1024

export class WideIndex {
  #view

  /** How often each container was searched. @type {Map<number, number>} */
  #searched = new Map()

  /** @type {Map<number, Uint32Array>} */
  #children = new Map()

  /** @type {Map<number, Map<string, number>>} */
  #members = new Map()

  /** @param {TapeView} view */
  constructor(view) {
    this.#view = view
  }

  /**
   * The tape indices of a container's children (in an object, of their keys) in their order, or
   * undefined as long as they do not pay.
   * @param {number} index
   * @returns {Uint32Array | undefined}
   */
  children(index) {
    const known = this.#children.get(index)
    if (known || !this.#isOften(index)) return known
    const children = childrenInOrder(this.#view, index)
    this.#children.set(index, children)
    return children
  }

  /**
   * The tape indices of an object's members by key, or undefined as long as they do not pay.
   * @param {number} index
   * @returns {Map<string, number> | undefined}
   */
  members(index) {
    const known = this.#members.get(index)
    if (known || !this.#isOften(index)) return known
    const members = childrenByKey(this.#view, index)
    this.#members.set(index, members)
    return members
  }

  /** @param {number} index */
  #isOften(index) {
    const searched = this.#searched.get(index) ?? 0
    if (searched >= SEARCHES_BEFORE_INDEX) return true
    if (this.#searched.size >= SEARCHED_MAX) this.#searched.clear()
    this.#searched.set(index, searched + 1)
    return false
  }
}

/**
 * @param {TapeView} view
 * @param {number} index
 */
function childrenInOrder(view, index) {
  const isObject = (view.words[index] & F.KIND_MASK) === F.OBJECT
  const children = new Uint32Array(view.count(index))
  const end = view.childrenEnd(index)
  let at = index + 4
  for (let position = 0; position < children.length; position++) {
    children[position] = at
    at = view.after(isObject ? view.behindKey(at) : at, end)
  }
  return children
}

/**
 * The tape indices of a container's children by key, where keys are equal of the one that counts.
 * @param {TapeView} view
 * @param {number} index
 * @returns {Map<string, number>}
 */
export function childrenByKey(view, index) {
  const isObject = (view.words[index] & F.KIND_MASK) === F.OBJECT
  const end = view.childrenEnd(index)
  /** @type {Map<string, number>} */
  const children = new Map()
  for (let at = index + 4; at < end;) {
    const key = isObject ? view.key(at) : String(children.size)
    const value = isObject ? view.behindKey(at) : at
    if (!(view.firstWins && children.has(key))) children.set(key, value)
    at = view.after(value, end)
  }
  return children
}
