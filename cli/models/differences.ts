/** Finds the differences between the texts of two models. */

import { type Piece, piecesOf } from '../../axioms/algebra/cat/print.js'
import type { Model } from '../../axioms/algebra/terms.js'

/** A definition or axiom whose text differs between two models; undefined in the model that does not have it. */
export interface Difference {
  readonly kind: 'definition' | 'axiom' | 'flag' | 'not covered'
  readonly name: string
  readonly left: string | undefined
  readonly right: string | undefined
}

/**
 * Returns the differences between two models, by the names and texts of their parts, in the order of the first model.
 */
export function differencesBetween(left: Model, right: Model): readonly Difference[] {
  const [a, b] = [piecesOf(left), piecesOf(right)]
  return [
    ...differing('not covered', excluded(left), excluded(right)),
    ...differing('definition', a.definitions, b.definitions),
    ...differing('axiom', a.axioms, b.axioms),
    ...differing('flag', a.flags, b.flags),
  ]
}

type Named = Pick<Piece, 'name' | 'text'>

const excluded = ({ excludes }: Model): readonly Named[] => excludes.map((name) => ({ name, text: name }))

function differing(kind: Difference['kind'], ours: readonly Named[], theirs: readonly Named[]): readonly Difference[] {
  const textIn = (pieces: readonly Named[], name: string) => pieces.find((one) => one.name === name)?.text
  return [...new Set([...ours, ...theirs].map(({ name }) => name))]
    .map((name): Difference => ({ kind, name, left: textIn(ours, name), right: textIn(theirs, name) }))
    .filter((one) => one.left !== one.right)
}
