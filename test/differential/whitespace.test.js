/**
 * How whitespace is skipped: every strategy against the plain loop in every build
 * (test/native/whitespace_test.c), and what errors say about their place behind whitespace.
 *
 * `npm run test:whitespace` takes the whole of the first, more than fifty million cases a build.
 */
import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import { parse, TapeSyntaxError } from 'jsontape'
import { allBuilds, runProgram } from '../support/builds.js'

const whole = process.env.JSONTAPE_TEST === 'whole'

/** The native ones run the short test with the others of theirs. */
const presets = [
  'browser',
  'browser-scalar',
  'wasi',
  ...(whole ? ['native', 'native-scalar', 'native-asan'] : [])
]

for (const preset of presets) {
  test(`strategies, built for ${preset}`, (context) => {
    const stdout = runProgram(preset, 'whitespace_test', whole ? ['whole'] : [])
    const [, checks, failed] = /** @type {RegExpMatchArray} */ (
      stdout.match(/^(\d+) checks, (\d+) failed/)
    )
    assert.equal(failed, '0', stdout)
    assert.ok(Number(checks) >= (whole ? 32_200_000 : 1_000_000))
    context.diagnostic(`${checks} cases`)
  })
}

/** What runs are made of, by what a run of n bytes repeats. */
const PIECES = ['\n', '\r\n', '\t', ' ', '\r', '\n  ', '\r\n\t\t', ' \t \n', '\n'.padEnd(17)]

/** All runs of up to 40 bytes, each beginning at every byte of what it repeats. */
function runs() {
  return PIECES.flatMap((piece) =>
    Array.from(piece, (_, start) =>
      Array.from({ length: 41 }, (_, nbytes) => piece.repeat(42).slice(start, start + nbytes))
    ).flat()
  )
}

/**
 * An invalid token behind a run, and where it stands.
 *
 * @param {string} before
 * @param {string} run
 * @param {string} behind
 */
function vector(before, run, behind) {
  const text = before + run
  const lines = text.split('\n')
  return {
    bytes: new TextEncoder().encode(text + behind),
    place: {
      offset: text.length,
      line: lines.length,
      byteInLine: lines[lines.length - 1].length
    }
  }
}

const vectors = runs().flatMap((run) => [
  vector('', run, 'x'),
  vector('[1,', run, 'x]'),
  vector('{\n "a":', run, `}${' '.repeat(40)}`),
  vector('{"a": 1', run, '"b": 2}'),
  vector('[[], {}]', run, '\u0000')
])

test('known places', () => {
  for (const [text, offset, line, byteInLine] of /** @type {const} */ ([
    ['[1,x', 3, 1, 3],
    ['[1, \n x', 6, 2, 1],
    ['[1,\r\n\tx', 6, 2, 1],
    ['[1,\r\rx', 5, 1, 5],
    ['\n\n\nx', 3, 4, 0],
    ['[\n                x', 18, 2, 16],
    [`[\n${'\t'.repeat(39)}\r\nx`, 43, 3, 0]
  ])) {
    assert.throws(() => parse(text), (error) => {
      assert.ok(error instanceof TapeSyntaxError)
      assert.deepEqual(
        [error.offset, error.line, error.byteInLine],
        [offset, line, byteInLine],
        JSON.stringify(text)
      )
      return true
    })
  }
})

for (const { name, run } of allBuilds()) {
  test(`places behind whitespace: ${name}`, () => {
    const inputs = vectors.map(({ bytes }) => ({ bytes, options: 0, maxDepth: 1024 }))
    const results = run(inputs)
    vectors.forEach(({ bytes, place }, i) => {
      const { offset, line, byteInLine } = results[i]
      assert.deepEqual(
        { offset, line, byteInLine },
        place,
        JSON.stringify(new TextDecoder().decode(bytes))
      )
    })
  })
}
