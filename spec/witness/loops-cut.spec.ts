import { loopsCutText } from '../../witness/loops-cut.js'

test('a loop of several threads is one entry', () => {
  expect(loopsCutText(['k.t0 L, a.cu:4', 'k.t0 M, a.cu:5', 'k.t1 L, a.cu:4', 'k.t2 L, a.cu:4'])).toBe(
    'k.t0, k.t1, k.t2 L, a.cu:4; k.t0 M, a.cu:5',
  )
})

test('a run of threads is a range', () => {
  expect(loopsCutText([0, 1, 2, 3].map((i) => `P${i} L, a.test:4:2`))).toBe('P0 to P3 L, a.test:4:2')
})
