import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileZ3 } from '../../../cli/z3/compile.js'
import { loadZ3, startSolver } from '../../../cli/z3/start.js'
import { startSolver as startLoaded, type TextSession } from '../../../encoder/solver/smt.js'
import { moduleOverrides } from '../../../encoder/solver/wasm/instantiate.js'
import { pigeons } from '../../encoder/solver/pigeons.js'

const kindOf = (session: TextSession, milliseconds?: number): string => {
  const { kind } = session.check([], { milliseconds })
  session.close()
  return kind
}

test('checks end, by themselves or in time', async () => {
  const solver = await startSolver()
  expect(kindOf(solver.openText(pigeons(4)))).toBe('unsat')
  for (let i = 0; i < 3; i++) expect(kindOf(solver.openText(pigeons(14)), 100)).toBe('unknown')
  expect(kindOf(solver.openText(pigeons(4)), 10_000)).toBe('unsat')
  solver.close()
})

test('a module that is not z3 is refused', async () => {
  const z3 = await loadZ3(moduleOverrides(await compileZ3()))
  await expect(startLoaded({ load: async () => ({ ...z3, em: {} }) })).rejects.toThrow('z3-solver does not export')
})

/** Starts a z3, uses it, and closes it. The overrides are the object from which Emscripten makes z3's module. */
async function closed(): Promise<WeakRef<object>> {
  const overrides = moduleOverrides(await compileZ3())
  const solver = await startLoaded({ load: () => loadZ3(overrides) })
  expect(kindOf(solver.openText(pigeons(3)))).toBe('unsat')
  solver.close()
  return new WeakRef(overrides)
}

test('a z3 that is closed is freed', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const z3 = await closed()
  for (let i = 0; i < 10 && z3.deref() !== undefined; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
  }
  expect(z3.deref()).toBeUndefined()
})

describe('a session that ran into its time limit', () => {
  /** A problem that is hard only if `hard` is assumed. */
  const guarded = (count: number): string => {
    const text = pigeons(count).replaceAll(/\(assert (.*)\)$/gm, '(assert (=> hard $1))')
    return `(declare-const hard Bool)\n(declare-const easy Bool)\n${text}\n(assert (not easy))`
  }

  test.each([
    ['the solver for finite domains', ''],
    ['the simple solver, for long texts', ' '.repeat(40_000)],
  ])('answers easy problems, time after time: %s', async (_, blanks) => {
    const solver = await startSolver()
    const session = solver.openText(guarded(13) + blanks)
    for (let i = 0; i < 5; i++) {
      expect(session.check(['hard'], { milliseconds: 50 })).toEqual({
        kind: 'unknown',
        reason: 'the time limit was reached',
      })
      expect(session.check(['easy'], { milliseconds: 10_000 }).kind).toBe('unsat')
      expect(session.check([], { milliseconds: 10_000 }).kind).toBe('sat')
    }
    session.assert('(declare-const also Bool)\n(assert (not also))')
    session.check(['hard'], { milliseconds: 50 })
    session.assert('(assert (or also hard))')
    expect(session.check(['also'], { milliseconds: 10_000 }).kind).toBe('unsat')
    expect(solver.isSpent()).toBe(false)
    session.close()
    solver.close()
  })
})
