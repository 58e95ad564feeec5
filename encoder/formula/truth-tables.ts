/**
 * Truth tables of formulas over a few atoms. Formulas that nest in different ways are often one function of the same few choices: the conditions under
 * which threads pass barriers, say. A builder that knows functions by their tables has one object for each.
 */

/** A function of atoms, which are known by their numbers, in ascending order. Bit r is its value where bit i of r is the value of atom i. */
export interface TruthTable {
  readonly atoms: readonly number[]
  readonly bits: number
}

/** The atoms of a table: 32 rows fit into the bits of a number. */
const mostAtoms = 5

/** Tables of the atoms themselves, by place. Rows for atoms that a table lacks repeat the others. */
const columns = [0xaaaaaaaa | 0, 0xcccccccc | 0, 0xf0f0f0f0 | 0, 0xff00ff00 | 0, 0xffff0000 | 0] as const

export const constantTable = (value: boolean): TruthTable => ({ atoms: [], bits: value ? -1 : 0 })

export const tableOfAtom = (atom: number): TruthTable => ({ atoms: [atom], bits: columns[0] })

export const negatedTable = ({ atoms, bits }: TruthTable): TruthTable => ({ atoms, bits: ~bits })

/** Returns a text that is the same for tables of the same function, if each has only atoms that matter. */
export const keyOfTable = ({ atoms, bits }: TruthTable): string => `${bits}:${atoms.join(',')}`

/** Returns the table of a conjunction or disjunction, with the atoms that matter; nothing, if there are too many. */
export function connectedTable(kind: 'and' | 'or', tables: readonly TruthTable[]): TruthTable | undefined {
  let atoms: readonly number[] = []
  for (const table of tables) {
    atoms = merged(atoms, table.atoms)
    if (atoms.length > mostAtoms) return undefined
  }
  let bits = kind === 'and' ? -1 : 0
  for (const table of tables) {
    const spread = spreadOver(atoms, table)
    bits = kind === 'and' ? bits & spread : bits | spread
  }
  return withoutIdleAtoms({ atoms, bits })
}

/** Returns the union of two ascending lists. */
function merged(left: readonly number[], right: readonly number[]): readonly number[] {
  if (right.every((atom) => left.includes(atom))) return left
  return [...new Set([...left, ...right])].sort((a, b) => a - b)
}

/** Returns the bits of a table over more atoms. */
function spreadOver(atoms: readonly number[], { atoms: own, bits }: TruthTable): number {
  if (own.every((atom, i) => atom === atoms[i])) return bits
  const places = own.map((atom) => atoms.indexOf(atom))
  return rearranged(bits, (row) => places.reduce((from, place, i) => from | (((row >>> place) & 1) << i), 0))
}

/** Returns a table whose rows are other rows of the given one. */
function rearranged(bits: number, rowFrom: (row: number) => number): number {
  let result = 0
  for (let row = 0; row < 32; row++) result |= ((bits >>> rowFrom(row)) & 1) << row
  return result
}

function withoutIdleAtoms({ atoms, bits }: TruthTable): TruthTable {
  const isIdle = (_: number, place: number): boolean => {
    const column = columns[place] ?? 0
    return (bits & column) >>> (1 << place) === (bits & ~column) >>> 0
  }
  const idle = atoms.map(isIdle)
  if (!idle.includes(true)) return { atoms, bits }
  const places = [...idle.keys()].filter((place) => !idle[place])
  return {
    atoms: atoms.filter((_, place) => !idle[place]),
    bits: rearranged(bits, (row) => places.reduce((from, place, i) => from | (((row >>> i) & 1) << place), 0)),
  }
}
