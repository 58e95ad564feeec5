import { defaultModel } from '../axioms/models.js'
import { bruteOutcomes } from '../encoder/decide/brute.js'
import { outcomes } from '../encoder/decide/outcomes.js'
import { observableName, observables } from '../litmus/observe.js'
import { root, solver, testsIn, textOf } from './support.js'

/** All values that the programs of the CUDA guide on virtual aliasing can print. */
describe('virtual aliasing: what is printed by', () => {
  test.each([
    ['one kernel, without a fence', 'alias+one-kernel', 1, ['0:r0 = 0', '0:r0 = 1']],
    ['one kernel, with fence.proxy.alias', 'alias+one-kernel', 2, ['0:r0 = 1']],
    ['a kernel and a copy after an event', 'alias+event', 1, ['1:r0 = 1 2:r1 = 1']],
    [
      'a grid that runs already',
      'alias+running-grid',
      1,
      ['0:r1 = 0 0:r0 = 0', '0:r1 = 0 0:r0 = 1', '0:r1 = 1 0:r0 = 0', '0:r1 = 1 0:r0 = 1'],
    ],
  ])('%s', async (_, file, row, expected) => {
    const program = testsIn(textOf(root, 'examples/cuda/streams', `${file}.test`))[row - 1]
    if (program === undefined) throw new Error(`${file} has no row ${row}`)
    const options = { model: defaultModel, besides: [], limit: 100 }
    const names = observables(program, []).map(observableName)
    for (const { found, ending } of [outcomes(program, await solver(), options), bruteOutcomes(program, options)]) {
      expect(ending.kind).toBe('complete')
      const states = found.map(({ values }) => values.map((value, i) => `${names[i]} = ${value}`).join(' '))
      expect(states.toSorted()).toEqual(expected.toSorted())
    }
  })
})
