/** Uses the package as Deno's programs name it. */
// @ts-expect-error a specifier of Deno's
import * as library from 'npm:jsontape'
// @ts-expect-error a specifier of Deno's
import * as reader from 'npm:jsontape/tape'
import { results } from './results.js'

console.log(JSON.stringify(results(library, reader)))
