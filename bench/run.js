/**
 * The one runner of all benches: `npm run bench -- [NAME...] [OPTION...]`; --help tells the options.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { browserNames, runInBrowser } from './browsers.js'
import { BENCHES, runCases, unitOf } from './cases.js'
import { engineCommand, engineNames, thisEngine, thisMachine } from './engines.js'
import { table } from './report.js'

/**
 * @typedef {import('./cases.js').Build} Build
 * @typedef {import('./report.js').Row} Row
 * @typedef {{ corpus?: string, filter: string, rounds?: number }} Selection
 * @typedef {object} Results what --json writes
 * @property {string} date
 * @property {ReturnType<typeof thisMachine>} machine
 * @property {Record<string, string>} versions
 * @property {Row[]} rows
 */

/** Not engines, but named like them: builds that some benches measure, too. */
const BUILDS = /** @type {const} */ (['wasi', 'native'])

const allEngines = [...engineNames, ...browserNames, ...BUILDS]

const HELP = `usage: npm run bench -- [NAME...] [OPTION...]

  NAME             one of: ${Object.keys(BENCHES).join(', ')}; all without one
  --engine NAME    run under another engine, too, or under several: ${engineNames.join(', ')};
                   whitespace also: ${[...browserNames, ...BUILDS].join(', ')}
  --corpus FOLDER  also the .json files in this folder and below
  --filter TEXT    only cases whose name or group contains this
  --rounds N       rounds of each case (11, for startup 20)
  --json FILE      write every row, with machine, engines and versions
  --from FILE      take the rows from such a file instead of running anything
  --plot           draw bench/plots/NAME.svg from the rows
  --help`

/** A mistake of the user's: said without a stack. */
class UsageError extends Error {}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: 'string', multiple: true, default: [] },
        corpus: { type: 'string' },
        filter: { type: 'string', default: '' },
        rounds: { type: 'string' },
        json: { type: 'string' },
        from: { type: 'string' },
        plot: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false }
      }
    })
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message)
  }
}

/**
 * @param {string} kind
 * @param {string[]} names
 * @param {string[]} known
 */
function checkNames(kind, names, known) {
  for (const name of names) {
    if (!known.includes(name)) {
      throw new UsageError(`there is no ${kind} '${name}'; there are: ${known.join(', ')}`)
    }
  }
}

/** @param {string} text */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

/**
 * @param {string} name of a bench
 * @param {Row[]} rows of it, on one engine
 */
async function print(name, rows) {
  const { bench } = await BENCHES[name]()
  console.log(`${name}: ${bench.about}, ${rows[0].engine}`)
  for (const group of new Set(rows.map((row) => row.group))) {
    const mine = rows.filter((row) => row.group === group)
    const unit = unitOf(bench, group)
    console.log(`\n${group}\n${table(mine, { unit, baseline: bench.baseline })}`)
  }
  console.log(['', ...(bench.summary?.(rows) ?? []), ''].join('\n'))
}

/**
 * @param {string} name of a bench
 * @param {Selection} selection
 * @param {Build} build
 * @returns {Promise<Row[]>}
 */
async function runBench(name, selection, build) {
  const rows = await runCases(name, {
    ...selection,
    build,
    compile: async (path) =>
      new WebAssembly.Module(readFileSync(new URL(`../${path}`, import.meta.url))),
    read: async (path) => new Uint8Array(readFileSync(new URL(`../${path}`, import.meta.url))),
    engine: { browser: thisEngine(), wasi: `${thisEngine()}, WASI`, native: 'native' }[build],
    progress
  })
  if (rows.length > 0) await print(name, rows)
  return rows
}

/**
 * @param {string} name of a bench
 * @param {string} engine a browser, or one of BUILDS
 * @param {Selection} selection
 * @returns {Promise<Row[]>}
 */
async function runElsewhere(name, engine, selection) {
  const { bench } = await BENCHES[name]()
  if (!bench.everywhere) return []
  const build = BUILDS.find((build) => build === engine)
  if (build) return runBench(name, selection, build)
  const rows = await runInBrowser(engine, name, selection)
  await print(name, rows)
  return rows
}

/**
 * Runs this script under another engine.
 *
 * @param {string} engine
 * @param {string[]} args
 * @returns {Row[]}
 */
function runUnder(engine, args) {
  const { command, args: engineArgs } = engineCommand(engine)
  const folder = mkdtempSync(join(os.tmpdir(), 'jsontape-bench-'))
  try {
    const json = join(folder, 'rows.json')
    const script = fileURLToPath(import.meta.url)
    const { status } = spawnSync(command, [...engineArgs, script, ...args, '--json', json], {
      stdio: 'inherit'
    })
    if (status !== 0) throw new Error(`the bench failed under ${engine}`)
    return /** @type {Results} */ (JSON.parse(readFileSync(json, 'utf8'))).rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Versions of what is measured and of the package that the documents come from. */
function versions() {
  /** @param {string} path */
  const versionIn = (path) =>
    JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version
  return {
    jsontape: versionIn('../package.json'),
    simdjson: versionIn('../node_modules/simdjson/package.json')
  }
}

/**
 * @param {string[]} names
 * @param {ReturnType<typeof readArguments>['values']} values
 * @returns {Promise<Results>}
 */
async function runAll(names, { engine: engines, corpus, filter, rounds }) {
  if (rounds !== undefined && !/^[1-9]\d*$/.test(rounds)) {
    throw new UsageError(`--rounds: '${rounds}' is not a number of rounds`)
  }
  /** @type {Row[]} */
  const rows = []
  const selection = { corpus, filter, rounds: rounds === undefined ? undefined : Number(rounds) }
  for (const name of names) {
    const { bench } = await BENCHES[name]()
    await bench.build?.()
    rows.push(...(await runBench(name, selection, 'browser')))
  }
  if (rows.length === 0) throw new UsageError(`--filter: no case contains '${filter}'`)
  const args = [...names, '--filter', filter]
  if (rounds !== undefined) args.push('--rounds', rounds)
  if (corpus !== undefined) args.push('--corpus', corpus)
  for (const engine of engines) {
    if (engineNames.includes(engine)) rows.push(...runUnder(engine, args))
    else for (const name of names) rows.push(...(await runElsewhere(name, engine, selection)))
  }
  return { date: new Date().toISOString(), machine: thisMachine(), versions: versions(), rows }
}

async function main() {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(HELP)
  checkNames('bench', positionals, Object.keys(BENCHES))
  checkNames('engine', values.engine, allEngines)
  const names = positionals.length ? positionals : Object.keys(BENCHES)

  /** @type {Results} */
  const results =
    values.from === undefined
      ? await runAll(names, values)
      : JSON.parse(readFileSync(values.from, 'utf8'))
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`)
  }
  if (values.plot) {
    const { plot } = await import('./plot.js')
    const folder = new URL('./plots/', import.meta.url)
    mkdirSync(folder, { recursive: true })
    for (const name of names) {
      const { bench } = await BENCHES[name]()
      if (!bench.plot) continue
      const svg = plot(results, name, bench.about, bench.plot)
      writeFileSync(new URL(`${name}.svg`, folder), svg)
    }
  }
}

try {
  await main()
} catch (error) {
  const isUsage = error instanceof UsageError
  console.error(isUsage ? `${error.message}\n\n${HELP}` : error)
  process.exitCode = isUsage ? 2 : 1
}
