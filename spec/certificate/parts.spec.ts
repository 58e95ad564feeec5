import type { Obligation } from '../../certificate/obligations.js'
import { partOf } from '../../certificate/parts.js'
import type { Clause } from '../../encoder/formula/gates.js'
import { cadical } from './cadical.js'

const obligation = (clauses: readonly Clause[], solvable: boolean): Obligation => ({
  ...{ layout: 0, about: 'the outcome', solvable, comments: () => ['x = 1'] },
  clauses: () => ({ variables: 2, clauses, named: new Map([['y', [2]]]) }),
})

test('a problem without a solution has a proof, one with a solution has that', async () => {
  const solve = await cadical()
  expect(partOf(obligation([[1], [-1]], false), solve)).toMatchObject({
    problem: 'c x = 1\nc y = 2\np cnf 2 2\n1 0\n-1 0\n',
    evidence: '3 0 1 2 0\n',
    steps: 1,
  })
  expect(partOf(obligation([[1], [-1, 2]], true), solve)).toMatchObject({ evidence: 'v 1 2\nv 0\n', steps: 0 })
})

test.each([
  [true, [[1], [-1]], 'unsatisfiable'],
  [false, [[1]], 'satisfiable'],
] as const)('an answer that the SAT solver does not share has none', async (solvable, clauses, said) => {
  expect(partOf(obligation(clauses, solvable), await cadical())).toEqual({
    reason: `the outcome: the SAT solver says ${said}, against the answer`,
    disagrees: true,
  })
})

test('a solver that learns what does not follow gives no proof', () => {
  expect(partOf(obligation([[1, 2]], false), () => ({ kind: 'unsat', learned: [[1]] }))).toEqual({
    reason: 'the outcome: what the SAT solver learned is no proof',
  })
})

test('a search that is ended has none', () => {
  expect(
    partOf(
      obligation([[1]], true),
      (_, __, goesOn) => ({ kind: goesOn() ? 'sat' : 'unknown', holds: () => true }),
      () => false,
    ),
  ).toEqual({
    reason: 'the outcome: the time limit was reached',
  })
})
