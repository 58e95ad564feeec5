/** Counts of a GPU, held against an audit. */

import type { Need } from '../../audit/audit.js'
import { piecesOf } from '../../audit/pieces.js'
import { isLossSeen, mayBreak, type Seen, seenOf } from '../../audit/seen.js'
import { type Variant, variantsOf } from '../../audit/variants.js'
import type { HardwareLog, Logged } from '../../hardware/log.js'
import { defaultCosts } from '../../repair/prices.js'
import { must } from '../../source/must.js'
import { testIn } from '../support.js'

const program = testIn(
  '.global x; .global y; d0.b0.t0 { fence.sc.gpu; st [x], 1; } assert ([x] == 1); assert ([x] != 3); filter ([y] == 0);',
)
const pieces = piecesOf(program, defaultCosts)
const [asItIs, without] = variantsOf(program, pieces) as [Variant, Variant]

const logOf = (...tests: readonly Logged[]): HardwareLog => ({
  ...{ format: 1, device: 'a GPU', arch: 'sm_90', driver: '13.0', runtime: '13.0', date: '2026-11-26', seed: 1 },
  ...{ stress: [], tests: [...tests] },
})
const about = ({ planned }: Variant) => ({ test: planned.test, hash: planned.kind === 'plan' ? planned.hash : '' })
const counts = (states: readonly (readonly [x: number, y: number, count: number])[], more = {}): Logged => ({
  ...about(without),
  ...{ times: 10, gaveUp: 0, missed: 0, seconds: 1 },
  states: states.map(([x, y, count]) => ({ count, values: { '[x]': `${x}`, '[y]': `${y}` } })),
  ...more,
})

test.each<readonly [string, Logged, Partial<Seen>]>([
  ['nothing', counts([[1, 0, 10]]), { violated: 0, times: 10 }],
  [
    'one claim or another',
    counts([
      [1, 0, 4],
      [2, 0, 3],
      [3, 0, 2],
    ]),
    { violated: 5 },
  ],
  [
    'what the filter leaves out',
    counts([
      [1, 0, 4],
      [2, 1, 6],
    ]),
    { violated: 0 },
  ],
  ['loops that are given up', counts([], { gaveUp: 10 }), { violated: 0, gaveUp: 10 }],
  ['a failure', { ...about(without), failed: 'it did not end' }, { kind: 'failed', reason: 'it did not end' }],
  ['a machine that is too small', { ...about(without), notRunnable: 'two GPUs' }, { kind: 'not runnable' }],
  ['another test', { ...about(asItIs), failed: 'it did not end' }, { kind: 'not in the log' }],
])('%s', (_, logged, expected) => {
  expect(seenOf(program, without, [logOf(logged)])).toMatchObject(expected)
})

test('counts of several logs are added', () => {
  const log = logOf(counts([[2, 0, 3]]))
  expect(seenOf(program, without, [log, log])).toMatchObject({ times: 20, violated: 6 })
})

const right: Seen = { kind: 'ran', times: 10, violated: 0, gaveUp: 0 }

test.each<readonly [Seen, Seen, boolean]>([
  [{ ...right, violated: 1 }, right, true],
  [{ ...right, violated: 1 }, { ...right, violated: 1 }, false],
  [{ ...right, gaveUp: 10 }, right, true],
  [{ ...right, gaveUp: 9 }, right, false],
  [{ kind: 'failed', reason: '' }, right, true],
  [{ kind: 'failed', reason: '' }, { kind: 'failed', reason: '' }, false],
  [{ kind: 'not runnable', reason: '' }, right, false],
  [{ kind: 'not in the log' }, right, false],
])('%j beside %j', (seen, now, expected) => {
  expect(isLossSeen(seen, now)).toBe(expected)
})

test('a loss may show if the piece is needed, undecided, or weaker but not as weak as on the GPU', () => {
  const { alternatives } = must(without.piece, 'a piece')
  const [weakest, next] = alternatives
  const within = undefined
  const needs: readonly Need[] = [
    { kind: 'needed', fault: { kind: 'race', text: '' }, by: must(weakest, 'the weakest form'), reached: undefined },
    { kind: 'not reached', within },
    { kind: 'undecided', reason: '' },
    { kind: 'may be weaker', to: must(next, 'another form'), within },
    { kind: 'may be weaker', to: must(weakest, 'the weakest form'), within },
    { kind: 'not needed', without: must(weakest, 'the weakest form'), within },
  ]
  expect(needs.map((need) => mayBreak(need, without))).toEqual([true, false, true, true, false, false])
})
