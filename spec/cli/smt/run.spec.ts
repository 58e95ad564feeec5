import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defaultModel } from '../../../axioms/models.js'
import { renderProblem } from '../../../cli/smt/render.js'
import { ask, prepare } from '../../../encoder/decide/decide.js'
import { readTests } from '../../../litmus/read.js'
import { filesBelow, root, solver, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, run } = workplace()

/**
 * Returns the expected answers of a script, and those that a solver gives: Debian's z3 if it is installed, else our z3,
 * statement by statement.
 */
async function answersTo(
  script: string,
): Promise<{ readonly expected: readonly string[]; readonly given: readonly string[] }> {
  const expected = [...script.matchAll(/^\(set-info :status (\w+)\)$/gm)].map(([, status = '']) => status)
  const installed = spawnSync('z3', ['-in'], { input: script, encoding: 'utf8' })
  if (installed.error === undefined) return { expected, given: installed.stdout.trim().split('\n') }
  const isStatement = (line: string) => line.startsWith('(') && !/^\((set-|check-sat)/.test(line)
  const session = (await solver()).openText(script.split('\n').filter(isStatement).join('\n'))
  const asked = [...script.matchAll(/^\(check-sat-assuming \((\w+)\)\)$/gm)].map(([, goal = '']) => goal)
  const given = asked.map((goal) => session.check([goal]).kind)
  session.close()
  return { expected, given }
}

const most = 15

test(`printed problems have the expected answers, for ${most} tests`, async () => {
  const folder = join(root, 'examples')
  const z3 = await solver()
  const tests = filesBelow(folder, '.test').flatMap((name) => readTests({ name, text: textOf(folder, name) }).tests)
  const seen = new Set<string>()
  for (const test of tests.filter((_, i) => i % Math.floor(tests.length / most) === 0)) {
    const prepared = prepare(test, defaultModel, { breakSymmetry: true, isWhole: true })
    if (!('encoding' in prepared.problem)) throw new Error(`${test.file} is not encoded`)
    const { answers } = ask(prepared, z3)
    // The formula of a test with a mixed-size race has answers, but they mean nothing.
    if (answers.some(({ verdict }) => verdict.kind === 'not covered')) continue
    const { expected, given } = await answersTo(renderProblem(prepared.problem, answers))
    expect(expected).toHaveLength(test.questions.length)
    expect(given).toEqual(expected)
    for (const one of given) seen.add(one)
  }
  expect(seen).toEqual(new Set(['sat', 'unsat']))
})

describe('ptx-litmus smt', () => {
  const text =
    '.global x; d0.b0.t0 { st.weak [x], 1; ld.weak r, [x]; } permit (r == 1) as new; assert (r == 1) as always;'
  test('names events, axioms and questions', async () => {
    const { status, stdout } = await run(['smt', write('one.test', text)])
    expect(status).toBe(0)
    expect(stdout).toContain('; e1  d0.b0.t0, line 1: st.weak [x], 1   W x   (W GEN)\n')
    expect(stdout).toContain('; Axiom (ISA 8.10.6): irreflexive (rf | fr); cause as Causality')
    expect(stdout).toMatch(/; Question new: .*\n.*Expected: sat \(allowed\)\.\n/)
    expect(stdout).toMatch(/; Question always: .*\n.*Expected: unsat \(holds\)\.\n/)
  })
  test('a vacuous answer says so', async () => {
    const { stdout } = await run([
      'smt',
      write('vacuous.test', '.global x; d0.b0.t0 { ld r0, [x] == 7; } assert (r0 == 7) as q;'),
    ])
    expect(stdout).toMatch(/; Question q: .*\n.*Expected: unsat \(holds \(vacuous\)\)\.\n/)
  })
  test('a question that is not covered has no problem', async () => {
    const path = write(
      'proxy.test',
      '.global x; .surfref s virtually aliases x; d0.b0.t0 { suld r, [s]; } check (r == 0) as q;',
    )
    expect(await run(['smt', path, '--model', 'ptx-6.0'])).toMatchObject({ status: 3, stdout: '' })
  })
  test('a missing file is reported', async () => {
    expect(await run(['smt', 'none.test'])).toMatchObject({ status: 2, stdout: '' })
  })
})
