/** Pieces taken out on a GPU: the program that does so, and what its log shows. */

import type { Audit } from '../../audit/audit.js'
import type { SeenInLogs } from '../../audit/document.js'
import { piecesOf } from '../../audit/pieces.js'
import { heldAgainst, type Seen } from '../../audit/seen.js'
import { variantsOf } from '../../audit/variants.js'
import type { Options } from '../../encoder/decide/decide.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { HardwareLog } from '../../hardware/log.js'
import type { Program } from '../../litmus/program.js'
import type { SeenDocument } from '../../report/audit.js'
import type { ExitStatus } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import type { Errors } from '../console/errors.js'
import type { Output } from '../console/output.js'
import { notRunnable, writeProgram } from '../cuda/run.js'
import type { Asked } from '../repairs/asked.js'
import type { AuditArguments } from './command.js'

/** Writes the program into the folder, says what cannot run, and returns the exit status. */
export function writeHardware(
  { test, costs }: Asked,
  folder: string,
  { only, piece, force }: Pick<AuditArguments, 'only' | 'piece' | 'force'>,
  errors: Errors,
  output: Output,
): ExitStatus {
  const pieces = piecesOf(test, costs, only).filter(({ number }) => piece === undefined || number === piece)
  const planned = variantsOf(test, pieces).map((one) => one.planned)
  for (const one of planned) if (one.kind === 'not runnable') output.err(notRunnable(one.test, one.reasons))
  const plans = planned.flatMap((one) => (one.kind === 'plan' ? [one] : []))
  const path = errors.valueOf(writeProgram(plans, folder, force))
  if (path === undefined) return 2
  output.out(`${path}: ${counted(plans.length, 'test')}`)
  return 0
}

type Audits = Extract<Audit, { kind: 'audited' }>

/** Returns what the logs say of the test as it is, and without each piece, by the number of the piece. */
export function hardwareOf(
  test: Program,
  { audited }: Audits,
  logs: readonly HardwareLog[],
  solver: Solver,
  options: Pick<Options, 'model' | 'bound' | 'timeout'>,
): SeenInLogs {
  const { asItIs, without } = heldAgainst(test, audited, logs, solver, options)
  const machines = logs.map(({ device, arch, driver, date }) => `${device} (${arch}, CUDA ${driver}), ${date}`)
  return {
    whole: { machines: [...new Set(machines)], asItIs: documentOf(asItIs) },
    byPiece: new Map(
      without.flatMap(({ seen, ...others }, i): readonly (readonly [number, SeenDocument])[] => {
        const number = audited[i]?.piece.number
        return number === undefined ? [] : [[number, { ...documentOf(seen), ...others }]]
      }),
    ),
  }
}

const documentOf = (seen: Seen): Pick<SeenDocument, 'result' | 'times' | 'violated' | 'gaveUp' | 'reason'> => {
  const { kind, ...others } = seen
  return { result: kind, ...others }
}
