/** Checks that machine code waits for what the instructions of PTX order. */

import { match } from 'ts-pattern'
import type { Instruction } from '../../litmus/instruction.js'
import type { Scope } from '../../litmus/operand.js'
import type { MachineInstruction } from './disassembly.js'
import { successorsIn } from './flow.js'
import { type Need, type Obligation, obligationsOf, type RuleName } from './obligations.js'
import { accesses, effectOf, fenceScope, invalidates, isOfPipeline, isOfShared } from './opcodes.js'

/** The instructions of a thread, with the line of each in the PTX that was assembled. */
export interface Assembled {
  readonly instructions: readonly Instruction[]
  readonly lines: readonly number[]
  /** The registers that are read after the thread. */
  readonly observed: ReadonlySet<string>
}

/** A wait that the machine code leaves out. */
export interface MissingWait {
  readonly obligation: Obligation
  /** The machine instruction that should be complete, and the one that begins too early, as indices. */
  readonly from: number
  readonly to: number
  /** The instructions between the two, on a path on which none of them waits. */
  readonly between: readonly number[]
}

/**
 * Returns the waits that machine code leaves out, by the rules that are named. A scoreboard that an instruction sets
 * must be waited for on every path to the other instruction; what sets none is complete only behind a fence.
 */
export function missingWaits(
  thread: Assembled,
  code: readonly MachineInstruction[],
  rules: ReadonlySet<RuleName>,
): readonly MissingWait[] {
  const successors = successorsIn(code)
  const byLine = new Map<number, number[]>()
  for (const [index, { line }] of code.entries()) {
    if (line === undefined) continue
    const others = byLine.get(line)
    if (others === undefined) byLine.set(line, [index])
    else others.push(index)
  }
  const machine = (instruction: number): readonly number[] =>
    (byLine.get(thread.lines[instruction] ?? -1) ?? []).filter((at) =>
      reachesOthers(code[at], thread.instructions[instruction]),
    )
  return obligationsOf(thread.instructions, thread.observed)
    .filter(({ rule }) => rules.has(rule))
    .flatMap((obligation) => {
      const targets = new Set(machine(obligation.to).filter((index) => isTarget(code[index], obligation.need)))
      if (targets.size === 0 || thread.lines[obligation.from] === thread.lines[obligation.to]) return []
      return machine(obligation.from)
        .filter((index) => isSource(code[index], obligation))
        .flatMap((from): readonly MissingWait[] => {
          const source = code[from]
          const open = new Set([...targets].filter((to) => !inOrder(source, code[to], obligation.need)))
          const path = pathTo(from, open, obligation.need, code, successors)
          const to = path?.at(-1)
          return path === undefined || to === undefined ? [] : [{ obligation, from, to, between: path.slice(0, -1) }]
        })
    })
}

/**
 * Returns whether an instruction accesses memory that other threads reach. An atomic of 64 bits through a generic
 * address has a second way for local memory, with a load and a store: no such `LD` and `ST` is strong.
 */
const reachesOthers = (one: MachineInstruction | undefined, of: Instruction | undefined): boolean =>
  of?.kind !== 'atomic' || one === undefined || !/^(LD|ST)\.(?!.*STRONG)/.test(one.opcode)

function isTarget(one: MachineInstruction | undefined, need: Need): boolean {
  if (one === undefined || !accesses(one)) return false
  return need.kind === 'fresh' ? effectOf(one).cached : need.kind === 'fenced' ? effectOf(one).writes : true
}

function isSource(one: MachineInstruction | undefined, { need }: Obligation): boolean {
  if (one === undefined) return false
  const { reads, writes } = effectOf(one)
  return need.kind === 'fenced' || need.kind === 'drained' ? reads || writes : reads
}

/**
 * Returns whether two accesses take effect in their order for the threads of a CTA, without a wait: an SM performs its
 * accesses in the order of the program, and those of shared memory as well as writes to it. The units that complete on
 * their own do not: mbarriers and copies.
 */
function inOrder(first: MachineInstruction | undefined, second: MachineInstruction | undefined, need: Need): boolean {
  if (first === undefined || second === undefined || !('scope' in need) || need.scope !== 'cta') return false
  return need.kind === 'returned' ? isOfPipeline(first) : isOfShared(first) && isOfShared(second)
}

/** The stages through which an instruction goes. */
type Stage = 'begun' | 'returned' | 'fresh'

/** A step of a path: the instruction there, the stage in which the path gets to it, and the step before. */
interface Step {
  readonly at: number
  readonly stage: Stage
  readonly before: Step | undefined
}

/**
 * Returns the shortest path that reaches a target before the need is met, from the instruction after the first one to
 * the target; undefined if there is none.
 */
function pathTo(
  from: number,
  targets: ReadonlySet<number>,
  need: Need,
  code: readonly MachineInstruction[],
  successors: readonly (readonly number[])[],
): readonly number[] | undefined {
  const source = carrierOf(from, code)
  if (source === undefined) return undefined
  const last: Stage = need.kind === 'fresh' ? 'fresh' : 'returned'
  const seen = new Set<string>()
  let open: readonly Step[] = (successors[from] ?? []).map((at) => ({ at, stage: 'begun', before: undefined }))
  while (open.length > 0) {
    const next: Step[] = []
    for (const step of open) {
      const { at, stage } = step
      const one = code[at]
      if (one === undefined || seen.has(`${at} ${stage}`)) continue
      seen.add(`${at} ${stage}`)
      const now = stageAfter(stage, one, source, need)
      if (now === last) continue
      if (targets.has(at)) return stepsTo(step)
      for (const to of successors[at] ?? []) next.push({ at: to, stage: now, before: step })
    }
    open = next
  }
  return undefined
}

function stepsTo(last: Step): readonly number[] {
  const steps: number[] = []
  for (let step: Step | undefined = last; step !== undefined; step = step.before) steps.push(step.at)
  return steps.toReversed()
}

/**
 * Returns the instruction whose scoreboard says that the result of another one has come back: mostly itself. Loads of
 * shared memory come back in their order, so that ptxas gives a scoreboard to the last of several only.
 */
function carrierOf(from: number, code: readonly MachineInstruction[]): MachineInstruction | undefined {
  const source = code[from]
  if (source === undefined || source.control.writes !== undefined || !/^LDS(\.|$)/.test(source.opcode)) return source
  const later = code
    .slice(from)
    .find(({ opcode, control }) => /^LDS(\.|$)/.test(opcode) && control.writes !== undefined)
  return later ?? source
}

/** Returns the stage of an instruction once another one has begun. */
function stageAfter(stage: Stage, one: MachineInstruction, source: MachineInstruction, need: Need): Stage {
  const returned = stage !== 'begun' || meets(one, source, need)
  if (!returned) return 'begun'
  return stage === 'fresh' || (need.kind === 'fresh' && invalidates(one)) ? 'fresh' : 'returned'
}

const meets = (one: MachineInstruction, source: MachineInstruction, need: Need): boolean =>
  match(need)
    .with({ kind: 'returned' }, { kind: 'fresh' }, () => waitsFor(one, source) || fenceScope(one) !== undefined)
    .with({ kind: 'fenced' }, ({ scope }) => (fenceScope(one) ?? -1) >= fenceOf[scope])
    .with({ kind: 'drained' }, () => one.opcode.startsWith('DEPBAR'))
    .exhaustive()

/** Returns whether an instruction begins only when the result of another one has come back. */
function waitsFor(one: MachineInstruction, { control }: MachineInstruction): boolean {
  const { writes } = control
  if (writes === undefined) return false
  return one.control.waits.includes(writes) || one.text === `DEPBAR.LE SB${writes}, 0x0`
}

/** The least scope of a machine fence that serves a scope of PTX: clusters have none of their own. */
const fenceOf: { readonly [S in Scope]: number } = { cta: 0, cluster: 2, gpu: 2, sys: 4 }
