/** Fences that do not count, as text. */

import type { EventGraph } from '../../encoder/events/graph/event.js'
import type { IdleFence } from '../../races/idle-fence.js'
import { idleText } from '../../races/idle-texts.js'

/** Returns an empty line and a sentence for each fence; nothing if there are none. */
export const idleLines = (graph: EventGraph, fences: readonly IdleFence[]): readonly string[] =>
  fences.length === 0
    ? []
    : ['', ...fences.map((one) => `${idleText(graph, one).replace(/^./, (letter) => letter.toUpperCase())}.`)]
