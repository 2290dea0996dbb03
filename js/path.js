/**
 * The way to where a parse stopped, as wasm gives it.
 */
import { decodeKey } from './text.js'

/** Words of a jt_path_step, see src/jsontape.h. */
const STEP_NWORDS = 3

/**
 * @param {Uint32Array} words
 * @param {number} at word index of the first step
 * @param {number} nsteps
 * @param {Uint8Array} source
 * @returns {(string | number)[]}
 */
export function readPath(words, at, nsteps, source) {
  const path = []
  for (let i = 0, step = at; i < nsteps; i++, step += STEP_NWORDS) {
    const isKey = words[step] !== 0
    const index = words[step + 1]
    path.push(isKey ? decodeKey(source, index, index + words[step + 2]) ?? '' : index)
  }
  return path
}
