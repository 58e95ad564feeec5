/** The page of what GPUs showed of audited kernels. */

import type { Audited } from '../../../audit/audit.js'
import { piecesOf } from '../../../audit/pieces.js'
import { hardwarePage } from '../../../bench/audits/hardware-table.js'
import { testsIn } from '../../../bench/audits/table.js'
import type { HardwareLog } from '../../../hardware/log.js'
import { defaultCosts } from '../../../repair/prices.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const program = testIn('.global x; d0.b0.t0 { fence.sc.gpu; st [x], 1; } check ([x] == 1);')
const piece = must(piecesOf(program, defaultCosts)[0], 'a piece')
const without = must(piece.alternatives[0], 'the weakest form')
const needed: Audited = {
  piece,
  need: { kind: 'needed', fault: { kind: 'race', text: '' }, by: without, reached: undefined },
}
const unneeded: Audited = { piece: { ...piece, number: 2 }, need: { kind: 'not needed', without, within: undefined } }
const log: HardwareLog = {
  ...{
    format: 1 as const,
    device: 'a GPU',
    arch: 'sm_90',
    driver: '13.0',
    runtime: '13.0',
    date: '2026-11-26',
    seed: 1,
  },
  ...{ stress: [], tests: [] },
}

test('losses are counted by the answers of the audit, and those that cannot be are named', () => {
  const lost = { kind: 'ran', times: 1000, violated: 3, gaveUp: 0 } as const
  const page = hardwarePage(
    [
      {
        test: 'a.test',
        audited: [needed, unneeded],
        asItIs: { ...lost, violated: 0 },
        without: [
          { seen: lost, isLoss: true, agrees: true },
          { seen: lost, isLoss: true, agrees: false },
        ],
      },
      {
        test: 'b.test',
        audited: [needed],
        asItIs: { kind: 'not in the log' },
        without: [{ seen: { kind: 'not runnable', reason: 'two GPUs' }, isLoss: false, agrees: true }],
      },
    ],
    [log, log],
  )
  expect(page).toContain(
    'a GPU, CUDA 13.0, 2026-11-26: 1 test as it is, and 2 of 3 pieces taken out, in 2,000 runs.\n\nAs they are, none is broken.',
  )
  expect(page).toContain('of which the audit rules out 1: a.test, piece 2.')
  expect(page).toContain('| needed | 1 | 1 |\n| may be weaker | 0 | 0 |\n| not needed | 1 | 1 |')
  expect(page).toContain('| a.test, piece 1 | needed: race | violated in 3 of 1,000 |')
  expect(page).toContain('| a.test, piece 2 | not needed, **cannot be** | violated in 3 of 1,000 |')
  expect(page).toContain('| b.test, piece 1 | two GPUs |')
})

test('the tests of a page are read from its table', () => {
  const page = '| test | needed |\n|---|---:|\n| kernels/a+b.test | 1 |\n| launches/c.test#2 | 0 |\n'
  expect([...testsIn(page)]).toEqual(['kernels/a+b.test', 'launches/c.test#2'])
})
