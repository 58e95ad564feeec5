import { compareRaces, raceStyles } from '../../fuzz/races.js'
import { randomly } from '../extent.js'
import { distinctModels, solver } from '../support.js'

describe('programs race as they do with loops written out, without what never happens, and as brute force says', () => {
  const cases = distinctModels.flatMap((model) => raceStyles(model).map(({ name, drawn }) => ({ name, model, drawn })))
  test('are of two kinds', () => {
    expect(cases.map(({ name, model }) => `${name} under ${model.name}`)).toEqual([
      'loops that wait under ptx-7.5',
      'kernels that never end under ptx-7.5',
      'loops that wait under ptx-6.0',
    ])
  })
  const least = { racy: 2, free: 2, decided: 10, brute: 7 }
  for (const { name, model, drawn } of cases)
    randomly(`${name} under ${model.name}`, { runs: 15, seed: 20_266, least }, async (draw) => {
      const { open, ...others } = compareRaces(model, await solver(), drawn, draw)
      return { ...others, open, decided: others.programs - open }
    })
})
