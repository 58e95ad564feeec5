import { insteadOf } from '../../../litmus/instructions/cuda.js'
import { herd, testIn } from '../../support.js'

const names = [
  ...['__threadfence', '__threadfence_block', '__threadfence_system', '__ldg', '__syncthreads'],
  ...['Add', 'Sub', 'Exch', 'Min', 'Max', 'Inc', 'Dec', 'CAS', 'And', 'Or', 'Xor'].flatMap((operation) =>
    ['', '_block', '_system'].map((scope) => `atomic${operation}${scope}`),
  ),
]

test.each(names)('how %s is called can be read', (name) => {
  const call = (/`(.*)`/.exec(insteadOf(name) ?? '')?.[1] ?? 'nothing').replace(/value|expected|new/g, '1')
  expect(testIn(herd('x = 0;', [['P0@cta 0,gpu 0', call]], 'exists (true)')).threads).toHaveLength(1)
  expect(testIn(`.global x; d0.b0.t0 { ${call}; } check (0 == 0) as q;`).threads).toHaveLength(1)
})

test('a function that is not known, or does more than one instruction, has none', () => {
  expect(insteadOf('printf')).toBeUndefined()
  expect(insteadOf('atomicFoo')).toBeUndefined()
})
