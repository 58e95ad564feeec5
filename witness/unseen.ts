/** Writes that a waiting thread is not promised to see, and why. */

import type { LaterWrite } from '../encoder/events/barriers/hangs.js'
import { accessAt, type EventGraph, type MemoryEvent } from '../encoder/events/graph/event.js'
import { memoryPositionOf, scopeIncludes } from '../encoder/events/graph/scopes.js'
import type { Execution } from '../encoder/execution/execution.js'
import type { UnseenWrite } from '../report/parts.js'
import { formatPlace } from '../source/diagnostic.js'
import { writtenAt } from '../source/text.js'
import { originOf } from './event.js'
import { orderOf, proxyOf } from './qualifiers.js'
import { sourceAt } from './source.js'

/**
 * Returns the writes of other values that replace what a thread in a hang reads over and over, without any promise that
 * it sees them, each once.
 */
export function unseenWrites(
  graph: EventGraph,
  { values }: Pick<Execution, 'values'>,
  later: readonly LaterWrite<boolean>[],
): UnseenWrite[] {
  const found = later.flatMap(({ read, write, unseen }): readonly UnseenWrite[] => {
    const [from, to] = [accessAt(graph, write), accessAt(graph, read)]
    const origin = originOf(from, graph.program)
    if (!unseen || origin === undefined || values[write] === values[read]) return []
    const { thread, instruction } = origin
    return [
      {
        thread: thread.name,
        instruction: writtenAt(instruction.span),
        place: formatPlace(instruction.span),
        ...sourceAt(instruction.span),
        why: reasons(graph, from, to).join(', '),
      },
    ]
  })
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}

/** Returns the reasons why a write and a read are not morally strong (ISA 8.7). */
function reasons({ program }: EventGraph, write: MemoryEvent, read: MemoryEvent): readonly string[] {
  const weak = [write, read].flatMap((one) => (orderOf(one.sets) === null ? [`weak ${one.kind}`] : []))
  const includes = (one: MemoryEvent, other: MemoryEvent) => scopeIncludes(program, one, other, memoryPositionOf)
  const narrow =
    weak.length > 0
      ? []
      : [
          ...(includes(write, read) ? [] : ['the scope of the write leaves the reader out']),
          ...(includes(read, write) ? [] : ['the scope of the read leaves the writer out']),
        ]
  const otherPath = proxyOf(write.sets) === proxyOf(read.sets) ? [] : ['another proxy']
  const reasons = [...weak, ...narrow, ...otherPath]
  return reasons.length > 0 ? reasons : ['another address, or other bytes']
}
