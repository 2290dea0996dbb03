/**
 * Every build of the core behind one interface, for tests that compare them: give it documents, get
 * for each one the code, the place of the error, the path to it and the tape.
 *
 * wasm modules are called through their exports: with the document as the very last bytes of memory
 * and poison before it, or with poison behind it and a tape that grows. The other builds are
 * test/native/driver.c, natively with a page that must not be touched behind each document, and
 * under WASI.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const runWasi = fileURLToPath(new URL('run-wasi.js', import.meta.url))

/**
 * @typedef {object} Input
 * @property {Uint8Array} bytes
 * @property {number} options bits of src/jsontape.h
 * @property {number} maxDepth
 */

/**
 * @typedef {object} Result
 * @property {number} code of src/jsontape.h
 * @property {number} offset
 * @property {number} line
 * @property {number} column
 * @property {number} byteInLine
 * @property {Uint32Array} path
 * @property {Uint32Array} tape
 */

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {(inputs: Input[]) => Result[]} run
 */

/**
 * Builds what differs from `npm run build`, each in a folder of its own, so that tests of other
 * folders can build the same presets meanwhile.
 *
 * @param {string} preset
 * @param {string} target
 * @returns {string} the folder
 */
export function build(preset, target) {
  const folder = `build/differential/${preset}`
  const options = /** @type {const} */ ({ cwd: root, stdio: 'pipe' })
  execFileSync('cmake', ['--preset', preset, '-B', folder], options)
  execFileSync('cmake', ['--build', folder, '--target', target], options)
  return root + folder
}

/**
 * Runs a program of test/native.
 *
 * @param {string} preset one whose programs run here, or under WASI
 * @param {string} program
 * @param {string[]} args
 * @returns {string} what it prints
 */
export function runProgram(preset, program, args) {
  const folder = build(preset, program)
  const [command, commandArgs] = preset.startsWith('native')
    ? [`${folder}/test/native/${program}`, args]
    : wasiProgram(`${folder}/wasm/${program}.wasm`, folder, args)
  return execFileSync(command, commandArgs, { stdio: 'pipe', encoding: 'utf8' })
}

/**
 * @param {string} module
 * @param {string} folder that it sees as /files
 * @param {string[]} args
 * @returns {[string, string[]]} what runs it
 */
function wasiProgram(module, folder, args) {
  return [process.execPath, ['--no-warnings', runWasi, module, folder, ...args]]
}

/** @returns {Build[]} */
export function allBuilds() {
  const scalarModule = `${build('browser-scalar', 'module')}/jsontape.wasm`
  return [
    moduleBuild('browser', `${root}js/load/jsontape.wasm`, 'last'),
    moduleBuild('browser, poison behind', `${root}js/load/jsontape.wasm`, 'first'),
    moduleBuild('browser-scalar', scalarModule, 'last'),
    moduleBuild('browser-scalar, poison behind', scalarModule, 'first'),
    wasiBuild(`${build('wasi', 'driver')}/wasm/driver.wasm`),
    ...['native', 'native-scalar', 'native-asan'].map((preset) =>
      driverBuild(preset, `${build(preset, 'driver')}/test/native/driver`)
    )
  ]
}

/**
 * @param {string} name
 * @param {string} path
 * @param {'first' | 'last'} place of the document in memory
 * @returns {Build}
 */
export function moduleBuild(name, path, place) {
  const module = new WebAssembly.Module(readFileSync(path))
  const exports = /** @type {any} */ (new WebAssembly.Instance(module, {}).exports)
  const put = place === 'first' ? putFirst : putLast
  return { name, run: (inputs) => inputs.map((input) => runModule(exports, input, put)) }
}

/** Bytes beside an input: where they were read, most verdicts would change. */
const poison = Buffer.from('"]},:\\u00e9 1e[{')

/**
 * Where an input is, and the tape that is to be written.
 *
 * @typedef {{ source: number, tape: number, tapeWords: number }} Layout
 */

/**
 * The document as the last bytes of memory, poison before it, and a tape that is long enough.
 *
 * @param {any} exports
 * @param {Input} input
 * @returns {Layout}
 */
function putLast(exports, { bytes, maxDepth }) {
  const scratch = exports.scratch() >>> 0
  const tapeWords = 4096 + 4 * bytes.length // four for two bytes at the most ("0,")
  const path = 12 * Math.min(maxDepth, bytes.length)
  exports.reserve(4 * tapeWords + path + poison.length + bytes.length)
  const memory = Buffer.from(exports.memory.buffer)
  const source = memory.length - bytes.length
  memory.fill(0xa9, scratch, scratch + 4 * tapeWords) // stale words that look like entries
  poison.copy(memory, source - poison.length)
  memory.set(bytes, source)
  return { source, tape: scratch, tapeWords }
}

/**
 * The document first, poison behind it, and a tape up to the end of memory, which may grow.
 *
 * @param {any} exports
 * @param {Input} input
 * @returns {Layout}
 */
function putFirst(exports, { bytes }) {
  const source = exports.scratch() >>> 0
  const tape = Math.ceil((source + bytes.length + poison.length) / 16) * 16
  exports.reserve(tape - source)
  const memory = Buffer.from(exports.memory.buffer)
  memory.set(bytes, source)
  poison.copy(memory, source + bytes.length)
  return { source, tape, tapeWords: 0 }
}

/**
 * @param {any} exports
 * @param {Input} input
 * @param {(exports: any, input: Input) => Layout} put
 * @returns {Result}
 */
function runModule(exports, input, put) {
  const { source, tape, tapeWords } = put(exports, input)
  const { bytes, options, maxDepth } = input
  const code = exports.parse(source, bytes.length, tape, tapeWords, options, maxDepth)

  const { buffer } = exports.memory
  const words = new Uint32Array(buffer, exports.result() >>> 0, 7)
  const [nwords, offset, line, column, byteInLine, path, nsteps] = words
  /** @param {number} at @param {number} length */
  const copy = (at, length) => new Uint32Array(buffer.slice(at, at + 4 * length))
  return {
    code,
    ...(code === 0
      ? { offset: 0, line: 0, column: 0, byteInLine: 0 }
      : { offset, line, column, byteInLine }),
    path: copy(path, 3 * nsteps),
    tape: copy(tape, code === 0 ? nwords : 0)
  }
}

/**
 * @param {string} name
 * @param {string} program
 * @returns {Build}
 */
function driverBuild(name, program) {
  return {
    name,
    run: (inputs) =>
      withFiles(inputs, (folder) => {
        execFileSync(program, [join(folder, 'input'), join(folder, 'output')], { stdio: 'pipe' })
      })
  }
}

/**
 * @param {string} module
 * @returns {Build}
 */
function wasiBuild(module) {
  return {
    name: 'wasi',
    run: (inputs) =>
      withFiles(inputs, (folder) => {
        const args = ['/files/input', '/files/output']
        execFileSync(...wasiProgram(module, folder, args), { stdio: 'pipe' })
      })
  }
}

/**
 * @param {Input[]} inputs
 * @param {(folder: string) => void} drive
 * @returns {Result[]}
 */
function withFiles(inputs, drive) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-'))
  try {
    const pieces = inputs.flatMap(({ bytes, options, maxDepth }) => [
      new Uint8Array(Uint32Array.of(bytes.length, options, maxDepth).buffer),
      bytes
    ])
    writeFileSync(join(folder, 'input'), Buffer.concat(pieces))
    drive(folder)
    return readResults(readFileSync(join(folder, 'output')), inputs.length)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {Buffer} output
 * @param {number} count
 * @returns {Result[]}
 */
function readResults(output, count) {
  const words = new Uint32Array(output.buffer, output.byteOffset, output.length / 4)
  let at = 0
  const results = Array.from({ length: count }, () => {
    const [code, offset, line, column, byteInLine, nsteps, nwords] = words.subarray(at, at + 7)
    const path = words.subarray(at + 7, at + 7 + 3 * nsteps)
    const tape = words.subarray(at + 7 + 3 * nsteps, at + 7 + 3 * nsteps + nwords)
    at += 7 + 3 * nsteps + nwords
    return { code, offset, line, column, byteInLine, path, tape }
  })
  if (at !== words.length) throw new Error('the driver wrote more or less than it should')
  return results
}
