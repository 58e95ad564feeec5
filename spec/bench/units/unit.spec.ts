import { join } from 'node:path'
import { unitsIn, unitsOf } from '../../../bench/units/unit.js'
import { filesBelow, root } from '../../support.js'

test('each of the first lines that names a compiler is a way to compile the source', () => {
  const text = '// nvcc -arch=sm_90 -O3\n// nvrtc -G\n// A remark.\n// nvcc -G\n'
  expect(unitsOf('a-b.cu', text)).toEqual([
    { name: 'a-b', source: 'a-b.cu', compiler: 'nvcc', flags: ['-arch=sm_90', '-O3'] },
    { name: 'a-b 2', source: 'a-b.cu', compiler: 'nvrtc', flags: ['-G'] },
  ])
  expect(unitsOf('a.py', '# triton sm_90 k')[0]).toMatchObject({ compiler: 'triton', flags: ['sm_90', 'k'] })
  expect(unitsOf('a.ll', '; llc -O3')[0]).toMatchObject({ compiler: 'llc', flags: ['-O3'] })
})

test('a source that does not say how to compile it is an error', () => {
  expect(() => unitsOf('a.cu', '// toString\n')).toThrow('the first line of a.cu does not say how to compile it')
})

test('there are at least 30 units, of all compilers, and their names differ', () => {
  const sources = join(root, 'bench/units/sources')
  const units = unitsIn(sources)
  expect(units.length).toBeGreaterThanOrEqual(30)
  expect([...new Set(units.map(({ compiler }) => compiler))].toSorted()).toEqual(['llc', 'nvcc', 'nvrtc', 'triton'])
  expect(new Set(units.map(({ name }) => name)).size).toBe(units.length)
  expect([...new Set(units.map(({ source }) => source))]).toEqual(filesBelow(sources, '').toSorted())
})
