/** Changes of asynchronous instructions, of what waits for them, and of mbarriers; and fences of the async proxy. */

import type { AsyncFence, AsyncGroup, Instruction, Mbarrier, Scope, TensorMapFence } from '../litmus/instruction.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import type { Span } from '../source/text.js'
import type { Repair, What } from './repair.js'

interface Place {
  readonly thread: number
  readonly instructions: readonly Instruction[]
}

/** What a change replaces an instruction with. */
interface Replacement {
  readonly instruction: Instruction
  readonly what: What
}

/** The instruction with that index, before which something may be inserted. */
export type StartOfLine = (instructions: readonly Instruction[], at: number) => number

/** Whether a program has asynchronous operations or mbarriers. */
export const isAsynchronous = ({ threads }: Pick<Program, 'threads'>): boolean =>
  threads.some(({ instructions }) => instructions.some(({ kind }) => kinds.has(kind)))

const kinds: ReadonlySet<Instruction['kind']> = new Set([
  'async-copy',
  'async-store',
  'async-group',
  'async-arrive',
  'mbarrier',
])

/**
 * Single changes of the threads that are given, the cheapest first: of one word, then a fence before a copy in the thread that issues it,
 * after a write, before an arrival; then waits. Of the spaces of a fence, those for less memory come first.
 */
export function asyncRepairs(
  texts: readonly (readonly [number, Pick<DeviceThread, 'instructions' | 'position'>])[],
  startOfLine: StartOfLine,
): readonly Repair[] {
  const places = texts.map(([thread, { instructions }]): Place => ({ thread, instructions }))
  const replacing = texts.flatMap(([thread, { instructions, position }]) =>
    instructions.flatMap((one, at) =>
      replacements(one, position.cluster !== undefined).map(
        ({ instruction, what }): Repair => ({ thread, at, change: { kind: 'replace', instruction, what } }),
      ),
    ),
  )
  return [
    ...replacing,
    ...commits(places, startOfLine),
    ...fencesOfMaps(places, startOfLine),
    ...fences(places, startOfLine),
    ...waits(places, startOfLine),
  ]
}

function replacements(one: Instruction, inCluster: boolean): readonly Replacement[] {
  if (one.kind === 'async-group') return longerWaits(one)
  if (one.kind === 'async-fence' && one.what.kind === 'tensormap') return widerFences(one, one.what)
  return one.kind === 'mbarrier' ? atMbarrier(one, inCluster) : []
}

/** A fence of the tensormap proxy whose scope includes more threads. */
const widerFences = (one: AsyncFence, what: TensorMapFence): readonly Replacement[] =>
  wider[what.scope].map((scope) => ({ instruction: { ...one, what: { ...what, scope } }, what: 'scope' }))

const wider: { readonly [S in Scope]: readonly Scope[] } = { cta: ['gpu'], cluster: ['gpu'], gpu: ['sys'], sys: [] }

/** A wait that lets fewer groups be pending, and one for the writes, too. */
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

function atMbarrier(one: Mbarrier, inCluster: boolean): readonly Replacement[] {
  const { action, order, scope, waitsFor } = one
  const synchronises = waitsFor === undefined ? 'release' : 'acquire'
  const isEnd = waitsFor !== undefined || action === 'arrive' || action === 'arrive_drop'
  const value = waitsFor?.value
  return [
    ...(isEnd && scope === 'cta' && inCluster
      ? [{ instruction: { ...one, scope: 'cluster' as const }, what: 'scope' as const }]
      : []),
    ...(isEnd && order === 'relaxed'
      ? [{ instruction: { ...one, order: synchronises } as const, what: 'order' as const }]
      : []),
    ...(waitsFor?.parity && value?.kind === 'integer'
      ? [
          {
            instruction: { ...one, waitsFor: { ...waitsFor, value: { ...value, value: 1n - (value.value & 1n) } } },
            what: 'parity' as const,
          },
        ]
      : []),
  ]
}

/** Fences of the tensormap proxy: behind changes of a map, and before copies by it. */
function fencesOfMaps(places: readonly Place[], startOfLine: StartOfLine): readonly Repair[] {
  const inserted = (thread: number, at: number, what: TensorMapFence, span: Span): Repair => ({
    thread,
    at,
    change: { kind: 'insert', instruction: { kind: 'async-fence', what, span } },
  })
  const changes = insertions(places, startOfLine, (_, before) => before?.kind === 'tensormap')
  const copies = insertions(places, startOfLine, (one) => one?.kind === 'async-copy' && one.tile !== undefined)
  return [
    ...changes.map(({ thread, at, span }) =>
      inserted(thread, at, { kind: 'tensormap', order: 'release', scope: 'gpu' }, span),
    ),
    ...copies.flatMap(({ thread, at, span }) => {
      const copy = places.find((one) => one.thread === thread)?.instructions[at]
      if (copy?.kind !== 'async-copy' || copy.tile === undefined) return []
      return [
        inserted(thread, at, { kind: 'tensormap', order: 'acquire', scope: 'gpu', at: copy[copy.tile.side] }, span),
      ]
    }),
  ]
}

const spaces = ['shared::cta', 'global', 'shared::cluster', undefined] as const

/** Fences of the async proxy. */
function fences(places: readonly Place[], startOfLine: StartOfLine): readonly Repair[] {
  const isCopy = (one: Instruction | undefined): boolean => one?.kind === 'async-copy' && one.bulk
  const isAccess = (one: Instruction | undefined): boolean =>
    (one?.kind === 'store' || one?.kind === 'atomic') && one.proxy === 'generic'
  const releases = (one: Instruction | undefined): boolean =>
    (one?.kind === 'mbarrier' && (one.action === 'arrive' || one.action === 'arrive_drop')) ||
    one?.kind === 'cluster-barrier' ||
    one?.kind === 'named-barrier' ||
    ((one?.kind === 'store' || one?.kind === 'atomic') && one.order !== 'weak' && one.order !== 'relaxed')
  const at = (is: (one: Instruction | undefined, before: Instruction | undefined) => boolean) =>
    insertions(places, startOfLine, is)
  const found = [at((one) => isCopy(one)), at((_, before) => isAccess(before)), at((one) => releases(one))].flat()
  const seen = new Set<string>()
  return found.flatMap(({ thread, at, span }) => {
    const key = `${thread} ${at}`
    if (seen.has(key)) return []
    seen.add(key)
    return spaces.map((space): Repair => {
      const fence: AsyncFence = { kind: 'async-fence', what: { kind: 'both-ways', space }, span }
      return { thread, at, change: { kind: 'insert', instruction: fence } }
    })
  })
}

/** Commits of what a thread has issued, where it waits for groups: nobody waits for what is not committed. */
function commits(places: readonly Place[], startOfLine: StartOfLine): readonly Repair[] {
  return (['cp.async', 'bulk'] as const).flatMap((of) => {
    const isIssued = (one: Instruction): boolean =>
      one.kind === 'async-copy' && one.bulk === (of === 'bulk') && one.completes?.by !== 'mbarrier'
    const isWait = (one: Instruction | undefined): boolean =>
      one?.kind === 'async-group' && one.of === of && one.action === 'wait'
    return insertions(
      places,
      startOfLine,
      (one, _, instructions, at) => isWait(one) && instructions.slice(0, at).some(isIssued),
    ).map(({ thread, at, span }): Repair => {
      const commit: AsyncGroup = { kind: 'async-group', of, action: 'commit', pending: undefined, span }
      return { thread, at, change: { kind: 'insert', instruction: commit } }
    })
  })
}

/** Waits for all `cp.async` of the thread, and for all of its bulk groups, before it accesses memory or synchronises. */
function waits(places: readonly Place[], startOfLine: StartOfLine): readonly Repair[] {
  return (['cp.async', 'bulk'] as const).flatMap((of) => {
    const uses = (one: Instruction): boolean =>
      of === 'bulk'
        ? one.kind === 'async-group' && one.of === 'bulk' && one.action === 'commit'
        : one.kind === 'async-copy' && !one.bulk
    return insertions(
      places.filter(({ instructions }) => instructions.some(uses)),
      startOfLine,
      (one, _, instructions, at) => one !== undefined && waiting.has(one.kind) && instructions.slice(0, at).some(uses),
    ).map(({ thread, at, span }): Repair => {
      const wait: AsyncGroup =
        of === 'bulk'
          ? { kind: 'async-group', of, action: 'wait', pending: 0n, span }
          : { kind: 'async-group', of, action: 'wait-all', pending: undefined, span }
      return { thread, at, change: { kind: 'insert', instruction: wait } }
    })
  })
}

const waiting: ReadonlySet<Instruction['kind']> = new Set([
  'load',
  'store',
  'atomic',
  'mbarrier',
  'named-barrier',
  'cluster-barrier',
])

type Is = (
  one: Instruction | undefined,
  before: Instruction | undefined,
  instructions: readonly Instruction[],
  at: number,
) => boolean

/** Where something may be inserted: behind the first instruction of a thread, not within a line. */
const insertions = (places: readonly Place[], startOfLine: StartOfLine, is: Is) =>
  places.flatMap(({ thread, instructions }) =>
    instructions.flatMap((one, at) => {
      const start = startOfLine(instructions, at)
      return start > 0 && is(one, instructions[at - 1], instructions, at) ? [{ thread, at: start, span: one.span }] : []
    }),
  )
