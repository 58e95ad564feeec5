/** Compares the three forms of an encoding on random programs, many of which have threads that do the same. */

import fc from 'fast-check'
import type { Model } from '../axioms/algebra/terms.js'
import { decide } from '../encoder/decide/decide.js'
import { buildEvents } from '../encoder/events/events.js'
import type { EncodingForm } from '../encoder/formula/form.js'
import { alikeThreads } from '../encoder/formula/symmetry.js'
import type { Solver } from '../encoder/solver/solver.js'
import { show } from './agree.js'
import { barrierPrograms } from './barriers.js'
import { arrivingPrograms, countingPrograms } from './counting.js'
import { counterexampleTo, type Draw } from './draw.js'
import { herdPrograms } from './herd.js'
import { largePrograms } from './large.js'
import { launchedPrograms } from './launches.js'
import { memoryPrograms } from './memory.js'
import { only, programs } from './programs.js'
import { alikePrograms, countedPrograms } from './screens.js'
import { streamPrograms } from './streams.js'
import { warpPrograms } from './warps.js'

export interface EncodingAgreement {
  readonly programs: number
  readonly allowed: number
  readonly forbidden: number
  /** Questions that one of the encodings did not decide in time. */
  readonly undecided: number
  /** The most events of a program. */
  readonly events: number
  /** Questions for which threads were treated as alike. */
  readonly symmetric: number
  readonly counterexample: string | undefined
}

/** Programs that models cover, most of them small. */
export function usual(model: Model): fc.Arbitrary<string> {
  const some = [
    memoryPrograms,
    launchedPrograms,
    barrierPrograms,
    warpPrograms,
    countingPrograms,
    arrivingPrograms,
  ].flatMap((texts) => texts(model) ?? [])
  return fc.oneof(
    { weight: 3, arbitrary: twins },
    programs(model),
    ...(model.excludes.includes('branches') ? [] : [herdPrograms(model)]),
    ...(model.excludes.includes('kernels and streams') ? [] : [streamPrograms()]),
    ...some,
  )
}

interface Drawn {
  readonly texts: fc.Arbitrary<string>
  /** Milliseconds for a question, which is left out if it takes longer. */
  readonly timeout?: number
}

/** Draws large programs that a model covers. */
export const large = (model: Model): Drawn => ({ texts: largePrograms(model), timeout: 1_000 })

/** Draws programs of threads that have one text, with counters, mbarriers and barriers. */
export const ofOneText = (model: Model): Drawn => ({
  texts: fc.oneof(
    { weight: 2, arbitrary: alikePrograms },
    { weight: 2, arbitrary: countedPrograms },
    ...[countingPrograms, arrivingPrograms, barrierPrograms].flatMap((texts) => texts(model) ?? []),
  ),
  timeout: 1_000,
})

/** Draws programs, decides them by the three encodings, and stops at the first disagreement. */
export function compareEncodings(
  model: Model,
  solver: Solver,
  draw: Draw,
  { texts, timeout }: Drawn = { texts: usual(model) },
): EncodingAgreement {
  const tally = { programs: 0, allowed: 0, forbidden: 0, undecided: 0, symmetric: 0, events: 0 }
  const property = fc.property(texts, (text) => {
    const program = only(text)
    const answersOf = (encoding: EncodingForm) =>
      decide(program, solver, { model, encoding, timeout, fewestAlike: 2 }).answers
    const [lean, tight, plain] = [answersOf('lean'), answersOf('tight'), answersOf('plain')]
    tally.programs++
    const graph = buildEvents(program)
    tally.events = Math.max(tally.events, graph.events.length)
    for (const [i, { question, verdict }] of plain.entries()) {
      const said = { plain: verdict, lean: lean[i]?.verdict, tight: tight[i]?.verdict }
      const decided = Object.entries(said).filter(([, one]) => timeout === undefined || one?.kind !== 'undecided')
      if (decided.length < 3) tally.undecided++
      if (new Set(decided.map(([, one]) => show(one))).size > 1)
        throw new Error(`${question.name}: ${decided.map(([form, one]) => `${form} says ${show(one)}`).join(', ')}`)
      if (verdict.kind === 'allowed') tally.allowed++
      if (verdict.kind === 'forbidden') tally.forbidden++
      if (alikeThreads(graph, model, [{ kind: 'condition', condition: question.condition }]).length > 0)
        tally.symmetric++
    }
  })
  const counterexample = counterexampleTo(property, draw)
  return { ...tally, counterexample }
}

/**
 * Threads of two bodies, each in one to three threads, or side by side in two or three CTAs, with questions that may or
 * may not distinguish them.
 */
const twins: fc.Arbitrary<string> = fc
  .record({
    bodies: fc.tuple(body(), body()),
    threads: fc.array(fc.record({ body: fc.nat(3), place: fc.nat(2) }), { minLength: 2, maxLength: 4 }),
    asked: fc.array(fc.record({ thread: fc.nat(3), register: fc.nat(3), value: fc.nat(4) }), { maxLength: 3 }),
    memory: fc.constantFrom('x', 'y'),
    value: fc.nat(4),
    everywhere: fc.boolean(),
    joint: fc.constantFrom('&&', '||'),
    /** The number of CTAs that have a thread of each body; undefined if threads are in arbitrary order. */
    ctas: fc.constantFrom(0, 2, 2, 3),
  })
  .map(({ bodies, threads: scattered, asked, memory, value, everywhere, joint, ctas }) => {
    const inPairs = Array.from({ length: 2 * ctas }, (_, i) => ({ body: 1 - (i % 2), cta: Math.floor(i / 2) }))
    const threads = ctas === 0 ? scattered.map((one, i) => ({ ...one, cta: one.place === 0 ? 0 : i })) : inPairs
    const written = threads.map(({ body, cta }, i) => {
      // This is mostly the first body, with different registers in each thread.
      const lines = bodies[body === 0 ? 1 : 0].slice(0, ctas === 0 ? undefined : 5 - ctas)
      return `d0.b${cta}.t${i} {\n  ${lines.map((line) => line.replaceAll('#', String(i))).join('\n  ')}\n}\n`
    })
    const registerNames = [...written.join('').matchAll(/(?<=\s)r\d_\d+(?=,)/g)].map(([name]) => name)
    const registers = everywhere
      ? registerNames.filter((name) => name.startsWith('r0')).map((name) => `${name} == ${value % 3}`)
      : asked.flatMap(({ thread, register, value }) => {
          const name = registerNames[(thread + register) % Math.max(1, registerNames.length)]
          return name === undefined ? [] : [`${name} == ${value}`]
        })
    const all = [`[${memory}] == ${value}`, ...new Set(registers)]
    return `.global x;\n.global y;\n${written.join('')}check (${all.join(` ${joint} `)}) as asked;\n`
  })

function body(): fc.Arbitrary<string[]> {
  return fc.array(step(), { minLength: 1, maxLength: 4 })
}

/** Draws a line of a body; `#` is replaced by the thread. */
function step(): fc.Arbitrary<string> {
  const place = fc.constantFrom('x', 'y')
  const scope = fc.constantFrom('cta', 'gpu', 'gpu')
  const register = fc.nat(3).map((index) => `r${index}_#`)
  return fc
    .tuple(fc.constantFrom('add', 'exch', 'load', 'store', 'weak', 'fence', 'copy'), place, scope, register, fc.nat(2))
    .map(([kind, place, scope, register, value]) => {
      switch (kind) {
        case 'add':
          return `atom.add.relaxed.${scope} ${register}, [${place}], 1;`
        case 'exch':
          return `atom.add.acq_rel.${scope} ${register}, [${place}], ${value};`
        case 'load':
          return `ld.acquire.${scope} ${register}, [${place}];`
        case 'store':
          return `st.release.${scope} [${place}], ${value + 1};`
        case 'weak':
          return `st.weak [${place}], ${value + 1};`
        case 'fence':
          return `fence.sc.${scope};`
        default:
          return `ld.weak ${register}, [${place}];`
      }
    })
}
