/** Uses `jsontape/tape` where there is no WebAssembly: reads the message on standard input. */
import { readFileSync } from 'node:fs'

Reflect.deleteProperty(globalThis, 'WebAssembly')
const { TapeDocument } = await import('jsontape/tape')

const { version, source, tape } = JSON.parse(readFileSync(0, 'utf8'))
const message = { version, source: Uint8Array.from(source), tape: Uint32Array.from(tape) }
const document = TapeDocument.from(message, { verify: 'full' })
console.log(JSON.stringify([document, document.root.get('b')?.position]))
