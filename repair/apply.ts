/** Programs with changes made. */

import { match } from 'ts-pattern'
import { enqueued } from '../litmus/host/link.js'
import type { Instruction } from '../litmus/instruction.js'
import { asStatement } from '../litmus/instructions/tcgen05.js'
import { type Program, type Thread, writtenThreads } from '../litmus/program.js'
import { loopOf } from './inserted-waits.js'
import type { Repair } from './repair.js'
import { inAllThreads } from './same-text.js'

/**
 * The origin of each instruction in each thread of a changed program: its index in the unchanged program, or for an
 * insertion its kind and the index of the instruction that it precedes.
 */
export type Origins = readonly (readonly (number | string)[])[]

/**
 * Returns the program with the changes, in every thread that runs the changed text. If there are two insertions at one
 * place, the first comes first.
 */
export function applied(program: Program, changes: readonly Repair[]): Program {
  const launched = changes.flatMap(({ change }) => (change.kind === 'relaunch' ? [change.program] : []))[0]
  // Another launch is a change by itself.
  if (launched !== undefined) return launched
  const repairs = inAllThreads(program, changes)
  const threads = program.threads.map((thread, i): Thread => {
    const instructions = changed(thread.instructions, ofThread(repairs, i), {
      inserted: (instruction): Instruction => instruction,
      replaced: (_, instruction) => instruction,
    })
    return { ...thread, instructions }
  })
  if (program.host === undefined) return { ...program, threads }
  return { ...program, ...enqueued(writtenThreads({ ...program, threads }), program) }
}

/** Returns where the instructions of the changed program come from. */
export function originsOf(program: Program, changes: readonly Repair[]): Origins {
  const repairs = inAllThreads(program, changes)
  return program.threads.map(({ instructions }, i) =>
    changed<number | string>([...instructions.keys()], ofThread(repairs, i), {
      inserted: (instruction, at) =>
        `${'proxy' in instruction ? instruction.proxy : ''} ${instruction.kind} before ${at}`,
      replaced: (index) => index,
    }),
  )
}

const ofThread = (repairs: readonly Repair[], thread: number): readonly Repair[] =>
  repairs.filter((one) => one.thread === thread)

/**
 * Changes a list with an item for each instruction of a thread, as the instructions are changed. An inserted item stays
 * at its place, even between two that are exchanged.
 */
function changed<T>(
  items: readonly T[],
  repairs: readonly Repair[],
  {
    inserted,
    replaced,
  }: {
    readonly inserted: (instruction: Instruction, at: number) => T
    readonly replaced: (item: T, instruction: Instruction) => T
  },
): readonly T[] {
  const places = items.map((item): readonly T[] => [item])
  const before: (readonly T[])[] = [...items, undefined].map(() => [])
  for (const { at, change } of repairs)
    match(change)
      .with({ kind: 'insert' }, ({ instruction }) => {
        const all = instruction.kind === 'tcgen05' ? asStatement(instruction) : [instruction]
        before[at] = [...(before[at] ?? []), ...all.map((one) => inserted(one, at))]
      })
      .with({ kind: 'await' }, (wait) => {
        before[at] = [...(before[at] ?? []), ...loopOf(wait).map((one) => inserted(one, at))]
      })
      .with({ kind: 'replace' }, ({ instruction }) => {
        places[at] = (places[at] ?? []).map((item) => replaced(item, instruction))
      })
      .with({ kind: 'remove' }, () => {
        places[at] = []
      })
      .with({ kind: 'swap' }, { kind: 'relaunch' }, () => undefined)
      .exhaustive()
  for (const { at, change } of repairs)
    if (change.kind === 'swap') [places[at], places[at + 1]] = [places[at + 1] ?? [], places[at] ?? []]
  return before.flatMap((some, i) => [...some, ...(places[i] ?? [])])
}
