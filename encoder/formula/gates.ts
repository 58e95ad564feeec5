/**
 * Gates over the literals of clauses: each result is a variable that clauses define both ways (Tseitin). Constants are
 * folded, and equal gates are one.
 */

/** A variable, from 1 on, or its negation. */
export type Literal = number

export type Clause = readonly Literal[]

export interface Gates {
  /** The literal that holds. */
  readonly one: Literal
  /** Returns a new variable. */
  readonly variable: () => Literal
  readonly all: (operands: readonly Literal[]) => Literal
  readonly any: (operands: readonly Literal[]) => Literal
  readonly xor: (left: Literal, right: Literal) => Literal
  readonly choice: (when: Literal, then: Literal, otherwise: Literal) => Literal
  /** Returns whether two of the three hold. */
  readonly majority: (a: Literal, b: Literal, c: Literal) => Literal
  /** States that one of the literals holds. */
  readonly state: (clause: Clause) => void
  /** Returns the clauses so far, and the number of variables. */
  readonly taken: () => { readonly variables: number; readonly clauses: readonly Clause[] }
}

/** The number of variables and stated clauses after which `mayGrow` is asked: they take some milliseconds. */
const growth = 4096

/**
 * Returns gates without a clause but that of the constant, which is the first variable. `mayGrow` may end the work, by
 * `exceed`.
 */
export function gates(mayGrow: () => void = () => undefined): Gates {
  const clauses: Clause[] = []
  const known = new Map<string, Literal>()
  let variables = 0
  let made = 0
  const grow = (): void => {
    made += 1
    if (made % growth === 0) mayGrow()
  }
  const variable = (): Literal => {
    variables += 1
    grow()
    return variables
  }
  const one = variable()
  clauses.push([one])
  const zero = -one

  const state = (clause: Clause): void => {
    const kept = [...new Set(clause)].filter((literal) => literal !== zero)
    if (kept.some((literal) => literal === one || kept.includes(-literal))) return
    clauses.push(kept)
    grow()
  }
  /** Returns the gate of a key, which `define` states of a new variable the first time. */
  const gate = (key: string, define: (result: Literal) => void): Literal => {
    const cached = known.get(key)
    if (cached !== undefined) return cached
    const result = variable()
    known.set(key, result)
    define(result)
    return result
  }

  const all = (operands: readonly Literal[]): Literal => {
    const kept = [...new Set(operands)].filter((literal) => literal !== one).sort((a, b) => a - b)
    const set = new Set(kept)
    if (kept.some((literal) => literal === zero || set.has(-literal))) return zero
    const [only] = kept
    if (only === undefined) return one
    if (kept.length === 1) return only
    return gate(`&${kept.join()}`, (result) => {
      for (const literal of kept) clauses.push([-result, literal])
      clauses.push([result, ...kept.map((literal) => -literal)])
    })
  }
  const any = (operands: readonly Literal[]): Literal => -all(operands.map((literal) => -literal))

  const xor = (left: Literal, right: Literal): Literal => {
    if (left === one) return -right
    if (right === one) return -left
    if (left === zero) return right
    if (right === zero) return left
    if (left === right) return zero
    if (left === -right) return one
    const [a = 0, b = 0] = [Math.abs(left), Math.abs(right)].sort((x, y) => x - y)
    const result = gate(`^${a},${b}`, (x) => {
      clauses.push([-x, a, b], [-x, -a, -b], [x, -a, b], [x, a, -b])
    })
    return left < 0 !== right < 0 ? -result : result
  }

  const choice = (when: Literal, then: Literal, otherwise: Literal): Literal => {
    if (when === one || then === otherwise) return then
    if (when === zero) return otherwise
    if (then === one) return any([when, otherwise])
    if (then === zero) return all([-when, otherwise])
    if (otherwise === one) return any([-when, then])
    if (otherwise === zero) return all([when, then])
    if (then === -otherwise) return -xor(when, then)
    if (when < 0) return choice(-when, otherwise, then)
    return gate(`?${when},${then},${otherwise}`, (result) => {
      clauses.push([-when, -then, result], [-when, then, -result])
      clauses.push([when, -otherwise, result], [when, otherwise, -result])
      // Not needed, but they let unit propagation see what both branches agree on.
      clauses.push([-then, -otherwise, result], [then, otherwise, -result])
    })
  }

  const majority = (a: Literal, b: Literal, c: Literal): Literal => {
    const [x = 0, y = 0, z = 0] = [a, b, c].sort((left, right) => left - right)
    if (
      [x, y, z].some((literal) => Math.abs(literal) === one) ||
      x === y ||
      y === z ||
      x === -z ||
      x === -y ||
      y === -z
    )
      return any([all([x, y]), all([x, z]), all([y, z])])
    return gate(`%${x},${y},${z}`, (result) => {
      clauses.push([-x, -y, result], [-x, -z, result], [-y, -z, result])
      clauses.push([x, y, -result], [x, z, -result], [y, z, -result])
    })
  }

  return { one, variable, all, any, xor, choice, majority, state, taken: () => ({ variables, clauses }) }
}
