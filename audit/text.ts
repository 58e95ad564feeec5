/** An audit in words. */

import { match } from 'ts-pattern'
import { boundRestsText, restLines } from '../repair/rests.js'
import { type AuditDocument, needs, type PieceDocument } from '../report/audit.js'
import type { Mark } from '../report/conclusion.js'
import { counted } from '../source/counted.js'
import { printable } from '../source/diagnostic.js'

export const markOf: Record<PieceDocument['need'], Mark> = {
  needed: 'good',
  'may be weaker': 'bad',
  'not needed': 'bad',
  'not reached': 'open',
  undecided: 'open',
}

/** Writes `6 pieces: 2 needed, 3 may be weaker, 1 not needed`. */
export function summary(pieces: readonly PieceDocument[]): string {
  const counts = needs.map((need) => ({ need, count: pieces.filter((one) => one.need === need).length }))
  return `${counted(pieces.length, 'piece')}: ${counts
    .filter(({ count }) => count > 0)
    .map(({ need, count }) => `${count} ${need}`)
    .join(', ')}`
}

const racesText = {
  absent: '',
  present: 'It has data races as it is, so races do not count: a new one is not noticed.',
  unknown: 'Whether it has data races is not known, so races do not count.',
  'left out': 'Data races do not count.',
} as const satisfies Record<NonNullable<AuditDocument['races']>, string>

/** Says why the absence of races does not count, and what to do first; empty if it counts. */
export const racesSentences = ({ races = 'left out', first }: Pick<AuditDocument, 'races' | 'first'>): string =>
  [
    racesText[races],
    ...(races === 'present' ? ['What only orders racy accesses is called not needed: mend the races first.'] : []),
    ...(first === undefined ? [] : [`They are found by: ${first}`]),
  ].join(' ')

/** Says of which launches all answers are true; empty if there are none. */
const launchesSentence = ({ launches = [], launched = [] }: AuditDocument): string =>
  launched.length > 0
    ? `It is true of ${launched.length === 1 ? 'this launch' : 'these launches'}: ${launched.join('; ')}`
    : launches.length === 0
      ? ''
      : `It is true of ${launches.map(({ kernel, blocks, threads }) => `${kernel} with ${counted(blocks, 'block')} of ${counted(threads, 'thread')}`).join(', ')}.`

/** ` for this launch of one block within bound 2 for lane 0 of each warp`: how far it is known that a piece may go or be weaker. */
export const limitsText = ({ extent, within, partial }: PieceDocument): string =>
  `${extent === undefined ? '' : ` for this ${extent.of} of ${extent.is}`}${boundRestsText({
    ...(within === undefined ? {} : { within }),
    ...(partial === undefined ? {} : { partial }),
  })}`

/** Says what counts, and what it rests on that nothing is broken. */
export function goesBy(document: AuditDocument): readonly string[] {
  const { claims, races, within, ...others } = document
  const on = { ...others, ...(within === undefined ? {} : { within }) }
  const named = claims.length === 0 ? [] : [`${claims.length === 1 ? 'the claim' : 'the claims'} ${claims.join(', ')}`]
  const by = [...named, ...(races === 'absent' ? ['the absence of data races'] : [])]
  const besides = by.length === 0 ? 'hangs and undefined behaviour' : `${by.join(', ')}, hangs, and undefined behaviour`
  const sentence = `It goes by ${besides}.`
  const said = racesSentences(document)
  const rest = boundRestsText(on)
  const rests = restLines(on)
  return [
    printable([sentence, said].join(' ').trimEnd()),
    ...[launchesSentence(document)].filter((line) => line !== '').map(printable),
    ...(rest === '' && rests.length === 0
      ? []
      : [`All that holds does so${rest}${rests.length === 0 ? '.' : ':'}`, ...rests]),
  ]
}

/** Says why it is needed or not, or what may be there instead. */
export const reasonText = ({ need, fault, instead, change, reason = '' }: PieceDocument): string =>
  match(need)
    .with('needed', () => `${instead === undefined ? 'without it' : `as \`${instead}\``}, ${fault?.text}`)
    .with('may be weaker', () => `${change?.text}${savedText(change)}`)
    .with('not needed', () => `nothing changes without it${savedText(change)}`)
    .with('not reached', () => 'no execution comes to it: what it is for does not show')
    .with('undecided', () => reason)
    .exhaustive()

/** Returns the answer in one line. */
export const saidOf = (one: PieceDocument): string => {
  const [cuda] = one.need === 'may be weaker' ? (one.change?.cuda ?? []) : []
  return `${one.need}${limitsText(one)}: ${reasonText(one)}${cuda === undefined ? '' : `; in CUDA: ${cuda}`}`
}

const savedText = (change: PieceDocument['change']): string =>
  change?.saved === undefined || change.saved === 0 ? '' : `; it saves about ${counted(change.saved, 'cycle')}`

/** Says which pieces can go together, how much is noticed, what is not, and which claims would. */
export function togetherLines({
  pieces,
  together = [],
  mutants,
  unguarded = [],
  suggestions,
}: AuditDocument): readonly string[] {
  const unneeded = pieces.filter(({ need }) => need === 'not needed')
  const all = together.length === unneeded.length
  const numbers = piecesText(together)
  return [
    ...(unneeded.length < 2
      ? []
      : together.length === 0
        ? ['None of those that are not needed was found to go with another.']
        : [
            all
              ? `All that are not needed can go together: ${numbers}.`
              : `Of those that are not needed, these can go together: ${numbers}; none of the others can go besides.`,
          ]),
    ...(pieces.filter(({ need }) => need === 'may be weaker').length + together.length > 1 &&
    pieces.some(({ need }) => need === 'may be weaker')
      ? ['What may be weaker is so alone: `weaken` finds what can be weaker together.']
      : []),
    ...(mutants === undefined
      ? []
      : [
          `Mutation score: ${Math.round(100 * mutants.score)} %: of ${counted(mutants.detected + mutants.survived, 'weaker form')}, ${mutants.detected} ${mutants.detected === 1 ? 'is' : 'are'} noticed.`,
        ]),
    ...(unguarded.length === 0
      ? []
      : [
          `Unguarded: ${piecesText(unguarded)}. Nothing notices the loss or the weaker form: it is more than is necessary, or the test claims too little.${suggestions === undefined ? ' --suggest looks for claims.' : ''}`,
        ]),
    ...suggestionLines(suggestions),
  ]
}

export const piecesText = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'piece' : 'pieces'} ${numbers.join(', ')}`

function suggestionLines(suggestions: AuditDocument['suggestions']): readonly string[] {
  if (suggestions === undefined) return []
  const { claims, unobservable, open } = suggestions
  return [
    ...claims.flatMap(({ claim, notices, within }) => [
      `This claim holds${boundRestsText(within === undefined ? {} : { within })}, and notices ${piecesText(notices)}:`,
      `  ${printable(claim)}`,
    ]),
    ...(unobservable.length === 0
      ? []
      : [`No claim about final states notices ${piecesText(unobservable)}: no state is new without.`]),
    ...open.map(
      ({ piece, reason }) => `Whether a claim would notice piece ${piece} is undecided: ${printable(reason)}`,
    ),
  ]
}
