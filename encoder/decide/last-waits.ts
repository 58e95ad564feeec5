/**
 * Programs without the waits with which threads end. Of threads that do the same, one keeps the wait, and the others end
 * before it, so that a screen is about far fewer reads (`screen.ts`).
 *
 * Let the threads of a class that can be exchanged each end with a round of a loop that is one read. Take an execution that
 * goes wrong: it reaches an outcome that is asked about, hangs, is cut, or is undefined. If a thread of the others comes to
 * its wait and does not end, because it waits, for ever or not, or is cut or undefined there, exchange it with the one that
 * keeps its wait: the result goes wrong in the same way (`formula/exchange.ts`). Then take away the reads of the others.
 * What these return decides only about what they do next, which is nothing, and about whether they end. Their class ends as
 * before, since the one that keeps its wait does not end if any of them did not. So this is an execution of the shorter
 * program: all other events, their values and the orders among writes are as they were. It is consistent if each relation
 * of the model grows with events (`axioms/algebra/grows.ts`). It ends and reaches the outcome if the longer one does. A
 * wait that is over for ever stays so, since fewer events promise less. What is undefined unless something comes before
 * something else stays undefined, and writes stay in their order. So if the shorter program never goes wrong, neither does
 * the longer one. That some execution of the longer one ends does not follow, and is asked apart.
 *
 * Threads that have ended do not count at barriers. So where there are barriers, every thread always passes each of them,
 * whatever reads return. Then none waits there for a thread that may wait for ever.
 */

import { growsWithEvents } from '../../axioms/algebra/grows.js'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Term, termsOf } from '../../litmus/condition.js'
import type { Branch, Label } from '../../litmus/instructions/control.js'
import type { Program, Thread } from '../../litmus/program.js'
import type { EventGraph, Undefined } from '../events/graph/event.js'
import type { ThreadEvents } from '../formula/exchange.js'
import type { AlikeThreads } from '../formula/symmetry.js'
import { certainMeetings } from '../relations/deduced.js'
import { mentioning } from '../values/mentions.js'

/** The wait with which a thread ends: the instruction that reads, and the event. */
interface LastWait {
  readonly thread: number
  readonly instruction: number
  readonly read: number
}

/**
 * Returns the program in which of each class of threads that end with a wait all but the first end before it; undefined if
 * there is no such class. The threads of a class can be exchanged without a change to the questions, to whether threads
 * hang, are cut by the bound, or are undefined.
 */
export function withoutLastWaits(graph: EventGraph, model: Model, alike: readonly AlikeThreads[]): Program | undefined {
  if (!growsWithEvents(model) || !isSimple(graph)) return undefined
  const named = threadsNamed(graph.program)
  const ending = alike.flatMap((threads): readonly LastWait[] => {
    const waits = threads.map((events) => lastWait(graph, events))
    const areAlike = waits.every((one) => one !== undefined && !named.has(one.thread))
    return areAlike ? waits.slice(1).flatMap((one) => one ?? []) : []
  })
  if (ending.length === 0 || !areKnownToOthers(graph, ending) || !meetAnyway(graph)) return undefined
  const ends = new Map(ending.map(({ thread, instruction }) => [thread, instruction]))
  const threads = graph.program.threads.map((thread, i) => {
    const end = ends.get(i)
    return end === undefined ? thread : endingAt(thread, end)
  })
  return { ...graph.program, threads }
}

/** The kinds of undefined behaviour of which it was examined that they remain. */
const examined: readonly Undefined['reason'][] = ['access', 'trap', 'barrier', 'mbarrier']

/** Returns whether a program has nothing of which it was not examined whether ends of threads change it. */
const isSimple = ({
  program,
  constraints,
  congruence,
  undefined: places,
  issue,
  completed,
  units,
}: EventGraph): boolean =>
  units.length === 0 &&
  constraints.length === 0 &&
  congruence.length === 0 &&
  issue.length === 0 &&
  completed.length === 0 &&
  places.every(({ reason }) => examined.includes(reason)) &&
  program.threads.every(({ instructions }) => instructions.every(({ kind }) => kind !== 'active-mask'))

/** Returns the threads whose registers the program asks about. */
function threadsNamed({ questions, filter, observed }: Program): ReadonlySet<number> {
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  const terms: readonly Term[] = [...conditions.flatMap(termsOf), ...observed]
  return new Set(terms.flatMap((term) => (term.kind === 'register' ? [term.thread] : [])))
}

/** Returns the wait with which a thread ends: its round is one read, the last event of the thread, and the only one of its instruction. */
function lastWait({ waits }: EventGraph, events: ThreadEvents): LastWait | undefined {
  const [first] = events
  const thread = first.origin?.thread
  if (thread === undefined || events.some(({ origin }) => origin?.thread !== thread)) return undefined
  const last = events.at(-1)
  const round = waits.find((wait) => wait.thread === thread && wait.to === (last?.id ?? -1) + 1)
  if (round === undefined) return undefined
  const [before, [read, ...others]] = [
    events.filter(({ id }) => id < round.from),
    events.filter(({ id }) => id >= round.from),
  ]
  if (read?.kind !== 'read' || read.origin === undefined || others.length > 0) return undefined
  const { instruction } = read.origin
  if (before.length === 0 || before.some(({ origin }) => origin?.instruction === instruction)) return undefined
  return { thread, instruction, read: read.id }
}

/** Returns whether what these reads return decides about undefined behaviour and cuts of their own threads only. */
function areKnownToOthers(graph: EventGraph, ending: readonly LastWait[]): boolean {
  const { truth } = mentioning()
  const owner = new Map(ending.map(({ thread, read }) => [read, thread]))
  const isOwn = (thread: number, ids: Iterable<number>): boolean =>
    [...ids].every((id) => (owner.get(id) ?? thread) === thread)
  return (
    graph.undefined.every((one) => isOwn(one.thread, truth(one.when))) &&
    graph.cuts.every(({ thread, reached }) => isOwn(thread, truth(reached)))
  )
}

/**
 * Returns whether every thread always passes each barrier to which it comes, whatever reads return: those to which threads
 * with these waits come are before them, and no other thread depends on their ends.
 */
const meetAnyway = (graph: EventGraph): boolean =>
  graph.events.every(({ kind }) => kind !== 'barrier') || certainMeetings(graph) !== undefined

/** Returns a thread that ends when it comes to the instruction. */
function endingAt(thread: Thread, end: number): Thread {
  if (thread.kind !== 'device') return thread
  const target = '(end)'
  const jump = ({ span }: { readonly span: Branch['span'] }): Branch => ({
    kind: 'branch',
    target,
    targetSpan: span,
    when: undefined,
    span,
  })
  const label: Label = { kind: 'label', name: target, span: thread.span }
  const instructions = thread.instructions.map((instruction, i) => (i === end ? jump(instruction) : instruction))
  return { ...thread, instructions: [...instructions, label] }
}
