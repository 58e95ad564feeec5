/** The certificates of a run of `check`. */

import { isCertifiable } from '../../answers/certifiable.js'
import type { Model } from '../../axioms/algebra/terms.js'
import type { QuestionReport } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import { type Diagnostic, printable } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { ok, type Result, then } from '../../source/result.js'
import { usualTime } from '../commandline/options.js'
import type { CheckArguments } from './command.js'
import type { ReadTest } from './read.js'

/** An answer of a run, as `reportOn` reports it. */
interface Answered {
  readonly from: ReadTest
  /** The index of the question among those of the test. */
  readonly question: number
  readonly report: QuestionReport
  /** The number of the answer among those of the run, from 1 on. */
  readonly number: number
}

/** A report with what became of its certificate, and what kept it from being written. */
interface WithCertificate {
  readonly report: QuestionReport
  readonly diagnostics: readonly Diagnostic[]
}

/** Returns a report with its certificate, if that is wanted and the answer needs one. */
type Certify = (answered: Answered, progress: (line: string) => void) => WithCertificate

const unwanted: Certify = ({ report }) => ({ report, diagnostics: [] })

/** Returns what certifies the answers of a run. Fails if the folder for certificates cannot be used. */
export async function certifyingWith(args: CheckArguments, model: Model | undefined): Promise<Result<Certify>> {
  const { certify: folder, timeout = usualTime } = args
  if (folder === undefined || model === undefined) return ok(unwanted)
  const [{ certificatesAt, certify }, { startCadical }] = await Promise.all([
    import('../certificates/certify.js'),
    import('../../certificate/cadical.js'),
  ])
  const solve = await startCadical()
  return then(certificatesAt(folder), () =>
    ok(({ from: { test, inputs }, question, report, number }, progress) => {
      if (!isCertifiable(report)) return { report, diagnostics: [] }
      const asked = must(test.questions[question], 'the question that is answered')
      const certifying = { folder, args, model, timeout, solve }
      const outcome = certify(certifying, { test, question: asked, report, inputs, number }, progress)
      switch (outcome.kind) {
        case 'certified':
          return { report: { ...report, certificate: { file: outcome.file, parts: outcome.parts } }, diagnostics: [] }
        case 'not certified':
          return { report: { ...report, certificate: { reason: outcome.reason } }, diagnostics: [] }
        case 'not written':
          return {
            report: { ...report, certificate: { reason: 'it could not be written' } },
            diagnostics: outcome.diagnostics,
          }
      }
    }),
  )
}

/** Returns lines about the certificates of a run in a folder: how many there are, and which answers have none. */
export function certificateLines(folder: string, reports: readonly QuestionReport[]): readonly string[] {
  const certified = reports.filter(({ certificate }) => certificate !== undefined && 'file' in certificate)
  const failed = reports.flatMap(({ test, question, certificate }) =>
    certificate !== undefined && 'reason' in certificate
      ? [`not certified: ${printable(`${test}  ${question}`)}: ${printable(certificate.reason)}`]
      : [],
  )
  const count = counted(certified.length, 'certificate')
  return [`${count} in ${printable(folder)}: ptx-litmus verify ${printable(folder)}`, ...failed]
}
