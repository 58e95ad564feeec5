/** Reads cycles from text: edges in the words of diy, followed by PTX's orders, scopes, fences and proxies. */

import { match } from 'ts-pattern'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { fail, failAll, ok, type Result, then } from '../../source/result.js'
import { type SourceText, span } from '../../source/text.js'
import { isGeneric, isWritable, pathParts } from '../sketch.js'
import { strengthOf } from '../vocabulary.js'
import type { Cycle, CycleEvent, Direction, Leg } from './cycle.js'
import { type Edge, readEdge, type Said } from './edge.js'
import { placesOf, type Spread } from './places.js'
import { type CycleTest, testOf } from './test.js'
import { pathWords } from './words.js'

export interface ReadCycle {
  readonly cycle: Cycle
  readonly test: CycleTest
}

/**
 * Reads a cycle, such as `PodWW Rfe+rel+acq.gpu PodRR Fre`. Fails on a word that is not an edge, and on edges that do
 * not form a cycle.
 */
export function readCycle(source: SourceText, spread: Spread = 'gpu'): Result<ReadCycle> {
  const words = [...source.text.matchAll(/\S+/g)]
  if (words.length === 0)
    return fail(diagnostic('a cycle needs edges, such as `PodWW Rfe PodRR Fre`', span(source, 0, 0)))
  const edges: Edge[] = []
  const wrong: Diagnostic[] = []
  for (const { 0: word, index } of words) {
    const read = readEdge(word, span(source, index, index + word.length))
    if (read.ok) edges.push(read.value)
    else wrong.push(...read.diagnostics)
  }
  if (wrong.length > 0) return failAll(wrong)
  return then(inTurn(edges), (turned) =>
    then(legsOf(turned, spread), (legs) => {
      const test = testOf({ legs })
      if (!('message' in test)) return ok({ cycle: { legs }, test })
      const { span: place, text } = must(turned[test.at], 'an edge')
      return fail(diagnostic(`\`${text}\`: ${test.message}`, place))
    }),
  )
}

/**
 * Rotates the edges so that the last one leads to another thread, and the first event begins one. Fails on edges that
 * do not meet and on threads that do not close.
 */
function inTurn(edges: readonly Edge[]): Result<readonly Edge[]> {
  const apart = edges.flatMap((edge, i) => {
    const next = must(edges[(i + 1) % edges.length], 'an edge')
    const word = (direction: Direction): string => (direction === 'R' ? 'read' : 'write')
    return edge.to === next.from
      ? []
      : [
          diagnostic(
            `\`${next.text}\` begins at a ${word(next.from)}, but \`${edge.text}\` before it leads to a ${word(edge.to)}`,
            next.span,
          ),
        ]
  })
  if (apart.length > 0) return failAll(apart)
  const atomics = edges.flatMap((edge, i) =>
    edge.kind.kind === 'atomic' && edges[(i + 1) % edges.length]?.kind.kind === 'atomic'
      ? [diagnostic('two atomics must have an edge between them', edge.span)]
      : [],
  )
  if (atomics.length > 0) return failAll(atomics)
  const external = edges.flatMap(({ kind }, i) => (kind.kind === 'communication' && kind.isExternal ? [i] : []))
  const [only] = external
  const last = must(edges.at(-1), 'an edge')
  if (only === undefined)
    return last.kind.kind === 'communication'
      ? ok(edges)
      : fail(
          diagnostic(
            `no edge leads to another thread (Rfe, Fre, Coe); without one, the last edge must be Rfi, Fri or Coi, which leads back to the start of the only thread`,
            last.span,
          ),
        )
  if (external.length === 1)
    return fail(
      diagnostic(
        `\`${edges[only]?.text}\` leads to another thread, and no edge leads back (Rfe, Fre, Coe)`,
        must(edges[only], 'an edge').span,
      ),
    )
  const start = must(external.at(-1), 'an edge') + 1
  return ok([...edges.slice(start), ...edges.slice(0, start)])
}

/** Returns the threads. Fails if two edges contradict each other about an event, or say something impossible. */
function legsOf(edges: readonly Edge[], spread: Spread): Result<readonly Leg[]> {
  const wrong: Diagnostic[] = []
  const events = edges.map((edge, i): CycleEvent => {
    const before = must(edges.at(i - 1), 'an edge')
    const halves = [
      before.target,
      edge.source,
      // The words for one half of an atomic apply to the other.
      ...(edge.kind.kind === 'atomic' ? [edge.target, edges[(i + 1) % edges.length]?.source] : []),
      ...(before.kind.kind === 'atomic' ? [before.source, edges.at(i - 2)?.target] : []),
    ].flatMap((one) => (one === undefined ? [] : [one]))
    const isAtomic = edge.kind.kind === 'atomic' || before.kind.kind === 'atomic' || halves.some((one) => one.isAtomic)
    const [first, ...others] = halves
    const differing = others.find((one) => !isAlike(first, one))
    if (differing !== undefined)
      wrong.push(
        diagnostic('another edge contradicts this about the event', differing.place, {
          message: 'there',
          place: must(first, 'a word').place,
        }),
      )
    const strength = first?.order === undefined ? undefined : strengthOf(first.order, first.scope)
    const path = first?.path ?? 'generic'
    const event: CycleEvent = { direction: edge.from, isAtomic, path, strength }
    const problem = impossible(event)
    if (first !== undefined && problem !== undefined) wrong.push(diagnostic(problem, first.place))
    return event
  })
  const starts = [
    0,
    ...edges.flatMap(({ kind }, i) =>
      kind.kind === 'communication' && kind.isExternal && i + 1 < edges.length ? [i + 1] : [],
    ),
  ]
  const said = starts.map((start) => must(edges.at(start - 1), 'an edge').thread)
  const places = placesOf(said, spread)
  if (wrong.length > 0) return failAll(unique(wrong))
  return ok(
    starts.map((start, i): Leg => {
      const end = starts[i + 1] ?? edges.length
      return {
        place: must(places[i], 'a place'),
        events: events.slice(start, end),
        steps: edges.slice(start, end - 1).map(({ kind, fences }) =>
          match(kind)
            .returnType<Leg['steps'][number]>()
            .with({ kind: 'order' }, (order) => ({ ...order, fences }))
            .with({ kind: 'communication' }, ({ type }) => ({ kind: 'communication', type }))
            .with({ kind: 'atomic' }, (atomic) => atomic)
            .exhaustive(),
        ),
      }
    }),
  )
}

/** Removes duplicates: both halves of an atomic have the same words, and an error would appear for each. */
const unique = (all: readonly Diagnostic[]): readonly Diagnostic[] =>
  all.filter(({ place, message }, i) => all.findIndex((one) => one.place === place && one.message === message) === i)

const isAlike = (a: Said | undefined, b: Said): boolean =>
  a?.order === b.order && a?.scope === b.scope && a?.path === b.path

/** Returns the reason why an event cannot have these words. */
function impossible({ direction, isAtomic, path, strength }: CycleEvent): string | undefined {
  const order = strength?.order ?? (isAtomic ? 'relaxed' : 'weak')
  const [word] = pathWords[path]
  if (isAtomic)
    return !isGeneric(path)
      ? `an atomic cannot use \`${word}\``
      : order === 'weak'
        ? 'an atomic is not weak'
        : undefined
  if (direction === 'W' && !isWritable(path)) return `\`${word}\` is not a path for writes`
  if (pathParts[path].proxy === 'read-only' && order !== 'weak') return `an access through \`${word}\` is weak`
  const fitting = direction === 'R' ? 'acquire' : 'release'
  return order === 'weak' || order === 'relaxed' || order === fitting
    ? undefined
    : `a ${direction === 'R' ? 'read' : 'write'} is weak, rlx or ${direction === 'R' ? 'acq' : 'rel'}, but not ${order}`
}
