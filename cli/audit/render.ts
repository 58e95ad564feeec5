/** The result of `audit` as text: each line of the source that synchronises, with what it is for. */

import { match } from 'ts-pattern'
import { goesBy, limitsText, markOf, piecesText, reasonText, summary, togetherLines } from '../../audit/text.js'
import type { AuditDocument, HardwareDocument, PieceDocument, SeenDocument } from '../../report/audit.js'
import { counted } from '../../source/counted.js'
import { printable } from '../../source/diagnostic.js'
import { groupBy } from '../../source/group.js'
import { placeText, quotation } from '../../witness/source.js'
import { type TextOptions, witnessText } from '../../witness/text.js'
import { marks } from '../console/marks.js'
import type { Output } from '../console/output.js'

type Seen = HardwareDocument['asItIs']

/** Returns the pieces below the lines that they are in, the count of each answer, and what can go together. */
export function renderAudit(document: AuditDocument, colours: Output['colours'], texts: TextOptions): string {
  const { test, model, pieces, result, reason, advice, witness } = document
  const head = printable([test, model].join(' · '))
  if (result !== 'audited')
    return `${head}: ${result === 'broken' ? 'nothing to go by' : result}: ${reason}${advice === undefined ? '' : `\n${advice}`}`
  if (pieces.length === 0) return `${head}: nothing in it synchronises`
  const lines = groupBy(pieces, ({ source, place }) => (source === undefined ? place : quotation(source)))
  return [
    `${head}: ${summary(pieces)}`,
    ...goesBy(document),
    ...[...lines.values()].flatMap((some) => [
      '',
      ...lineOf(some[0]),
      ...some.flatMap((one) => pieceLines(one, colours)),
    ]),
    '',
    ...togetherLines(document),
    ...hardwareLines(document),
    ...(witness === undefined
      ? []
      : [
          '',
          ...pieces.map((one) => `Piece ${one.number}, ${printable(reasonText(one))}:`),
          '',
          witnessText(witness, texts),
        ]),
  ].join('\n')
}

const lineOf = ({ source, place }: PieceDocument): readonly string[] =>
  source?.text === undefined ? [placeText({ place, source })] : [quotation(source)]

function pieceLines(one: PieceDocument, colours: Output['colours']): readonly string[] {
  const { number, need, instruction, change, copies } = one
  const times = copies === undefined ? '' : `, in ${copies} copies`
  return [
    `  ${marks(colours)[markOf[need]]} ${number}  ${need}${limitsText(one)}: ${printable(instruction)}${times}`,
    `       ${printable(reasonText(one))}`,
    ...(need === 'may be weaker'
      ? (change?.cuda ?? []).slice(0, 1).map((cuda) => `       in CUDA: ${printable(cuda)}`)
      : []),
    ...(one.hardware === undefined ? [] : [`       on the GPU, ${lossText(one.hardware)}`]),
  ]
}

/** Says what a GPU showed without a piece, and whether it can be. */
const lossText = (seen: SeenDocument): string =>
  [
    seenText(seen),
    ...(seen.agrees ? [] : ['which cannot be']),
    ...(seen.deviations ?? []).map(({ name }) => `which the ISA rules out, but not the hardware: ${name}`),
  ].join(', ')

const grouped = (count: number): string => count.toLocaleString('en')

const seenText = ({ result, times = 0, violated = 0, gaveUp = 0, reason = '' }: Seen): string =>
  match(result)
    .with('ran', () =>
      [
        `claims were violated in ${violated === 0 ? 'none' : grouped(violated)} of ${grouped(times)} runs`,
        ...(gaveUp === 0 ? [] : [`${grouped(gaveUp)} did not end`]),
      ].join(', '),
    )
    .with('failed', () => printable(reason))
    .with('not runnable', () => `not run: ${printable(reason)}`)
    .with('not in the log', () => 'not run')
    .exhaustive()

/** Says which machines ran the test, what they showed of it as it is, and how many losses. */
function hardwareLines({ hardware, pieces }: AuditDocument): readonly string[] {
  if (hardware === undefined) return []
  const ran = pieces.filter((one) => one.hardware?.result === 'ran' || one.hardware?.result === 'failed')
  const lost = (some: readonly PieceDocument[]): number => some.filter((one) => one.hardware?.isLoss === true).length
  const needed = ran.filter(({ need }) => need === 'needed')
  const wrong = ran.filter((one) => one.hardware?.agrees === false).map(({ number }) => number)
  return [
    '',
    `On ${printable(hardware.machines.join('; '))}: as it is, ${seenText(hardware.asItIs)}.`,
    `${ran.length} of ${counted(pieces.length, 'piece')} were taken out: the loss of ${lost(needed)} of ${needed.length} that are needed shows, and of ${lost(ran) - lost(needed)} of the others.`,
    ...(wrong.length === 0 ? [] : [`By this report, that cannot be: ${piecesText(wrong)}.`]),
  ]
}
