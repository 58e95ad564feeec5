import { renewed } from '../../../cli/z3/renewed.js'
import type { Solver } from '../../../encoder/solver/solver.js'
import { must } from '../../../source/must.js'

/** Returns solvers with these capacities in units of work, and a log of what happens to them. */
function solvers(...capacities: readonly number[]) {
  const log: string[] = []
  const left = new Map<Solver, number>()
  const start = async (): Promise<Solver> => {
    const name = `z3-${left.size}`
    const solver: Solver = {
      name: 'z3',
      version: name,
      open: () => {
        throw new Error('nothing is opened here')
      },
      isSpent: () => must(left.get(solver), 'one of these') < 0,
      close: () => log.push(`${name} is closed`),
    }
    left.set(solver, must(capacities[left.size], 'a capacity'))
    log.push(`${name} starts`)
    return solver
  }
  const work = (units: number) => (solver: Solver) => {
    left.set(solver, must(left.get(solver), 'one of these') - units)
    return `${units} by ${solver.version}${solver.isSpent() ? ' is too much' : ''}`
  }
  return { start, work, log }
}

test('one is started when it is needed, and used until it is spent', async () => {
  const { start, work, log } = solvers(5, 5)
  const z3 = renewed(start)
  expect(log).toEqual([])
  expect((await z3.take()).version).toBe('z3-0')
  expect(await z3.run(work(2))).toBe('2 by z3-0')
  expect(await z3.run(work(2))).toBe('2 by z3-0')
  expect(log).toEqual(['z3-0 starts'])
})

test('work that is too much for a used z3 is tried with a new one', async () => {
  const { start, work, log } = solvers(5, 5)
  const z3 = renewed(start)
  await z3.run(work(3))
  expect(await z3.run(work(4))).toBe('4 by z3-1')
  expect(log).toEqual(['z3-0 starts', 'z3-0 is closed', 'z3-1 starts'])
})

test('work that is too much for a new z3 fails, and the next work gets another', async () => {
  const { start, work } = solvers(5, 5, 5)
  const z3 = renewed(start)
  expect(await z3.run(work(6))).toBe('6 by z3-0 is too much')
  expect(await z3.run(work(1))).toBe('1 by z3-1')
  expect(await z3.run(work(6))).toBe('6 by z3-2 is too much')
})
