import { readTests } from '../../../litmus/read.js'

/** Returns the errors of a test whose host makes a call. */
const errorsOf = (call: string): readonly string[] =>
  readTests({
    name: 'spec',
    text: `.global x; kernel a { d0.b0.t0 { st [x], 1; } } host { ${call} } check (true) as q;`,
  }).diagnostics.map(({ message }) => message)

describe('a call that is refused says what to write instead', () => {
  test.each(['cudaLaunchKernelEx', 'cudaLaunchKernelExC', 'cuLaunchKernelEx', 'cudaLaunchKernel'])('%s', (name) =>
    expect(errorsOf(`${name}(config, a);`)).toEqual([
      `\`${name}\` is refused: write the launch as \`kernel<<<grid, block, bytes, stream>>>(arguments)\`, with its attributes after them: \`programmatic\` for cudaLaunchAttributeProgrammaticStreamSerialization, \`cooperative\`, \`cluster(2)\`, \`domain(1)\``,
    ]),
  )
  test.each(['cudaGraphLaunch', 'cudaGraphAddKernelNode', 'cudaGraphInstantiate'])('%s', (name) =>
    expect(errorsOf(`${name}(graph, s);`).join()).toMatch(
      /is refused: write the nodes of the graph as tasks of a stream.*`cudaEventRecord` and `cudaStreamWaitEvent` for its edges/,
    ),
  )
  test('cudaStreamBeginCapture', () =>
    expect(errorsOf('cudaStreamBeginCapture(s);').join()).toMatch(/is refused: a captured stream is a graph/))
})
