/** Programs of which one block goes on, decided case by case: by example, and against the whole program. */

import fc from 'fast-check'
import { withoutAxiom } from '../../../axioms/algebra/edit.js'
import type { Model } from '../../../axioms/algebra/terms.js'
import { defaultModel, nvlitmus } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { casesOf } from '../../../encoder/decide/cases.js'
import { decide } from '../../../encoder/decide/decide.js'
import { answersInCases } from '../../../encoder/decide/in-cases.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { lastBlocks } from '../../../fuzz/last-blocks.js'
import { only } from '../../../fuzz/programs.js'
import type { Program } from '../../../litmus/program.js'
import { holds, randomly } from '../../extent.js'
import { solver, testIn } from '../../support.js'

/** The number of cases of a program, and the numbers of events of these and of the whole. */
function casesIn(program: Program, model: Model = defaultModel) {
  const graph = buildEvents(program)
  return { whole: graph.events.length, cases: casesOf(graph, model, 0).map((one) => one().events.length) }
}

/** Returns the answers that the cases of a program give. */
async function byCases(program: Program, model: Model = defaultModel) {
  const graph = buildEvents(program)
  const graphs = casesOf(graph, model, 0)
  if (graphs.length === 0) return undefined
  return answersInCases({ graphs, options: {} }, graph, model, await solver(), undefined, program.questions)
}

interface Parts {
  readonly count?: string
  readonly fence?: string
  readonly meets?: string
  readonly goes?: string
  readonly after?: string
  readonly asked?: string
  /** What the first thread of the first block does besides. */
  readonly first?: string
}

/** Three blocks of two threads: the first of each counts, both go on in the block that is the last. */
const blocks = ({
  count = 'atom.inc.relaxed.gpu.u32 r, [c], 2;',
  fence = 'fence.acq_rel.gpu;',
  meets = 'bar.sync 0;',
  goes = 'ld.weak.u32 v, [p]; red.relaxed.gpu.add.u32 [out], v;',
  after = '',
  asked = 'out != 14',
  first = '',
}: Parts = {}): Program =>
  testIn(`.global .u32 c; .global .u32 out; .global .u32 p; .global .u32 y; .shared .u32 s;
${[0, 1, 2]
  .map(
    (block) => `d0.b${block}.t0..1 {
  mov.u32 me, %tid.x; bne me, 0, B;
  ${block === 0 ? `st.weak.u32 [p], 7; ${first}` : ''} ${fence} ${count} st.weak.u32 [s], r; ${fence}
  B: ${meets} ld.weak.u32 q, [s]; bne q, 2, L; ${goes} L: ${after}
}`,
  )
  .join('\n')}
check (${asked}) as q;`)

describe('the cases of a program', () => {
  test('are the blocks that go on, and that none does', () => {
    const { whole, cases } = casesIn(blocks())
    expect(cases.length).toBe(4)
    for (const events of cases) expect(events).toBeLessThan(whole)
  })
  test('leave out threads that only other blocks need', () => {
    const { cases } = casesIn(blocks())
    const [first, , , none] = cases
    // Its second thread: a barrier, a read, and what it does then.
    expect((first ?? 0) - (none ?? 0)).toBeGreaterThanOrEqual(5)
  })
  test('answer together what the program answers', async () => {
    const found = await byCases(blocks())
    expect(found?.answers.map(({ verdict }) => verdict)).toEqual([{ kind: 'forbidden', vacuous: false }])
  })
  test.each([
    ['an outcome is reached', { asked: 'out == 14' }],
    ['a fence is missing', { fence: '' }],
    ['a barrier is missing', { meets: '' }],
  ])('answer nothing if %s', async (_, parts) => {
    const program = blocks(parts)
    expect(await byCases(program)).toBeUndefined()
    const [answer] = decide(program, await solver(), { model: defaultModel }).answers
    expect(answer?.verdict.kind).toBe('allowed')
  })
  const none: readonly (readonly [string, Parts])[] = [
    ['where every block but one goes on', { goes: 'goto M;', after: 'red.relaxed.gpu.add.u32 [out], 1; M:' }],
    ['where two find the same', { count: 'atom.exch.relaxed.gpu.u32 r, [c], 2;' }],
    ['where no atomic counts', { count: 'ld.relaxed.gpu.u32 r, [c];' }],
    ['where the block goes on to what others count', { goes: 'st.relaxed.gpu.u32 [c], 5;' }],
    ['where others read what the last one writes', { after: 'ld.weak.u32 w, [out];' }],
    ['where a thread may trap', { goes: 'bne q, 2, N; trap; N: red.relaxed.gpu.add.u32 [out], 7;' }],
    // Models may ask which reads are those of atomics, so that its read is not kept without its write.
    ['where an atomic of a thread may not write', { first: 'atom.cas.relaxed.gpu.u32 w, [y], 0, 5;' }],
    ['where a register is asked for', { asked: 'P0:q == 2' }],
  ]
  test.each(none)('are not looked at %s', (_, parts) => {
    expect(casesIn(blocks(parts)).cases).toEqual([])
  })
  test('are not looked at where two conditions may hold, of which each excludes another', async () => {
    const take = 'atom.inc.relaxed.gpu.u32 r, [c], 2;'
    const program = testIn(`.global .u32 c; .global .u32 out;
d0.b0.t0 { ${take} bne r, 2, L; red.relaxed.gpu.add.u32 [out], 1; L: }
d0.b1.t0 { ${take} bne r, 2, K; red.relaxed.gpu.add.u32 [out], 8; K: bne r, 1, L; red.relaxed.gpu.add.u32 [out], 16; L: }
d0.b2.t0 { ${take} bne r, 1, L; red.relaxed.gpu.add.u32 [out], 2; L: }
check (out == 3) as q;`)
    expect(casesIn(program).cases).toEqual([])
    expect(decide(program, await solver(), { model: defaultModel }).answers[0]?.verdict.kind).toBe('allowed')
  })
  test('are not looked at where threads wait at two barriers for each other', () => {
    const program = testIn(`.global .u32 c; .global .u32 out; .shared .u32 s;
${[0, 1, 2]
  .map(
    (
      block,
    ) => `d0.b${block}.t0 { atom.inc.relaxed.gpu.u32 r, [c], 2; st.weak.u32 [s], r; bar.sync 0; ld.weak.u32 q, [s];
  bar.sync 0; bne q, 2, L; red.relaxed.gpu.add.u32 [out], 1; L: }
d0.b${block}.t32 { bar.sync 0; bar.sync 1; }`,
  )
  .join('\n')}
check (out == 0) as q;`)
    expect(casesIn(program).cases).toEqual([])
  })
  test.each([
    ['without Atomicity', withoutAxiom(defaultModel, 'Atomicity')],
    ['of a model that takes away what leads through writes', nvlitmus],
  ])('are not looked at %s', (_, model) => {
    expect(casesIn(blocks(), model).cases).toEqual([])
  })
})

describe('cases of random programs', () => {
  const least = { programs: 20, split: 6, forbidden: 3 }
  randomly('answer what the whole program does', { runs: 25, seed: 30_048, least }, async (draw) => {
    const sat = await solver()
    let [split, forbidden] = [0, 0]
    const property = fc.asyncProperty(lastBlocks(), async (text) => {
      const program = only(text)
      const graphs = casesOf(buildEvents(program), defaultModel, 0)
      if (graphs.length === 0) return
      split++
      const found = await byCases(program)
      if (found === undefined) return
      forbidden++
      const whole = decide(program, sat, { model: defaultModel })
      const facts = ({ answers }: Pick<typeof whole, 'answers'>) =>
        answers.map(({ verdict, liveness, undefined: reached, unknowns }) => ({ verdict, liveness, reached, unknowns }))
      expect(facts(found)).toEqual(facts(whole))
      const brute = bruteForce(program, defaultModel, { most: draw.mostCandidates })
      const [answer] = brute.answers
      if (answer?.verdict.kind !== 'undecided') expect(answer?.verdict.kind).toBe('forbidden')
    })
    return { programs: await holds(property, draw), split, forbidden }
  })
})
