/** Uses `jsontape` compiled ahead, without blocking. */
import * as library from 'jsontape'
import * as reader from 'jsontape/tape'
import { results } from './results.js'

Promise.all([library.init(), library.init()])
  .then(() => library.init())
  .then(() => console.log(JSON.stringify(results(library, reader))))
