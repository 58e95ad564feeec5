/** The page of certificates, in Markdown. */

import type { ByDefinition } from '../../certificate/semantics/proven.js'
import { counted } from '../../source/counted.js'
import { groupBy } from '../../source/group.js'
import type { Damage } from './damage.js'

/** An answer, the seconds that its decision and its certificate took, and what its certificate has. */
export type Certified = {
  readonly test: string
  /** Seconds for deciding all questions of the test. */
  readonly decided: number
  /** Seconds for making the certificate. */
  readonly seconds: number
} & (
  | { readonly reason: string }
  | {
      readonly parts: number
      readonly steps: number
      /** The clauses of its largest problem. */
      readonly clauses: number
      readonly problemBytes: number
      readonly proofBytes: number
      /** Seconds for verifying it, in which its problems are made again. */
      readonly verified: number
    }
)

/** An answer of a small test, and whether the definitions of the model give it, too. */
export interface Defined {
  readonly test: string
  readonly seconds: number
  readonly result: ByDefinition
}

const slowest = 15

/** Returns the counts, what is not certified, and the certificates that take longest. */
export function certificatesPage(
  all: readonly Certified[],
  defined: readonly Defined[],
  damaged: { readonly proofs: readonly Damage[]; readonly problems: number },
): string {
  const made = all.flatMap((one) => ('reason' in one ? [] : [one]))
  const failed = all.flatMap((one) => ('reason' in one ? [one] : []))
  const ranges = [
    rangeOf(
      'seconds for deciding the test',
      made.map(({ decided }) => decided),
      seconds,
    ),
    rangeOf(
      'seconds for the certificate',
      made.map((one) => one.seconds),
      seconds,
    ),
    rangeOf(
      'seconds for verifying it',
      made.map(({ verified }) => verified),
      seconds,
    ),
    rangeOf(
      'parts',
      made.map(({ parts }) => parts),
      String,
    ),
    rangeOf(
      'clauses of the largest problem',
      made.map(({ clauses }) => clauses),
      String,
    ),
    rangeOf(
      'steps of the proofs',
      made.map(({ steps }) => steps),
      String,
    ),
    rangeOf(
      'bytes of the problems',
      made.map(({ problemBytes }) => problemBytes),
      String,
    ),
    rangeOf(
      'bytes of the proofs and solutions',
      made.map(({ proofBytes }) => proofBytes),
      String,
    ),
  ]
  return [
    `${counted(all.length, 'answer')} about all executions: ${made.length} certified and verified, ${failed.length} not certified.`,
    ['| | median | largest | sum |', '|---|---:|---:|---:|', ...ranges].join('\n'),
    ...(failed.length === 0
      ? []
      : [
          [
            '| not certified | why | s |',
            '|---|---|---:|',
            ...failed.map((one) => `| ${one.test} | ${one.reason} | ${seconds(one.seconds)} |`),
          ].join('\n'),
        ]),
    [
      '| takes longest | parts | clauses | steps | decided, s | certified, s | verified, s |',
      '|---|---:|---:|---:|---:|---:|---:|',
      ...made
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, slowest)
        .map(
          (one) =>
            `| ${[one.test, one.parts, one.clauses, one.steps, seconds(one.decided), seconds(one.seconds), seconds(one.verified)].join(' | ')} |`,
        ),
    ].join('\n'),
    definedText(defined),
    `Problems that were damaged in one place: ${damaged.problems}, all rejected.`,
    damageText(damaged.proofs),
  ].join('\n\n')
}

/** Returns how many answers the definitions give, how large their proofs are, and why there are none of others. */
function definedText(all: readonly Defined[]): string {
  const proven = all.flatMap((one) => (one.result.kind === 'proven' ? [{ ...one, ...one.result }] : []))
  const others = all.flatMap(({ test, result }) => (result.kind === 'proven' ? [] : [{ test, ...result }]))
  const reasons = [...groupBy(others, ({ kind, reason }) => `${kind}: ${reason}`)]
  const contradicted = others.filter(({ kind }) => kind === 'contradicted').length
  return [
    `Of ${counted(all.length, 'answer')} to tests of at most 40 events, the definitions of the model give ${proven.length}; they contradict ${contradicted}.`,
    '',
    '| by definition | median | largest | sum |',
    '|---|---:|---:|---:|',
    rangeOf(
      'seconds',
      proven.map((one) => one.seconds),
      seconds,
    ),
    rangeOf(
      'clauses of the largest problem',
      proven.map(({ clauses }) => clauses),
      String,
    ),
    rangeOf(
      'steps of the proofs',
      proven.map(({ steps }) => steps),
      String,
    ),
    ...(reasons.length === 0
      ? []
      : [
          '',
          '| not given | answers | such as |',
          '|---|---:|---|',
          ...reasons.map(([reason, some]) => `| ${reason} | ${some.length} | ${some[0]?.test} |`),
        ]),
  ].join('\n')
}

function damageText(damages: readonly Damage[]): string {
  const kinds = [...new Set(damages.map(({ what }) => what))].toSorted()
  return [
    `Proofs that were damaged in one place: ${damages.length}.`,
    '',
    '| damage | rejected | still a proof | for the other checker, too |',
    '|---|---:|---:|---:|',
    ...kinds.map((kind) => {
      const some = damages.filter(({ what }) => what === kind)
      const accepted = some.filter(({ isAccepted }) => isAccepted).length
      const elsewhere = some.filter(({ isAcceptedElsewhere }) => isAcceptedElsewhere).length
      return `| ${kind} | ${some.length - accepted} | ${accepted} | ${elsewhere} |`
    }),
  ].join('\n')
}

const seconds = (one: number): string => one.toFixed(2)

function rangeOf(what: string, numbers: readonly number[], text: (one: number) => string): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const sum = sorted.reduce((total, one) => total + one, 0)
  return `| ${[what, text(median), text(sorted.at(-1) ?? 0), text(sum)].join(' | ')} |`
}
