/** The sizes beyond which a program is not attempted. Each message states the numbers. */

import { type Limited, limited, nestedTooDeeply, timeReason } from '../../source/limited.js'
import { isMemoryReason } from '../../source/memory-limit.js'
import type { EventGraph } from '../events/graph/event.js'
import type { EncodingOptions } from '../formula/encode.js'
import { mostCharacters } from '../formula/formula.js'
import { upperBounds } from '../relations/bounds.js'
import type { Undecided } from './verdict.js'

/** Returns why a program with its loops executed, which `build` does, is too large to be encoded; undefined if it is not. */
export function tooLarge(build: () => EventGraph): string | undefined {
  const graph = limited(build)
  return 'tooLarge' in graph ? graph.tooLarge : undefined
}

/** How formulas are kept small. */
type Attempt = Required<Pick<EncodingOptions, 'effort' | 'isLazy'>>

/** The attempts: each takes more time than the one before on small programs, and less on large ones. */
const little: Attempt = { effort: 'little', isLazy: false }
const much: Attempt = { effort: 'much', isLazy: true }

/** The attempts for a graph. Beyond some number of events, only the last succeeds. */
const attemptsFor = ({ events }: EventGraph): readonly Attempt[] => (events.length > 700 ? [much] : [little, much])

/**
 * Returns what `build` makes of a graph. If its formulas take too many characters, it is built again, with more effort to keep them small. Undecided if this does not suffice; an attempt
 * ends before memory runs out.
 */
export function withinLimits<T>(graph: EventGraph, build: (attempt: Attempt) => T): T | Undecided {
  /** Returns how large the problem is. */
  const howFar = (): string => {
    const bounds = upperBounds(graph)
    const pairs = bounds.rf.length + bounds.co.length + bounds.sync_fence.length + bounds.indirect.length
    return `the test has ${graph.events.length} events, and ${pairs} pairs among which an execution chooses`
  }
  const undecided = (): Undecided => ({
    kind: 'undecided',
    reason: `${howFar()}; the formula would exceed ${mostCharacters} characters`,
  })
  let made: Limited<T> = { tooLarge: '' }
  for (const one of attemptsFor(graph))
    if ('tooLarge' in made && !isFinal(made.tooLarge)) made = limited(() => build(one))
  if ('built' in made) return made.built
  if (made.tooLarge === timeReason)
    return { kind: 'undecided', reason: `${timeReason}: ${howFar()}; --timeout raises it` }
  if (isMemoryReason(made.tooLarge)) return { kind: 'undecided', reason: `${made.tooLarge}; ${howFar()}` }
  return made.tooLarge === nestedTooDeeply
    ? { kind: 'undecided', reason: `the formula: ${nestedTooDeeply}` }
    : undecided()
}

/** Returns whether another attempt would end for the same reason. */
const isFinal = (reason: string): boolean =>
  reason === nestedTooDeeply || reason === timeReason || isMemoryReason(reason)
