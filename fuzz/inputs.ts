/**
 * `npm run fuzz -- [--seconds N] [--seed S]`: damaged files of each format are read and decided for so many seconds, on a thread that is
 * watched. A crash, an exception, a hang, an error without a place, or an include from outside ends the run with the input that
 * caused it, and status 1.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { printModel } from '../axioms/algebra/cat/print.js'
import { defaultModel, models } from '../axioms/models.js'
import { startSolver } from '../cli/z3/start.js'
import { witnesses } from '../encoder/decide/witnesses.js'
import { readTests } from '../litmus/read.js'
import { must } from '../source/must.js'
import { witnessOf } from '../witness/build.js'
import { complaintAbout, type Kind, kinds, mutant, numbers } from './mutants.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Milliseconds without a new input, after which the thread counts as hung. */
const longest = 60_000

type Report =
  | { readonly kind: 'tries'; readonly format: Kind; readonly text: string }
  | { readonly kind: 'complains'; readonly format: Kind; readonly text: string; readonly complaint: string }
  | { readonly kind: 'done'; readonly counts: Readonly<Record<Kind, number>> }

if (isMainThread) watch()
else await attack()

function watch(): void {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } } })
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
  const seconds = Number(values.seconds)
  if (!(seconds > 0) || !Number.isInteger(seed)) {
    console.error('--seconds and --seed must be numbers')
    process.exit(2)
  }
  const worker = new Worker(new URL(import.meta.url), { workerData: { seconds, seed } })
  let last: Extract<Report, { kind: 'tries' }> | undefined
  const fail = (why: string, format = last?.format, text = last?.text): void => {
    console.error(`${why}; seed ${seed}; the input, ${format ?? 'none yet'}:\n${text ?? ''}`)
    process.exit(1)
  }
  const wait = () => setTimeout(() => fail(`no answer within ${longest / 1000} s`), longest)
  let timer = wait()
  worker.on('message', (report: Report) => {
    clearTimeout(timer)
    timer = wait()
    if (report.kind === 'tries') last = report
    else if (report.kind === 'complains') fail(report.complaint, report.format, report.text)
    else {
      const counts = kinds.map((kind) => `${report.counts[kind]} ${kind}`).join(', ')
      console.log(`damaged files taken as they should be: ${counts}; seed ${seed}`)
      process.exit(0)
    }
  })
  worker.on('error', (error) => fail(`the thread ends: ${error.stack ?? error.message}`))
  worker.on('exit', (code) => fail(`the thread ends with status ${code}`))
}

async function attack(): Promise<void> {
  const { seconds, seed }: { readonly seconds: number; readonly seed: number } = workerData
  const tell = (report: Report) => parentPort?.postMessage(report)
  const solver = await startSolver()
  const seeds = seedTexts(await oneWitness())
  const everything = kinds.flatMap((kind) => seeds[kind])
  const below = numbers(seed)
  const counts = { test: 0, litmus: 0, cat: 0, json: 0 }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const format of kinds) {
      const whole = must(seeds[format][below(seeds[format].length)], `a ${format} among the seeds`)
      const text = mutant(whole, everything, below)
      tell({ kind: 'tries', format, text })
      const complaint = complaintAbout(format, text, solver)
      if (complaint !== undefined) tell({ kind: 'complains', format, text, complaint })
      counts[format]++
    }
  }
  tell({ kind: 'done', counts })

  async function oneWitness(): Promise<string> {
    const [test] = readTests({
      name: 'one.test',
      text: '.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r, [x]; } permit (r == 1) as new;',
    }).tests
    const program = must(test, 'a seed that can be read')
    const question = must(program.questions[0], 'a question of the seed')
    const { graph, model, found } = witnesses(program, question, solver, { model: defaultModel })
    const execution = must(found[0], 'an execution of the seed')
    return JSON.stringify(witnessOf({ graph, model, execution, question }), undefined, 1)
  }
}

/** Valid texts of each format: the examples, the models, an execution. */
function seedTexts(witness: string): Readonly<Record<Kind, readonly string[]>> {
  const folder = join(root, 'examples')
  const ending = (kind: Kind) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(`.${kind}`))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  return {
    test: ending('test'),
    litmus: ending('litmus'),
    cat: [...ending('cat'), ...models.map(printModel)],
    json: [witness],
  }
}
