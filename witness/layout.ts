/**
 * Where everything stands in a picture: threads as columns in program order, inside boxes for their CTA and GPU, initial writes on top,
 * a legend at the bottom. Plain numbers in pixels; nothing is measured, since every line of text is drawn at the width that it is given here.
 */

import { ctaTitle } from '../litmus/position.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { printable } from '../source/diagnostic.js'
import { groupBy } from '../source/group.js'
import { drawn, type Edge, type Point, type Rectangle, straightDown } from './edges.js'
import { eventName } from './event.js'
import { findRoutes, type Lane, type Slot } from './routes.js'
import {
  type Column,
  columnsOf,
  drawnRelations,
  effectText,
  emptyRelations,
  finalTexts,
  isInitial,
  questionText,
  type ShownRelation,
  sourceText,
  titleText,
} from './shown.js'

export interface Label extends Rectangle {
  readonly text: string
  readonly kind: 'title' | 'heading' | 'source' | 'effect' | 'note'
}

export interface Box extends Rectangle {
  readonly kind: 'event' | 'unexecuted' | 'cta' | 'gpu'
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly labels: readonly Label[]
  readonly edges: readonly Edge[]
  /** A line for each relation of the edges, with its name beside it. */
  readonly legend: readonly {
    readonly relation: string
    readonly line: readonly [Point, Point]
    readonly label: Label
  }[]
}

const character = 7.3
const line = 16
const padding = 8
const boxHeight = 2 * line + padding
const initialHeight = line + padding
const margin = 16
/** Between a column and the first lane of a gutter: room for the sides of a CTA and a GPU. */
const shoulder = 26
const laneWidth = 9
const longest = 72

const widthOf = (text: string): number => text.length * character
const shortened = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`)

/** The picture of a witness. */
export function layoutOf(witness: Witness): Picture {
  const { events } = witness
  const relations = drawnRelations(witness)
  const order = columnsOf(witness)
  const initial = events.filter(isInitial)
  const columns = order.map(({ events }) => events)
  const rows = Math.max(0, ...columns.map(({ length }) => length))
  const slots = new Map<number, Slot>([
    ...initial.map(({ id }, index) => [id, { kind: 'initial', index }] as const),
    ...columns.flatMap((column, i) => column.map(({ id }, row) => [id, { kind: 'cell', column: i, row }] as const)),
  ])

  const down = order.flatMap((column) => straight(column, relations))
  const pairs = relations
    .flatMap(({ name, pairs }) => pairs.map(([from, to]) => ({ relation: name, from, to })))
    .filter(
      (one) => !down.some(({ relation, from, to }) => relation === one.relation && from === one.from && to === one.to),
    )
  const placed = pairs.flatMap((pair) => {
    const [from, to] = [slots.get(pair.from), slots.get(pair.to)]
    return from === undefined || to === undefined ? [] : [{ ...pair, slots: { from, to } }]
  })
  const nearest = (index: number) => (index * Math.max(0, columns.length - 1)) / Math.max(1, initial.length - 1)
  const { routes, lanes } = findRoutes(
    placed.map(({ slots }) => slots),
    columns.length,
    nearest,
  )

  // Across: columns as wide as their labels, gutters as wide as their lanes.
  const headings = order.map(({ name }) => printable(name))
  const widths = columns.map(
    (column, i) => 2 * padding + Math.max(widthOf(headings[i] ?? ''), 90, ...column.flatMap(boxTexts).map(widthOf)),
  )
  const gutters = [...columns, []].map((_, i) => {
    const outer = i === 0 || i === columns.length
    return (outer ? 1 : 2) * shoulder + Math.max(outer ? 0 : 24, (lanes('gutter', i) + 1) * laneWidth)
  })
  const lefts = widths.map((_, i) => margin + sum(gutters.slice(0, i + 1)) + sum(widths.slice(0, i)))
  const threadsRight = margin + sum(gutters) + sum(widths)
  const initialWidths = initial.map((event) => widthOf(initialText(event)) + 2 * padding)
  const initialGap = 18
  const initialRoom = sum(initialWidths) + initialGap * Math.max(0, initial.length - 1)
  const content = Math.max(threadsRight, margin * 2 + initialRoom, 480)
  const initialLeft = Math.max(margin, (Math.min(content, threadsRight + margin) - initialRoom) / 2)
  const initialLefts = initial.map((_, i) => initialLeft + sum(initialWidths.slice(0, i)) + initialGap * i)

  // Down: title, initial writes, headings, rows with corridors above and below.
  const title = [titleText(witness), ...(witness.question === null ? [] : [questionText(witness.question)])]
  const titles = stack(
    title.flatMap((text) => wrapped(text.split(' '), ' ', content - 2 * margin)),
    margin,
    14,
    'title',
  )
  const initialTop = 14 + titles.length * line + 12
  const corridor = (index: number) => 18 + (lanes('corridor', index) + 1) * laneWidth
  const firstCorridor = initial.length === 0 ? 0 : corridor(0)
  const gpuTop = initialTop + (initial.length === 0 ? 0 : initialHeight) + firstCorridor
  const rowsTop = gpuTop + 3 * (line + 6)
  const tops = Array.from(
    { length: rows },
    (_, row) => rowsTop + row * boxHeight + sum(Array.from({ length: row }, (_, i) => corridor(i + 1))),
  )
  const rowsBottom = rows === 0 ? rowsTop : (tops.at(-1) ?? rowsTop) + boxHeight + corridor(rows)

  const rectangle = (slot: Slot): Rectangle =>
    slot.kind === 'initial'
      ? {
          x: initialLefts[slot.index] ?? 0,
          y: initialTop,
          width: initialWidths[slot.index] ?? 0,
          height: initialHeight,
        }
      : { x: lefts[slot.column] ?? 0, y: tops[slot.row] ?? 0, width: widths[slot.column] ?? 0, height: boxHeight }
  const laneAt = (one: Lane): number => {
    const { index, lane } = one
    if (one.kind === 'gutter') {
      const away = shoulder + (lane + 1) * laneWidth
      if (one.beside === 'right') return (lefts[index] ?? 0) - away
      return (lefts[index - 1] ?? 0) + (widths[index - 1] ?? 0) + away
    }
    const start = index === 0 ? initialTop + initialHeight : (tops[index - 1] ?? rowsTop) + boxHeight
    return start + 9 + (lane + 1) * laneWidth
  }

  const eventBoxes = events.map((event): Box & { readonly event: WitnessEvent } => ({
    ...rectangle(slots.get(event.id) ?? { kind: 'initial', index: 0 }),
    kind: event.executed ? 'event' : 'unexecuted',
    event,
  }))
  const { frames, frameLabels } = frameBoxes(order, { lefts, widths, top: gpuTop, bottom: rowsBottom })
  const headingLabels = headings.map((text, i) => ({
    text,
    kind: 'heading' as const,
    x: (lefts[i] ?? 0) + padding,
    y: gpuTop + 2 * (line + 5),
    width: widthOf(text),
    height: line,
  }))

  const edges = [
    ...down.map((one) => straightDown(one, rectangle, slots)),
    ...drawn(
      placed.map((one, i) => ({ ...one, route: routes[i] })),
      rectangle,
      laneAt,
    ),
  ]

  const final = stack(
    [
      ...wrapped(['finally:', ...finalTexts(witness)], '  ', content - 2 * margin),
      ...emptyRelations(witness).map((name) => `${name}: none`),
    ],
    margin,
    rowsBottom + 14,
    'note',
  )
  const legendTop = rowsBottom + 14 + final.length * line + 10
  const names = [
    ...(down.some(({ relation }) => relation === 'po') ? ['po'] : []),
    ...relations.map(({ name }) => name),
  ]
  const { legend, bottom } = legendOf(names, content, legendTop)
  return {
    width: content + margin,
    height: bottom + margin,
    boxes: [...frames, ...eventBoxes],
    labels: [...titles, ...frameLabels, ...headingLabels, ...eventBoxes.flatMap(labelsIn), ...final],
    edges,
    legend,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** What leads from one box of a column to the next: program order, or between the tasks of a stream, what orders them. */
const straight = ({ events }: Column, relations: readonly ShownRelation[]): readonly Omit<Edge, 'start' | 'steps'>[] =>
  events.flatMap(({ id: from, thread }, i) => {
    const next = events[i + 1]
    if (next === undefined) return []
    const to = next.id
    if (thread !== null && thread === next.thread) return [{ relation: 'po', from, to }]
    const api = relations.find(({ name }) => name === 'api')?.pairs ?? []
    return api.some(([a, b]) => a === from && b === to) ? [{ relation: 'api', from, to }] : []
  })

const initialText = (event: WitnessEvent): string => shortened(`${eventName(event.id)}: ${sourceText(event)}`)

const boxTexts = (event: WitnessEvent): readonly string[] =>
  isInitial(event)
    ? [initialText(event)]
    : [`${eventName(event.id)}: ${sourceText(event)}`, effectText(event)].filter((text) => text !== '').map(shortened)

const labelsIn = ({ event, x, y, height }: Box & { readonly event: WitnessEvent }): readonly Label[] => {
  const texts = boxTexts(event)
  const top = y + (height - texts.length * line) / 2
  return texts.map((text, i) => ({
    text,
    kind: i === 0 ? 'source' : 'effect',
    x: x + padding,
    y: top + i * line,
    width: widthOf(text),
    height: line,
  }))
}

const stack = (texts: readonly string[], x: number, y: number, kind: Label['kind']): readonly Label[] =>
  texts.map((text, i) => ({ text, kind, x, y: y + i * line, width: widthOf(text), height: line }))

/** The words in lines that are no wider than the room; a word that is wider is cut. */
function wrapped(words: readonly string[], between: string, room: number): readonly string[] {
  const most = Math.max(20, Math.floor(room / character))
  const cut = words.filter((word) => word !== '').flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? [])
  const lines: string[] = []
  for (const word of cut) {
    const longer = `${lines.at(-1)}${between}${word}`
    if (lines.length === 0 || longer.length > most) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

interface Frame {
  readonly lefts: readonly number[]
  readonly widths: readonly number[]
  readonly top: number
  readonly bottom: number
}

/** Boxes around the columns of each CTA and GPU, with their names above the first column. */
function frameBoxes(
  order: readonly Column[],
  { lefts, widths, top, bottom }: Frame,
): { readonly frames: readonly Box[]; readonly frameLabels: readonly Label[] } {
  const placed = [...order.keys()].filter((column) => order[column]?.thread?.gpu !== undefined)
  const groups = (key: (thread: Column['thread']) => string) => [
    ...groupBy(placed, (column) => key(order[column]?.thread)).values(),
  ]
  const framed = (columns: readonly number[], kind: 'cta' | 'gpu') => {
    const [first = 0, last = 0] = [columns[0], columns.at(-1)]
    const thread = order[first]?.thread
    const [outset, down] = kind === 'gpu' ? [20, 0] : [11, line + 5]
    const x = (lefts[first] ?? 0) - outset
    const text = kind === 'gpu' ? `GPU ${thread?.gpu}` : thread === undefined ? '' : ctaTitle(thread)
    const width = (lefts[last] ?? 0) + (widths[last] ?? 0) + outset - x
    return {
      frame: { kind, x, y: top + down, width, height: bottom + (kind === 'gpu' ? 8 : 0) - top - down },
      label: {
        text,
        kind: 'heading' as const,
        x: lefts[first] ?? 0,
        y: top + down + 2,
        width: widthOf(text),
        height: line,
      },
    }
  }
  const all = [
    ...groups((thread) => `${thread?.gpu}`).map((columns) => framed(columns, 'gpu')),
    ...groups((thread) => `${thread?.gpu} ${thread?.kernel} ${thread?.cluster} ${thread?.cta}`).map((columns) =>
      framed(columns, 'cta'),
    ),
  ]
  return { frames: all.map(({ frame }) => frame), frameLabels: all.map(({ label }) => label) }
}

/** The relations one after the other, in as many lines as are needed. */
function legendOf(
  names: readonly string[],
  room: number,
  top: number,
): Pick<Picture, 'legend'> & { readonly bottom: number } {
  const sample = 28
  let [x, y] = [margin, top]
  const legend = names.map((relation) => {
    const width = sample + 6 + widthOf(relation)
    if (x > margin && x + width > room) [x, y] = [margin, y + line + 4]
    const middle = y + line / 2
    const entry = {
      relation,
      line: [
        { x, y: middle },
        { x: x + sample, y: middle },
      ] as const,
      label: {
        text: relation,
        kind: 'note' as const,
        x: x + sample + 6,
        y,
        width: widthOf(relation),
        height: line,
      },
    }
    x += width + 20
    return entry
  })
  return { legend, bottom: y + line }
}
