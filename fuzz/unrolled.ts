/**
 * Small random programs in which a thread polls before the loop of a wait begins, and after it, decided as they are and
 * rolled up (`litmus/module/unrolled-waits.ts`).
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { decide } from '../encoder/decide/decide.js'
import type { Answered } from '../encoder/decide/verdict.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import type { Solver } from '../encoder/solver/solver.js'
import { withWaitsRolledUp } from '../litmus/module/unrolled-waits.js'
import type { Program } from '../litmus/program.js'
import { findRace } from '../races/find-races.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'

const value = fc.constantFrom('0', '1', '1', '2')
const usual = { weight: 8, arbitrary: fc.constant('ld.relaxed.gpu.u32') }
const load = fc.oneof(usual, fc.constantFrom('ld.volatile.u32', 'ld.relaxed.cta.u32', 'ld.acquire.gpu.u32'))
const place = fc.oneof({ weight: 12, arbitrary: fc.constant('x') }, fc.constant('y'))
/** What a poll compares with, and what it then does: most of them look for a value that is not 0. */
const success = fc.oneof({ weight: 12, arbitrary: fc.constant(['bne', 'beq', '0']) }, fc.constant(['beq', 'bne', '1']))
/** A poll that leads to a label if it succeeds, or back to one if it does not; `#` is a number of its own. */
const poll = (leadsTo: string, goesBack: boolean): fc.Arbitrary<string> =>
  fc
    .tuple(load, place, success)
    .map(([read, at, [yes, no, than]]) => `${read} p#, [${at}]; ${goesBack ? no : yes} p#, ${than}, ${leadsTo};`)

const between = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  fc.constantFrom('add.u32 q#, r0, 1;', 'st.relaxed.gpu.u32 [y], 1;', 'fence.acq_rel.gpu;', 'mov.u32 r1, r0;'),
)

/** A wait: polls, a loop with polls that lead to its end, and the last one there. */
const wait = fc
  .record({
    before: fc.array(poll('E', false), { minLength: 0, maxLength: 2 }),
    inside: fc.array(poll('M', false), { maxLength: 1 }),
    inner: fc.array(poll('N', true), { maxLength: 1 }),
    between,
    last: poll('L', true),
  })
  .map(({ before, inside, inner, between, last }) => {
    const loop = inner.length === 0 ? '' : `N: ${inner[0]}`
    const lines = [...before, 'L:', ...inside, loop, between, `M: ${last}`, 'E:']
    return lines.map((line, i) => line.replaceAll('#', String(i))).join('\n  ')
  })

const effect = fc.oneof(
  value.map((one) => `st.relaxed.gpu.u32 [x], ${one};`),
  value.map((one) => `st.weak.u32 [x], ${one};`),
  value.map((one) => `st.weak.u32 [y], ${one};`),
  fc.constant('st.release.gpu.u32 [x], 1;'),
  fc.constant('atom.exch.relaxed.gpu.u32 r0, [x], 0;'),
  fc.constant('ld.relaxed.gpu.u32 r1, [y];'),
  fc.constantFrom('fence.acq_rel.gpu;', 'fence.sc.gpu;'),
)

/** Draws texts of tests: the first thread waits. */
const unrolledPrograms: fc.Arbitrary<string> = fc
  .record({
    wait,
    after: fc.array(effect, { maxLength: 2 }),
    others: fc.array(fc.array(effect, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
    cta: fc.constantFrom('d0.b0', 'd0.b1', 'd0.b1'),
    asked: fc.tuple(fc.constantFrom('x', 'y', 'P0:r1'), fc.nat(2)),
  })
  .map(({ wait, after, others, cta, asked: [term, value] }) => {
    const start = 'mov.u32 r0, 0; mov.u32 r1, 0;'
    const threads = others.map((body, i) => `${cta}.t${i + 1} {\n  ${start}\n  ${body.join('\n  ')}\n}\n`).join('')
    return `.global .u32 x; .global .u32 y;
d0.b0.t0 {\n  ${start}\n  ${wait}\n  ${after.join('\n  ')}\n}
${threads}check (${term} == ${value}) as one;\ncheck (${term} != ${value}) as two;\n`
  })

export interface RolledAgreement {
  readonly programs: number
  /** The programs that are shorter if they are rolled up. */
  readonly rolled: number
  readonly allowed: number
  readonly forbidden: number
  readonly hanging: number
  readonly racy: number
  readonly counterexample: string | undefined
}

/** Draws programs, decides them as they are and rolled up, and stops at the first difference. */
export function compareRolled(model: Model, solver: Solver, draw: Draw): RolledAgreement {
  const tally = { programs: 0, rolled: 0, allowed: 0, forbidden: 0, hanging: 0, racy: 0 }
  const property = fc.property(unrolledPrograms, (text) => {
    const whole = only(text)
    tally.programs++
    const rolled = rolledUp(whole)
    if (rolled === whole) return
    tally.rolled++
    const isSmall = countCandidates(buildEvents(whole)) <= draw.mostCandidates
    const answers = isSmall ? bruteForce(whole, model).answers : decide(whole, solver, { model }).answers
    const there = decide(rolled, solver, { model }).answers
    for (const [i, answer] of answers.entries()) {
      // No execution may end within the bound.
      if (answer.verdict.kind === 'undecided') continue
      const [one, other] = [answer, there[i]].map((each) => textOf(each, isWithin(answer)))
      if (one !== other) throw new Error(`${answer.question.name}: ${one} as it is, ${other} rolled up`)
      if (answer.verdict.kind === 'allowed') tally.allowed++
      if (answer.verdict.kind === 'forbidden') tally.forbidden++
      if (answer.liveness?.kind === 'hangs') tally.hanging++
    }
    const [race, other] = [whole, rolled].map((one) => findRace(one, solver, { model }).kind)
    if (race !== other) throw new Error(`${race} as it is, ${other} rolled up`)
    if (race === 'racy') tally.racy++
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

function rolledUp(program: Program): Program {
  const threads = program.threads.map((thread) => {
    const instructions = withWaitsRolledUp(thread.instructions)
    return instructions === thread.instructions || thread.kind !== 'device' ? thread : { ...thread, instructions }
  })
  return threads.every((thread, i) => thread === program.threads[i]) ? program : { ...program, threads }
}

/** Returns the part of an answer that must be the same. Only the loops of the longer program may be cut at the bound. */
const textOf = (answer: Answered | undefined, isBounded: boolean): string => {
  const { verdict, liveness } = answer ?? {}
  const isAlways = liveness?.kind === 'hangs' && liveness.always
  const isVacuous = verdict?.kind === 'forbidden' && verdict.vacuous
  const unlessBounded = isBounded ? '' : `, ${isVacuous ? 'vacuous' : ''}, ${isAlways ? 'always' : ''}`
  return `${verdict?.kind}, ${liveness?.kind}, ${answer?.undefined.kind}${unlessBounded}`
}

const isWithin = ({ verdict, liveness }: Answered): boolean =>
  (verdict.kind === 'forbidden' && verdict.within !== undefined) ||
  (liveness !== undefined && 'within' in liveness && liveness.within !== undefined)
