/** The write from which each byte of a read comes, if there are several. */

import type { EventGraph } from '../encoder/events/graph/event.js'
import { isMemory } from '../encoder/events/graph/event.js'
import { cellName } from '../encoder/events/memory/names.js'
import { bytesOf } from '../encoder/events/memory/places.js'
import type { Execution } from '../encoder/execution/execution.js'
import { placeIn } from '../encoder/execution/replay.js'
import type { PartReport } from '../report/witness.js'
import { must } from '../source/must.js'

/** Returns the parts of reads that take their bytes from more than one write, read by read and byte by byte. */
export function partsIn(graph: EventGraph, execution: Execution): readonly PartReport[] {
  const several = execution.parts.filter(({ read, write }) =>
    execution.parts.some((other) => other.read === read && other.write !== write),
  )
  return several
    .map(({ read, cell, write }): PartReport => {
      const { offset, bytes } = must(graph.cells[cell], 'the cell of a part')
      const first = offset - startOf(graph, execution, read)
      return { read, bytes: cellName(graph, cell), at: [first, first + bytes - 1], write }
    })
    .toSorted((a, b) => a.read - b.read || a.at[0] - b.at[0])
}

/** Returns the offset of the first byte that a read covers. */
function startOf({ events }: EventGraph, execution: Execution, read: number): number {
  const event = must(events[read], 'a read')
  if (!isMemory(event)) throw new Error(`event ${read} is not a read`)
  return must(placeIn(event, execution), `where the ${bytesOf(event)} bytes of read ${read} are`).offset
}

/** Returns `bytes 0-3 from e2, 4-7 from e5`, given the parts of one read; nothing if it has no parts. */
export function partsText(parts: readonly PartReport[]): readonly string[] {
  const joined: { first: number; last: number; write: number }[] = []
  for (const {
    at: [first, last],
    write,
  } of parts) {
    const before = joined.at(-1)
    if (before?.write === write && before.last + 1 === first) before.last = last
    else joined.push({ first, last, write })
  }
  if (joined.length === 0) return []
  const ranges = joined.map(({ first, last, write }) => `${first === last ? first : `${first}-${last}`} from e${write}`)
  return [`bytes ${ranges.join(', ')}`]
}
