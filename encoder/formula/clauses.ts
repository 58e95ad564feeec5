/** Formulas as clauses, for solvers of propositional problems and for proofs. Bit-vectors become circuits of gates. */

import { must } from '../../source/must.js'
import { circuits, type Vector } from './circuits.js'
import type { Formula } from './formula.js'
import { type Clause, gates, type Literal } from './gates.js'
import { type Node, operandsFirst } from './nodes.js'
import type { Definitions } from './unstated.js'

/** A problem in conjunctive normal form. */
export interface Clauses {
  /** The number of variables, which are numbered from 1 on. */
  readonly variables: number
  readonly clauses: readonly Clause[]
  /** The literal of each Boolean variable of the formulas, and the literals of each bit-vector, by name. */
  readonly named: ReadonlyMap<string, readonly Literal[]>
}

/**
 * Returns clauses that have a solution if and only if all assertions hold in one; the named variables then have the
 * values of that solution. Definitions are stated as far as assertions mention what they define.
 */
export function toClauses(assertions: readonly Formula[], definitions: Definitions = new Map()): Clauses {
  const writer = clauseWriter(definitions)
  writer.assert(assertions)
  return writer.taken()
}

/** Clauses to which more can be added. */
export interface ClauseWriter {
  /** States that all assertions hold. */
  readonly assert: (assertions: readonly Formula[]) => void
  /** Returns the literal of a formula, after the clauses that define it. */
  readonly literalOf: (formula: Formula) => Literal
  /** Returns all clauses so far. */
  readonly taken: () => Clauses
  /** The names of the bit-vectors so far; the other names are Boolean. */
  readonly vectors: ReadonlySet<string>
}

/**
 * Returns clauses to be written. Definitions are stated as far as something mentions what they define. `mayGrow` is asked
 * as they grow, and may end the work, by `exceed`.
 */
export function clauseWriter(definitions: Definitions = new Map(), mayGrow?: () => void): ClauseWriter {
  const gate = gates(mayGrow)
  const circuit = circuits(gate)
  /** The literals of each node: one of a formula, as many as its width of a bit-vector. */
  const known = new Map<Node, Vector>()
  const named = new Map<string, readonly Literal[]>()
  const vectors = new Set<string>()
  const due: Formula[] = []
  const vectorOf = (node: Node): Vector => must(known.get(node), 'the literals of each part of a formula')
  const literalOf = (formula: Formula): Literal => must(vectorOf(formula)[0], 'the literal of a formula')
  const variables = (name: string, width: number): Vector => {
    const made = Array.from({ length: width }, gate.variable)
    named.set(name, made)
    return made
  }
  const define = (node: Node): Vector => {
    switch (node.kind) {
      case 'true':
        return [gate.one]
      case 'false':
        return [-gate.one]
      case 'variable':
        return variables(node.name, 1)
      case 'bits-variable':
        vectors.add(node.name)
        return variables(node.name, node.width)
      case 'bits':
        return circuit.constant(node.value, node.width)
      case 'not':
        return [-literalOf(node.of)]
      case 'and':
        return [gate.all(node.of.map(literalOf))]
      case 'or':
        return [gate.any(node.of.map(literalOf))]
      case 'equal':
      case 'less-signed':
      case 'less-unsigned':
        return [circuit.compare(node.kind, vectorOf(node.left), vectorOf(node.right))]
      case 'choice':
        return circuit.choice(literalOf(node.when), vectorOf(node.then), vectorOf(node.otherwise))
      case 'resize':
        return circuit.resize(vectorOf(node.of), node.width, node.signed)
      default:
        return circuit.operation(node.kind, vectorOf(node.left), vectorOf(node.right))
    }
  }
  const literal = (formula: Formula): Literal => {
    for (const node of operandsFirst(formula, known)) {
      known.set(node, define(node))
      for (const one of definitions.get(node)?.stated() ?? []) due.push(one)
    }
    return literalOf(formula)
  }
  const stated = new Set<Formula>()
  const stateDue = (): void => {
    for (let one = due.pop(); one !== undefined; one = due.pop()) {
      if (stated.has(one)) continue
      stated.add(one)
      // Parts of an assertion that nothing else refers to need no gate.
      if (one.kind === 'and' && !known.has(one)) for (const each of one.of.toReversed()) due.push(each)
      else if (one.kind === 'or' && !known.has(one)) gate.state(one.of.map(literal))
      else gate.state([literal(one)])
    }
  }
  return {
    assert: (assertions) => {
      for (const one of assertions.toReversed()) due.push(one)
      stateDue()
    },
    literalOf: (formula) => {
      const made = literal(formula)
      stateDue()
      return made
    },
    taken: () => ({ ...gate.taken(), named }),
    vectors,
  }
}
