import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { only } from '../../../../fuzz/programs.js'
import { bruteVerdicts, hangText, solver } from '../../../support.js'

/** Returns the verdict of z3, which must be that of brute force, and whether the test may hang. */
async function said(kernels: Readonly<Record<string, string>>, host: string, asked: string): Promise<string> {
  const texts = Object.entries(kernels).map(([name, text]) => `kernel ${name} { d0.b0.t0 { ${text} } }`)
  const program = only(
    ['.global x; .global f; .global g;', ...texts, `host { ${host} }`, `check (${asked}) as q;`].join('\n'),
  )
  const [answer] = decide(program, await solver(), { model: defaultModel }).answers
  const [brute] = bruteVerdicts(program, defaultModel, 20_000)
  const kind = answer?.verdict.kind
  expect(brute).toBe(kind)
  return `${kind}, ${hangText(answer?.liveness)}`
}

const launch = (kernel: string, stream = 's'): string => `${kernel}<<<1, 1, 0, ${stream}>>>();`
const storing = { k: 'st [x], 1;' }

describe('a query of the host', () => {
  test.each([
    ['synchronises if the stream has completed', 'r0 = cudaStreamQuery(s); ld r1, [x];', 'r0 == 0 && r1 == 0', false],
    ['may say so', 'r0 = cudaStreamQuery(s); ld r1, [x];', 'r0 == cudaSuccess', true],
    ['may say that it has not', 'r0 = cudaStreamQuery(s); ld r1, [x];', 'r0 == 600 && r1 == 0', true],
    ['says so although it is not seen', 'r0 = cudaStreamQuery(s); ld r1, [x];', 'r0 == 600 && r1 == 1', true],
    ['returns nothing else', 'r0 = cudaStreamQuery(s);', 'r0 != cudaSuccess && r0 != cudaErrorNotReady', false],
    ['orders nothing before it', 'ld r1, [x]; r0 = cudaStreamQuery(s);', 'r0 == 0 && r1 == 0', true],
    [
      'of an event synchronises',
      'cudaEventRecord(e, s); r0 = cudaEventQuery(e); ld r1, [x];',
      'r0 == 0 && r1 == 0',
      false,
    ],
    ['of an event that marks nothing yet succeeds', 'r0 = cudaEventQuery(e); cudaEventRecord(e, s);', 'r0 != 0', false],
    ['of an empty stream succeeds', 'r0 = cudaStreamQuery(0);', 'r0 != 0', false],
    ['does not deny what a wait has shown', 'cudaStreamSynchronize(s); r0 = cudaStreamQuery(s);', 'r0 != 0', false],
    [
      'does not deny what another query has said',
      'r0 = cudaStreamQuery(s); r1 = cudaStreamQuery(s);',
      'r0 == 0 && r1 != 0',
      false,
    ],
    [
      'may say later that it has completed',
      'r0 = cudaStreamQuery(s); r1 = cudaStreamQuery(s);',
      'r0 != 0 && r1 == 0',
      true,
    ],
    [
      'does not deny it of an event before that',
      'cudaEventRecord(e, s); cudaStreamSynchronize(s); r0 = cudaEventQuery(e);',
      'r0 != 0',
      false,
    ],
  ])('%s', async (_, calls, asked, allowed) => {
    expect(await said(storing, `${launch('k')} ${calls}`, asked)).toBe(`${allowed ? 'allowed' : 'forbidden'}, ends`)
  })
  test('of a stream says nothing about another', async () => {
    const calls = `${launch('k')} cudaMemsetAsync(f, 0, t); r0 = cudaStreamQuery(t); ld r1, [x];`
    expect(await said(storing, calls, 'r0 == 0 && r1 == 0')).toBe('allowed, ends')
  })
  test('never says that a kernel that does not end has completed', async () => {
    const waiting = { k: 'W: ld.acquire.sys r, [f]; bne r, 1, W;' }
    const host = `${launch('k')} r0 = cudaStreamQuery(s); beq r0, 0, E; st.release.sys [f], 1; E:`
    expect(await said(waiting, host, 'r0 == 0')).toBe('forbidden, ends')
  })
})

describe('a host that loops', () => {
  test('on a query sees the work, and ends', async () => {
    const host = `${launch('k')} L: r0 = cudaStreamQuery(s); bne r0, 0, L; ld r1, [x];`
    expect(await said(storing, host, 'r1 == 0')).toBe('forbidden, ends')
    expect(await said(storing, host.replace('bne', 'beq'), 'r1 == 0')).toBe('allowed, can hang')
  })
  test('on a query of a kernel that waits for it hangs', async () => {
    const waiting = { k: 'W: ld.acquire.sys r, [f]; bne r, 1, W;' }
    const host = `${launch('k')} L: r0 = cudaStreamQuery(s); bne r0, 0, L; st.release.sys [f], 1;`
    expect(await said(waiting, host, 'r0 == 0')).toBe('forbidden, hangs')
    const first = `${launch('k')} st.release.sys [f], 1; L: r0 = cudaStreamQuery(s); bne r0, 0, L;`
    expect(await said(waiting, first, 'r0 == 0')).toBe('allowed, ends')
  })
  test('on two queries does not repeat an answer that has changed', async () => {
    const both = { k: 'st [x], 1;', l: 'W: ld.acquire.sys r, [f]; bne r, 1, W;' }
    const host = (until: string): string =>
      `${launch('k')} ${launch('l', 't')} L: r0 = cudaStreamQuery(s); r1 = cudaStreamQuery(t); ${until} st.release.sys [f], 1;`
    expect(await said(both, host('bne r0, 0, L;'), 'r0 == 0')).toBe('allowed, ends')
    expect(await said(both, host('add r2, r0, r1; bne r2, 0, L;'), 'r0 == 0')).toBe('forbidden, hangs')
  })
  test('on what a kernel writes is a thread that waits', async () => {
    const kernels = { k: 'st [x], 1; st.release.sys [f], 1; W: ld.acquire.sys r, [g]; bne r, 1, W;' }
    const host = `${launch('k')} L: ld.acquire.sys r0, [f]; bne r0, 1, L; ld r1, [x]; st.release.sys [g], 1; cudaStreamSynchronize(s);`
    expect(await said(kernels, host, 'r1 == 0')).toBe('forbidden, ends')
    expect(await said(kernels, host.replaceAll('acquire', 'relaxed'), 'r1 == 0')).toBe('allowed, ends')
  })
  test('enqueues what comes after the loop only once it has left it', async () => {
    const kernels = { k: 'st.release.sys [f], 1;', l: 'ld r2, [x];' }
    const host = `${launch('k')} L: ld.acquire.sys r0, [f]; bne r0, 1, L; st [x], 1; ${launch('l', 't')}`
    expect(await said(kernels, host, 'r2 == 0')).toBe('forbidden, ends')
    const never = `L: ld.acquire.sys r0, [f]; bne r0, 1, L; st [x], 1; ${launch('k')} ${launch('l', 't')}`
    expect(await said(kernels, never, 'r2 == 0')).toBe('forbidden, hangs')
    expect(await said(kernels, `L: goto L; ${launch('k')} ${launch('l', 't')}`, 'r2 == 0')).toBe('forbidden, hangs')
  })
  test('waits for tasks in each round', async () => {
    const host = `${launch('k')} L: cudaStreamSynchronize(s); ld r1, [x]; bne r1, 1, L;`
    expect(await said(storing, host, 'r1 == 0')).toBe('forbidden, ends')
  })
})

test('a wait that a branch skips orders nothing', async () => {
  const host = (value: number): string =>
    `${launch('k')} ld r0, [f]; beq r0, ${value}, E; cudaStreamSynchronize(s); E: ld r1, [x];`
  expect(await said(storing, host(0), 'r1 == 0')).toBe('allowed, ends')
  expect(await said(storing, host(1), 'r1 == 0')).toBe('forbidden, ends')
  const waiting = { k: 'W: ld.acquire.sys r, [g]; bne r, 1, W;' }
  expect(await said(waiting, `${host(0)} st.release.sys [g], 1;`, 'r1 == 0')).toBe('allowed, ends')
  expect(await said(waiting, `${host(1)} st.release.sys [g], 1;`, 'r1 == 0')).toBe('forbidden, hangs')
})
