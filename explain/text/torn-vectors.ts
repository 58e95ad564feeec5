/** Torn vectors as text. */

import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import { eventLines, eventName } from '../../witness/event.js'
import type { Torn } from '../torn-vectors.js'

/** Returns the torn vectors of an execution, each with the elements that show it. */
export const tornLines = (graph: EventGraph, execution: Execution, torn: readonly Torn[]): readonly string[] =>
  torn.flatMap(({ fresh, stale }) => [
    '',
    'A torn vector: its elements are separate accesses, in no order (ISA 8.2.4):',
    ...[stale.write, fresh.write, stale.read, fresh.read]
      .flatMap((id) => eventLines(graph, id, execution))
      .map((line) => `  ${line}`),
    `  ${eventName(fresh.read)} reads from ${eventName(fresh.write)}, ${eventName(stale.read)} from before ${eventName(stale.write)}`,
  ])
