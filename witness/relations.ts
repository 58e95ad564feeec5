/** The relations of an execution that can be shown, by name, and the fewest pairs that show them. */

import { baseRelations } from '../axioms/algebra/names.js'
import { baseSynchronisation } from '../axioms/algebra/reading.js'
import type { EventSet, Model, Rel } from '../axioms/algebra/terms.js'
import { partsOf } from '../axioms/algebra/traverse.js'
import { fr } from '../axioms/algebra/vocabulary.js'
import type { Pair } from '../encoder/events/graph/event.js'
import type { Interpreter } from '../encoder/relations/interpret.js'

/** Returns the base relations, `fr`, and whatever the model defines. */
export function relationsOf({ axioms }: Model): ReadonlyMap<string, Rel> {
  const relations = new Map<string, Rel>(baseRelations.map((name) => [name, { kind: 'base', name }]))
  const visit = (term: Rel | EventSet): void => {
    if (term.kind === 'named') {
      if (relations.has(term.name)) return
      relations.set(term.name, term)
    }
    for (const part of partsOf(term)) visit(part)
  }
  for (const term of [fr, ...axioms.flatMap(({ requirements }) => requirements.map(({ of }) => of))]) visit(term)
  return relations
}

/**
 * The relations of accesses that every witness shows: the write that each read returns, and the writes that are
 * overwritten.
 */
export const accessRelations = ['rf', 'co', 'fr', 'rmw'] as const

/**
 * The relations of asynchronous operations that every witness shows, if there are any: the instructions that issue
 * them, and the events that observe their completion.
 */
export const asynchronousRelations = ['issue', 'completed'] as const

/**
 * Returns what every witness shows about synchronisation: the relations that the model calls so, and the base relations
 * that are synchronisation.
 */
export const synchronisationOf = (model: Model): readonly string[] => [
  ...[...relationsOf(model).values()].flatMap((term) =>
    term.kind === 'named' && term.reading?.synchronisation === true ? [term.name] : [],
  ),
  ...baseSynchronisation,
]

/** Returns the pairs of a relation, in order of their events. */
export const pairsOf = ({ relation }: Interpreter<boolean>, term: Rel): readonly Pair[] =>
  relation(term).flatMap((row, from) =>
    [...row].flatMap(([to, holds]) => (holds ? [[from, to] as const] : [])).toSorted(([, a], [, b]) => a - b),
  )

/**
 * Returns the least part of a strict partial order from which the rest follows by transitivity; any other relation as
 * it is, since others have no unique such part.
 */
export function reduced(pairs: readonly Pair[]): readonly Pair[] {
  const after = successors(pairs)
  const follows = (a: number, c: number): boolean => [...(after.get(a) ?? [])].some((b) => after.get(b)?.has(c))
  const isOrder = pairs.every(([a, b]) => a !== b && [...(after.get(b) ?? [])].every((c) => after.get(a)?.has(c)))
  return isOrder ? pairs.filter(([a, c]) => !follows(a, c)) : pairs
}

/**
 * Returns the part of the order imposed by the runtime's calls that does not follow from the rest by program order: the
 * first and the last events of threads.
 */
export function reducedApi(api: readonly Pair[], isBefore: (a: number, b: number) => boolean): readonly Pair[] {
  const after = successors(api)
  const nexts = (a: number): readonly number[] => [...(after.get(a) ?? [])]
  return api.filter(
    ([a, c]) =>
      !nexts(a).some((b) => b !== c && (isBefore(b, c) || after.get(b)?.has(c) === true)) &&
      !api.some(([b, to]) => to === c && b !== a && isBefore(a, b)),
  )
}

/**
 * Returns `fr` reduced to the writes that come next in coherence after what each read returns. The other pairs follow
 * from these.
 */
export function reducedFr(fr: readonly Pair[], co: readonly Pair[]): readonly Pair[] {
  const [overwrites, after] = [successors(fr), successors(co)]
  return fr.filter(([read, write]) => ![...(overwrites.get(read) ?? [])].some((other) => after.get(other)?.has(write)))
}

function successors(pairs: readonly Pair[]): ReadonlyMap<number, ReadonlySet<number>> {
  const after = new Map<number, Set<number>>()
  for (const [a, b] of pairs) {
    const targets = after.get(a)
    if (targets === undefined) after.set(a, new Set([b]))
    else targets.add(b)
  }
  return after
}
