/** Races as text. */

import { match } from 'ts-pattern'
import type { EventGraph } from '../../encoder/events/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { must } from '../../source/must.js'
import { eventLines, eventName } from '../../witness/event.js'
import { scopeOf } from '../../witness/qualifiers.js'
import type { Lacks, Race } from '../races.js'

/** The races of an execution, each with the reasons why the two accesses are not morally strong. */
export function raceLines(graph: EventGraph, execution: Execution, races: readonly Race[]): readonly string[] {
  if (races.length === 0) return ['No two accesses race in the execution below (ISA 8.7.1).']
  return races.flatMap(({ events: [a, b], lacks, baseCause, intraThread, operations }) => [
    headText(intraThread, lacks),
    ...[a, b].flatMap((event) => eventLines(graph, event, execution)).map((line) => `  ${line}`),
    `  not morally strong: ${lacks.map((one) => lackText(graph, one)).join('; ')}`,
    baseCause
      ? '  ordered by base causality, but not by the part of it that is preserved across proxies'
      : '  not ordered by causality',
    ...(operations === undefined ? [] : [apartText(operations, baseCause)]),
  ])
}

function headText(intraThread: boolean, lacks: readonly Lacks[]): string {
  if (lacks.some(({ kind }) => kind === 'size')) return 'A mixed-size data race (ISA 8.7.2):'
  return intraThread ? 'A mixed-proxy race within one thread (ISA 8.7.1):' : 'A data race (ISA 8.7.1):'
}

/** The order that the host's calls do not give. */
const apartText = ([one, other]: readonly [string, string], baseCause: boolean): string =>
  baseCause
    ? `  no host call makes one of the two, ${one} and ${other}, wait until the other has ended`
    : `  no host call orders ${one} and ${other}`

const lackText = ({ events }: EventGraph, lacks: Lacks): string =>
  match(lacks)
    .with(
      { kind: 'weak' },
      ({ events: weak }) => `${weak.map(eventName).join(' and ')} ${weak.length === 1 ? 'is' : 'are'} weak`,
    )
    .with({ kind: 'scope' }, ({ events: narrow }) =>
      narrow
        .map(
          (id) =>
            `the scope of ${eventName(id)} (${scopeOf(must(events[id], 'an event of a race').sets)}) does not include the other thread`,
        )
        .join(', '),
    )
    .with({ kind: 'proxy' }, () => 'they use different proxies')
    .with({ kind: 'address' }, () => 'they use different virtual addresses')
    .with({ kind: 'size' }, () => 'they overlap partially')
    .exhaustive()
