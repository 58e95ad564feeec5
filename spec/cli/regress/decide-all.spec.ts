import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import picocolors from 'picocolors'
import { defaultModel } from '../../../axioms/models.js'
import { decideAll } from '../../../cli/regress/decide-all.js'
import { subject } from '../../../cli/regress/subjects.js'
import { defaultBound } from '../../../encoder/events/graph/bound.js'
import { root, solver } from '../../support.js'

const text = '.global x; d0.b0.t0 { st [x], 1; ld r, [x]; } check (r == 1) as own;'
const files = ['a.test', 'b.test'].map((name) => ({ file: { path: name, rows: undefined }, source: { name, text } }))
const task = {
  subjects: [subject(defaultModel)],
  reading: {},
  witnesses: false,
  explain: 'nothing',
  bound: defaultBound,
} as const

/** Decides two files, and returns the verdicts, and whether threads did the work: they show progress. */
async function decided(jobs: number | undefined) {
  const shown: string[] = []
  const output = {
    progress: (line: string) => void shown.push(line),
    out: () => undefined,
    err: () => undefined,
    colours: picocolors.createColors(false),
  }
  const threadScript = pathToFileURL(join(root, 'dist/worker.js'))
  const results = await decideAll(files, task, jobs, { solver, compiled: compiledZ3, threadScript, output })
  const words = results.map(({ questions }) => questions.map(({ verdicts }) => verdicts.map(({ verdict }) => verdict)))
  return { words, onThreads: shown.length > 0 }
}

const words = [[['allowed']], [['allowed']]]

test.each([
  [undefined, false],
  [1, false],
  [2, true],
])('two files with jobs %p: on threads %p', async (jobs, onThreads) => {
  expect(await decided(jobs)).toEqual({ words, onThreads })
})
