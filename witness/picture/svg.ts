/** A witness as a picture in SVG, readable on a light and on a dark background. */

import type { Witness } from '../../report/witness.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { escapedXml } from '../../source/xml.js'
import { eventName } from '../event.js'
import type { Drawn } from '../view.js'
import { isSymmetric, styleOf } from './colours.js'
import { layoutOf } from './layout.js'
import type { Box, Edge, Label, Node, Picture, Point, Segment } from './shapes.js'

/** Returns a whole document: the pictures one below the other, of the argument of each execution, or of all of it. */
export function witnessSvg(witnesses: readonly Witness[], drawn: Drawn = {}): string {
  let height = 0
  const pictures = witnesses.map((witness) => {
    const picture = { ...layoutOf(witness, drawn), top: height }
    height += picture.height
    return picture
  })
  const width = largest(pictures.map((one) => one.width))
  const relations = [...new Set(pictures.flatMap(({ legend }) => legend.map(({ relation }) => relation)))]
  const classes = new Map(relations.map((name, i) => [name, `r${i}`]))
  const classOf = (relation: string): string => must(classes.get(relation), 'a relation of the legend')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" role="img">`,
    `<title>${escaped(witnesses[0]?.test.name ?? '')}</title>`,
    style(relations, witnesses[0]?.synchronisation ?? []),
    '<defs>',
    ...relations.map((_, i) => marker(`r${i}`)),
    '</defs>',
    `<rect class="ground" width="${n(width)}" height="${n(height)}"/>`,
    ...pictures.flatMap((picture) => [
      `<g transform="translate(0 ${n(picture.top)})">`,
      ...drawing(picture, classOf),
      '</g>',
    ]),
    '</svg>',
  ].join('\n')
}

function style(relations: readonly string[], synchronisation: readonly string[]): string {
  const coloured = (ground: 'light' | 'dark') =>
    relations.map((name, i) => {
      const colour = styleOf(name, i, synchronisation)[ground]
      return `.r${i}{stroke:${colour}}.h${i}{fill:${colour}}`
    })
  const dashes = relations.flatMap((name, i) => {
    const { dashes, width } = styleOf(name, i, synchronisation)
    return [
      ...(dashes === '' ? [] : [`.r${i}{stroke-dasharray:${dashes}}`]),
      ...(width === undefined ? [] : [`.r${i}{stroke-width:${width}}`]),
    ]
  })
  return [
    '<style>',
    "text{white-space:pre;font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1f2328}",
    '.title,.heading{font-weight:bold}.effect{fill:#57606a}',
    '.ground{fill:#ffffff}.gpu{fill:#f6f8fa;stroke:#afb8c1}.cta{fill:#eef1f4;stroke:#afb8c1}',
    '.event,.asynchronous{fill:#ffffff;stroke:#57606a}.asynchronous{stroke-dasharray:7 3}.unexecuted{fill:none;stroke:#8c959f;stroke-dasharray:3 3}.folded{fill:none;stroke:none}',
    'path{fill:none;stroke-width:1.5}',
    ...coloured('light'),
    ...dashes,
    '@media (prefers-color-scheme:dark){',
    'text{fill:#e6edf3}.effect{fill:#9da7b3}',
    '.ground{fill:#0d1117}.gpu{fill:#151b23;stroke:#3d444d}.cta{fill:#1c232c;stroke:#3d444d}',
    '.event,.asynchronous{fill:#0d1117;stroke:#9da7b3}.unexecuted{stroke:#6e7681}',
    ...coloured('dark'),
    '}',
    '</style>',
  ].join('\n')
}

const marker = (name: string): string =>
  `<marker id="${name}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><polygon class="${name.replace('r', 'h')}" points="0,0.5 8,4 0,7.5"/></marker>`

function drawing(
  { frames, nodes, labels, edges, legend }: Picture,
  classOf: (relation: string) => string,
): readonly string[] {
  const arrow = (relation: string, data: string, d: string, title: string) => {
    const name = classOf(relation)
    const head = isSymmetric(relation) ? '' : ` marker-end="url(#${name})"`
    return `<path class="${name}"${data}${head} d="${d}"><title>${escaped(title)}</title></path>`
  }
  return [
    ...frames.map(box),
    ...nodes.map(node),
    ...edges.map((edge) => {
      const { relation, from, to } = edge
      const title = `${relation}: ${eventName(from)} ${isSymmetric(relation) ? '–' : '→'} ${eventName(to)}`
      return arrow(relation, ` ${dataOf(edge)}`, pathOf(edge), title)
    }),
    ...labels.map(text),
    ...legend.flatMap(({ relation, line: [start, end], label }) => [
      arrow(relation, '', `M${point(start)}L${point(end)}`, relation),
      text(label),
    ]),
  ]
}

/** Returns the box of an event, marked so that a page finds it. */
const node = ({ events, box: shape, labels }: Node): string =>
  [`<g class="node" data-events="${events.join(' ')}">`, box(shape), ...labels.map(text), '</g>'].join('\n')

/** Returns the attributes by which a page finds an edge. */
const dataOf = ({ relation, from, to }: Edge): string =>
  `data-relation="${escaped(relation)}" data-from="${from}" data-to="${to}"`

const box = ({ kind, x, y, width, height }: Box): string =>
  `<rect class="${kind}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="4"/>`

/** Draws a label. Its width is stated, so that no font makes it wider than its box. */
const text = ({ kind, x, y, width, height, text }: Label): string =>
  `<text class="${kind}" x="${n(x)}" y="${n(y + height - 4)}" textLength="${n(width)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`

const pathOf = ({ start, segments }: Edge): string => `M${point(start)}${segments.map(command).join('')}`

const command = (one: Segment): string =>
  one.kind === 'line' ? `L${point(one.to)}` : `C${[...one.controls, one.to].map(point).join(' ')}`

const point = ({ x, y }: Point): string => `${n(x)} ${n(y)}`

/** Writes a number in tenths of a pixel. */
const n = (value: number): string => `${Math.round(value * 10) / 10}`

const escaped = (raw: string): string => escapedXml(raw).replaceAll("'", '&apos;')
