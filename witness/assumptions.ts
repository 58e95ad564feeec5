/** The assumptions of answers that the ISA does not promise on every system, for documents and texts. */

import {
  type Assumed,
  type Event,
  type EventGraph,
  isMemory,
  type MemoryEvent,
  type Pair,
} from '../encoder/events/graph/event.js'
import { overlapping, together } from '../encoder/events/memory/places.js'
import { never } from '../encoder/values/expression.js'
import { threadAt } from '../litmus/program.js'
import type { AssumptionReport } from '../report/parts.js'
import { formatPlace, printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import type { Span } from '../source/text.js'
import { originOf } from './event.js'
import { placedAt, placesText } from './source.js'

/**
 * Returns the assumptions on which the answers about a program rest. `halves` are the pairs of accesses that do not race
 * only since an atomic is one operation.
 */
export function assumptionReportOf(graph: EventGraph, halves: readonly Pair[] = []): AssumptionReport {
  const choices = graph.assumed.filter(({ what, when }) => when !== never && assumptionOf[what].concerns !== 'races')
  return reported([...atomicsWithHost(graph), ...atomicsAsOne(graph, halves), ...choicesOf(graph, choices)])
}

/**
 * Returns the assumptions on which a race between these events rests: only what decides about the bytes of their
 * accesses matters to an execution that exists.
 */
export function raceAssumptionsOf(graph: EventGraph, racing: readonly number[]): AssumptionReport {
  const choices = graph.assumed.filter(
    ({ what, when, thread, instruction }) =>
      when !== never &&
      ['bytes', 'races'].includes(assumptionOf[what].concerns) &&
      racing.some((id) => {
        const origin = graph.events[id]?.origin
        return origin?.thread === thread && origin.instruction === instruction
      }),
  )
  return reported(choicesOf(graph, choices))
}

const reported = (assumptions: readonly Assumption[]): AssumptionReport =>
  assumptions.length === 0 ? {} : { assumptions: [...assumptions] }

type Assumption = NonNullable<AssumptionReport['assumptions']>[number]

/**
 * Returns the assumption that atomics are atomic with what the host does. Source: ISA 8.1.1, "certain strong operations with
 * system scope may not be performed atomically on some systems" when they communicate with the host. So the places of
 * `.sys` atomics by threads of a GPU are listed here, if the host also accesses their memory.
 */
function atomicsWithHost(graph: EventGraph): readonly Assumption[] {
  const { events, program, rmw } = graph
  if (program.host === undefined) return []
  const isOfHost = ({ origin }: Event): boolean =>
    origin !== undefined && threadAt(program.threads, origin.thread).kind === 'host'
  const byHost = events.filter((event): event is MemoryEvent => isMemory(event) && isOfHost(event))
  const atomics = rmw.flatMap(([read]) => {
    const event = events[read]
    if (event === undefined || !isMemory(event) || isOfHost(event) || !event.sets.includes('SYS')) return []
    return byHost.some((other) => together(event, other, overlapping) !== never) ? [event] : []
  })
  const spans = atomics.flatMap((event) => originOf(event, program)?.instruction.span ?? [])
  if (spans.length === 0) return []
  const what = 'a `.sys` atomic is atomic with what the host does, which some systems do not guarantee'
  return [{ what, section: '8.1.1', places: placesOf(spans) }]
}

/**
 * Returns the assumption that an atomic is one operation (ISA 8.4), so that it is ordered before what its write is
 * ordered before. Observation orders its write alone here, as in the published models (`axioms/README.md`).
 */
function atomicsAsOne({ events, program }: EventGraph, halves: readonly Pair[]): readonly Assumption[] {
  const spans = halves
    .flat()
    .flatMap((id) => events[id] ?? [])
    .flatMap((event) => originOf(event, program)?.instruction.span ?? [])
  if (spans.length === 0) return []
  const what = 'an atomic is one operation, all of which comes before what its write is ordered before'
  return [{ what, section: '8.10.6', places: placesOf(spans) }]
}

/**
 * What is assumed of instructions, the section of the ISA that leaves it open, and what it concerns: which bytes are
 * accessed; that only for races, since more bytes are read than on hardware; whether the behaviour is defined, or who waits.
 */
const assumptionOf: {
  readonly [W in Assumed['what']]: {
    readonly what: string
    readonly section: string
    readonly concerns: 'bytes' | 'races' | 'definedness' | 'hangs'
  }
} = {
  'whole object': {
    what: 'an instruction accesses the whole of an object if it is not known which bytes it accesses',
    section: '9.7.16',
    concerns: 'bytes',
  },
  row: {
    what: 'the lane that gives the address of a row of `ldmatrix` or `stmatrix` accesses the row',
    section: '9.7.16',
    concerns: 'bytes',
  },
  'whole rows': {
    what: 'a matrix of `wgmma` or `tcgen05` is read in whole rows, which are more bytes than it has',
    section: '9.7.17, 9.7.18',
    concerns: 'races',
  },
  moves: {
    what: 'a `mov` of a register of a matrix, which compilers add and assemblers remove, is no access to it',
    section: '9.7.17',
    concerns: 'definedness',
  },
  registers: {
    what: 'registers are there when `setmaxnreg.inc` asks for them, since it is not known how many a thread has before',
    section: '9.7.21.5',
    concerns: 'hangs',
  },
  'all registers': {
    what: '`setmaxnreg.inc` goes on once there are registers for all warps of the CTA that may ask for more',
    section: '9.7.21.5',
    concerns: 'hangs',
  },
  columns: {
    what: '`tcgen05.alloc` gets its columns, which are the last of the SM that are free',
    section: '9.7.18.7.1',
    concerns: 'definedness',
  },
  peer: {
    what: 'the other CTA of the pair also comes to `tcgen05.alloc.cta_group::2` and `tcgen05.dealloc.cta_group::2`',
    section: '9.7.18.5',
    concerns: 'hangs',
  },
  response: {
    what: 'a kernel looks at a response of `clusterlaunchcontrol.try_cancel` by `query_cancel` only: its bits are opaque',
    section: '9.7.15',
    concerns: 'bytes',
  },
  alignment: {
    what: 'shared memory is aligned as the launch says by `aligned`, and not only as it is declared',
    section: '5.4.5',
    concerns: 'bytes',
  },
  metadata: {
    what: 'the metadata of a sparse matrix are indices that have a meaning',
    section: '9.7.16.6, 9.7.17.6, 9.7.18.10.9',
    concerns: 'definedness',
  },
  collected: {
    what: 'a product with `.collector::…::use` or `::lastuse` finds the matrix in the buffer, which an earlier one has filled',
    section: '9.7.18.10.10',
    concerns: 'definedness',
  },
  'whole lanes': {
    what: 'an operand of `tcgen05` has all lanes of its columns, and more columns than it may have',
    section: '9.7.18.10.5',
    concerns: 'races',
  },
}

/** Returns each assumption with the instructions of which it is made. */
const choicesOf = ({ program }: EventGraph, choices: readonly Assumed[]): readonly Assumption[] =>
  [...groupBy(choices, ({ what }) => what)].map(([choice, some]) => {
    const { what, section } = assumptionOf[choice]
    const spans = some.flatMap(
      ({ thread, instruction }) => threadAt(program.threads, thread).instructions[instruction]?.span ?? [],
    )
    return { what, section, places: placesOf(spans) }
  })

/** Returns each place once. */
const placesOf = (spans: readonly Span[]): Assumption['places'] => [
  ...new Map(spans.map((span) => [formatPlace(span), placedAt(span)])).values(),
]

/** Writes a line for each assumption and the instructions that it concerns. */
export const assumptionTexts = ({ assumptions = [] }: AssumptionReport): readonly string[] =>
  assumptions.map(({ what, section, places }) =>
    printable(`assumes that ${what} (ISA ${section}): ${placesText(places)}`),
  )
