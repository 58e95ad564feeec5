/** The synchronising pieces of a text. */

import { join } from 'node:path'
import { piecesOf } from '../../audit/pieces.js'
import { testNamed } from '../../cli/input/tests.js'
import type { Program } from '../../litmus/program.js'
import { defaultCosts } from '../../repair/prices.js'
import { root } from '../support.js'

function example(name: string): Program {
  const read = testNamed(join(root, `examples/${name}.test`), { row: undefined }, () => undefined)
  if (!read.ok) throw new Error(JSON.stringify(read))
  return read.value
}

test.each([
  ['of each round of a loop that is unrolled', 'kernels/pipeline', 2, 'async'],
  ['of each call of a function that is inlined', 'kernels/mcs-lock+relaxed-handover', 3, 'orders'],
] as const)('instructions %s are one piece, left out or weaker together', (_, name, number, kind) => {
  const piece = piecesOf(example(name), defaultCosts).find((one) => one.number === number)
  const { copies = [], alternatives = [] } = piece ?? {}
  expect([piece?.kind, copies.length]).toEqual([kind, 2])
  for (const { edits } of alternatives) expect(edits.map(({ thread, at }) => ({ thread, at }))).toEqual(copies)
})
