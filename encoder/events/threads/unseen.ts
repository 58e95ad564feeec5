/**
 * Finds accesses that no axiom can tell from others beside them. They make no events if a program is large.
 *
 * Such an access is weak and by the generic proxy, it is at one place, and no other access or question touches its
 * bytes: none at all if it writes, no write if it reads, and then its bytes are known from the start. So `rf`, `co`,
 * `fr` and `loc` relate it to nothing but the initial write. All that relates it to other events is their threads, the
 * order of its thread and dependencies. If a run of these accesses has no other event of the thread between them, they
 * are of one kind, under one guard, and have the same dependencies, then each is related to every event outside of the
 * run as the others are. Some of each run remain: whatever events a term of a model visits in the run, no more than
 * `mostSteps`, others of the same kinds and in the same order remain (`subsequences.ts`). Relations that grow with events
 * (`axioms/algebra/grows.ts`) then have the same pairs outside of the run with or without the rest: a path through
 * events that are left out leads through others that remain just as well. A pair of one that is left out is a pair of
 * one that remains. So an axiom objects with the rest if and only if it objects without it.
 *
 * Writes that their run overwrites are left out for a similar reason (`overwritten.ts`).
 */

import { type Program, threadAt } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import { always, conjuncts, type Predicate } from '../../values/expression.js'
import { type Cell, type Event, type GuardedPair, isMemory, type MemoryEvent } from '../graph/event.js'
import { windowOf } from '../graph/windows.js'
import { cellsIn, cellsOf, observedRanges, rangesOf, rangeText } from '../memory/cells.js'
import type { Extent } from '../memory/pieces.js'
import { bytesOf } from '../memory/places.js'
import { initialBits } from '../memory/possible.js'
import { keyOfAccess, type LeftOut, type Unseen } from '../memory/recording.js'
import { apart, type InRun, overwrittenIn, type Rewriting } from './overwritten.js'
import type { Ran } from './recording.js'
import { thinnedOut } from './subsequences.js'

/** The most events of a run that a term of a model visits: the steps in a row that it makes within one thread. */
const mostSteps = 4

/** Returns the accesses that are plain, and that instructions relate to no others. */
export function plainIn(program: Program, ran: Ran): readonly MemoryEvent[] {
  // A changed map describes other memory than its copies have in this run.
  if (ran.changes.length > 0) return []
  const related = new Set(
    [ran.rmw, ran.issue, ran.async_order, ran.completed, ran.one_operation].flatMap((pairs) => [
      ...pairs.map(([a]) => a),
      ...pairs.map(([, b]) => b),
    ]),
  )
  const demanded = new Set(ran.demands.map((one) => one.access))
  return ran.events
    .filter(isMemory)
    .filter((event) => isPlain(program, event) && !related.has(event.id) && !demanded.has(event.id))
}

/**
 * Returns the plain accesses that are alone with their bytes, by their ids, and the bits that a read returns: undefined
 * if they are not known, and for a write.
 */
export function aloneIn(
  program: Program,
  { events, extents }: Ran,
  plain: readonly MemoryEvent[],
): ReadonlyMap<number, bigint | undefined> {
  const isAlone = touching(program, [...rangesWithKinds(events), ...rangesOfExtents(extents)])
  return new Map(
    plain.flatMap((event) => {
      const [place] = event.places
      const range = place && { ...place, bytes: bytesOf(event), kind: event.kind }
      if (range === undefined || !isAlone(range)) return []
      return [[event.id, event.kind === 'read' ? knownBits(program, range) : undefined] as const]
    }),
  )
}

/** The accesses that need no events, and where writes are among these because their run overwrites them. */
interface UnseenIn {
  readonly unseen: Unseen
  /** The keys of all writes to each of these places. */
  readonly rewritten: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Returns the accesses that need no events, given those that are alone with their bytes, and the writes that a run may
 * overwrite.
 */
export function unseenIn(
  ran: Ran,
  alone: ReadonlyMap<number, bigint | undefined>,
  { places, asked }: Rewriting,
): UnseenIn {
  const { events } = ran
  const candidates = new Map([...alone].filter(([id, bits]) => bits !== undefined || events[id]?.kind === 'write'))
  const writes = new Map([...places].filter(([id]) => !candidates.has(id)))
  for (;;) {
    const runs = runsIn(events, new Set([...candidates.keys(), ...writes.keys()]))
    const likeness = likenessIn(ran, runs)
    const accesses = events.flatMap((event): readonly InRun[] => {
      const [{ id }, run] = [event, runs.get(event.id)]
      return run === undefined ? [] : [{ id, run, kind: likeness(event), place: writes.get(id) }]
    })
    const found = overwrittenIn(accesses, asked, mostSteps)
    if ('failing' in found) {
      for (const id of found.failing) writes.delete(id)
      continue
    }
    const leftOut = [...groupBy(accesses, ({ run }) => run)].flatMap(([run, all]) => {
      if (found.runs.has(run)) return all.filter(({ id }) => found.leftOut.has(id))
      const kinds = all.map(({ kind }) => kind)
      const remaining = new Set(thinnedOut(kinds, mostSteps))
      return all.filter((_, i) => !remaining.has(i))
    })
    const keyOf = (id: number): string => {
      const { origin } = must(events[id], 'an event')
      return origin === undefined ? '' : keyOfAccess(origin)
    }
    const rewritten = new Set(leftOut.flatMap(({ place }) => place ?? []))
    const keys = [...writes].filter(([, place]) => rewritten.has(place))
    return {
      unseen: new Map(leftOut.map(({ id }) => [keyOf(id), candidates.get(id)])),
      rewritten: new Map(
        [...groupBy(keys, ([, place]) => place)].map(([place, all]) => [place, new Set(all.map(([id]) => keyOf(id)))]),
      ),
    }
  }
}

/**
 * Returns the number of the run of each candidate: those of one run have no other event of their thread between them.
 */
function runsIn(events: readonly Event[], candidates: ReadonlySet<number>): ReadonlyMap<number, number> {
  const runs = new Map<number, number>()
  let run = 0
  for (const [thread, own] of groupBy(events, ({ origin }) => origin?.thread)) {
    run++
    if (thread === undefined) continue
    for (const { id } of own)
      if (candidates.has(id)) runs.set(id, run)
      else run++
  }
  return runs
}

/**
 * Returns whether no event touches the bytes of those that are left out, by runs of accesses or with the threads of
 * `others`; of those that are overwritten, none but the writes that were there before.
 */
export function areUnseen(
  program: Program,
  { events, leftOut }: Pick<Ran, 'events' | 'leftOut'>,
  others: readonly LeftOut[],
  rewritten: UnseenIn['rewritten'],
): boolean {
  const isRewritten = (one: LeftOut): boolean => one.kind === 'write' && rewritten.has(rangeText(one))
  const isAsBefore = (event: Event): boolean =>
    event.origin !== undefined &&
    event.kind === 'write' &&
    rangesOf([event]).every((at) => rewritten.get(rangeText(at))?.has(keyOfAccess(must(event.origin, 'an origin'))))
  const overwritten = uniqueRanges(leftOut.filter(isRewritten))
  const rest = [...leftOut.filter((one) => !isRewritten(one)), ...others]
  const seen = rangesWithKinds(events.filter((event) => !isAsBefore(event)))
  const isApart = apart(program, overwritten, [...seen, ...rest])
  return overwritten.every(isApart) && rest.every(touching(program, [...seen, ...rest, ...overwritten]))
}

const uniqueRanges = (all: readonly LeftOut[]): readonly LeftOut[] => [
  ...new Map(all.map((one) => [rangeText(one), one])).values(),
]

/** Returns the ranges that copies and matrix instructions read and write. */
export const rangesOfExtents = (extents: readonly Extent[]): readonly LeftOut[] =>
  extents.flatMap(({ from, to, bytes, read }): readonly LeftOut[] => [
    ...(read === 0 ? [] : [{ location: from.location, offset: from.offset, bytes: read, kind: 'read' as const }]),
    ...to.map(({ location, offset }) => ({ location, offset, bytes, kind: 'write' as const })),
  ])

/** Returns the ranges that events of threads access, and how. */
export const rangesWithKinds = (events: readonly Event[]): readonly LeftOut[] =>
  events.filter(isMemory).flatMap((event) =>
    event.origin === undefined
      ? []
      : event.places.map(({ location, offset }) => ({
          location,
          offset,
          bytes: bytesOf(event),
          kind: event.kind,
        })),
  )

/**
 * Returns whether one of these accesses is alone: no question touches what it writes, and no other access does; no
 * write touches what it reads.
 */
function touching(program: Program, accesses: readonly LeftOut[]): (one: LeftOut) => boolean {
  const cells = cellsOf(program, accesses)
  const [touched, written] = [new Uint32Array(cells.length), new Uint32Array(cells.length)]
  for (const one of accesses)
    for (const cell of cellsIn(cells, one)) {
      touched[cell] = (touched[cell] ?? 0) + 1
      if (one.kind === 'write') written[cell] = (written[cell] ?? 0) + 1
    }
  for (const one of observedRanges(program))
    for (const cell of cellsIn(cells, one)) touched[cell] = (touched[cell] ?? 0) + 1
  return (one) =>
    cellsIn(cells, one).every((cell) => (one.kind === 'write' ? touched[cell] === 1 : written[cell] === 0))
}

/** Returns whether an access of a device is weak, by the generic proxy and at one place. */
export function isPlain({ threads }: Program, event: MemoryEvent): boolean {
  const { origin, sets, places, asynchronous, also, vector } = event
  return (
    origin !== undefined &&
    threadAt(threads, origin.thread).kind === 'device' &&
    isWeak(sets) &&
    places.length === 1 &&
    places[0]?.when === always &&
    asynchronous === undefined &&
    also === undefined &&
    vector === undefined
  )
}

/** Returns whether these are the sets of a weak access by the generic proxy. */
const isWeak = (sets: Event['sets']): boolean =>
  sets.includes('GEN') && sets.every((set) => set === 'R' || set === 'W' || set === 'GEN')

/** Returns the initial bits of a range; undefined if they are unknown, or may be an address. */
function knownBits(program: Program, range: Cell): bigint | undefined {
  const { initial } = must(program.locations[range.location], 'a location')
  const isAddress = initial.some((one) => typeof one === 'bigint' && windowOf(one) !== undefined)
  return isAddress ? undefined : initialBits(program, range, range.bytes)
}

/**
 * Returns a text that is the same for accesses of one kind under one guard, with the same dependencies from and to
 * other events and runs.
 */
function likenessIn(
  { data, ctrl, addr }: Pick<Ran, 'data' | 'ctrl' | 'addr'>,
  runs: ReadonlyMap<number, number>,
): (event: Event) => string {
  const numbers = new Map<Predicate, number>()
  // Conjunctions of the same conditions are one guard, even if they are several objects.
  const textOf = (predicate: Predicate): string =>
    conjuncts(predicate)
      .map((part) => {
        const number = numbers.get(part) ?? numbers.size
        numbers.set(part, number)
        return number
      })
      .join(' & ')
  const dependencies = new Map<number, Set<string>>()
  const note = (id: number, text: string): void => {
    if (!runs.has(id)) return
    const texts = dependencies.get(id) ?? new Set()
    dependencies.set(id, texts.add(text))
  }
  const named = (id: number): string => {
    const run = runs.get(id)
    return run === undefined ? `${id}` : `run ${run}`
  }
  const all: readonly (readonly [string, readonly GuardedPair[]])[] = [
    ['data', data],
    ['ctrl', ctrl],
    ['addr', addr],
  ]
  for (const [name, pairs] of all)
    for (const [from, to, when] of pairs) {
      note(to, `${name} from ${named(from)} ${textOf(when)}`)
      note(from, `${name} to ${named(to)} ${textOf(when)}`)
    }
  return ({ kind, id, guard }) => `${kind} ${textOf(guard)} ${[...(dependencies.get(id) ?? [])].toSorted().join(', ')}`
}
