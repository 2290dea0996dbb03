/**
 * Writes the bytes of a wasm module as a JavaScript module: `node embed.js MODULE.wasm OUTPUT.js`.
 * js/load/embedded.js takes them out again.
 *
 * Hexadecimal, since engines decode it natively and every byte stays in one place: it compresses
 * to within 3 percent of the module itself, base64 only to within 18.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const [input, output] = process.argv.slice(2)
const hex = readFileSync(input).toString('hex')
writeFileSync(output, `/** jsontape.wasm, written by wasm/embed.js */\nexport const hex = '${hex}'\n`)
