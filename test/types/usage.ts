/**
 * The declarations as callers use them, right and wrong. Only compiled.
 */
import {
  build, decode, encode, init, JsonWriter, NumberText, parse, stringify, TapeDocument,
  TapeFormatError, TapeNode, TapePointerError, TapeSyntaxError, TapeTypeError, TapeWriterError,
  validate
} from 'jsontape'
import type {
  DecodeOptions, FormatOptions, Input, ParseOptions, Position, TapeMessage, TapeSyntaxErrorCode,
  TapeWriterErrorCode, ValueOptions, WriterOptions
} from 'jsontape'
import * as slim from 'jsontape/slim'
import * as tape from 'jsontape/tape'
import { ParserPool, parseInWorker } from 'jsontape/worker'
import wasm from 'jsontape/jsontape.wasm'
import command from 'jsontape/jsontape.wasi.wasm'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Fails to compile unless the type argument is true. */
declare function holds<_ extends true>(): void

declare const bytes: Uint8Array

const document: TapeDocument = parse(bytes, { maxDepth: 3, duplicateKeys: 'first' })
for (const input of ['', bytes, bytes.buffer, new SharedArrayBuffer(1)]) parse(input)
parse(new DataView(bytes.buffer))
holds<Same<Input, string | Uint8Array | ArrayBuffer | SharedArrayBuffer | DataView>>()

const options: DecodeOptions = { bom: 'error', comments: true, trailingCommas: false } satisfies
  ParseOptions
const values: ValueOptions = { bigint: 'unsafe', numbers: 'text', proto: 'ignore', maps: true }
decode(bytes, { ...options, ...values })
decode('1', {
  reviver(key, value, { source }) {
    holds<Same<typeof key, string>>()
    holds<Same<typeof source, string | undefined>>()
    return this === value ? undefined : value
  }
})

holds<Same<ReturnType<typeof validate>, TapeSyntaxError | null>>()
holds<Same<typeof build.target, 'browser' | 'wasi' | 'native'>>()

const node: TapeNode = document.root
holds<Same<typeof node.type, 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'>>()
holds<Same<ReturnType<typeof document.get>, unknown>>()
holds<Same<ReturnType<typeof document.at>, TapeNode | undefined>>()
holds<Same<ReturnType<typeof node.get>, TapeNode | undefined>>()
holds<Same<ReturnType<typeof node.bigint>, bigint>>()
holds<Same<typeof node.position, Position>>()
for (const child of node) holds<Same<typeof child, TapeNode>>()
for (const [key, child] of node.entries()) {
  holds<Same<typeof key, string | number>>()
  child.text().at(0)
}
const keys: string[] = [...node.keys()]
const raw: Uint8Array = node.raw()
void [keys, raw]

const message: TapeMessage = document.share()
const buffers: ArrayBuffer[] = TapeDocument.transferables(message)
tape.TapeDocument.from(structuredClone(message, { transfer: buffers }), { verify: 'full' })

const number = new NumberText('1.50')
const sum: number = number.valueOf() + Number(number.bigint())
number.equals(number) && number.equals(sum) && number.equals(1n)

const formats: FormatOptions = {
  indent: '\t', canonical: false, ascii: true, newline: true, bigint: 'number', nonFinite: 'error',
  maxDepth: 5, replacer: ['a', 1]
}
holds<Same<ReturnType<typeof stringify>, string | undefined>>()
holds<Same<ReturnType<typeof document.stringify>, string>>()
const written: Uint8Array[] = [encode({}, formats), document.toBytes(formats)]
encode(1, { indent: 2, replacer(key, value) { return this === value ? key : value } })

const writerOptions: WriterOptions = { indent: 2, maxDepth: 9, skipValidation: true, ascii: true }
const writer = new JsonWriter(writerOptions)
writer.startObject()
writer.startArray('a')
for (const value of [1, number]) writer.number(value)
writer.endArray()
writer.string('k', 'v')
writer.bigint('b', 1n)
writer.null('n')
writer.base64('m', bytes)
writer.rawValue('r', bytes, { validate: false })
writer.key('y')
writer.boolean(true)
writer.endObject()
const pending: number = writer.depth + writer.bytesPending
written.push(writer.take(), writer.finish())
void pending

await init()
await init(wasm)
await slim.init(fetch('jsontape.wasm'))
await slim.init(new Response(''))
await slim.init(bytes)
void command

const columns = node.columns({
  id: 'i32', 'user/id': 'i64', name: 'string', score: 'f64', f: 'boolean'
})
holds<Same<ReturnType<typeof columns.column<'id'>>['values'], Int32Array>>()
const ids: BigInt64Array = columns.column('user/id').values
const names: Iterable<string | undefined> = columns.column('name').values
const flags: Uint8Array = columns.column('f').validity
const picked = node.pick(['id', 'user/name'])
const same: boolean = document.equals(document, { keyOrder: true })
const dumped: string = tape.dump(document)
void [ids, names, flags, picked, same, dumped]
// @ts-expect-error no column of that name
columns.column('none')
// @ts-expect-error no type of columns
node.columns({ id: 'f32' })

const pool = new ParserPool({ size: 2, worker: new URL('worker.js', 'file:///') })
const parsed: TapeDocument = await parseInWorker(new Blob([]), {
  transfer: true, signal: AbortSignal.timeout(1), duplicateKeys: 'error',
  onProgress: ({ bytes: now, total }) => void [now satisfies number, total?.toFixed()]
})
await pool.parse(new URL('file:///x'), { worker: () => new Worker('x') })
await pool.parse(new Response(''))
await pool.close()
void parsed
// @ts-expect-error no input
await pool.parse(1)

try {
  slim.parse('')
} catch (error) {
  if (error instanceof TapeSyntaxError) {
    holds<Same<typeof error.code, TapeSyntaxErrorCode>>()
    holds<Same<typeof error.index, number | undefined>>()
    const builtIn: SyntaxError = error
    void builtIn
  }
  if (error instanceof TapeWriterError) holds<Same<typeof error.code, TapeWriterErrorCode>>()
  if (error instanceof TapeFormatError) error.code satisfies 'foreign' | 'version' | 'damaged'
}
const classes: (new () => Error)[] =
  [TapeFormatError, TapePointerError, TapeSyntaxError, TapeTypeError, TapeWriterError]
void classes

// @ts-expect-error an unknown option
parse('', { depth: 3 })
// @ts-expect-error no value of this option
parse('', { bom: 'keep' })
// @ts-expect-error an option of toJS
parse('', { maps: true })
// @ts-expect-error no value of this option
encode(1, { bigint: 'text' })
// @ts-expect-error a key comes first
writer.string(1, 'v')
// @ts-expect-error no input
parse(new Uint16Array(1))
// @ts-expect-error documents come from parse
new TapeDocument()
// @ts-expect-error read-only
document.source = bytes
// @ts-expect-error a key is a string
node.get(0)
// @ts-expect-error not without wasm
tape.parse
