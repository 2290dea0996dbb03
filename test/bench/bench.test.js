/**
 * The bench's own tools: documents that are the same every time, figures that mean what they say,
 * and a runner that names mistakes. No figure of speed is tested.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LARGE, large, utf8 } from '../../bench/corpus.js'
import { cyrillic, Random, record, recordArray } from '../../bench/generator.js'
import { geometricMean, measure, median } from '../../bench/measure.js'
import { MEAN, meanRows } from '../../bench/report.js'

/** @param {string[]} args */
function bench(...args) {
  const script = fileURLToPath(new URL('../../bench/run.js', import.meta.url))
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
}

test('records have the shape that bars are about', () => {
  const random = new Random(7)
  for (let id = 0; id < 500; id++) {
    const { user, score, flag, tags, text, ...rest } = record(random, id)
    assert.deepEqual(rest, { id })
    assert.deepEqual(Object.keys(user), ['id', 'name'])
    assert.deepEqual(
      [user.id, user.name, score, flag, text].map((value) => typeof value),
      ['number', 'string', 'number', 'boolean', 'string']
    )
    assert.equal(tags.length, 3)
    assert.ok(text.length >= 40 && text.length <= 200)
  }
})

test('documents are the same every time and as long as asked for', () => {
  assert.deepEqual(recordArray(1e5), recordArray(1e5))
  assert.notDeepEqual(recordArray(1e5, 1), recordArray(1e5, 2))
  const { length } = recordArray(1e5)
  assert.ok(length >= 1e5 && length < 1e5 + 500)
  const [escaped, plain] = [cyrillic(1000, true), cyrillic(1000, false)].map(utf8)
  assert.equal(JSON.parse(escaped), JSON.parse(plain))
  assert.match(escaped, /^"(\\u04[0-9a-f]{2}| )+"$/)
})

test('the fourteen large documents are there', () => {
  assert.equal(LARGE.length, 14)
  for (const name of LARGE) assert.ok(JSON.parse(utf8(large(name).load())))
})

test('medians, means and ratios', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(geometricMean([2, 8]), 4)

  const turns = /** @type {string[]} */ ([])
  const rows = measure(
    ['a', 'b'].map((name) => ({ name, run: () => turns.push(name) })),
    { rounds: 3, sampleMs: 0, warmUpMs: 0 }
  )
  assert.deepEqual(turns.slice(-6), ['a', 'b', 'b', 'a', 'a', 'b'])
  assert.deepEqual(
    rows.map(({ subject, rounds, ratios }) => [subject, rounds, Object.keys(ratios)]),
    [
      ['a', 3, ['b']],
      ['b', 3, ['a']]
    ]
  )

  const common = { bench: 'x', engine: 'y', group: 'z', subject: 'a' }
  const means = meanRows([
    { ...common, name: '1', ratios: { b: 2 } },
    { ...common, name: '2', ratios: { b: 8 } },
    { ...common, name: '1', subject: 'b', ratios: { a: 1 / 2 } },
    { ...common, name: '2', subject: 'b', ratios: { a: 1 / 8 } }
  ])
  assert.deepEqual(means[0], { ...common, name: MEAN, ratios: { b: 4 } })
})

test('the runner names mistakes', () => {
  for (const [args, says] of /** @type {[string[], RegExp][]} */ ([
    [['pars'], /^there is no bench 'pars'; there are: columns, [a-z, -]*parse/],
    [['--plt'], /^Unknown option '--plt'/],
    [['--engine', 'node1'], /^there is no engine 'node1'; there are: node22/],
    [['--rounds', 'many'], /^--rounds: 'many' is not a number of rounds/],
    [['--filter', 'nothing at all'], /^--filter: no case contains 'nothing at all'/]
  ])) {
    const { status, stderr } = bench(...args)
    assert.equal(status, 2, stderr)
    assert.match(stderr, says)
  }
  assert.match(bench('--help').stdout, /^usage: npm run bench/)
})

test('rows go to a file, documents come from a folder', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jsontape-bench-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'mine.json'), '[1, 2, {"a": null}]\n')
  writeFileSync(join(folder, 'broken.json'), '[')
  const json = join(folder, 'rows.out')
  const { status, stdout, stderr } = bench(
    ...['parse', '--corpus', folder, '--filter', 'corpus', '--rounds', '1', '--json', json]
  )
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^corpus\nMB\/s .*\nmine .*\ngeometric mean /m)

  const { machine, versions, rows } = JSON.parse(readFileSync(json, 'utf8'))
  assert.deepEqual(Object.keys(machine), ['cpu', 'cores', 'memoryGiB', 'system'])
  assert.deepEqual(Object.keys(versions), ['jsontape', 'simdjson'])
  const names = new Set(rows.map((/** @type {{ name: string }} */ row) => row.name))
  assert.deepEqual([...names], ['mine', MEAN])
  const { bytes, engine, subject, ns, ratios } = rows[0]
  assert.deepEqual(
    { bytes, engine, subject },
    { bytes: 20, engine: `node ${process.versions.node}`, subject: 'parse(bytes)' }
  )
  assert.ok(ns > 0 && ratios['JSON.parse(utf8(bytes))'] > 0)
})

test('the first parse is timed in processes of their own', () => {
  const { status, stdout, stderr } = bench('startup', '--filter', 'record', '--rounds', '2')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^ms .*import +first parse +later parse +first beyond later\nrecord .*\n\n$/m)
})
