/** Races as text. */

import { match } from 'ts-pattern'
import { accessAt, type EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import type { Program } from '../../litmus/program.js'
import type { Cause } from '../../races/causes.js'
import type { Lacks, Race } from '../../races/races.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { accessedName, eventLines, eventName, isOfMap } from '../../witness/event.js'
import { earlyWords, issuedBy } from '../../witness/labels.js'
import { scopeOf } from '../../witness/qualifiers.js'
import { instructionAt, lineAt, shortfallText } from '../../witness/shortfall.js'
import { overlapTexts, placeApart } from './overlaps.js'

/** Lists the races of an execution, each with the reasons why the two accesses are not morally strong. */
export function raceLines(graph: EventGraph, execution: Execution, races: readonly Race[]): readonly string[] {
  if (races.length === 0) return ['No two accesses race in this execution (ISA 8.7.1).']
  return races.flatMap(({ events: [a, b], lacks, baseCause, intraThread, because, operations, alike }) => [
    headText(intraThread, lacks),
    ...[a, b].flatMap((event) => eventLines(graph, event, execution)).map((line) => `  ${line}`),
    `  not morally strong: ${lacks.map((one) => lackText(graph, one, [a, b])).join('; ')}`,
    baseCause
      ? '  ordered by base causality, but not by the part of it that is preserved across proxies'
      : '  not ordered by causality',
    ...because.map((one) => printable(`  ${causeText(graph, one)}`)),
    ...overlapTexts(graph, execution, a, b).map((text) => printable(`  ${text}`)),
    ...(operations === undefined ? [] : [apartText(operations, baseCause)]),
    ...(alike === undefined ? [] : [`  likewise ${counted(alike, 'other pair')} of accesses`]),
  ])
}

function headText(intraThread: boolean, lacks: readonly Lacks[]): string {
  if (lacks.some(({ kind }) => kind === 'size')) return 'A mixed-size data race (ISA 8.7.2):'
  if (!intraThread) return 'A data race (ISA 8.7.1):'
  return lacks.some(({ kind }) => kind === 'proxy' || kind === 'address')
    ? 'A mixed-proxy race within one thread (ISA 8.7.1):'
    : 'A race with an asynchronous operation of the thread (ISA 8.7.1):'
}

/** Says which order the host's calls do not impose. */
const apartText = ([one, other]: readonly [string, string], baseCause: boolean): string =>
  baseCause
    ? `  no host call makes one of the two, ${one} and ${other}, wait until the other has ended`
    : `  no host call orders ${one} and ${other}`

/**
 * `no \`fence.proxy.async\` between line 3 of P0, \`st.shared.u32 [buf], 1\`, and line 4 of P0, \`cp.async.bulk… \``
 */
export function causeText(graph: EventGraph, cause: Cause): string {
  switch (cause.kind) {
    case 'no fence': {
      const { first, last, useless } = cause
      const between = `between ${instructionAt(graph, first)}, and ${instructionAt(graph, last)}`
      if (useless.length === 0) return `no \`fence.proxy.async\` ${between}`
      const those = useless.map((id) => instructionAt(graph, id)).join(', ')
      return `no \`fence.proxy.async\` that is for this memory and in one of the two CTAs ${between}, but ${those}`
    }
    case 'early': {
      const { operation, access } = cause
      const used = accessAt(graph, operation)
      const { end, does, done } = earlyWords({
        access: accessAt(graph, access).kind,
        operation: used.kind,
        isMap: isOfMap(used),
      })
      const by = instructionAt(graph, operation)
      if (accessAt(graph, operation).sets.includes('WGMMA'))
        return `a matrix ${does} while the operation of the warpgroup may still read it: ${instructionAt(graph, access)}, comes before \`wgmma.wait_group\` covers ${by}`
      const what = issuedBy(by)
      return `the ${what}'s ${end} ${does} before the ${what} has ${done} it: ${instructionAt(graph, access)}, does not wait for ${by}`
    }
    case 'handed over': {
      const { operation, access, by, pending } = cause
      const does = by !== access ? 'handed back' : accessAt(graph, access).kind === 'write' ? 'written' : 'read'
      const wait = `\`wgmma.wait_group ${pending ?? 0}\``
      const needed = pending === undefined ? `\`wgmma.commit_group\` and ${wait} must come` : `${wait} must come`
      return `${matrixName(graph, operation)} is ${does} at ${instructionAt(graph, by)}, while the \`wgmma.mma_async\` of ${lineAt(graph, operation)} may still read it: ${needed} before ${lineAt(graph, by)}`
    }
    case 'no order': {
      const { access, operation, fence } = cause
      const later = `${instructionAt(graph, operation)}, is issued after ${instructionAt(graph, access)}`
      return fence === undefined
        ? `${later}, but no \`wgmma.fence\` comes between what orders the two threads and the operation`
        : `${later}, but ${instructionAt(graph, fence)}, does not order them in this model; \`fence.proxy.async\` does`
    }
    default:
      return shortfallText(graph, cause)
  }
}

/** Returns the name of the memory of an access. */
const matrixName = (graph: EventGraph, id: number): string => accessedName(accessAt(graph, id), graph)

const lackText = ({ events, program }: EventGraph, lacks: Lacks, race: readonly [number, number]): string =>
  match(lacks)
    .with(
      { kind: 'weak' },
      ({ events: weak }) => `${weak.map(eventName).join(' and ')} ${weak.length === 1 ? 'is' : 'are'} weak`,
    )
    .with({ kind: 'scope' }, ({ events: narrow }) =>
      narrow
        .map(
          (id) =>
            `the scope of ${eventName(id)} (${scopeOf(must(events[id], 'an event of a race').sets)}) does not include the other thread${whereOther(events, program, race)}`,
        )
        .join(', '),
    )
    .with({ kind: 'proxy' }, () => 'they use different proxies')
    .with({ kind: 'address' }, () => 'they use different virtual addresses')
    .with(
      { kind: 'asynchronous' },
      ({ events: some }) =>
        `${some.map(eventName).join(' and ')} ${some.length === 1 ? 'is' : 'are'} asynchronous, not in program order`,
    )
    .with({ kind: 'size' }, () => 'they overlap partially')
    .exhaustive()

/** Returns why `.gpu` does not include the other thread: a GPU or a domain. Empty if they share both. */
function whereOther(events: EventGraph['events'], { threads }: Program, race: readonly [number, number]): string {
  const [one, other] = race.map((id) => threads[events[id]?.origin?.thread ?? -1])
  const apart = placeApart(one, other)
  return apart === undefined ? '' : `, which is in ${apart}`
}
