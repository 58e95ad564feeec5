/** The core runs without Node: bundled for browsers, among the globals of the language and two of the web. */

import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { compileZ3 } from '../cli/z3/compile.js'
import { loadZ3 } from '../cli/z3/start.js'
import type * as Core from '../index.js'
import { root } from './support.js'

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['index.ts'],
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  globalName: 'core',
  minify: true,
  metafile: true,
  write: false,
})
const bundle = outputFiles.map(({ text }) => text).join('')
const core: typeof Core = runInContext(`${bundle};core`, createContext({ atob, performance }))

const text = `.global x; .global f;
  d0.b0.t0 { st.weak [x], 1; st.release.gpu [f], 1; }
  d0.b1.t0 { ld.acquire.gpu r, [f]; ld.weak s, [x]; }
  check (r == 1 && s == 0) as stale;
  check (r == 1 && s == 1) as fresh;`

/** Returns the only test of the text. */
function read(): Core.Program {
  const { tests, diagnostics } = core.readTests({ name: 'MP.test', text })
  expect(diagnostics).toEqual([])
  const [test] = tests
  if (test === undefined) throw new Error('there is no test')
  return test
}

const kinds = ({ answers }: Core.Decision) => answers.map(({ verdict }) => verdict.kind)

test('the bundle imports nothing and names nothing of Node', () => {
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  expect(bundle.match(/["'`]node:|\brequire\s*\(|\b(Buffer|process|__dirname|__filename)\b/g)).toBeNull()
})

test('it reads, decides without a solver, and shows what it found', () => {
  const test = read()
  const decision = core.bruteForce(test, core.defaultModel)
  expect(kinds(decision)).toEqual(['forbidden', 'allowed'])
  const answer = decision.answers[1]
  if (answer?.verdict.kind !== 'allowed') throw new Error('the fresh read is forbidden')
  const { graph, model } = decision
  const witness = core.witnessOf({ graph, model, execution: answer.verdict.execution, question: answer.question })
  expect(core.witnessText(witness)).toContain('ld.weak s, [x]')
  expect(core.witnessSvg([witness])).toContain('</svg>')
  expect(core.witnessDot(witness)).toContain('digraph')
  expect(core.printModel(model)).toContain('acyclic')
})

test('it says what is wrong with a text', () => {
  const { diagnostics } = core.readTests({ name: 'wrong', text: 'x' })
  expect(diagnostics.map(core.formatDiagnostic)).toEqual([expect.stringContaining('wrong:1:1: expected')])
})

test('it decides by a z3 that is loaded outside', async () => {
  const compiled = await compileZ3()
  const solver = await core.startSolver({ load: () => loadZ3(core.moduleOverrides(compiled)) })
  expect(kinds(core.decide(read(), solver, { model: core.defaultModel }))).toEqual(['forbidden', 'allowed'])
  solver.close()
})
