/** The certificates of a run of `check`. */

import type { Model } from '../../axioms/algebra/terms.js'
import type { QuestionReport } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import type { Diagnostic } from '../../source/diagnostic.js'
import { printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { ok, type Result } from '../../source/result.js'
import { usualTime } from '../commandline/options.js'
import type { CheckArguments } from './command.js'
import type { ReadTest } from './read.js'

/** Certifies the answers of a run, if that is wanted. */
export interface Certificates {
  /** Gets the path of each file of tests and each module. */
  readonly opened: (path: string) => void
  /** Takes the paths since the last call as those of these tests. */
  readonly read: (ofFile: readonly ReadTest[]) => void
  /** Returns the report with what became of its certificate. */
  readonly with: (
    from: ReadTest,
    question: number,
    report: QuestionReport,
    progress: (line: string) => void,
  ) => QuestionReport
  /** Returns lines about all certificates; none if they are not wanted. */
  readonly lines: () => readonly string[]
  /** Returns what kept certificates from being written. */
  readonly errors: () => readonly Diagnostic[]
}

const unwanted: Certificates = {
  opened: () => undefined,
  read: () => undefined,
  with: (_from, _question, report) => report,
  lines: () => [],
  errors: () => [],
}

/** Returns what certifies the answers. Fails if the folder for certificates cannot be used. */
export async function certificatesOf(args: CheckArguments, model: Model | undefined): Promise<Result<Certificates>> {
  const { certify: folder, timeout = usualTime } = args
  if (folder === undefined || model === undefined) return ok(unwanted)
  const { certificatesAt, certifier, isCertifiable } = await import('../certificates/certify.js')
  const made = certificatesAt(folder)
  if (!made.ok) return made
  const certify = await certifier(folder, args, model, timeout)
  /** The paths by the file of tests, and those of the file that is being read. */
  const inputs = new Map<string, ReadonlySet<string>>()
  let current = new Set<string>()
  const errors: Diagnostic[] = []
  const reports: QuestionReport[] = []
  return ok({
    opened: (path) => {
      current.add(path)
    },
    read: (ofFile) => {
      for (const { test } of ofFile) inputs.set(test.file, current)
      current = new Set()
    },
    with: ({ test }, index, report, progress) => {
      if (!isCertifiable(report)) return report
      const paths = inputs.get(test.file) ?? []
      const question = must(test.questions[index], 'the question that is answered')
      const outcome = certify({ test, question, report, inputs: paths }, progress)
      progress('')
      if (outcome.kind === 'not written') for (const one of outcome.diagnostics) errors.push(one)
      const certificate =
        outcome.kind === 'certified'
          ? { file: outcome.file, parts: outcome.parts.length }
          : { reason: outcome.kind === 'not certified' ? outcome.reason : 'it could not be written' }
      const certified = { ...report, certificate }
      reports.push(certified)
      return certified
    },
    lines: () => {
      const failed = reports.flatMap(({ test, question, certificate }) =>
        certificate !== undefined && 'reason' in certificate ? [{ name: `${test}  ${question}`, ...certificate }] : [],
      )
      return [
        `${counted(reports.length - failed.length, 'certificate')} in ${printable(folder)}: ptx-litmus verify ${printable(folder)}`,
        ...failed.map(({ name, reason }) => `not certified: ${printable(name)}: ${reason}`),
      ]
    },
    errors: () => errors,
  })
}
