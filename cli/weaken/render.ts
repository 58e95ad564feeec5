/** What may be weaker, in the formats that are written. */

import { match, P } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Weakened } from '../../repair/result.js'
import type { WeakenDocument } from '../../report/repairs.js'
import { printable } from '../../source/diagnostic.js'
import { plural } from '../console/plural.js'
import { changesDocument, changesText, type Found, foundText, undecidedText, withinText } from '../repairs/shown.js'

export interface Shown {
  readonly test: Program
  readonly model: Model
  readonly questions: readonly Question[]
  readonly weakened: Weakened
  readonly alone: readonly Found[]
  readonly best: Found | undefined
  /** The files that were written. */
  readonly written: readonly string[]
  readonly exitStatus: WeakenDocument['exitStatus']
}

/** What was found, in words, with a diff unless files were written. */
export function renderWeakened({ test, model, questions, weakened, alone, best, written }: Shown): string {
  const head = printable([testName(test), model.name].join(' · '))
  const names = printable(questions.map(({ name }) => name).join(', '))
  const by = (raceFree: boolean): string =>
    `It goes by ${questions.length === 1 ? 'the claim' : 'the claims'} ${names}${raceFree ? ', and by there being no data race' : ''}.`
  return match(weakened)
    .with({ kind: 'nothing to do' }, ({ undecided, raceFree }) =>
      [`${head}: every fence, order and scope is needed`, by(raceFree), ...undecidedText(undecided, 'weaker')].join(
        '\n',
      ),
    )
    .with({ kind: 'weakened' }, ({ undecided, raceFree, before }) =>
      [
        `${head}: ${plural(alone.length, 'place')} may be weaker`,
        by(raceFree),
        // A single change is the cheapest test.
        ...(alone.length === 1
          ? []
          : [
              '',
              'Each of these changes may be made alone:',
              ...alone.flatMap(({ repaired: { changes } }) => changesText(test, changes)),
            ]),
        ...(best === undefined
          ? []
          : [
              '',
              `The cheapest test: ${plural(best.repaired.changes.length, 'change')}, cost ${best.repaired.cost.sum} instead of ${before.sum}${withinText(best)}:`,
              ...foundText(test, best, written),
            ]),
        ...undecidedText(undecided, 'weaker'),
      ].join('\n'),
    )
    .with({ kind: 'no claims' }, ({ reason }) => `${head}: nothing to go by: ${reason}`)
    .with({ kind: P.union('undecided', 'not covered') }, ({ kind, reason }) => `${head}: ${kind}: ${reason}`)
    .exhaustive()
}

/** The document of what was found. */
export const weakenDocumentOf = (shown: Shown): WeakenDocument => {
  const { test, model, questions, weakened, alone, best, written, exitStatus } = shown
  return {
    test: testName(test),
    model: model.name,
    claims: questions.map(({ name }) => name),
    result: weakened.kind,
    ...('reason' in weakened ? { reason: weakened.reason } : {}),
    ...('undecided' in weakened ? { undecided: weakened.undecided } : {}),
    ...('raceFree' in weakened ? { raceFree: weakened.raceFree } : {}),
    alone: alone.map((one) => changesDocument(test, one)),
    ...(best === undefined ? {} : { best: changesDocument(test, best) }),
    ...(weakened.kind === 'weakened' ? { before: weakened.before } : {}),
    written: [...written],
    exitStatus,
  }
}
