/** Writes certificates of answers: each a document, with its problems and proofs as files beside it. */

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../../axioms/algebra/terms.js'
import { startCadical } from '../../certificate/cadical.js'
import { obligationsOf, type Unreached } from '../../certificate/obligations.js'
import { type Part, partOf } from '../../certificate/parts.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { type Program, type Question, testName } from '../../litmus/program.js'
import type { Certificate } from '../../report/certificate.js'
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
export interface CertifyArguments extends LaunchOptions, Pick<Certificate['asked'], 'encoding'> {
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
}

/** What became of an answer. */
export type Outcome =
  | { readonly kind: 'certified'; readonly file: string; readonly parts: readonly Omit<Part, 'problem' | 'evidence'>[] }
  | { readonly kind: 'not certified'; readonly reason: string }
  | { readonly kind: 'not written'; readonly diagnostics: readonly Diagnostic[] }

/** Returns whether an answer rests on all executions, and is decided: an execution is its own certificate. */
export const isCertifiable = ({ verdict, undefined: reached }: QuestionReport): boolean =>
  verdict === 'forbidden' && reached !== null && reached.length === 0

/** Makes the folder; fails if it has files already, which would be taken for certificates of this run. */
export const certificatesAt = (folder: string): Result<undefined> =>
  attemptToWrite(folder, () => {
    const there = ifThere(() => readdirSync(folder)) ?? []
    if (there.length === 0) mkdirSync(folder, { recursive: true })
    return unless(there.length === 0 ? [] : [diagnostic('certificates need a new or an empty folder', folder)])
  })

/** Returns what certifies answers, each within a time limit in milliseconds, and writes them into a folder. */
export async function certifier(
  folder: string,
  args: CertifyArguments,
  model: Model,
  timeout: number,
): Promise<(answered: Answered, progress: (line: string) => void) => Outcome> {
  const cadical = await startCadical()
  let count = 0
  return ({ test, question, report, inputs }, progress) => {
    const limit = timeLimit(timeout)
    const { bound, encoding } = args
    const unreached: Unreached = {
      vacuous: report.vacuous,
      ...(report.within === undefined ? {} : { within: report.within }),
    }
    const given = { program: test, model, question, bound, encoding, goesOn: limit.goesOn }
    const made = obligationsOf(given, unreached)
    if ('reason' in made) return { kind: 'not certified', reason: made.reason }
    count += 1
    const name = `${count}-${slug(testName(test))}-${slug(question.name)}`
    const parts: Certificate['parts'] = []
    for (const [i, obligation] of made.obligations.entries()) {
      progress(`certifying ${testName(test)}, ${question.name}: ${obligation.about} …`)
      const made = partOf(obligation, cadical, limit.goesOn)
      if ('reason' in made) {
        for (const part of parts) for (const file of [part.problem, part.evidence]) rmSync(join(folder, file))
        return { kind: 'not certified', reason: made.reason }
      }
      const { problem, evidence, ...part } = made
      const files = { problem: `${name}.${i + 1}.cnf`, evidence: `${name}.${i + 1}.${part.solvable ? 'sol' : 'lrat'}` }
      const written = writeAll(
        [
          { path: join(folder, files.problem), text: problem },
          { path: join(folder, files.evidence), text: evidence },
        ],
        false,
      )
      if (!written.ok) return { kind: 'not written', diagnostics: written.diagnostics }
      parts.push({ ...part, ...files })
    }
    const document: Certificate = {
      format: 'ptx-litmus certificate 1',
      version: packageVersions()['ptx-litmus'],
      test: testName(test),
      question: question.name,
      answer: report.answer,
      rests: [...restTexts(report)],
      vacuous: report.vacuous,
      ...(report.within === undefined ? {} : { within: report.within }),
      asked: askedIn(args),
      modelSha256: modelHash(model),
      inputs: inputHashes(inputs),
      parts,
    }
    const file = join(folder, `${name}.json`)
    const written = writeAll([{ path: file, text: `${JSON.stringify(document, undefined, 2)}\n` }], false)
    return written.ok ? { kind: 'certified', file, parts } : { kind: 'not written', diagnostics: written.diagnostics }
  }
}

const askedIn = ({
  model,
  bound,
  encoding,
  size,
  undeclared,
  timeouts,
  launch,
  assert,
  permit,
  exists,
  nvcc,
  'nvcc-options': nvccOptions,
}: CertifyArguments): Certificate['asked'] => ({
  ...{ model, bound, encoding, size, undeclared, timeouts },
  ...{ launch: [...launch], assert: [...assert], permit: [...permit], exists: [...exists] },
  ...(nvcc === undefined ? {} : { nvcc }),
  ...(nvccOptions === undefined ? {} : { 'nvcc-options': [...nvccOptions] }),
})

const mostOfName = 60

/** Returns a name as files may have it. */
const slug = (name: string): string =>
  name
    .replaceAll(/[^\w.+]+/g, '_')
    .slice(-mostOfName)
    .replace(/^[._]+/, '')
