/**
 * Certifies the answers of the examples that are about all executions, verifies each certificate, and writes a page to
 * reports/certificates.md: `npm run certificates`. With parts of the names of tests it prints only what it says of them.
 * `-- --folder FOLDER` reads the tests of a folder instead, and prints what it says of them.
 *
 * A thousand of the problems are damaged, each in one place, and must be rejected, since the problem is made again. So
 * are a thousand of the proofs: each must be rejected, or be a proof all the same. `--checker PATH` names another
 * checker of LRAT, such as `lrat-check` of drat-trim, which must accept what is accepted.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultModel } from '../../axioms/models.js'
import { startCadical } from '../../certificate/cadical.js'
import { certificateOf, wrongPart } from '../../certificate/certificate.js'
import { isWrong, readDimacs } from '../../certificate/checker/dimacs.js'
import { wrongProof } from '../../certificate/checker/proof.js'
import { type Certified as Asked, obligationsOf, type Unreached } from '../../certificate/obligations.js'
import type { Part } from '../../certificate/parts.js'
import { provenByDefinition } from '../../certificate/semantics/proven.js'
import { testsNamed } from '../../cli/input/tests.js'
import { startSolver } from '../../cli/z3/start.js'
import { decide } from '../../encoder/decide/decide.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { type Program, testName } from '../../litmus/program.js'
import { largest } from '../../source/largest.js'
import { must } from '../../source/must.js'
import { nameOf, readExamples, timed, writePage } from '../on-examples.js'
import { type Damage, damagedText } from './damage.js'
import { type Certified, certificatesPage, type Defined } from './page.js'

/** Milliseconds for the certificate of an answer. */
const timeout = 300_000
const mostDamaged = 1_000
/** The most events of a test that is proven by the definitions of the model, too. */
const mostEvents = 40
const timeoutByDefinition = 60_000
const model = defaultModel

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, checker: { type: 'string' } },
})
const named = (program: Program): string => (values.folder === undefined ? nameOf(program) : testName(program))
const all = values.folder === undefined ? readExamples() : testsNamed(values.folder).tests
const programs = all.filter((one) => positionals.length === 0 || positionals.some((part) => named(one).includes(part)))

const [solver, cadical] = [await startSolver(), await startCadical()]
const certified: Certified[] = []
const byDefinition: Defined[] = []
/** Proofs to damage; a proof of one step has little to damage. */
const proofs: Part[] = []
let [damagedProblems, seed] = [0, 0]
for (const program of programs) {
  const decision = timed(() => decide(program, solver, { model, timeout }))
  for (const { question, verdict, undefined: reached } of decision.result.answers) {
    if (verdict.kind !== 'forbidden' || reached.kind !== 'known' || reached.found.length > 0) continue
    const test = `${named(program)} ${question.name}`
    const limit = timeLimit(timeout)
    const given = { program, model, question, bound: defaultBound, encoding: 'lean' } as const
    const made = timed(() => certificateOf({ ...given, goesOn: limit.goesOn }, verdict, cadical))
    if ('reason' in made.result) {
      certified.push({ test, seconds: made.seconds, decided: decision.seconds, reason: made.result.reason })
      console.error(`${test}: ${made.result.reason}, ${made.seconds.toFixed(2)} s`)
      continue
    }
    const { parts } = made.result
    const verified = timed(() => {
      const again = obligationsOf(given, verdict)
      if ('reason' in again) throw new Error(`${test}: ${again.reason}`)
      if (again.obligations.length !== parts.length) throw new Error(`${test}: there are other parts`)
      for (const [i, part] of parts.entries()) {
        const wrong = wrongPart(part, must(again.obligations[i], 'an obligation'))
        if (wrong !== undefined) throw new Error(`${test}: ${part.about}: ${wrong.wrong}`)
      }
      return again.obligations
    })
    for (const [i, part] of parts.entries()) {
      if (part.steps > 1 && proofs.length < mostDamaged) proofs.push(part)
      if (damagedProblems === mostDamaged) continue
      const { text } = damagedText(part.problem, seed++)
      if (text === part.problem) continue
      damagedProblems++
      const wrong = wrongPart({ ...part, problem: text }, must(verified.result[i], 'an obligation'))
      if (wrong?.in !== 'problem') throw new Error(`${test}: a damaged problem is accepted`)
    }
    if (decision.result.graph.events.length <= mostEvents) byDefinition.push(definedIn(test, given, verdict))
    certified.push({
      ...{ test, seconds: made.seconds, decided: decision.seconds, verified: verified.seconds, parts: parts.length },
      steps: parts.reduce((sum, { steps }) => sum + steps, 0),
      clauses: largest(parts.map(({ clauses }) => clauses)),
      problemBytes: parts.reduce((sum, { problem }) => sum + problem.length, 0),
      proofBytes: parts.reduce((sum, { evidence }) => sum + evidence.length, 0),
    })
    console.error(`${test}: ${parts.length} parts, ${made.seconds.toFixed(2)} s`)
  }
}

const damages: Damage[] = []
for (let i = 0; damages.length < mostDamaged && proofs.length > 0; i++) {
  const part = must(proofs[i % proofs.length], 'a proof')
  const { text, what } = damagedText(part.evidence, i)
  if (text === part.evidence) continue
  const cnf = readDimacs(part.problem)
  if (isWrong(cnf)) throw new Error(`${part.about}: ${cnf.wrong}`)
  const isAccepted = wrongProof(cnf, text) === undefined
  damages.push({
    what,
    isAccepted,
    ...(isAccepted && values.checker !== undefined
      ? { isAcceptedElsewhere: isAcceptedBy(values.checker, part.problem, text) }
      : {}),
  })
}
const page = certificatesPage(certified, byDefinition, { proofs: damages, problems: damagedProblems })
if (positionals.length > 0 || values.folder !== undefined) console.log(page)
else writePage('certificates.md', 'certificates', page)
process.exit(0)

/** Proves an answer by the definitions of the model. */
function definedIn(test: string, given: Asked, verdict: Unreached): Defined {
  const { goesOn } = timeLimit(timeoutByDefinition)
  const { result, seconds } = timed(() => provenByDefinition({ ...given, goesOn }, verdict, cadical))
  if (result.kind !== 'proven') console.error(`${test}: by definition: ${result.reason}`)
  return { test, seconds, result }
}

/** Returns whether another checker of LRAT accepts a proof. */
function isAcceptedBy(checker: string, problem: string, proof: string): boolean {
  const there = mkdtempSync(join(tmpdir(), 'certificates-'))
  const [cnf, lrat] = [join(there, 'problem.cnf'), join(there, 'proof.lrat')]
  writeFileSync(cnf, problem)
  writeFileSync(lrat, proof)
  const { stdout } = spawnSync(checker, [cnf, lrat], { encoding: 'utf8' })
  rmSync(there, { recursive: true })
  return /^c VERIFIED$/m.test(stdout)
}
