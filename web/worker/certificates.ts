/** Certificates of answers, made and verified. The worker loads this when the first one is wanted. */

import { printModel } from '../../axioms/algebra/cat/print.js'
import { startCadical } from '../../certificate/cadical.js'
import { certificateOf, type Evidence, wrongPart } from '../../certificate/certificate.js'
import { certificateFiles, type Said } from '../../certificate/files.js'
import { type Certified, obligationsOf, type Unreached } from '../../certificate/obligations.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { testName } from '../../litmus/program.js'
import type { QuestionReport } from '../../report/check.js'
import { counted } from '../../source/counted.js'
import { once } from '../../source/once.js'
import { restTexts } from '../../witness/rests.js'
import type { CertificateShown, FileShown, Given, Subject } from '../protocol.js'
import type { ReadSubject } from './subject.js'

/** The version of the package. Set when the page is built. */
declare const VERSION: string

/** The time limit of a certificate, in milliseconds. */
const patience = 60_000

/** The folder of a certificate in what is downloaded. */
const folder = 'certificate'

const solver = once(startCadical)

/** A question, and how to read its test from the beginning. */
interface Asked {
  readonly read: () => ReadSubject
  readonly subject: Subject
  readonly test: number
  readonly question: number
}

const refused = (reason: string): Given<never> => ({ kind: 'refused', reason })

/**
 * Certifies an answer, and verifies the certificate as `ptx-litmus verify` does: the test is read again, each problem is
 * made again, and the checker goes through each proof. `decided` is the time that the answers took, in milliseconds.
 */
export async function certified(
  asked: Asked,
  report: QuestionReport,
  decided: number,
): Promise<Given<CertificateShown>> {
  const solve = await solver()
  const { vacuous, within } = report
  const unreached: Unreached = { vacuous, ...(within === undefined ? {} : { within }) }
  const start = performance.now()
  const given = questionOf(asked)
  if (given === undefined) return refused('the text has errors')
  const evidence = certificateOf({ ...given, goesOn: timeLimit(patience).goesOn }, unreached, solve)
  if ('reason' in evidence) return refused(`not certified: ${evidence.reason}`)
  const made = performance.now()
  const wrong = wrongIn(asked, evidence, unreached)
  if (wrong !== undefined) return { kind: 'fault', message: `the certificate is rejected: ${wrong}` }
  const verified = performance.now()
  return {
    kind: 'given',
    value: {
      parts: evidence.parts.map(partText),
      rests: restTexts(report),
      steps: evidence.parts.reduce((sum, { steps }) => sum + steps, 0),
      milliseconds: { decided, certified: made - start, verified: verified - made },
      files: await filesOf(asked, given, report, evidence),
    },
  }
}

/** What is to be certified, and the modules that the test names. */
interface Read extends Certified, Pick<ReadSubject, 'modules'> {
  readonly encoding: 'lean'
}

/** Reads the test, and returns what is to be certified; undefined if there is no such question. */
function questionOf({ read, test, question }: Asked): Read | undefined {
  const { tests, model, modules } = read()
  const program = tests[test]
  const one = program?.questions[question]
  if (program === undefined || one === undefined || model === undefined) return undefined
  return { program, model, question: one, bound: defaultBound, encoding: 'lean', modules }
}

/** Returns why evidence is rejected; undefined if it shows what the answer rests on. No solver is used. */
function wrongIn(asked: Asked, { parts }: Evidence, unreached: Unreached): string | undefined {
  const again = questionOf(asked)
  if (again === undefined) return 'the test cannot be read'
  const made = obligationsOf(again, unreached)
  if ('reason' in made) return made.reason
  if (made.obligations.length !== parts.length)
    return `it has ${parts.length} parts; its answer rests on ${made.obligations.length}`
  for (const [i, obligation] of made.obligations.entries()) {
    const part = parts[i]
    const wrong = part === undefined ? undefined : wrongPart(part, obligation)
    if (wrong !== undefined) return wrong.wrong
  }
  return undefined
}

const partText = ({ layout, about, solvable, variables, clauses, steps }: Evidence['parts'][number]): string => {
  const shown = solvable ? 'a solution' : `no solution, ${counted(steps, 'step')}`
  const where = layout === 0 ? '' : `, layout ${layout}`
  return `${about}${where}: ${counted(variables, 'variable')}, ${counted(clauses, 'clause')}; ${shown}`
}

/** Returns the files that `check --certify certificate` would write, and the texts that it would read. */
async function filesOf(
  { subject, test, question }: Asked,
  { program, model, question: { name }, bound, encoding, modules }: Read,
  { answer, vacuous, within }: QuestionReport,
  { parts, rests }: Evidence,
): Promise<readonly FileShown[]> {
  const above = subject.name.replace(/[^/]*$/, '')
  const inputs = [
    { name: subject.name, text: subject.text },
    ...Array.from(modules, ([path, text]) => ({ name: `${above}${path}`, text })),
  ]
  const said: Said = {
    version: VERSION,
    test: testName(program),
    question: name,
    answer,
    rests: [...rests],
    vacuous,
    ...(within === undefined ? {} : { within }),
    asked: {
      model: subject.model.name,
      bound,
      encoding,
      size: 1,
      undeclared: false,
      timeouts: false,
      launch: subject.launch.trim() === '' ? [] : [subject.launch],
      assert: subject.claim.trim() === '' ? [] : [subject.claim],
      permit: [],
      exists: [],
    },
    modelSha256: await sha256(printModel(model)),
    inputs: await Promise.all(inputs.map(async ({ name, text }) => ({ path: name, sha256: await sha256(text) }))),
  }
  return [
    ...inputs,
    ...(subject.model.kind === 'text' ? [{ name: subject.model.name, text: subject.model.text }] : []),
    ...certificateFiles(`${test + 1}-${question + 1}`, said, parts).map(({ name, text }) => ({
      name: `${folder}/${name}`,
      text,
    })),
  ]
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
