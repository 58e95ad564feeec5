import { join } from 'node:path'
import { compileCommand, firstChange, nameFor, replacedBy } from '../../../web/page/recognised.js'
import { filesBelow, root, textOf } from '../../support.js'

const examples = join(root, 'examples')

test.each(['.test', '.litmus', '.ptx', '.cu'])('every example is recognised as what it is: %s', (ending) => {
  const files = filesBelow(examples, ending)
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const text = textOf(examples, file)
    // A source that only includes another has no code of its own.
    expect([file, nameFor(`x${ending}`, text)]).toEqual([file, `x${ending}`])
    if (ending !== '.cu' || /__global__/.test(text)) expect([file, nameFor('x', text)]).toEqual([file, `x${ending}`])
  }
})

test('a text that does not tell keeps its name', () => {
  for (const text of ['', '// nothing', 'st [x], 1;']) expect(nameFor('a.ptx', text)).toBe('a.ptx')
})

describe('a text that the user puts in place of another', () => {
  const kernel = (name: string): string =>
    `.version 8.0\n.target sm_90\n.visible .entry ${name}(.param .u64 p) { ret; }`
  const before = { name: 'my.ptx', text: kernel('spin'), launch: 'spin<<<2, 1>>>(p: u32)', claim: 'p == 0' }

  test('keeps the name, the launch and the claim if it has a kernel of the same name', () => {
    const { text: _, ...same } = before
    expect(replacedBy(before, `// compiled again\n${kernel('spin')}`)).toEqual(same)
  })

  test('else it has a name of its own, and no launch and claim', () => {
    expect(replacedBy(before, kernel('add'))).toEqual({ name: 'add.ptx', launch: '', claim: '' })
    expect(replacedBy(before, '__global__ void sum(int *p) { *p = 1; }').name).toBe('sum.cu')
    expect(replacedBy(before, '.global x;').name).toBe('pasted.test')
    expect(replacedBy({ ...before, text: '.global x;', name: 'classic/MP.test' }, '.global y;').name).toBe(
      'pasted.test',
    )
  })

  test('CUDA C++ and the PTX that it was compiled to are of one kernel', () => {
    const source = 'extern "C" __global__ void __launch_bounds__(32) spin(int *p) { *p = 1; }'
    expect(replacedBy({ ...before, name: 'my.cu', text: source }, kernel('spin')).name).toBe('my.ptx')
    expect(replacedBy({ ...before, name: 'my.cu', text: source }, kernel('_Z4spinPi')).name).toBe('my.ptx')
  })
})

test('the first line that a change of a text changes', () => {
  expect(firstChange('a\nb\nc', 'a\nx\nc')).toBe(2)
  expect(firstChange('a\nb', 'a\nb\nc')).toBe(3)
  expect(firstChange('a', 'a')).toBe(1)
})

test('CUDA C++ is compiled elsewhere', () => {
  expect(compileCommand('my.kernel.cu')).toBe('nvcc -arch=sm_90 -O3 -lineinfo -ptx my.kernel.cu')
  expect(compileCommand('a.ptx')).toBeUndefined()
})
