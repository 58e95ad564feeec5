/** `ptx-litmus audit`: which synchronisation of a test is needed, which is too strong, which nothing checks. */

import type { Audit, Audited } from '../../audit/audit.js'
import { auditDocumentOf, type Shown } from '../../audit/document.js'
import { suggestClaims } from '../../audit/suggest.js'
import { type Program, testName } from '../../litmus/program.js'
import type { AuditDocument, KeptPiece } from '../../report/audit.js'
import type { ExitStatus } from '../../report/check.js'
import { type Conclusion, exitStatusOf } from '../../report/conclusion.js'
import { diagnostic } from '../../source/diagnostic.js'
import { all } from '../../source/result.js'
import { commandFor } from '../commandline/again.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { executionText } from '../console/execution-text.js'
import { jsonText } from '../console/json.js'
import type { Output } from '../console/output.js'
import { packageVersions, versionsWith } from '../console/versions.js'
import { writeTo } from '../input/outputs.js'
import { askedIn } from '../repairs/asked.js'
import { refusedReports, writeReports } from '../reporters/write.js'
import { readLog } from '../run/log.js'
import { annotatedPage, annotatedText } from './annotated.js'
import { reportedOf } from './cases.js'
import type { AuditArguments } from './command.js'
import { auditAll } from './decide.js'
import { hardwareOf, writeHardware } from './hardware.js'
import { mutationReportOf } from './mutation.js'
import { keepIn, keyOf, resumed } from './progress.js'
import { renderAudit } from './render.js'

/** Runs the command and returns the exit status. */
export async function run(args: AuditArguments, environment: CommandEnvironment): Promise<ExitStatus> {
  const { solver, output } = environment
  const start = performance.now()
  const errors = errorsTo(output)
  void solver()
  const request = errors.valueOf(await askedIn(args, errors, output.progress))
  if (request === undefined) return 2
  const { test, model, costs } = request
  const { bound, timeout, only, piece, 'claims-only': claimsOnly } = args
  if (args.hardware !== undefined) return writeHardware(request, args.hardware, args, errors, output)
  const logs = errors.valueOf(all(args.log.map(readLog)))
  errors.report(refusedReports(args))
  if (logs === undefined || errors.all.length > 0) return 2
  output.watch?.()
  const { progress } = output
  const pieces = piece === undefined ? undefined : [piece]
  const decider = await solver()
  const options = { model, costs, bound, timeout, only, claimsOnly, pieces }
  const key = keyOf(test, options)
  const { resume } = args
  const known = resume === undefined ? [] : errors.valueOf(resumed(resume, key))
  if (known === undefined) return 2
  const keep = (all: readonly KeptPiece[]): void => {
    const written = resume === undefined ? undefined : keepIn(resume, key, all)
    if (written?.ok === false && errors.all.length === 0) errors.report(written.diagnostics)
  }
  // The execution of a piece is not kept.
  const work = piece === undefined ? { jobs: args.jobs, known, keep } : { jobs: 1, known: [], keep: () => undefined }
  const audited = await auditAll(test, options, work, environment)
  if (piece !== undefined && audited.kind === 'audited' && piece > audited.count) {
    progress('')
    errors.report([diagnostic(`there is no piece ${piece}; the test has ${audited.count}`, testName(test))])
    return 2
  }
  const hardware =
    audited.kind === 'audited' && logs.length > 0
      ? hardwareOf(test, audited, logs, decider, { model, bound, timeout })
      : undefined
  if (args.suggest) progress('looking for claims')
  const suggestions =
    audited.kind === 'audited' && args.suggest
      ? suggestClaims(test, audited.audited, decider, { model, bound, timeout })
      : undefined
  progress('')
  const findRaces = commandFor(['races'], testName(test), args)
  const exitStatus = statusOf(audited, hardware)
  const document = auditDocumentOf({ test, model, audited, piece, findRaces, suggestions, hardware, exitStatus })
  const decided = audited.kind === 'audited' ? audited.audited : []
  const report = args['mutation-report']
  if (report !== undefined && audited.kind === 'audited') {
    const text = /\.html?$/i.test(report)
      ? annotatedPage(test, decided, document)
      : `${jsonText(mutationReportOf(test, decided, packageVersions()['ptx-litmus']))}\n`
    const written = writeTo(report, text, args.force)
    if (!written.ok) errors.report(written.diagnostics)
  }
  // Nothing else may be printed to standard output if a report goes there.
  const print = args.reporter.some(({ file }) => file === undefined) ? output.err : output.out
  print(shown(args, test, decided, document, output))
  const seconds = (performance.now() - start) / 1000
  errors.report(writeReports(args, reportedOf(document, { seconds, versions: versionsWith(decider) }), output))
  return errors.all.length > 0 ? 2 : document.exitStatus
}

function shown(
  args: AuditArguments,
  test: Program,
  audited: readonly Audited[],
  document: AuditDocument,
  { colours, width }: Output,
): string {
  if (args.json) return jsonText(document)
  return args.annotate && audited.length > 0
    ? annotatedText(test, audited, document, colours)
    : renderAudit(document, colours, executionText(args, width))
}

/** The conclusions about pieces, and about the whole. */
const ends = ['done', 'not as expected', 'undecided', 'not covered'] as const satisfies readonly Conclusion[]

function statusOf(audited: Audit, hardware: Shown['hardware']): AuditDocument['exitStatus'] {
  const conclusions: readonly (typeof ends)[number][] =
    audited.kind === 'audited'
      ? audited.audited.map(({ need }) => (need.kind === 'undecided' ? 'undecided' : 'done'))
      : [audited.kind === 'broken' ? 'not as expected' : audited.kind]
  const seen = [...(hardware?.byPiece.values() ?? [])].map(({ agrees }) => (agrees ? 'done' : 'not as expected'))
  return exitStatusOf([...conclusions, ...seen])
}
