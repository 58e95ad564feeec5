/** Formulas as SMT-LIB 2 text. */

import type { BitsOperator, BitsRelation } from '../values/arithmetic.js'
import type { Bits, Formula } from './formula.js'

export interface SmtText {
  /** Declarations, definitions and assertions; no check. */
  readonly text: string
  /** Boolean constants, in the order of the goals: assuming one demands that goal. */
  readonly goals: readonly string[]
  /** A text that asserts further formulas, to follow those before it: what they have declared and defined is not repeated. */
  readonly more: (assertions: readonly Formula[]) => string
}

type Node = Formula | Bits

/** A text that asserts all of the assertions, and each goal where its constant is assumed. */
export function toSmtLib(assertions: readonly Formula[], goals: readonly Formula[]): SmtText {
  const names = new Map<Node, string>()
  let lines: string[] = []
  const nameOf = (node: Node): string => {
    for (const next of inOrder(node, names))
      names.set(
        next,
        define(next, (child) => names.get(child) ?? '', lines),
      )
    return names.get(node) ?? ''
  }
  const assertAll = (all: readonly Formula[]) => {
    for (const assertion of all) lines.push(`(assert ${nameOf(assertion)})`)
  }
  assertAll(assertions)
  const goalNames = goals.map((goal, i) => {
    const outcome = nameOf(goal)
    lines.push(`(declare-const goal_${i} Bool)`, `(assert (=> goal_${i} ${outcome}))`)
    return `goal_${i}`
  })
  const taken = (): string => {
    const text = lines.join('\n')
    lines = []
    return text
  }
  const more = (further: readonly Formula[]): string => {
    assertAll(further)
    return taken()
  }
  return { text: taken(), goals: goalNames, more }
}

/** What is not yet named below a node, and the node, operands first. The stack is explicit: formulas may be deep. */
function inOrder(root: Node, named: ReadonlyMap<Node, string>): readonly Node[] {
  const order: Node[] = []
  const seen = new Set<Node>()
  const stack: { readonly node: Node; readonly ready: boolean }[] = [{ node: root, ready: false }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, ready } = top
    if (ready) order.push(node)
    else if (!seen.has(node) && !named.has(node)) {
      seen.add(node)
      stack.push({ node, ready: true })
      for (const child of childrenOf(node)) stack.push({ node: child, ready: false })
    }
  }
  return order
}

function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'true':
    case 'false':
    case 'variable':
    case 'bits':
    case 'bits-variable':
      return []
    case 'not':
    case 'resize':
      return [node.of]
    case 'and':
    case 'or':
      return node.of
    case 'choice':
      return [node.when, node.then, node.otherwise]
    default:
      return [node.left, node.right]
  }
}

const functions: { readonly [K in BitsOperator | BitsRelation]: string } = {
  add: 'bvadd',
  sub: 'bvsub',
  mul: 'bvmul',
  'div-signed': 'bvsdiv',
  'div-unsigned': 'bvudiv',
  'bit-and': 'bvand',
  'bit-or': 'bvor',
  'bit-xor': 'bvxor',
  equal: '=',
  'less-signed': 'bvslt',
  'less-unsigned': 'bvult',
}

/** The name by which a node is referred to, after lines that declare or define it where it needs them. */
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
