/** Formulas as SMT-LIB 2 text. */

import { must } from '../../source/must.js'
import { once } from '../../source/once.js'
import type { BitsOperator, BitsRelation } from '../values/arithmetic.js'
import type { Bits, Formula } from './formula.js'
import { type Node, operandsFirst } from './nodes.js'
import type { Definitions } from './unstated.js'

/** The name of a goal's constant. It is not exported, so that only this file makes and names goals. */
const constant = Symbol('constant')

/** A Boolean constant of one text. Assuming it requires its formula. */
export interface Goal {
  readonly formula: Formula
  readonly [constant]: string
}

/** What a solver is asked about. */
export interface SmtText extends Stated {
  /** Declarations, definitions and assertions; no check. It is written when it is first read. */
  readonly text: string
  /**
   * Returns the constant to assume for a goal. Throws if the goal is of another text: the solver would take the name
   * for a new constant, free to be true.
   */
  readonly constantOf: (goal: Goal) => string
  /**
   * Begins a continuation of the text: each call gives a text that asserts further formulas, to follow those before it. What those texts
   * have declared and defined is not repeated. One text may have several continuations, each for its own session.
   */
  readonly continued: () => (assertions: readonly Formula[]) => string
}

/** The formulas of a text. */
interface Stated {
  readonly assertions: readonly Formula[]
  /** The formula of each goal, by the name of its constant. */
  readonly goals: ReadonlyMap<string, Formula>
  readonly definitions: Definitions
}

/**
 * Returns a text that asserts all of the assertions, and the goals that `pose` makes of formulas, in that order. Variables that neither
 * mentions are not defined.
 */
export function toSmtLib<Goals>(
  assertions: readonly Formula[],
  pose: (goal: (formula: Formula) => Goal) => Goals,
  definitions: Definitions = new Map(),
): { readonly smt: SmtText; readonly goals: Goals } {
  const made: Goal[] = []
  const goals = pose((formula) => {
    const goal: Goal = { formula, [constant]: `goal_${made.length}` }
    made.push(goal)
    return goal
  })
  // Goals made from here on would be declared nowhere.
  const declared: ReadonlySet<Goal> = new Set(made)
  const constantOf = (goal: Goal): string => {
    if (!declared.has(goal)) throw new Error('the problem has no such goal')
    return goal[constant]
  }
  const posed = [...declared]
  const written = once(() => {
    const { assert, nameOf, add, taken, names } = smtLines(new Map(), definitions)
    assert(assertions)
    for (const goal of posed) {
      const demanded = nameOf(goal.formula)
      add(`(declare-const ${goal[constant]} Bool)`, `(assert (=> ${goal[constant]} ${demanded}))`)
    }
    return { text: taken(), names }
  })
  const continued = () => {
    const lines = smtLines(written().names, definitions)
    return (further: readonly Formula[]): string => {
      lines.assert(further)
      return lines.taken()
    }
  }
  const smt: SmtText = {
    get text() {
      return written().text
    },
    assertions,
    goals: new Map(posed.map((goal) => [goal[constant], goal.formula])),
    definitions,
    constantOf,
    continued,
  }
  return { smt, goals }
}

/** Lines under construction, which follow the lines that declared or defined the known names. */
function smtLines(nodeNames: ReadonlyMap<Node, string>, definitions: Definitions) {
  const names = new Map(nodeNames)
  let lines: string[] = []
  /** The definitions that are to be stated. */
  const due: Formula[] = []
  const nameKnown = (node: Node): string => must(names.get(node), 'a name for each part of a formula')
  /** Returns the name of a formula, after adding the lines that it needs. */
  const nameOf = (node: Node): string => {
    for (const next of operandsFirst(node, names)) {
      names.set(next, define(next, nameKnown, lines))
      for (const one of definitions.get(next)?.stated() ?? []) due.push(one)
    }
    return nameKnown(node)
  }
  /** Clauses that nothing else refers to need no name. */
  const assert = (one: Formula): void => {
    if (one.kind === 'and' && !names.has(one)) one.of.forEach(assert)
    else if (one.kind === 'or' && !names.has(one)) lines.push(`(assert (or ${one.of.map(nameOf).join(' ')}))`)
    else lines.push(`(assert ${nameOf(one)})`)
  }
  return {
    names,
    nameOf,
    add: (...more: readonly string[]): void => {
      for (const line of more) lines.push(line)
    },
    assert: (all: readonly Formula[]): void => all.forEach(assert),
    /** Returns the lines added since the last call, and the definitions that they need. */
    taken: (): string => {
      const stated = new Set<Formula>()
      for (let one = due.pop(); one !== undefined; one = due.pop()) {
        if (one.kind === 'true' || stated.has(one)) continue
        stated.add(one)
        assert(one)
      }
      const text = lines.join('\n')
      lines = []
      return text
    },
  }
}

const functions: { readonly [K in BitsOperator | BitsRelation]: string } = {
  add: 'bvadd',
  sub: 'bvsub',
  mul: 'bvmul',
  'div-signed': 'bvsdiv',
  'div-unsigned': 'bvudiv',
  'rem-signed': 'bvsrem',
  'rem-unsigned': 'bvurem',
  'shift-left': 'bvshl',
  'shift-right-signed': 'bvashr',
  'shift-right-unsigned': 'bvlshr',
  'bit-and': 'bvand',
  'bit-or': 'bvor',
  'bit-xor': 'bvxor',
  equal: '=',
  'less-signed': 'bvslt',
  'less-unsigned': 'bvult',
}

/** Returns the name of a node, after adding the lines that declare or define it if it needs them. */
function define(node: Node, nameOf: (child: Node) => string, lines: string[]): string {
  const defined = (sort: string, body: string): string => {
    const name = `t_${node.id}`
    lines.push(`(define-fun ${name} () ${sort} ${body})`)
    return name
  }
  switch (node.kind) {
    case 'true':
    case 'false':
      return node.kind
    case 'variable':
      lines.push(`(declare-const ${node.name} Bool)`)
      return node.name
    case 'bits-variable':
      lines.push(`(declare-const ${node.name} (_ BitVec ${node.width}))`)
      return node.name
    case 'bits':
      return `(_ bv${node.value} ${node.width})`
    case 'not':
      return `(not ${nameOf(node.of)})`
    case 'and':
    case 'or':
      return defined('Bool', `(${node.kind} ${node.of.map(nameOf).join(' ')})`)
    case 'equal':
    case 'less-signed':
    case 'less-unsigned':
      return defined('Bool', `(${functions[node.kind]} ${nameOf(node.left)} ${nameOf(node.right)})`)
    case 'choice':
      return defined(sortOf(node), `(ite ${nameOf(node.when)} ${nameOf(node.then)} ${nameOf(node.otherwise)})`)
    case 'resize':
      return defined(sortOf(node), resized(node, nameOf(node.of)))
    default:
      return defined(sortOf(node), `(${functions[node.kind]} ${nameOf(node.left)} ${nameOf(node.right)})`)
  }
}

const sortOf = ({ width }: Bits): string => `(_ BitVec ${width})`

function resized({ width, signed, of }: Extract<Bits, { kind: 'resize' }>, operand: string): string {
  if (width < of.width) return `((_ extract ${width - 1} 0) ${operand})`
  return `((_ ${signed ? 'sign' : 'zero'}_extend ${width - of.width}) ${operand})`
}
