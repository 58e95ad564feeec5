/** Cycles as text, which reads back as the same cycle. */

import { match } from 'ts-pattern'
import { must } from '../../source/must.js'
import type { ThreadPlace } from '../sketch.js'
import type { Cycle, CycleEvent, CycleStep } from './cycle.js'
import { betweenLegs, strengthIn } from './test.js'
import { fenceItem, itemOf, withScope } from './words.js'

interface Edge {
  readonly name: string
  readonly fences: readonly string[]
  readonly isCommunication: boolean
}

/** Writes `PodWW Rfe+rel+acq.gpu PodRR Fre`. Edges of communication say everything about events that they can. */
export function cycleText(cycle: Cycle): string {
  const events = cycle.legs.flatMap((leg) => leg.events)
  const between = betweenLegs(cycle)
  const edges = cycle.legs.flatMap(({ events: own, steps }, i): readonly Edge[] => {
    const next = (i + 1) % cycle.legs.length
    const where =
      cycle.legs.length === 1 || isUsual(cycle) ? '' : `@${placeText(must(cycle.legs[next], 'a leg').place)}`
    return [
      ...steps.map((step, k) => ({
        name: stepName(step, must(own[k], 'an event'), must(own[k + 1], 'an event')),
        fences: step.kind === 'order' ? step.fences.map((fence) => withScope(fenceItem(fence))) : [],
        isCommunication: step.kind === 'communication',
      })),
      { name: `${between[i]}${cycle.legs.length === 1 ? 'i' : 'e'}${where}`, fences: [], isCommunication: true },
    ]
  })
  const unsaid = new Set(events.flatMap((event, i) => (isSilent(event) ? [] : [i])))
  const words = edges.map((): string => '')
  for (const isCommunication of [true, false])
    edges.forEach((edge, i) => {
      const to = (i + 1) % edges.length
      if (edge.isCommunication !== isCommunication || !(unsaid.has(i) || unsaid.has(to))) return
      unsaid.delete(i)
      unsaid.delete(to)
      words[i] = endsText(must(events[i], 'an event'), must(events[to], 'an event'))
    })
  return edges.map(({ name, fences }, i) => [name, ...fences].join('+') + words[i]).join(' ')
}

/** Returns whether the event needs no words. An atomic with both halves in the cycle is recognised by its edge. */
const isSilent = (event: CycleEvent): boolean =>
  !event.isAtomic && event.path === 'generic' && strengthIn(event).order === 'weak'

function endsText(from: CycleEvent, to: CycleEvent): string {
  const source = itemOf(from, strengthIn(from))
  const target = itemOf(to, strengthIn(to))
  if (withScope(source) === withScope(target)) return `+${withScope(source)}`
  return `+${source.scope === target.scope ? source.text : withScope(source)}+${withScope(target)}`
}

const stepName = (step: CycleStep, from: CycleEvent, to: CycleEvent): string =>
  match(step)
    .with({ kind: 'atomic' }, () => 'Amo')
    .with({ kind: 'communication' }, ({ type }) => `${type}i`)
    .with({ kind: 'order', isData: true }, ({ isSame }) => `DpData${isSame ? 's' : 'd'}W`)
    .with({ kind: 'order' }, ({ isSame }) => `Po${isSame ? 's' : 'd'}${from.direction}${to.direction}`)
    .exhaustive()

const placeText = ({ gpu, cta }: ThreadPlace): string => `d${gpu}.b${cta}`

/** Returns whether each thread is in its own CTA on GPU 0, which is the default. */
const isUsual = ({ legs }: Cycle): boolean =>
  legs.every(
    ({ place }, i) => place.gpu === 0 && legs.findIndex((one) => placeText(one.place) === placeText(place)) === i,
  )
