/**
 * What the two wasm modules hold, to the letter: imports, exports, features, custom sections,
 * memory, size. A change here is a change of what hosts must offer.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import wasmBytes from '../../js/load/embedded.js'

const root = new URL('../../', import.meta.url)
const wasi = 'wasi_snapshot_preview1'
const modules = [
  {
    path: 'js/load/jsontape.wasm',
    imports: [],
    exports: [
      'function build',
      'function columns',
      'function deeper',
      'function equal',
      'function format',
      'function mask',
      'function parse',
      'function read_tokens',
      'function reader_init',
      'function reserve',
      'function result',
      'function scratch',
      'function select_values',
      'function selector_init',
      'function split_lines',
      'function text',
      'function texts',
      'function write',
      'memory memory'
    ],
    nbytesMax: 96 * 1024
  },
  {
    path: 'js/load/jsontape.cbor.wasm',
    imports: [],
    exports: [
      'function build',
      'function cbor_encode',
      'function cbor_from_tape',
      'function cbor_parse',
      'function cbor_result',
      'function cbor_writer_bignum',
      'function cbor_writer_bytes',
      'function cbor_writer_close',
      'function cbor_writer_complete',
      'function cbor_writer_depth',
      'function cbor_writer_encoded',
      'function cbor_writer_end',
      'function cbor_writer_float',
      'function cbor_writer_init',
      'function cbor_writer_item',
      'function cbor_writer_nbytes',
      'function cbor_writer_open',
      'function cbor_writer_reset',
      'function cbor_writer_simple',
      'function cbor_writer_space',
      'function cbor_writer_string',
      'function cbor_writer_tag',
      'function columns',
      'function equal',
      'function mask',
      'function parse',
      'function reserve',
      'function result',
      'function scratch',
      'function text',
      'function texts',
      'memory memory'
    ],
    nbytesMax: 96 * 1024
  },
  {
    path: 'js/load/jsontape.wasi.wasm',
    imports: [
      `function ${wasi}.args_get`,
      `function ${wasi}.args_sizes_get`,
      `function ${wasi}.clock_time_get`,
      `function ${wasi}.environ_get`,
      `function ${wasi}.environ_sizes_get`,
      `function ${wasi}.fd_close`,
      `function ${wasi}.fd_fdstat_get`,
      `function ${wasi}.fd_filestat_get`,
      `function ${wasi}.fd_prestat_dir_name`,
      `function ${wasi}.fd_prestat_get`,
      `function ${wasi}.fd_read`,
      `function ${wasi}.fd_seek`,
      `function ${wasi}.fd_write`,
      `function ${wasi}.path_open`,
      `function ${wasi}.path_rename`,
      `function ${wasi}.path_unlink_file`,
      `function ${wasi}.poll_oneoff`,
      `function ${wasi}.proc_exit`
    ],
    exports: ['function _start', 'memory memory'],
    nbytesMax: 128 * 1024
  }
]
const features = ['bulk-memory', 'mutable-globals', 'nontrapping-fptoint', 'sign-ext', 'simd128']
const stackNbytes = 65536

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root))

/**
 * The names in a target_features section: a count, then for each a sign, a length and the name;
 * all counts are below 128.
 *
 * @param {Uint8Array} section
 */
function parseFeatures(section) {
  const names = []
  for (let at = 1; at < section.length; ) {
    assert.equal(String.fromCharCode(section[at]), '+')
    const start = at + 2
    at = start + section[at + 1]
    names.push(Buffer.from(section.subarray(start, at)).toString())
  }
  assert.equal(names.length, section[0])
  return names.sort()
}

for (const { path, imports, exports, nbytesMax } of modules) {
  const bytes = read(path)
  const module = new WebAssembly.Module(bytes)
  const file = fileURLToPath(new URL(path, root))

  test(`${path}: imports and exports`, () => {
    const imported = WebAssembly.Module.imports(module)
    const exported = WebAssembly.Module.exports(module)
    assert.deepEqual(imported.map((i) => `${i.kind} ${i.module}.${i.name}`).sort(), imports)
    assert.deepEqual(exported.map((e) => `${e.kind} ${e.name}`).sort(), exports)
  })

  test(`${path}: declares the features of the list, and uses no other`, () => {
    const [section] = WebAssembly.Module.customSections(module, 'target_features')
    assert.deepEqual(parseFeatures(new Uint8Array(section)), features)
    // wabt knows these two from before; later features it takes for malformed.
    execFileSync('wasm-validate', ['--disable-multi-value', '--disable-reference-types', file])
  })

  test(`${path}: no names, no debugging information, no producers`, () => {
    const sections = execFileSync('wasm-objdump', ['--headers', file], { encoding: 'utf8' })
    assert.deepEqual(sections.match(/(?<=Custom .*").*(?=")/g), ['target_features'])
  })

  test(`${path}: memory may grow to 4 GiB; the stack lies below all data`, () => {
    const details = execFileSync('wasm-objdump', ['--details', file], { encoding: 'utf8' })
    assert.match(details, /memory\[0\] pages: initial=\d+ max=65536/)
    assert.match(details, new RegExp(`global\\[0\\] i32 mutable=1.* init i32=${stackNbytes}\n`))
    const starts = details.match(/(?<=segment\[\d+\] memory=0 size=\d+ - init i32=)\d+/g)
    assert.ok(starts?.every((start) => Number(start) >= stackNbytes))
  })

  test(`${path}: at most ${nbytesMax} bytes`, () => {
    assert.ok(bytes.length <= nbytesMax, `${bytes.length} bytes`)
  })
}

test('the embedded bytes are those of jsontape.wasm', () => {
  assert.deepEqual(Buffer.from(wasmBytes()), read('js/load/jsontape.wasm'))
})

test('one version number everywhere', () => {
  const { version } = JSON.parse(read('package.json').toString())
  assert.match(read('src/jsontape.h').toString(), new RegExp(`JT_VERSION "${version}"`))
  assert.match(read('CMakeLists.txt').toString(), new RegExp(`jsontape VERSION ${version} `))
})
