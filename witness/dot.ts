/** A witness in Graphviz' language: threads in clusters inside their CTA and GPU. */

import { ctaTitle } from '../litmus/position.js'
import { groupBy } from '../source/group.js'
import { styleOf } from './colours.js'
import type { Witness, WitnessEvent } from './document.js'
import { drawnRelations, effectText, eventName, finalTexts, sourceText, titleText } from './shown.js'

/** A graph, complete. */
export function witnessDot(witness: Witness): string {
  const { events, threads } = witness
  const relations = drawnRelations(witness)
  const ofThread = (index: number) => events.filter(({ thread }) => thread === index)
  const gpus = groupBy(
    threads.map((thread, index) => ({ ...thread, index })),
    ({ gpu }) => gpu,
  )
  const clusters = [...gpus].flatMap(([gpu, inGpu]) =>
    cluster(`gpu${gpu}`, `GPU ${gpu}`, 1, [
      ...[...groupBy(inGpu, ({ cluster, cta }) => `${cluster === undefined ? '' : `c${cluster}_`}cta${cta}`)].flatMap(
        ([cta, inCta]) =>
          cluster(`gpu${gpu}_${cta}`, ctaTitle(inCta[0]), 2, [
            ...inCta.flatMap(({ name, index }) =>
              cluster(
                `thread${index}`,
                name,
                3,
                ofThread(index).map((event) => `        ${node(event)}`),
              ),
            ),
          ]),
      ),
    ]),
  )
  const label = [titleText(witness), finalTexts(witness).join('  ')].map(escaped).join('\\n')
  return [
    `digraph ${quoted(titleText(witness))} {`,
    `  label="${label}"; labelloc=t; compound=true; newrank=true;`,
    '  node [shape=box, fontname=monospace, fontsize=10]; edge [fontname=monospace, fontsize=9];',
    ...events.filter(({ thread }) => thread === null).map((event) => `  ${node(event)}`),
    ...clusters,
    ...threads.flatMap((_, index) =>
      ofThread(index).flatMap((event, i, all) => {
        const next = all[i + 1]
        return next === undefined ? [] : [`  ${eventName(event)} -> ${eventName(next)} [color=gray, label=po];`]
      }),
    ),
    ...relations.flatMap(({ name, pairs }, i) => {
      const { light } = styleOf(name, i)
      const constraint = name === 'rf' || name === 'sync' ? '' : ', constraint=false'
      return pairs.map(
        ([a, b]) =>
          `  e${a} -> e${b} [label=${quoted(name)}, color=${quoted(light)}, fontcolor=${quoted(light)}${constraint}];`,
      )
    }),
    '}',
  ].join('\n')
}

const cluster = (name: string, label: string, depth: number, lines: readonly string[]): readonly string[] => {
  const indent = '  '.repeat(depth)
  return [`${indent}subgraph cluster_${name} {`, `${indent}  label=${quoted(label)};`, ...lines, `${indent}}`]
}

function node(event: WitnessEvent): string {
  const lines = [`${eventName(event)}: ${sourceText(event)}`, ...(event.thread === null ? [] : [effectText(event)])]
  const label = lines
    .filter((line) => line !== '')
    .map(escaped)
    .join('\\n')
  return `${eventName(event)} [label="${label}"${event.executed ? '' : ', style=dashed'}];`
}

const escaped = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')
const quoted = (text: string): string => `"${escaped(text)}"`
