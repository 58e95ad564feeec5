/** Weakenings in the formats that are written. */

import { match } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { type WeakeningKind, weakeningKinds } from '../../repair/repair.js'
import { boundRestsText, type Rests, restLines } from '../../repair/rests.js'
import type { Weakened } from '../../repair/result.js'
import type { WeakenDocument } from '../../report/repairs.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import {
  changesDocument,
  changesText,
  type Found,
  foundText,
  restsDocument,
  undecidedText,
  withinText,
  writtenUnchanged,
} from '../repairs/text.js'

export interface WeakenDetails {
  readonly test: Program
  readonly model: Model
  readonly questions: readonly Question[]
  readonly weakened: Weakened
  /** The kinds of changes that were tried; all if absent. */
  readonly only: readonly WeakeningKind[] | undefined
  readonly alone: readonly Found[]
  readonly best: Found | undefined
  /** The files that were written. */
  readonly written: readonly string[]
  readonly exitStatus: WeakenDocument['exitStatus']
}

/** Returns what was found, in words, with a diff unless files were written. */
export function renderWeakened(shown: WeakenDetails): string {
  const { test, model, questions, weakened, only = usual, alone, best, written } = shown
  const head = printable([testName(test), model.name].join(' · '))
  const names = printable(questions.map(({ name }) => name).join(', '))
  const andRaces = ', and by the absence of data races'
  const by = (raceFree: boolean): string =>
    `It goes by ${questions.length === 1 ? 'the claim' : 'the claims'} ${names}${raceFree ? andRaces : ''}.`
  return match(weakened)
    .with({ kind: 'nothing to do' }, ({ undecided, raceFree, rests }) =>
      [
        `${head}: ${undecided === 0 ? `every ${inWords(only)} is needed` : `nothing was found that may be weaker`}`,
        by(raceFree),
        ...restsSentence(rests),
        ...undecidedText(undecided, 'weaker'),
        ...writtenUnchanged(written),
      ].join('\n'),
    )
    .with({ kind: 'weakened' }, ({ undecided, raceFree, before }) =>
      [
        `${head}: ${counted(alone.length, 'place')} may be weaker`,
        by(raceFree),
        // A single change is the cheapest test.
        ...(alone.length === 1 ? [] : eachAlone(test, alone)),
        ...(best === undefined
          ? []
          : [
              '',
              `The cheapest test: ${counted(best.repaired.changes.length, 'change')}, cost ${best.repaired.cost.sum} instead of ${before.sum}${withinText(best)}:`,
              ...restLines(best.repaired.rests),
              ...foundText(test, best, written),
            ]),
        ...undecidedText(undecided, 'weaker'),
      ].join('\n'),
    )
    .with({ kind: 'no claims' }, ({ reason }) => `${head}: nothing to go by: ${reason}`)
    .with({ kind: 'undecided' }, ({ kind, reason, raceFree }) =>
      [
        `${head}: ${kind}: ${reason}`,
        ...(alone.length === 0 ? [] : [by(raceFree), ...eachAlone(test, alone), '', 'There may be others.']),
      ].join('\n'),
    )
    .with({ kind: 'not covered' }, ({ kind, reason }) => `${head}: ${kind}: ${reason}`)
    .exhaustive()
}

/** Says what it rests on that the claims hold, if it is not the model alone. */
const restsSentence = (rests: Rests): readonly string[] => {
  const text = boundRestsText(rests)
  const lines = restLines(rests)
  if (text === '' && lines.length === 0) return []
  return [`The claims hold${text}${lines.length === 0 ? '.' : ':'}`, ...lines]
}

const eachAlone = (test: Program, alone: readonly Found[]): readonly string[] => [
  '',
  alone.length === 1 ? 'This change may be made:' : 'Each of these changes may be made alone:',
  ...alone.flatMap(({ repaired: { changes } }) => changesText(test, changes)),
]

/** The kinds that are named if all were tried: few tests have proxy fences. */
const usual = weakeningKinds.filter((kind) => kind !== 'proxy-fences')

const words: { readonly [K in WeakeningKind]: string } = {
  fences: 'fence',
  orders: 'order',
  scopes: 'scope',
  'proxy-fences': 'proxy fence',
}

/** Writes `fence, order and scope`. */
function inWords(kinds: readonly WeakeningKind[]): string {
  const all = kinds.map((kind) => words[kind])
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((one) => one !== '').join(' and ')
}

/** Returns the JSON document of the weakenings found. */
export const weakenDocumentOf = (shown: WeakenDetails): WeakenDocument => {
  const { test, model, questions, weakened, alone, best, written, exitStatus } = shown
  return {
    test: testName(test),
    model: model.name,
    claims: questions.map(({ name }) => name),
    result: weakened.kind,
    ...('reason' in weakened ? { reason: weakened.reason } : {}),
    ...('undecided' in weakened ? { undecided: weakened.undecided } : {}),
    ...('raceFree' in weakened ? { raceFree: weakened.raceFree } : {}),
    ...(weakened.kind === 'nothing to do' ? restsDocument(weakened.rests) : {}),
    alone: alone.map((one) => changesDocument(test, one)),
    ...(best === undefined ? {} : { best: changesDocument(test, best) }),
    ...(weakened.kind === 'weakened' ? { before: weakened.before } : {}),
    written: [...written],
    exitStatus,
  }
}
