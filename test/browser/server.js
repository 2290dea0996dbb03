/**
 * A server of static files on this machine alone. Its pages are isolated (so that they have
 * SharedArrayBuffer), and may compile wasm but not evaluate strings.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm'
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin'
}

/**
 * @param {string} path
 * @returns {Promise<Buffer | undefined>}
 */
const read = (path) => readFile(path).catch(() => undefined)

/**
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve(folder) {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname))
    const body = await read(join(folder, path))
    // Browsers ask for an icon; that there is none is no error of the page.
    const status = body ? 200 : path === '/favicon.ico' ? 204 : 404
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    response.writeHead(status, { ...HEADERS, 'Content-Type': type })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
}
