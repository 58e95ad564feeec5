/**
 * Other launches: a kernel that synchronises its grid is launched cooperatively, and one that uses a cluster with
 * clusters. A launch decides where the threads are, so the program is read again from the changed text.
 */

import { decide } from '../encoder/decide/decide.js'
import type { Decision } from '../encoder/decide/verdict.js'
import type { Solver } from '../encoder/solver/solver.js'
import type { HostAction } from '../litmus/host/action.js'
import { operandsOf } from '../litmus/operands.js'
import type { DeviceThread, Program } from '../litmus/program.js'
import { inFile, type Span } from '../source/text.js'
import type { Bounded } from './at-first.js'
import { costOf } from './costs.js'
import { demandsOf } from './demands.js'
import { edited, type TextEdit } from './edits.js'
import { anything, judge } from './judge.js'
import { deviceThreads } from './lines.js'
import type { Costs } from './prices.js'
import type { Change, Repair } from './repair.js'
import type { Goal, Repaired } from './result.js'
import { readAgain } from './texts.js'

/** A launch that lacks an attribute. */
interface Lacking {
  readonly thread: number
  readonly at: number
  readonly span: Span
  readonly attributes: readonly string[]
}

/** The most CTAs of a cluster that every GPU with clusters has (CUDA C++ Programming Guide, Thread Block Clusters). */
const mostPortable = 8

/**
 * Returns programs in which launches have an attribute that their kernels need and they lack, each with the change. There
 * are none for kernels that are written in the test.
 */
function relaunches(program: Program): readonly { readonly change: Change; readonly program: Program }[] {
  const lacking = launchesOf(program).flatMap(([at, span, action]): readonly Lacking[] => {
    const threads = deviceThreads(program).flatMap(([, one]) =>
      one.position.kernel === action.kernel.name && one.compiled === true ? [one] : [],
    )
    const attributes = attributesFor(threads)
    return attributes.length === 0 ? [] : [{ thread: program.host?.thread ?? 0, at, span, attributes }]
  })
  const [first] = lacking
  if (first === undefined) return []
  return first.attributes.flatMap((attribute) => {
    const some = lacking.filter(({ attributes }) => attributes.includes(attribute))
    const texts = edited(some.map(({ span }) => withAttribute(span, attribute)))
    const changed = texts && readAgain(program, texts)
    if (changed === undefined || !hasSameNames(program, changed)) return []
    const edits = some.map(
      ({ thread, at }): Repair => ({ thread, at, change: { kind: 'relaunch', attribute, program: changed } }),
    )
    return [{ change: { kinds: ['launches'], edits, prices: ['launch'] }, program: changed }]
  })
}

type Launch = Extract<HostAction, { kind: 'launch' }>

function launchesOf({ threads, host }: Program): readonly (readonly [at: number, Span, Launch])[] {
  const hosting = host === undefined ? undefined : threads[host.thread]
  return (hosting?.instructions ?? []).flatMap((one, at) =>
    one.kind === 'call' && one.action.kind === 'launch' ? [[at, one.span, one.action] as const] : [],
  )
}

/** Returns what a launch of these threads lacks: one attribute, in the sizes that are possible. */
function attributesFor(threads: readonly DeviceThread[]): readonly string[] {
  const [first] = threads
  if (first === undefined) return []
  const isRead = (name: string): boolean =>
    first.instructions.some((one) =>
      operandsOf(one).some((operand) => operand.kind === 'register' && operand.name === name),
    )
  const isWritten = (name: string): boolean =>
    first.instructions.some((one) => 'destination' in one && one.destination === name)
  if (['%envreg1', '%envreg2'].some((name) => isRead(name) && !isWritten(name))) return ['cooperative']
  const usesCluster =
    first.instructions.some(({ kind }) => kind === 'cluster-barrier') ||
    first.registers.some(({ name }) => name.startsWith('%cluster_'))
  if (!usesCluster || first.position.cluster !== undefined) return []
  const blocks = 1 + threads.reduce((most, { ctaid = [0] }) => Math.max(most, ctaid[0]), 0)
  const sizes = Array.from({ length: mostPortable }, (_, i) => mostPortable - i).filter(
    (size) => size > 1 && blocks % size === 0,
  )
  return sizes.map((size) => `cluster(${size})`)
}

/** Returns the text of a launch with an attribute more. */
export const launchWith = (text: string, attribute: string): string => text.replace('>>>', `, ${attribute}>>>`)

/** Returns the edit that adds an attribute to a launch. */
function withAttribute(span: Span, attribute: string): TextEdit {
  const place = inFile(span)
  return { ...place, text: launchWith(place.source.text.slice(place.start, place.end), attribute) }
}

/** Returns whether what questions name is at the same indices in both programs. */
const hasSameNames = (one: Program, other: Program): boolean =>
  one.threads.length === other.threads.length &&
  one.threads.every(({ kind }, i) => other.threads[i]?.kind === kind) &&
  one.variables.every(({ name, location }, i) => {
    const there = other.variables[i]
    return there !== undefined && there.location === location && (there.name === name || there.instance !== undefined)
  }) &&
  one.questions.length === other.questions.length

/**
 * Returns another launch with which the goal is reached, and nothing is undefined or traps. Undefined if there is none, or
 * if nothing is wrong: a kernel may ask which CTA of its cluster it is, and be launched without clusters.
 */
export function relaunched(
  program: Program,
  goal: Goal,
  { before, isReached }: { readonly before: Decision; readonly isReached: boolean },
  solver: Solver,
  options: () => Bounded,
  costs: Costs,
): Repaired | undefined {
  const others = relaunches(program)
  const demands = demandsOf(goal, before, false)
  if (others.length === 0 || 'kind' in demands) return undefined
  if (isReached && !isStopped(program, before, solver, options)) return undefined
  for (const { change, program: changed } of others) {
    const verdict = judge(program, { program: changed, edits: [], unsafe: true }, demands, solver, options())
    if (verdict.kind === 'good')
      return {
        changes: [change],
        cost: costOf([change], costs),
        program: changed,
        within: verdict.within,
        ordered: false,
      }
  }
  return undefined
}

/** Returns whether undefined behaviour or a trap is reachable. */
function isStopped(program: Program, before: Decision, solver: Solver, options: () => Bounded): boolean {
  const { answers } =
    before.answers.length > 0 ? before : decide({ ...program, questions: [anything(program)] }, solver, options())
  const reached = answers[0]?.undefined
  return reached?.kind === 'known' && reached.found.length > 0
}
