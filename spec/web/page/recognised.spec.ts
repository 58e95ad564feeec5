import { join } from 'node:path'
import { compileCommand, nameFor } from '../../../web/page/recognised.js'
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

test('CUDA C++ is compiled elsewhere', () => {
  expect(compileCommand('my.kernel.cu')).toBe('nvcc -arch=sm_90 -O3 -lineinfo -ptx my.kernel.cu')
  expect(compileCommand('a.ptx')).toBeUndefined()
})
