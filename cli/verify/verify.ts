/** Verifies certificates: makes each problem again, and checks its proof. */

import { join } from 'node:path'
import { match } from 'ts-pattern'
import { wrongPart } from '../../certificate/certificate.js'
import {
  type Certified,
  type Obligation,
  type Obligations,
  obligationsOf,
  type Unreached,
} from '../../certificate/obligations.js'
import type { SatSolver } from '../../certificate/sat.js'
import { type ByDefinition, provenByDefinition } from '../../certificate/semantics/proven.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { testName } from '../../litmus/program.js'
import type { Certificate } from '../../report/certificate.js'
import { answerOf } from '../../report/verdict.js'
import { counted } from '../../source/counted.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import type { Result } from '../../source/result.js'
import { inputHashes, modelHash } from '../certificates/hashes.js'
import { isModelName, loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { readSource } from '../input/source.js'
import { findTests, readTestFile } from '../input/tests.js'

/** The result of verifying a certificate. */
export type Verification =
  | { readonly rejected: string }
  /** `byDefinition` is present if it was asked for. */
  | { readonly byDefinition?: Exclude<ByDefinition, { readonly kind: 'contradicted' }> }

/** How to prove answers by the definitions of their models, too: with a solver, in a time in milliseconds. */
export interface Semantics {
  readonly solve: SatSolver
  readonly timeout: number
}

/** Returns why a certificate of a folder is rejected, or that it is verified. */
export async function verified(
  certificate: Certificate,
  folder: string,
  semantics: Semantics | undefined,
  progress: (line: string) => void,
): Promise<Verification> {
  const made = await obligationsAgain(certificate, progress)
  if ('rejected' in made) return made
  const { obligations, rests, given, unreached } = made
  const unsaid = rests.find((one) => !certificate.rests.includes(one))
  if (unsaid !== undefined) return { rejected: `it does not say what it rests on: ${unsaid}` }
  if (obligations.length !== certificate.parts.length)
    return { rejected: `it has ${certificate.parts.length} parts; its answer rests on ${obligations.length}` }
  const verifying = `verifying ${certificate.test}, ${certificate.question}`
  for (const [i, part] of certificate.parts.entries()) {
    progress(`${verifying}: ${part.about} …`)
    const wrong = wrongFiles(part, must(obligations[i], 'as many obligations as parts'), folder)
    if (wrong !== undefined) return { rejected: wrong }
  }
  if (semantics === undefined) return {}
  progress(`${verifying} by definition …`)
  const { goesOn } = timeLimit(semantics.timeout)
  const byDefinition = provenByDefinition({ ...given, goesOn }, unreached, semantics.solve)
  return byDefinition.kind === 'contradicted' ? { rejected: byDefinition.reason } : { byDefinition }
}

/** Returns what is wrong with a part whose texts are files of a folder. */
function wrongFiles(part: Certificate['parts'][number], obligation: Obligation, folder: string): string | undefined {
  const [problem, evidence] = [textAt(join(folder, part.problem)), textAt(join(folder, part.evidence))]
  if (!problem.ok || !evidence.ok)
    return [problem, evidence].flatMap((one) => (one.ok ? [] : one.diagnostics.map(formatDiagnostic))).join('; ')
  const wrong = wrongPart({ ...part, problem: problem.value, evidence: evidence.value }, obligation)
  return match(wrong)
    .with(undefined, () => wrongCounts(part, problem.value, evidence.value))
    .with({ in: 'part' }, (one) => one.wrong)
    .with({ in: 'problem' }, (one) => `${part.problem}: ${one.wrong}`)
    .with({ in: 'evidence' }, (one) => `${part.evidence}:${one.line}: ${one.wrong}`)
    .exhaustive()
}

/** Returns what is wrong with the sizes that a part states of its texts. */
function wrongCounts(
  { variables, clauses, steps, solvable, problem, evidence }: Certificate['parts'][number],
  ofProblem: string,
  ofEvidence: string,
): string | undefined {
  if (!ofProblem.split('\n').includes(`p cnf ${variables} ${clauses}`))
    return `${problem}: it has not ${counted(variables, 'variable')} and ${counted(clauses, 'clause')}`
  const lines = solvable ? 0 : ofEvidence.split('\n').length - 1
  return lines === steps ? undefined : `${evidence}: it has ${counted(lines, 'line')}, not ${counted(steps, 'step')}`
}

const textAt = (path: string): Result<string> => {
  const source = readSource(path, 'proof')
  return source.ok ? { ok: true, value: source.value.text } : source
}

/** What the answer of a certificate rests on, made again; or why it cannot be. */
type Again =
  | (Obligations & { readonly given: Certified; readonly unreached: Unreached })
  | { readonly rejected: string }

/** Reads the test of a certificate again, and returns what its answer rests on. */
async function obligationsAgain(certificate: Certificate, progress: (line: string) => void): Promise<Again> {
  const { asked, test: name, question: called, vacuous, within } = certificate
  if (!isModelName(asked.model)) return { rejected: `there is no model ${asked.model}` }
  const model = await loadModel(asked.model, () => undefined)
  if (!model.ok) return { rejected: model.diagnostics.map(formatDiagnostic).join('; ') }
  if (modelHash(model.value) !== certificate.modelSha256) return { rejected: `the model ${asked.model} has changed` }
  const opened = new Set<string>()
  const reading = { ...readingOf(asked, progress), opened: (path: string) => opened.add(path) }
  const { files } = findTests([name])
  const tests = files.flatMap((file) => {
    const read = readTestFile(file, reading)
    return read.ok ? read.value.tests : []
  })
  const test = tests.find((one) => testName(one) === name)
  if (test === undefined) return { rejected: `${name} cannot be read` }
  const now = new Map(inputHashes(opened).map(({ path, sha256 }) => [path, sha256]))
  const changed = certificate.inputs.find(({ path, sha256 }) => now.get(path) !== sha256)
  if (changed !== undefined || now.size !== certificate.inputs.length)
    return { rejected: changed === undefined ? 'its inputs are others' : `${changed.path} has changed` }
  const question = test.questions.find((one) => one.name === called)
  if (question === undefined) return { rejected: `${name} has no question ${called}` }
  const proven = answerOf(question.kind, 'forbidden')
  // `check` says that a claim hangs if no execution ends.
  const isHang = certificate.answer === 'hangs' && question.kind === 'assert' && vacuous
  if (certificate.answer !== proven && !isHang)
    return { rejected: `its answer is ${certificate.answer}; what it proves is ${proven}` }
  const { bound, encoding } = asked
  if (within !== undefined && within.bound !== bound) return { rejected: `its bound is ${bound}, not ${within.bound}` }
  const given = { program: test, model: model.value, question, bound, encoding }
  const unreached = { vacuous, ...(within === undefined ? {} : { within }) }
  const made = obligationsOf(given, unreached)
  return 'reason' in made ? { rejected: made.reason } : { ...made, given, unreached }
}
