/** Uses `jsontape` without calling init. */
import * as library from 'jsontape'
import * as reader from 'jsontape/tape'
import { results } from './results.js'

console.log(JSON.stringify(results(library, reader)))
