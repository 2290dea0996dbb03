/**
 * JSON Pointer (RFC 6901): from text to reference tokens and back.
 */

import { TapePointerError } from './errors.js'

/** The only spellings of an array index. */
const INDEX = /^(?:0|[1-9][0-9]*)$/

/**
 * The reference tokens of a pointer, unescaped.
 * @param {string} pointer
 * @returns {string[]}
 */
export function parsePointer(pointer) {
  if (typeof pointer !== 'string') throw new TypeError('pointer must be a string')
  if (pointer === '') return []
  if (pointer[0] !== '/') {
    throw new TapePointerError('a JSON Pointer is empty or starts with "/"', pointer, 0)
  }
  const tokens = pointer.slice(1).split('/')
  if (!pointer.includes('~')) return tokens
  const wrong = pointer.search(/~(?![01])/)
  if (wrong >= 0) {
    throw new TapePointerError('in a JSON Pointer "~" is followed by 0 or 1', pointer, wrong)
  }
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * @param {Iterable<string | number>} tokens
 * @returns {string}
 */
export function formatPointer(tokens) {
  let pointer = ''
  for (const token of tokens) {
    pointer += '/'
    pointer += typeof token === 'number'
      ? token : token.replaceAll('~', '~0').replaceAll('/', '~1')
  }
  return pointer
}

/**
 * The array index that a reference token spells, -1 for any other token.
 * @param {string} token
 * @returns {number}
 */
export function arrayIndex(token) {
  return INDEX.test(token) ? Number(token) : -1
}
