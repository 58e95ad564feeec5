/**
 * Barriers against races that plainly lack one: two weak accesses of one CTA or cluster to one location, in a text that
 * both threads run.
 */

import type { Event, EventGraph } from '../encoder/events/graph/event.js'
import type { Instruction } from '../litmus/instruction.js'
import { sameCluster, sameCta, threadPosition, warpOf } from '../litmus/position.js'
import { type Program, type Thread, threadAt } from '../litmus/program.js'
import type { Counterexample } from './counterexample.js'
import type { Repair } from './repair.js'
import { sharing } from './same-text.js'
import type { Slot } from './slot.js'

/** An access of a race: its thread, and the index of its instruction in the unchanged program. */
export interface Access {
  readonly thread: number
  readonly at: number
}

export type PlainRace = readonly [Access, Access]

const strong = ['RLX', 'ACQ', 'REL'] as const

/** Returns whether an event is strong: at least relaxed (ISA 8.4). */
export const isStrong = ({ sets }: Pick<Event, 'sets'>): boolean => strong.some((set) => sets.includes(set))

/** Returns the accesses of a race that plainly lacks a barrier; undefined for any other. */
export function plainRace(
  program: Program,
  { reached: { graph, origins } }: Counterexample,
  pair: readonly [number, number],
): PlainRace | undefined {
  const [one, other] = pair.map((id) => accessOf(graph, origins, id))
  if (one === undefined || other === undefined || one.thread === other.thread) return undefined
  const [a, b] = [one, other].map(({ thread }) => threadPosition(threadAt(program.threads, thread)))
  return sameCluster(a, b) && sharing(program, one.thread).includes(other.thread) ? [one, other] : undefined
}

function accessOf(
  { events }: EventGraph,
  origins: Counterexample['reached']['origins'],
  id: number,
): Access | undefined {
  const event = events[id]
  const origin = event?.origin
  const at = origin && origins[origin.thread]?.[origin.instruction]
  if (event === undefined || origin === undefined || typeof at !== 'number') return undefined
  return isStrong(event) ? undefined : { thread: origin.thread, at }
}

/** Returns the slots that insert a barrier at which both threads of a race wait, between its accesses. */
export function barriersBetween(
  { program, slots }: { readonly program: Program; readonly slots: readonly Slot[] },
  [one, other]: PlainRace,
): readonly number[] {
  const [a, b] = [threadAt(program.threads, one.thread), threadAt(program.threads, other.thread)]
  const kinds = barriersOf(a, b)
  const texts = sharing(program, one.thread)
  const { instructions } = a
  const stretches = [
    { from: Math.min(one.at, other.at), to: Math.max(one.at, other.at) },
    ...loopsAround(instructions, [one.at, other.at]),
  ]
  const isBetween = ({ thread, at, change }: Repair): boolean =>
    change.kind === 'insert' &&
    kinds.includes(change.instruction.kind) &&
    texts.includes(thread) &&
    stretches.some(({ from, to }) => from < at && at <= to)
  return slots.flatMap(({ levels }, slot) => {
    const edits = levels.length === 2 ? levels[1]?.change?.edits : undefined
    return edits?.every(({ change }) => change.kind === 'insert') && edits.some(isBetween) ? [slot] : []
  })
}

/**
 * Returns the slots that insert a barrier into a function which kernels call, between the accesses of two threads of
 * other CTAs: the function synchronises them, for one thread of each CTA, and the others must wait for it.
 */
export function barriersInHelpers(
  {
    program,
    slots,
    offends,
  }: { readonly program: Program; readonly slots: readonly Slot[]; readonly offends: Counterexample },
  pair: readonly [number, number],
): readonly number[] {
  const { graph, origins } = offends.reached
  const [one, other] = pair.map((id) => accessOf(graph, origins, id))
  if (one === undefined || other === undefined) return []
  const texts = sharing(program, one.thread)
  if (!texts.includes(other.thread)) return []
  const isBetween = ({ thread, at }: Repair): boolean =>
    texts.includes(thread) && Math.min(one.at, other.at) < at && at <= Math.max(one.at, other.at)
  return slots.flatMap(({ levels }, slot) => {
    const change = levels.length === 2 ? levels[1]?.change : undefined
    const isOfHelper = change?.place?.helper !== undefined && change.kinds.every((kind) => kind === 'barriers')
    return isOfHelper && change.edits.some(isBetween) ? [slot] : []
  })
}

/** Returns the kinds of barriers at which two threads of a cluster may meet. */
function barriersOf(one: Thread, other: Thread): readonly Instruction['kind'][] {
  if (!sameCta(threadPosition(one), threadPosition(other))) return ['cluster-barrier']
  return warpOf(one) === warpOf(other) ? ['named-barrier', 'warp'] : ['named-barrier']
}

/** Returns the loops that contain one of the instructions, from their labels to the branches back. */
export const loopsAround = (
  instructions: readonly Instruction[],
  ats: readonly number[],
): readonly { readonly from: number; readonly to: number }[] =>
  instructions.flatMap((one, to) => {
    const from =
      one.kind === 'branch' ? instructions.findIndex((it) => it.kind === 'label' && it.name === one.target) : -1
    return from !== -1 && from < to && ats.some((at) => from <= at && at <= to) ? [{ from, to }] : []
  })
