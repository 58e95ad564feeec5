/** The boxes of pictures: one for each event, and one for both events of an atomic. */

import type { Witness } from '../report/witness.js'
import { must } from '../source/must.js'
import { eventName } from './event.js'
import { effectsInRound, isInitial, leftOutText, sourceText } from './labels.js'
import type { ShownEvent } from './rounds.js'
import { quotation } from './source.js'
import type { View } from './view.js'

/** The contents of a box: an event, the read and the write of an atomic, or events that are left out. */
export type BoxEvents = readonly [ShownEvent, ...ShownEvent[]]

/** Returns the events in their boxes, in the same order. Those that are left out one after the other share a box. */
export function boxesOf(events: readonly ShownEvent[], { witness, isShown }: View): readonly BoxEvents[] {
  const { rmw = [] } = witness.relations
  const boxes: BoxEvents[] = []
  for (const event of events) {
    const before = boxes.at(-1)
    const isLeftOut = !isShown(event.id)
    if (isLeftOut && !event.executed) continue
    const joins =
      before !== undefined &&
      (isShown(before[0].id) ? before.length === 1 && !isLeftOut && isAtomic(before[0], event, rmw) : isLeftOut)
    if (joins) boxes.splice(-1, 1, [...before, event])
    else boxes.push([event])
  }
  return boxes
}

/** Returns the words for the events of a box that are left out, with the rounds of a loop if they are all of it. */
function foldedText(folded: BoxEvents): string {
  const rounds = folded.flatMap(({ round }) => round ?? []).toSorted((a, b) => a - b)
  const [first, last] = [rounds[0], rounds.at(-1)]
  const said = rounds.length < folded.length ? '' : first === last ? `, round ${first}` : `, rounds ${first} to ${last}`
  return `${leftOutText(folded.length)}${said}`
}

/**
 * Returns whether they are the read and the write of one atomic. A write that a failing `cas` leaves out is in no
 * relation.
 */
function isAtomic(read: ShownEvent, write: ShownEvent, rmw: Witness['relations']['rf']): boolean {
  if (read.kind !== 'read' || write.kind !== 'write' || write.id !== read.id + 1) return false
  if (read.thread === null || read.thread !== write.thread || read.instruction !== write.instruction) return false
  return rmw.some(([a, b]) => a === read.id && b === write.id) || (write.asynchronous !== true && !write.executed)
}

/**
 * Returns the texts in a box: `e3,e4: atom.add r0, [x], 1`, what the events did, and from where they were compiled.
 * Effects that are longer than `roomy` together have a text each.
 */
export function boxTexts(shown: BoxEvents, { isShown }: View, roomy = 40): readonly string[] {
  const [first] = shown
  if (!isShown(first.id)) return [foldedText(shown)]
  const title = `${shown.map(({ id }) => eventName(id)).join(',')}: ${sourceText(first)}`
  if (isInitial(first)) return [title]
  const source = first.source === undefined ? [] : [quotation(first.source)]
  return [title, ...effectLines(shown, roomy), ...source].filter((text) => text !== '')
}

function effectLines(shown: BoxEvents, roomy: number): readonly string[] {
  const together = effectsInRound(shown)
  return together.length <= roomy ? [together] : [...new Set(shown.map((one) => effectsInRound([one])))]
}

/** Returns the first event of each box, by its events. */
export function boxFinder(boxes: readonly BoxEvents[]): (event: number) => number {
  const firsts = new Map(boxes.flatMap((box) => box.map(({ id }) => [id, box[0].id] as const)))
  return (event) => must(firsts.get(event), 'a box for each event')
}
