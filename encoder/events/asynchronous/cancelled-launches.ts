/**
 * Requests to cancel clusters that have not started, and what is asked of the responses (ISA,
 * `clusterlaunchcontrol.try_cancel`, `clusterlaunchcontrol.query_cancel`). An execution chooses whether a request fails,
 * and which cluster it cancels. The threads of that cluster execute nothing, and count as ended.
 *
 * A response is opaque. Here 1 is that of a request that failed, and n + 2 that of one that cancelled cluster n of the
 * grid, in the order of their numbers.
 */

import {
  axes,
  type QueryCancel,
  responseBytes,
  type TryCancel,
} from '../../../litmus/instructions/cluster-launch-control.js'
import { clusterName, ctaOfRank, sameCluster, sameCta, threadPosition } from '../../../litmus/position.js'
import { type Program, type ThreadPosition, threadAt } from '../../../litmus/program.js'
import { groupBy } from '../../../source/group.js'
import { must } from '../../../source/must.js'
import {
  allOf,
  always,
  anyOf,
  both,
  choice,
  compare,
  constant,
  type Expression,
  negation,
  never,
  operation,
  type Predicate,
  resize,
} from '../../values/expression.js'
import { type Flow, valueIn } from '../control/flow.js'
import { originOf, type Performed } from '../control/performed.js'
import type { AccessPlace, Undefined, UnknownValue } from '../graph/event.js'
import type { RegisterValue } from '../graph/register-value.js'
import { addWrite, nothing, type Where } from '../memory/accesses.js'
import { isPlace, ownPlaceOf, whyUnknown } from '../memory/targets.js'
import { addIssue, completeAt } from './asynchronous.js'
import { instanceIn } from './copied.js'
import type { AsyncRecording, LaunchRequest, SeenFailure } from './recording.js'

const failed = constant(1n, 8 * responseBytes)
const cancelled = (cluster: number): Expression => constant(BigInt(cluster) + 2n, 8 * responseBytes)

/** Returns a thread of the first CTA of each cluster of a grid, in the order of their numbers. */
function clustersOf({ threads }: Program, of: ThreadPosition): readonly (readonly [number, ...number[]])[] {
  const own = threads.flatMap((thread, i) => {
    const at = threadPosition(thread)
    return at !== undefined && at.gpu === of.gpu && at.kernel === of.kernel ? [{ i, at }] : []
  })
  const numberOf = ({ cluster, cta }: ThreadPosition): number => cluster ?? cta
  return [...groupBy(own, ({ at }) => clusterName(at)).values()]
    .toSorted(([a], [b]) => numberOf(a.at) - numberOf(b.at))
    .map(([first, ...others]) => [first.i, ...others.map(({ i }) => i)] as const)
}

const positionOf = ({ threads }: Program, thread: number): ThreadPosition =>
  must(threadPosition(threadAt(threads, thread)), 'the position of a thread that asks to cancel a launch')

/**
 * Returns the coordinates of the first CTA of a cluster. In a test CTAs are in one row, and in clusters of the same
 * size.
 */
function firstCtaOf(program: Program, [thread]: readonly [number, ...number[]]): readonly [number, number, number] {
  const { threads } = program
  const at = positionOf(program, thread)
  const first = threadAt(threads, ctaOfRank(0, at, threads) ?? thread)
  if (first.kind === 'device' && first.ctaid !== undefined) return first.ctaid
  if (at.cluster === undefined) return [at.cta, 0, 0]
  const size = threads.reduce((most, one) => {
    const other = threadPosition(one)
    return other?.gpu === at.gpu && other.kernel === at.kernel ? Math.max(most, other.cta + 1) : most
  }, 1)
  return [at.cluster * size, 0, 0]
}

/** Adds the events of a request: what issues it, the writes of the response by the async proxy, and each complete-tx. */
export function requestCancel(one: TryCancel, performed: Performed, recording: AsyncRecording): Flow {
  const { flow, thread } = performed
  const { guard } = flow
  const { program, issue, unmodelled, undefined: undefineds, unknowns, requests, assumed } = recording
  const origin = originOf(performed)
  const stopped = { ...flow, guard: never }
  const response = ownPlaceOf(one.to, responseBytes, performed, recording)
  const mbarrier = ownPlaceOf(one.at, 8, performed, recording)
  for (const place of [response, mbarrier]) {
    if (isPlace(place)) continue
    if (typeof place === 'string') unmodelled.push({ ...origin, why: whyUnknown(place), when: guard })
    else undefineds.push({ ...origin, reason: 'access', when: guard, address: place.outside, copied: place.copied })
    return stopped
  }
  if (!isPlace(response) || !isPlace(mbarrier)) return stopped
  const position = positionOf(program, thread)
  const { length } = clustersOf(program, position)
  const width = BigInt(length).toString(2).length
  const chosen = unknowns.fresh({ from: 'schedule', ...origin, width, values: length + 1 })
  const issued = addIssue(performed, recording)
  assumed.push({ ...origin, what: 'response', when: guard })
  const value = operation('add', resize(chosen, 8 * responseBytes, false), failed)
  const where = (place: AccessPlace): Where => ({ places: [place], sources: nothing, guard, asynchronous: true })
  const written = { value, when: always, sources: nothing }
  let write: number | undefined
  for (const cta of one.multicast ? ctasOf(program, position) : [undefined]) {
    const [at, counting] = [response, mbarrier].map((place) =>
      cta === undefined ? place : instanceIn(cta, place, recording),
    )
    if (at === undefined || counting === undefined) continue
    const operation = addWrite({ proxy: 'async' }, [], written, where(at), performed, recording)
    write ??= operation
    issue.push([issued, operation, always])
    completeAt(where(counting), { bytes: responseBytes, operations: [operation], issued }, performed, recording)
  }
  requests.push({ ...origin, issued, write: must(write, 'a CTA that gets the response'), chosen, guard })
  return flow
}

/** Returns a thread of each CTA of a cluster. */
const ctasOf = ({ threads }: Program, position: ThreadPosition): readonly number[] =>
  [
    ...groupBy(
      threads.flatMap((thread, i) => (sameCluster(threadPosition(thread), position) ? [i] : [])),
      (i) => threadPosition(must(threads[i], 'a thread'))?.cta,
    ).values(),
  ].map(([first]) => first)

/** Returns the flow after a query, and its result. It is undefined to ask what is no response, or for a CTA after a failure. */
export function queryCancelled(
  one: QueryCancel,
  performed: Performed,
  recording: AsyncRecording,
): { readonly after: Flow; readonly held: RegisterValue } {
  const { flow, thread } = performed
  const { program, events, failures, undefined: undefineds } = recording
  const origin = originOf(performed)
  const { value, sources } = valueIn(flow, one.response, 8 * responseBytes)
  const clusters = clustersOf(program, positionOf(program, thread))
  const isOf = (cluster: number): Predicate => compare('equal', value, cancelled(cluster))
  const hasFailed = compare('equal', value, failed)
  const isCancelled = anyOf(clusters.map((_, i) => isOf(i)))
  const isResponse = anyOf([hasFailed, isCancelled])
  const stop = (problem: 'no response' | 'failed request', when: Predicate): void => {
    const reached = both(flow.guard, when)
    if (reached !== never) undefineds.push({ ...origin, reason: 'launch', problem, when: reached })
  }
  stop('no response', negation(isResponse))
  if (one.asks === 'is_canceled') {
    const when = both(flow.guard, hasFailed)
    failures.push({ ...origin, at: events.length, read: [...sources.keys()].toSorted((a, b) => b - a)[0], when })
    const result = choice(isCancelled, constant(1n, one.type.width), constant(0n, one.type.width))
    return { after: { ...flow, guard: both(flow.guard, isResponse) }, held: { value: result, type: one.type, sources } }
  }
  stop('failed request', hasFailed)
  const axis = axes.indexOf(one.asks)
  const result = clusters.reduce<Expression>(
    (rest, cluster, i) => choice(isOf(i), constant(BigInt(firstCtaOf(program, cluster)[axis] ?? 0), 32), rest),
    constant(0n, 32),
  )
  return { after: { ...flow, guard: both(flow.guard, isCancelled) }, held: { value: result, type: one.type, sources } }
}

/** The clusters of a grid in which there are requests: the threads of each, and whether it is cancelled. */
export interface CancellableGrid {
  readonly clusters: readonly { readonly threads: readonly number[]; readonly isCancelled: Predicate }[]
  readonly requests: readonly LaunchRequest[]
}

/** Returns the grids in which there are requests. `fresh` makes a value that an execution chooses. */
export const cancellableGrids = (
  program: Program,
  requests: readonly LaunchRequest[],
  fresh: (from: UnknownValue) => Expression,
): readonly CancellableGrid[] =>
  [
    ...groupBy(requests, ({ thread }) => {
      const { kernel, gpu } = positionOf(program, thread)
      return `${kernel} ${gpu}`
    }).values(),
  ].map((own) => ({
    requests: own,
    clusters: clustersOf(program, positionOf(program, own[0].thread)).map((threads) => {
      const { thread, instruction } = own[0]
      const chosen = fresh({ from: 'schedule', width: 1, values: 2, thread, instruction })
      return { threads, isCancelled: compare('equal', chosen, constant(1n, 1)) }
    }),
  }))

/** Returns the condition under which a thread is one of a cluster that is cancelled. */
export const isCancelledIn = (grids: readonly CancellableGrid[], thread: number): Predicate =>
  grids.flatMap(({ clusters }) => clusters).find(({ threads }) => threads.includes(thread))?.isCancelled ?? never

/**
 * Returns the constraints on what executions choose: a cluster is cancelled by one request, and each request that does
 * not fail cancels one. `isIssued` says when an event is executed.
 */
export const constraintsOfCancellations = (
  grids: readonly CancellableGrid[],
  isIssued: (event: number) => Predicate,
): readonly Predicate[] =>
  grids.flatMap(({ clusters, requests }) => {
    const takes = ({ chosen }: LaunchRequest, cluster: number): Predicate =>
      compare('equal', chosen, constant(BigInt(cluster) + 1n, chosen.width))
    return [
      ...requests.flatMap(({ issued, chosen }) => [
        anyOf([isIssued(issued), compare('equal', chosen, constant(0n, chosen.width))]),
        negation(compare('less-unsigned', constant(BigInt(clusters.length), chosen.width), chosen)),
      ]),
      ...clusters.flatMap(({ isCancelled }, i) => {
        const by = requests.map((request) => takes(request, i))
        return [
          anyOf([negation(isCancelled), ...by]),
          ...by.map((one) => anyOf([negation(one), isCancelled])),
          ...by.flatMap((one, at) => by.slice(at + 1).map((other) => negation(allOf([one, other])))),
        ]
      }),
    ]
  })

/**
 * Returns where a CTA makes a request although it has found out that one failed: "the behavior of issuing a subsequent
 * `clusterlaunchcontrol.try_cancel` instruction is undefined".
 */
export const misusedLaunches = (
  { threads }: Program,
  { requests, failures }: { readonly requests: readonly LaunchRequest[]; readonly failures: readonly SeenFailure[] },
): readonly Undefined[] =>
  requests.flatMap(({ issued, write, guard, chosen: _, ...origin }) =>
    failures.flatMap(({ thread, at, read, when }): readonly Undefined[] => {
      const [own, other] = [origin.thread, thread].map((one) => threadPosition(threadAt(threads, one)))
      const reached = both(when, guard)
      if (!sameCta(own, other) || reached === never) return []
      const one = { ...origin, reason: 'launch', problem: 'after a failure', when: reached } as const
      if (thread === origin.thread) return at <= issued ? [one] : []
      return [read === undefined ? one : { ...one, unlessBefore: { issue: issued, operation: write, read } }]
    }),
  )
