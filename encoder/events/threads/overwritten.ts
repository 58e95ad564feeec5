/**
 * Finds writes that their thread overwrites before anything else can happen. They make no events if a program is large,
 * and a model performs the writes of a thread to one place in their order.
 *
 * Such a write is plain (`unseen.ts`), and its bytes are accessed only by other writes of its run, as a whole, under
 * the same guard and with the same dependencies. So coherence is the order of the text there, nothing reads what is
 * overwritten, and the final value is that of the last write. `rf` and `fr` relate none of them to anything; an event
 * outside of the run, one of them is related to as all of its kind are. So events that a term of a model visits in the
 * run differ only in their kinds, in their order, and in which of them are at one place. Some stretches of the run
 * remain, as many as the steps that a term makes within one thread (`mostSteps`). In each there is a write to each of as
 * many places, and an access of each other kind in the run. Whatever events a term visits, one of each stretch in turn
 * are of the same kinds, in the same order, and at one place where those are: a term that holds with the rest holds
 * without it. The last write to each place that a question reads remains, too.
 */

import type { Program } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import type { Cell, Event, MemoryEvent } from '../graph/event.js'
import { cellsIn, cellsOf, observedRanges, rangesOf, rangeText } from '../memory/cells.js'
import type { LeftOut } from '../memory/recording.js'

/** Plain writes to bytes that nothing accesses but writes of their thread to the same bytes. */
export interface Rewriting {
  /** The place of each write, by its id. */
  readonly places: ReadonlyMap<number, string>
  /** The places that questions read. */
  readonly asked: ReadonlySet<string>
}

export const noRewriting: Rewriting = { places: new Map(), asked: new Set() }

/** Finds such writes among the plain accesses of a run. `extents` are the ranges that copies access. */
export function rewritingIn(
  program: Program,
  events: readonly Event[],
  plain: readonly MemoryEvent[],
  extents: readonly LeftOut[],
): Rewriting {
  const writes = plain.filter(({ kind }) => kind === 'write')
  const ranges = new Map<Event, Cell>(writes.flatMap((event) => rangesOf([event]).map((at) => [event, at] as const)))
  const ofThread = new Map([...ranges].map(([event, at]) => [`${event.origin?.thread} ${rangeText(at)}`, at]))
  const others = rangesOf(events.filter((event) => event.origin !== undefined && !ranges.has(event)))
  const isApart = apart(program, [...ofThread.values()], [...others, ...extents])
  const rewritten = new Map(
    [...groupBy(ranges, ([{ origin }, at]) => `${origin?.thread} ${rangeText(at)}`).values()].flatMap((all) => {
      const [first] = all
      return first === undefined || all.length < 2 || !isApart(first[1])
        ? []
        : all.map(([{ id }, at]) => [id, rangeText(at)] as const)
    }),
  )
  const observed = observedRanges(program)
  const overlaps = (one: Cell, at: Cell): boolean =>
    one.location === at.location && one.offset < at.offset + at.bytes && at.offset < one.offset + one.bytes
  const asked = [...ofThread.values()].filter((at) => observed.some((one) => overlaps(one, at))).map(rangeText)
  return { places: rewritten, asked: new Set(asked) }
}

/** Returns whether one of some ranges shares bytes with no other of them, and with none of the others. */
export function apart(program: Program, some: readonly Cell[], others: readonly Cell[]): (one: Cell) => boolean {
  const all = [...some, ...others]
  const cells = cellsOf(program, all)
  const touched = new Uint32Array(cells.length)
  for (const one of all) for (const cell of cellsIn(cells, one)) touched[cell] = (touched[cell] ?? 0) + 1
  return (one) => cellsIn(cells, one).every((cell) => touched[cell] === 1)
}

/** An access in a run: its kind, and its place if the run may overwrite it. */
export interface InRun {
  readonly id: number
  readonly run: number
  readonly kind: string
  readonly place: string | undefined
}

/**
 * Returns the ids of the accesses that need no events in runs that overwrite; or, as `failing`, writes that no run
 * overwrites as described above. Then they are events like others, and divide their runs.
 */
export function overwrittenIn(
  accesses: readonly InRun[],
  asked: ReadonlySet<string>,
  mostSteps: number,
):
  | { readonly leftOut: ReadonlySet<number>; readonly runs: ReadonlySet<number> }
  | { readonly failing: ReadonlySet<number> } {
  const failing = new Set<number>()
  const ofPlace = groupBy(
    accesses.filter(({ place }) => place !== undefined),
    ({ place }) => place,
  )
  for (const all of ofPlace.values())
    if (new Set(all.map(({ kind, run }) => `${run} ${kind}`)).size > 1) for (const { id } of all) failing.add(id)
  if (failing.size > 0) return { failing }
  const leftOut = new Set<number>()
  const overwriting = new Set<number>()
  for (const [run, all] of groupBy(accesses, ({ run }) => run)) {
    const writes = all.filter(({ place }) => place !== undefined)
    if (writes.length === 0) continue
    const kept = stretchesOf(all, mostSteps)
    if (kept === undefined) {
      for (const { id } of writes) failing.add(id)
      continue
    }
    overwriting.add(run)
    const last = new Map(writes.flatMap(({ id, place = '' }) => (asked.has(place) ? [[place, id] as const] : [])))
    const lasting = new Set(last.values())
    for (const { id } of all) if (!kept.has(id) && !lasting.has(id)) leftOut.add(id)
  }
  return failing.size > 0 ? { failing } : { leftOut, runs: overwriting }
}

/** Returns the ids of the accesses of a run that remain in stretches; undefined if there are not enough of these. */
function stretchesOf(all: readonly InRun[], mostSteps: number): ReadonlySet<number> | undefined {
  const chosen = new Set(
    [...groupBy(all, ({ kind, place }) => (place === undefined ? undefined : kind)).entries()].flatMap(
      ([kind, some]) =>
        kind === undefined
          ? []
          : [...groupBy(some, ({ place }) => place).entries()]
              .toSorted(([, one], [, other]) => other.length - one.length)
              .slice(0, mostSteps)
              .map(([place]) => place),
    ),
  )
  const letterOf = ({ kind, place }: InRun): string | undefined =>
    place === undefined ? `kind ${kind}` : chosen.has(place) ? `place ${place}` : undefined
  const letters = new Set(all.flatMap((one) => letterOf(one) ?? []))
  const kept = new Set<number>()
  let stretches = 0
  let seen = new Set<string>()
  for (const one of all) {
    const letter = letterOf(one)
    if (letter === undefined || seen.has(letter)) continue
    seen.add(letter)
    kept.add(one.id)
    if (seen.size < letters.size) continue
    seen = new Set()
    if (++stretches === mostSteps) return kept
  }
  return undefined
}
