/** The file of `--resume`: the pieces that a run has decided. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AuditOptions } from '../../audit/audit.js'
import type { Program } from '../../litmus/program.js'
import { textsOf } from '../../repair/texts.js'
import { type AuditProgress, auditProgress, type KeptPiece } from '../../report/audit.js'
import { diagnostic } from '../../source/diagnostic.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import { jsonText } from '../console/json.js'
import { replaced } from '../input/outputs.js'
import { readSource } from '../input/source.js'

/** Returns the hash of all that the needs of pieces depend on: the texts, the model, and the options but for the time. */
export function keyOf(program: Program, { model, bound, only, claimsOnly, costs }: AuditOptions): string {
  const { test, modules } = textsOf(program)
  const { launching } = program.origin ?? {}
  const written = [test, ...(launching?.launches ?? [])].map((one) => one?.text)
  const texts = [...written, ...modules.map(({ source: { text } }) => repeatable(text))]
  const asked = launching?.asked.map(({ question, source: { text } }) => [question, text])
  const all = [texts, asked, program.row?.number, model, bound, only, claimsOnly, costs]
  return createHash('sha256').update(textOf(all)).digest('hex')
}

/**
 * Returns what each compilation of one source has in common. nvcc makes names of the folder in which it runs, which differs
 * each time: `_INTERNAL_51c8f0ea_4_b_cu`, in the code and in the bytes of debug sections.
 */
const repeatable = (text: string): string =>
  text.replaceAll(/^\s*\.section\b[^{]*\{[^}]*\}/gm, '').replaceAll(/_INTERNAL_[0-9a-f]{8}_/g, '_INTERNAL_')

/** Writes data in which parts are shared, as those of a model are: each is written once. */
function textOf(data: unknown): string {
  const seen = new Map<object, number>()
  return JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`
    if (typeof value !== 'object' || value === null) return value
    const number = seen.get(value)
    if (number !== undefined) return `#${number}`
    seen.set(value, seen.size)
    return value
  })
}

/** Returns the pieces in a file; none if there is no such file. Fails on a file of another audit. */
export function resumed(path: string, key: string): Result<readonly KeptPiece[]> {
  if (!existsSync(path)) return ok([])
  return then(readSource(path, 'progress'), ({ text }) => {
    const progress = progressIn(text)
    if (progress === undefined) return fail(diagnostic('this is not the progress of an audit', path))
    return progress.key === key
      ? ok(progress.pieces)
      : fail(diagnostic('this is the progress of another audit: the test, the model or an option differs', path))
  })
}

function progressIn(text: string): AuditProgress | undefined {
  try {
    const { data } = auditProgress.safeParse(JSON.parse(text))
    return data
  } catch {
    return undefined
  }
}

/** Writes the pieces to a file. Fails with the system's errors. */
export const keepIn = (path: string, key: string, pieces: readonly KeptPiece[]): Result<undefined> =>
  replaced(path, `${jsonText({ format: 1, key, pieces: [...pieces] } satisfies AuditProgress)}\n`)
