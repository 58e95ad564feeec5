/** When an event is executed, as text over what reads return, `e4 == 1`, and over barriers that are passed, `passes e5`. */

import type { BitsOperator, BitsRelation } from '../encoder/values/arithmetic.js'
import type { Expression, Predicate } from '../encoder/values/expression.js'

const operators: { readonly [K in BitsOperator]: string } = {
  add: '+',
  sub: '-',
  mul: '*',
  'div-signed': '/',
  'div-unsigned': '/u',
  'bit-and': '&',
  'bit-or': '|',
  'bit-xor': '^',
}
const relations: { readonly [K in BitsRelation]: string } = { equal: '==', 'less-signed': '<', 'less-unsigned': '<u' }

/** What is nested deeper is left out: shared parts would be written again and again. */
const deepest = 6

/** The guard as text; a read stands for what it returns. */
export function guardText(guard: Predicate, depth = 0): string {
  if (depth > deepest) return '…'
  switch (guard.kind) {
    case 'true':
    case 'false':
      return guard.kind
    case 'passes':
      return `passes e${guard.barrier}`
    case 'compare': {
      const { relation, left, right } = guard
      return `${valueText(left, depth + 1)} ${relations[relation]} ${valueText(right, depth + 1)}`
    }
    case 'not':
      return `not (${guardText(guard.of, depth + 1)})`
    case 'and':
    case 'or':
      return guard.of.map((one) => `(${guardText(one, depth + 1)})`).join(guard.kind === 'and' ? ' && ' : ' || ')
  }
}

function valueText(value: Expression, depth: number): string {
  if (depth > deepest) return '…'
  const deeper = (one: Expression) => valueText(one, depth + 1)
  switch (value.kind) {
    case 'constant':
      return `${value.value}`
    case 'read':
      return `e${value.event}`
    case 'operation':
      return `(${deeper(value.left)} ${operators[value.operator]} ${deeper(value.right)})`
    case 'choice':
      return `(if ${guardText(value.when, depth + 1)} then ${deeper(value.then)} else ${deeper(value.otherwise)})`
    case 'resize':
      return deeper(value.of)
  }
}
