/**
 * The strategies of skipping whitespace (src/whitespace.h), as bench/CMakeLists.txt builds them,
 * and the subjects that are made of them: the skipping alone, and what it is a part of. They run as
 * wasm wherever this does, under Node's WASI, or natively.
 */
import { exportSubject, instantiateWasi } from './module.js'

/** Numbers of them are those of c/skips.c. */
export const STRATEGIES = [
  'scalar',
  'simd',
  ...[1, 2, 4, 8, 16, 24, 32].map((prefix) => `prefix-${prefix}`)
]

/** What CMakeLists.txt has for wasm. */
export const DEFAULT_STRATEGY = 'prefix-2'

/**
 * @typedef {import('./measure.js').Subject} Subject
 * @typedef {object} Text what is skipped through
 * @property {Uint8Array} bytes
 * @property {Uint32Array} tokens their lengths: whitespace may be before each
 * @property {boolean} counting lines are counted
 * @typedef {object} Strategies
 * @property {<T>(text: Text, use: (subjects: Subject[]) => T) => T} skip
 * @property {<T>(bytes: Uint8Array, use: (subjects: Subject[]) => T) => T} parse
 * @property {<T>(bytes: Uint8Array, use: (subjects: Subject[]) => T) => T} read nothing where the
 *   package is not what is measured
 */

const PAGE_NBYTES = 65536

/**
 * @param {WebAssembly.Instance} instance of c/skips.c
 * @param {Text} text
 * @returns {Subject[]}
 */
function skipSubjects({ exports }, { bytes, tokens, counting }) {
  const { memory, skips } =
    /** @type {{ memory: WebAssembly.Memory, skips: (...args: number[]) => number }} */ (
      /** @type {unknown} */ (exports)
    )
  const tokensAt = PAGE_NBYTES * Math.ceil(bytes.length / PAGE_NBYTES)
  const npages = Math.ceil((tokensAt + tokens.byteLength) / PAGE_NBYTES)
  const start = memory.grow(npages) * PAGE_NBYTES
  new Uint8Array(memory.buffer).set(bytes, start)
  new Uint32Array(memory.buffer).set(tokens, (start + tokensAt) / 4)
  return STRATEGIES.map((name, strategy) => {
    const args = [strategy, Number(counting), start, bytes.length, start + tokensAt, tokens.length]
    if (skips(...args) !== bytes.length) throw new Error(`${name} stops at the wrong place`)
    return { name, run: () => skips(...args) }
  })
}

/**
 * The package, loaded once for each strategy.
 *
 * @param {(path: string) => Promise<WebAssembly.Module>} compile
 * @returns {Promise<(typeof import('../js/slim.js'))[]>}
 */
function loadPackages(compile) {
  return Promise.all(
    STRATEGIES.map(async (name) => {
      const url = new URL(`../build/bench/packages/${name}/js/slim.js`, import.meta.url)
      const loaded = await import(url.href)
      await loaded.init(await compile(`build/bench/browser/bench/${name}.wasm`))
      return loaded
    })
  )
}

/**
 * @param {typeof import('../js/slim.js')} loaded
 * @param {Uint8Array} bytes
 * @returns {number} tokens
 */
function readTokens({ JsonReader }, bytes) {
  const reader = new JsonReader()
  reader.feed(bytes, true)
  let ntokens = 0
  while (reader.read()) ntokens++
  return ntokens
}

/**
 * @param {'browser' | 'wasi' | 'native'} build
 * @param {(path: string) => Promise<WebAssembly.Module>} compile
 * @returns {Promise<Strategies>}
 */
export async function loadStrategies(build, compile) {
  if (build === 'native') return nativeStrategies()
  const skips = await compile(`build/bench/${build}/bench/skips.wasm`)
  if (build === 'browser') {
    const packages = await loadPackages(compile)
    return {
      skip: (text, use) => use(skipSubjects(new WebAssembly.Instance(skips), text)),
      parse: (bytes, use) =>
        use(STRATEGIES.map((name, i) => ({ name, run: () => packages[i].parse(bytes) }))),
      read: (bytes, use) =>
        use(STRATEGIES.map((name, i) => ({ name, run: () => readTokens(packages[i], bytes) })))
    }
  }
  const instance = await instantiateWasi(skips)
  const instances = await Promise.all(
    STRATEGIES.map(async (name) =>
      instantiateWasi(await compile(`build/bench/wasi/bench/${name}.wasm`))
    )
  )
  return {
    skip: (text, use) => use(skipSubjects(instance, text)),
    parse: (bytes, use) =>
      use(STRATEGIES.map((name, i) => exportSubject(name, instances[i], bytes))),
    read: (_, use) => use([])
  }
}

/** @returns {Promise<Strategies>} */
async function nativeStrategies() {
  const { nativeSubject, withFiles } = await import('./native.js')
  return {
    skip: ({ bytes, tokens, counting }, use) =>
      withFiles([bytes, new Uint8Array(tokens.buffer)], ([text, lengths]) =>
        use(
          STRATEGIES.map((name, i) =>
            nativeSubject(name, 'skips', text, [String(i), String(Number(counting)), lengths])
          )
        )
      ),
    parse: (bytes, use) =>
      withFiles([bytes], ([path]) =>
        use(STRATEGIES.map((name) => nativeSubject(name, name, path)))
      ),
    read: (_, use) => use([])
  }
}
