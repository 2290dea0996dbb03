/**
 * The wasm of the CBOR entry: its bytes lie in the package's JavaScript, the one form that
 * every bundler handles without being told.
 */
import { hex } from './embedded-cbor-bytes.js'
import { fromHexText } from './hex.js'

/** @returns {Uint8Array<ArrayBuffer>} */
export default function wasmBytes() {
  return fromHexText(hex)
}
