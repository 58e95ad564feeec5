/** The loops of a thread: the lines of each, and the facts about its rounds that are known before any is executed. */

import type { Instruction } from '../../../litmus/instruction.js'
import { destinationOf, operandsOf } from '../../../litmus/operands.js'
import { largest } from '../../../source/largest.js'
import { memoisedWeakly } from '../../../source/memoised-weakly.js'
import type { FlatLine, Jump, Label, Line, LoopLine } from './lines.js'
import { rotated } from './rotate.js'
import { leavesRegistersAlone } from './rounds.js'

/** Returns the lines of a thread. Threads may share their instructions, whose loops are then looked for once. */
export const linesOf: (instructions: readonly Instruction[]) => readonly Line[] = memoisedWeakly((instructions) =>
  nest(instructions.map((one, index) => flat(one, index, instructions))),
)

function flat(one: Instruction, index: number, all: readonly Instruction[]): FlatLine {
  switch (one.kind) {
    case 'label':
      return { kind: 'label', name: one.name, span: one.span }
    case 'branch':
      return {
        kind: 'jump',
        when: one.when,
        target: one.target,
        guards: one.guards === true ? writtenUpTo(one.target, all.slice(index + 1)) : undefined,
      }
    default:
      return { kind: 'perform', instruction: one, index }
  }
}

/** Returns the registers that the instructions before a label write. */
function writtenUpTo(label: string, instructions: readonly Instruction[]): readonly string[] {
  const end = instructions.findIndex((one) => one.kind === 'label' && one.name === label)
  return instructions.slice(0, end).flatMap((one) => destinationOf(one) ?? [])
}

/**
 * Nests the loops, one by one in the order of the text. `around` is the rest of the thread, from which it may jump into
 * these loops.
 */
function nest(text: readonly FlatLine[], around: readonly FlatLine[] = []): readonly Line[] {
  const nested: Line[] = []
  let lines = text
  let ends = lastJumps(lines)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    if (line.kind !== 'label' || (ends.get(line.name) ?? -1) <= at) {
      nested.push(line)
      continue
    }
    const end = endOfLoop(lines, at, line.name, ends)
    const [before, after] = [lines.slice(0, at), lines.slice(end + 1)]
    const entered = rotated({ before, lines: lines.slice(at, end + 1), after, around })
    if (entered !== undefined) {
      lines = [...before, ...entered, ...after]
      ends = lastJumps(lines)
      at--
      continue
    }
    nested.push(loopOf(line, lines.slice(at + 1, end + 1), [...around, ...before, ...after]))
    at = end
  }
  return nested
}

function loopOf(head: Label, body: readonly FlatLine[], outside: readonly FlatLine[]): LoopLine {
  const { name, span } = head
  const inside = labelsOf(body)
  // A thread that enters in the middle has not executed the lines before.
  const isEntered = (labels: ReadonlySet<string>, from: readonly FlatLine[]): boolean =>
    from.some((one) => one.kind === 'jump' && labels.has(one.target))
  const mayWait = !isEntered(inside, outside) && leavesRegistersAlone(body, name)
  /**
   * Compilers give a loop that waits and a loop around it one label: the lines up to a jump back that is not the last.
   */
  const waits = mayWait
    ? undefined
    : body.findLastIndex((one, i) => {
        if (one.kind !== 'jump' || one.target !== name || i === body.length - 1) return false
        const [first, rest] = [body.slice(0, i + 1), body.slice(i + 1)]
        return !isEntered(labelsOf(first), [...outside, ...rest]) && leavesRegistersAlone(first, name)
      })
  const split = waits === undefined ? 0 : waits + 1
  const [first, rest] = [body.slice(0, split), body.slice(split)]
  return {
    kind: 'loop',
    loop: { name, span, mayWait },
    body: [...(split === 0 ? [] : [loopOf(head, first, [...outside, ...rest])]), ...nest(rest, [...outside, ...first])],
    tests: testsOf(body, name, inside),
    hasBarriers: body.some((one) => one.kind === 'perform' && one.instruction.kind === 'barrier'),
  }
}

const labelsOf = (lines: readonly FlatLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap((one) => (one.kind === 'label' ? [one.name] : [])))

/** Returns the last jump to each label. */
const lastJumps = (lines: readonly FlatLine[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((line, at) => (line.kind === 'jump' ? [[line.target, at] as const] : [])))

/** Returns the last jump back to the loop's label, or a later one to a label inside, which then belongs to the loop. */
function endOfLoop(lines: readonly FlatLine[], head: number, name: string, ends: ReadonlyMap<string, number>): number {
  let end = ends.get(name) ?? head
  for (;;) {
    const inside = lines.slice(head + 1, end + 1).flatMap((line) => (line.kind === 'label' ? [line.name] : []))
    const further = largest(
      inside.map((label) => ends.get(label) ?? end),
      end,
    )
    if (further === end) return end
    end = further
  }
}

/**
 * Returns the conditional jumps of a body that lead to the head or out of the loop, directly or by a jump that follows
 * them.
 */
function testsOf(body: readonly FlatLine[], head: string, inside: ReadonlySet<string>): LoopLine['tests'] {
  const varying = body.flatMap((line) =>
    line.kind === 'perform' && varies(line.instruction) ? (destinationOf(line.instruction) ?? []) : [],
  )
  const leads = (line: FlatLine | undefined): boolean =>
    line?.kind === 'jump' && (line.target === head || !inside.has(line.target))
  const leadsBehind = (next: FlatLine | undefined): boolean =>
    next?.kind === 'jump' && next.when === undefined && leads(next)
  return body.flatMap((line, at) => {
    if (line.kind !== 'jump' || line.when === undefined || !(leads(line) || leadsBehind(body[at + 1]))) return []
    const registers = decidingRegisters(line.when, body)
    return [{ jump: line, registers, varies: varying.some((register) => registers.has(register)) }]
  })
}

/** Returns whether it gives another value each time. */
const varies = (one: Instruction): boolean =>
  one.kind === 'active-mask' ||
  (one.kind === 'warp' && (one.operation === 'movmatrix' || one.operation === 'matrix')) ||
  one.kind === 'range-access' ||
  (one.kind === 'unknown' && one.function === undefined)

/** Returns the registers from which the body computes the compared values. */
function decidingRegisters({ left, right }: NonNullable<Jump['when']>, body: readonly FlatLine[]): ReadonlySet<string> {
  const names = (operands: ReturnType<typeof operandsOf>): readonly string[] =>
    operands.flatMap((one) => (one.kind === 'register' ? [one.name] : []))
  const deciding = new Set(names([left, right]))
  // Iteration also reaches what is added meanwhile.
  for (const register of deciding)
    for (const line of body)
      if (line.kind === 'perform' && destinationOf(line.instruction) === register)
        for (const name of names(operandsOf(line.instruction))) deciding.add(name)
  return deciding
}
