/**
 * How fast are objects with a few fields of larger ones? `pick` with the parse and without, against
 * JSON.parse and a map that builds the same objects.
 */
import { parse } from '../js/index.js'
import { large, utf8 } from './corpus.js'
import { records } from './generator.js'
import { measure } from './measure.js'

const JSON_PARSE = 'JSON.parse(utf8(bytes)), a map'

/** By case: where the array is, the paths, and how JavaScript gets the same. */
const PICKS = {
  records: {
    pointer: '',
    paths: ['id', 'user/name', 'score', 'flag'],
    map: (/** @type {any[]} */ rows) =>
      rows.map(({ id, user, score, flag }) => ({ id, 'user/name': user.name, score, flag }))
  },
  performances: {
    pointer: '/performances',
    paths: ['id', 'eventId', 'start', 'seatMapImage'],
    map: (/** @type {any} */ { performances }) =>
      performances.map((/** @type {any} */ { id, eventId, start, seatMapImage }) => ({
        id,
        eventId,
        start,
        seatMapImage
      }))
  }
}

/** @type {import('./cases.js').Bench} */
export const bench = {
  about: 'objects with a few fields of larger ones',
  unit: 'ms',
  baseline: JSON_PARSE,
  cases: () => [
    { group: 'records', name: '200,000 records', load: () => records(200_000) },
    { ...large('citm_catalog'), group: 'performances' }
  ],
  measure(bytes, { rounds, group }) {
    const { pointer, paths, map } = PICKS[/** @type {keyof typeof PICKS} */ (group)]
    const document = parse(bytes)
    return measure(
      [
        { name: 'parse and pick', run: () => parse(bytes).at(pointer)?.pick(paths) },
        { name: 'pick', run: () => document.at(pointer)?.pick(paths) },
        { name: JSON_PARSE, run: () => map(JSON.parse(utf8(bytes))) }
      ],
      { rounds }
    )
  }
}
