/**
 * Empty objects with room for the members that they are about to be given. A literal has room for
 * four: the next ones make V8 move them again and again, and the seventeenth or so turns the object
 * into a hash table, which is slow to fill and slow to read.
 */

/** @typedef {Record<string, any>} Plain */
/** @typedef {new (full?: boolean) => Plain} Maker what it makes inherits from Object.prototype */

/** @type {{ Eight: Maker, Sixteen: Maker, ThirtyTwo: Maker, full: Plain[] } | undefined} */
let makers

/**
 * @param {number} nmembers
 * @returns {Plain}
 */
export function emptyObject(nmembers) {
  if (nmembers <= 4) return {}
  makers ??= prepare()
  if (nmembers <= 8) return new makers.Eight()
  return nmembers <= 16 ? new makers.Sixteen() : new makers.ThirtyTwo()
}

/**
 * V8 sets aside room for the assignments that it sees in a constructor, and takes back what none of
 * the first objects uses. So there is one that uses all of it, with names that nobody inherits.
 */
function prepare() {
  const [Eight, Sixteen, ThirtyTwo] = [makeEight, makeSixteen, makeThirtyTwo].map((make) => {
    make.prototype = Object.prototype
    return /** @type {Maker} */ (/** @type {unknown} */ (make))
  })
  const full = [new Eight(true), new Sixteen(true), new ThirtyTwo(true)]
  return { Eight, Sixteen, ThirtyTwo, full }
}

/** @this {Plain} @param {boolean} [full] */
function makeEight(full) {
  if (!full) return
  this.$$1 = this.$$2 = this.$$3 = this.$$4 = this.$$5 = this.$$6 = this.$$7 = this.$$8 = 0
}

/** @this {Plain} @param {boolean} [full] */
function makeSixteen(full) {
  if (!full) return
  this.$$1 = this.$$2 = this.$$3 = this.$$4 = this.$$5 = this.$$6 = this.$$7 = this.$$8 = 0
  this.$$9 = this.$$10 = this.$$11 = this.$$12 = this.$$13 = this.$$14 = this.$$15 = this.$$16 = 0
}

/** @this {Plain} @param {boolean} [full] */
function makeThirtyTwo(full) {
  if (!full) return
  this.$$1 = this.$$2 = this.$$3 = this.$$4 = this.$$5 = this.$$6 = this.$$7 = this.$$8 = 0
  this.$$9 = this.$$10 = this.$$11 = this.$$12 = this.$$13 = this.$$14 = this.$$15 = this.$$16 = 0
  this.$$17 = this.$$18 = this.$$19 = this.$$20 = this.$$21 = this.$$22 = this.$$23 = this.$$24 = 0
  this.$$25 = this.$$26 = this.$$27 = this.$$28 = this.$$29 = this.$$30 = this.$$31 = this.$$32 = 0
}
