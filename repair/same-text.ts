/** Threads that run one text: a change of the text is a change of all of them. */

import { match, P } from 'ts-pattern'
import type { Instruction } from '../litmus/instruction.js'
import { type Program, type Thread, threadAt } from '../litmus/program.js'
import { must } from '../source/must.js'
import type { Repair } from './repair.js'

/** Returns the threads that run the text of a thread, itself among them. */
export function sharing({ threads }: Pick<Program, 'threads'>, thread: number): readonly number[] {
  const one = threadAt(threads, thread)
  return threads.flatMap((other, i) => (i === thread || isSameText(one, other) ? [i] : []))
}

/** Returns whether a thread is the first that runs its text. */
export const isFirstOfText = (program: Pick<Program, 'threads'>, thread: number): boolean =>
  sharing(program, thread)[0] === thread

function isSameText({ kind, instructions }: Thread, other: Thread): boolean {
  return (
    kind === 'device' &&
    other.kind === 'device' &&
    instructions.length > 0 &&
    instructions.length === other.instructions.length &&
    instructions.every(({ span }, i) => {
      const there = other.instructions[i]?.span
      return there?.source === span.source && there.start === span.start && there.end === span.end
    })
  )
}

/** Returns the same changes in every thread that runs the changed text. */
export const inAllThreads = (program: Pick<Program, 'threads'>, repairs: readonly Repair[]): readonly Repair[] =>
  repairs.flatMap((repair) =>
    sharing(program, repair.thread).map((thread) =>
      thread === repair.thread ? repair : { ...repair, thread, change: changeIn(program, repair, thread) },
    ),
  )

/** Returns the change for another thread, which may access other instances of shared memory. */
const changeIn = ({ threads }: Pick<Program, 'threads'>, { at, change }: Repair, thread: number): Repair['change'] =>
  change.kind === 'replace'
    ? {
        ...change,
        instruction: (change.what === 'operand' ? withAddressOf : withPlacesOf)(
          change.instruction,
          must(threadAt(threads, thread).instructions[at], 'the instruction that is changed'),
        ),
      }
    : change

/** The count or the mask is what changes. */
const withAddressOf = (changed: Instruction, own: Instruction): Instruction =>
  changed.kind === 'mbarrier' && own.kind === 'mbarrier' ? { ...changed, address: own.address } : changed

const withPlacesOf = (changed: Instruction, own: Instruction): Instruction =>
  match([changed, own])
    .with([{ kind: 'load' }, { kind: 'load' }], ([one, { address }]) => ({ ...one, address }))
    .with([{ kind: 'store' }, { kind: 'store' }], ([one, { address, value }]) => ({ ...one, address, value }))
    .with([{ kind: 'atomic' }, { kind: 'atomic' }], ([one, { address, operands }]) => ({ ...one, address, operands }))
    .with([{ kind: 'atomic' }, { kind: 'load' }], ([one, { address }]) => ({ ...one, address }))
    .with([{ kind: 'mbarrier' }, { kind: 'mbarrier' }], ([one, { address, count, tx }]) => ({
      ...one,
      address,
      count,
      tx,
    }))
    .with([P._, P._], () => changed)
    .exhaustive()
