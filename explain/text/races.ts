/** Races as text. */

import { match } from 'ts-pattern'
import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { isCompiled, type Program } from '../../litmus/program.js'
import { isOfOneWarp } from '../../races/alike.js'
import { causeText, halfText, raceName } from '../../races/race-texts.js'
import type { Lacks, Race } from '../../races/races.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { eventLines, eventName } from '../../witness/event.js'
import { scopeOf } from '../../witness/qualifiers.js'
import { overlapTexts, placeApart } from './overlaps.js'

/** Lists the races of an execution, each with the reasons why the two accesses are not morally strong. */
export function raceLines(graph: EventGraph, execution: Execution, races: readonly Race[]): readonly string[] {
  if (races.length === 0) return ['No two accesses race in this execution (ISA 8.7.1).']
  return races.flatMap(
    ({ events: [a, b], lacks, baseCause, intraThread, because, isOfHalf, operations, alike, ...race }) => [
      isOfHalf === true ? halfHead : headText({ intraThread, lacks, ...race }),
      ...[a, b].flatMap((event) => eventLines(graph, event, execution)).map((line) => `  ${line}`),
      ...(race.isInTensorMemory
        ? []
        : [
            `  not morally strong: ${lacks.map((one) => lackText(graph, one, [a, b])).join('; ')}`,
            baseCause
              ? '  ordered by base causality, but not by the part of it that is preserved across proxies'
              : '  not ordered by causality',
          ]),
      ...(isOfLanes(graph, [a, b]) && !baseCause ? [`  ${notInStep}`] : []),
      ...(isOfHalf === true ? [`  ${halfText}`] : []),
      ...because.map((one) => printable(`  ${causeText(graph, one)}`)),
      ...overlapTexts(graph, execution, a, b).map((text) => printable(`  ${text}`)),
      ...(operations === undefined ? [] : [apartText(operations, baseCause)]),
      ...(alike === undefined ? [] : [`  likewise ${counted(alike, 'other pair')} of accesses`]),
    ],
  )
}

/** Lanes have been independent of each other since Volta, and only some operations of a warp order memory (ISA). */
const notInStep =
  'the two threads are lanes of one warp, which are not in step; a shuffle or a vote orders no memory, `__syncwarp()` does'

/** Returns whether two accesses are of two lanes of one warp of a compiled kernel. */
const isOfLanes = (graph: EventGraph, race: readonly [number, number]): boolean => {
  const { program, events } = graph
  const thread = program.threads[events[race[0]]?.origin?.thread ?? -1]
  return thread !== undefined && isCompiled(thread) && isOfOneWarp(graph, race)
}

function headText(race: Pick<Race, 'intraThread' | 'lacks' | 'isInTensorMemory'>): string {
  const { name, section } = raceName(race)
  return `A ${name} (ISA ${section}):`
}

/** Heads a pair that `races` does not count: see `isOfHalf`. */
const halfHead =
  'Two accesses that do not race by the letter of the ISA, but in the published models (ISA 8.7.1, 8.10.6):'

/** Says which order the host's calls do not impose. */
const apartText = ([one, other]: readonly [string, string], baseCause: boolean): string =>
  baseCause
    ? `  no host call makes one of the two, ${one} and ${other}, wait until the other has ended`
    : `  no host call orders ${one} and ${other}`

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
