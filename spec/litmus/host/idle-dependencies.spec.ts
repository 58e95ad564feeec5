import { readTests } from '../../../litmus/read.js'

const [trigger, wait] = ['griddepcontrol.launch_dependents;', 'griddepcontrol.wait;']

/** Returns the notes on a test in which a kernel that triggers comes before one that waits. */
function remarks(...calls: readonly string[]): readonly string[] {
  const text = `.global x; kernel a { d0.b0.t0 { st [x], 1; ${trigger} } } kernel b { d0.b0.t0 { ${wait} ld r, [x]; } }
    host { ${calls.join(' ')} } check (true) as q;`
  const read = readTests({ name: 'spec', text })
  expect(read.diagnostics).toEqual([])
  return read.remarks.map(({ message }) => message)
}

describe('a note on programmatic dependent launch without effect', () => {
  test('is not given on two kernels if the second is launched so', () => {
    expect(remarks('a<<<1, 1>>>();', 'b<<<1, 1, programmatic>>>();')).toEqual([])
    expect(remarks('a<<<1, 1, 0, s>>>();', 'b<<<1, 1, 0, s, programmatic>>>();')).toEqual([])
  })
  test('is given for each kernel that is launched plainly', () => {
    expect(remarks('a<<<1, 1, 0, s>>>();', 'b<<<1, 1, 0, s>>>();')).toEqual([
      'no kernel after `a` in s is launched with `programmatic`: its `griddepcontrol.launch_dependents` does nothing',
      '`b` is launched without `programmatic`: its `griddepcontrol.wait` does nothing, and it starts when what is before it has ended; if the program launches it by `cudaLaunchKernelEx` with `cudaLaunchAttributeProgrammaticStreamSerialization`, write `programmatic` after the sizes and the stream',
    ])
  })
  test('is given on a launch with no kernel before it', () => {
    const [trigger, ...others] = remarks(
      'a<<<1, 1, 0, s>>>();',
      'cudaMemsetAsync(x, 0, s);',
      'b<<<1, 1, 0, s, programmatic>>>();',
    )
    expect(trigger).toMatch('`griddepcontrol.launch_dependents` does nothing')
    expect(others).toEqual([
      'no kernel is directly before `b` in s: `programmatic` has no effect',
      '`griddepcontrol.wait` does nothing in `b`',
    ])
  })
  test('is given on a stream whose name is nearly a word of launches', () => {
    expect(remarks('a<<<1, 1, 0, s>>>();', 'b<<<1, 1, 0, programatic>>>();')[1]).toBe(
      '`programatic` is the name of a stream here; did you mean `programmatic`?',
    )
  })
  test('is given once in a test without a host', () => {
    const { remarks } = readTests({
      name: 'spec',
      text: `.global x; d0.b0.t0 { ${wait} ld r, [x]; ${trigger} } check (true) as q;`,
    })
    expect(remarks.map(({ message }) => message)).toEqual([
      'there is no host that launches kernels, one after the other: `griddepcontrol` does nothing',
    ])
  })
})
