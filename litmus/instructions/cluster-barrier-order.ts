/** The order in which a thread may arrive at the barrier of its cluster and wait there (ISA, `barrier.cluster`). */

import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import type { Instruction } from '../instruction.js'

/** The index of the arrival that a thread has not yet waited for; undefined if there is none. */
type PendingArrival = number | undefined

/**
 * Reports waits without an arrival before them, and for arrivals while the thread has not yet waited for another: the
 * behaviour is undefined. Every path in the text counts as one that the thread can take.
 */
export function checkClusterBarriers(instructions: readonly Instruction[]): readonly Diagnostic[] {
  if (!instructions.some(({ kind }) => kind === 'cluster-barrier')) return []
  return placesBefore(instructions).flatMap((places, at): readonly Diagnostic[] => {
    const one = instructions[at]
    if (one?.kind !== 'cluster-barrier') return []
    const arrival = [...places].find((place) => place !== undefined)
    const somehow = places.size > 1 ? ', on some path to here' : ''
    if (one.action === 'wait')
      return places.has(undefined)
        ? [diagnostic(`a wait without an arrival before it${somehow}: the behaviour is undefined`, one.span)]
        : []
    const first = arrival === undefined ? undefined : instructions[arrival]
    if (first === undefined) return []
    return [
      diagnostic(`a second arrival before a wait for the first${somehow}: the behaviour is undefined`, one.span, {
        message: first === one ? 'the first is this one, in the previous round of the loop' : 'the first',
        place: first.span,
      }),
    ]
  })
}

/** Returns the possible states before each instruction. */
function placesBefore(instructions: readonly Instruction[]): readonly ReadonlySet<PendingArrival>[] {
  const places = instructions.map(() => new Set<PendingArrival>())
  const open: (readonly [at: number, place: PendingArrival])[] = [[0, undefined]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, place] = next
    const [one, here] = [instructions[at], places[at]]
    if (one === undefined || here === undefined || here.has(place)) continue
    here.add(place)
    const pending = one.kind !== 'cluster-barrier' ? place : one.action === 'arrive' ? at : undefined
    if (one.kind === 'branch') {
      const target = instructions.findIndex((other) => other.kind === 'label' && other.name === one.target)
      if (target !== -1) open.push([target, pending])
    }
    if (one.kind !== 'branch' || one.when !== undefined) open.push([at + 1, pending])
  }
  return places
}
