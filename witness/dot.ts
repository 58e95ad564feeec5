/** A witness in Graphviz' language: threads in clusters inside their CTA and GPU. */

import { ctaTitle } from '../litmus/position.js'
import type { Witness } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { type Column, type Cta, columnsOf } from './columns.js'
import { eventName, pairText } from './event.js'
import { styleOf } from './picture/colours.js'
import type { ShownEvent } from './rounds.js'
import { besideTexts, drawnRelations, effectInRound, finalTexts, isInitial, sourceText, titleText } from './shown.js'
import { quotation } from './source.js'

/** A graph, complete. */
export function witnessDot(witness: Witness): string {
  const { events } = witness
  const relations = drawnRelations(witness)
  const columns = columnsOf(witness)
  const numbered = columns.map((column, index) => ({ ...column, index }))
  const framed = ({ name, events, index }: Column & { readonly index: number }, depth: number): readonly string[] =>
    cluster(
      `${depth === 1 ? 'column' : 'thread'}${index}`,
      name,
      depth,
      events.map((event) => `${'  '.repeat(depth + 1)}${node(event)}`),
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
  const label = [titleText(witness), ...besideTexts(witness), finalTexts(witness).join('  ')].map(escaped).join('\\n')
  return [
    `digraph ${quoted(titleText(witness))} {`,
    `  label="${label}"; labelloc=t; compound=true; newrank=true;`,
    '  node [shape=box, fontname=monospace, fontsize=10]; edge [fontname=monospace, fontsize=9];',
    ...events.filter(isInitial).map((event) => `  ${node(event)}`),
    ...clusters,
    ...columns.flatMap(({ events }) =>
      events.flatMap((event, i, all) => {
        const next = all[i + 1]
        return next === undefined || event.thread === null || event.thread !== next.thread
          ? []
          : [`  ${pairText(event.id, next.id)} [color=gray, label=po];`]
      }),
    ),
    ...relations.flatMap(({ name, pairs }, i) => {
      const { light } = styleOf(name, i, witness.synchronisation)
      const constraint = name === 'rf' || witness.synchronisation.includes(name) ? '' : ', constraint=false'
      return pairs.map(
        ([a, b]) =>
          `  ${pairText(a, b)} [label=${quoted(name)}, color=${quoted(light)}, fontcolor=${quoted(light)}${constraint}];`,
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

function node(event: ShownEvent): string {
  const lines = [
    `${eventName(event.id)}: ${sourceText(event)}`,
    ...(isInitial(event) ? [] : [effectInRound(event)]),
    ...(event.source === undefined ? [] : [quotation(event.source)]),
  ]
  const label = lines
    .filter((line) => line !== '')
    .map(escaped)
    .join('\\n')
  return `${eventName(event.id)} [label="${label}"${event.executed ? '' : ', style=dashed'}];`
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')
const quoted = (text: string): string => `"${escaped(text)}"`
