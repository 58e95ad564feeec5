/** The nodes of formulas, as whatever writes them down goes through them. */

import type { Bits, Formula } from './formula.js'

export type Node = Formula | Bits

/**
 * Returns a node and those below it that are not known yet, operands first. The stack is explicit because formulas
 * may be deep.
 */
export function operandsFirst(root: Node, known: ReadonlyMap<Node, unknown>): readonly Node[] {
  const order: Node[] = []
  const seen = new Set<Node>()
  const stack: { readonly node: Node; readonly ready: boolean }[] = [{ node: root, ready: false }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, ready } = top
    if (ready) order.push(node)
    else if (!seen.has(node) && !known.has(node)) {
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
