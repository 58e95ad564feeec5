/** Fences that apply to the memory of one state space (ISA, `fence.proxy.async`, `sync_restrict`). */

import { sameCluster, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Program, threadAt, variableAt } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { always, either, never } from '../../values/expression.js'
import {
  type AccessPlace,
  type Event,
  type EventGraph,
  type FencedSpace,
  type GuardedPair,
  isMemory,
} from '../graph/event.js'
import { positionOf } from '../graph/scopes.js'

/** Returns pairs from each fence for asynchronous operations to each memory access that it applies to. */
export function fencedPairs({ program, events }: EventGraph): readonly GuardedPair[] {
  const memory = events.filter(isMemory)
  return events.flatMap((fence): readonly GuardedPair[] => {
    if (fence.kind !== 'fence' || !fence.sets.some((name) => concerned.has(name))) return []
    const { space, maps } = fence
    return memory.flatMap((access): readonly GuardedPair[] => {
      if (maps !== undefined)
        return access.places.some(({ location }) =>
          maps === 'all' ? isGlobalMap(program, location) : maps === location,
        )
          ? [[fence.id, access.id, always]]
          : []
      if (space === undefined) return [[fence.id, access.id, always]]
      const when = access.places
        .map((place) => (isIn(program, fence, space, place) ? place.when : never))
        .reduce(either, never)
      return when === never ? [] : [[fence.id, access.id, when]]
    })
  })
}

const concerned: ReadonlySet<string> = new Set(['ASYNC', 'SREL', 'SACQ', 'INIT'])

const isGlobalMap = ({ locations }: Program, location: number): boolean => {
  const { space, tensor } = must(locations[location], 'a location')
  return tensor !== undefined && space === 'global'
}

/** Returns whether a place is in the state space as the fence's thread sees it. */
function isIn(program: Program, fence: Event, space: FencedSpace, { address }: AccessPlace): boolean {
  const { space: memory, instance } = variableAt(program, address)
  const isShared = memory === 'shared'
  if (space === 'global') return !isShared && memory !== 'local'
  const owner = instance?.owner
  if (!isShared || owner === undefined) return false
  const [here, there] = [positionOf(program, fence), threadPosition(threadAt(program.threads, owner))]
  return space === 'shared::cta' ? sameCta(here, there) : sameCluster(here, there)
}
