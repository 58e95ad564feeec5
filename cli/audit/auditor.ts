/** What decides pieces on a thread. */

import { type AuditOptions, chosenPieces, needsOf, prepare, type Ready, trialsOf } from '../../audit/audit.js'
import { kept } from '../../audit/kept.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program } from '../../litmus/program.js'
import type { KeptPiece } from '../../report/audit.js'
import { must } from '../../source/must.js'

/** The work of a thread, which gets the numbers of pieces. */
export interface AuditTask {
  readonly program: Program
  readonly options: Omit<AuditOptions, 'progress'>
}

/** Returns what decides a piece by its number. The program as it is is decided once for each solver. */
export function auditor({ program, options }: AuditTask): (number: number, decider: Solver) => KeptPiece {
  let ready: Ready | undefined
  return (number, decider) => {
    if (ready?.solver !== decider) {
      const prepared = prepare(program, decider, options)
      if (prepared.kind !== 'ready') return { number, need: { kind: 'undecided', reason: 'the test as it is' } }
      ready = prepared
    }
    const pieces = chosenPieces(ready).all.filter((one) => one.number === number)
    return kept(must(needsOf(ready, trialsOf(ready, pieces), {})[0], 'the audit of a piece'))
  }
}
