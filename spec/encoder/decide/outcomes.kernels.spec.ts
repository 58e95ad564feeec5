import { join } from 'node:path'
import { defaultModel } from '../../../axioms/models.js'
import { outcomes } from '../../../encoder/decide/outcomes.js'
import type { Observable } from '../../../litmus/condition.js'
import { observables } from '../../../litmus/observe.js'
import type { Program } from '../../../litmus/program.js'
import { must } from '../../../source/must.js'
import { filesBelow, root, solver, testsIn, textOf } from '../../support.js'

const folder = join(root, 'examples/kernels')

/** Returns a test without its question, so that all final states count. */
function programOf(file: string): Program {
  const path = join(folder, file)
  return { ...must(testsIn(textOf(path), path)[0], 'a test'), questions: [] }
}

/** Returns the registers of the host and the memory of a compiled kernel, as names of another program. */
const namedIn = ({ threads }: Program, observed: readonly Observable[]): readonly Observable[] =>
  observed.map((one) =>
    one.kind === 'register' ? { ...one, thread: threads.findIndex(({ kind }) => kind === 'host') } : one,
  )

async function statesOf(program: Program, observed: readonly Observable[]): Promise<readonly string[]> {
  const { found, ending } = outcomes(program, await solver(), { model: defaultModel, besides: observed, limit: 100 })
  expect(ending.kind).toBe('complete')
  return found.map(({ values }) => values.join()).toSorted()
}

describe('a compiled kernel ends like the same kernel by hand, in memory and in the registers of the host', () => {
  test.each(filesBelow(join(folder, 'by-hand'), '.test'))('%s', async (file) => {
    const compiled = programOf(file)
    const byHand = programOf(join('by-hand', file))
    const observed = observables(compiled, [])
    expect(observed.some(({ kind }) => kind === 'memory')).toBe(true)
    const states = await statesOf(compiled, observed)
    expect(states).toEqual(await statesOf(byHand, namedIn(byHand, observed)))
    expect(states).not.toEqual([])
  })
})
