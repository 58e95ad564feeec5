import { defaultModel } from '../../axioms/models.js'
import { compareWeakenings } from '../../fuzz/weakenings.js'
import { draws } from '../extent.js'
import { solver } from '../support.js'

const runs = draws(40, 5)

test(`nothing is cheaper than the weakenings of ${runs} random programs`, async () => {
  const { counterexample, programs, weakened, raceFree, sets } = compareWeakenings(
    defaultModel,
    await solver(),
    runs,
    20_241,
    draws(500, 60),
  )
  expect(counterexample).toBeUndefined()
  expect(programs).toBe(runs)
  expect(weakened).toBeGreaterThanOrEqual(draws(24, 2))
  expect(raceFree).toBeGreaterThanOrEqual(draws(4, 0))
  expect(sets).toBeGreaterThan(draws(800, 50))
}, 600_000)
