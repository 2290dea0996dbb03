/**
 * What documents do in wasm. Reading a document needs none, so the code that does is not imported
 * here: the entries that have wasm provide it.
 */

/**
 * @typedef {import('./view.js').TapeView} TapeView
 * @typedef {import('./index.js').FormatOptions} FormatOptions
 * @typedef {object} Bulk
 * @property {(view: TapeView, index: number, spec: Record<string, string>) =>
 *   import('./columns.js').Columns} columns
 * @property {(a: TapeView, b: TapeView, options?: { keyOrder?: boolean }) => boolean} equals
 * @property {(view: TapeView, index: number, options?: FormatOptions) => Uint8Array} toBytes
 * @property {(view: TapeView, index: number, options?: FormatOptions) => string} stringify
 */

/** @type {Bulk | undefined} */
let provided

/** @param {Bulk} functions */
export function provideBulk(functions) {
  provided = functions
}

/** @returns {Bulk} */
export function bulk() {
  if (provided) return provided
  throw new Error('this needs wasm, which jsontape/tape has not: import jsontape as well')
}
