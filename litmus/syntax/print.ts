/** Conditions as text, in the words of a format. Parentheses are always written. */

import type { Condition, Term } from '../condition.js'

export interface ConditionWords {
  readonly and: string
  readonly or: string
  readonly not: string
  /** The condition of no parts: of all of none, which holds, and of any of none, which does not. */
  readonly nothing: { readonly and: string; readonly or: string }
  readonly term: (term: Term) => string
}

/** The condition without parentheses around it. */
export function printCondition(condition: Condition, words: ConditionWords): string {
  switch (condition.kind) {
    case 'compare':
      return `${words.term(condition.left)} ${condition.operator} ${words.term(condition.right)}`
    case 'not':
      return `${words.not} (${printCondition(condition.condition, words)})`
    case 'and':
    case 'or': {
      const [only, ...others] = condition.conditions
      if (only === undefined) return words.nothing[condition.kind]
      if (others.length === 0) return printCondition(only, words)
      return condition.conditions.map((one) => grouped(one, words)).join(` ${words[condition.kind]} `)
    }
  }
}

const grouped = (condition: Condition, words: ConditionWords): string =>
  condition.kind === 'compare' ? printCondition(condition, words) : `(${printCondition(condition, words)})`
