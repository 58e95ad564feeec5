import { insteadOf } from '../../../litmus/instructions/cuda.js'
import { herd, testIn } from '../../support.js'

const names = [
  ...['__threadfence', '__threadfence_block', '__threadfence_system', '__ldg', '__syncthreads'],
  ...['Add', 'Sub', 'Exch', 'Min', 'Max', 'Inc', 'Dec', 'CAS', 'And', 'Or', 'Xor'].flatMap((operation) =>
    ['', '_block', '_system'].map((scope) => `atomic${operation}${scope}`),
  ),
]

test.each(names)('what is to be written in place of %s can be read', (name) => {
  const instruction = (format: 'herd' | 'nvlitmus'): string =>
    (/`(.*)`/.exec(insteadOf(name, format) ?? '')?.[1] ?? 'nothing').replace(/value|expected|new/g, '1')
  expect(testIn(herd('x = 0;', [['P0@cta 0,gpu 0', instruction('herd')]], 'exists (true)')).threads).toHaveLength(1)
  if (name === '__syncthreads') return
  const nvlitmus = `.global x; d0.b0.t0 { ${instruction('nvlitmus')}; } check (0 == 0) as q;`
  expect(testIn(nvlitmus).threads).toHaveLength(1)
})

test('a function that is not known, or does more than one instruction, has none', () => {
  expect(insteadOf('printf', 'herd')).toBeUndefined()
  expect(insteadOf('atomicFoo', 'herd')).toBeUndefined()
})
