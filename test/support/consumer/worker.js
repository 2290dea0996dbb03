/** Uses `jsontape` in a module of workerd: answers every request. */
import * as library from 'jsontape'
import * as reader from 'jsontape/tape'
import { results } from './results.js'

export default {
  fetch() {
    return Response.json(results(library, reader))
  }
}
