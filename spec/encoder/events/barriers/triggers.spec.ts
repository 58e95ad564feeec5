import { defaultModel } from '../../../../axioms/models.js'
import { decide } from '../../../../encoder/decide/decide.js'
import { only } from '../../../../fuzz/programs.js'
import { bruteVerdicts, hangText, solver } from '../../../support.js'

/** Kernels by their names, each with the instructions of its threads. */
type Kernels = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the verdict of z3, which must be that of brute force, and whether an execution may hang. */
async function said(kernels: Kernels, calls: readonly string[], asked: string, declared = ''): Promise<string> {
  const texts = Object.entries(kernels).map(
    ([name, threads]) =>
      `kernel ${name} { ${Object.entries(threads)
        .map(([thread, text]) => `d0.${thread} { ${text} }`)
        .join('\n')} }`,
  )
  const program = only(
    [
      '.global x; .global y; .global f;',
      declared,
      ...texts,
      `host { ${calls.join(' ')} }`,
      `check (${asked}) as q;`,
    ].join('\n'),
  )
  const [answer] = decide(program, await solver(), { model: defaultModel }).answers
  const [brute] = bruteVerdicts(program, defaultModel, 20_000)
  const kind = answer?.verdict.kind
  expect(brute).toBe(kind)
  return `${kind}, ${hangText(answer?.liveness)}`
}

const plain = (kernel: string, grid = 1, block = 1): string => `${kernel}<<<${grid}, ${block}, 0, s>>>();`
const dependent = (kernel: string, block = 1): string => `${kernel}<<<1, ${block}, 0, s, programmatic>>>();`

const trigger = 'griddepcontrol.launch_dependents;'
const wait = 'griddepcontrol.wait;'
const fence = 'fence.acq_rel.gpu;'
const loads = 'ld r, [x];'

/** Returns the verdict on an old value of `x` that a dependent kernel loads after the first kernel has stored to it. */
const stale = async (primary: string, second: string, declared = ''): Promise<string> =>
  (
    await said({ a: { 'b0.t0': primary }, b: { 'b0.t0': second } }, [plain('a'), dependent('b')], 'r == 0', declared)
  ).replace(', ends', '')

describe('a dependent kernel', () => {
  test.each([
    ['sees nothing of a kernel that triggers it', `st [x], 1; ${trigger}`, loads, 'allowed'],
    ['sees nothing of one that ends without a trigger', 'st [x], 1;', loads, 'allowed'],
    ['sees what a fence releases before the trigger', `st [x], 1; ${fence} ${trigger}`, loads, 'forbidden'],
    ['sees what a release fence of the system releases', `st [x], 1; fence.sc.sys; ${trigger}`, loads, 'forbidden'],
    ['is not in the scope of a fence of a CTA', `st [x], 1; fence.acq_rel.cta; ${trigger}`, loads, 'allowed'],
    ['sees nothing of what comes after the fence', `${fence} st [x], 1; ${trigger}`, loads, 'allowed'],
    ['sees nothing that is released after the trigger', `${trigger} st [x], 1; ${fence}`, loads, 'allowed'],
    ['sees nothing by a second trigger', `st [x], 1; ${trigger} ${fence} ${trigger}`, loads, 'allowed'],
    ['sees nothing by a fence without a trigger', `st [x], 1; ${fence}`, loads, 'allowed'],
    ['sees all after it has waited', `st [x], 1; ${trigger}`, `${wait} ${loads}`, 'forbidden'],
    ['sees what comes after the trigger when it has waited', `${trigger} st [x], 1;`, `${wait} ${loads}`, 'forbidden'],
    ['sees nothing when it waits too late', `st [x], 1; ${trigger}`, `${loads} ${wait}`, 'allowed'],
  ])('%s', async (_, primary, second, expected) => {
    expect(await stale(primary, second)).toBe(expected)
  })
  test('sees nothing by the read-only path unless it waits', async () => {
    const through = 'ld.global.nc r, [x];'
    expect(await stale(`st [x], 1; ${fence} ${trigger}`, through)).toBe('allowed')
    expect(await stale(`st [x], 1; ${trigger}`, `${wait} ${through}`)).toBe('forbidden')
  })
  test('that waits issues bulk copies without a fence, but a changed tensor map needs one', async () => {
    const declared = `.global .u32 u = 3; .global .u32 v = 3; .shared .u32 tile;
      .global .tensormap map = tensor(u, {1}, {1});`
    const copies = `cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [tile];
      cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`
    const reaches = async (primary: string, second: string, asked: string, launch = dependent('b')) =>
      said({ a: { 'b0.t0': primary }, b: { 'b0.t0': second } }, [plain('a'), launch], asked, declared)
    const stores = 'st.global.u32 [u], 1;'
    expect(await reaches(stores, `${wait} ${copies}`, '[u] == 1')).toBe('forbidden, ends')
    expect(await reaches(`${fence} ${trigger} ${stores}`, copies, '[u] == 1')).toBe('allowed, ends')
    const changes = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], v;'
    const [release, acquire] = ['release', 'acquire'].map((kind) => `fence.proxy.tensormap::generic.${kind}.gpu`)
    expect(await reaches(changes, `${wait} ${copies}`, '[u] == 0')).toBe('allowed, ends')
    expect(await reaches(changes, copies, '[u] == 0', plain('b'))).toBe('allowed, ends')
    const fences = await reaches(`${changes} ${release};`, `${wait} ${acquire} [map], 128; ${copies}`, '[u] == 0')
    expect(fences).toBe('forbidden, ends')
  })
  test('writes while the kernel before it reads, unless it waits', async () => {
    const writes = (second: string) =>
      said({ a: { 'b0.t0': `${loads}` }, b: { 'b0.t0': second } }, [plain('a'), dependent('b')], 'r == 1')
    expect(await writes('st [x], 1;')).toBe('allowed, ends')
    expect(await writes(`${wait} st [x], 1;`)).toBe('forbidden, ends')
  })
  test('has waited in one thread only; others synchronise with that one', async () => {
    const by = (between: string) =>
      said(
        { a: { 'b0.t0': 'st [x], 1;' }, b: { 'b0.t0': `${wait} ${between}`, 'b0.t1': `${between} ${loads}` } },
        [plain('a'), dependent('b', 2)],
        'r == 0',
      )
    expect(await by('')).toBe('allowed, ends')
    expect(await by('bar.sync 0;')).toBe('forbidden, ends')
  })
  test('starts after the kernel before it has started, and so after everything before that', async () => {
    const kernels = { a: { 'b0.t0': 'st [y], 1;' }, b: { 'b0.t0': loads } }
    expect(await said(kernels, ['cudaMemsetAsync(x, 1, s);', plain('a'), dependent('b')], 'r == 0')).toBe(
      'forbidden, ends',
    )
  })
})

describe('a stream', () => {
  const three = (middle: string, ...launches: readonly string[]) =>
    said(
      {
        a: { 'b0.t0': `st [x], 1; ${trigger}` },
        b: { 'b0.t0': `${middle} ${trigger}` },
        c: { 'b0.t0': `${wait} ${loads}` },
      },
      [plain('a'), ...launches],
      'r == 0',
    )
  test('a wait is for the kernel directly before, and for others only if that kernel has waited', async () => {
    expect(await three('', dependent('b'), dependent('c'))).toBe('allowed, ends')
    expect(await three(wait, dependent('b'), dependent('c'))).toBe('forbidden, ends')
    expect(await three('', plain('b'), dependent('c'))).toBe('forbidden, ends')
  })
  test('a plain launch waits for everything before it', async () => {
    expect(await three('', dependent('b'), plain('c'))).toBe('forbidden, ends')
    const host = (call: string) =>
      said(
        { a: { 'b0.t0': 'st [x], 1;' }, b: { 'b0.t0': 'st [y], 1;' } },
        [plain('a'), dependent('b'), call, 'ld r, [x];'],
        'host:r == 0',
      )
    expect(await host('')).toBe('allowed, ends')
    expect(await host('cudaStreamSynchronize(s);')).toBe('forbidden, ends')
    expect(await host('cudaDeviceSynchronize();')).toBe('forbidden, ends')
    expect(await host('cudaEventRecord(e, s); cudaEventSynchronize(e);')).toBe('forbidden, ends')
  })
  test('a kernel depends on the kernel directly before it in its stream, not on another task', async () => {
    const kernels = { a: { 'b0.t0': 'st [x], 1;' }, b: { 'b0.t0': loads } }
    expect(await said(kernels, [plain('a'), 'cudaMemsetAsync(y, 0, s);', dependent('b')], 'r == 0')).toBe(
      'forbidden, ends',
    )
    expect(await said(kernels, [plain('a'), 'cudaMemsetAsync(x, 2, s);', dependent('b')], 'r < 2')).toBe(
      'forbidden, ends',
    )
    expect(await said(kernels, ['a<<<1, 1>>>();', 'b<<<1, 1, programmatic>>>();'], 'r == 0')).toBe('allowed, ends')
    expect(await said(kernels, ['a<<<1, 1>>>();', dependent('b')], 'r == 0')).toBe('forbidden, ends')
  })
  test('launched plainly, both instructions do nothing', async () => {
    const kernels = { a: { 'b0.t0': `${trigger} st [x], 1;` }, b: { 'b0.t0': `${loads} ${wait}` } }
    expect(await said(kernels, [plain('a'), plain('b')], 'r == 0')).toBe('forbidden, ends')
  })
})

describe('a kernel in another memory synchronisation domain', () => {
  const inDomains = (primary: string, second: string, [one, other]: readonly [number, number]) =>
    said(
      { a: { 'b0.t0': primary }, b: { 'b0.t0': second } },
      [`a<<<1, 1, 0, s, domain(${one})>>>();`, `b<<<1, 1, 0, s, programmatic, domain(${other})>>>();`],
      'r == 0',
    )
  test.each([
    ['sees nothing of a release of the GPU', fence, loads, [0, 1], 'allowed'],
    ['sees what a release of the system releases', 'fence.release.sys;', loads, [0, 1], 'forbidden'],
    ['sees nothing of a release of the GPU from a domain with a number', 'fence.sc.gpu;', loads, [1, 0], 'allowed'],
    ['sees all after it has waited', fence, `${wait} ${loads}`, [0, 1], 'forbidden'],
    ['is not there if both are in one', fence, loads, [2, 2], 'forbidden'],
  ] as const)('%s', async (_, release, second, domains, expected) => {
    expect(await inDomains(`st [x], 1; ${release} ${trigger}`, second, domains)).toBe(`${expected}, ends`)
  })
})

describe('the first trigger of a CTA', () => {
  const released = `st [x], 1; ${fence}`
  const of = (one: string, other: string) =>
    said({ a: { 'b0.t0': one, 'b0.t1': other }, b: { 'b0.t0': loads } }, [plain('a', 1, 2), dependent('b')], 'r == 0')
  test.each([
    ['is that of any thread', `${released} ${trigger}`, trigger, 'allowed'],
    ['is the only one', `${released} ${trigger}`, '', 'forbidden'],
    ['carries what a barrier brings', `st [x], 1; bar.sync 0;`, `bar.sync 0; ${fence} ${trigger}`, 'forbidden'],
    ['carries nothing that no barrier brings', `st [x], 1;`, `${fence} ${trigger}`, 'allowed'],
    ['does not come after another', `${released} ${trigger} bar.sync 0;`, `bar.sync 0; ${trigger}`, 'forbidden'],
    ['comes before others', `${trigger} bar.sync 0;`, `bar.sync 0; ${released} ${trigger}`, 'allowed'],
  ])('%s', async (_, one, other, expected) => {
    expect(await of(one, other)).toBe(`${expected}, ends`)
  })
  test('of each CTA releases what the CTA has done', async () => {
    const ctas = (one: string, other: string, asked: string) =>
      said({ a: { 'b0.t0': one, 'b1.t0': other }, b: { 'b0.t0': loads } }, [plain('a', 2), dependent('b')], asked)
    expect(await ctas(`${released} ${trigger}`, trigger, 'r == 0')).toBe('forbidden, ends')
    expect(await ctas(trigger, `st [x], 2; ${trigger}`, 'r == 0')).toBe('allowed, ends')
  })
})

describe('a dependent kernel starts', () => {
  const until = (name: string): string => `L: ld.relaxed.gpu r, [${name}]; bne r, 1, L;`
  const sets = 'st.relaxed.gpu [f], 1;'
  const starts = (primary: Kernels[string], second: string, asked = 'r == 1') =>
    said({ a: primary, b: { 'b0.t0': second } }, [plain('a', 2, 2), dependent('b')], asked)
  test('when all CTAs have triggered, though they go on', async () => {
    expect(await starts({ 'b0.t0': `${trigger} ${until('f')}` }, sets)).toBe('allowed, ends')
    expect(await starts({ 'b0.t0': `${trigger} ${until('f')}`, 'b1.t0': trigger }, sets)).toBe('allowed, ends')
    expect(await starts({ 'b0.t0': until('f'), 'b0.t1': trigger }, sets)).toBe('allowed, ends')
  })
  test('not before one of them has triggered or ended', async () => {
    expect(await starts({ 'b0.t0': until('f') }, sets)).toBe('forbidden, hangs')
    expect(await starts({ 'b0.t0': `${until('f')} ${trigger}` }, sets)).toBe('forbidden, hangs')
    expect(await starts({ 'b0.t0': trigger, 'b1.t0': until('f') }, sets, 'r == 1')).toBe('forbidden, hangs')
  })
  test('and waits for ever for a kernel that does not end', async () => {
    expect(await starts({ 'b0.t0': `${trigger} ${until('f')}` }, `${wait} ${sets}`)).toBe('forbidden, hangs')
  })
  test('not because of what it writes itself, nor because of a kernel that it lets start', async () => {
    const chain = (first: string, second: string) =>
      said(
        { a: { 'b0.t0': `${first} ${trigger}` }, b: { 'b0.t0': `${second} ${trigger}` }, c: { 'b0.t0': sets } },
        [plain('a'), dependent('b'), dependent('c')],
        'r == 1',
      )
    expect(await chain('', until('f'))).toBe('forbidden, hangs')
    expect(await chain(until('f'), '')).toBe('forbidden, hangs')
  })
})
