import { ptx75 } from '../../../axioms/models.js'
import { type Witnesses, witnesses } from '../../../encoder/decide/witnesses.js'
import { candidates } from '../../../encoder/execution/candidates.js'
import type { Execution } from '../../../encoder/execution/execution.js'
import { objections, reaches } from '../../../encoder/execution/replay.js'
import { termsOf } from '../../../litmus/condition.js'
import type { Program } from '../../../litmus/program.js'
import type { Expected } from '../../examples.js'
import { onEach, sampled, someExamples } from '../../extent.js'
import { isSmall } from '../../small.js'
import { solver, testIn } from '../../support.js'

/**
 * Some examples have more than 2^32 executions: the result of a shuffle for a lane that takes no part may be anything.
 */
const most = 1000

const all = async (program: Program, limit = most): Promise<readonly Witnesses[]> => {
  const z3 = await solver()
  return program.questions.map((question) => witnesses(program, question, z3, { model: ptx75, limit }))
}

/** Returns the choices of an execution, in whatever order they were made. */
const choicesOf = ({ rf, co, sync_fence, arrived }: Execution): string =>
  [rf, co, sync_fence, arrived].map((pairs) => pairs.map(String).toSorted().join(' ')).join(' | ')

describe('every distinct execution of examples', () => {
  // Brute force distinguishes executions by their choices alone, not by what remains in memory.
  const listable = someExamples('ptx-7.5').filter(
    ({ program, verdicts }) =>
      !verdicts.includes('not covered') &&
      program.questions.every(({ condition }) => termsOf(condition).every(({ kind }) => kind !== 'memory')),
  )
  const sample = (some: readonly Expected[]) => sampled(some).filter(({ program }) => isSmall(program))
  onEach('as brute force lists them', { all: listable, sample, least: 15 }, async ({ program }) => {
    for (const { graph, shown, found, ending } of await all(program)) {
      if (isSmall(program) || found.length < most) expect(ending).toEqual({ kind: 'complete' })
      expect(new Set(found.map(choicesOf)).size).toBe(found.length)
      let count = 0
      const mayList = (more: number) => {
        count += more
        return count <= 100
      }
      const candidate = [...candidates(graph, ptx75, { mayList, guesses: () => undefined })]
      if (isSmall(program)) expect(count).toBeLessThanOrEqual(100)
      if (count > 100) continue
      const listed = candidate.filter(
        (one) => typeof shown !== 'string' && reaches(shown, graph, one) && objections(graph, ptx75, one).length === 0,
      )
      expect(found.map(choicesOf).toSorted()).toEqual(listed.map(choicesOf).toSorted())
    }
  })
})

describe('every distinct execution', () => {
  test('the write that remains counts where the question mentions the location', async () => {
    const racing = (condition: string) =>
      testIn(
        `.global x; d0.b0.t0 { st.weak [x], 1; } d0.b1.t0 { st.weak [x], 2; ld r0, [x]; } check (${condition}) as q;`,
      )
    const counts = async (condition: string) => (await all(racing(condition))).map(({ found }) => found.length)
    // The read returns 2 while the stores are unordered or ordered either way; unordered, either may remain.
    expect(await counts('r0 == 2')).toEqual([3])
    expect(await counts('r0 == 2 && [x] != 0')).toEqual([4])
  })

  test('an unknown result of a computation makes no other execution', async () => {
    // Lane 1 takes no part, so what lane 0 gets from it is unknown.
    const shuffle = 'd0.b0.t0 { mov.u32 v, 1; shfl.sync.down.b32 o, v, 1, 0x1f, 0x1; mov.u32 r, 1; }'
    const [listed] = await all(testIn(`.global x; ${shuffle} check (P0:r == 1) as q;`), 3)
    expect(listed).toMatchObject({ ending: { kind: 'complete' }, found: { length: 1 } })
  })

  test('the limit is reported only if there is more', async () => {
    const one = testIn(
      '.global x; d0.b0.t0 { st [x], 1; } d0.b1.t0 { ld r0, [x]; } check (r0 == 1) as q; check (r0 < 2) as r;',
    )
    expect((await all(one, 1)).map(({ ending }) => ending.kind)).toEqual(['complete', 'limited'])
  })
})
