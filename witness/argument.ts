/**
 * The argument of an execution: the accesses in question, the chain that orders them or should, and the writes that are
 * read.
 */

import type { Pair } from '../encoder/events/graph/event.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { largest } from '../source/largest.js'
import { chainBetween, type Steps, stepsOf } from './chain.js'
import { elementsIn } from './elements.js'
import { objectionName } from './labels.js'
import { reducedFr } from './relations.js'

/** The most races that are shown. Races of the same two instructions count once. */
const mostRaces = 3

/**
 * Returns the events of the argument, by id. These are the events in question (accesses that race, the chain to which
 * an axiom objects, the places at which threads stop, the accesses that decide the claim), what writes among them were
 * computed from, the reads that let their threads come to them, each chain that orders two of them or would if it
 * synchronised, and the writes that all these read. Empty if nothing is in question. `race` is the one in question, if
 * it is only one.
 */
export function argumentOf(witness: Witness, race?: Pair): ReadonlySet<number> {
  const steps = stepsOf(witness)
  const { relations } = witness
  const objected = relations[objectionName] ?? []
  // What else an execution reaches is beside the point if an axiom forbids it.
  const claimed = objected.length > 0 ? [] : claimedIn(witness)
  const stops = objected.length > 0 ? [] : stopsIn(witness)
  const races = race === undefined ? distinctRaces(witness, claimed) : [race]
  const stale = overwrittenFor(claimed, witness)
  const asked = [...races.flat(), ...objected.flat(), ...claimed, ...stale.flat(), ...stops]
  const chains = [...races, ...stale].flatMap(([a, b]) => chainBetween(steps, a, b))
  const before = objected.length > 0 ? [] : asked.flatMap((id) => [...changedBy(id, witness), ...turnedAt(id, witness)])
  return withCompanions(new Set([...asked, ...chains, ...before]), witness, steps)
}

/**
 * Returns the events that are shown of an execution in which nothing is in question, as if the claim is `true`: the last
 * event of each thread, the last one at which it reads what another thread or operation wrote, and the writes that these
 * read.
 */
export function endsOf(witness: Witness): ReadonlySet<number> {
  const { events, threads, relations } = witness
  const isElsewhere = ([write, read]: Pair): boolean =>
    events[write]?.thread !== events[read]?.thread || events[write]?.asynchronous === true
  const received = new Set(
    relations.rf.filter((pair) => events[pair[0]]?.thread !== null && isElsewhere(pair)).map(([, read]) => read),
  )
  const ends = threads.flatMap((_, thread) => {
    const own = events.filter((event) => event.thread === thread && event.executed && !event.asynchronous)
    return [own.findLast(({ id }) => received.has(id)), own.at(-1)]
  })
  const shown = ends.flatMap((event) => (event === undefined ? [] : [event.id]))
  return withCompanions(new Set(shown), witness, stepsOf(witness))
}

/**
 * Returns the races that are shown: first those of accesses that decide the claim, then those of a read that misses the
 * write. Of races that are alike, another may have read what it should.
 */
function distinctRaces(
  { races = [], events, relations: { fr = [] } }: Witness,
  claimed: readonly number[],
): readonly Pair[] {
  const textOf = (id: number): string => `${events[id]?.kind} ${events[id]?.instruction} ${events[id]?.text}`
  const decides = (pair: Pair): number => Number(pair.some((id) => claimed.includes(id)))
  const misses = ([a, b]: Pair): number =>
    Number(fr.some(([read, write]) => (read === a && write === b) || (read === b && write === a)))
  const first = races.toSorted((one, other) => decides(other) - decides(one) || misses(other) - misses(one))
  const alike = groupBy(first, ([a, b]) => [textOf(a), textOf(b)].toSorted().join(' '))
  return [...alike.values()].slice(0, mostRaces).map(([[a, b]]): Pair => [a, b])
}

/** Returns the accesses that decide the claim: the last writes to its locations, and what loads its registers. */
function claimedIn(witness: Witness): readonly number[] {
  const { memory, registers } = finalNamed(witness)
  return [
    ...memory.flatMap(({ write }) => [write, ...loadBefore(write, witness)]),
    ...registers.flatMap(({ thread, register }) => lastLoads(register, thread, witness)),
  ]
}

/**
 * Returns the names in the text of a claim or an instruction: `flag`, `a[1]`, `r1`, and of one thread's `d0.b0.t0:r1`,
 * `P0:r1` or `0:r1`.
 */
const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$.%]+(?::[\w$%]+|\[\d+\])?/gu))

/** Returns the final values that the claim names, and of arrays that it names as a whole those that matter most. */
export function finalNamed({ question, final, threads }: Witness): Witness['final'] {
  const claim = question?.text ?? ''
  const names = namesIn(claim)
  const elements = elementsIn(claim, final.memory)
  return {
    memory: final.memory.filter(({ location }) => names.has(location) || elements.has(location)),
    registers: final.registers.filter(
      ({ thread, register }) =>
        names.has(register) ||
        [threads[thread]?.name, `P${thread}`, `${thread}`].some((name) => names.has(`${name}:${register}`)),
    ),
  }
}

/**
 * Returns the last read of its thread before a write, from which the written value is likely to come, and the one just
 * before it if both are of one line of the source: `*out = mine + theirs`.
 */
function loadBefore(write: number, { events, threads }: Witness): readonly number[] {
  const thread = events[write]?.thread ?? null
  if (thread === null) return []
  const lineOf = ({ instruction }: WitnessEvent): number | undefined =>
    threads[thread]?.instructions[instruction ?? -1]?.source?.line
  const before = events.filter((event) => event.id < write && event.thread === thread && event.executed)
  const at = before.findLastIndex(({ kind }) => kind === 'read')
  const [last, other] = [before[at], before[at - 1]]
  if (last === undefined) return []
  const isOfOneLine = other?.kind === 'read' && lineOf(other) !== undefined && lineOf(other) === lineOf(last)
  return isOfOneLine ? [last.id, other.id] : [last.id]
}

/** Returns the last read of a thread of the location to which a write is next: `*counter += 1` reads it before. */
function changedBy(write: number, { events }: Witness): readonly number[] {
  const { kind, thread, location } = events[write] ?? {}
  if (kind !== 'write' || thread === null) return []
  const last = events.findLast(
    (event) => event.id < write && event.thread === thread && event.executed && event.location === location,
  )
  return last?.kind === 'read' ? [last.id] : []
}

/**
 * Returns the last read on whose value it depends that a thread comes to an event, as where a loop that waits ends, if
 * it returns what another thread wrote.
 */
function turnedAt(id: number, { events, relations: { rf } }: Witness): readonly number[] {
  const { guard = '', thread } = events[id] ?? {}
  const reads = [...guard.matchAll(/\be(\d+)\b/g)].map(([, read]) => Number(read))
  const last = largest(
    reads.filter((read) => events[read]?.executed === true && events[read].thread === thread),
    -1,
  )
  const writer = events[rf.find(([, read]) => read === last)?.[0] ?? -1]?.thread ?? null
  return writer === null || writer === thread ? [] : [last]
}

/** Returns the last executed read of each instruction of a thread that names the register. */
function lastLoads(
  register: string,
  thread: number,
  { events, threads }: Pick<Witness, 'events' | 'threads'>,
): readonly number[] {
  return (threads[thread]?.instructions ?? []).flatMap(({ text, events: ids }) => {
    if (!namesIn(text).has(register)) return []
    const last = ids.filter((id) => events[id]?.kind === 'read' && events[id].executed).at(-1)
    return last === undefined ? [] : [last]
  })
}

/** Returns each write that a read does not see, with the read: the next in coherence after the one that it returns. */
function overwrittenFor(reads: readonly number[], { relations: { fr = [], co } }: Witness): readonly Pair[] {
  const next = reducedFr(fr, co)
  return next.flatMap(([read, write]): readonly Pair[] => (reads.includes(read) ? [[write, read]] : []))
}

/** Returns the events at which threads stop, for one of the threads that stop at a place, and for those it waits for. */
function stopsIn(witness: Witness): readonly number[] {
  const { hang = [], undefined: reached = [], threads } = witness
  const stops = [
    ...hang.map(({ thread, at, place, for: awaited }) => ({ thread, text: at, place, awaited })),
    ...reached.map(({ thread, instruction, place }) => ({ thread, text: instruction, place, awaited: null })),
  ]
  return [...groupBy(stops, ({ place }) => place).values()].flatMap(([{ thread, text, awaited }]) => [
    ...lastOf(thread, witness, (event) => event.text === text),
    ...lastOf(thread, witness, ({ executed }) => executed),
    ...threads.flatMap(({ name }) =>
      awaited?.split(/[\s,]+/).includes(name) ? lastOf(name, witness, ({ executed }) => executed) : [],
    ),
  ])
}

function lastOf(
  name: string,
  { events, threads }: Witness,
  holds: (event: WitnessEvent) => boolean,
): readonly number[] {
  const thread = threads.findIndex((one) => one.name === name)
  const last = events.findLast((event) => event.thread === thread && holds(event))
  return last === undefined ? [] : [last.id]
}

/**
 * Adds both halves of atomics, what issues and completes asynchronous operations, and the writes that reads return. Of
 * an atomic whose write is read, the read is added if it returns what is shown, or an initial write: a chain of atomics
 * would go on to the first.
 */
function withCompanions(
  shown: ReadonlySet<number>,
  { relations: { rf, rmw = [] }, events }: Witness,
  { issuedBy, completedAt }: Steps,
): ReadonlySet<number> {
  const halves = rmw.filter((pair) => pair.some((id) => shown.has(id))).flat()
  const operations = [...shown].flatMap((id) => [...issuedBy(id), ...completedAt(id)])
  const all = new Set([...shown, ...halves, ...operations])
  const written = new Set([...all, ...rf.flatMap(([write, read]) => (all.has(read) ? [write] : []))])
  const others = rmw.flatMap(([read, write]) => {
    const from = written.has(write) && !written.has(read) ? rf.find(([, by]) => by === read)?.[0] : undefined
    return from !== undefined && (written.has(from) || events[from]?.thread === null) ? [read, from] : []
  })
  return new Set([...written, ...others])
}
