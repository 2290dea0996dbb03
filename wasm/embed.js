/**
 * Writes the bytes of a wasm module as a JavaScript module: `node embed.js MODULE.wasm OUTPUT.js`.
 * js/load/embedded.js takes them out again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const [input, output] = process.argv.slice(2)
const base64 = readFileSync(input).toString('base64')
writeFileSync(output, `// Made by wasm/embed.js.\nexport const base64 =\n  '${base64}'\n`)
