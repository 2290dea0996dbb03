/**
 * jsontape without its wasm: `init(source)` comes first.
 */
export * from './index.js'
