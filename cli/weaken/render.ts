/** Weakenings in the formats that are written. */

import { match } from 'ts-pattern'
import type { Model } from '../../axioms/algebra/terms.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { adviceDocument, smallerText } from '../../repair/advice.js'
import { type Change, type WeakeningKind, weakeningKinds } from '../../repair/repair.js'
import { boundRestsText, type Rests, restLines, restsDocument } from '../../repair/rests.js'
import type { Weakened } from '../../repair/result.js'
import type { WeakenDocument } from '../../report/repairs.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import {
  changesDocument,
  changesText,
  type Found,
  textsOf,
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
        ...eachAlone(test, alone),
        ...(best === undefined
          ? []
          : ['', ...bestText(test, alone, best, before.sum), ...textsOf(test, best, written)]),
        ...undecidedText(undecided, 'weaker'),
      ].join('\n'),
    )
    .with({ kind: 'no claims' }, ({ reason }) => `${head}: nothing to go by: ${reason}`)
    .with({ kind: 'undecided' }, ({ kind, reason, raceFree }) =>
      [
        `${head}: ${kind}: ${reason}`,
        ...[smallerText(test) ?? []].flat(),
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
  ...alone.flatMap(({ repaired: { changes } }, i) => numberedText(test, changes, i + 1)),
]

/** Returns a change in words after its number. */
const numberedText = (test: Program, changes: readonly Change[], number: number): readonly string[] =>
  changesText(test, changes).map((line, i) => (i === 0 ? `  ${number}. ${line.trimStart()}` : line))

/** Names the changes that may be made alone by their numbers, and says the others. */
function bestText(test: Program, alone: readonly Found[], best: Found, before: number): readonly string[] {
  const { changes, cost, rests } = best.repaired
  const said = alone.map(({ repaired }) => changesText(test, repaired.changes).join())
  const numbers = changes.map((one) => said.indexOf(changesText(test, [one]).join()) + 1)
  const others = changes.filter((_, i) => numbers[i] === 0)
  const all = [...numbers.filter((one) => one > 0), ...others.map((_, i) => alone.length + i + 1)].toSorted(
    (a, b) => a - b,
  )
  const named = all.length === 1 ? `change ${all.join()}` : `changes ${listed(all.map(String))}`
  return [
    `The cheapest test has ${named}, cost ${cost.sum} instead of ${before}${withinText(best)}:`,
    ...restLines(rests),
    ...others.flatMap((one, i) => numberedText(test, [one], alone.length + i + 1)),
  ]
}

/** The kinds that are named if all were tried: few tests have proxy fences. */
const usual = weakeningKinds.filter((kind) => kind !== 'proxy-fences')

const words: { readonly [K in WeakeningKind]: string } = {
  fences: 'fence',
  orders: 'order',
  scopes: 'scope',
  'proxy-fences': 'proxy fence',
}

/** Writes `fence, order and scope`. */
const inWords = (kinds: readonly WeakeningKind[]): string => listed(kinds.map((kind) => words[kind]))

const listed = (all: readonly string[]): string =>
  [all.slice(0, -1).join(', '), ...all.slice(-1)].filter((one) => one !== '').join(' and ')

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
    ...(weakened.kind === 'undecided' ? adviceDocument(test) : {}),
    ...('raceFree' in weakened ? { raceFree: weakened.raceFree } : {}),
    ...(weakened.kind === 'nothing to do' ? restsDocument(weakened.rests) : {}),
    alone: alone.map((one) => changesDocument(test, one)),
    ...(best === undefined ? {} : { best: changesDocument(test, best) }),
    ...(weakened.kind === 'weakened' ? { before: weakened.before } : {}),
    written: [...written],
    exitStatus,
  }
}
