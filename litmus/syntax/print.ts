/** Conditions as text, in the words of a format. Parentheses are always written. */

import type { Condition, Term } from '../condition.js'
import { writtenAddress, writtenName } from '../instances.js'
import { addressText, observableName } from '../observe.js'
import type { Program, Question } from '../program.js'

export interface ConditionWords {
  readonly and: string
  readonly or: string
  readonly not: string
  /** The condition without parts: the empty conjunction holds, the empty disjunction does not. */
  readonly nothing: { readonly and: string; readonly or: string }
  readonly term: (term: Term) => string
}

/** Returns the words of a format for the conditions of a program; `register` names a register of a thread in them. */
export const conditionWords = (
  program: Program,
  format: 'nvlitmus' | 'herd',
  connectives: Pick<ConditionWords, 'and' | 'or' | 'not'>,
  register: (term: Extract<Term, { kind: 'register' }>) => string,
): ConditionWords => ({
  ...connectives,
  nothing: { and: 'true', or: 'false' },
  term: (term) => {
    switch (term.kind) {
      case 'integer':
        return `${term.value}`
      case 'address':
        return addressText({ ...term, variable: writtenAddress(term.variable, program, format) })
      case 'memory':
        return observableName({ ...term, variable: writtenName(term.variable, undefined, program, format) })
      case 'register':
        return register(term)
    }
  },
})

/** Returns the condition without parentheses around it. */
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

/** Returns the name of a question without a name: its quantifier. A `permit` always has a name. */
export const defaultName = ({ kind, condition }: Question): string | undefined =>
  kind === 'permit' ? undefined : kind === 'check' ? 'exists' : condition.kind === 'not' ? '~exists' : 'forall'

/** Writes the name of a question after it. One that is no word is the text of the condition, and is left out. */
export const printName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? ` as ${name}` : '')

/** Writes `forall` for a claim, `~exists` for a negated claim, `exists` for a question. */
export function printQuantified({ kind, condition }: Question, words: ConditionWords): string {
  if (kind !== 'assert') return `exists (${printCondition(condition, words)})`
  if (condition.kind === 'not') return `~exists (${printCondition(condition.condition, words)})`
  return `forall (${printCondition(condition, words)})`
}
