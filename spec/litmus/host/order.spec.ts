import { readTests } from '../../../litmus/read.js'
import { verdictOf } from '../../support.js'

/**
 * Returns whether one of the tasks `write` and `read` of the host's calls is sure to see what the other wrote, through
 * another mapping.
 */
const seen = async (...calls: readonly string[]): Promise<boolean> =>
  (await verdictOf(`.global x; .global y physically aliases x; .global out;
    kernel write { d0.b0.t0 { st [x], 1; } }
    kernel read { d0.b0.t0 { ld r, [y]; } }
    host { ${calls.map((call) => `${call};`).join(' ')} }
    check (r == 0) as missed;`)) === 'forbidden'

const launch = (kernel: string, stream?: string): string =>
  stream === undefined ? `${kernel}<<<1, 1>>>()` : `${kernel}<<<1, 1, 0, ${stream}>>>()`

/**
 * Each way in which the runtime orders two kernels, next to the closest one in which it does not (CUDA runtime; ISA
 * 8.9.4).
 */
describe('one kernel ends before the other starts', () => {
  test('in one stream, in the order of the launches', async () => {
    expect(await seen(launch('write', 'a'), launch('read', 'a'))).toBe(true)
    expect(await seen(launch('read', 'a'), launch('write', 'a'))).toBe(false)
    expect(await seen(launch('write', 'a'), launch('read', 'b'))).toBe(false)
  })
  test('in one stream, also with other tasks between', async () => {
    expect(await seen(launch('write', 'a'), 'cudaMemsetAsync(out, 0, a)', launch('read', 'a'))).toBe(true)
    expect(await seen(launch('write', 'a'), 'cudaMemsetAsync(out, 0, b)', launch('read', 'b'))).toBe(false)
  })
  test.each([
    ['an event that is recorded after the one and waited for before the other', 'a', 'b', true],
    ['not an event recorded in another stream', 'c', 'b', false],
    ['not an event waited for in another stream', 'a', 'c', false],
  ])('%s', async (_, recorded, waiting, expected) => {
    expect(
      await seen(
        launch('write', 'a'),
        `cudaEventRecord(e, ${recorded})`,
        `cudaStreamWaitEvent(${waiting}, e)`,
        launch('read', 'b'),
      ),
    ).toBe(expected)
  })
  test('an event means the work that was enqueued when it was recorded', async () => {
    expect(
      await seen('cudaEventRecord(e, a)', launch('write', 'a'), 'cudaStreamWaitEvent(b, e)', launch('read', 'b')),
    ).toBe(false)
  })
  test('a wait is for the last record before it, and for none if the record comes later', async () => {
    const wait = 'cudaStreamWaitEvent(b, e)'
    expect(await seen(launch('write', 'a'), wait, 'cudaEventRecord(e, a)', launch('read', 'b'))).toBe(false)
    expect(
      await seen('cudaEventRecord(e, c)', launch('write', 'a'), 'cudaEventRecord(e, a)', wait, launch('read', 'b')),
    ).toBe(true)
    expect(
      await seen(launch('write', 'a'), 'cudaEventRecord(e, a)', 'cudaEventRecord(e, c)', wait, launch('read', 'b')),
    ).toBe(false)
  })
  test('a wait holds back work that is enqueued after it, not before', async () => {
    expect(
      await seen(launch('write', 'a'), 'cudaEventRecord(e, a)', launch('read', 'b'), 'cudaStreamWaitEvent(b, e)'),
    ).toBe(false)
  })
  test('events order across several streams', async () => {
    expect(
      await seen(
        launch('write', 'a'),
        'cudaEventRecord(e, a)',
        'cudaStreamWaitEvent(b, e)',
        'cudaEventRecord(f, b)',
        'cudaStreamWaitEvent(c, f)',
        launch('read', 'c'),
      ),
    ).toBe(true)
  })
  test('the legacy default stream waits for all streams, and all for it', async () => {
    expect(await seen(launch('write', 'a'), launch('read'))).toBe(true)
    expect(await seen(launch('write'), launch('read', 'a'))).toBe(true)
    expect(await seen(launch('write', 'a'), 'cudaMemsetAsync(out, 0)', launch('read', 'b'))).toBe(true)
    expect(await seen(launch('write', 'a'), 'cudaEventRecord(e, cudaStreamLegacy)', launch('read', 'b'))).toBe(true)
    expect(await seen(launch('write', '0'), launch('read', 'a'))).toBe(true)
  })
  test.each([
    ['cudaStreamSynchronize(a)', true],
    ['cudaDeviceSynchronize()', true],
    ['cudaEventSynchronize(e)', true],
    ['cudaStreamSynchronize(b)', false],
    ['cudaEventSynchronize(early)', false],
  ])('the host waits with %s before the launch: %s', async (call, expected) => {
    const [before, after] = ['cudaEventRecord(early, a)', 'cudaEventRecord(e, a)']
    const other = 'cudaMemsetAsync(out, 0, b)'
    expect(await seen(other, before, launch('write', 'a'), after, call, launch('read', 'b'))).toBe(expected)
    expect(await seen(other, before, launch('write', 'a'), after, launch('read', 'b'), call)).toBe(false)
  })
})

const managed = (calls: string, asked: string, declared = ''): Promise<string> =>
  verdictOf(`.global x; .global y; .global z; ${declared}
    kernel k { d0.b0.t0 { ld r, [x]; st [y], 1; } }
    host { ${calls} }
    check (${asked}) as asked;`)

describe('the host', () => {
  test('has written before the tasks that it enqueues', async () => {
    expect(await managed('st [x], 1; k<<<1, 1>>>();', 'r == 0')).toBe('forbidden')
    expect(await managed('k<<<1, 1>>>(); st [x], 1;', 'r == 0')).toBe('allowed')
  })
  test('reads after the tasks that it waits for', async () => {
    expect(await managed('k<<<1, 1>>>(); cudaDeviceSynchronize(); ld s, [y];', 's == 0')).toBe('forbidden')
    expect(await managed('k<<<1, 1>>>(); ld s, [y]; cudaDeviceSynchronize();', 's == 0')).toBe('allowed')
  })
  test('does not see a kernel that it launches later', async () => {
    expect(await managed('ld s, [y]; k<<<1, 1>>>();', 's == 1')).toBe('forbidden')
    expect(await managed('k<<<1, 1>>>(); ld s, [y];', 's == 1')).toBe('allowed')
  })
  test('sees its own writes by every name', async () => {
    const own = (between: string) =>
      managed(`k<<<1, 1>>>(); st [x], 1; ${between} ld s, [x2];`, 's == 0', '.global x2 physically aliases x;')
    expect(await own('')).toBe('forbidden')
    expect(await own('cudaDeviceSynchronize();')).toBe('forbidden')
    expect(await managed('st [x], 1; ld s, [y2]; k<<<1, 1>>>();', 's == 0', '.global y2 physically aliases y;')).toBe(
      'allowed',
    )
  })
  test('speaks to a running kernel at system scope', async () => {
    const flagged = (order: string) =>
      verdictOf(`.global x; .global f;
        kernel k { d0.b0.t0 { ld.acquire.sys r0, [f]; ld r1, [x]; } }
        host { k<<<1, 1>>>(); st [x], 1; st.${order}.sys [f], 1; }
        check (r0 == 1 && r1 == 0) as stale;`)
    expect(await flagged('release')).toBe('forbidden')
    expect(await flagged('relaxed')).toBe('allowed')
  })
})

describe('transfers', () => {
  test('a copy takes the value that the source has when it runs', async () => {
    expect(await managed('st [x], 5; cudaMemcpyAsync(z, x); cudaDeviceSynchronize(); k<<<1, 1>>>();', '[z] != 5')).toBe(
      'forbidden',
    )
    expect(await managed('cudaMemcpyAsync(z, x, a); st [x], 5; k<<<1, 1>>>();', '[z] == 5')).toBe('allowed')
  })
  test('every byte is set to the lowest of the value', async () => {
    expect(await managed('cudaMemsetAsync(z, 1); k<<<1, 1>>>();', '[z] != 0x01010101')).toBe('forbidden')
    expect(await managed('cudaMemsetAsync(z, 0x1ff); k<<<1, 1>>>();', '[z] != -1')).toBe('forbidden')
  })
  test('a value that is only copied has the width of its source, over several steps', async () => {
    const wide = (last: string) =>
      verdictOf(`.global a; .global b; .global c;
        kernel k { d0.b0.t0 { st.u64 [a], 0x100000001; } }
        host { k<<<1, 1, 0, s>>>(); cudaMemcpyAsync(b, a, s); cudaMemcpyAsync(c, b, s); }
        check ([c] == ${last}) as same;`)
    expect(await wide('0x100000001')).toBe('allowed')
    expect(await wide('1')).toBe('forbidden')
  })
})

describe('a scope of one CTA', () => {
  const counted = (calls: string) => {
    const text = `.global x;
      kernel a { d0.b0.t0 { atom.add.cta r, [x], 1; } }
      kernel b { d0.b0.t0 { ld r, [x]; } }
      host { ${calls} }
      check (b.d0.b0.t0:r == 0) as missed;`
    return readTests({ name: 'spec', text }).diagnostics.map(({ message }) => message)
  }
  test.each([
    ['a kernel that is ordered by its stream', 'a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, s>>>();'],
    [
      'a kernel that waited for an event',
      'a<<<1, 1, 0, s>>>(); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e); b<<<1, 1, 0, t>>>();',
    ],
    ['a kernel before it', 'b<<<1, 1, 0, s>>>(); cudaStreamSynchronize(s); a<<<1, 1, 0, t>>>();'],
    [
      'the host, after what it waits for',
      'b<<<1, 1, 0, s>>>(); a<<<1, 1, 0, s>>>(); cudaDeviceSynchronize(); ld q, [x];',
    ],
    ['the host, before the launch', 'ld q, [x]; b<<<1, 1, 0, s>>>(); a<<<1, 1, 0, s>>>();'],
  ])('need not include %s', (_, calls) => expect(counted(calls)).toEqual([]))
  test.each([
    ['a kernel in another stream', 'a<<<1, 1, 0, s>>>(); b<<<1, 1, 0, t>>>();'],
    ['the host, while it runs', 'b<<<1, 1, 0, s>>>(); a<<<1, 1, 0, s>>>(); ld q, [x]; cudaDeviceSynchronize();'],
    ['a copy in another stream', 'b<<<1, 1, 0, s>>>(); a<<<1, 1, 0, s>>>(); cudaMemsetAsync(x, 0, t);'],
  ])('is an error where it leaves out %s', (_, calls) => {
    expect(counted(calls)).toEqual(['`.cta` scope, but no other thread of a.d0.b0 accesses `x`: use `.gpu` or `.sys`'])
  })
})

describe('kernels', () => {
  test('CTAs of two kernels are two, whatever their numbers', async () => {
    const scoped = (scope: string, position: string) =>
      verdictOf(`.global x; .global f;
        kernel a { d0.b0.t0 { st [x], 1; st.release.${scope} [f], 1; } d0.b0.t1 { ld.relaxed.gpu q, [f]; } }
        kernel b { ${position} { ld.acquire.gpu r0, [f]; ld r1, [x]; } }
        host { a<<<1, 2, 0, s>>>(); b<<<2, 1, 0, t>>>(); }
        check (r0 == 1 && r1 == 0) as stale;`)
    expect(await scoped('cta', 'd0.b0.t0')).toBe('allowed')
    expect(await scoped('gpu', 'd0.b0.t0')).toBe('forbidden')
    expect(await scoped('gpu', 'd0.b1.t0')).toBe('forbidden')
  })
  test('reach distributed shared memory without their own name', async () => {
    const text = (owner: string) => `.shared s;
      kernel k {
        d0.c0.b0.t0 { st.weak.shared::cluster [${owner}:s], 1; barrier.cluster.arrive; barrier.cluster.wait; }
        d0.c0.b1.t0 { barrier.cluster.arrive; barrier.cluster.wait; ld.weak r, [s]; }
      }
      host { k<<<2, 1>>>(); }
      check (r == 0) as stale;`
    expect(await verdictOf(text('d0.c0.b1'))).toBe('forbidden')
    expect(await verdictOf(text('k.d0.c0.b1'))).toBe('forbidden')
  })
  test('shared memory is of one grid', async () => {
    expect(
      await verdictOf(`.shared x;
        kernel a { d0.b0.t0 { st.shared [x], 1; } }
        kernel b { d0.b0.t0 { ld.shared r, [x]; } }
        host { a<<<1, 1>>>(); b<<<1, 1>>>(); }
        check (r == 1) as left;`),
    ).toBe('forbidden')
  })
})
