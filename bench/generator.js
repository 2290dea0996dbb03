/**
 * The documents that benches need but no package ships, the same ones every time: everything comes
 * from one seeded generator of pseudo-random numbers.
 */

const WORDS =
  'the tape of a document holds what each value is and where its text lies in the source so that nothing is copied before someone asks'.split(
    ' '
  )

/** Mulberry32: 32 bits of state, good enough to make data of. */
export class Random {
  #state

  /** @param {number} [seed] */
  constructor(seed = 1) {
    this.#state = seed >>> 0
  }

  /** @returns {number} at least 0, below 1 */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /**
   * @param {number} from
   * @param {number} to included
   */
  integer(from, to) {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /**
   * @template T
   * @param {readonly T[]} choices
   */
  pick(choices) {
    return choices[this.integer(0, choices.length - 1)]
  }
}

/**
 * Words with spaces between them, cut at a length.
 *
 * @param {Random} random
 * @param {number} length
 */
function text(random, length) {
  let words = random.pick(WORDS)
  while (words.length < length) words += ` ${random.pick(WORDS)}`
  return words.slice(0, length)
}

/**
 * @param {Random} random
 * @param {number} id
 */
export function record(random, id) {
  return {
    id,
    user: { id: random.integer(1, 1e6), name: `${random.pick(WORDS)}_${random.integer(1, 9999)}` },
    score: random.integer(0, 1e6) / 1e4,
    flag: random.next() < 0.5,
    tags: [random.pick(WORDS), random.pick(WORDS), random.pick(WORDS)],
    text: text(random, random.integer(40, 200))
  }
}

/**
 * A JSON array of records, as bytes.
 *
 * @param {number} nbytes how long it is, to within a record
 * @param {number} [seed]
 */
export function recordArray(nbytes, seed) {
  const random = new Random(seed)
  const parts = []
  for (let length = 1; length < nbytes; length += parts[parts.length - 1].length + 1) {
    parts.push(JSON.stringify(record(random, parts.length)))
  }
  return new TextEncoder().encode(`[${parts.join(',')}]`)
}
