/** The worker of worker-page.js. */
import * as library from 'jsontape'
import * as reader from 'jsontape/tape'
import { results } from '../results.js'

const message = library.parse('{"a": [{"b": "found"}]}').share()
postMessage(
  { results: results(library, reader), message },
  { transfer: library.TapeDocument.transferables(message) }
)
