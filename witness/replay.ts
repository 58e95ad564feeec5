/**
 * Reads witnesses and checks them against a model, without a solver. An execution chooses the executed events, their
 * values, `rf`, `co`, `sync_fence` and the writes that remain. Everything else in a document follows from these and the
 * text of its test, so it is derived again and compared.
 */

import * as z from 'zod'
import { growsWithEvents } from '../axioms/algebra/grows.js'
import type { Model } from '../axioms/algebra/terms.js'
import { beforehand } from '../encoder/decide/early-verdicts.js'
import { tooLarge } from '../encoder/decide/limits.js'
import { withoutRaces } from '../encoder/decide/mixed-sizes.js'
import { uncoveredIn } from '../encoder/decide/uncovered.js'
import { buildEvents } from '../encoder/events/events.js'
import { type EventGraph, isMemory, type Pair } from '../encoder/events/graph/event.js'
import { mostShown } from '../encoder/events/graph/size.js'
import { cellName } from '../encoder/events/memory/names.js'
import { cellsCovered, covers, isSplit } from '../encoder/events/memory/parts.js'
import { type LeavingOut, nothingLeftOut } from '../encoder/events/threads/phases.js'
import type { Chosen, Execution } from '../encoder/execution/execution.js'
import { objections, reaches, truthIn } from '../encoder/execution/replay.js'
import { observing, readObservables } from '../litmus/observe.js'
import type { Launching } from '../litmus/origin.js'
import type { Program, Question } from '../litmus/program.js'
import { readTests } from '../litmus/read.js'
import { type PartReport, pairs, type Witness, witness, witnessList } from '../report/witness.js'
import { type Diagnostic, diagnostic } from '../source/diagnostic.js'
import { parseJson } from '../source/json.js'
import { must } from '../source/must.js'
import { didYouMean } from '../source/nearest.js'
import { all, fail, failAll, ok, type Result, then } from '../source/result.js'
import type { SourceText } from '../source/text.js'
import { witnessOf } from './build.js'
import { bitsOf } from './event.js'
import { relationsOf } from './relations.js'

/**
 * Returns the witnesses of a JSON text: one, or a list. Fails on text that is not JSON, and on what does not fit the
 * schema, with its path.
 */
export function readWitnesses(source: SourceText): Result<readonly Witness[]> {
  return then(parseJson(source), (value) => {
    if (typeof value === 'object' && value !== null && 'witnesses' in value) {
      const parsed = witnessList.safeParse(value)
      if (!parsed.success) return failAll(misfits(source, parsed.error))
      const { witnesses } = z.object({ witnesses: z.array(z.unknown()) }).parse(value)
      return all(parsed.data.witnesses.map((one, i) => withAllRelations(one, witnesses[i], source, ['witnesses', i])))
    }
    const parsed = witness.safeParse(value)
    if (!parsed.success) return failAll(misfits(source, parsed.error))
    return then(withAllRelations(parsed.data, value, source, []), (one) => ok([one]))
  })
}

/** zod leaves out a relation of that name, which is a name like any other. */
const leftOut = '__proto__'

/** Returns the document of a witness as zod reads it, with the relation that it leaves out, if there is one. */
function withAllRelations(
  one: Witness,
  document: unknown,
  source: SourceText,
  path: readonly PropertyKey[],
): Result<Witness> {
  const { relations } = asRead.parse(document)
  const raw = Object.getOwnPropertyDescriptor(relations, leftOut)
  if (raw === undefined) return ok(one)
  const parsed = pairs.safeParse(raw.value)
  if (!parsed.success) return failAll(misfits(source, parsed.error, [...path, 'relations', leftOut]))
  return ok({ ...one, relations: { ...one.relations, ...Object.fromEntries([[leftOut, parsed.data]]) } })
}

const asRead = z.object({ relations: z.custom<object>() })

/** No more than these are listed: a field that is wrong in one item of a list is often wrong in each. */
const mostMisfits = 10

const misfits = (
  { name }: SourceText,
  { issues }: z.ZodError,
  within: readonly PropertyKey[] = [],
): readonly Diagnostic[] =>
  issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => at(name, [...within, ...issue.path, key], 'unknown field'))
        : [at(name, [...within, ...issue.path], issue.message)],
    )
    .slice(0, mostMisfits)

/** Returns an error at a path into the document: `events[3].value`. */
const at = (file: string, path: readonly PropertyKey[], message: string): Diagnostic =>
  diagnostic(`${pathText(path)}: ${message}`, file)

const pathText = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'the document'
    : path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('')

/** The contents of a witness, in terms of the test that it holds. */
export interface Replayable {
  readonly witness: Witness
  readonly graph: EventGraph
  readonly execution: Execution
  readonly question: Question | undefined
}

/** The result of `replay`. */
export type Replayed =
  /** If there is no objection, the execution is consistent and reaches the outcome. */
  | { readonly kind: 'judged'; readonly objections: readonly string[] }
  /**
   * The test or the execution is not covered (it has a mixed-size race, or reaches what is not modelled), or the test
   * is too large.
   */
  | { readonly kind: 'not judged'; readonly reason: string }

/**
 * Returns the events of the test, and the execution. Fails if the test cannot be read, or if the witness mentions
 * something that the test does not have.
 */
export function resolveWitness(witness: Witness, file: string): Result<Replayable> {
  return then(programOf(witness, file), (program) => {
    const { question: asked } = witness
    const question = program.questions.find(({ name, kind }) => name === asked?.name && kind === asked.kind)
    if (asked !== null && question === undefined)
      return fail(at(file, ['question'], `the test has no ${asked.kind} \`${asked.name}\``))
    const { bound, lookedAt = 'final states' } = witness
    /** Builds the events, without those that most models cannot tell, or all. */
    const builtBy = (leavingOut: LeavingOut): Result<EventGraph> => {
      const build = () => buildEvents(program, bound, lookedAt, 0, leavingOut)
      const large = tooLarge(build)
      return large === undefined ? ok(build()) : fail(at(file, ['test'], large))
    }
    const fits = (graph: EventGraph): boolean => graph.leftOut === 0 || graph.events.length === witness.events.length
    const shown = then(builtBy({ mostShown, overwritten: true }), (least) =>
      fits(least)
        ? ok(least)
        : then(builtBy({ mostShown, overwritten: false }), (less) => (fits(less) ? ok(less) : builtBy(nothingLeftOut))),
    )
    return then(shown, (graph) =>
      then(executionOf(witness, graph, file), (execution) => ok({ witness, graph, execution, question })),
    )
  })
}

function programOf({ test, observed }: Witness, file: string): Result<Program> {
  const { tests, diagnostics } = readTests(withSources({ name: test.file, text: test.text }, test.sources), {
    undeclared: test.undeclared === true,
    load: (path) => {
      const module = test.modules?.find((one) => one.path === path)
      return module === undefined
        ? { ok: false, reason: 'the witness does not have it' }
        : { ok: true, source: withSources({ name: module.file, text: module.text }, module.sources) }
    },
    ...(test.launching === undefined ? {} : { launching: launchingOf(test.launching) }),
  })
  const program = tests.find(({ row }) => row?.number === test.row?.number)
  if (program === undefined) {
    const which = test.row === undefined ? 'there is no test' : `there is no test in row ${test.row.number}`
    return failAll([at(file, ['test', 'text'], which), ...diagnostics])
  }
  if (observed.length === 0) return ok(program)
  const names: SourceText = { name: `${file}: observed`, text: observed.join(',') }
  return then(readObservables(names, program), (terms) => ok(observing(program, terms)))
}

const withSources = (module: SourceText, sources: Witness['test']['sources']): SourceText =>
  sources === undefined ? module : { ...module, sources: sources.map(({ file, text }) => ({ name: file, text })) }

/** Returns the contents of the command line, as given. */
const launchingOf = ({ launches, asked }: NonNullable<Witness['test']['launching']>): Launching => ({
  launches: launches.map((text) => ({ name: '--launch', text })),
  asked: asked.map(({ question, text }) => ({ question, source: { name: `--${question}`, text } })),
})

function executionOf(
  { events, relations, parts = [], unknown = [], barriers, final }: Witness,
  graph: EventGraph,
  file: string,
): Result<Execution> {
  const count = graph.events.length
  const problems: Diagnostic[] = []
  if (events.length !== count) problems.push(at(file, ['events'], `the test has ${count} events, not ${events.length}`))
  for (const [name, pairs] of Object.entries(relations)) {
    for (const [i, pair] of pairs.entries()) {
      const unknown = pair.find((id) => id >= count)
      if (unknown !== undefined) problems.push(at(file, ['relations', name, i], `there is no event ${unknown}`))
    }
  }
  const cells = graph.cells.map((_, i) => cellName(graph, i))
  const mustBe = (id: number, kind: 'read' | 'write', place: string, path: readonly PropertyKey[]): void => {
    const event = graph.events[id]
    if (event === undefined) problems.push(at(file, path, `there is no event ${id}`))
    else if (event.kind !== kind || !cellsCovered(graph, event).includes(cells.indexOf(place)))
      problems.push(at(file, path, `event ${id} is no ${kind} of ${place}`))
  }
  for (const [i, { location, write }] of final.memory.entries()) {
    if (cells.includes(location)) {
      mustBe(write, 'write', location, ['final', 'memory', i, 'write'])
      continue
    }
    const message = `there is no location \`${location}\`${didYouMean(location, cells)}`
    problems.push(at(file, ['final', 'memory', i, 'location'], message))
  }
  for (const [i, { bytes, read, write }] of parts.entries()) {
    if (cells.includes(bytes)) {
      mustBe(read, 'read', bytes, ['parts', i, 'read'])
      mustBe(write, 'write', bytes, ['parts', i, 'write'])
    } else
      problems.push(at(file, ['parts', i, 'bytes'], `there is no location \`${bytes}\`${didYouMean(bytes, cells)}`))
  }
  if (problems.length > 0) return failAll(problems.slice(0, mostMisfits))
  const unknowns = graph.unknowns.map((_, id) => BigInt(unknown.find((one) => one.id === id)?.value ?? 0))
  const chosen = (pairs: readonly (readonly [number, number])[]): readonly Pair[] => pairs
  const values = graph.events.map((event, id) => {
    const { value } = must(events[id], 'as many events as the test has')
    const width = event.kind === 'barrier' ? event.returned?.type.width : isMemory(event) && event.value.width
    if (!width || value === null) return undefined
    const bits = bitsOf(value, width, graph)
    if (bits === undefined) problems.push(at(file, ['events', id, 'value'], `the test has no memory at \`${value}\``))
    return bits
  })
  if (problems.length > 0) return failAll(problems.slice(0, mostMisfits))
  return ok({
    executed: events.map(({ executed }) => executed),
    values,
    unknowns,
    rf: chosen(relations.rf),
    parts: partsOf(parts, chosen(relations.rf), graph, { values, unknowns, passed: barriers.passed }),
    co: chosen(relations.co),
    sync_fence: chosen(relations.sync_fence),
    passed: barriers.passed,
    arrived: barriers.arrived,
    final: cells.map((name) => final.memory.find(({ location }) => location === name)?.write ?? -1),
  })
}

/**
 * Returns the parts of all reads that cover several cells. The document has those of reads that take their bytes from
 * several writes.
 */
function partsOf(
  parts: readonly PartReport[],
  rf: readonly Pair[],
  graph: EventGraph,
  execution: Chosen,
): Execution['parts'] {
  const truth = truthIn(execution)
  return graph.events.flatMap((event): Execution['parts'] => {
    if (event.kind !== 'read' || !isSplit(graph, event)) return []
    const own = parts.filter(({ read }) => read === event.id)
    const sources = rf.flatMap(([write, read]) => (read === event.id ? [write] : []))
    const [only, second] = sources
    const isWhole = own.length === 0 && second === undefined
    return cellsCovered(graph, event).flatMap((cell): Execution['parts'] => {
      if (!truth(covers(graph, event, cell))) return []
      const write = isWhole ? only : own.find(({ bytes }) => bytes === cellName(graph, cell))?.write
      return write === undefined ? [] : [{ read: event.id, cell, write }]
    })
  })
}

/**
 * Judges the execution by the model: the axioms that it breaks, the outcome that it does not reach, and what the
 * document says that does not follow.
 */
export function replay({ witness, graph, execution, question }: Replayable, model: Model): Replayed {
  const verdict = beforehand(graph.program, model, graph.bound, graph.lookedAt)
  if (verdict?.kind === 'not covered' || verdict?.kind === 'undecided')
    return { kind: 'not judged', reason: verdict.reason }
  if (graph.leftOut > 0 && !growsWithEvents(model))
    return { kind: 'not judged', reason: `the witness lacks ${graph.leftOut} accesses, which ${model.name} may tell` }
  const unknown = withoutRaces(graph, model)
  if (unknown !== undefined) return { kind: 'not judged', reason: unknown.reason }
  const uncovered = uncoveredIn(graph, model, execution)
  if (uncovered !== undefined) return { kind: 'not judged', reason: uncovered.reason }
  const reached = question === undefined || reaches(question, graph, execution)
  return {
    kind: 'judged',
    objections: [
      ...objections(graph, model, execution),
      ...(reached ? [] : [`the outcome of ${question.name} is not reached`]),
      ...untrue({ witness, graph, execution, question }, model),
    ],
  }
}

/**
 * Returns where the rest of the document differs from what follows from the test and the execution. Relations and races
 * of another model are not compared.
 */
function untrue({ witness, graph, execution, question }: Replayable, model: Model): readonly string[] {
  const definitions = relationsOf(model)
  const isOwn = witness.model === model.name
  const unknown = isOwn ? Object.keys(witness.relations).filter((name) => !definitions.has(name)) : []
  if (unknown.length > 0) return unknown.map((name) => `relations.${name}: ${model.name} has no such relation`)
  const show = Object.keys(witness.relations)
  const derived = witnessOf({ graph, model, execution, question, show, observed: witness.observed })
  const { relations, synchronisation, races } = derived
  const said = isOwn ? witness : { ...witness, model: model.name, relations, synchronisation, races }
  const difference = firstDifference({ ...said, relations: inOrder(said.relations) }, derived)
  return difference === undefined ? [] : [`${pathText(difference)} does not follow from the test and the execution`]
}

/** Returns the relations with each pair once, in order of their events, as documents have them. */
const inOrder = (relations: Witness['relations']): { readonly [name: string]: readonly Pair[] } =>
  Object.fromEntries(
    Object.entries(relations).map(([name, pairs]) => {
      const distinct = new Map(pairs.map((pair) => [`${pair}`, pair]))
      return [name, [...distinct.values()].toSorted(([a, b], [c, d]) => a - c || b - d)]
    }),
  )

/** Returns the path to the first difference of two JSON values. */
function firstDifference(a: unknown, b: unknown): readonly (string | number)[] | undefined {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const inner = firstDifference(a[i], b[i])
      if (inner !== undefined) return [i, ...inner]
    }
    return undefined
  }
  if (isRecord(a) && isRecord(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = firstDifference(ownValue(a, key), ownValue(b, key))
      if (inner !== undefined) return [key, ...inner]
    }
    return undefined
  }
  return a === b ? undefined : []
}

/** Leaves out what every object has, such as `__proto__`. */
const ownValue = (record: { readonly [key: string]: unknown }, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
