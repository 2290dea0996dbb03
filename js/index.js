/**
 * jsontape: UTF-8 JSON bytes become a tape that is read without building objects. This entry
 * brings its wasm along, compiled when it is first needed.
 */
import load from '#wasm'
import { provide } from './engine.js'

export * from './slim.js'

provide(load)
