import { smallerText } from '../../repair/advice.js'
import { testIn } from '../support.js'

/** A kernel of so many blocks of so many threads. */
const launched = (blocks: number, threads: number) => {
  const each = Array.from({ length: blocks * threads }, (_, i) => `d0.b${Math.floor(i / threads)}.t${i % threads} {}`)
  return testIn(
    `.global x; kernel k { ${each.join(' ')} } host { k<<<${blocks}, ${threads}>>>(); } check (x == 0) as q;`,
  )
}

test('a large launch may be made smaller, in the ways that it can', () => {
  expect(smallerText(launched(1, 33))).toBe(
    'The test is large, with 33 threads: launch fewer threads, or only the lanes in question: `lanes 0..1, 31` after the number of threads has neighbours and both ends of a warp.',
  )
  expect(smallerText(launched(20, 1))).toBe('The test is large, with 20 threads: launch fewer blocks or threads.')
  const some = { ...launched(1, 17), partial: [{ kernel: 'k', lanes: 'lane 0', simulated: 17, threads: 544 }] }
  expect(smallerText(some)).toBe('The test is large, with 17 threads: launch fewer threads.')
})

test('no advice for a few threads, and for those that no kernel launches', () => {
  expect(smallerText(launched(2, 8))).toBeUndefined()
  const threads = Array.from({ length: 20 }, (_, i) => `d0.b${i}.t0 { st.relaxed.gpu [x], 1; }`)
  expect(smallerText(testIn(`.global x; ${threads.join(' ')} check (x == 1) as q;`))).toBeUndefined()
})
