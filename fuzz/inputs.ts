/**
 * `npm run fuzz -- [--seconds N] [--seed S]`: for N seconds, damaged and hostile files of each format are read and
 * decided on a monitored thread, while the command runs as a process on hostile files, special files and full disks
 * (`hostile-runs.ts`). A crash, an exception, a hang, too much memory, an error without a place, or an include from
 * outside ends the run with the input that caused it, and status 1.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { printModel } from '../axioms/algebra/cat/print.js'
import { models } from '../axioms/models.js'
import { startSolver } from '../cli/z3/start.js'
import type { Format } from '../litmus/format.js'
import { printProgram } from '../litmus/print.js'
import { readTests } from '../litmus/read.js'
import { must } from '../source/must.js'
import { hostileText } from './hostile.js'
import { hostileRuns, type Seeds } from './hostile-runs.js'
import { complaintAbout, type Kind, kinds, mutant, numbers } from './mutants.js'
import { runProcess } from './process.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const script = join(root, 'dist/ptx-litmus.js')

/** Milliseconds without a new input, after which the thread counts as hung. */
const longest = 60_000

interface AttackWork {
  readonly seconds: number
  readonly seed: number
  readonly seeds: Seeds
}

type Report =
  | { readonly kind: 'tries'; readonly format: Kind; readonly text: string }
  | { readonly kind: 'complains'; readonly format: Kind; readonly text: string; readonly complaint: string }
  | { readonly kind: 'done'; readonly counts: Readonly<Record<Kind, number>> }

async function watch(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } } })
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
  const seconds = Number(values.seconds)
  if (!(seconds > 0) || !Number.isInteger(seed)) {
    console.error('--seconds and --seed must be numbers')
    process.exit(2)
  }
  const fail = (why: string, text = ''): never => {
    const kept = join(tmpdir(), `ptx-litmus-fuzz-${process.pid}.txt`)
    writeFileSync(kept, text)
    console.error(`${why}; seed ${seed}; the input, all of it in ${kept}:\n${text.slice(0, 2000)}`)
    process.exit(1)
  }
  const work: AttackWork = { seconds, seed, seeds: await seedTexts() }
  const [counts, runs] = await Promise.all([watched(work, fail), processes(work, fail)])
  const damaged = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ')
  console.log(`damaged files taken as they should be: ${damaged}; and ${runs} runs of the command; seed ${seed}`)
  process.exit(0)
}

/** Returns how many inputs of each format a thread has tried. */
const watched = (work: AttackWork, fail: (why: string, text?: string) => never): Promise<Record<Kind, number>> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: work })
    let last: Extract<Report, { kind: 'tries' }> | undefined
    const reported = () => (last === undefined ? 'none yet' : `.${last.format}\n${last.text}`)
    const wait = () => setTimeout(() => fail(`no answer within ${longest / 1000} s`, reported()), longest)
    let timer = wait()
    worker.on('message', (report: Report) => {
      clearTimeout(timer)
      if (report.kind === 'done') {
        resolve(report.counts)
        return
      }
      timer = wait()
      if (report.kind === 'tries') last = report
      else fail(report.complaint, `.${report.format}\n${report.text}`)
    })
    worker.on('error', (error) => fail(`the thread ends: ${error.stack ?? error.message}`, reported()))
    worker.on('exit', (status) => status !== 0 && fail(`the thread ends with status ${status}`, reported()))
  })

/** Returns the number of runs of the command. */
async function processes(
  { seconds, seed, seeds }: AttackWork,
  fail: (why: string, text?: string) => never,
): Promise<number> {
  const { next, close } = hostileRuns(script, seeds, numbers(seed))
  const end = performance.now() + seconds * 1000
  let count = 0
  for (; performance.now() < end; count++) {
    const complaint = await next()
    if (complaint !== undefined) fail(complaint.what, complaint.text)
  }
  close()
  return count
}

async function attack({ seconds, seed, seeds }: AttackWork): Promise<void> {
  const send = (report: Report) => parentPort?.postMessage(report)
  let solver = await startSolver()
  const everything = kinds.flatMap((kind) => seeds[kind])
  const below = numbers(seed)
  const counts = { test: 0, litmus: 0, ptx: 0, launch: 0, cat: 0, json: 0 }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const format of kinds) {
      const whole = must(seeds[format][below(seeds[format].length)], `a ${format} among the seeds`)
      const text = below(3) === 0 ? hostileText(whole, below) : mutant(whole, everything, below)
      send({ kind: 'tries', format, text })
      const complaint = complaintAbout(format, text, solver)
      if (complaint !== undefined) send({ kind: 'complains', format, text, complaint })
      counts[format]++
      if (!solver.isSpent()) continue
      solver.close()
      solver = await startSolver()
    }
  }
  solver.close()
  send({ kind: 'done', counts })
}

/** Returns valid texts of each format: the examples, also converted, and their tables, the models, an execution. */
async function seedTexts(): Promise<Seeds> {
  const folder = join(root, 'examples')
  const ending = (kind: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(`.${kind}`))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  /** Returns the first test of each text, in another format. */
  const converted = (texts: readonly string[], from: string, to: Format) =>
    texts.flatMap((text) =>
      readTests({ name: `seed.${from}`, text })
        .tests.slice(0, 1)
        .map((test) => printProgram(test, to)),
    )
  const [test, litmus] = [ending('test'), ending('litmus')]
  const program = '.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r, [x]; } permit (r == 1) as new;'
  const { stdout } = await runProcess(script, { words: ['witness', '-', '-f', 'json'], input: program }, root)
  return {
    test: [...test, ...converted(litmus, 'litmus', 'nvlitmus')],
    litmus: [...litmus, ...converted(test, 'test', 'herd')],
    ptx: ending('ptx'),
    launch: [
      'k<<<2, 1>>>(x: u32[2] = {3, -4}, 5, 1.5, {0: y: u64, 8: 3})',
      'k<<<(1, 2), dim3(2), 64, s>>>(x: s8, 0x1f, -1, {8: x, 0: &x+4});',
      'k<<<4, 64, cluster(2), cooperative, lanes 0>>>(x: f32[1], 0, 0.0, {0: 1, 4: 2, 8: 3})',
    ],
    cat: [...ending('cat'), ...models.map(printModel)],
    json: [stdout],
    csv: ending('csv'),
  }
}

if (isMainThread) await watch()
else await attack(workerData)
