/** An audit in the words of mutation testing: a weaker form is a mutant, which what is claimed kills, or which survives. */

import { match } from 'ts-pattern'
import type { LossDocument } from '../report/audit.js'
import type { Audited } from './audit.js'
import type { Alternative, Numbered } from './pieces.js'

/**
 * A piece left out or made weaker. It is killed by what breaks; `Timeout` if a thread waits for ever. `NoCoverage` if
 * no execution comes to the piece, `Pending` if it is undecided what happens.
 */
export interface Mutant {
  readonly piece: Numbered
  readonly by: Alternative
  /** Its number among the alternatives of its piece, from 1. */
  readonly number: number
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Pending'
  /** What breaks, if that is known for this one. */
  readonly fault?: LossDocument
  /** Why it is undecided. */
  readonly reason?: string
}

/** Returns the mutants that an audit has decided, and those that it tried to. */
export const mutantsOf = (audited: readonly Audited[]): readonly Mutant[] =>
  audited.flatMap(({ piece, need }) => {
    const { alternatives } = piece
    return match(need)
      .returnType<readonly Mutant[]>()
      .with({ kind: 'needed' }, ({ fault, by: shown }) =>
        alternatives.map((by, i) => ({
          ...{ piece, by, number: i + 1 },
          ...(by === shown ? { status: statusOf(fault), fault } : { status: 'Killed' }),
        })),
      )
      .with({ kind: 'may be weaker' }, ({ to }) =>
        alternatives.slice(0, alternatives.indexOf(to) + 1).map((by, i) => ({
          ...{ piece, by, number: i + 1 },
          status: by === to ? 'Survived' : 'Killed',
        })),
      )
      .with({ kind: 'not needed' }, ({ without: by }) => [{ piece, by, number: 1, status: 'Survived' }])
      .with({ kind: 'not reached' }, () =>
        alternatives.slice(0, 1).map((by) => ({ piece, by, number: 1, status: 'NoCoverage' })),
      )
      .with({ kind: 'undecided' }, ({ reason }) =>
        alternatives.slice(0, 1).map((by) => ({ piece, by, number: 1, status: 'Pending', reason })),
      )
      .exhaustive()
  })

const statusOf = ({ kind }: LossDocument): Mutant['status'] =>
  kind === 'hang' || kind === 'never ends' ? 'Timeout' : 'Killed'

export interface MutationScore {
  readonly detected: number
  readonly survived: number
}

/** Returns how many mutants something notices, and how many nothing does; those that are undecided, or that no execution comes to, do not count. */
export const scoreOf = (mutants: readonly Mutant[]): MutationScore => ({
  detected: mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length,
  survived: mutants.filter(({ status }) => status === 'Survived').length,
})
