/** Needs of pieces as data that threads hand over, and that files keep. */

import { match } from 'ts-pattern'
import type { KeptPiece } from '../report/audit.js'
import type { Audited, Need } from './audit.js'
import type { Numbered } from './pieces.js'

/** Returns the need of a piece without its execution. */
export const kept = ({ piece: { number, alternatives }, need }: Audited): KeptPiece => ({
  number,
  need: match(need)
    .returnType<KeptPiece['need']>()
    .with({ kind: 'needed' }, ({ kind, fault, by }) => ({ kind, fault, form: alternatives.indexOf(by) }))
    .with({ kind: 'may be weaker' }, ({ kind, to, within }) => ({
      ...{ kind, form: alternatives.indexOf(to) },
      ...limits(within),
    }))
    .with({ kind: 'not needed' }, ({ kind, without, within }) => ({
      ...{ kind, form: alternatives.indexOf(without) },
      ...limits(within),
    }))
    .with({ kind: 'not reached' }, ({ kind, within }) => ({ kind, ...limits(within) }))
    .with({ kind: 'undecided' }, ({ kind, reason }) => ({ kind, reason }))
    .exhaustive(),
})

const limits = (within: Extract<Need, { kind: 'not needed' }>['within']) =>
  within === undefined ? {} : { within: { ...within, loops: [...within.loops] } }

/** Returns the need of a piece as it was kept; undefined if it is of a form that the piece does not have. */
export function restored({ need }: KeptPiece, piece: Numbered): Audited | undefined {
  const found = match(need)
    .returnType<Need | undefined>()
    .with({ kind: 'needed' }, ({ kind, fault, form }) => {
      const by = piece.alternatives[form]
      return by === undefined ? undefined : { kind, fault, by, reached: undefined }
    })
    .with({ kind: 'may be weaker' }, ({ kind, form, within }) => {
      const to = piece.alternatives[form]
      return to === undefined ? undefined : { kind, to, within }
    })
    .with({ kind: 'not needed' }, ({ kind, form, within }) => {
      const without = piece.alternatives[form]
      return without === undefined ? undefined : { kind, without, within }
    })
    .with({ kind: 'not reached' }, ({ kind, within }) => ({ kind, within }))
    .with({ kind: 'undecided' }, (undecided) => undecided)
    .exhaustive()
  return found === undefined ? undefined : { piece, need: found }
}
