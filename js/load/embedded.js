/**
 * The wasm of the default entry: its bytes, embedded by the build.
 */
import { base64 } from './embedded-bytes.js'

/** @returns {Uint8Array} */
export default function wasm() {
  return Buffer.from(base64, 'base64')
}
