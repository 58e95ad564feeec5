/**
 * Decides launches of compiled kernels with 1, 2, 4 … threads or blocks, each in a process of its own, and writes what
 * they take to reports/growth.md: `npm run growth`. With names of kernels it prints only their rows. A kernel ends at the
 * first launch that is not decided in a minute.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { defaultModel } from '../../axioms/models.js'
import { findTests, readTestFile } from '../../cli/input/tests.js'
import { ask, prepare } from '../../encoder/decide/decide.js'
import { startSat } from '../../encoder/solver/sat.js'
import { formatDiagnostic } from '../../source/diagnostic.js'
import { must } from '../../source/must.js'
import { type Growing, growing } from './launches.js'

/** The root of the repository, relative to the built script. */
const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'reports/growth.md')
/** The marker after which this program writes the page. */
const begin = '<!-- npm run growth writes what follows. -->'
/** Milliseconds for a launch. */
const patience = 60_000

/** What a launch takes: processor seconds, thousands of characters and MiB. */
const taken = z.object({
  verdict: z.string(),
  events: z.number(),
  characters: z.number(),
  build: z.number(),
  solve: z.number(),
  seconds: z.number(),
  memory: z.number(),
})
type Taken = z.infer<typeof taken>

const { positionals, values } = parseArgs({ allowPositionals: true, options: { size: { type: 'string' } } })
if (values.size === undefined) writeAll()
else console.log(JSON.stringify(await one(named(positionals[0] ?? ''), Number(values.size))))

function named(kernel: string): Growing {
  return must(
    growing.find((one) => one.kernel === kernel),
    `a kernel ${kernel}`,
  )
}

/** Decides a launch in this process. */
async function one({ file, launch, claim }: Growing, size: number): Promise<Taken> {
  const [found] = findTests([join(root, 'examples', file)]).files
  const read = readTestFile(must(found, `the file ${file}`), {
    launching: {
      launches: [{ name: '--launch', text: launch(size) }],
      asked: [{ question: 'assert', source: { name: '--assert', text: claim(size) } }],
    },
  })
  if (!read.ok) throw new Error(read.diagnostics.map(formatDiagnostic).join('\n'))
  const { tests, diagnostics } = read.value
  const test = tests[0]
  if (test === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  const prepared = prepare(test, defaultModel, { breakSymmetry: true, liveness: true })
  const start = performance.now()
  const { graph, answers, build } = ask(prepared, await startSat(), patience)
  const solve = performance.now() - start
  const verdict = must(answers[0], 'an answer').verdict.kind
  const { screen } = prepared
  const problem = screen ?? prepared.problem
  const { user, system } = process.cpuUsage()
  return {
    verdict,
    events: graph.events.length,
    characters: 'smt' in problem ? problem.smt.text.length / 1000 : 0,
    build: build / 1000,
    solve: solve / 1000,
    seconds: (user + system) / 1_000_000,
    memory: process.resourceUsage().maxRSS / 1024,
  }
}

/** Decides all launches, each in a process, and writes the page. */
function writeAll(): void {
  const rows: string[] = []
  for (const { kernel, grows, sizes } of growing) {
    if (positionals.length > 0 && !positionals.includes(kernel)) continue
    for (const size of sizes) {
      const ran = spawnSync(process.execPath, [fileURLToPath(import.meta.url), kernel, '--size', String(size)], {
        encoding: 'utf8',
      })
      const measured = ran.status === 0 ? taken.parse(JSON.parse(ran.stdout)) : undefined
      rows.push(rowOf(size === sizes[0] ? kernel : '', `${size} ${size === 1 ? grows.slice(0, -1) : grows}`, measured))
      console.error(rows.at(-1))
      if (measured === undefined) console.error(ran.stderr)
      if (measured === undefined || measured.verdict === 'undecided') break
    }
  }
  if (positionals.length > 0) return
  const table = [
    '| kernel | launch | events | characters, thousands | build, s | solve, s | processor, s | memory, MiB | outcome |',
    `|---|---|${'---:|'.repeat(6)}---|`,
    ...rows,
  ]
  const [head] = readFileSync(page, 'utf8').split(begin)
  writeFileSync(page, `${head}${begin}\n\n${table.join('\n')}\n`)
}

function rowOf(kernel: string, launch: string, measured: Taken | undefined): string {
  if (measured === undefined) return `| ${kernel} | ${launch} | | | | | | | the process ended |`
  const { events, characters, build, solve, seconds, memory, verdict } = measured
  const figures = [
    events,
    Math.round(characters),
    ...[build, solve, seconds].map((one) => one.toFixed(1)),
    Math.round(memory),
  ]
  return `| ${kernel} | ${launch} | ${figures.join(' | ')} | ${verdict} |`
}
