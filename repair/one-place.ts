/**
 * Changes at one place of a source. The compiler makes several instructions of a line: in each function that its
 * function is inlined into, and in each round of a loop that is unrolled. One edits the line, and changes them all.
 */

import { factsOf } from '../litmus/facts.js'
import type { Instruction } from '../litmus/instruction.js'
import { isCompiled, type Program, threadAt } from '../litmus/program.js'
import { compiledFrom } from '../source/compiled.js'
import { groupBy } from '../source/group.js'
import { type HelperPlace, helperPlaceOf, helperPlaceOfBarrier } from './helper-places.js'
import type { Price } from './prices.js'
import { type Change, inserts, type Repair } from './repair.js'
import type { Level, Slot } from './slot.js'
import { sourcePlaceOf } from './source-places.js'

/** Returns the slots with those joined that change one place of a source, and with the prices of places within one. */
export function atOnePlace(program: Program, slots: readonly Slot[]): readonly Slot[] {
  if (!program.threads.some(isCompiled)) return slots
  // What is in a function comes first, so that it is offered where the one call of the function is the same place.
  const keyed = [...barriersInHelpers(program, slots), ...slots].map((slot, i) => {
    const helper = helperOf(program, slot)
    const key = helper === undefined ? (keyOf(program, slot) ?? `${i}`) : `${slot.rank} ${helper.place.key}`
    return { slot, key, helper }
  })
  return [...groupBy(keyed, ({ key }) => key).values()].map(([{ slot, helper }, ...others]) =>
    helper === undefined
      ? priced(
          program,
          joined(
            program,
            slot,
            others.map((one) => one.slot),
          ),
        )
      : inHelper(slot, helper),
  )
}

/** Returns the place in a function that kernels call, for a slot whose changes insert one memory fence. */
function helperOf(program: Program, { levels }: Slot): HelperPlace | undefined {
  const edits = levels.flatMap(({ change }) => change?.edits ?? [])
  const isFence = ({ change }: Repair): boolean => change.kind === 'insert' && change.instruction.kind === 'fence'
  const [first] = edits
  if (first === undefined || !edits.every(isFence) || levels.some(({ change }) => (change?.edits.length ?? 1) !== 1))
    return undefined
  return edits.every(({ thread, at }) => thread === first.thread && at === first.at)
    ? helperPlaceOf(program, first)
    : undefined
}

/**
 * Returns slots of one barrier at the start of a function for those that insert it at a call. The barrier at a call
 * remains, since not all threads may come to every call.
 */
function barriersInHelpers(program: Program, slots: readonly Slot[]): readonly Slot[] {
  const found = slots.flatMap((slot) => {
    const edit = barrierOf(slot)
    const helper = edit && helperPlaceOfBarrier(program, edit)
    return edit === undefined || helper === undefined
      ? []
      : [{ key: `${formKey(edit)} ${helper.place.key}`, slot, helper }]
  })
  return [...groupBy(found, ({ key }) => key).values()].map(([{ slot, helper }]) => inHelper(slot, helper))
}

/** Returns the edit of a slot that inserts one barrier of a CTA or of a warp. */
function barrierOf({ levels }: Slot): Repair | undefined {
  const [edit, ...others] = levels.flatMap(({ change }) => change?.edits ?? [])
  return edit?.change.kind === 'insert' &&
    (edit.change.instruction.kind === 'named-barrier' || edit.change.instruction.kind === 'warp') &&
    others.length === 0
    ? edit
    : undefined
}

/** Returns the slot with its changes made in all calls of a function, since its source is there once. */
const inHelper = (slot: Slot, { place, ats }: HelperPlace): Slot => ({
  ...slot,
  levels: slot.levels.map((level): Level => {
    const [edit] = level.change?.edits ?? []
    if (level.change === undefined || edit === undefined) return level
    // Each slot has instructions of its own, by which a search knows which slot a barrier is from.
    const own =
      edit.change.kind === 'insert' ? { ...edit.change, instruction: { ...edit.change.instruction } } : edit.change
    const edits = ats.map((at): Repair => ({ ...edit, ...at, change: own }))
    return { ...level, change: { ...level.change, edits, place, isOne: true } }
  }),
})

/** Returns what is equal for slots that change one place of a source in one way; undefined if the source is not known. */
function keyOf(program: Program, { rank, levels }: Slot): string | undefined {
  const keys = levels.flatMap(({ change }, level) =>
    (change?.edits ?? []).map((edit) => {
      const key = editKey(program, edit)
      return key === undefined ? undefined : `${level} ${key}`
    }),
  )
  return keys.includes(undefined) ? undefined : [rank, ...keys].join('\n')
}

/** Returns what is equal for edits that make one change at one place of a source; undefined if there is no source. */
export function editKey(program: Program, edit: Repair): string | undefined {
  const place = isCompiled(threadAt(program.threads, edit.thread)) ? placeKey(program, edit) : undefined
  return place === undefined ? undefined : `${edit.change.kind} ${formKey(edit)} ${place}`
}

/** Returns the parts of the instruction of a change that do not name registers. */
function formKey({ change }: Repair): string {
  if (!('instruction' in change)) return ''
  const names = Object.entries(change.instruction).flatMap(([key, value]) =>
    typeof value === 'string' && key !== 'destination' ? [value] : typeof value === 'bigint' ? [`${value}`] : [],
  )
  const what: readonly unknown[] = 'what' in change.instruction ? Object.values(change.instruction.what) : []
  return [...names, ...what.filter((part) => typeof part !== 'object')].join(' ')
}

function placeKey(program: Program, { thread, at, change }: Repair): string | undefined {
  const { instructions } = threadAt(program.threads, thread)
  return inserts(change) ? sourcePlaceOf(instructions, at)?.key : lineKey(instructions, at)
}

/**
 * Returns the place of an instruction in the source, and which of those of its kind it is in a row of instructions from
 * there: a place may be several fences, and each round of a loop that is unrolled has them again.
 */
function lineKey(instructions: readonly Instruction[], at: number): string | undefined {
  const one = instructions[at]
  const from = one && compiledFrom(one.span)
  if (one === undefined || from === undefined) return undefined
  const { calls, ...own } = from
  const chain = JSON.stringify(calls)
  const isFromThere = ({ span }: Instruction): boolean => {
    const other = compiledFrom(span)
    return other?.file === own.file && other.line === own.line && JSON.stringify(other.calls) === chain
  }
  const start = instructions.findLastIndex((other, i) => i < at && !isFromThere(other)) + 1
  const earlier = instructions.slice(start, at).filter(({ kind }) => kind === one.kind)
  return [own.file, own.line, own.column, one.kind, earlier.length].join(' ')
}

/**
 * Returns the edits without insertions after which only computations follow before the same is inserted again: the place
 * between two statements is anywhere among these.
 */
const withoutRepeats = (program: Program, edits: readonly Repair[]): readonly Repair[] =>
  edits.filter((one, i) => {
    if (!inserts(one.change)) return true
    const { instructions } = threadAt(program.threads, one.thread)
    return !edits.some(
      (other, j) =>
        inserts(other.change) &&
        formKey(other) === formKey(one) &&
        other.thread === one.thread &&
        (other.at > one.at || (other.at === one.at && j > i)) &&
        instructions.slice(one.at, other.at).every((between) => factsOf(between).family === 'computation'),
    )
  })

function joined(program: Program, first: Slot, others: readonly Slot[]): Slot {
  if (others.length === 0) return first
  return {
    ...first,
    levels: first.levels.map((level, i): Level => {
      const { change } = level
      if (change === undefined) return level
      const same = others.flatMap(({ levels }) => levels[i] ?? [])
      const all = [change, ...same.flatMap((one) => one.change ?? [])].flatMap((one) => one.edits)
      const edits = withoutRepeats(program, all)
      return { ...level, change: { ...change, edits, isOne: true }, safe: [level, ...same].every(({ safe }) => safe) }
    }),
  }
}

/** One cannot insert anything within a statement, but has to make two of it. */
function priced(program: Program, slot: Slot): Slot {
  const isWithin = ({ thread, at, change }: Repair): boolean =>
    inserts(change) && sourcePlaceOf(threadAt(program.threads, thread).instructions, at)?.where === 'within'
  const of = (change: Change): Change =>
    change.edits.some(isWithin)
      ? { ...change, prices: [...change.prices, 'within a statement' satisfies Price] }
      : change
  return {
    ...slot,
    levels: slot.levels.map((level) => (level.change ? { ...level, change: of(level.change) } : level)),
  }
}
