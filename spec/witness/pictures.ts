/** Checks the properties of every picture: no texts overlap, and nothing is cut off. */

import type { Witness } from '../../report/witness.js'
import { layoutOf } from '../../witness/picture/layout.js'
import type { Edge, Label, Point, Rectangle } from '../../witness/picture/shapes.js'
import { witnessSvg } from '../../witness/picture/svg.js'

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const inside = ({ x, y }: Point, box: Rectangle): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

/** Points along an edge, close to each other. */
function pointsOn({ start, segments }: Edge): readonly Point[] {
  const points = [start]
  let at = start
  for (const segment of segments) {
    const [one, two] = segment.kind === 'curve' ? segment.controls : [at, segment.to]
    for (let i = 1; i <= 40; i++) {
      const t = i / 40
      const along = (k: 'x' | 'y') =>
        (1 - t) ** 3 * at[k] + 3 * t * (1 - t) ** 2 * one[k] + 3 * t ** 2 * (1 - t) * two[k] + t ** 3 * segment.to[k]
      points.push({ x: along('x'), y: along('y') })
    }
    at = segment.to
  }
  return points
}

const nameOf = ({ relation, from, to }: Edge): string => `${relation} from e${from} to e${to}`

/** Returns where edges begin and end. */
const endsOf = (edges: readonly Edge[]) =>
  edges.flatMap((edge) => [edge.start, ...edge.segments.slice(-1).map(({ to }) => to)].map((at) => ({ edge, at })))

/** Everything that is wrong with the picture of a witness. */
export function flaws(witness: Witness): readonly string[] {
  const { width, height, frames, nodes, labels: outer, edges, legend } = layoutOf(witness)
  const labels: readonly Label[] = [...outer, ...nodes.flatMap((node) => node.labels)]
  const texts: readonly Label[] = [...labels, ...legend.map(({ label }) => label)]
  const view = { x: -0.1, y: -0.1, width: width + 0.2, height: height + 0.2 }
  const events = nodes.map(({ box }) => box)
  const outside = (what: string, corners: readonly Point[]) =>
    corners.every((corner) => inside(corner, view)) ? [] : [`${what} is outside of the picture`]
  const corners = ({ x, y, width, height }: Rectangle) => [
    { x, y },
    { x: x + width, y: y + height },
  ]
  return [
    ...texts.flatMap((a, i) =>
      texts.slice(i + 1).flatMap((b) => (overlap(a, b) ? [`"${a.text}" overlaps "${b.text}"`] : [])),
    ),
    ...events.flatMap((a, i) => events.slice(i + 1).flatMap((b) => (overlap(a, b) ? ['two boxes overlap'] : []))),
    ...labels.flatMap((label) =>
      events.some((box) => overlap(label, box)) &&
      !events.some((box) => corners(label).every((one) => inside(one, box)))
        ? [`"${label.text}" sticks out of its box`]
        : [],
    ),
    ...labels.flatMap((label) =>
      frames.some((frame) => overlap(label, frame) && !corners(label).every((one) => inside(one, frame)))
        ? [`"${label.text}" sticks out of a frame`]
        : [],
    ),
    ...texts.flatMap((label) => outside(`"${label.text}"`, corners(label))),
    ...[...frames, ...events].flatMap((box) => outside('a box', corners(box))),
    ...edges.flatMap((edge) => {
      const name = nameOf(edge)
      const points = pointsOn(edge)
      return [
        ...outside(name, points),
        ...texts
          .filter((label) => points.some((one) => inside(one, label)))
          .map(({ text }) => `${name} runs through "${text}"`),
        ...events.filter((box) => points.some((one) => inside(one, box))).map(() => `${name} runs through a box`),
      ]
    }),
    ...endsOf(edges).flatMap((a, i, ends) =>
      ends
        .slice(i + 1)
        .filter((b) => a.edge !== b.edge && a.at.x === b.at.x && Math.abs(a.at.y - b.at.y) < 0.1)
        .map((b) => `${nameOf(a.edge)} ends where ${nameOf(b.edge)} does`),
    ),
    ...new Set(
      edges.map(({ relation }) => relation).filter((name) => !legend.some(({ relation }) => relation === name)),
    ),
  ]
}

/**
 * Whatever a page would not find in the SVG of a witness: the box of an event with its name, or the events of an edge.
 */
export function dataFlaws(witness: Witness): readonly string[] {
  const svg = witnessSvg([witness], { isWhole: true })
  const groups = [...svg.matchAll(/<g class="node" data-events="([\d ]+)">\n<rect [^>]*\/>\n(.*?)\n<\/g>/gs)]
  const paths = [...svg.matchAll(/<path ([^>]*)><title>([^<]*)<\/title>/g)]
  const found = paths.flatMap(([, attributes = '', title]) => {
    const [, relation, from, to] = attributes.match(/ data-relation="([^"]*)" data-from="(\d+)" data-to="(\d+)"/) ?? []
    const arrow = relation === 'race' ? '–' : '→'
    return relation === undefined ? [] : [{ ends: `${relation}: e${from} ${arrow} e${to}`, title }]
  })
  return [
    ...witness.events.flatMap(({ id }) => {
      const own = groups.filter(([, events = '']) => events.split(' ').includes(`${id}`))
      const isNamed = own.some(([, , text = '']) => new RegExp(`>(e\\d+,)?e${id}[,:]`).test(text))
      return own.length === 1 && isNamed ? [] : [`e${id} is in ${own.length} boxes, and named: ${isNamed}`]
    }),
    ...(found.length === layoutOf(witness, { isWhole: true }).edges.length ? [] : [`${found.length} edges have data`]),
    ...found.flatMap(({ ends, title }) => (ends === title ? [] : [`${ends} is called ${title}`])),
  ]
}

/**
 * Returns what a picture should mark, or leave out: races and that an execution is hypothetical; `fr`, coherence after
 * initial writes, and the halves of an atomic.
 */
export function markFlaws(witness: Witness): readonly string[] {
  const { edges, nodes, labels, legend } = layoutOf(witness, { isWhole: true })
  const { races = [], relations, events, forbiddenBy } = witness
  const { objection = [], rmw = [], fr = [], co } = relations
  const drawn = (name: string) => edges.filter(({ relation }) => relation === name)
  const alongChain = (from: number, to: number) =>
    objection.some(([a, b]) => (a === from && b === to) || (a === to && b === from))
  const isInitial = (id: number) => events[id]?.kind === 'write' && events[id]?.thread === null
  const follows = [...drawn('fr'), ...drawn('co').filter(({ from }) => isInitial(from))]
  const asked = layoutOf(witness, { show: ['fr', 'co'] }).edges.filter(
    ({ relation }) => relation === 'fr' || relation === 'co',
  )
  const reads = new Set(fr.map(([read]) => read))
  const hypothetical = labels.filter(({ text, kind }) => kind === 'title' && text.startsWith('hypothetical: '))
  return [
    ...races.flatMap(([a, b]) =>
      drawn('race').some(({ from, to }) => from === a && to === b) ? [] : [`the race of e${a} and e${b} is not marked`],
    ),
    ...(legend.some(({ relation, label }) => relation === 'race' && label.text.startsWith('race:')) === races.length > 0
      ? []
      : ['the legend does not say what a race is']),
    ...follows.flatMap(({ relation, from, to }) =>
      alongChain(from, to) ? [] : [`${relation} from e${from} to e${to} is drawn`],
    ),
    ...objection.flatMap(([a, b]) =>
      drawn('objection').some(({ from, to }) => from === a && to === b)
        ? []
        : [`e${a} to e${b} of the chain is hidden`],
    ),
    ...[...reads].flatMap((read) =>
      asked.some(({ relation, from }) => relation === 'fr' && from === read) ? [] : [`no fr from e${read}, if asked`],
    ),
    ...co.flatMap(([, write]) =>
      asked.some(({ relation, to }) => relation === 'co' && to === write) ? [] : [`no co to e${write}, if asked`],
    ),
    ...rmw.flatMap(([read, write]) =>
      events[read]?.thread === null || nodes.some((one) => one.events.includes(read) && one.events.includes(write))
        ? []
        : [`e${read} and e${write} are in two boxes`],
    ),
    ...drawn('rmw').map(({ from }) => `rmw of e${from} is drawn`),
    ...(hypothetical.length === (forbiddenBy === undefined ? 0 : 1) ? [] : ['it does not say what is hypothetical']),
  ]
}

/** Returns what is wrong with a text as XML: tags that do not match, characters and entities that XML does not have. */
export function xmlFlaws(text: string): readonly string[] {
  const open: string[] = []
  const flaws: string[] = []
  for (const [, close, name = '', , self, data] of text.matchAll(
    /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+|<)/g,
  )) {
    if (data !== undefined) {
      if (data === '<') flaws.push('a bare <')
      if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(data)) flaws.push(`a bare & in "${data}"`)
      if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(data))
        flaws.push('a character that is none')
    } else if (close === '/') {
      if (open.pop() !== name) flaws.push(`</${name}> closes nothing`)
    } else if (self !== '/') open.push(name)
  }
  return [...flaws, ...open.map((name) => `<${name}> stays open`)]
}
