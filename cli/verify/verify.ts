/** Verifies certificates: makes each problem again, and checks its proof. */

import { join } from 'node:path'
import { match } from 'ts-pattern'
import { wrongPart } from '../../certificate/certificate.js'
import { type Obligation, type Obligations, obligationsOf } from '../../certificate/obligations.js'
import { testName } from '../../litmus/program.js'
import type { Certificate } from '../../report/certificate.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import type { Result } from '../../source/result.js'
import { inputHashes, modelHash } from '../certificates/hashes.js'
import { isModelName, loadModel } from '../input/model.js'
import { readingOf } from '../input/reading.js'
import { readSource } from '../input/source.js'
import { findTests, readTestFile } from '../input/tests.js'

/** Returns why a certificate of a folder is rejected; undefined if it is verified. */
export async function rejection(
  certificate: Certificate,
  folder: string,
  progress: (line: string) => void,
): Promise<string | undefined> {
  const made = await obligationsAgain(certificate, progress)
  if ('rejected' in made) return made.rejected
  const { obligations, rests } = made
  const unsaid = rests.find((one) => !certificate.rests.includes(one))
  if (unsaid !== undefined) return `it does not say what it rests on: ${unsaid}`
  if (obligations.length !== certificate.parts.length)
    return `it has ${certificate.parts.length} parts; its answer rests on ${obligations.length}`
  for (const [i, part] of certificate.parts.entries()) {
    const obligation = obligations[i]
    if (obligation === undefined) return 'a part is missing'
    progress(`verifying ${certificate.test}, ${certificate.question}: ${part.about} …`)
    const wrong = wrongFiles(part, obligation, folder)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Returns what is wrong with a part whose texts are files of a folder. */
function wrongFiles(part: Certificate['parts'][number], obligation: Obligation, folder: string): string | undefined {
  const [problem, evidence] = [textAt(join(folder, part.problem)), textAt(join(folder, part.evidence))]
  if (!problem.ok || !evidence.ok)
    return [problem, evidence].flatMap((one) => (one.ok ? [] : one.diagnostics.map(formatDiagnostic))).join('; ')
  const wrong = wrongPart({ ...part, problem: problem.value, evidence: evidence.value }, obligation)
  return match(wrong)
    .with(undefined, () => undefined)
    .with({ in: 'part' }, (one) => one.wrong)
    .with({ in: 'problem' }, (one) => `${part.problem}: ${one.wrong}`)
    .with({ in: 'evidence' }, (one) => `${part.evidence}:${one.line}: ${one.wrong}`)
    .exhaustive()
}

const textAt = (path: string): Result<string> => {
  const source = readSource(path, 'proof')
  return source.ok ? { ok: true, value: source.value.text } : source
}

type Again = Obligations | { readonly rejected: string }

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
  const { bound, encoding } = asked
  if (within !== undefined && within.bound !== bound) return { rejected: `its bound is ${bound}, not ${within.bound}` }
  const given = { program: test, model: model.value, question, bound, encoding }
  const made = obligationsOf(given, { vacuous, ...(within === undefined ? {} : { within }) })
  return 'reason' in made ? { rejected: made.reason } : made
}
