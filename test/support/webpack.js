/**
 * Runs webpack on the arguments FOLDER, ENTRY and OUTPUT (the bundle's file): a program of its own,
 * since webpack makes functions from strings, which the processes of tests forbid themselves.
 */
import { basename, dirname } from 'node:path'
import process from 'node:process'
import webpack from 'webpack'

const [folder, entry, output] = process.argv.slice(2)

webpack(
  {
    context: folder,
    entry: `./${entry}`,
    mode: 'production',
    output: { path: dirname(output), filename: basename(output) }
  },
  (error, stats) => {
    if (error) throw error
    if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString())
  }
)
