/** The synchronising pieces of a text. */

import { join } from 'node:path'
import { locatedAt } from '../../audit/located.js'
import { piecesOf } from '../../audit/pieces.js'
import { testNamed } from '../../cli/input/tests.js'
import { type Program, threadAt } from '../../litmus/program.js'
import { defaultCosts } from '../../repair/prices.js'
import { must } from '../../source/must.js'
import { root } from '../support.js'

function example(name: string): Program {
  const read = testNamed(join(root, `examples/${name}.test`), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error(JSON.stringify(read))
  return read.value
}

test.each([
  ['of each round of a loop that is unrolled', 'kernels/pipeline', 'async'],
  ['of each call of a function that is inlined', 'kernels/work-stealing', 'orders'],
] as const)('instructions %s are one piece, left out or weaker together', (_, name, kind) => {
  const [piece] = piecesOf(example(name), defaultCosts).filter((one) => one.copies.length > 1)
  const { copies = [], alternatives = [] } = piece ?? {}
  expect([piece?.kind, copies.length]).toEqual([kind, 2])
  for (const { edits } of alternatives) expect(edits.map(({ thread, at }) => ({ thread, at }))).toEqual(copies)
})

test('pieces of a source are in the order of its lines, wherever the compiler puts them', () => {
  for (const name of ['kernels/work-stealing', 'kernels/mcs-lock', 'kernels/last-block']) {
    const program = example(name)
    const lines = piecesOf(program, defaultCosts).flatMap(({ thread, at }) => {
      const { span } = must(threadAt(program.threads, thread).instructions[at], 'the instruction of a piece')
      const { source, start } = locatedAt(span)
      return source.name.endsWith('.cu') ? [start.line] : []
    })
    expect(lines.length).toBeGreaterThan(2)
    expect(lines).toEqual(lines.toSorted((a, b) => a - b))
  }
})
