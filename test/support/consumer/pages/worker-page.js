/** A worker parses and decodes; its document arrives, and is read without wasm. */
import { TapeDocument } from 'jsontape/tape'

const worker = new Worker(new URL('worker-thread.js', location.href), { type: 'module' })
worker.onerror = ({ message }) => console.error(message)
worker.onmessage = ({ data: { results, message } }) => {
  const document = TapeDocument.from(message, { verify: 'full' })
  console.log(JSON.stringify({ results, read: document.get('/a/0/b') }))
}
