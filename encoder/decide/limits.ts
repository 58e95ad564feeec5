/** Sizes beyond which a program is not tried, each with the numbers in its message. */

import type { Program } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import type { EventGraph, Pair } from '../events/event.js'
import { type LookedAt, mostSteps, type Step, unroll } from '../events/unroll.js'
import { FormulaTooLarge, mostCharacters } from '../formula/formula.js'
import type { SmtText } from '../formula/smtlib.js'
import { type Bounds, upperBounds } from '../relations/bounds.js'
import type { Undecided } from './verdict.js'

/** Beyond these the formula outgrows the memory that z3 has in WebAssembly, or what a thread computes is nested too deeply. */
const mostInstructions = 1000
const mostAccesses = 300
const mostWrites = 48

/** Why a program, its loops unrolled, is too large to be encoded, if it is. Coherence grows with the cube of the writes to one location. */
export function tooLarge({ threads, variables }: Program, bound: number, lookedAt: LookedAt): string | undefined {
  const steps: Step[] = []
  for (const thread of threads) {
    const unrolled = unroll(thread, bound, lookedAt)
    if (unrolled === undefined)
      return `unrolled ${bound} times, the test has more than ${mostSteps} instructions; tests are decided up to ${mostInstructions}`
    for (const step of unrolled) steps.push(step)
  }
  if (steps.length > mostInstructions) return over(steps.length, 'instructions', mostInstructions)
  const instructions = steps.flatMap((step) => (step.kind === 'perform' ? [step.instruction] : []))
  const events = instructions.filter(({ kind }) => kind !== 'arithmetic')
  if (events.length > mostAccesses) return over(events.length, 'accesses, fences and barriers', mostAccesses)
  const written = instructions.flatMap((one) =>
    one.kind === 'store' || one.kind === 'atomic' ? [one.address.name] : [],
  )
  const locations = new Map(variables.map(({ name, location }) => [name, location]))
  const byLocation = groupBy(written, (name) => must(locations.get(name), `the variable ${name}`))
  const writes = largest([...byLocation.values()].map((group) => group.length))
  return writes > mostWrites ? over(writes, 'writes to one location', mostWrites) : undefined
}

/**
 * What `build` makes of a graph, text for z3 included; undecided where its formulas would take, or take, more characters than z3 can read. It
 * is given up before memory is.
 */
export function withinLimits<T extends { readonly smt: SmtText }>(graph: EventGraph, build: () => T): T | Undecided {
  const bounds = upperBounds(graph)
  const undecided = (): Undecided => {
    const pairs = bounds.rf.length + bounds.co.length + bounds.sync_fence.length + bounds.indirect.length
    return {
      kind: 'undecided',
      reason: `the test has ${graph.events.length} events, and ${pairs} pairs among which an execution chooses; tests are decided up to ${mostCharacters} characters of formula`,
    }
  }
  if (charactersOfOrders(bounds) > mostCharacters) return undecided()
  const made = ifNotTooLarge(build)
  return 'tooLarge' in made || made.built.smt.text.length > mostCharacters ? undecided() : made.built
}

/** What `build` makes in addition to a formula that is within the limits, or why it is too much. */
export function ifNotTooLarge<T>(build: () => T): { readonly built: T } | { readonly tooLarge: string } {
  try {
    return { built: build() }
  } catch (error) {
    if (error instanceof FormulaTooLarge) return { tooLarge: `the formula has more than ${mostCharacters} characters` }
    throw error
  }
}

/** The least characters of an assertion about three events. */
const shortestAssertion = 60

/**
 * About the least that is asserted of `co` and Fence-SC order: each three writes to a location in each sequence, and each three fences that
 * are connected, round in both senses. Of the one as of the other each two are a pair, so that their pairs tell how many there are.
 */
function charactersOfOrders({ co, sync_fence, indirect }: Bounds): number {
  return shortestAssertion * (triples(co) + triples([...sync_fence, ...indirect]) / 3)
}

/** How many sequences of three items each two of which are a pair, where each item is in a pair with all that it is connected to. */
function triples(pairs: readonly Pair[]): number {
  const degrees = [...groupBy(pairs.flat(), (id) => id).values()].map(({ length }) => length)
  return degrees.reduce((sum, degree) => sum + degree * (degree - 1), 0)
}

const over = (count: number, what: string, limit: number): string =>
  `the test has ${count} ${what}; tests are decided up to ${limit}`
