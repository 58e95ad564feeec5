import { type Limits, stepsReason } from '../../../encoder/solver/solver.js'

import { freshSolver, solver } from '../../support.js'
import { pigeons } from './pigeons.js'

/** z3 uses another solver for longer texts, which a comment of this many characters selects. */
const solvers = [
  ['for finite domains', ''],
  ['for larger problems', `;${'x'.repeat(40_000)}\n`],
] as const

/** A problem of nine pigeons, or an empty one. */
const problem = `(declare-const easy Bool) (declare-const hard Bool) (assert (or (not easy) (not hard)))
${pigeons(9, 'easy')}`

describe.each(solvers)('the solver %s', (_, comment) => {
  const steps = 20_000
  const ask = async (limits: Limits) => {
    const z3 = await freshSolver()
    const session = z3.openText(comment + pigeons(9))
    const answers = [session.check([], limits), session.check([], { steps })]
    session.close()
    z3.close()
    return answers
  }

  test('gives up after the given number of steps every time, whatever the time limit, and says so', async () => {
    const unknown = { kind: 'unknown', reason: stepsReason }
    expect(await ask({ steps })).toEqual([unknown, unknown])
    expect(await ask({ steps, milliseconds: 1_000_000 })).toEqual([unknown, unknown])
  })

  test('has no such limit in the next question', async () => {
    const z3 = await solver()
    const session = z3.openText(comment + pigeons(6))
    expect(session.check([], { steps: 100 })).toMatchObject({ kind: 'unknown' })
    expect(session.check([])).toEqual({ kind: 'unsat' })
    session.close()
  })

  test('answers further questions after one that it gave up', async () => {
    const session = (await solver()).openText(comment + problem)
    expect(session.check(['hard'], { steps: 50_000 })).toEqual({ kind: 'unknown', reason: stepsReason })
    expect(session.check(['easy'], { steps: 50_000 })).toMatchObject({ kind: 'sat' })
    session.assert('(assert (not easy))')
    expect(session.check(['hard'], { steps: 50_000 })).toEqual({ kind: 'unknown', reason: stepsReason })
    expect(session.check(['easy'], { steps: 50_000 })).toEqual({ kind: 'unsat' })
    session.close()
  })
})
