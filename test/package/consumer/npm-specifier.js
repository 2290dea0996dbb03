/** Uses the package as Deno's programs name it. */
import * as library from 'npm:jsontape'
import * as reader from 'npm:jsontape/tape'
import { results } from './results.js'

console.log(JSON.stringify(results(library, reader)))
