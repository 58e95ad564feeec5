import { formulaBuilder } from '../../../encoder/formula/formula.js'
import { toSmtLib } from '../../../encoder/formula/smtlib.js'
import type { Limits } from '../../../encoder/solver/solver.js'
import { withoutThreads } from '../../../web/worker/threadless.js'
import { pigeonsIf } from '../../encoder/solver/pigeons.js'
import { solver } from '../../support.js'

const builder = formulaBuilder()

/** Returns the limits that z3 gets in place of these. */
async function limitsFor(limits?: Limits): Promise<Limits | undefined> {
  const z3 = await solver()
  let got: Limits | undefined
  const watched = withoutThreads({
    ...z3,
    open: (problem) => {
      const session = z3.open(problem)
      return {
        ...session,
        check: (assumed, given) => {
          got = given
          return session.check(assumed, given)
        },
      }
    },
  })
  const session = watched.open(toSmtLib([builder.variable('a')], () => []).smt)
  expect(session.check([], limits)).toMatchObject({ kind: 'sat' })
  session.close()
  return got
}

test('a limit of time becomes one of steps, and the smaller one counts', async () => {
  expect(await limitsFor()).toEqual({})
  expect(await limitsFor({ steps: 1000 })).toEqual({ steps: 1000 })
  expect(await limitsFor({ milliseconds: 20 })).toEqual({ steps: 2000 })
  expect(await limitsFor({ milliseconds: 0 })).toEqual({ steps: 100 })
  expect(await limitsFor({ milliseconds: 20, steps: 1000 })).toEqual({ steps: 1000 })
  expect(await limitsFor({ milliseconds: 20, steps: 1_000_000 })).toEqual({ steps: 2000 })
})

test('hard problems are given up', async () => {
  const session = withoutThreads(await solver()).open(toSmtLib(pigeonsIf(builder, 12, builder.tt), () => []).smt)
  expect(session.check([], { milliseconds: 100 })).toMatchObject({ kind: 'unknown' })
  session.close()
})
