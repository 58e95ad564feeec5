/** The result of `audit` as a document. */

import { match } from 'ts-pattern'
import type { Model } from '../axioms/algebra/terms.js'
import type { Within } from '../encoder/decide/verdict.js'
import { conditionText } from '../litmus/print.js'
import { type Program, testName, threadAt } from '../litmus/program.js'
import { adviceDocument } from '../repair/advice.js'
import type { Reached } from '../repair/carry.js'
import { claimsOf } from '../repair/demands.js'
import { instructionText } from '../repair/instruction-text.js'
import type { Fault } from '../repair/judge.js'
import { restsDocument } from '../repair/rests.js'
import { sharing } from '../repair/same-text.js'
import { repairInCuda, repairText } from '../repair/text.js'
import type { AuditDocument, HardwareDocument, LossDocument, PieceDocument, SeenDocument } from '../report/audit.js'
import { must } from '../source/must.js'
import { shellWord } from '../source/shell-word.js'
import { type Span, writtenAt } from '../source/text.js'
import { witnessOf } from '../witness/build.js'
import { placedAt } from '../witness/source.js'
import type { Audit, Audited } from './audit.js'
import { extentOf, launchesOf } from './extent.js'
import { faultText } from './loss.js'
import { mutantsOf, scoreOf } from './mutants.js'
import type { Alternative } from './pieces.js'
import type { Suggestions } from './suggest.js'

/** What logs of a GPU say of a test as it is, and without each piece, by the number of the piece. */
export interface SeenInLogs {
  readonly whole: HardwareDocument
  readonly byPiece: ReadonlyMap<number, SeenDocument>
}

export interface Shown {
  readonly test: Program
  readonly model: Model
  readonly audited: Audit
  /** The piece whose execution is shown. */
  readonly piece: number | undefined
  /** The command that finds the races of the test. */
  readonly findRaces: string | undefined
  readonly suggestions: Suggestions | undefined
  readonly hardware: SeenInLogs | undefined
  readonly exitStatus: AuditDocument['exitStatus']
}

/** Returns the document of an audit. */
export function auditDocumentOf({
  test,
  model,
  audited,
  piece,
  findRaces,
  suggestions,
  hardware,
  exitStatus,
}: Shown): AuditDocument {
  const about = {
    test: testName(test),
    model: model.name,
    claims: claimsOf(test).map(({ name }) => name),
    result: audited.kind,
    pieces: [],
    exitStatus,
  }
  return match(audited)
    .returnType<AuditDocument>()
    .with({ kind: 'audited' }, ({ audited, together, races, rests }) => {
      const [only] = piece === undefined ? [] : audited
      const launches = launchesOf(test)
      const launched = test.origin?.launching?.launches.map(({ text }) => text) ?? []
      const { detected, survived } = scoreOf(mutantsOf(audited))
      const unguarded = audited.filter(({ need: { kind } }) => kind === 'not needed' || kind === 'may be weaker')
      return {
        ...about,
        races,
        ...((races === 'present' || races === 'unknown') && findRaces !== undefined ? { first: findRaces } : {}),
        ...(launches.length === 0 ? {} : { launches: [...launches] }),
        ...(launched.length === 0 ? {} : { launched }),
        pieces: audited.map((one) => {
          const seen = hardware?.byPiece.get(one.piece.number)
          return { ...pieceOf(test, one), ...(seen === undefined ? {} : { hardware: seen }) }
        }),
        ...(hardware === undefined ? {} : { hardware: hardware.whole }),
        together: together.map(({ number }) => number),
        ...(detected + survived === 0
          ? {}
          : { mutants: { detected, survived, score: detected / (detected + survived) } }),
        unguarded: unguarded.map(({ piece: { number } }) => number),
        ...(suggestions === undefined ? {} : { suggestions: suggestionsOf(test, suggestions) }),
        ...restsDocument(rests),
        ...(only?.need.kind === 'needed' && only.need.reached !== undefined
          ? { witness: witnessOfLoss(test, model, only.need.fault, only.need.reached) }
          : {}),
      }
    })
    .with({ kind: 'broken' }, ({ fault }) => ({ ...about, reason: brokenText(fault) }))
    .with({ kind: 'undecided' }, ({ reason }) => ({ ...about, reason, ...adviceDocument(test) }))
    .with({ kind: 'not covered' }, ({ reason }) => ({ ...about, reason }))
    .exhaustive()
}

/** Returns the document of an audit of all pieces, without what only the command adds. */
export const plainAuditDocument = (test: Program, model: Model, audited: Audit): AuditDocument =>
  auditDocumentOf({
    ...{ test, model, audited, exitStatus: 0 },
    ...{ piece: undefined, findRaces: undefined, suggestions: undefined, hardware: undefined },
  })

/** Returns the claims as the test writes them, or as options of the command line. */
const suggestionsOf = (test: Program, { claims, unobservable, open }: Suggestions): AuditDocument['suggestions'] => ({
  claims: claims.map(({ condition, notices, within }) => {
    const text = conditionText(test, condition)
    const claim =
      test.origin?.launching !== undefined
        ? `--assert ${shellWord(text)}`
        : test.format === 'herd'
          ? `forall (${text})`
          : `assert (${text});`
    return {
      claim,
      notices: [...notices],
      ...restsDocument({ ...(within === undefined ? {} : { within }) }),
    }
  }),
  unobservable: [...unobservable],
  open: open.map((one) => ({ ...one })),
})

function witnessOfLoss(test: Program, model: Model, { question: name }: LossDocument, { graph, execution }: Reached) {
  const question = test.questions.find((one) => one.name === name)
  return witnessOf({ graph, model, execution, ...(question === undefined ? {} : { question }) })
}

function pieceOf(test: Program, { piece, need }: Audited): PieceDocument {
  const { thread, at, number, kind } = piece
  const { name, instructions } = threadAt(test.threads, thread)
  const instruction = must(instructions[at], 'the instruction of a piece')
  const extent = extentOf(test, thread, instruction)
  const boundsOf = (within: Within | undefined) => ({
    ...restsDocument({ ...(within === undefined ? {} : { within }) }),
    ...(test.partial === undefined ? {} : { partial: test.partial.map((one) => ({ ...one })) }),
  })
  const limitsOf = (within: Within | undefined) => ({
    ...boundsOf(within),
    ...(extent === undefined ? {} : { extent }),
  })
  const copies = piece.copies.length
  return {
    number,
    thread: name,
    threads: sharing(test, thread).length,
    ...(copies === 1 ? {} : { copies }),
    instruction: statementText(instruction.span),
    ...placedAt(instruction.span),
    kind,
    removable: piece.alternatives.some((one) => one.kind === 'removed'),
    need: need.kind,
    // What a piece may lack, it may lack as far as the threads and rounds that are simulated show.
    ...match(need)
      .with({ kind: 'needed' }, ({ fault, by }) => ({ fault, ...insteadOf(test, by) }))
      .with({ kind: 'may be weaker' }, ({ to, within }) => ({ change: changeOf(test, to), ...limitsOf(within) }))
      .with({ kind: 'not needed' }, ({ without, within }) => ({ change: changeOf(test, without), ...limitsOf(within) }))
      .with({ kind: 'not reached' }, ({ within }) => boundsOf(within))
      .with({ kind: 'undecided' }, ({ reason }) => ({ reason }))
      .exhaustive(),
  }
}

/** Returns the weaker instruction, if there is one in place of the piece. */
function insteadOf(test: Program, { kind, edits: [first] }: Alternative): Pick<PieceDocument, 'instead'> {
  if (kind === 'removed' || first === undefined || !('instruction' in first.change)) return {}
  return { instead: instructionText(first.change.instruction, first.thread, test) }
}

/** Returns a statement as its text has it, in one line. */
const statementText = (span: Span): string => writtenAt(span).replace(/\s+/g, ' ').replace(/;$/, '')

const changeOf = (test: Program, { edits, saved }: Alternative): NonNullable<PieceDocument['change']> => ({
  text: edits.map((one) => repairText(test, one)).join('; '),
  cuda: [...new Set(edits.flatMap((one) => repairInCuda(test, one)))],
  ...(saved === undefined ? {} : { saved }),
})

const brokenText = (fault: Fault): string => `as it is, ${faultText(fault)}`
