/**
 * Small random programs with runs of accesses and with threads that no axiom can tell apart, decided with and without
 * these.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { excludedBy } from '../encoder/decide/coverage.js'
import { decide } from '../encoder/decide/decide.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import type { Answered } from '../encoder/decide/verdict.js'
import { defaultBound } from '../encoder/events/graph/bound.js'
import type { Solver } from '../encoder/solver/solver.js'
import { show } from './agree.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'

export interface LeftOutAgreement {
  readonly programs: number
  readonly allowed: number
  readonly forbidden: number
  /** The accesses that were left out. */
  readonly leftOut: number
  readonly counterexample: string | undefined
}

const shared = ['x', 'y'] as const
const place = fc.constantFrom(...shared)
const register = fc.constantFrom('r0', 'r1')
const operand = fc.oneof(register, fc.constantFrom('1', '2'))

/** An instruction that other threads may see; `#` is a number of its own. */
const seen = (hasBarriers: boolean): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('weak', 'relaxed.gpu', 'release.gpu'), place, operand)
      .map(([order, at, value]) => `st.${order}.u32 [${at}], ${value};`),
    fc
      .tuple(fc.constantFrom('weak', 'relaxed.gpu', 'acquire.gpu'), register, place)
      .map(([order, to, at]) => `ld.${order}.u32 ${to}, [${at}];`),
    fc.tuple(register, place, operand).map(([to, at, value]) => `atom.add.acq_rel.gpu.u32 ${to}, [${at}], ${value};`),
    fc.constantFrom('fence.acq_rel.gpu;', 'fence.sc.gpu;', ...(hasBarriers ? ['bar.sync 0;'] : [])),
  )

/**
 * Accesses that most often are alone with their bytes: elements of `own`, most of them at another offset, and of
 * `known`.
 */
const alone = fc.oneof(
  { weight: 4, arbitrary: operand.map((value) => `st.weak.u32 [own+#], ${value};`) },
  { weight: 2, arbitrary: register.map((to) => `ld.weak.u32 ${to}, [known+#];`) },
  { weight: 1, arbitrary: fc.constant('st.weak.u32 [own+8], 3;') },
  { weight: 1, arbitrary: register.map((to) => `ld.weak.u32 ${to}, [own+8];`) },
  { weight: 1, arbitrary: register.map((to) => `ld.weak.u32 ${to}, [open+#];`) },
)
const run = fc
  .tuple(fc.array(alone, { minLength: 1, maxLength: 2 }), fc.integer({ min: 3, max: 9 }))
  .map(([some, times]) => Array.from({ length: times }, () => some).flat())

/** Writes to few places, again and again, in turn; some of them beside an access that is alone. */
const again = fc
  .tuple(
    fc.array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(fc.nat(2), operand).map(([i, value]) => `st.weak.u32 [over+${4 * i}], ${value};`),
        },
        { weight: 1, arbitrary: alone },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.integer({ min: 3, max: 7 }),
  )
  .map(([some, times]) => Array.from({ length: times }, () => some).flat())

/** Programs of two or three threads, in CTAs of their own or not, and others of one CTA that all read the same. */
const unseenPrograms = (model: Model): fc.Arbitrary<string> => {
  const excluded = excludedBy(model)
  const step = fc.oneof(
    { weight: 2, arbitrary: seen(!excluded.includes('barriers')).map((one) => [one]) },
    { weight: 2, arbitrary: run },
    { weight: 1, arbitrary: again },
    { weight: 1, arbitrary: fc.constantFrom(['ld.weak.u32 r0, [over];'], ['st.weak.u32 [over+4], 3;']) },
  )
  const body = fc.array(step, { minLength: 2, maxLength: 5 }).map((steps) => steps.flat())
  const reads = fc.tuple(register, place).map(([to, at]) => `ld.weak.u32 ${to}, [${at}];`)
  const watching = fc.oneof(
    { weight: 3, arbitrary: reads.map((one) => [one]) },
    { weight: 1, arbitrary: run },
    ...(excluded.includes('barriers') ? [] : [{ weight: 3, arbitrary: fc.constant(['bar.sync 0;']) }]),
  )
  return fc
    .record({
      watched: fc.array(watching, { minLength: 1, maxLength: 3 }).map((steps) => steps.flat()),
      watchers: fc.constantFrom(0, 0, 2, 3),
      bodies: fc.array(body, { minLength: 2, maxLength: 3 }),
      places: fc.constantFrom(['d0.b0.t0', 'd0.b0.t1', 'd0.b0.t2'], ['d0.b0.t0', 'd0.b1.t0', 'd0.b1.t1']),
      asked: fc.tuple(
        fc.constantFrom('P0:r0', 'P1:r1', 'x', 'own[2]', 'own[1]', 'over[0]', 'over[1]'),
        fc.nat(3),
        fc.constantFrom('P1:r0', 'y'),
      ),
    })
    .map(({ watched, watchers, bodies, places, asked: [term, value, other] }) => {
      let next = 0
      const numbered = (line: string): string => line.replaceAll('#', () => String(4 * next++))
      const all = [
        ...bodies.map((body, i) => ({ at: places[i], body })),
        ...Array.from({ length: watchers }, (_, i) => ({ at: `d0.b0.t${i + 3}`, body: watched })),
      ]
      const threads = all.map(({ at, body }) => {
        const lines = ['mov.u32 r0, 0;', 'mov.u32 r1, 0;', ...body.map(numbered)]
        return `${at} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`
      })
      const known = Array.from({ length: next + 3 }, (_, i) => i % 3).join(', ')
      const declared = `.global .u32 x; .global .u32 y; .global .u32 over[3]; .global .u32 own[${next + 3}]; .global .u32 open[${next + 3}];`
      const questions = `check (${term} == ${value}) as one;\ncheck (${other} == 1 && ${term} != ${value}) as two;`
      return `${declared}\n.global .u32 known[${next + 3}] = {${known}};\n${threads.join('')}${questions}\n`
    })
}

/**
 * Draws programs, decides them with all accesses and without those that no axiom can tell, and stops at the first
 * difference.
 */
export function compareLeftOut(model: Model, solver: Solver, draw: Draw): LeftOutAgreement {
  const tally = { programs: 0, allowed: 0, forbidden: 0, leftOut: 0 }
  const property = fc.property(unseenPrograms(model), (text) => {
    const program = only(text)
    const [all, some] = [Number.POSITIVE_INFINITY, 0].map(
      (mostShown) => decide(program, solver, { model, mostShown }).answers,
    )
    tally.programs++
    tally.leftOut += graphUnder(model, program, defaultBound, 'final states', 0, 0).leftOut
    for (const [i, answer] of (all ?? []).entries()) {
      const [one, other] = [answer, some?.[i]].map(textOf)
      if (one !== other) throw new Error(`${answer.question.name}: ${one} with all accesses, ${other} without some`)
      if (answer.verdict.kind === 'allowed') tally.allowed++
      if (answer.verdict.kind === 'forbidden') tally.forbidden++
    }
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

const textOf = (answer: Answered | undefined): string =>
  answer === undefined ? '' : `${show(answer.verdict)}, ${show(answer.liveness)}, ${answer.undefined.kind}`
