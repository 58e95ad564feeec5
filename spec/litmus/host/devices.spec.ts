import { readTests } from '../../../litmus/read.js'
import { formatDiagnostic } from '../../../source/diagnostic.js'
import { agreedVerdict } from '../../support.js'

/** Returns a test with a kernel that stores on one GPU and one that loads on another, whose host makes these calls. */
const allKernels = (...calls: readonly string[]): string => `.global x; .global y;
kernel put { d0.b0.t0 { st [x], 1; } }
kernel get { d1.b0.t0 { ld r0, [x]; } }
kernel see { d1.b0.t0 { ld r0, [y]; } }
host { ${calls.join(' ')} }
check (r0 == 0) as stale;`

/** Returns the test without the kernels that its host does not launch. */
const text = (...calls: readonly string[]): string =>
  allKernels(...calls)
    .split('\n')
    .filter((line) => !line.startsWith('kernel') || calls.some((call) => call.includes(`${line.split(' ')[1]}<<<`)))
    .join('\n')

describe('calls that concern one of several GPUs', () => {
  test.each([
    ['a stream waits for its own tasks', 'allowed', ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'get<<<1, 1>>>();']],
    ['a launch may name its GPU', 'allowed', ['put<<<1, 1>>>();', 'get<<<1, 1, device(1)>>>();']],
    [
      'a launch on a GPU does not change the current one',
      'forbidden',
      ['put<<<1, 1, device(0)>>>();', 'cudaDeviceSynchronize();', 'get<<<1, 1, device(1)>>>();'],
    ],
    [
      'cudaDeviceSynchronize waits for the current GPU',
      'forbidden',
      ['put<<<1, 1>>>();', 'cudaDeviceSynchronize();', 'cudaSetDevice(1);', 'get<<<1, 1>>>();'],
    ],
    [
      'cudaDeviceSynchronize waits for no other',
      'allowed',
      ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'cudaDeviceSynchronize();', 'get<<<1, 1>>>();'],
    ],
    [
      'cudaStreamSynchronize of the default stream waits for the current GPU',
      'allowed',
      ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'cudaStreamSynchronize(0);', 'get<<<1, 1>>>();'],
    ],
    [
      'a stream of another GPU can be waited for',
      'forbidden',
      ['put<<<1, 1, 0, s>>>();', 'cudaSetDevice(1);', 'cudaStreamSynchronize(s);', 'get<<<1, 1>>>();'],
    ],
    [
      'a stream waits for an event of another GPU',
      'forbidden',
      [
        'put<<<1, 1>>>();',
        'cudaEventRecord(e);',
        'cudaSetDevice(1);',
        'cudaStreamWaitEvent(t, e);',
        'get<<<1, 1, 0, t>>>();',
      ],
    ],
    [
      'so does the host',
      'forbidden',
      ['put<<<1, 1>>>();', 'cudaEventRecord(e);', 'cudaSetDevice(1);', 'cudaEventSynchronize(e);', 'get<<<1, 1>>>();'],
    ],
    [
      'the default stream of a GPU waits for its other streams',
      'forbidden',
      ['put<<<1, 1, 0, s>>>();', 'cudaMemcpyAsync(y, x);', 'cudaDeviceSynchronize();', 'see<<<1, 1, device(1)>>>();'],
    ],
    [
      'a copy between GPUs in a default stream waits for the default streams of both',
      'forbidden',
      ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'cudaMemcpyPeerAsync(y, 1, x, 0);', 'see<<<1, 1>>>();'],
    ],
    [
      'for their other streams, too',
      'forbidden',
      ['put<<<1, 1, 0, s>>>();', 'cudaSetDevice(1);', 'cudaMemcpyPeerAsync(y, 1, x, 0);', 'see<<<1, 1, 0, t>>>();'],
    ],
    [
      'and for both if neither is current',
      'forbidden',
      ['put<<<1, 1>>>();', 'cudaSetDevice(2);', 'cudaMemcpyPeerAsync(y, 1, x, 0);', 'see<<<1, 1, device(1)>>>();'],
    ],
    [
      'one that names other GPUs does not',
      'allowed',
      ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'cudaMemcpyPeerAsync(y, 1, x, 1);', 'see<<<1, 1>>>();'],
    ],
    [
      'in a stream it waits for that stream',
      'allowed',
      ['put<<<1, 1>>>();', 'cudaSetDevice(1);', 'cudaMemcpyPeerAsync(y, 1, x, 0, t);', 'see<<<1, 1, 0, t>>>();'],
    ],
    [
      'a stream is on the GPU of the first kernel in it',
      'forbidden',
      [
        'put<<<1, 1>>>();',
        'cudaDeviceSynchronize();',
        'cudaMemcpyAsync(y, x, t);',
        'cudaSetDevice(1);',
        'cudaDeviceSynchronize();',
        'see<<<1, 1, 0, u>>>();',
        'get<<<1, 1, 0, t>>>();',
      ],
      'see.d1.b0.t0:r0 == 0',
    ],
  ])('%s', async (_, verdict, calls: readonly string[], asked = 'r0 == 0') => {
    expect(await agreedVerdict(text(...calls).replace('r0 == 0', asked))).toBe(verdict)
  })
})

describe('errors about GPUs', () => {
  const errors = (...calls: readonly string[]): readonly string[] =>
    readTests({ name: 'spec', text: text(...calls) }).diagnostics.map(
      (one) =>
        formatDiagnostic(one)
          .split('\n')[0]
          ?.replace(/^spec:\d+:\d+: /, '') ?? '',
    )

  test.each([
    [
      'a launch into a stream of another GPU',
      ['put<<<1, 1, 0, s>>>();', 'cudaSetDevice(1);', 'get<<<1, 1, 0, s>>>();'],
      ['stream `s` is on GPU 0, but `get` is launched on GPU 1'],
    ],
    [
      'threads of another GPU than the launch',
      ['cudaSetDevice(1);', 'put<<<1, 1>>>();'],
      ['the threads of `put` are on GPU 0, but it is launched on GPU 1'],
    ],
    [
      'an event that streams of two GPUs record',
      ['put<<<1, 1, device(0)>>>();', 'cudaEventRecord(e);', 'cudaSetDevice(1);', 'cudaEventRecord(e);'],
      ['event `e` is of GPU 0, but this stream is on GPU 1'],
    ],
    [
      'numbers that are none',
      ['put<<<1, 1, device(-1)>>>();', 'cudaSetDevice(4096);', 'cudaMemcpyPeerAsync(y, -1, x, 0);'],
      ['`-1` is not the number of a GPU', '`4096` is not the number of a GPU', '`-1` is not the number of a GPU'],
    ],
    ['no number', ['put<<<1, 1>>>();', 'cudaSetDevice(s);'], ['expected the number of a GPU']],
    ['a domain that is none', ['put<<<1, 1, domain(-2)>>>();'], ['`-2` is not the number of a domain']],
    ['two domains', ['put<<<1, 1, domain(1), domain(2)>>>();'], ['`domain` is here a second time']],
    [
      'kernels of two GPUs without a word about which calls are about which',
      ['put<<<1, 1>>>();', 'get<<<1, 1, 0, t>>>();'],
      [
        'the kernels are on several GPUs, and this call does not say which it is about: name a stream, or call `cudaSetDevice` first',
      ],
    ],
  ])('%s', (_, calls: readonly string[], expected: readonly string[]) => {
    expect(errors(...calls)).toEqual(expect.arrayContaining([...expected]))
  })
})
