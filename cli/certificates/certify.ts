/** Writes certificates of answers: each a document, with its problems and proofs as files beside it. */

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../../axioms/algebra/terms.js'
import { certificateOf } from '../../certificate/certificate.js'
import { certificateFiles, type Said } from '../../certificate/files.js'
import type { Unreached } from '../../certificate/obligations.js'
import type { SatSolver } from '../../certificate/sat.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import { asked, type Certificate } from '../../report/certificate.js'
import type { QuestionReport } from '../../report/check.js'
import { type Diagnostic, diagnostic } from '../../source/diagnostic.js'
import { type Result, unless } from '../../source/result.js'
import { restTexts } from '../../witness/rests.js'
import { packageVersions } from '../console/versions.js'
import { writeAll } from '../input/outputs.js'
import type { LaunchOptions } from '../input/reading.js'
import { attemptToWrite, ifThere } from '../input/system.js'
import { inputHashes, modelHash } from './hashes.js'

/** The arguments of `check` on which the problems depend. */
interface CertifyArguments extends LaunchOptions, Pick<Certificate['asked'], 'encoding'> {
  readonly model: string
  readonly bound: number
  readonly size: number
  readonly undeclared: boolean
  readonly timeouts: boolean
}

/** An answer to be certified. */
export interface Answered {
  readonly test: Program
  readonly question: Question
  readonly report: QuestionReport
  /** The files of the test and its modules. */
  readonly inputs: Iterable<string>
  /** The number of the answer among those of the run, from 1 on. */
  readonly number: number
}

/** What became of an answer. */
export type Outcome =
  | { readonly kind: 'certified'; readonly file: string; readonly parts: number }
  | { readonly kind: 'not certified'; readonly reason: string }
  | { readonly kind: 'not written'; readonly diagnostics: readonly Diagnostic[] }

/** Makes the folder; fails if it has files already, which would be taken for certificates of this run. */
export const certificatesAt = (folder: string): Result<undefined> =>
  attemptToWrite(folder, () => {
    const there = ifThere(() => readdirSync(folder)) ?? []
    if (there.length === 0) mkdirSync(folder, { recursive: true })
    return unless(there.length === 0 ? [] : [diagnostic('certificates need a new or an empty folder', folder)])
  })

/** What certificates of a run have in common. */
export interface Certifying {
  readonly folder: string
  readonly args: CertifyArguments
  readonly model: Model
  /** Milliseconds for a certificate. */
  readonly timeout: number
  readonly solve: SatSolver
}

/** Certifies an answer, and writes the certificate into the folder. Its files begin with the number of the answer. */
export function certify(
  { folder, args, model, timeout, solve }: Certifying,
  { test, question, report, inputs, number }: Answered,
  progress: (line: string) => void,
): Outcome {
  const { bound, encoding } = args
  const { answer, vacuous, within } = report
  const unreached: Unreached = { vacuous, ...(within === undefined ? {} : { within }) }
  const { goesOn } = timeLimit(timeout)
  const made = certificateOf({ program: test, model, question, bound, encoding, goesOn }, unreached, solve, (about) =>
    progress(`certifying ${testName(test)}, ${question.name}: ${about} …`),
  )
  progress('')
  if ('reason' in made) return { kind: 'not certified', reason: made.reason }
  const name = `${number}-${slug(testName(test))}-${slug(question.name)}`
  const said: Said = {
    version: packageVersions()['ptx-litmus'],
    test: testName(test),
    question: question.name,
    answer,
    rests: [...restTexts(report)],
    vacuous,
    ...(within === undefined ? {} : { within }),
    asked: asked.strip().parse(args),
    modelSha256: modelHash(model),
    inputs: inputHashes(inputs),
  }
  const texts = certificateFiles(name, said, made.parts).map((one) => ({
    path: join(folder, one.name),
    text: one.text,
  }))
  const written = writeAll(texts, false)
  return written.ok
    ? { kind: 'certified', file: join(folder, `${name}.json`), parts: made.parts.length }
    : { kind: 'not written', diagnostics: written.diagnostics }
}

const mostOfName = 60

/** Returns a name as files may have it. */
const slug = (name: string): string =>
  name
    .replaceAll(/[^\w.+]+/g, '_')
    .slice(-mostOfName)
    .replace(/^[._]+/, '')
