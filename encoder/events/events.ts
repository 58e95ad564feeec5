/** The events of a program, and what its text says about them (ISA 8.2 to 8.6, 8.9.1). */

import { comparisonsOf } from '../../litmus/condition.js'
import type { Program } from '../../litmus/program.js'
import { must } from '../../source/must.js'
import type { Span } from '../../source/text.js'
import { allOf, always, both, constant, negation, type Predicate } from '../values/expression.js'
import { takesAddresses, withIntegers } from './addresses.js'
import { acrossBarriers } from './barrier-control.js'
import { cellsOf, initialWrites, rangesByName, rangesOf } from './cells.js'
import { type Event, type EventGraph, isMemory } from './event.js'
import { feeding } from './flow.js'
import { type Layout, type LayoutOrder, layoutOf } from './layout.js'
import { isSplit } from './parts.js'
import { possibleValues } from './possible.js'
import { type Ran, type Running, runThreads } from './run.js'
import { type Computation, placeOfSensitive } from './sensitive.js'
import { progressOf, taskEvents } from './tasks.js'
import { defaultBound, type LookedAt } from './unroll.js'

/**
 * The events of all executions of a program at once, its loops executed up to the bound; an event whose guard fails is not executed.
 * Throws if the program is larger than `tooLarge` allows.
 */
export function buildEvents(
  program: Program,
  bound: number = defaultBound,
  lookedAt: LookedAt = 'final states',
  order: LayoutOrder = 'forwards',
): EventGraph {
  const layout = layoutOf(program, order)
  const located = withIntegers(program, layout)
  const { cells, ...running } = prepared(located, {
    bound,
    lookedAt,
    layout,
    typed: program.threads,
    initial: [],
    addresses: new Map(),
  })
  const ran = runThreads(located, running)
  const { events, rmw, data, ctrl, addr, demands, decisions, cuts, waits, flows } = ran

  const ends = flows.map(({ guard }) => guard)
  const threadEnds = ends.map((guard, thread) => ({ guard, decidedBy: feeding(decisions[thread] ?? []) }))
  const progress = program.host && progressOf(program.host, ends)
  const comesTo = (thread: number, instruction: number): Predicate => progress?.comesTo(thread, instruction) ?? always
  const comesToEnd = program.threads.map(({ instructions }, thread) => comesTo(thread, instructions.length))
  const reached = events.map((event): Event => {
    const { origin } = event
    return origin === undefined
      ? event
      : { ...event, guard: both(comesTo(origin.thread, origin.instruction), event.guard) }
  })
  const tasks = program.host && progress ? taskEvents(program.host, reached, progress) : { events: [], api: [] }
  return {
    program,
    cells,
    mixed: events.some((event) => isMemory(event) && isSplit({ cells }, event)),
    layout,
    sensitive: takesAddresses(program) ? sensitiveIn(located, ran, layout) : undefined,
    events: [...reached, ...tasks.events],
    rmw,
    data,
    ctrl: [...ctrl, ...acrossBarriers(program, events, ctrl, threadEnds)],
    addr,
    api: tasks.api,
    registers: flows.map(({ registers }) => registers),
    constraints: demands.map(({ access, meets }) => {
      const { guard } = must(reached[access], 'each access')
      return guard === always ? meets : { kind: 'or', of: [negation(guard), meets] }
    }),
    ends: ends.map((end, thread) => both(must(comesToEnd[thread], 'each thread'), end)),
    blocked: comesToEnd.map(negation),
    complete: allOf(ends),
    undefined: ran.undefined.map((one) => ({ ...one, when: both(comesTo(one.thread, one.instruction), one.when) })),
    cuts: cuts.map((cut) => ({ ...cut, reached: both(comesTo(cut.thread, 0), cut.reached) })),
    waits: waits.map((wait) => ({ ...wait, guard: both(comesTo(wait.thread, 0), wait.guard) })),
    bound,
    lookedAt,
  }
}

/** The place of a computation that depends on where memory lies. */
function sensitiveIn(program: Program, { events, flows, computations }: Ran, layout: Layout): Span | undefined {
  const possible = possibleValues(program, events, [])
  return placeOfSensitive([...computations, ...asked(program, flows)], layout, possible)
}

/** The comparisons of registers by order in questions. */
function asked({ questions, filter }: Program, flows: Ran['flows']): readonly Computation[] {
  const conditions = [...questions.map(({ condition }) => condition), ...(filter === undefined ? [] : [filter])]
  return conditions.flatMap(comparisonsOf).flatMap(({ operator, left, right }): readonly Computation[] => {
    if (operator === '==' || operator === '!=') return []
    const operands = [left, right].flatMap((term) => {
      if (term.kind === 'integer') return [constant(term.value, 64)]
      const held = term.kind === 'register' ? flows[term.thread]?.registers.get(term.name) : undefined
      return held === undefined ? [] : [held.value]
    })
    return [{ does: 'order', operands, span: left.span }]
  })
}

/** The cells of memory with their initial writes, and the values that computed addresses may have. */
function prepared(program: Program, running: Running): Running & Pick<EventGraph, 'cells'> {
  const named = rangesByName(program)
  if (named !== undefined) {
    const cells = cellsOf(program, named)
    return { ...running, cells, initial: initialWrites(program, cells) }
  }
  // Where accesses are depends on what is read, and what is read on where accesses are.
  const { events, computed } = runThreads(program, running)
  const possible = possibleValues(program, events, computed)
  const addresses = new Map(computed.map((one) => [one.key, possible(one.address)]))
  const placed = computed.length === 0 ? events : runThreads(program, { ...running, addresses }).events
  const cells = cellsOf(program, rangesOf(placed))
  return { ...running, addresses, cells, initial: initialWrites(program, cells) }
}
