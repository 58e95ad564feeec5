import { agreedVerdict } from '../../../support.js'

/**
 * Returns a test of message passing between two kernels in separate streams, with fences of one scope and the flag at
 * another.
 */
const passing = (fence: string, flag: string, [one, other]: readonly [string, string], gpu = 0): string =>
  `.global x; .global y;
kernel put { d0.b0.t0 { st [x], 1; fence.acq_rel.${fence}; st.relaxed.${flag} [y], 1; } }
kernel get { d${gpu}.b0.t0 { ld.relaxed.${flag} r0, [y]; fence.acq_rel.${fence}; ld r1, [x]; } }
host { put<<<1, 1, 0, s${one}>>>(); get<<<1, 1, 0, t${other}>>>(); }
check (r0 == 1 && r1 == 0) as stale;`

describe('the scope of the GPU', () => {
  test.each([
    ['includes the GPU', 'gpu', 'gpu', ['', ''], 0, 'forbidden'],
    ['includes no other GPU', 'gpu', 'gpu', [', device(0)', ', device(1)'], 1, 'allowed'],
    ['includes its domain', 'gpu', 'gpu', [', domain(1)', ', domain(1)'], 0, 'forbidden'],
    ['includes no other domain', 'gpu', 'gpu', ['', ', domain(1)'], 0, 'allowed'],
    ['is too narrow for a flag between domains', 'sys', 'gpu', ['', ', domain(1)'], 0, 'allowed'],
    ['is too narrow for a fence between domains', 'gpu', 'sys', [', domain(1)', ''], 0, 'allowed'],
    ['is that of domain 0 without a word', 'gpu', 'gpu', ['', ', domain(0)'], 0, 'forbidden'],
  ] as const)('%s', async (_, fence, flag, launches, gpu, expected) => {
    expect(await agreedVerdict(passing(fence, flag, launches, gpu))).toBe(expected)
  })
  test('leaves out what the scope of the system includes', async () => {
    expect(await agreedVerdict(passing('sys', 'sys', [', device(0)', ', device(1)'], 1))).toBe('forbidden')
    expect(await agreedVerdict(passing('sys', 'sys', ['', ', domain(1)']))).toBe('forbidden')
  })
})
