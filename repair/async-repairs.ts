/** Changes of asynchronous instructions, of waits for them, and of mbarriers; and fences of the async proxy. */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import type { AsyncFence } from '../litmus/instructions/async-fences.js'
import type { AsyncGroup } from '../litmus/instructions/async-groups.js'
import type { Mbarrier } from '../litmus/instructions/mbarriers.js'
import type { TensorMapFence } from '../litmus/instructions/tensor-map-fences.js'
import type { Scope } from '../litmus/operand.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'
import type { Repair, What } from './repair.js'

/** Texts by the first thread that runs each. */
type Texts = readonly (readonly [number, Pick<DeviceThread, 'instructions' | 'compiled'>])[]

interface DeviceText {
  readonly thread: number
  readonly instructions: readonly Instruction[]
  readonly compiled: boolean
}

/** The replacement of an instruction by a change. */
interface Replacement {
  readonly instruction: Instruction
  readonly what: What
}

/** The instruction with that index, before which something may be inserted. */
export type StartOfLine = (instructions: readonly Instruction[], at: number) => number

/** Returns whether a program has asynchronous operations or mbarriers. */
export const isAsynchronous = ({ threads }: Pick<Program, 'threads'>): boolean =>
  threads.some(({ instructions }) => instructions.some((one) => factsOf(one).family === 'asynchronous'))

/**
 * Returns single changes of the given threads, the cheapest first: those of one word, then a fence before a copy in the
 * thread that issues it, after a write, or before an arrival; then waits. Fences for less memory come first, and they
 * have the given scopes.
 */
export function asyncRepairs(texts: Texts, startOfLine: StartOfLine, scopes: readonly Scope[]): readonly Repair[] {
  const places = placesIn(texts)
  const replacing = places.flatMap(({ thread, instructions }) =>
    instructions.flatMap((one, at) =>
      replacements(one).map(
        ({ instruction, what }): Repair => ({ thread, at, change: { kind: 'replace', instruction, what } }),
      ),
    ),
  )
  return [
    ...replacing,
    ...commits(places, startOfLine),
    ...fencesOfMaps(places, startOfLine, scopes),
    ...fences(places, startOfLine),
    ...waits(places, startOfLine),
  ]
}

/** Returns commits followed by waits, where a thread has issued bulk copies that it has not committed. */
export function committedWaits(texts: Texts, startOfLine: StartOfLine): readonly (readonly Repair[])[] {
  const isOpen = (instructions: readonly Instruction[], at: number): boolean => {
    const before = instructions.slice(0, at)
    return before.slice(before.findLastIndex((one) => isGroup(one, 'bulk', 'commit')) + 1).some(isIssued('bulk'))
  }
  return placesToWait(placesIn(texts), startOfLine, isOpen).map(({ thread, at, span }) =>
    [commitOf('bulk', span), waitFor('bulk', span)].map(
      (instruction): Repair => ({ thread, at, change: { kind: 'insert', instruction } }),
    ),
  )
}

const placesIn = (texts: Texts): readonly DeviceText[] =>
  texts.map(([thread, { instructions, compiled = false }]) => ({ thread, instructions, compiled }))

const replacements = (one: Instruction): readonly Replacement[] =>
  one.kind === 'async-group' ? longerWaits(one) : one.kind === 'mbarrier' ? otherParity(one) : []

/** Returns waits that let fewer groups be pending, and those that also wait for the writes. */
function longerWaits(one: AsyncGroup): readonly Replacement[] {
  const { action, pending, read, ...group } = one
  if (action !== 'wait' || pending === undefined) return []
  const fewer = Array.from({ length: Math.min(Number(pending), mostGroups) }, (_, i) => pending - BigInt(i + 1))
  return [
    ...(read ? [{ instruction: { ...group, action, pending }, what: 'wait' as const }] : []),
    ...fewer.map((pending) => ({
      instruction: { ...group, action, pending, ...(read ? { read } : {}) },
      what: 'wait' as const,
    })),
    ...(read ? fewer : []).map((pending) => ({ instruction: { ...group, action, pending }, what: 'wait' as const })),
  ]
}

const mostGroups = 4

function otherParity(one: Mbarrier): readonly Replacement[] {
  const { waitsFor } = one
  const value = waitsFor?.value
  if (!waitsFor?.parity || value?.kind !== 'integer') return []
  const other = { ...value, value: 1n - (value.value & 1n) }
  return [{ instruction: { ...one, waitsFor: { ...waitsFor, value: other } }, what: 'parity' }]
}

/** Returns fences of the tensormap proxy: after changes of a map, and before copies that use it. */
function fencesOfMaps(
  places: readonly DeviceText[],
  startOfLine: StartOfLine,
  scopes: readonly Scope[],
): readonly Repair[] {
  const inserted = ({ thread, at, span }: Insertion, what: TensorMapFence): Repair => ({
    thread,
    at,
    change: { kind: 'insert', instruction: { kind: 'async-fence', what, span } },
  })
  const changes = insertions(places, startOfLine, (_, before) => before?.kind === 'tensormap')
  const copies = insertions(places, startOfLine, (one) => one?.kind === 'async-copy' && one.tile !== undefined)
  return [
    ...changes.flatMap((place) =>
      scopes.map((scope) => inserted(place, { kind: 'tensormap', order: 'release', scope })),
    ),
    ...copies.flatMap((place) => {
      const copy = place.one
      if (copy.kind !== 'async-copy' || copy.tile === undefined) return []
      const at = copy[copy.tile.side]
      return scopes.map((scope) => inserted(place, { kind: 'tensormap', order: 'acquire', scope, at }))
    }),
  ]
}

const spaces = ['shared::cta', 'global', 'shared::cluster', undefined] as const

/**
 * Fences of the async proxy. Where threads write and another one copies, the fence is by convention that of the writers,
 * before they synchronise: `fence.proxy.async`, `__syncthreads()`, and the copy by one thread. These come first.
 */
function fences(places: readonly DeviceText[], startOfLine: StartOfLine): readonly Repair[] {
  const isCopy = (one: Instruction | undefined): boolean =>
    (one?.kind === 'async-copy' && one.bulk) || one?.kind === 'wgmma'
  const isAccess = (one: Instruction | undefined): boolean =>
    ((one?.kind === 'store' || one?.kind === 'atomic') && one.proxy === 'generic') ||
    (one?.kind === 'range-access' && one.does === 'store')
  const releases = (one: Instruction | undefined): boolean =>
    (one?.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')) ||
    one?.kind === 'cluster-barrier' ||
    one?.kind === 'named-barrier' ||
    ((one?.kind === 'store' || one?.kind === 'atomic') && one.order !== 'weak' && one.order !== 'relaxed')
  const synchronises = (one: Instruction): boolean => releases(one) || (one.kind === 'warp' && one.operation === 'bar')
  const handsOn: Is = (one, _, instructions, at) => {
    // An arrival with bytes announces a copy of the thread's own.
    if (one === undefined || !synchronises(one) || (one.kind === 'mbarrier' && one.tx !== undefined)) return false
    const lastIn = (is: (one: Instruction) => boolean) => instructions.findLastIndex((other, i) => i < at && is(other))
    const copy = instructions.findIndex((other, i) => i > at && isCopy(other))
    return copy !== -1 && lastIn(isAccess) > lastIn(synchronises) && !isRepeatedBefore(instructions, at, copy)
  }
  const at = (is: Is) => insertions(places, startOfLine, is)
  const proposals = [
    at(handsOn),
    at((one) => isCopy(one)),
    at((_, before) => isAccess(before)),
    at((one) => releases(one)),
  ].flat()
  const seen = new Set<string>()
  return proposals.flatMap(({ thread, at, span }) => {
    const key = `${thread} ${at}`
    if (seen.has(key)) return []
    seen.add(key)
    return spaces.map((space): Repair => {
      const fence: AsyncFence = { kind: 'async-fence', what: { kind: 'both-ways', space }, span }
      return { thread, at, change: { kind: 'insert', instruction: fence } }
    })
  })
}

/** Returns whether a loop contains the first place and ends before the second. */
const isRepeatedBefore = (instructions: readonly Instruction[], at: number, later: number): boolean =>
  instructions
    .slice(at, later)
    .some(
      (one) =>
        one.kind === 'branch' && instructions.slice(0, at).some((to) => to.kind === 'label' && to.name === one.target),
    )

type GroupsOf = AsyncGroup['of']

const isGroup = (one: Instruction | undefined, of: GroupsOf, action: AsyncGroup['action']): boolean =>
  one?.kind === 'async-group' && one.of === of && one.action === action

/** Returns whether an instruction is a copy that may be in a group. */
const isIssued =
  (of: GroupsOf) =>
  (one: Instruction): boolean =>
    one.kind === 'async-copy' && one.bulk === (of === 'bulk') && one.completes?.by !== 'mbarrier'

const commitOf = (of: GroupsOf, span: Span): AsyncGroup => ({
  kind: 'async-group',
  of,
  action: 'commit',
  pending: undefined,
  span,
})

/** Returns a wait for all operations. */
const waitFor = (of: GroupsOf, span: Span): AsyncGroup =>
  of === 'cp.async'
    ? { kind: 'async-group', of, action: 'wait-all', pending: undefined, span }
    : { kind: 'async-group', of, action: 'wait', pending: 0n, span }

/**
 * Returns commits of what a thread has issued, placed where it waits for groups: no wait covers an uncommitted
 * operation.
 */
const commits = (places: readonly DeviceText[], startOfLine: StartOfLine): readonly Repair[] =>
  (['cp.async', 'bulk'] as const).flatMap((of) =>
    insertions(
      places,
      startOfLine,
      (one, _, instructions, at) => isGroup(one, of, 'wait') && instructions.slice(0, at).some(isIssued(of)),
    ).map(
      ({ thread, at, span }): Repair => ({ thread, at, change: { kind: 'insert', instruction: commitOf(of, span) } }),
    ),
  )

/**
 * Waits for all `cp.async` of the thread, and for all of its bulk groups: until their sources are read, or until all is
 * written.
 */
const waits = (places: readonly DeviceText[], startOfLine: StartOfLine): readonly Repair[] =>
  (['cp.async', 'bulk'] as const).flatMap((of) => {
    const uses = (one: Instruction): boolean => (of === 'bulk' ? isGroup(one, of, 'commit') : isIssued(of)(one))
    return placesToWait(places, startOfLine, (instructions, at) => instructions.slice(0, at).some(uses)).flatMap(
      ({ thread, at, span }) => {
        const all = waitFor(of, span)
        const inserted = (instruction: AsyncGroup): Repair => ({
          thread,
          at: of === 'bulk' ? behindCommit(places, thread, at) : at,
          change: { kind: 'insert', instruction },
        })
        return of === 'bulk' && !changesMaps(places, thread)
          ? [inserted({ ...all, read: true }), inserted(all)]
          : [inserted(all)]
      },
    )
  })

/** Returns whether a text changes tensor maps: on an H100, a copy may use its map after it has read its source. */
const changesMaps = (places: readonly DeviceText[], thread: number): boolean =>
  places.some((one) => one.thread === thread && one.instructions.some(({ kind }) => kind === 'tensormap'))

/** Returns the place at the end of a branch that ends with a commit, of a place behind it: the others committed nothing. */
function behindCommit(places: readonly DeviceText[], thread: number, at: number): number {
  const instructions = places.find((one) => one.thread === thread)?.instructions ?? []
  const last = instructions.findLastIndex(({ kind }, i) => i < at && kind !== 'label')
  return isGroup(instructions[last], 'bulk', 'commit') ? last + 1 : at
}

/** Returns where a thread may wait: before it accesses memory, issues a copy or synchronises, and before it ends. */
const placesToWait = (
  places: readonly DeviceText[],
  startOfLine: StartOfLine,
  isPlace: (instructions: readonly Instruction[], at: number) => boolean,
): readonly Pick<Insertion, 'thread' | 'at' | 'span'>[] => [
  ...insertions(places, startOfLine, (one, _, instructions, at) => {
    return one !== undefined && factsOf(one).mayWait && isPlace(instructions, at)
  }),
  ...places.flatMap(({ thread, instructions, compiled }) => {
    const last = instructions.at(-1)
    // The end of a compiled thread is a generated label, to which earlier returns branch.
    const at = compiled && last?.kind === 'label' ? instructions.length - 1 : instructions.length
    const before = instructions[at - 1]
    const isReached = before !== undefined && !(before.kind === 'branch' && before.when === undefined)
    return isReached && isPlace(instructions, at) ? [{ thread, at, span: before.span }] : []
  }),
]

type Is = (
  one: Instruction | undefined,
  before: Instruction | undefined,
  instructions: readonly Instruction[],
  at: number,
) => boolean

interface Insertion {
  readonly thread: number
  readonly at: number
  readonly span: Span
  /** The instruction before which it comes, or before the guard of which. */
  readonly one: Instruction
}

/** Returns where something may be inserted: after the first instruction of a thread, and not within a line. */
const insertions = (places: readonly DeviceText[], startOfLine: StartOfLine, is: Is): readonly Insertion[] =>
  places.flatMap(({ thread, instructions }) =>
    instructions.flatMap((one, at) => {
      const start = startOfLine(instructions, at)
      return start > 0 && is(one, instructions[at - 1], instructions, at)
        ? [{ thread, at: start, span: one.span, one }]
        : []
    }),
  )
