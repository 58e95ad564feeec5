import { defaultModel } from '../../../axioms/models.js'
import { furtherLine } from '../../../cli/explain/further.js'
import type { Tried } from '../../../repair/fix.js'
import { must } from '../../../source/must.js'
import { testIn } from '../../support.js'

const test1 = testIn('.global x; d0.b0.t0 { st [x], 1; } d0.b0.t1 { ld r0, [x]; } assert (r0 == 1) as seen;')
const args = { launch: [], model: defaultModel.name, bound: 2, assert: [], permit: [], exists: [] }
const lineFor = (tried: Omit<Tried, 'judged' | 'undecided'>, isRacy: boolean) =>
  furtherLine(test1, must(test1.questions[0], 'a question'), { ...tried, judged: 3, undecided: 0 }, isRacy, args)

const result = { kind: 'undecided', reason: 'the time limit was reached' } as const

test('of a race that is left when the time or the budget is spent, there is the `fix` without a claim', () => {
  const racy = /\nonly removes the races, which may take less time: ptx-litmus fix --race-free \S+$/
  expect(lineFor({ result, spent: 'time' }, true)).toMatch(racy)
  expect(lineFor({ result, spent: 'budget' }, true)).toMatch(racy)
  expect(lineFor({ result, spent: 'time' }, false)).not.toMatch(racy)
  const none = { kind: 'no repair', reason: 'nothing is enough', inTurn: undefined } as const
  expect(lineFor({ result: none, spent: undefined }, true)).not.toMatch(racy)
})
