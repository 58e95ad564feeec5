/** `ptx-litmus verify`: certificates checked without a solver. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Certificate, certificate, type VerifyReport } from '../../report/certificate.js'
import type { ExitStatus } from '../../report/check.js'
import { exitStatusOf } from '../../report/conclusion.js'
import { diagnostic, printable } from '../../source/diagnostic.js'
import { parseJson } from '../../source/json.js'
import { must } from '../../source/must.js'
import { fail, ok, type Result, then } from '../../source/result.js'
import type { CommandEnvironment } from '../commandline/command.js'
import { errorsTo } from '../console/errors.js'
import { jsonText } from '../console/json.js'
import { readSource } from '../input/source.js'
import { attemptToRead } from '../input/system.js'
import type { VerifyArguments } from './command.js'
import { renderVerified, renderVerifyCount } from './render.js'
import { type Semantics, type Verification, verified } from './verify.js'

/** Runs the command and returns the exit status. */
export async function run(
  { words, semantics, timeout = usualTime, json, quiet }: VerifyArguments,
  { output }: CommandEnvironment,
): Promise<ExitStatus> {
  const [folder] = words
  const errors = errorsTo(output)
  const certificates: VerifyReport['certificates'] = []
  const byDefinition = semantics ? await semanticsWithin(timeout) : undefined
  for (const file of errors.valueOf(certificatesIn(folder)) ?? []) {
    const one = errors.valueOf(
      then(readSource(join(folder, file), 'certificate'), (source) =>
        then(parseJson(source), (value) => certificateIn(value, source.name)),
      ),
    )
    if (one === undefined) continue
    const verification = await verified(one, folder, byDefinition, output.progress)
    output.progress('')
    const { test, question, answer, rests, vacuous, within, asked, parts } = one
    const reported = {
      ...{
        file,
        test,
        question,
        model: asked.model,
        answer,
        rests,
        vacuous,
        ...(within === undefined ? {} : { within }),
      },
      parts: parts.length,
      steps: parts.reduce((sum, { steps }) => sum + steps, 0),
      ...foundIn(verification),
    }
    certificates.push(reported)
    if (!json && !(quiet && reported.rejected === undefined)) output.out(renderVerified(reported, output.colours))
  }
  const exitStatus = exitStatusOf([
    ...errors.all.map(() => 'error' as const),
    ...certificates.map(({ rejected }) =>
      rejected === undefined ? ('as expected' as const) : ('not as expected' as const),
    ),
  ])
  const report = { certificates, milliseconds: Math.round(performance.now()), exitStatus } as const
  if (json) output.out(jsonText(report))
  else if (!quiet) output.out(renderVerifyCount(report))
  return exitStatus
}

/** Milliseconds for the proofs by definition of an answer, unless the user says otherwise. */
const usualTime = 60_000

const semanticsWithin = async (timeout: number): Promise<Semantics> => ({
  solve: await (await import('../../certificate/cadical.js')).startCadical(),
  timeout,
})

/** Returns a verification as it is reported. */
function foundIn(verification: Verification): Pick<VerifyReport['certificates'][number], 'byDefinition' | 'rejected'> {
  if ('rejected' in verification) return { rejected: verification.rejected }
  const { byDefinition } = verification
  if (byDefinition === undefined) return {}
  if (byDefinition.kind === 'open') return { byDefinition: { reason: byDefinition.reason } }
  const { parts, clauses, steps } = byDefinition
  return { byDefinition: { parts, clauses, steps } }
}

/** Returns the certificate that is the value of a document. Fails if it is none. */
function certificateIn(value: unknown, path: string): Result<Certificate> {
  const { data, error } = certificate.safeParse(value)
  if (data !== undefined) return ok(data)
  const { path: at, message } = must(error?.issues[0], 'what is wrong')
  return fail(
    diagnostic(['this is not a certificate', ...(at.length === 0 ? [] : [at.join('.')]), message].join(': '), path),
  )
}

/** Returns the names of the documents of a folder. Fails if there is none. */
const certificatesIn = (folder: string): Result<readonly string[]> =>
  attemptToRead(folder, () => {
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    return files.length === 0
      ? fail(diagnostic('there are no certificates in this folder', printable(folder)))
      : ok(files)
  })
