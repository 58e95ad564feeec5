import fc from 'fast-check'
import { ptx75 } from '../../../axioms/models.js'
import { buildEvents } from '../../../encoder/events/events.js'
import { candidates, countCandidates, counting } from '../../../encoder/execution/candidates.js'
import { herdPrograms } from '../../../fuzz/herd.js'
import { only, programs } from '../../../fuzz/programs.js'
import { holds, randomly } from '../../extent.js'
import { herd, testIn } from '../../support.js'

/** Returns how many candidate executions there are, and how many at most by the bound. */
function counted(text: string) {
  const graph = buildEvents(only(text))
  const { listing, listed } = counting(3000)
  return { count: [...candidates(graph, ptx75, listing)].length, most: countCandidates(graph), listed: listed() }
}

test('the bound is the product of the numbers of choices', () => {
  const bound = (text: string) => countCandidates(buildEvents(testIn(text)))
  const asked = 'check ([x] == 0) as q;'
  // Two writes besides the initial one: three orders; the read has three sources.
  expect(bound(`.global x; d0.b0.t0 { st.weak [x], 1; ld r0, [x]; } d0.b0.t1 { st.weak [x], 2; } ${asked}`)).toBe(9)
  // Two fences: three orders.
  expect(bound(`.global x; d0.b0.t0 { fence.sc.gpu; fence.sc.gpu; ld r0, [x]; } ${asked}`)).toBe(3)
  // A sync is passed or not. With a quorum, a sync and an arrive are arrivals or not.
  const barriers = (quorum: string) => [['P0@cta 0,gpu 0', `bar.cta.arrive 0${quorum}`, `bar.cta.sync 0${quorum}`]]
  expect(bound(herd('', barriers(', 0, 1'), 'exists (true)'))).toBe(8)
  expect(bound(herd('', barriers(''), 'exists (true)'))).toBe(2)
  expect(bound(herd('', [['P0@cta 0,gpu 0', 'bar.arrive 0, 32', 'bar.sync 0, 32']], 'exists (true)'))).toBe(2)
})

const drawn = { runs: 40, seed: 8, least: { compared: 25 } }

randomly('no random program has more candidate executions than the bound says', drawn, async (draw) => {
  let compared = 0
  const property = fc.property(fc.oneof(programs(ptx75), herdPrograms(ptx75)), (text) => {
    const { count, most, listed } = counted(text)
    if (listed !== 'all') return
    compared++
    expect(count).toBeLessThanOrEqual(most)
  })
  return { programs: await holds(property, draw), compared }
})
