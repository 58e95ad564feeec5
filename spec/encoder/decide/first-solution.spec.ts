import { defaultModel } from '../../../axioms/models.js'
import { decide } from '../../../encoder/decide/decide.js'
import { assigned } from '../../../encoder/decide/decode.js'
import { firstSolution } from '../../../encoder/decide/first-solution.js'
import { type Formula, formulaBuilder } from '../../../encoder/formula/formula.js'
import type { Z3 } from '../../../encoder/solver/smt.js'
import type { Answer, Assignment, Solver } from '../../../encoder/solver/solver.js'
import type { Program } from '../../../litmus/program.js'
import { readTests } from '../../../litmus/read.js'
import { undefinedReportOf } from '../../../witness/undefined.js'
import { livenessIn } from '../../../witness/waits.js'
import { root, solver, textOf } from '../../support.js'

test('the first alternatives hold that can hold together, whatever the solution was', () => {
  const builder = formulaBuilder()
  const [a, b, c] = ['a', 'b', 'c'].map(builder.variable)
  if (a === undefined || b === undefined || c === undefined) throw new Error('three variables')
  const solutions: readonly Assignment[] = [
    new Map([['c', true]]),
    new Map([
      ['b', true],
      ['c', true],
    ]),
    new Map([['b', true]]),
    new Map([['a', false]]),
  ]
  const asked = (assumed: readonly Formula[]): Answer => {
    const assignment = solutions.find((one) => assumed.every(assigned(one).formula))
    return assignment === undefined ? { kind: 'unsat' } : { kind: 'sat', assignment }
  }
  for (const start of solutions)
    expect(
      firstSolution(
        start,
        () => [[a, b], [a], [c]],
        asked,
        (all) => builder.any(all),
      ),
    ).toEqual(solutions[1])
})

test('a time limit that ends the building of an alternative leaves the solution so far', () => {
  let isOver = false
  const builder = formulaBuilder('little', () => !isOver)
  const [a, b] = ['a', 'b'].map(builder.variable)
  if (a === undefined || b === undefined) throw new Error('two variables')
  const better: Assignment = new Map([['a', true]])
  const alternatives = function* () {
    yield [a]
    isOver = true
    // A builder looks at the clock once for some hundreds of formulas.
    for (let i = 0; i < 10_000; i++) yield [builder.variable(`c${i}`)]
  }
  const asked = (): Answer => ({ kind: 'sat', assignment: better })
  expect(firstSolution(new Map([['b', true]]), alternatives, asked, builder.any)).toBe(better)
})

/**
 * z3 as if it found another solution if there is one, in which a constant differs that was true in the first solution.
 */
function contrary(z3: Z3, which: number): Solver {
  let flips = 0
  return {
    ...z3,
    open: (problem) => {
      const session = z3.openText(problem.text)
      const more = problem.continued()
      return {
        ...session,
        size: () => '',
        assert: (assertions) => session.assert(more(assertions)),
        check: (assumed, limits) => {
          const answer = session.check(assumed, limits)
          if (answer.kind !== 'sat') return answer
          const holding = [...answer.assignment].flatMap(([name, value]) =>
            value === true && !/^goal_|^flip_|^assumed_/.test(name) ? [name] : [],
          )
          const changed = holding[which % Math.max(1, holding.length)]
          if (changed === undefined) return answer
          flips += 1
          session.assert(`(declare-const flip_${flips} Bool)(assert (=> flip_${flips} (not ${changed})))`)
          const other = session.check([...assumed, `flip_${flips}`], limits)
          return other.kind === 'sat' ? other : answer
        },
      }
    },
  }
}

const said = (program: Program, z3: Solver) => {
  const { graph, answers } = decide(program, z3, { model: defaultModel })
  return answers.map((one) => [livenessIn(graph, one.liveness), undefinedReportOf(graph, one.undefined)])
}

test.each([
  ['async/push.test', 2],
  ['async/expected-late.test', 4],
])('the report of undefined behaviour and hangs in %s does not depend on what z3 finds first', async (file, row) => {
  const program = readTests({ name: file, text: textOf(root, `examples/${file}`) }).tests[row]
  if (program === undefined) throw new Error('no such instance')
  const z3 = await solver()
  const expected = said(program, z3)
  for (let which = 0; which < 6; which++) expect(said(program, contrary(z3, which))).toEqual(expected)
})

test('in the hang that is shown, as many threads wait as possible', async () => {
  const text = `.global .u32 x; .global .u32 y;
    d0.b0.t0 { L: ld.weak.u32 r, [x]; beq r, 0, L; } d0.b1.t0 { M: ld.weak.u32 s, [y]; beq s, 0, M; }
    d0.b2.t0 { st.weak.u32 [x], 1; st.weak.u32 [y], 1; } check (d0.b0.t0:r == 1) as q;`
  const [program] = readTests({ name: 'hang.test', text }).tests
  if (program === undefined) throw new Error('it cannot be read')
  const z3 = await solver()
  for (let which = 0; which < 6; which++) {
    const [[liveness] = []] = said(program, contrary(z3, which))
    expect(liveness).toMatchObject({ hang: [{ thread: 'd0.b0.t0' }, { thread: 'd0.b1.t0' }] })
  }
})
