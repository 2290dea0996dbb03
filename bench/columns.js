/**
 * How fast do records become typed arrays? `columns` with the parse and without, against JSON.parse
 * and a loop that fills the same arrays.
 */
import { parse } from '../js/index.js'
import { utf8 } from './corpus.js'
import { records } from './generator.js'
import { measure } from './measure.js'

const JSON_PARSE = 'JSON.parse(utf8(bytes)), a loop'

/** @param {import('../js/index.js').TapeDocument} document */
const read = (document) =>
  document.root.columns({ id: 'i32', 'user/id': 'i32', score: 'f64' })

/** @param {Uint8Array} bytes */
function fill(bytes) {
  /** @type {ReturnType<typeof import('./generator.js').record>[]} */
  const rows = JSON.parse(utf8(bytes))
  const ids = new Int32Array(rows.length)
  const userIds = new Int32Array(rows.length)
  const scores = new Float64Array(rows.length)
  rows.forEach(({ id, user, score }, i) => {
    ids[i] = id
    userIds[i] = user.id
    scores[i] = score
  })
  return [ids, userIds, scores]
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'an array of records to typed arrays',
  unit: 'ms',
  baseline: JSON_PARSE,
  cases: () => [{ group: 'columns', name: '200,000 records', load: () => records(200_000) }],
  measure(bytes, { rounds }) {
    const document = parse(bytes)
    return measure(
      [
        { name: 'parse and columns', run: () => read(parse(bytes)) },
        { name: 'columns', run: () => read(document) },
        { name: JSON_PARSE, run: () => fill(bytes) }
      ],
      { rounds }
    )
  }
}
