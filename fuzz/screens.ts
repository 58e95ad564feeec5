/**
 * Small random programs whose threads have one text and memory of their own, and what screens say about them
 * (`encoder/decide/screen.ts`) against brute force.
 */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { bruteForce } from '../encoder/decide/brute.js'
import { decide, prepare } from '../encoder/decide/decide.js'
import { screened, screenedShortly } from '../encoder/decide/screen.js'
import { buildEvents } from '../encoder/events/events.js'
import { countCandidates } from '../encoder/execution/candidates.js'
import type { Solver } from '../encoder/solver/solver.js'
import { must } from '../source/must.js'
import { counterexampleTo, type Draw } from './draw.js'
import { only } from './programs.js'

const places = [['d0.b0.t0..1'], ['d0.b0.t0..2'], ['d0.b0.t0..1', 'd0.b1.t0..1'], ['d0.b0.t0', 'd0.b1.t0']] as const

/** What threads do to the memory that all access, and to that which only one does. */
const shared = [
  'atom.add.relaxed.gpu.u32 r1, [c], 1;',
  'atom.add.acq_rel.gpu.u32 r1, [c], 1;',
  'atom.exch.relaxed.gpu.u32 r1, [c], 3;',
  'atom.cas.relaxed.gpu.u32 r1, [c], 0, 7;',
  'red.relaxed.gpu.add.u32 [x], 1;',
  'st.relaxed.gpu.u32 [x], 5;',
  'ld.relaxed.gpu.u32 r2, [x];',
  'fence.sc.gpu;',
  'fence.acq_rel.gpu;',
  'bar.sync 0;',
  'bar.sync 0;',
] as const
const own = [
  'st.weak.u32 [a], 7;',
  'st.relaxed.gpu.u32 [a], r1;',
  'st.weak.u32 [a], me;',
  'ld.weak.u32 r2, [a];',
  'atom.add.relaxed.gpu.u32 r2, [a], 1;',
  'ld.weak.u32 r2, [w];',
  'ld.weak.u32 r2, [w+4];',
] as const
/** Lines that only some threads execute: those that read a value, those in some place, or a loop that waits. */
const some = (line: string): readonly string[] => [
  `bne r1, 0, S#; ${line} S#:`,
  `beq r2, 0, S#; ${line} S#:`,
  `bne me, 0, S#; ${line} S#:`,
  'W#: ld.relaxed.gpu.u32 r2, [x]; beq r2, 0, W#;',
]
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...shared) },
  { weight: 3, arbitrary: fc.constantFrom(...own) },
  { weight: 1, arbitrary: fc.constantFrom(...shared, ...own).chain((line) => fc.constantFrom(...some(line))) },
)
const condition = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom('c', 'x'), fc.nat(8)).map(([name, value]) => `${name} == ${value}`),
      fc.tuple(fc.constantFrom('w[0]', 'w[1]', 'P0:r1'), fc.constantFrom(0, 1, 7)).map((one) => one.join(' == ')),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => parts.join(' && '))

/** What threads do at an mbarrier, which another one initialises. */
const counted = [
  'mbarrier.arrive.shared.b64 _, [b];',
  'mbarrier.arrive.shared.b64 _, [b];',
  'mbarrier.arrive.relaxed.cta.shared.b64 _, [b];',
  'mbarrier.arrive.shared.b64 _, [b], 2;',
  'mbarrier.arrive_drop.shared.b64 _, [b];',
  'mbarrier.test_wait.parity.shared.b64 p, [b], 0;',
  'V#: mbarrier.test_wait.parity.shared.b64 p, [b], 0; beq p, 0, V#;',
  'V#: mbarrier.try_wait.parity.shared.b64 p, [b], 0; beq p, 0, V#;',
] as const

/** Programs of threads that have one text, after another one has initialised an mbarrier. */
export const countedPrograms: fc.Arbitrary<string> = fc
  .record({
    last: fc.constantFrom(2, 2, 3),
    expected: fc.constantFrom(1, 2, 3, 3, 4),
    steps: fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...counted) }, fc.constantFrom(...shared, ...own)),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    asked: condition,
  })
  .map(({ last, expected, steps, asked }) => {
    const begin =
      'bar.sync 0; mov.u32 me, %tid.x; mul.wide.u32 a, me, 4; add.u64 a, a, &w; mov.u32 r1, 0; mov.u32 r2, 0; mov.u32 p, 0;'
    const body = [begin, ...steps.map((line, i) => line.replaceAll('#', String(i)))].join('\n  ')
    return `.global .u32 c; .global .u32 x; .shared .u32 w[4]; .shared .b64 b;
d0.b0.t0 { mbarrier.init.shared.b64 [b], ${expected}; bar.sync 0; mov.u32 r1, 0; }
d0.b0.t1..${last} {\n  ${body}\n}
check (${asked}) as q;
check (!(${asked})) as r;
`
  })

/** Programs of threads that have one text. */
export const alikePrograms: fc.Arbitrary<string> = fc
  .record({
    threads: fc.constantFrom(...places),
    space: fc.constantFrom('.global', '.shared'),
    initial: fc.constantFrom(' = {0, 0, 0}', ' = {0, 0, 0}', ' = {0, 1, 0}', ''),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    asked: condition,
  })
  .map(({ threads, space, initial, steps, asked }) => {
    const begin = 'mov.u32 me, %tid.x; mul.wide.u32 a, me, 4; add.u64 a, a, &w; mov.u32 r1, 0; mov.u32 r2, 0;'
    const body = [begin, ...steps.map((line, i) => line.replaceAll('#', String(i)))].join('\n  ')
    const memory = space === '.shared' && threads.length === 1 ? '.shared .u32 w[3]' : `.global .u32 w[3]${initial}`
    return `.global .u32 c; .global .u32 x; ${memory};
${threads.map((one) => `${one} {\n  ${body}\n}`).join('\n')}
check (${asked}) as q;
check (!(${asked})) as r;
`
  })

export interface Screened {
  readonly programs: number
  /** The programs that have a screen, and those that it answers. */
  readonly screens: number
  readonly answered: number
  /** Those of which a program without its last waits answers some question. */
  readonly shortly: number
  /** The outcomes that it reaches. */
  readonly reached: number
  readonly counterexample: string | undefined
}

/** Milliseconds for a question about a program that is too large for brute force. */
const timeout = 2_000

/**
 * Decides programs of which alike threads are looked at in one order, and by brute force, or by the plain encoding if
 * they are too large. Where the screen answers, the verdicts are the same, and no execution may hang or be undefined.
 */
export function compareScreens(model: Model, solver: Solver, texts: fc.Arbitrary<string>, draw: Draw): Screened {
  const tally = { programs: 0, screens: 0, answered: 0, shortly: 0, reached: 0 }
  const property = fc.property(texts, (text) => {
    const program = only(text)
    tally.programs++
    const { graph, shorter, screen } = prepare(program, model, { breakSymmetry: true, liveness: true, fewestAlike: 2 })
    if (screen === undefined && shorter === undefined) return
    tally.screens++
    const { questions } = program
    const shortly = questions.flatMap((question) => {
      const found = shorter && screenedShortly(shorter, graph, model, solver, undefined, [question])
      return found === undefined ? [] : [[question, found] as const]
    })
    if (shortly.length > 0) tally.shortly++
    const usual = screen && screened(screen, solver, undefined, questions)?.answers
    const all = [...shortly.flatMap(([, { answers }]) => answers), ...(usual ?? [])]
    if (all.length === 0) return
    if (usual !== undefined) tally.answered++
    const isSmall = countCandidates(buildEvents(program)) <= draw.mostCandidates
    const whole = isSmall
      ? bruteForce(program, model).answers
      : decide(program, solver, { model, encoding: 'plain', timeout }).answers
    for (const { question, verdict: there } of all) {
      const {
        verdict,
        liveness,
        undefined: reached,
      } = must(
        whole.find((one) => one.question === question),
        'an answer to each question',
      )
      if (there.kind === 'allowed') tally.reached++
      if (
        verdict.kind !== 'undecided' &&
        (verdict.kind !== there.kind || (verdict.kind === 'forbidden' && verdict.vacuous))
      )
        throw new Error(`without a screen the outcome is ${verdict.kind}, with it ${there.kind}`)
      if (liveness?.kind === 'hangs') throw new Error('without a screen there is a hang')
      if (reached.kind === 'known' && reached.found.length > 0)
        throw new Error('without a screen there is undefined behaviour')
    }
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

/** Programs of threads that have one text and end with a wait, after another one has initialised an mbarrier. */
export const waitingPrograms: fc.Arbitrary<string> = fc
  .record({
    last: fc.constantFrom(2, 3, 3, 3),
    surplus: fc.constantFrom(0, 0, 0, 0, 1, -1),
    arrives: fc.constantFrom('', '', '.relaxed.cta', '.release.cta'),
    waits: fc.constantFrom('test_wait', 'try_wait', 'try_wait'),
    before: fc.array(fc.constantFrom(...shared, ...own), { maxLength: 1 }),
    first: fc.constantFrom('', '', 'bar.sync 0;', 'ld.weak.u32 r1, [w+8];', 'st.relaxed.gpu.u32 [x], 1;'),
    ends: fc.constantFrom(
      '',
      '',
      '',
      'bar.sync 0;',
      'ld.weak.u32 r2, [w+4];',
      'V: ld.relaxed.gpu.u32 r2, [x]; beq r2, 0, V;',
    ),
    asked: condition,
  })
  .map(({ last, surplus, arrives, waits, before, first, ends, asked }) => {
    const begin =
      'bar.sync 0; mov.u32 me, %tid.x; mul.wide.u32 a, me, 4; add.u64 a, a, &w; mov.u32 r1, 0; mov.u32 r2, 0;'
    const arrive = `mbarrier.arrive${arrives}.shared.b64 _, [b];`
    const wait = `W: mbarrier.${waits}.parity.shared.b64 p, [b], 0; beq p, 0, W;`
    return `.global .u32 c; .global .u32 x; .shared .u32 w[4]; .shared .b64 b;
d0.b0.t0 { mbarrier.init.shared.b64 [b], ${last + 1 + surplus}; bar.sync 0; mov.u32 r1, 0; ${arrive} ${wait} ${first} }
d0.b0.t1..${last} {\n  ${[begin, ...before, arrive, wait, ends].join('\n  ')}\n}
check (${asked}) as q;
check (!(${asked})) as r;
`
  })
