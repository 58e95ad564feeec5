/**
 * The events of programs with selected changes. Most changes give an instruction another order, or insert a fence.
 * Programs that differ in these alone share one graph, with all fences in it: an event belongs to other sets, or is
 * never executed.
 */

import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/early-verdicts.js'
import { graphUnder } from '../encoder/decide/graph-under.js'
import type { LookedAt } from '../encoder/events/graph/bound.js'
import type { Event, EventGraph } from '../encoder/events/graph/event.js'
import { never } from '../encoder/values/expression.js'
import type { Program } from '../litmus/program.js'
import type { GoesOn } from '../source/limited.js'
import { must } from '../source/must.js'
import { applied, originsOf } from './apply.js'
import type { Changed } from './carry.js'
import type { Repair, What } from './repair.js'
import { sharing } from './same-text.js'
import { changesOf, editsOf, type Selection, type Slot } from './slot.js'

/**
 * Returns the events of the program with a selection; undefined if there are too many, the model does not cover it, or
 * there is no time to build them.
 */
export type GraphOf = (selection: Selection, of: LookedAt) => Changed | undefined

/** The most results of one kind that are kept. */
const mostKept = 32

/** Returns the events of a program with selections from the slots, and builds few graphs if these change only order. */
export function graphsOf(
  program: Program,
  slots: readonly Slot[],
  { model, bound }: { readonly model: Model; readonly bound: number },
  goesOn: GoesOn = () => true,
): GraphOf {
  const lately = keeping(goesOn)
  const ofOrder = slots.map(orderIn)
  const built = (selection: Selection, of: LookedAt): Built | undefined => {
    if (!goesOn()) return undefined
    const edits = editsOf(changesOf(slots, selection))
    const changed = applied(program, edits)
    if (beforehand(changed, model, bound, of) !== undefined) return undefined
    return { program: changed, graph: graphUnder(model, changed, bound, of), origins: originsOf(program, edits) }
  }
  /** Returns the events of all selections that differ from a full one in order only. */
  const family = (full: Selection, of: LookedAt): ((selection: Selection) => Changed | undefined) => {
    const whole = built(full, of)
    const owners = whole && ownersIn(program, whole, ofOrder)
    if (whole === undefined || owners === undefined) return (selection) => built(selection, of)
    /** How events are if every slot of order has this level, where it has it: one graph for all these slots. */
    const together = lately((level: number) => {
      const joint = full.map((usual, slot) => {
        const order = ofOrder[slot]
        const hasLevel = slots[slot]?.levels[level] !== undefined
        return order !== undefined && hasLevel && !order.absent.has(level) ? level : usual
      })
      const other = built(joint, of)
      return other && differenceAt(other.graph, whole.graph, (id) => owners[id] !== undefined)
    }, Number.POSITIVE_INFINITY)
    const at = lately((slot: number, level: number) => {
      const known = together(level)
      if (known !== undefined) return known
      const other = built(full.with(slot, level), of)
      return other && differenceAt(other.graph, whole.graph, (id) => owners[id] === slot)
    }, Number.POSITIVE_INFINITY)
    return (selection) => {
      const changed = selection.flatMap((level, slot) => (level === full[slot] ? [] : [{ slot, level }]))
      const own = new Map(
        changed.map(({ slot, level }) => [slot, ofOrder[slot]?.absent.has(level) === true ? absent : at(slot, level)]),
      )
      if ([...own.values()].includes(undefined)) return built(selection, of)
      const events = whole.graph.events.map((event) => own.get(owners[event.id] ?? -1)?.(event) ?? event)
      return { graph: { ...whole.graph, events }, origins: whole.origins }
    }
  }
  const families = lately((key: string, of: LookedAt) => family(selectionIn(key), of))
  const withEvents = lately((key: string, of: LookedAt) => {
    const selection = selectionIn(key)
    const full = selection.map((level, slot) => ofOrder[slot]?.present ?? level)
    return families(full.join(), of)(selection)
  })
  return (selection, of) => withEvents(selection.join(), of)
}

interface Built extends Changed {
  readonly program: Program
}

const selectionIn = (key: string): Selection => (key === '' ? [] : key.split(',').map(Number))

/** A slot that changes only the order of an instruction, or inserts a fence, once or at several places. */
interface OrderAt {
  /** The changes of the instruction, or the insertions. */
  readonly edits: readonly Repair[]
  /** A level at which the instruction is there. */
  readonly present: number
  /** The levels at which it is not. */
  readonly absent: ReadonlySet<number>
}

function orderIn({ levels }: Slot): OrderAt | undefined {
  // Other slots change its instructions, too.
  if (levels.some(({ change }) => change?.declaration !== undefined)) return undefined
  const edits = levels.map(({ change }) => change?.edits)
  const changed = edits.flatMap((some) => (some === undefined ? [] : [some]))
  const [first] = changed
  const isAlike = (some: readonly Repair[]): boolean =>
    some.length === first?.length &&
    some.every((one, i) => {
      const isThere = one.thread === first[i]?.thread && one.at === first[i].at
      return isThere && isOfOrder(one) && one.change.kind === some[0]?.change.kind
    })
  if (first === undefined || !changed.every(isAlike) || (first.length > 1 && first.some(isOfPair))) return undefined
  const inserts = first[0]?.change.kind === 'insert'
  const levelsWhere = (is: (change: Repair['change'] | undefined) => boolean): readonly number[] =>
    edits.flatMap((some, level) => (is(some?.[0]?.change) ? [level] : []))
  const [present] = levelsWhere((change) => (change === undefined) !== inserts && change?.kind !== 'remove')
  if (present === undefined) return undefined
  const missing = levelsWhere((change) => (inserts ? change === undefined : change?.kind === 'remove'))
  return { edits: first, present, absent: new Set(missing) }
}

const fences: ReadonlySet<string> = new Set(['fence', 'proxy-fence', 'async-fence'])
/** One fence of an alias belongs to several pairs. */
const isOfPair = ({ change }: Repair): boolean =>
  change.kind === 'insert' && change.instruction.kind === 'async-fence' && change.instruction.what.kind === 'alias'

const ofOrders: ReadonlySet<What> = new Set(['order', 'scope', 'path', 'weaker order', 'narrower scope'])

function isOfOrder({ change }: Repair): boolean {
  switch (change.kind) {
    case 'insert':
      return fences.has(change.instruction.kind)
    case 'replace':
      return ofOrders.has(change.what)
    case 'remove':
      return true
    case 'await':
    case 'swap':
    case 'relaunch':
      return false
  }
}

/** Returns the slot of each event that belongs to one; undefined if an inserted instruction is not found. */
function ownersIn(
  program: Program,
  { program: whole, graph, origins }: Built,
  slots: readonly (OrderAt | undefined)[],
): readonly (number | undefined)[] | undefined {
  const owners = new Map<string, number>()
  for (const [slot, order] of slots.entries()) {
    if (order === undefined) continue
    for (const { thread, at, change } of order.edits)
      for (const each of sharing(program, thread)) {
        const index =
          change.kind === 'insert'
            ? (whole.threads[each]?.instructions.indexOf(change.instruction) ?? -1)
            : (origins[each]?.indexOf(at) ?? -1)
        if (index === -1) return undefined
        owners.set(`${each} ${index}`, slot)
      }
  }
  return graph.events.map(({ origin }) => origin && owners.get(`${origin.thread} ${origin.instruction}`))
}

type Changing = (event: Event) => Event

/** Without an origin, it is not taken for a fence that another program has there. */
const absent: Changing = (event) => ({ ...event, guard: never, origin: undefined })

/**
 * Returns how the events of a slot are in another graph. Undefined if it has other events: above a number of events,
 * those that no axiom can tell from others are left out, which may depend on orders.
 */
function differenceAt(other: EventGraph, whole: EventGraph, isOfSlot: (id: number) => boolean): Changing | undefined {
  const isSame =
    other.events.length === whole.events.length && other.events.every(({ kind }, id) => kind === whole.events[id]?.kind)
  if (!isSame) return undefined
  // Only these are kept: there may be many graphs.
  const own = new Map(other.events.flatMap((event) => (isOfSlot(event.id) ? [[event.id, event] as const] : [])))
  return ({ id }) => must(own.get(id), 'an event of both')
}

/** Returns what keeps the results of a function for the last arguments, except those for which there was no time. */
const keeping =
  (goesOn: GoesOn) =>
  <A extends readonly (string | number)[], R>(compute: (...key: A) => R, most = mostKept): ((...key: A) => R) => {
    const results = new Map<string, { readonly value: R }>()
    return (...args) => {
      const key = args.join(' ')
      const result = results.get(key) ?? { value: compute(...args) }
      results.delete(key)
      if (goesOn()) results.set(key, result)
      const [oldest] = results.keys()
      if (results.size > most && oldest !== undefined) results.delete(oldest)
      return result.value
    }
  }
