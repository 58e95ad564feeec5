import { threadRanges } from '../../witness/thread-ranges.js'

test('threads of a CTA whose numbers follow each other are a range', () => {
  const names = ['k.d0.b0.t1', 'k.d0.b0.t2', 'k.d0.b0.t3', 'k.d0.b1.t4', 'k.d0.b1.t6', 'P0', 'k.d0.b2.t7']
  expect(threadRanges(names)).toEqual(['k.d0.b0.t1 to t3', 'k.d0.b1.t4', 'k.d0.b1.t6', 'k.d0.b2.t7', 'P0'])
})
