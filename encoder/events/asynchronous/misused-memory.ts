/**
 * Misuse of memory while asynchronous operations access it, and of mbarriers (ISA, asynchronous copies, `mbarrier`).
 * Whether an access is a misuse depends on the order of events, which the model defines.
 */

import { sameCta, threadPosition } from '../../../litmus/position.js'
import { type Program, threadAt } from '../../../litmus/program.js'
import { allOf, both, never, type Predicate } from '../../values/expression.js'
import { isValid } from '../../values/mbarriers.js'
import { type Event, type GuardedPair, isCounting, isMemory, type MemoryEvent, type Undefined } from '../graph/event.js'
import { ownerOf, positionOf } from '../graph/scopes.js'
import { mapsAddresses } from '../memory/cluster-addresses.js'
import { overlapping, together } from '../memory/places.js'
import type { Operated } from './recording.js'

/**
 * Returns where a valid mbarrier may be initialised again, or its memory written or read as any other (ISA, `mbarrier`,
 * `mbarrier.inval`).
 */
export function reused(events: readonly Event[], operated: readonly Operated[]): readonly Undefined[] {
  const writeAt = ({ write }: Operated): MemoryEvent => {
    const event = events[write]
    if (event?.kind !== 'write') throw new Error(`event ${write} is no write`)
    return event
  }
  const invalidations = operated.filter(({ does }) => does === 'inval').map(({ write }) => write)
  const initialisations = new Set(operated.filter(({ does }) => does === 'init').map(({ write }) => write))
  const making = operated.flatMap((one) => (one.does === 'inval' ? [] : [writeAt(one)]))
  if (making.length === 0) return []
  const memory = events.filter(isMemory)
  // The write of an atomic says more than its read.
  const byKind = (kind: MemoryEvent['kind']) => memory.filter((access) => access.kind === kind)
  return [...byKind('write'), ...byKind('read')].flatMap((access): readonly Undefined[] => {
    const again = initialisations.has(access.id)
    if (access.origin === undefined || (isCounting(access) && !again)) return []
    const { thread, instruction } = access.origin
    return making.flatMap((before): readonly Undefined[] => {
      const holds = before === access ? never : together(before, access, overlapping)
      const when = holds === never ? never : both(holds, isValid(before.value))
      if (when === never) return []
      const common = { reason: 'mbarrier', thread, instruction, when } as const
      const pair = [before.id, access.id] as const
      if (access.kind === 'read') return [{ ...common, problem: 'read as data', reads: pair }]
      return [{ ...common, problem: again ? 'still valid' : 'overwritten', writes: pair, invalidations }]
    })
  })
}

/**
 * Returns where accesses may come too early for an asynchronous operation, or after the end of the CTA that owns the
 * memory. In a test with kernels or a host, threads are all that there is of a CTA. A test without them, and without
 * such operations, is a part of a program, which does not determine that end: there CTAs stay until all threads have
 * ended.
 */
export function misusedMemory(
  program: Program,
  events: readonly Event[],
  issue: readonly GuardedPair[],
  ends: readonly Predicate[],
): readonly Undefined[] {
  if (issue.length === 0 && !events.some(isCounting) && !mapsAddresses(program) && !hasKernels(program)) return []
  const memory = events.filter(isMemory)
  const byId = new Map(memory.map((event) => [event.id, event]))
  return [
    ...issue.flatMap(([issued, id]) => {
      // Tensor Memory is no such memory.
      const operation = byId.get(id)
      return operation === undefined ? [] : tooEarly(issued, operation, memory)
    }),
    ...memory.flatMap((access) => exited(program, access, events, ends)),
  ]
}

const hasKernels = ({ host, threads }: Program): boolean =>
  host !== undefined || threads.some((thread) => threadPosition(thread)?.kernel !== undefined)

/**
 * Returns the accesses that conflict with an operation and may come after what issued it, but not after the operation.
 */
function tooEarly(issue: number, operation: MemoryEvent, memory: readonly MemoryEvent[]): readonly Undefined[] {
  // What reads matrices may race, but only accesses to its registers are undefined.
  if (isCounting(operation) || isRelease(operation) || operation.sets.includes('WGMMA')) return []
  return memory.flatMap((access): readonly Undefined[] => {
    const { origin } = access
    if (origin === undefined || isSame(access, operation)) return []
    if (operation.kind === 'read' && access.kind === 'read') return []
    if (isReduction(operation) && isReduction(access)) return []
    const meet = together(access, operation, overlapping)
    if (meet === never) return []
    // If its tensor map says otherwise, the instruction does something else.
    const when = both(meet, operation.guard)
    const { thread, instruction } = origin
    const ids = { access: access.id, operation: operation.id, issue }
    return [{ reason: 'asynchronous', problem: 'too early', thread, instruction, ...ids, when }]
  })
}

/** Returns whether two events belong to one execution of an instruction. */
const isSame = (a: MemoryEvent, b: MemoryEvent): boolean =>
  a.origin?.thread === b.origin?.thread &&
  a.origin?.instruction === b.origin?.instruction &&
  a.origin?.iterations.join() === b.origin?.iterations.join()

/**
 * Returns whether an event belongs to an `st.async` or `red.async` to global memory: these copy nothing, and strong
 * accesses may race with them.
 */
const isRelease = ({ asynchronous, sets }: MemoryEvent): boolean =>
  asynchronous === true && sets.includes('GEN') && (sets.includes('GPU') || sets.includes('SYS'))

/** Returns whether an operation is a reduction. Two reductions have no order, and each is atomic. */
const isReduction = ({ asynchronous, sets }: MemoryEvent): boolean => asynchronous === true && sets.includes('RLX')

/**
 * Returns whether an access by an asynchronous operation, or from another CTA, may come after the end of the CTA whose
 * shared memory it accesses. Shared memory is owned by an executing CTA (ISA 5.1.7). An arrival that a CTA leaves
 * behind at its own mbarrier, as `tcgen05.commit` does, moves no data, and no sentence makes the CTA wait for it.
 */
function exited(
  program: Program,
  access: MemoryEvent,
  events: readonly Event[],
  ends: readonly Predicate[],
): readonly Undefined[] {
  const { origin, asynchronous } = access
  const owner = ownerOf(program, access)
  if (origin === undefined || owner === undefined) return []
  if (asynchronous === undefined && sameCta(positionOf(program, access), owner)) return []
  const isOfCta = (thread: number): boolean => sameCta(threadPosition(threadAt(program.threads, thread)), owner)
  if (isCounting(access) && isOfCta(origin.thread)) return []
  const own = events.flatMap((event) =>
    event.origin !== undefined && isOfCta(event.origin.thread) && !(isMemory(event) && event.asynchronous)
      ? [event.id]
      : [],
  )
  const end = allOf(ends.filter((_, thread) => isOfCta(thread)))
  const { thread, instruction } = origin
  const when = both(access.guard, end)
  return when === never
    ? []
    : [{ reason: 'asynchronous', problem: 'exited', thread, instruction, access: access.id, own, when }]
}
