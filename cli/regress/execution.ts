/** An execution as lines of text. */

import type { EventGraph } from '../../encoder/events/event.js'
import type { Execution } from '../../encoder/execution/execution.js'
import type { DataType } from '../../litmus/instruction.js'
import { printable } from '../../source/diagnostic.js'

type Event = EventGraph['events'][number]

/**
 * The events of an execution, each with its thread, its instruction and what it reads or writes; then coherence where it relates
 * writes of the program, Fence-SC order, and the final values.
 */
export function witnessLines({ program, events }: EventGraph, execution: Execution): readonly string[] {
  const shown = events.filter(({ id, origin }) => origin !== undefined && execution.executed[id])
  const labels = new Map(shown.map(({ id }, i) => [id, label(i)]))
  const labelOf = (id: number) => labels.get(id) ?? 'the initial write'
  const typeAt = (event: Event): DataType | undefined =>
    'location' in event ? program.locations[event.location]?.type : undefined
  const valueOf = (event: Event): string => valueText(execution.values[event.id], typeAt(event))

  const rows = shown.map((event) => {
    const thread = program.threads[event.origin?.thread ?? -1]
    const place = thread?.instructions[event.origin?.instruction ?? -1]?.span
    const text = place === undefined ? '' : place.source.text.slice(place.start, place.end)
    const source = execution.rf.find(([, read]) => read === event.id)?.[0]
    const effect =
      event.kind === 'write'
        ? `writes ${valueOf(event)}`
        : event.kind === 'read' && source !== undefined
          ? `reads ${valueOf(event)} from ${labelOf(source)}`
          : ''
    return [labelOf(event.id), thread?.name ?? '', printable(text.replace(/\s+/g, ' ')), effect]
  })
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const order = (name: string, pairs: Execution['co']): readonly string[] => {
    const among = pairs.filter(([a, b]) => labels.has(a) && labels.has(b))
    return among.length === 0 ? [] : [`${name}: ${among.map(([a, b]) => `${labelOf(a)} → ${labelOf(b)}`).join(', ')}`]
  }
  const final = program.locations.flatMap(({ name, type }, location) => {
    const write = execution.final[location] ?? -1
    return write === -1 ? [] : [`${name} = ${valueText(execution.values[write], type)}`]
  })
  return [
    ...rows.map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    ...order('co', execution.co),
    ...order('sync_fence', execution.sync_fence),
    `final: ${final.join(', ')}`,
  ]
}

/** `a` to `z`, then `a1` and so on. */
const label = (index: number): string => {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (index % 26))
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`
}

const valueText = (bits: bigint | undefined, type: DataType | undefined): string =>
  bits === undefined ? '?' : String(type?.signed ? BigInt.asIntN(type.width, bits) : bits)
