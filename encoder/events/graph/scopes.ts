/** Scopes: the threads to which an event applies (ISA 8.5). */

import type { RaceRelations } from '../../../axioms/algebra/roles.js'
import type { Scope } from '../../../litmus/operand.js'
import { sameCluster, sameCta, sameGpu, threadPosition } from '../../../litmus/position.js'
import { type Program, type ThreadPosition, threadAt, variableAt } from '../../../litmus/program.js'
import { type Event, isMemory, type MemoryEvent } from './event.js'

/** Returns where the event's thread runs. Initial writes have no thread; the host and copies run on no GPU. */
export const positionOf = ({ threads }: Program, { origin }: Event): ThreadPosition | undefined =>
  origin && threadPosition(threadAt(threads, origin.thread))

/**
 * Returns where an event counts as taking place: an asynchronous operation on shared memory in the CTA that owns it,
 * all others where their thread runs.
 */
export const memoryPositionOf = (program: Program, event: Event): ThreadPosition | undefined =>
  (isMemory(event) && event.asynchronous ? ownerOf(program, event) : undefined) ?? positionOf(program, event)

/**
 * Returns a thread of the CTA whose shared memory an event accesses, if it accesses such memory and of one CTA only.
 */
export function ownerOf(program: Program, event: Pick<MemoryEvent, 'places'>): ThreadPosition | undefined {
  const [owner, ...others] = ownersOf(program, event)
  return others.some((other) => other !== owner) ? undefined : owner
}

/** Returns, for each place of an event, a thread of the CTA whose shared memory is there. */
export const ownersOf = (
  program: Program,
  { places }: Pick<MemoryEvent, 'places'>,
): readonly (ThreadPosition | undefined)[] =>
  places.map(({ address }) => {
    const { space, instance } = variableAt(program, address)
    return space === 'shared' && instance !== undefined
      ? threadPosition(threadAt(program.threads, instance.owner))
      : undefined
  })

/** Maps events to where they are, as a model sees it. */
export type PositionOf = typeof positionOf

/** Returns the function that places events for the scopes of a model. */
export const positionBy = ({ countsAtOwner }: Pick<RaceRelations, 'countsAtOwner'>): PositionOf =>
  countsAtOwner ? memoryPositionOf : positionOf

/** Decides whether the scope of each event includes the thread of the other. Without a scope it does not. */
export const scopesIncludeEachOther = (program: Program, a: Event, b: Event, at: PositionOf = positionOf): boolean =>
  scopeIncludes(program, a, b, at) && scopeIncludes(program, b, a, at)

/** Decides whether the scope of the event includes the thread of the other. */
export function scopeIncludes(program: Program, event: Event, other: Event, at: PositionOf = positionOf): boolean {
  const scope = scopeOf(event)
  if (scope === undefined || event.origin === undefined || other.origin === undefined) return false
  return includes(scope, at(program, event), at(program, other))
}

const scopeNames = new Map<string, Scope>([
  ['CTA', 'cta'],
  ['CLUSTER', 'cluster'],
  ['GPU', 'gpu'],
  ['SYS', 'sys'],
])

const scopeOf = ({ sets }: Event): Scope | undefined =>
  sets.map((name) => scopeNames.get(name)).find((scope) => scope !== undefined)

function includes(scope: Scope, from: ThreadPosition | undefined, to: ThreadPosition | undefined): boolean {
  switch (scope) {
    case 'cta':
      return sameCta(from, to)
    case 'cluster':
      return sameCluster(from, to)
    case 'gpu':
      return sameGpu(from, to)
    case 'sys':
      return true
  }
}
