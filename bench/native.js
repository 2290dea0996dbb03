/**
 * Subjects that this machine runs without an engine: programs of bench/c, each run a process that
 * says how long it took.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How long a program runs its subject, once to get warm and once more. */
const SAMPLE_MS = 5

/** @param {string} program */
function pathOf(program) {
  return fileURLToPath(new URL(`../build/bench/native/bench/${program}`, import.meta.url))
}

/** @param {string} program @returns {boolean} whether it could be built here */
export function isBuilt(program) {
  return existsSync(pathOf(program))
}

/**
 * @param {string} name
 * @param {string} program
 * @param {string} document its path
 * @param {string[]} args
 * @returns {import('./measure.js').Subject}
 */
export function nativeSubject(name, program, document, args = []) {
  const all = [document, String(SAMPLE_MS), ...args]
  return { name, time: () => Number(execFileSync(pathOf(program), all, { encoding: 'utf8' })) }
}

/**
 * @template T
 * @param {Uint8Array[]} contents
 * @param {(paths: string[]) => T} use while there are files of these contents
 * @returns {T}
 */
export function withFiles(contents, use) {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-bench-'))
  try {
    const paths = contents.map((bytes, i) => {
      const path = join(folder, String(i))
      writeFileSync(path, bytes)
      return path
    })
    return use(paths)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
