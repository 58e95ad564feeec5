/** Programs with changes made. */

import { match } from 'ts-pattern'
import { enqueued } from '../litmus/host/link.js'
import type { Instruction } from '../litmus/instruction.js'
import { type Program, type Thread, writtenThreads } from '../litmus/program.js'
import type { Repair } from './repair.js'
import { inAllThreads } from './same-text.js'

/** For each thread of a changed program, the index that each instruction has in the unchanged one; undefined for inserted instructions. */
export type Origins = readonly (readonly (number | undefined)[])[]

/**
 * The program with the changes, in every thread that runs the changed text, made from its end to its start. Of two changes at one place, the
 * first comes first.
 */
export function applied(program: Program, changes: readonly Repair[]): Program {
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

/** Where the instructions of the changed program come from. */
export function originsOf(program: Program, changes: readonly Repair[]): Origins {
  const repairs = inAllThreads(program, changes)
  return program.threads.map(({ instructions }, i) =>
    changed<number | undefined>([...instructions.keys()], ofThread(repairs, i), {
      inserted: () => undefined,
      replaced: (index) => index,
    }),
  )
}

const ofThread = (repairs: readonly Repair[], thread: number): readonly Repair[] =>
  repairs
    .filter((one) => one.thread === thread)
    .toReversed()
    .toSorted((a, b) => b.at - a.at)

/** A list with an item for each instruction of a thread, changed as the instructions are. */
const changed = <T>(
  items: readonly T[],
  repairs: readonly Repair[],
  {
    inserted,
    replaced,
  }: {
    readonly inserted: (instruction: Instruction) => T
    readonly replaced: (item: T, instruction: Instruction) => T
  },
): readonly T[] =>
  repairs.reduce(
    (some, { at, change }) =>
      match(change)
        .with({ kind: 'insert' }, ({ instruction }) => some.toSpliced(at, 0, inserted(instruction)))
        .with({ kind: 'replace' }, ({ instruction }) =>
          some.map((one, i) => (i === at ? replaced(one, instruction) : one)),
        )
        .with({ kind: 'remove' }, () => some.toSpliced(at, 1))
        .with({ kind: 'swap' }, () => [
          ...some.slice(0, at),
          ...some.slice(at, at + 2).toReversed(),
          ...some.slice(at + 2),
        ])
        .exhaustive(),
    items,
  )
