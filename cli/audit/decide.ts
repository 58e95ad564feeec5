/** The pieces of a test, decided here or on threads, with what an earlier run has kept. */

import { availableParallelism } from 'node:os'
import {
  type Audit,
  type Audited,
  type AuditOptions,
  chosenPieces,
  completed,
  needsOf,
  prepare,
  trialsOf,
} from '../../audit/audit.js'
import { kept, restored } from '../../audit/kept.js'
import type { Numbered } from '../../audit/pieces.js'
import type { Program } from '../../litmus/program.js'
import type { KeptPiece } from '../../report/audit.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { progressBar } from '../console/progress.js'
import { untilInterrupted } from '../synthesis/interruption.js'
import { onThreads } from '../threads/threads.js'
import type { ThreadWork } from '../worker.js'

/** From this number of pieces on, threads decide them unless the user says how many. */
const manyPieces = 4

/** The most threads unless the user says how many. */
const mostThreads = 8

interface Work {
  readonly jobs: number | undefined
  /** What an earlier run has decided. */
  readonly known: readonly KeptPiece[]
  /** Called with all that is decided, whenever another piece is. */
  readonly keep: (pieces: readonly KeptPiece[]) => void
}

/**
 * Audits the test. If threads decide the pieces, Ctrl-C ends them: pieces that are not decided are undecided, and which
 * can go together is not looked for.
 */
export async function auditAll(
  program: Program,
  options: AuditOptions,
  { jobs, known, keep }: Work,
  { solver, threadScript, output: { progress } }: CommandEnvironment,
): Promise<Audit> {
  const ready = prepare(program, await solver(), { ...options, progress })
  if (ready.kind !== 'ready') return ready
  const { chosen } = chosenPieces(ready)
  const trials = trialsOf(ready, chosen)
  const found = new Map(known.map((one) => [one.number, one]))
  const before = (piece: Numbered): Audited | undefined => {
    const one = found.get(piece.number)
    return one === undefined || one.need.kind === 'undecided' ? undefined : restored(one, piece)
  }
  const add = (one: KeptPiece): void => {
    found.set(one.number, one)
    keep([...found.values()].toSorted((a, b) => a.number - b.number))
  }
  const open = chosen.filter((one) => before(one) === undefined)
  const usual = open.length < manyPieces ? 1 : Math.min(mostThreads, availableParallelism())
  const count = Math.min(jobs ?? usual, open.length)
  if (count <= 1) {
    const audited = needsOf(ready, trials, { known: before, found: (one) => add(kept(one)) })
    return completed(ready, audited, trials)
  }
  const { progress: _, ...task } = options
  const work: ThreadWork = {
    kind: 'audit pieces',
    by: { name: 'sat' },
    task: { program, options: task },
  }
  const interruption = untilInterrupted(undefined)
  const items = open.map(({ number }) => number)
  await onThreads<number, KeptPiece>(threadScript, { workerData: work, count }, items, {
    onResult: (result, _, done) => {
      add(result)
      progress(progressBar(done, open.length, 'pieces'))
    },
    onFault: (number, reason) => ({
      number,
      need: { kind: 'undecided', reason: `the thread that decided it ended: ${reason}` },
    }),
    signal: interruption.signal,
  })
  const isInterrupted = interruption.end() === 'interrupted'
  const audited = chosen.map((piece): Audited => {
    const one = found.get(piece.number)
    return (
      (one === undefined ? undefined : restored(one, piece)) ?? {
        piece,
        need: { kind: 'undecided', reason: isInterrupted ? 'interrupted' : 'no thread decided it' },
      }
    )
  })
  return completed(ready, audited, isInterrupted ? { ...trials, tried: notTried } : trials)
}

const notTried = () => ({ kind: 'undecided', reason: 'interrupted' }) as const
