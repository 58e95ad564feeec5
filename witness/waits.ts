/** Finds the threads that wait for ever in an execution, where they wait, and for what. */

import { match, P } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import type { Liveness } from '../encoder/decide/verdict.js'
import type { Wait } from '../encoder/events/barriers/hangs.js'
import { awaitingCalls, callsIn, callsNothing } from '../encoder/events/control/calls.js'
import { type Event, type EventGraph, isMemory, type LoopWait } from '../encoder/events/graph/event.js'
import { awaitedAt } from '../encoder/execution/arrivals.js'
import type { Execution } from '../encoder/execution/execution.js'
import { hangIn, truthIn } from '../encoder/execution/replay.js'
import { type Program, type TaskWork, threadAt } from '../litmus/program.js'
import type { LivenessReport, WaitReport } from '../report/parts.js'
import { formatPlace } from '../source/diagnostic.js'
import { must } from '../source/must.js'
import { writtenAt } from '../source/text.js'
import { rangesText } from './alike.js'
import { accessedName, originOf, valueOf } from './event.js'
import { sourceAt } from './source.js'
import { unseenWrites } from './unseen.js'

/** Returns what is known about the hangs of a program, for documents. */
export function livenessIn(graph: EventGraph, liveness: Liveness | undefined): LivenessReport {
  if (liveness?.kind === 'ends' && liveness.within !== undefined)
    return { liveness: 'ends', endsWithin: { ...liveness.within, loops: [...liveness.within.loops] } }
  if (liveness?.kind !== 'hangs') return { liveness: liveness?.kind ?? null }
  const hang = must(waitsIn(graph, liveness.model, liveness.execution), 'who waits in a hang')
  // A loop waits for a value in memory that threads which are left out would write.
  if (graph.program.partial !== undefined && hang.some((wait) => wait.kind === 'loop' && wait.for !== null))
    return { liveness: 'undecided', hangWithout: hang }
  return { liveness: liveness.always ? 'hangs' : 'can hang', hang }
}

/** Returns the threads that wait for ever, the host after the others; undefined if the execution is not a hang. */
export function waitsIn(graph: EventGraph, model: Model, execution: Execution): WaitReport[] | undefined {
  const waits = hangIn(graph, model, execution)?.toSorted((a, b) => a.thread - b.thread)
  return (
    waits && [
      ...waits.map((wait) => waitReport(graph, execution, wait)),
      ...unitsWaiting(graph, execution),
      ...hostWait(graph, execution),
    ]
  )
}

/** The blocks and tasks that never start, each by its first thread. */
function unitsWaiting({ program, units, waits, events }: EventGraph, execution: Execution): readonly WaitReport[] {
  const { host, threads } = program
  if (host === undefined) return []
  const truth = truthIn(execution)
  const hostPolls = waits.some(
    (wait) => wait.thread === host.thread && truth(wait.guard) && truth(callsNothing(events, wait)),
  )
  const awaited = hostPolls ? 'a call of the host that waits or asks' : 'a place on the GPU'
  return units.flatMap(({ task, threads: [first], neverStarts }): readonly WaitReport[] => {
    if (!truth(neverStarts)) return []
    const { call } = must(host.tasks[task], 'the task of a block')
    const { span } = must(threadAt(threads, host.thread).instructions[call], 'the launch of a block')
    const { name } = threadAt(threads, first)
    return [{ thread: name, kind: 'start', at: writtenAt(span), place: formatPlace(span), for: awaited }]
  })
}

/** Returns the call from which the host does not return, if there is one, and the tasks for which it waits. */
function hostWait({ program, events }: EventGraph, execution: Execution): readonly WaitReport[] {
  const { host, threads } = program
  if (host === undefined) return []
  const truth = truthIn(execution)
  const call = awaitingCalls(host, callsIn(events)).find(
    ({ event, query }) => !query && truth(event.made) && execution.executed[event.id] === false,
  )
  if (call === undefined) return []
  const { name, instructions } = threadAt(threads, host.thread)
  const { span } = must(instructions[must(call.event.origin, 'a call of the host').instruction], 'the call that waits')
  const names = openTasks(program, events, execution, call.tasks)
  return [{ thread: name, kind: 'call', at: writtenAt(span), place: formatPlace(span), for: names.join(', ') }]
}

/** Returns the tasks that the queries of a round of the host find incomplete. */
function tasksAsked(
  { program, events }: EventGraph,
  execution: Execution,
  { from, to }: Pick<LoopWait, 'from' | 'to'>,
): readonly string[] {
  if (program.host === undefined) return []
  const truth = truthIn(execution)
  const queries = awaitingCalls(program.host, callsIn(events.slice(from, to))).filter(({ query }) => query)
  return queries.flatMap(({ event, tasks }) =>
    truth(event.made) && execution.executed[event.id] === false ? openTasks(program, events, execution, tasks) : [],
  )
}

/** Returns the names of those tasks that have not completed. */
const openTasks = (
  { host }: Program,
  events: readonly Event[],
  { executed }: Execution,
  tasks: readonly number[],
): readonly string[] =>
  tasks.flatMap((task) => {
    const end = events.findLast((event) => event.kind === 'task' && event.task === task)
    return executed[end?.id ?? -1] === true ? [] : [workName(must(host?.tasks[task], 'a task that is waited for').work)]
  })

/** Returns the words for the work of a stream. */
const workName = ({ kind, name }: TaskWork): string =>
  match(kind)
    .with('record', () => `the record of ${name}`)
    .with('wait', () => `the wait for ${name}`)
    .with('kernel', 'copy', 'set', () => name)
    .exhaustive()

function waitReport(graph: EventGraph, execution: Execution, { thread, at }: Wait<boolean>): WaitReport {
  const { name } = threadAt(graph.program.threads, thread)
  return match(at)
    .with({ kind: 'barrier' }, ({ event }): WaitReport => {
      const { span } = must(originOf(eventAt(graph, event), graph.program), 'the thread of a barrier').instruction
      const what = awaited(graph, execution, event)
      return {
        thread: name,
        kind: 'barrier',
        at: writtenAt(span),
        place: formatPlace(span),
        ...sourceAt(span),
        for: what,
      }
    })
    .with({ kind: 'loop' }, ({ loop, round, reads, later }): WaitReport => {
      const unseen = unseenWrites(graph, execution, later)
      const read = reads.filter((id) => execution.executed[id]).map((id) => readText(graph, execution, id))
      const unchanged = [...new Set(read)].join(' or of ')
      const tasks = tasksAsked(graph, execution, round).join(', ')
      const values = [...(unchanged === '' ? [] : [`a value of ${unchanged}`]), ...(tasks === '' ? [] : [tasks])]
      return {
        thread: name,
        kind: 'loop',
        at: loop.name,
        place: formatPlace(loop.span),
        ...sourceAt(loop.span),
        for: values.length === 0 ? null : values.join(', or for '),
        ...(unseen.length === 0 ? {} : { unseen }),
      }
    })
    .exhaustive()
}

/** Returns the words for what a read waits for: `x other than 0`. */
function readText(graph: EventGraph, execution: Execution, id: number): string {
  const event = eventAt(graph, id)
  if (!isMemory(event)) throw new Error(`event ${id} is not a read`)
  return `${accessedName(event, graph, execution)} other than ${valueOf(event, graph, execution)}`
}

function awaited(graph: EventGraph, execution: Execution, id: number): string {
  const barrier = eventAt(graph, id)
  if (barrier.kind !== 'barrier') throw new Error(`event ${id} is not a barrier`)
  return match(awaitedAt(graph, execution, barrier))
    .with({ kind: 'threads' }, ({ threads }) =>
      rangesText(threads.map((one) => threadAt(graph.program.threads, one).name)),
    )
    .with(
      { kind: P.union('arrivals', 'warps', 'registers') },
      ({ kind, asked, come }) => `${asked} ${kind}, of which ${come} ${come === 1 ? 'has' : 'have'} come`,
    )
    .exhaustive()
}

const eventAt = ({ events }: EventGraph, id: number): Event => must(events[id], 'an event of that number')
