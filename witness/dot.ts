/** A witness in Graphviz' language: threads in clusters inside their CTA and GPU. */

import { ctaTitle } from '../litmus/position.js'
import type { Witness, WitnessEvent } from '../report/witness.js'
import { groupBy } from '../source/group.js'
import { styleOf } from './colours.js'
import { eventName, pairText } from './event.js'
import {
  type Column,
  columnsOf,
  drawnRelations,
  effectText,
  finalTexts,
  isInitial,
  sourceText,
  titleText,
} from './shown.js'

/** A graph, complete. */
export function witnessDot(witness: Witness): string {
  const { events } = witness
  const relations = drawnRelations(witness)
  const columns = columnsOf(witness).map((column, index) => ({ ...column, index }))
  const framed = ({ name, events, index }: Column & { readonly index: number }, depth: number): readonly string[] =>
    cluster(
      `${depth === 1 ? 'column' : 'thread'}${index}`,
      name,
      depth,
      events.map((event) => `${'  '.repeat(depth + 1)}${node(event)}`),
    )
  const gpus = groupBy(columns, ({ thread }) => thread?.gpu)
  const clusters = [...gpus].flatMap(([gpu, inGpu]) => {
    if (gpu === undefined) return inGpu.flatMap((column) => framed(column, 1))
    const ctas = groupBy(inGpu, ({ thread }) => ctaKey(thread))
    return cluster(
      `gpu${gpu}`,
      `GPU ${gpu}`,
      1,
      [...ctas].flatMap(([cta, inCta]) =>
        cluster(
          `gpu${gpu}_${cta}`,
          ctaTitle(inCta[0].thread ?? {}),
          2,
          inCta.flatMap((column) => framed(column, 3)),
        ),
      ),
    )
  })
  const label = [titleText(witness), finalTexts(witness).join('  ')].map(escaped).join('\\n')
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

const ctaKey = (thread: Column['thread']): string =>
  [
    ...(thread?.kernel === undefined ? [] : [`${thread.kernel}_`]),
    ...(thread?.cluster === undefined ? [] : [`c${thread.cluster}_`]),
    `cta${thread?.cta}`,
  ].join('')

const cluster = (name: string, label: string, depth: number, lines: readonly string[]): readonly string[] => {
  const indent = '  '.repeat(depth)
  return [`${indent}subgraph cluster_${name} {`, `${indent}  label=${quoted(label)};`, ...lines, `${indent}}`]
}

function node(event: WitnessEvent): string {
  const lines = [`${eventName(event.id)}: ${sourceText(event)}`, ...(isInitial(event) ? [] : [effectText(event)])]
  const label = lines
    .filter((line) => line !== '')
    .map(escaped)
    .join('\\n')
  return `${eventName(event.id)} [label="${label}"${event.executed ? '' : ', style=dashed'}];`
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')
const quoted = (text: string): string => `"${escaped(text)}"`
