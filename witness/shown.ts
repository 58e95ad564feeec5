/** What texts and pictures of a witness have in common: labels of events, and which pairs are shown. */

import type { Pair } from '../encoder/bounds.js'
import { printable } from '../source/diagnostic.js'
import type { Witness, WitnessEvent } from './document.js'
import { alwaysShown, reduced, reducedFr } from './relations.js'

/** How an event is called. */
export const eventName = ({ id }: Pick<WitnessEvent, 'id'>): string => `e${id}`

/** What an event did: `R x = 1`, `W x = 2`; nothing for a fence or a barrier. */
export function effectText({ kind, executed, location, value }: WitnessEvent): string {
  if (!executed) return 'not executed'
  return kind === 'fence' || kind === 'barrier'
    ? ''
    : printable(`${kind === 'read' ? 'R' : 'W'} ${location} = ${value}`)
}

/** The instruction of an event, as it may be printed. */
export const sourceText = ({ text }: WitnessEvent): string => printable(text)

export interface ShownRelation {
  readonly name: string
  /** Where the relation is a partial order, without what follows by transitivity; of `fr`, the next writes only. */
  readonly pairs: readonly Pair[]
}

/** The relations of a witness in the order in which it has them, those without pairs left out. */
export function shownRelations({ relations }: Witness): readonly ShownRelation[] {
  const order = ['rf', 'co', 'fr', ...Object.keys(relations).filter((name) => !['rf', 'co', 'fr'].includes(name))]
  return order.flatMap((name) => {
    const pairs: readonly Pair[] = relations[name] ?? []
    if (pairs.length === 0) return []
    return [{ name, pairs: name === 'fr' ? reducedFr(pairs, relations.co) : reduced(pairs) }]
  })
}

/** Relations that were asked for and relate nothing. */
export const emptyRelations = ({ relations }: Witness): readonly string[] =>
  Object.keys(relations).filter((name) => !alwaysShown.includes(name) && relations[name]?.length === 0)

/** Those that a picture draws beside program order, which it always shows. */
export const drawnRelations = (witness: Witness): readonly ShownRelation[] =>
  shownRelations(witness).filter(({ name }) => name !== 'po')

/** `P0:r0 = 1` for each register, then `[x] = 2` for each location. */
export const finalTexts = ({ final, threads }: Witness): readonly string[] =>
  [
    ...final.registers.map(({ thread, register, value }) => `${threads[thread]?.name}:${register} = ${value}`),
    ...final.memory.map(({ location, value }) => `[${location}] = ${value}`),
  ].map(printable)

/** Which test and question, and under which model. */
export const titleText = ({ test, question, model }: Witness): string =>
  printable([test.name, ...(question === null ? [] : [question.name]), model].join(' · '))

/** The question as written, on one line; the outcome of an `assert` is that it is violated. */
export const questionText = ({ kind, text }: NonNullable<Witness['question']>): string =>
  `${printable(text).replace(/\s+/g, ' ').replace(/\( /g, '(')}${kind === 'assert' ? ': violated' : ''}`
