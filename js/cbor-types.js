/**
 * Values that CBOR has and JavaScript has not.
 */

const MAX_TAG = 2n ** 64n - 1n

/** A tag and what it stands before. */
export class CborTag {
  /**
   * @param {number | bigint} tag
   * @param {any} value
   */
  constructor(tag, value) {
    if (!(typeof tag === 'bigint' || Number.isSafeInteger(tag)) || tag < 0 || tag > MAX_TAG) {
      throw new RangeError('tag must be an integer from 0 to 2^64 - 1')
    }
    this.tag = tag
    this.value = value
  }
}

/** A simple value other than false, true, null and undefined. */
export class CborSimple {
  /** @param {number} value */
  constructor(value) {
    if (!Number.isInteger(value) || value < 0 || value > 255 || (value >= 20 && value < 32)) {
      throw new RangeError('value must be an integer from 0 to 19 or from 32 to 255')
    }
    this.value = value
  }
}
