/** A witness in Graphviz' language: threads in clusters inside their CTA and GPU. */

import { ctaTitle } from '../litmus/position.js'
import type { Witness } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { type BoxEvents, boxesOf, boxFinder, boxTexts } from './boxes.js'
import { type Cta, shownColumns } from './columns.js'
import { drawnRelations } from './drawn.js'
import { eventName, pairText } from './event.js'
import { besideTexts, finalTexts, isInitial, questionText, titleText } from './labels.js'
import { styleOf } from './picture/colours.js'
import { shownEvents } from './rounds.js'
import { type Drawn, leftTexts, type View, viewOf } from './view.js'

/** Returns a graph of the argument of an execution, or of all of it. */
export function witnessDot(whole: Witness, { show = [], isWhole = false }: Drawn = {}): string {
  const view = viewOf(whole, { show, isWhole })
  const { witness } = view
  const initial = shownEvents(witness).filter((event) => isInitial(event) && view.isShown(event.id))
  const columns = shownColumns(view).columns.map((column) => ({ ...column, boxes: boxesOf(column.events, view) }))
  const boxes: readonly BoxEvents[] = [...initial.map((one) => [one] as const), ...columns.flatMap((one) => one.boxes)]
  const relations = drawnRelations(view, boxes, show)
  const boxAt = boxFinder(boxes)
  const arrow = (from: number, to: number): string => pairText(boxAt(from), boxAt(to))
  const numbered = columns.map((column, index) => ({ ...column, index }))
  const framed = ({ name, boxes, index }: (typeof numbered)[number], depth: number): readonly string[] =>
    cluster(
      `${depth === 1 ? 'column' : 'thread'}${index}`,
      name,
      depth,
      boxes.map((shown) => `${'  '.repeat(depth + 1)}${node(shown, view)}`),
    )
  const onNoGpu = numbered.filter(({ cta }) => cta === undefined)
  const onGpus = numbered.flatMap((column) => (column.cta === undefined ? [] : [{ column, cta: column.cta }]))
  const clusters = [
    ...onNoGpu.flatMap((column) => framed(column, 1)),
    ...[...groupBy(onGpus, ({ cta }) => cta.gpu)].flatMap(([gpu, inGpu]) =>
      cluster(
        `gpu${gpu}`,
        `GPU ${gpu}`,
        1,
        [...groupBy(inGpu, ({ cta }) => ctaKey(cta))].flatMap(([key, inCta]) =>
          cluster(
            `gpu${gpu}_${key}`,
            ctaTitle(inCta[0].cta),
            2,
            inCta.flatMap(({ column }) => framed(column, 3)),
          ),
        ),
      ),
    ),
  ]
  const label = [
    titleText(witness),
    ...questionText(witness),
    ...besideTexts(witness, view.left === undefined),
    ...leftTexts(view),
    finalTexts(witness).join('  '),
  ]
    .map(escaped)
    .join('\\n')
  return [
    `digraph ${quoted(titleText(witness))} {`,
    `  label="${label}"; labelloc=t; compound=true; newrank=true;`,
    '  node [shape=box, fontname=monospace, fontsize=10]; edge [fontname=monospace, fontsize=9];',
    ...initial.map((event) => `  ${node([event], view)}`),
    ...clusters,
    ...columns.flatMap(({ boxes }) =>
      boxes.flatMap(([event], i, all) => {
        const next = all[i + 1]?.[0]
        return next === undefined || event.thread === null || event.thread !== next.thread
          ? []
          : [`  ${arrow(event.id, next.id)} [color=gray, label=po];`]
      }),
    ),
    ...relations.flatMap(({ name, pairs }, i) => {
      const { light, width, symmetric } = styleOf(name, i, witness.synchronisation)
      const marked = `${width === undefined ? '' : `, style=dashed, penwidth=${width}`}${symmetric ? ', dir=none' : ''}`
      const constraint = name === 'rf' || witness.synchronisation.includes(name) ? '' : ', constraint=false'
      return pairs.map(
        ([a, b]) =>
          `  ${arrow(a, b)} [label=${quoted(name)}, color=${quoted(light)}, fontcolor=${quoted(light)}${marked}${constraint}];`,
      )
    }),
    '}',
  ].join('\n')
}

const ctaKey = ({ kernel, cluster, cta }: Cta): string =>
  [
    ...(kernel === undefined ? [] : [`${kernel}_`]),
    ...(cluster === undefined ? [] : [`c${cluster}_`]),
    `cta${cta}`,
  ].join('')

const cluster = (name: string, label: string, depth: number, lines: readonly string[]): readonly string[] => {
  const indent = '  '.repeat(depth)
  return [`${indent}subgraph cluster_${name} {`, `${indent}  label=${quoted(label)};`, ...lines, `${indent}}`]
}

function node(shown: BoxEvents, view: View): string {
  const [{ id, executed }] = shown
  const label = boxTexts(shown, view).map(escaped).join('\\n')
  return `${eventName(id)} [label="${label}"${executed ? '' : ', style=dashed'}];`
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')
const quoted = (text: string): string => `"${escaped(text)}"`
