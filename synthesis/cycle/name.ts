/** Names tests after the convention of herd's tools: the shape, a part for each thread, and where the threads are. */

import { match } from 'ts-pattern'
import { must } from '../../source/must.js'
import { exchanged, isExchanged, isNamedFreely } from '../canonical.js'
import { isWritten } from '../copies.js'
import { product } from '../product.js'
import { type Labelled, valuesOf } from '../program.js'
import {
  globalEnd,
  isAccess,
  isCopy,
  type Outcome,
  pathParts,
  reachedBy,
  reads,
  type Slot,
  type Source,
  slotsOf,
  type ThreadPlace,
  writes,
} from '../sketch.js'
import type { Strength } from '../vocabulary.js'
import { type Cycle, type CycleEvent, type CycleStep, type Leg, staysAt } from './cycle.js'
import { familyOf } from './families.js'
import { cycleOf } from './find.js'
import { inLeastOrder } from './order.js'
import { strengthIn } from './test.js'
import { atomicWord, fenceItem, type Item, itemOf, withScope } from './words.js'

/**
 * Returns the name of a test: `MP+rel+acq.gpu`, `SB+fence.sc.gpu+fence.sc.cta`. A test that is not a simple cycle is
 * named by its accesses and values. Tests that differ only in the order of threads and in the names of locations,
 * addresses and CTAs have equal names. Different tests may have equal names, too.
 */
export function nameOf(labelled: Labelled, outcome: Outcome): string {
  const test = inLeastOrder({ labelled, outcome })
  const names = namedAddresses(test.labelled).map((one) => {
    const cycle = cycleOf(one, test.outcome)
    return (cycle === undefined ? undefined : cycleName(cycle)) ?? describedName(one, test.outcome)
  })
  return must(names.toSorted(byLength)[0], 'a name')
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

/**
 * Returns the test in all variants that take either address of each location as its name, and the other as the alias.
 */
function namedAddresses(labelled: Labelled): readonly Labelled[] {
  const { sketch } = labelled
  const accesses = sketch.threads.flat().flatMap(reachedBy)
  const aliased = accesses.filter(({ path }) => pathParts[path].isAlias).map(({ location }) => location)
  const choices = [...new Set(aliased)].map((location): readonly (number | undefined)[] => {
    if (isNamedFreely(sketch, location)) return [undefined, location]
    const first = must(
      accesses.find((one) => one.location === location),
      'an access',
    )
    return [isExchanged(sketch, first) ? location : undefined]
  })
  return [...product(choices)].map((locations): Labelled => {
    const swap = (slot: Slot): Slot => {
      if (isCopy(slot))
        return locations.includes(globalEnd(slot).location)
          ? { ...slot, path: slot.path === 'alias' ? 'generic' : 'alias' }
          : slot
      return isAccess(slot) && locations.includes(slot.location) ? { ...slot, path: exchanged(slot.path) } : slot
    }
    return { ...labelled, sketch: { ...sketch, threads: sketch.threads.map((slots) => slots.map(swap)) } }
  })
}

/**
 * Returns the name of a cycle. A cycle at one location has a name only if its shape has one there, since the names of
 * other shapes imply several locations.
 */
function cycleName({ legs }: Cycle): string | undefined {
  const isOneLocation = legs.every(({ steps }) => steps.every(staysAt))
  const keys = legs.map(({ events }) =>
    [events[0], ...events.slice(1).slice(-1)].map((event) => event?.direction ?? '').join(''),
  )
  const { name, isCoherence, orders } = familyOf(keys, isOneLocation)
  if (isOneLocation && !isCoherence) return undefined
  const all = legs.map((leg) => piecesOf(leg, isCoherence))
  const ways = orders.map((order) => {
    const parts = order.map((thread): Part => {
      const items = partOf(must(all[thread], 'the pieces of a thread'))
      return { items, isSingle: keys[thread]?.length === 1 }
    })
    const places = order.map((thread) => must(legs[thread], 'a thread').place)
    return { parts, text: named(name, parts, places) }
  })
  return must(ways.toSorted(byParts)[0], 'a name').text
}

/** Compares two names of a cycle that looks the same from several threads. Threads with nothing special come last. */
function byParts(a: { readonly parts: readonly Part[]; readonly text: string }, b: typeof a): number {
  for (const [i, part] of a.parts.entries()) {
    const [one, other] = [part, b.parts[i]].map((of) => of?.items.map(withScope).join('-'))
    if (one === other || one === undefined || other === undefined) continue
    if (one === 'po' || other === 'po') return one === 'po' ? 1 : -1
    return one < other ? 1 : -1
  }
  return a.text < b.text ? -1 : 1
}

/** The part of a thread in a name; empty if the thread is one weak access. */
interface Part {
  readonly items: readonly Item[]
  readonly isSingle: boolean
}

/** One step of what a thread does, in order. */
type Piece =
  | {
      readonly kind: 'event'
      readonly item: Item
      /** True if the event is a plain weak access, which needs no suffix. */
      readonly isSilent: boolean
      readonly order: Strength['order']
    }
  | { readonly kind: 'step'; readonly items: readonly Item[]; readonly isPlain: boolean }

const word = (text: string): Item => ({ text, scope: undefined })

/** Returns the words for an event. An atomic with both halves in the cycle has another word than one half. */
const eventPiece = (event: CycleEvent, isWhole: boolean): Piece => {
  const strength = strengthIn(event)
  const item = itemOf(event, strength)
  const isSilent = !event.isAtomic && event.path === 'generic' && strength.order === 'weak'
  return {
    kind: 'event',
    item: isWhole ? { ...item, text: item.text.replace(atomicWord, 'rmw') } : item,
    isSilent,
    order: strength.order,
  }
}

function piecesOf({ events, steps }: Leg, isCoherence: boolean): readonly Piece[] {
  return events.flatMap((event, i): readonly Piece[] => {
    const before = steps[i - 1]
    // The other half has already said it.
    if (before?.kind === 'atomic') return []
    return [
      ...(before === undefined ? [] : [stepPiece(before, isCoherence, isHidden(event, steps[i]))]),
      eventPiece(event, steps[i]?.kind === 'atomic'),
    ]
  })
}

/**
 * Returns whether nothing else in the name shows that an event is a write. The shape shows the ends of threads, and
 * most steps show it.
 */
const isHidden = ({ direction }: CycleEvent, next: CycleStep | undefined): boolean =>
  direction === 'W' && next?.kind === 'order'

const stepPiece = (step: CycleStep, isCoherence: boolean, isToHidden: boolean): Piece =>
  match(step)
    .returnType<Piece>()
    .with({ kind: 'communication' }, ({ type }) => ({
      kind: 'step',
      items: [word(`${type.toLowerCase()}i`)],
      isPlain: false,
    }))
    .with({ kind: 'atomic' }, () => ({ kind: 'step', items: [], isPlain: true }))
    .with({ kind: 'order' }, ({ isSame, isData, fences }) => {
      const isSaid = isSame && !isCoherence
      const order = `po${isSaid ? 's' : ''}${isToHidden ? 'W' : ''}`
      const dependent = isData ? [word(isSaid ? 'datas' : 'data')] : order === 'po' ? [] : [word(order)]
      const items = [...dependent, ...fences.map(fenceItem)]
      return { kind: 'step', items, isPlain: items.length === 0 }
    })
    .exhaustive()

/**
 * Returns the words for a thread. An order in its usual place needs no more words: a release at the end of the thread,
 * an acquire at its start.
 */
function partOf(pieces: readonly Piece[]): readonly Item[] {
  const events = pieces.flatMap((piece) => (piece.kind === 'event' ? [piece] : []))
  const steps = pieces.flatMap((piece) => (piece.kind === 'step' ? [piece] : []))
  const special = events.filter(({ isSilent }) => !isSilent)
  const [only] = special
  const isEnclosed = pieces[0]?.kind === 'event' && pieces.at(-1)?.kind === 'event'
  if (only === undefined && isEnclosed) {
    const items = steps.flatMap((step) => (step.isPlain && steps.length > 1 ? [word('po')] : step.items))
    return items.length === 0 && steps.length > 0 ? [word('po')] : items
  }
  const isPlain = steps.every((step) => step.isPlain)
  const isInPlace =
    (only === events[0] && only?.order === 'acquire') || (only === events.at(-1) && only?.order === 'release')
  if (only !== undefined && special.length === 1 && isPlain && isInPlace) return [only.item]
  return pieces.flatMap((piece) => (piece.kind === 'event' ? [piece.item] : piece.items))
}

/** Returns the whole name. A scope that all words share appears once, in the last of them. */
function named(shape: string, parts: readonly Part[], places: readonly ThreadPlace[]): string {
  // Threads with a single access are named only if one of them is special.
  const areSinglesSaid = parts.some(({ items, isSingle }) => isSingle && items.length > 0)
  const said = parts
    .map(({ items }) => (items.length === 0 && areSinglesSaid ? [word('weak')] : items))
    .filter((items) => items.length > 0)
  const scopes = said.flat().flatMap(({ scope }) => (scope === undefined ? [] : [scope]))
  const last = said.flat().findLast(({ scope }) => scope !== undefined)
  const isCommon = new Set(scopes).size === 1
  const shown = said.map((items) =>
    items.map((item) => (isCommon && item !== last ? item.text : withScope(item))).join('-'),
  )
  return [shape, ...(shown.every((one) => one === 'po') ? [] : shown), ...placesText(places)].join('+')
}

/** Returns the words for the places of threads; none if each thread has its own CTA on the same GPU. */
function placesText(places: readonly ThreadPlace[]): readonly string[] {
  const gpus = [...new Set(places.map(({ gpu }) => gpu))]
  const texts = places.map(({ gpu, cta }) => `${gpu}.${cta}`)
  const ctas = [...new Set(texts)]
  if (places.length === 1 || (gpus.length === 1 && ctas.length === places.length)) return []
  if (ctas.length === 1) return ['cta']
  if (gpus.length === places.length) return ['sys']
  const letters = places.map(({ gpu }, i) => {
    const own = ctas.filter((text) => text.startsWith(`${gpu}.`))
    return `${String.fromCharCode(97 + gpus.indexOf(gpu))}${own.indexOf(texts[i] ?? '')}`
  })
  return [letters.join('')]
}

/**
 * Shapes that are not cycles, but have a name in the literature; herd's tools give it to the cycle `Coe PosWR Fre`,
 * too.
 */
const described: ReadonlyMap<string, string> = new Map([['WxRx_Wx.2.x1', 'CoWR']])

const locationNames = ['x', 'y', 'z', 'w', 'v', 'u', 't', 's']

/**
 * Returns a name such as `WxWy_RyRx_Wx.1.0.x2+po+acq.gpu`: the accesses of each thread, what the reads return, and the
 * final memory.
 */
function describedName({ sketch, strengths }: Labelled, outcome: Outcome): string {
  const placed = slotsOf(sketch)
  const locations = [...new Set(placed.flatMap(({ slot }) => reachedBy(slot).map(({ location }) => location)))]
  const nameOfLocation = (location: number): string => {
    const at = locations.indexOf(location)
    return locationNames[at] ?? `v${at}`
  }
  const values = valuesOf(sketch)
  const valueAt = (source: Source | undefined): string =>
    source === undefined ? 'n' : source === 'initial' ? '0' : `${values[source]}`
  const accesses = sketch.threads.map((slots) => slots.map((slot) => accessText(slot, nameOfLocation)).join(''))
  const isSaid = (slot: Slot): boolean => reads(slot) || (isCopy(slot) && isWritten(sketch.threads.flat(), slot.from))
  const returned = placed.flatMap(({ slot, position }) => (isSaid(slot) ? [valueAt(outcome.sources[position])] : []))
  const finals = locations.flatMap((location) => {
    const last = outcome.last[location]
    return last === undefined ? [] : [`${nameOfLocation(location)}${valueAt(last)}`]
  })
  const shape = [accesses.join('_'), ...returned, ...finals].join('.')
  const parts = sketch.threads.map((slots, thread): Part => {
    const own = placed.filter((one) => one.thread === thread)
    const items = partOf(
      own.flatMap(({ position }, i) => slotPieces(slots, i, must(strengths[position], 'a strength'))),
    )
    return { items, isSingle: slots.length === 1 }
  })
  return named(described.get(shape) ?? shape, parts, sketch.places)
}

const accessText = (slot: Slot, nameOfLocation: (location: number) => string): string => {
  if (isCopy(slot))
    return `${slot.kind === 'copy' ? 'C' : 'L'}${nameOfLocation(slot.from)}${nameOfLocation(slot.location)}`
  if (!isAccess(slot)) return ''
  const { kind, location } = slot
  return `${kind === 'atomic' ? 'A' : kind === 'read' ? 'R' : 'W'}${nameOfLocation(location)}`
}

/**
 * Returns the pieces for the slots. Each fence is a separate piece; two accesses without one have a plain step between
 * them.
 */
function slotPieces(slots: readonly Slot[], index: number, strength: Strength): readonly Piece[] {
  const slot = must(slots[index], 'a slot')
  const step = (item: Item): readonly Piece[] => [{ kind: 'step', items: [item], isPlain: false }]
  if (!isAccess(slot))
    return match(slot)
      .with({ kind: 'fence' }, ({ kind }) => step(fenceItem({ kind, strength })))
      .with({ kind: 'proxy fence' }, (fence) => step(fenceItem(fence)))
      .with({ kind: 'async fence' }, () => step(word('fence.proxy.async')))
      .with({ kind: 'wait' }, () => step(word(strength.order === 'read' ? 'wait.read' : 'wait')))
      .with({ kind: 'alias fence' }, ({ direction }) => step(word(`fence.proxy.alias.${direction}`)))
      .with({ kind: 'copy' }, { kind: 'load' }, ({ kind, path }) => {
        const { order, scope } = strength
        return step({ text: `${kind}${path === 'alias' ? '.alias' : ''}${order === 'weak' ? '' : '.rlx'}`, scope })
      })
      .exhaustive()
  const isAtomic = slot.kind === 'atomic'
  const event = eventPiece({ direction: writes(slot) ? 'W' : 'R', isAtomic, path: slot.path, strength }, false)
  const before = slots[index - 1]
  if (slot.data !== undefined) {
    const isFromLast = slot.data === slots.slice(0, index).findLastIndex(isAccess)
    return [{ kind: 'step', items: [word(isFromLast ? 'data' : `data${slot.data}`)], isPlain: false }, event]
  }
  return before === undefined || !isAccess(before) ? [event] : [{ kind: 'step', items: [], isPlain: true }, event]
}
