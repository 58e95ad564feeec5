/**
 * Audits the compiled kernels among the examples in which nothing is broken, replays the execution that shows why each
 * piece is needed, and writes a table to reports/audits.md: `npm run audits`. With parts of the names of tests it prints
 * only their rows.
 *
 * `npm run audits -- --hardware FOLDER --parts 4` writes programs for a GPU instead, which run the kernels of the page
 * as they are and without each piece. `npm run audits -- --log FILE --log FILE` holds what they printed against the
 * audits, and writes reports/audits-hardware.md.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { audit } from '../../audit/audit.js'
import { piecesOf } from '../../audit/pieces.js'
import { heldAgainst } from '../../audit/seen.js'
import { variantsOf } from '../../audit/variants.js'
import { defaultModel } from '../../axioms/models.js'
import { objections } from '../../encoder/execution/replay.js'
import { startSat } from '../../encoder/solver/sat.js'
import { hardwareLog } from '../../hardware/log.js'
import { sourceOf } from '../../hardware/source.js'
import { isCompiled } from '../../litmus/program.js'
import { defaultCosts } from '../../repair/prices.js'
import { nameOf, readExamples, root, timed, writePage } from '../on-examples.js'
import { type HeldTest, hardwarePage } from './hardware-table.js'
import { type AuditedTest, auditTable, testsIn } from './table.js'

/** Milliseconds for each piece. */
const timeout = 20_000
const model = defaultModel

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    hardware: { type: 'string' },
    parts: { type: 'string', default: '1' },
    log: { type: 'string', multiple: true, default: [] },
  },
})
const programs = readExamples().filter(
  (one) =>
    one.threads.some(isCompiled) &&
    (positionals.length === 0 || positionals.some((part) => nameOf(one).includes(part))),
)
if (values.hardware !== undefined) {
  writePrograms(values.hardware, Number(values.parts))
  process.exit(0)
}
const logs = values.log.map((path) => hardwareLog.parse(JSON.parse(readFileSync(path, 'utf8'))))
const solver = await startSat()

const rows: AuditedTest[] = []
const held: HeldTest[] = []
const failures: string[] = []
for (const program of programs) {
  const test = nameOf(program)
  const { result, seconds } = timed(() => audit(program, solver, { model, timeout }))
  console.error(`${test}: ${result.kind}, ${seconds.toFixed(2)} s`)
  // A kernel with a mistake has nothing to go by.
  if (result.kind === 'broken') continue
  if (result.kind === 'audited') {
    for (const { piece, need } of result.audited) {
      if (need.kind !== 'needed' || need.reached === undefined) continue
      const { graph, execution } = need.reached
      if (objections(graph, model, execution).length > 0) failures.push(`${test}, piece ${piece.number}`)
    }
    const { audited } = result
    if (logs.length > 0)
      held.push({ test, audited, ...heldAgainst(program, audited, logs, solver, { model, timeout }) })
  }
  rows.push({ test, result, seconds })
}
if (failures.length > 0) throw new Error(`these executions are not consistent:\n${failures.join('\n')}`)
const written = logs.length > 0 ? hardwarePage(held, logs) : auditTable(rows)
if (positionals.length > 0) console.log(written)
else if (logs.length > 0) writeFileSync(join(root, 'reports/audits-hardware.md'), written)
else writePage('audits.md', 'audits', written)
process.exit(0)

/**
 * Writes programs that run the kernels of the page as they are and without each piece. The pieces of the host come last,
 * since the programs wait at their end in any case.
 */
function writePrograms(folder: string, parts: number): void {
  const audited = testsIn(readFileSync(join(root, 'reports/audits.md'), 'utf8'))
  const variants = programs
    .filter((one) => audited.has(nameOf(one)))
    .flatMap((one) => variantsOf(one, piecesOf(one, defaultCosts)))
  const planned = [
    ...variants.filter(({ piece }) => piece?.kind !== 'calls'),
    ...variants.filter(({ piece }) => piece?.kind === 'calls'),
  ].map((one) => one.planned)
  for (const one of planned) if (one.kind === 'not runnable') console.error(`${one.test}: ${one.reasons[0]?.message}`)
  const plans = planned.flatMap((one) => (one.kind === 'plan' ? [{ ...one, test: one.test.replace(root, '') }] : []))
  mkdirSync(folder, { recursive: true })
  for (let part = 0; part < parts; part++) {
    const some = plans.filter((_, i) => i % parts === part)
    const path = join(folder, `audits-${part + 1}.cu`)
    writeFileSync(path, sourceOf(some))
    console.error(`${path}: ${some.length} tests`)
  }
}
