/**
 * Certifies the answers of the examples that are about all executions, verifies each certificate, and writes a page to
 * reports/certificates.md: `npm run certificates`. With parts of the names of tests it prints only what it says of them.
 * `-- --folder FOLDER` reads the tests of a folder instead, and prints what it says of them.
 *
 * A thousand of the proofs, and a thousand of the problems, are damaged, each in one place. A damaged problem must be
 * another text, as `verify` makes the right one again; a damaged proof must be rejected, or be a proof all the same:
 * `-- --damaged FOLDER` writes those that are accepted, for another checker.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultModel } from '../../axioms/models.js'
import { startCadical } from '../../certificate/cadical.js'
import { isWrong, readDimacs } from '../../certificate/checker/dimacs.js'
import { wrongProof, wrongSolution } from '../../certificate/checker/proof.js'
import { obligationsOf } from '../../certificate/obligations.js'
import { type Part, partOf } from '../../certificate/parts.js'
import { testsNamed } from '../../cli/input/tests.js'
import { startSolver } from '../../cli/z3/start.js'
import { decide } from '../../encoder/decide/decide.js'
import { timeLimit } from '../../encoder/decide/time-limit.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import { type Program, testName } from '../../litmus/program.js'
import { largest } from '../../source/largest.js'
import { nameOf, readExamples, timed, writePage } from '../on-examples.js'
import { type Damage, damagedProof } from './damage.js'
import { type Certified, certificatesPage } from './page.js'

/** Milliseconds for the certificate of an answer. */
const timeout = 60_000
const mostDamaged = 1_000
const model = defaultModel

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, damaged: { type: 'string' } },
})
const named = (program: Program): string => (values.folder === undefined ? nameOf(program) : testName(program))
const all = values.folder === undefined ? readExamples() : testsNamed(values.folder).tests
const programs = all.filter((one) => positionals.length === 0 || positionals.some((part) => named(one).includes(part)))

const [solver, cadical] = [await startSolver(), await startCadical()]
const certified: Certified[] = []
/** Proofs to damage; a proof of one step has little to damage. */
const proofs: Part[] = []
for (const program of programs) {
  const decision = timed(() => decide(program, solver, { model, timeout }))
  for (const { question, verdict, undefined: reached } of decision.result.answers) {
    if (verdict.kind !== 'forbidden' || reached.kind !== 'known' || reached.found.length > 0) continue
    const test = `${named(program)} ${question.name}`
    const limit = timeLimit(timeout)
    const made = timed(() => {
      const given = { program, model, question, bound: defaultBound, encoding: 'lean', goesOn: limit.goesOn } as const
      const asked = obligationsOf(given, verdict)
      if ('reason' in asked) return asked
      const parts: Part[] = []
      for (const one of asked.obligations) {
        const part = partOf(one, cadical, limit.goesOn)
        if ('reason' in part) return part
        parts.push(part)
      }
      return parts
    })
    if ('reason' in made.result) {
      certified.push({ test, seconds: made.seconds, decided: decision.seconds, reason: made.result.reason })
      console.error(`${test}: ${made.result.reason}, ${made.seconds.toFixed(2)} s`)
      continue
    }
    const parts = made.result
    const verified = timed(() => parts.flatMap((part) => wrongIn(part) ?? []))
    if (verified.result.length > 0) throw new Error(`${test}: ${verified.result.join('; ')}`)
    for (const part of parts) if (part.steps > 1) proofs.push(part)
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
for (let i = 0; i < mostDamaged && proofs.length > 0; i++) {
  const part = proofs[i % proofs.length]
  if (part === undefined) break
  const { text, what } = damagedProof(part.evidence, i)
  if (text === part.evidence) continue
  const isAccepted = wrongIn({ ...part, evidence: text }) === undefined
  damages.push({ what, isAccepted })
  if (!isAccepted || values.damaged === undefined) continue
  mkdirSync(values.damaged, { recursive: true })
  writeFileSync(join(values.damaged, `${i}.cnf`), part.problem)
  writeFileSync(join(values.damaged, `${i}.lrat`), text)
}
const page = certificatesPage(certified, damages)
if (positionals.length > 0 || values.folder !== undefined) console.log(page)
else writePage('certificates.md', 'certificates', page)
process.exit(0)

/** Returns what is wrong with the evidence of a part. */
function wrongIn({ problem, evidence, solvable, about }: Part): string | undefined {
  const cnf = readDimacs(problem)
  const wrong = isWrong(cnf) ? cnf : (solvable ? wrongSolution : wrongProof)(cnf, evidence)
  return wrong === undefined ? undefined : `${about}: ${wrong.line}: ${wrong.wrong}`
}
