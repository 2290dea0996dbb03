/**
 * The documents that benches need but no package ships, the same ones every time: everything comes
 * from one seeded generator of pseudo-random numbers.
 */

const WORDS =
  'the tape of a document holds what each value is and where its text lies in the source so that nothing is copied before someone asks'.split(
    ' '
  )

const CYRILLIC =
  'лента хранит место каждого значения в исходном тексте и ничего не копирует пока об этом не попросят'.split(
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
 * @param {string[]} words
 * @param {number} length
 */
function text(random, words, length) {
  let joined = random.pick(words)
  while (joined.length < length) joined += ` ${random.pick(words)}`
  return joined.slice(0, length)
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
    text: text(random, WORDS, random.integer(40, 200))
  }
}

/** @param {string} json */
function bytesOf(json) {
  return new TextEncoder().encode(json)
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
  return bytesOf(`[${parts.join(',')}]`)
}

/**
 * A JSON array of so many records, as bytes.
 *
 * @param {number} n
 */
export function records(n) {
  const random = new Random()
  return bytesOf(JSON.stringify(Array.from({ length: n }, (_, i) => record(random, i))))
}

/**
 * The same as recordArray, each value on a line of its own.
 *
 * @param {number} nbytes how long it is, to within a record
 */
export function indentedRecordArray(nbytes) {
  const random = new Random()
  const records = []
  for (let length = 2; length < nbytes; ) {
    records.push(record(random, records.length))
    length += JSON.stringify([records[records.length - 1]], null, 2).length - 2
  }
  return bytesOf(JSON.stringify(records, null, 2))
}

/** One record without its text, as bytes: about a hundred. */
export function smallRecord() {
  return bytesOf(JSON.stringify({ ...record(new Random(), 1), text: undefined }))
}

/** @param {string} character */
function escape(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * One JSON string of Cyrillic words, as bytes.
 *
 * @param {number} length in characters
 * @param {boolean} escaped every character but the spaces as a \u escape
 */
export function cyrillic(length, escaped) {
  const words = text(new Random(), CYRILLIC, length)
  const json = escaped ? words.replace(/[^ ]/g, escape) : words
  return bytesOf(`"${json}"`)
}

/**
 * An array of empty strings, as bytes.
 *
 * @param {number} n
 */
export function emptyStrings(n) {
  return bytesOf(JSON.stringify(new Array(n).fill('')))
}

/**
 * @param {number} depth
 * @param {number} breadth
 * @returns {unknown}
 */
function graphOf(depth, breadth) {
  if (depth === 0) return 'some string leaf value'
  const child = graphOf(depth - 1, breadth)
  const children = Array.from({ length: breadth }, (_, i) => [`child_${i}`, child])
  return {
    ...Object.fromEntries(children),
    number: 1234567,
    flag: true,
    nullable: null,
    array: [1, 2, 3, 'four', false]
  }
}

/**
 * Objects in objects, as bytes.
 *
 * @param {number} depth
 * @param {number} breadth of objects in each
 * @param {number} indentation spaces a level; 0 for no whitespace at all
 */
export function graph(depth, breadth, indentation) {
  return bytesOf(JSON.stringify(graphOf(depth, breadth), null, indentation))
}

/**
 * An array of numbers, each on a line of its own and far to the right, as bytes.
 *
 * @param {number} n
 * @param {number} nspaces
 */
export function indentedNumbers(n, nspaces) {
  const numbers = Array.from({ length: n }, (_, i) => `\n${' '.repeat(nspaces)}${i}`)
  return bytesOf(`[${numbers}]`)
}

/**
 * Runs of whitespace (a line feed, then spaces), each with a comma behind it, as bytes.
 *
 * @param {number} nbytes how long it is, to within a run
 * @param {() => number} nextLength
 */
export function runs(nbytes, nextLength) {
  const parts = []
  for (let length = 0; length < nbytes; length += parts[parts.length - 1].length) {
    parts.push(`${'\n'.padEnd(nextLength())},`)
  }
  return bytesOf(parts.join(''))
}

/**
 * An array of sentences, as bytes.
 *
 * @param {number} nbytes how long it is, to within a sentence
 */
export function sentences(nbytes) {
  const random = new Random()
  const parts = []
  for (let length = 1; length < nbytes; length += parts[parts.length - 1].length + 1) {
    parts.push(JSON.stringify(text(random, WORDS, random.integer(3, 60))))
  }
  return bytesOf(`[${parts.join(',')}]`)
}

/**
 * An array of integers and fractions, as bytes.
 *
 * @param {number} nbytes how long it is, to within a number
 */
export function numbers(nbytes) {
  const random = new Random()
  const parts = []
  for (let length = 1; length < nbytes; length += parts[parts.length - 1].length + 1) {
    const isInteger = random.next() < 0.5
    parts.push(String(isInteger ? random.integer(-1e5, 1e5) : random.integer(0, 1e9) / 1e4))
  }
  return bytesOf(`[${parts.join(',')}]`)
}

/**
 * A page of items as web services send them, as bytes.
 *
 * @param {number} nbytes how long it is, to within an item
 */
export function apiReply(nbytes) {
  const random = new Random()
  const parts = []
  for (let length = 50; length < nbytes; length += parts[parts.length - 1].length + 1) {
    const id = random.integer(1, 1e9)
    const attributes = {
      title: text(random, WORDS, random.integer(10, 40)),
      createdAt: new Date(1.7e12 + id).toISOString(),
      price: random.integer(1, 1e5) / 100,
      active: random.next() < 0.5,
      owner: null
    }
    const links = { self: `https://example.com/items/${id}` }
    parts.push(JSON.stringify({ id, type: 'item', attributes, links }))
  }
  return bytesOf(`{"status":"ok","page":{"index":1,"total":1234},"items":[${parts.join(',')}]}`)
}

const CLEARANCES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']

/**
 * @param {Random} random
 * @param {string} name
 * @param {number} index among siblings
 * @param {number} depth
 * @returns {unknown}
 */
function person(random, name, index, depth) {
  return {
    Name: name,
    IsAdmin: index % 2 === 0,
    Salary: Math.trunc(10_000_000 / (depth + 1)),
    SecurityClearances: Object.fromEntries(CLEARANCES.map((key) => [key, random.next() < 0.5])),
    Subordinates: Array.from({ length: depth < 5 ? 4 : 0 }, (_, i) =>
      person(random, `${name} - Subordinate ${i}`, i, depth + 1)
    )
  }
}

/** People under people, as bytes: 1365 of them. */
export function orgChart() {
  return bytesOf(JSON.stringify(person(new Random(), 'CEO', 0, 0)))
}

/**
 * A number and a text, as bytes.
 *
 * @param {number} length of the text
 */
export function numberAndText(length) {
  return bytesOf(JSON.stringify({ Num: 1, Text: text(new Random(), WORDS, length) }))
}

/** What a page of events shows, as bytes. */
export function viewModel() {
  const random = new Random()
  /** @param {number} length */
  const words = (length) => text(random, WORDS, length)
  const time = () => new Date(1.7e12 + random.integer(0, 1e10)).toISOString()
  const events = Array.from({ length: 20 }, (_, Id) => ({
    Id,
    Name: words(20),
    Description: words(120),
    Location: words(15),
    ImageUrl: `/images/${Id}.jpg`,
    Organizer: words(12),
    StartDate: time(),
    EndDate: time()
  }))
  const campaign = {
    Id: 1,
    Name: words(20),
    Description: words(120),
    ImageUrl: '/images/campaign.jpg',
    StartDate: time(),
    EndDate: time()
  }
  return bytesOf(JSON.stringify({ Events: events, Campaign: campaign, IsSignedIn: true }))
}
