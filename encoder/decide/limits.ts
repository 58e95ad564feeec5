/** The sizes beyond which a program is not attempted. Each message states the numbers. */

import type { Program } from '../../litmus/program.js'
import { groupBy } from '../../source/group.js'
import { largest } from '../../source/largest.js'
import { type Limited, limited, nestedTooDeeply, timeReason } from '../../source/limited.js'
import type { EventGraph } from '../events/graph/event.js'
import { raising } from '../events/graph/size.js'
import type { EncodingOptions } from '../formula/encode.js'
import { mostCharacters } from '../formula/formula.js'
import type { SmtText } from '../formula/smtlib.js'
import { upperBounds } from '../relations/bounds.js'
import type { Undecided } from './verdict.js'

const mostWrites = 200
/**
 * Returns why a program with its loops executed, which `build` does, is too large to be encoded; undefined if it is
 * not. Coherence grows with the cube of the writes to one location.
 */
export function tooLarge(program: Program, build: () => EventGraph): string | undefined {
  const graph = limited(build)
  if ('tooLarge' in graph) return graph.tooLarge
  const writes = writesToOnePlace(graph.built)
  const { size = 1 } = program
  const most = mostWrites * size
  return writes > most
    ? `the test has ${writes} writes to one location; the limit is ${most}; ${raising(size)}`
    : undefined
}

/**
 * Returns the most writes to one place. Writes to computed places are left out: the size of the formula accounts for
 * them.
 */
function writesToOnePlace({ events }: EventGraph): number {
  const places = events.flatMap((event) => {
    const [place, ...others] = event.kind === 'write' && event.origin !== undefined ? event.places : []
    return place === undefined || others.length > 0 ? [] : [place]
  })
  return largest(
    [...groupBy(places, ({ location, offset }) => `${location} ${offset}`).values()].map(({ length }) => length),
  )
}

/** How formulas are kept small. */
type Attempt = Required<Pick<EncodingOptions, 'effort' | 'isLazy'>>

/** The attempts: each takes more time than the one before on small programs, and less on large ones. */
const little: Attempt = { effort: 'little', isLazy: false }
const much: Attempt = { effort: 'much', isLazy: true }

/** The attempts for a graph. Beyond some number of events, only the last succeeds. */
const attemptsFor = ({ events }: EventGraph): readonly Attempt[] => (events.length > 700 ? [much] : [little, much])

/**
 * Returns what `build` makes of a graph, including text for z3. If its formulas take, or would take, too many
 * characters, it is built again, with more effort to keep them small. Undecided if this does not suffice; an attempt
 * ends before memory runs out.
 */
export function withinLimits<T extends { readonly smt: SmtText }>(
  graph: EventGraph,
  build: (attempt: Attempt) => T,
): T | Undecided {
  const undecided = (): Undecided => {
    const bounds = upperBounds(graph)
    const pairs = bounds.rf.length + bounds.co.length + bounds.sync_fence.length + bounds.indirect.length
    return {
      kind: 'undecided',
      reason: `the test has ${graph.events.length} events, and ${pairs} pairs among which an execution chooses; the formula would exceed ${mostCharacters} characters`,
    }
  }
  const attempt = (one: Attempt): Limited<T> => {
    const made = limited(() => build(one))
    const isTooLong = 'built' in made && made.built.smt.text.length > mostCharacters
    return isTooLong ? { tooLarge: 'the text' } : made
  }
  let made: Limited<T> = { tooLarge: '' }
  for (const one of attemptsFor(graph)) if ('tooLarge' in made && !isFinal(made.tooLarge)) made = attempt(one)
  if ('built' in made) return made.built
  if (made.tooLarge === timeReason) return { kind: 'undecided', reason: timeReason }
  return made.tooLarge === nestedTooDeeply
    ? { kind: 'undecided', reason: `the formula: ${nestedTooDeeply}` }
    : undecided()
}

/** Returns whether another attempt would end for the same reason. */
const isFinal = (reason: string): boolean => reason === nestedTooDeeply || reason === timeReason
