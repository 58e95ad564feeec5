/**
 * The second decision procedure: every choice of `rf`, `co`, Fence-SC order and final writes, one by one, judged by the model over
 * booleans. Slow, and simple enough to be believed.
 */

import type { Model } from '../axioms/algebra/terms.js'
import { termsOf } from '../litmus/condition.js'
import { operandsOf } from '../litmus/instruction.js'
import type { Program } from '../litmus/program.js'
import { groupBy } from '../source/group.js'
import { type Bounds, choices, type Pair } from './bounds.js'
import { beforehand, type Decision, noEvents, reaches, type Verdict } from './decide.js'
import { buildEvents, type Event, type EventGraph } from './events.js'
import type { Execution } from './execution.js'
import { concrete, evaluator } from './expression.js'
import { countOrders, partialOrders, product } from './orders.js'
import { listStates, type Outcomes, type OutcomesOptions, valuesIn } from './outcomes.js'
import { broken, objections } from './replay.js'

/** More candidate executions than this are refused; so many take about a minute. */
export const mostCandidates = 200_000

/** As `decide`, without a solver. What would take too long is undecided, with the number of candidate executions. */
export function bruteForce(program: Program, model: Model): Decision {
  const start = performance.now()
  const decided = (graph: EventGraph, verdictOn: (question: number) => Verdict): Decision => {
    const verdicts = program.questions.map((question, i) => ({ question, verdict: verdictOn(i) }))
    const solve = (performance.now() - start) / Math.max(1, verdicts.length)
    return { graph, model, answers: verdicts.map((one) => ({ ...one, solve })), build: 0, load: 0 }
  }
  const known = beforehand(program, model)
  if (known !== undefined) return decided(noEvents(program), () => known)
  const graph = buildEvents(program)
  const reason = tooMany(graph)
  return decided(graph, reason === undefined ? enumerate(graph, model) : () => ({ kind: 'undecided', reason }))
}

/** As `outcomes`, without a solver. */
export function bruteOutcomes(program: Program, { model, besides, limit }: Omit<OutcomesOptions, 'timeout'>): Outcomes {
  return listStates(program, { model, besides }, (graph, observed) => {
    const reason = tooMany(graph)
    if (reason !== undefined) return { found: [], ending: { kind: 'undecided', reason } }
    let guessed = false
    const guess = () => {
      guessed = true
    }
    const found = new Map<string, Execution>()
    for (const candidate of candidates(graph, model, guess)) {
      const ends = finalChoices(graph, candidate.executed, candidate.co).map((final) => ({ ...candidate, final }))
      const fresh = ends.flatMap((execution) => {
        const key = valuesIn(graph, observed, execution).join(' ')
        return found.has(key) ? [] : [{ key, execution }]
      })
      // The model does not look at the choice of final writes.
      if (fresh.length === 0 || objections(graph, model, candidate).length > 0) continue
      for (const { key, execution } of fresh) {
        if (!found.has(key) && found.size === limit) return { found: [...found.values()], ending: { kind: 'limited' } }
        found.set(key, execution)
      }
    }
    return {
      found: [...found.values()],
      ending: guessed ? { kind: 'undecided', reason: thinAir } : { kind: 'complete' },
    }
  })
}

const thinAir = 'values may come out of thin air, and brute force cannot try them all'

/** Why the candidate executions are not listed, if there are too many. */
function tooMany(graph: EventGraph): string | undefined {
  const count = countCandidates(graph)
  if (count <= mostCandidates) return undefined
  const number = Number.isFinite(count) ? `${count}` : 'more than a billion'
  return `brute force would list ${number} candidate executions; its limit is ${mostCandidates}`
}

/** How many candidate executions there are at most, before values and final writes are looked at. */
export function countCandidates(graph: EventGraph): number {
  const { events } = graph
  const { rf } = choices(graph)
  const memory = events.filter((event) => event.kind !== 'fence')
  const sources = memory
    .filter(({ kind }) => kind === 'read')
    .map(({ id }) => rf.filter(([, read]) => read === id).length)
  const locations = new Set(memory.map(({ location }) => location))
  const orders = [...locations].map((location) =>
    countOrders(memory.filter((one) => one.kind === 'write' && one.location === location).length - 1),
  )
  const fences = countOrders(events.filter(({ sets }) => sets.includes('SC')).length)
  return [...sources, ...orders, fences].reduce((a, b) => a * b, 1)
}

/**
 * Every choice of `rf`, `co` and Fence-SC order that gives each read its value, with a first choice of final writes. `model` only
 * saves time: what it calls thin air is left out. `onGuess` is called where values hang on themselves and had to be guessed.
 */
export function* candidates(graph: EventGraph, model: Model, onGuess: () => void): Generator<Execution> {
  const bounds = choices(graph)
  const reads = graph.events.filter(({ kind }) => kind === 'read')
  const fenceOrders = syncFenceOrders(graph, bounds)
  for (const rf of product(reads.map(({ id }) => bounds.rf.filter(([, read]) => read === id)))) {
    const { possible, circular } = valuesFor(graph, rf)
    if (circular !== undefined) {
      if (isThinAir(graph, model, { ...circular, rf })) continue
      onGuess()
    }
    for (const valued of possible) {
      if (!rf.every(([write]) => valued.executed[write])) continue
      for (const co of coherenceOrders(graph, bounds, valued.executed)) {
        const [final = []] = finalChoices(graph, valued.executed, co)
        for (const sync_fence of fenceOrders) yield { ...valued, rf, co, sync_fence, final }
      }
    }
  }
}

/** The verdict on each question, by its index, once all candidates are judged. */
function enumerate(graph: EventGraph, model: Model): (question: number) => Verdict {
  const { questions } = graph.program
  const reached: (Execution | undefined)[] = questions.map(() => undefined)
  let consistent = false
  let guessed = false
  const guess = () => {
    guessed = true
  }
  const opens = (execution: Execution): readonly number[] =>
    questions.flatMap((question, i) => (reached[i] === undefined && reaches(question, graph, execution) ? [i] : []))
  for (const candidate of candidates(graph, model, guess)) {
    const finals = finalChoices(graph, candidate.executed, candidate.co)
    const found = finals.flatMap((final) => {
      const execution = { ...candidate, final }
      const open = opens(execution)
      return open.length > 0 ? [{ execution, open }] : []
    })
    // The model is asked only where its answer can matter; it does not hang on the choice of final writes.
    if ((found.length === 0 && consistent) || objections(graph, model, candidate).length > 0) continue
    consistent = true
    for (const { execution, open } of found) for (const i of open) reached[i] ??= execution
  }
  return (question) => {
    const execution = reached[question]
    if (execution !== undefined) return { kind: 'allowed', execution }
    if (guessed) return { kind: 'undecided', reason: thinAir }
    return { kind: 'forbidden', vacuous: !consistent }
  }
}

type Valued = Pick<Execution, 'executed' | 'values'>

/**
 * The values that follow from what is read. Where values hang on themselves any value may fit that reproduces itself: those that the
 * program mentions are tried, and one that it does not; `circular` is then an execution of no particular values.
 */
function valuesFor(
  graph: EventGraph,
  rf: readonly Pair[],
): { readonly possible: readonly Valued[]; readonly circular: Valued | undefined } {
  const { events } = graph
  const source = new Map(rf.map(([write, read]) => [read, write]))
  const cut = new Set<number>()
  const evaluate = (assumed: ReadonlyMap<number, bigint>): Valued => {
    const known = new Map<number, bigint>()
    const pending = new Set<number>()
    const read = (id: number): bigint => {
      const value = assumed.get(id) ?? known.get(id)
      if (value !== undefined) return value
      const write = events[source.get(id) ?? -1]
      if (pending.has(id) || write === undefined || write.kind !== 'write') {
        cut.add(id)
        return 0n
      }
      pending.add(id)
      const result = evaluator(concrete(read)).value(write.value)
      pending.delete(id)
      known.set(id, result)
      return result
    }
    const { value, truth } = evaluator(concrete(read))
    const executed = events.map(({ guard }) => truth(guard))
    return {
      executed,
      values: events.map((event) => (event.kind === 'fence' || !executed[event.id] ? undefined : value(event.value))),
    }
  }
  const straight = evaluate(new Map())
  if (cut.size === 0) return { possible: [straight], circular: undefined }
  const cuts = [...cut]
  const guesses = product(cuts.map((id) => mentionedValues(graph, widthOf(events[id]))))
  const possible = guesses
    .map((guess) => evaluate(new Map(cuts.map((id, i) => [id, guess[i] ?? 0n]))))
    .filter(({ values }) => rf.every(([write, read]) => values[write] === values[read]))
  return { possible, circular: straight }
}

const widthOf = (event: Event | undefined): number =>
  event === undefined || event.kind === 'fence' ? 0 : event.value.width

/** Whether the model forbids what is read from what, whatever the values. */
const isThinAir = (graph: EventGraph, { axioms }: Model, part: Valued & Pick<Execution, 'rf'>): boolean =>
  broken(
    graph,
    axioms.filter(({ name }) => name === 'No-Thin-Air'),
    { ...part, co: [], sync_fence: [], final: [] },
  ).length > 0

/** The constants of the program and of its questions, 0, 1, and one value that is none of them. */
function mentionedValues({ program }: EventGraph, width: number): readonly bigint[] {
  const instructions = program.threads.flatMap(({ instructions }) => instructions)
  const written = instructions
    .flatMap((one) => operandsOf(one))
    .flatMap((one) => (one.kind === 'integer' ? [one.value] : []))
  const demanded = instructions.flatMap((one) =>
    'expected' in one && one.expected !== undefined ? [one.expected.value] : [],
  )
  const asked = program.questions
    .flatMap(({ condition }) => termsOf(condition))
    .flatMap((term) => (term.kind === 'integer' ? [term.value] : []))
  const mentioned = new Set([0n, 1n, ...written, ...demanded, ...asked])
  const fresh = [...mentioned].reduce((a, b) => (a > b ? a : b)) + 1n
  return [...new Set([...mentioned, fresh].map((value) => BigInt.asUintN(width, value)))]
}

function coherenceOrders(
  { events }: EventGraph,
  { initial }: Bounds,
  executed: readonly boolean[],
): readonly (readonly Pair[])[] {
  const writes = events.filter((event) => event.kind === 'write' && executed[event.id])
  const locations = groupBy(writes, (event) => (event.kind === 'write' ? event.location : -1))
  const orders = [...locations.values()].map((group) => {
    const ids = group.map(({ id }) => id)
    const first = initial.filter(([a, b]) => ids.includes(a) && ids.includes(b))
    return partialOrders(ids, first, [])
  })
  return product(orders).map((order) => order.flat())
}

function syncFenceOrders({ events }: EventGraph, { sync_fence }: Bounds): readonly (readonly Pair[])[] {
  const fences = events.filter(({ sets }) => sets.includes('SC'))
  return partialOrders(
    fences.map(({ id }) => id),
    [],
    sync_fence,
  )
}

/** For each location a write that no other follows, in every combination. */
function finalChoices(
  { program, events }: EventGraph,
  executed: readonly boolean[],
  co: readonly Pair[],
): readonly (readonly number[])[] {
  const last = (location: number) =>
    events.filter(
      (event) =>
        event.kind === 'write' &&
        event.location === location &&
        executed[event.id] &&
        !co.some(([before]) => before === event.id),
    )
  return product(
    program.locations.map((_, location) => {
      const ids = last(location).map(({ id }) => id)
      return ids.length === 0 ? [-1] : ids
    }),
  )
}
