/** A small seeded generator (sfc32): the same seed gives the same tests on every machine. */
export class Random {
  #a
  #b
  #c
  #counter = 1

  /** @param {number} seed */
  constructor(seed) {
    this.#a = 0x9e3779b9
    this.#b = 0x243f6a88
    this.#c = seed >>> 0
    for (let i = 0; i < 12; i++) this.next()
  }

  /** A whole number from 0 to 2^32 - 1. */
  next() {
    const sum = (this.#a + this.#b + this.#counter++) >>> 0
    this.#a = (this.#b ^ (this.#b >>> 9)) >>> 0
    this.#b = (this.#c + (this.#c << 3)) >>> 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0
    return sum
  }

  /**
   * A whole number from 0 to limit - 1.
   *
   * @param {number} limit
   */
  below(limit) {
    return Math.floor((this.next() / 0x100000000) * limit)
  }

  /**
   * True once in `times`, on average.
   *
   * @param {number} times
   */
  oneIn(times) {
    return this.below(times) === 0
  }

  /**
   * One of the items.
   *
   * @template T
   * @param {readonly T[]} items
   * @returns {T}
   */
  pick(items) {
    return items[this.below(items.length)]
  }
}
