#!/usr/bin/env node
/**
 * The `jsontape` command for the terminal: runs the WASI command (jsontape.wasi.wasm) on the
 * arguments, standard input and output of this process. What it does stands in wasm/command.c.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'

/** node:wasi without its warning that it is experimental; other warnings stay. */
async function importWasi() {
  const { emitWarning } = process
  process.emitWarning = (/** @type {any[]} */ ...args) => {
    if (!String(args[0]).includes('WASI')) Reflect.apply(emitWarning, process, args)
  }
  try {
    return await import('node:wasi')
  } finally {
    process.emitWarning = emitWarning
  }
}

async function main() {
  // A garbage collection during one of V8's fast calls of a WASI function frees the WASI object and
  // aborts (nodejs/node issue 46777). Engines without such calls ignore the flag.
  setFlagsFromString('--no-turbo-fast-api-calls')
  const { WASI } = await importWasi()
  const folder = process.cwd()
  const wasi = new WASI({
    version: 'preview1',
    args: ['jsontape', ...process.argv.slice(2)],
    env: { PWD: folder }, // where relative paths start: see wasm/command_input.c
    preopens: { '/': parse(folder).root },
    returnOnExit: true
  })
  const bytes = readFileSync(new URL('./load/jsontape.wasi.wasm', import.meta.url))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    wasi_snapshot_preview1: wasi.wasiImport
  })
  const code = wasi.start(instance) // Bun gives nothing: the command's exit code has ended it
  if (code !== undefined) process.exitCode = code
}

main()
