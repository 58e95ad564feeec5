/** One z3 solver with push and pop for all problems needs care: its reader of SMT-LIB texts knows neither. */

import { join } from 'node:path'
import { defaultModel } from '../../../axioms/models.js'
import { compileZ3 } from '../../../cli/z3/compile.js'
import { loadZ3, startSolver } from '../../../cli/z3/start.js'
import { buildProblem, questionGoals } from '../../../encoder/decide/problem.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { moduleOverrides } from '../../../encoder/solver/wasm/instantiate.js'
import { readTests } from '../../../litmus/read.js'
import { must } from '../../../source/must.js'
import { filesBelow, root, textOf } from '../../support.js'

const loaded = await loadZ3(moduleOverrides(await compileZ3()))
const { Z3 } = loaded
/** Our solver, which gives each problem a separate z3 solver. */
const ours = await startSolver({ load: async () => loaded })
afterAll(() => ours.close())

/** z3's error codes and answers. */
const [noError, parserError] = [0, 4]
const answers = new Map([
  [-1, 'unsat'],
  [0, 'unknown'],
  [1, 'sat'],
])

/** Returns a solver of the kind that large problems get, in a separate context, with functions for the specs. */
function oneSolver() {
  const config = Z3.mk_config()
  const context = Z3.mk_context(config)
  Z3.del_config(config)
  const simple = Z3.mk_simple_solver(context)
  Z3.solver_inc_ref(context, simple)
  const check = async (assumed: readonly string[] = []): Promise<string> => {
    const sort = Z3.mk_bool_sort(context)
    const literals = assumed.map((name) => Z3.mk_const(context, Z3.mk_string_symbol(context, name), sort))
    return must(answers.get(await Z3.solver_check_assumptions(context, simple, literals)), 'an answer')
  }
  /** Returns z3's error on the text; none if it accepts it. */
  const read = (text: string): string | undefined => {
    Z3.solver_from_string(context, simple, text)
    const code = Z3.get_error_code(context)
    if (code === noError) return undefined
    expect(code).toBe(parserError)
    return Z3.get_error_msg(context, code)
  }
  const assertions = (): number => Z3.ast_vector_size(context, Z3.solver_get_assertions(context, simple))
  const push = () => Z3.solver_push(context, simple)
  const pop = () => Z3.solver_pop(context, simple, 1)
  const isError = () => Z3.get_error_code(context) !== noError
  return { check, read, assertions, push, pop, isError }
}

const satisfiable = '(declare-const a Bool) (assert a)'
const contradiction = '(declare-const a Bool) (assert a) (assert (not a))'

describe('a text between push and pop', () => {
  test('is rejected whole if it declares a name from before the pop: all goals are satisfiable', async () => {
    const { check, read, assertions, push, pop } = oneSolver()
    push()
    expect(read(satisfiable)).toBeUndefined()
    expect(assertions()).toBe(1)
    pop()
    expect(assertions()).toBe(0)
    push()
    expect(read(contradiction)).toContain("constant 'a' (with the given signature) already declared")
    expect(assertions()).toBe(0)
    expect(await check()).toBe('sat')
    pop()
    // The rejection has discarded the reader with everything that it knew.
    push()
    expect(read(contradiction)).toBeUndefined()
    expect(assertions()).toBe(2)
    expect(await check()).toBe('unsat')
  })

  test('is rejected if it defines a name from a text before the pop', () => {
    const { read, push, pop } = oneSolver()
    push()
    expect(read('(define-fun t_1 () Bool true)')).toBeUndefined()
    pop()
    push()
    expect(read('(define-fun t_1 () Bool false) (assert t_1)')).toContain('named expression already defined')
  })

  test('is rejected if it declares a name of another sort, and uses it', () => {
    const { read, push, pop } = oneSolver()
    push()
    expect(read('(declare-const value_1 (_ BitVec 32))')).toBeUndefined()
    pop()
    push()
    expect(read('(declare-const value_1 (_ BitVec 64)) (assert (= value_1 (_ bv0 64)))')).toContain(
      'ambiguous constant',
    )
  })

  test('may use a definition that pop should have taken back', async () => {
    const { check, read, push, pop } = oneSolver()
    push()
    expect(read('(define-fun t_1 () Bool false)')).toBeUndefined()
    pop()
    push()
    expect(read('(assert t_1)')).toBeUndefined()
    expect(await check()).toBe('unsat')
  })

  test('was rejected only to those who ask at once: the next call clears the error', async () => {
    const { check, read, push, isError } = oneSolver()
    read(satisfiable)
    push()
    expect(read(contradiction)).toContain('already declared')
    expect(isError()).toBe(true)
    await check()
    expect(isError()).toBe(false)
  })
})

describe('the problems of the paper, all of them in one solver', () => {
  const folder = join(root, 'examples', 'paper')
  const tests = filesBelow(folder, '.test').flatMap((name) => readTests({ name, text: textOf(folder, name) }).tests)
  const problems = tests.map((test) => {
    const problem = buildProblem(buildEvents(test), defaultModel, questionGoals)
    if ('kind' in problem) throw new Error(problem.reason)
    const { smt, goals } = problem
    const names = [...goals.outcomes.values(), goals.complete].map(smt.constantOf)
    const session = ours.openText(smt.text)
    const right = names.map((name) => session.check([name]).kind)
    session.close()
    return { text: smt.text, names, right }
  })

  test('pushed and popped alone, it rejects every second text, whose goals are then satisfiable', async () => {
    const { check, read, push, pop } = oneSolver()
    let wrong = 0
    for (const [i, { text, names, right }] of problems.entries()) {
      push()
      const isRejected = read(text) !== undefined
      expect(isRejected).toBe(i % 2 === 1)
      for (const [j, name] of names.entries()) {
        const answer = await check([name])
        expect(answer).toBe(isRejected ? 'sat' : right[j])
        if (answer !== right[j]) wrong += 1
      }
      pop()
    }
    expect(wrong).toBeGreaterThan(0)
  })

  test('pushed and popped with its reader, it answers right', async () => {
    const { check, read, push, pop } = oneSolver()
    for (const { text, names, right } of problems) {
      push()
      expect(read(`(push 1)\n${text}`)).toBeUndefined()
      const given: string[] = []
      for (const name of names) given.push(await check([name]))
      expect(given).toEqual(right)
      expect(read('(pop 1)')).toBeUndefined()
      pop()
    }
  })
})
