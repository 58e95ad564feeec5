/**
 * Threads without loops: each loop's body is copied as often as the bound says, one copy after the other, so that all jumps lead forward.
 */

import type { Branch, Instruction } from '../../litmus/instruction.js'
import type { Thread } from '../../litmus/program.js'
import { registerType } from '../../litmus/registers.js'
import { largest } from '../../source/largest.js'
import type { Span } from '../../source/text.js'
import { isLeftOnceItWrites, leavesRegistersAlone } from './rounds.js'

/** How often a loop's body is executed at most, unless the user says otherwise. */
export const defaultBound = 2

/**
 * What executions are examined for: only their final states, or also everything executed in them. Rounds of a loop that only wait change no
 * final state, so none of them is needed; but their accesses may race. One such round of each loop is enough for that: without all others
 * the execution is still consistent, and two accesses of a thread that only read do not race.
 */
export type LookedAt = 'final states' | 'accesses'

/** How many rounds that only wait are examined for each loop, besides the others. */
const waitingRounds = { 'final states': 0, accesses: 1 } as const

/** A step of an unrolled thread. Steps in the later copies of a loop's body are of the same instructions. */
export type Step =
  | {
      readonly kind: 'perform'
      readonly instruction: Exclude<Instruction, { kind: 'label' | 'branch' }>
      /** Its index among the thread's instructions. */
      readonly index: number
      /** How many rounds of the loops around it came before, from the outermost. */
      readonly iterations: readonly number[]
    }
  | {
      readonly kind: 'jump'
      readonly when: Branch['when']
      /** Whether it leads around one instruction that it guards. */
      readonly guards: boolean
      /** A later step, or the length of the thread. */
      readonly target: number
    }
  /** Here the bound cuts a loop: the branch back is not followed. */
  | {
      readonly kind: 'cut'
      readonly when: Branch['when']
      readonly loop: Loop
      /** The step with which the loop's last copy begins. */
      readonly from: number
      /** The step with which the copies begin that are one more than the waiting rounds: if they all only waited, another execution does without them. */
      readonly since: number
    }

export interface Loop {
  /** Its label. */
  readonly name: string
  readonly span: Span
  /**
   * A round that ends in the branch back and has written no memory leaves nothing behind: it only waited, and an execution without it ends
   * alike. This fails if what follows it uses its registers, or if barriers count the round.
   */
  readonly mayWait: boolean
}

/** More steps than this are not built. */
export const mostSteps = 20_000

type Item =
  /** Its name differs from the one that is written, in all copies of it but the first. */
  | { readonly kind: 'label'; readonly name: string; readonly written: string; readonly span: Span }
  | {
      readonly kind: 'instruction'
      readonly instruction: Exclude<Instruction, { kind: 'label' | 'branch' }>
      readonly index: number
      readonly iterations: readonly number[]
    }
  | { readonly kind: 'branch'; readonly branch: Pick<Branch, 'when' | 'target' | 'guards'> }
  | {
      readonly kind: 'cut'
      readonly when: Branch['when']
      readonly loop: Loop
      readonly from: string
      readonly since: string
    }

/** The steps of a thread, or undefined where there would be more than `mostSteps`. */
export function unroll(thread: Thread, bound: number, lookedAt: LookedAt): readonly Step[] | undefined {
  const items = thread.instructions.map((instruction, index): Item => {
    switch (instruction.kind) {
      case 'label':
        return { kind: 'label', name: instruction.name, written: instruction.name, span: instruction.span }
      case 'branch':
        return { kind: 'branch', branch: instruction }
      default:
        return { kind: 'instruction', instruction, index, iterations: [] }
    }
  })
  const widthOf = (register: string): number => registerType(thread, register).width
  const straight = withoutLoops(items, { bound, waiting: waitingRounds[lookedAt], widthOf })
  return straight === undefined ? undefined : linked(straight)
}

interface HowOften {
  readonly bound: number
  /** Rounds that only wait. */
  readonly waiting: number
  /** How many bits a register has at most. */
  readonly widthOf: (register: string) => number
}

/**
 * Loop by loop in the order of the text, inner loops within each copy of the outer one's body. `around` is what else the thread has, from
 * where it may jump into these loops.
 */
function withoutLoops(
  items: readonly Item[],
  how: HowOften,
  around: readonly Item[] = [],
): readonly Item[] | undefined {
  const { bound, waiting, widthOf } = how
  const head = items.findIndex((item, i) => item.kind === 'label' && lastBranchTo(item.name, items) > i)
  const label = items[head]
  if (label?.kind !== 'label') return items
  const end = endOfLoop(items, head, label.name)
  const body = items.slice(head + 1, end + 1)
  // A thread that enters in the middle has not executed what comes before.
  const outside = [...around, ...items.slice(0, head), ...items.slice(end + 1)]
  const isEntered = entersInside(outside, body)
  const loop = { name: label.written, span: label.span, mayWait: !isEntered && leavesRegistersAlone(body, label.name) }
  const rounds = loop.mayWait && isLeftOnceItWrites(body, label.name, widthOf) ? 1 : bound
  const copies = rounds + (loop.mayWait ? waiting : 0)
  const result: Item[] = items.slice(0, head + 1)
  const exit = `${label.name} exit`
  const called = (copy: number): string => `${label.name} copy ${copy}`
  for (let copy = 0; copy < copies; copy++) {
    const here = called(copy)
    const next = copy + 1 < copies ? called(copy + 1) : undefined
    const since = called(Math.max(0, copy - waiting))
    const unrolled = withoutLoops(copyOf(body, copy, loop, { head: label.name, here, next, since }), how, outside)
    if (unrolled === undefined || result.length + unrolled.length > mostSteps) return undefined
    result.push({ ...label, name: here })
    for (const item of unrolled) result.push(item)
    if (next !== undefined) result.push({ kind: 'branch', branch: { when: undefined, target: exit } })
  }
  const rest = withoutLoops(items.slice(end + 1), how, [...around, ...items.slice(0, end + 1)])
  if (rest === undefined || result.length + rest.length > mostSteps) return undefined
  return [...result, { ...label, name: exit }, ...rest]
}

const lastBranchTo = (name: string, items: readonly Item[]): number =>
  items.findLastIndex((item) => item.kind === 'branch' && item.branch.target === name)

/** The last branch back to the loop's label, or a later one to a label inside, which then belongs to the loop. */
function endOfLoop(items: readonly Item[], head: number, name: string): number {
  let end = lastBranchTo(name, items)
  for (;;) {
    const inside = items.slice(head + 1, end + 1).flatMap((item) => (item.kind === 'label' ? [item.name] : []))
    const further = largest(
      inside.map((label) => lastBranchTo(label, items)),
      end,
    )
    if (further === end) return end
    end = further
  }
}

/** One copy of a body: with its own labels, and with branches to the loop's head that lead to the next copy, or nowhere. */
function copyOf(
  body: readonly Item[],
  copy: number,
  loop: Loop,
  {
    head,
    here,
    next,
    since,
  }: { readonly head: string; readonly here: string; readonly next: string | undefined; readonly since: string },
): readonly Item[] {
  const inside = new Set(body.flatMap((item) => (item.kind === 'label' ? [item.name] : [])))
  // The first copy keeps its labels, so that branches into the loop lead there.
  const renamed = (name: string): string => (copy > 0 && inside.has(name) ? `${name} of ${here}` : name)
  const copied = (item: Item): Item => {
    switch (item.kind) {
      case 'label':
        return { ...item, name: renamed(item.name) }
      case 'instruction':
        return { ...item, iterations: [...item.iterations, copy] }
      case 'branch': {
        const { when, target } = item.branch
        if (target !== head) return { kind: 'branch', branch: { ...item.branch, target: renamed(target) } }
        return next === undefined
          ? { kind: 'cut', when, loop, from: here, since }
          : { kind: 'branch', branch: { when, target: next } }
      }
      case 'cut':
        return item
    }
  }
  return body.map(copied)
}

/** Steps with the labels resolved. */
function linked(items: readonly Item[]): readonly Step[] {
  const places = new Map<string, number>()
  let before = 0
  for (const item of items) {
    if (item.kind === 'label') places.set(item.name, before)
    else before++
  }
  const place = (name: string): number => {
    const found = places.get(name)
    if (found === undefined) throw new Error(`there is no label ${name}`)
    return found
  }
  const steps = (item: Item): readonly Step[] => {
    switch (item.kind) {
      case 'label':
        return []
      case 'instruction': {
        const { instruction, index, iterations } = item
        return [{ kind: 'perform', instruction, index, iterations }]
      }
      case 'branch': {
        const { when, target, guards } = item.branch
        return [{ kind: 'jump', when, guards: guards === true, target: place(target) }]
      }
      case 'cut':
        return [{ kind: 'cut', when: item.when, loop: item.loop, from: place(item.from), since: place(item.since) }]
    }
  }
  return items.flatMap(steps)
}

const entersInside = (outside: readonly Item[], body: readonly Item[]): boolean =>
  outside.some(
    (item) =>
      item.kind === 'branch' && body.some((inner) => inner.kind === 'label' && inner.name === item.branch.target),
  )
