/** What breaks without a piece, as documents have it. */

import { match } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import { findingsIn } from '../races/finding.js'
import type { Reached } from '../repair/carry.js'
import type { Fault } from '../repair/judge.js'
import type { LossDocument } from '../report/audit.js'
import { printable } from '../source/diagnostic.js'
import { undefinedTexts } from '../witness/labels.js'
import { undefinedAt } from '../witness/undefined.js'

/** Returns what breaks; `reached` shows it, if an execution does. */
export function lossOf(fault: Fault, reached: Reached | undefined, model: Model): LossDocument {
  const { kind } = fault
  if (kind === 'race' && reached !== undefined) {
    const [finding] = findingsIn(reached.graph, reached.execution, model)
    return { kind, text: finding?.sentence ?? faultText(fault), ...(finding === undefined ? {} : { finding }) }
  }
  const question = 'question' in fault ? { question: fault.question.name } : {}
  return { kind, ...question, text: faultText(fault, reached) }
}

/** Returns what breaks, as a sentence without its full stop. */
export const faultText = (fault: Fault, reached?: Reached): string =>
  printable(
    match(fault)
      .with({ kind: 'violated' }, ({ question: { kind, name } }) =>
        kind === 'assert' ? `\`${name}\` is violated` : `the outcome of \`${name}\` can be reached`,
      )
      .with({ kind: 'race' }, () => 'there is a data race')
      .with({ kind: 'hang' }, () => 'a thread can wait for ever')
      .with({ kind: 'undefined' }, ({ found }) =>
        reached === undefined
          ? 'undefined behaviour is reachable'
          : `undefined behaviour is reachable: ${undefinedTexts([undefinedAt(reached.graph, found)])[0]}`,
      )
      .with({ kind: 'lost' }, ({ question: { name } }) => `\`${name}\`, which the test permits, is out of reach`)
      .with({ kind: 'never ends' }, () => 'no execution ends')
      .exhaustive(),
  )
