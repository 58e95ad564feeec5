import { planOf } from '../../hardware/plan.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { testIn } from '../support.js'
import { alone, planIn, reasonsIn } from './plans.js'

const two = (first: string, second: string, places: readonly [string, string] = ['d0.b0.t0', 'd0.b1.t0']): string =>
  `.global x; .global y; .shared d; ${places[0]} { ${first} } ${places[1]} { ${second} } check (true) as q;`

test('threads that share only global memory are spread', () => {
  const plan = planIn(two('st [x], 1;', 'ld r0, [x];'))
  expect(plan).toMatchObject({ placement: 'spread', clusterSize: undefined, views: 1 })
  expect(plan.ctas.map(({ name, threads }) => [name, threads])).toEqual([
    ['d0.b0', [{ thread: 0, place: 0 }]],
    ['d0.b1', [{ thread: 1, place: 0 }]],
  ])
})

test.each([
  ['a barrier of the CTA', two('bar.sync 0;', 'bar.sync 0;', ['d0.b0.t0', 'd0.b0.t32'])],
  ['a barrier of the warp', two('bar.warp.sync 1;', 'ld r0, [x];')],
  ['an asynchronous copy', alone('cp.async.wait_all;')],
  ['a cluster', two('st [x], 1;', 'ld r0, [x];', ['d0.c0.b0.t0', 'd0.c0.b1.t0'])],
])('with %s, a CTA of the test is one of the GPU', (_, text) => {
  expect(planIn(text).placement).toBe('exact')
})

test('a cluster has all its CTAs, also those without threads', () => {
  const plan = planIn(two('st [x], 1;', 'ld r0, [x];', ['d0.c0.b0.t0', 'd0.c0.b2.t0']))
  expect(plan.clusterSize).toBe(3)
  expect(plan.ctas.map(({ name, threads }) => `${name} ${threads.length}`)).toEqual([
    'd0.c0.b0 1',
    'd0.c0.b1 0',
    'd0.c0.b2 1',
  ])
})

test('CTAs of two GPUs follow each other in the order of the numbers of the GPUs', () => {
  const text = `.global x; d7.b0.t0 { st [x], 1; } d3.b0.t0 { ld r0, [x]; } d7.b1.t0 { ld r0, [x]; } check (true) as q;`
  expect(planIn(text).ctas.map(({ name, gpu, threads }) => [name, gpu, threads.map(({ thread }) => thread)])).toEqual([
    ['d3.b0', 0, [1]],
    ['d7.b0', 1, [0]],
    ['d7.b1', 1, [2]],
  ])
})

test('names know their location, and which of its addresses they use', () => {
  const { names, views } = planIn(
    '.global x; .global y physically aliases x; .texref t virtually aliases y; d0.b0.t0 { st [x], 1; ld r0, [y]; tld r1, [t]; } check (r0 == 1) as q;',
  )
  expect(views).toBe(2)
  expect([...names.values()]).toEqual([
    { location: 0, view: 0 },
    { location: 0, view: 1 },
    { location: 0, view: 1 },
  ])
})

test('only memory that is read as a constant is in the bank of constants', () => {
  const text =
    '.global x; .global y; .constref c virtually aliases x; .constref unused virtually aliases y; d0.b0.t0 { st [x], 1; st [y], 1; ldc r0, [c]; } check (r0 == 1) as q;'
  expect(planIn(text).locations.map(({ space }) => space)).toEqual(['const', 'global'])
})

test('the observed values are those that `outcomes` lists, and those that the filter needs', () => {
  const herd = `PTX t
{ x = 0; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
 st.weak x, 1 | ld.weak r0, x ;
 | ld.weak r1, x ;
filter (P1:r0 == 1)
exists (P1:r1 == 0)
`
  expect(planIn(herd).observed.map(({ name }) => name)).toEqual(['1:r1', '1:r0'])
})

test('threads with the same text share it', () => {
  const { codes } = planIn('.global x; d0.b0.t0..1 { ld r0, [x]; } d0.b1.t0 { st [x], 1; } check (true) as q;')
  expect(codes.map(({ threads }) => threads)).toEqual([[0, 1], [2]])
})

test('threads of a warp that know their lanes share a text that asks for it', () => {
  const { codes } = planIn(
    '.global x; d0.b0.t0..1 { mov.u32 me, %laneid; bar.warp.sync 0x3; add.u32 r0, me, 1; } check (P0:r0 == 1) as q;',
  )
  expect(codes).toHaveLength(1)
  expect(codes[0]?.text.lines).toContain('mov.u32 me, %laneid;')
})

test('threads of a warp with separate texts get separate warps if nothing depends on warps', () => {
  const plan = planIn(two('st [x], 1; bar.sync 0;', 'bar.sync 0; ld r0, [x];', ['d0.b0.t0', 'd0.b0.t1']))
  expect(plan.ctas[0]?.threads).toEqual([
    { thread: 0, place: 0 },
    { thread: 1, place: 32 },
  ])
})

test.each([
  [
    two('st [x], 1;', 'ld r0, [x];', ['d0.b0.t0', 'd1.b0.t0']).replace(
      '.shared d;',
      [2, 3, 4, 5, 6, 7, 8].map((gpu) => `d${gpu}.b0.t0 { st [y], 1; }`).join(' '),
    ),
    'it names more than 8 GPUs',
  ],
  [
    two('st [x], 1;', 'tld r0, [t];', ['d0.b0.t0', 'd1.b0.t0']).replace('.shared d;', '.texref t virtually aliases x;'),
    'textures and constants belong to one GPU, and it names several',
  ],
  [
    two('st [x], 1;', 'ldc r0, [c];', ['d0.b0.t0', 'd1.b0.t0']).replace(
      '.shared d;',
      '.constref c virtually aliases x;',
    ),
    'textures and constants belong to one GPU, and it names several',
  ],
  [alone('st.local [l], 1;'), "local memory is the compiler's"],
  [
    alone('mov.u64 r0, x;').replace('[y] == 0', 'r0 == 0'),
    '`0:r0` may hold an address, which differs between instances',
  ],
  [
    '.shared .b64 bar; d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.shared.b64 s, [bar]; } check (s == 0) as q;',
    '`0:s` shows the state of an mbarrier, which is opaque',
  ],
  [
    two('st [x], 1; bar.sync 0, 64; bar.warp.sync 1;', 'bar.sync 0, 64;', ['d0.b0.t0', 'd0.b0.t1']),
    'd0.b0.t1 and d0.b0.t0, of one warp, meet in instructions of different texts',
  ],
  [
    '.global x; .global z physically aliases x; .constref c virtually aliases x; d0.b0.t0 { st [z], 1; ldc r0, [c]; } check (true) as q;',
    'constants have one address only',
  ],
  [
    `.global x; ${Array.from({ length: 33 }, (_, i) => `d0.b0.t${i} { st [x], ${i}; }`).join(' ')} check (true) as q;`,
    'a CTA has too many threads',
  ],
  [
    `${Array.from({ length: 17 }, (_, i) => `.global x${i};`).join(' ')} d0.b0.t0 { st [x0], 1; } check (true) as q;`,
    'it has too much memory',
  ],
  [
    `.global a[65] = {${Array.from({ length: 65 }, (_, i) => i + 1).join(', ')}}; d0.b0.t0 { st [a[0]], 1; } check (true) as q;`,
    'it has too many initial values',
  ],
  [
    `.global a[25]; d0.b0.t0 { st [a[0]], 1; } check (${Array.from({ length: 25 }, (_, i) => `[a[${i}]] == 0`).join(' && ')}) as q;`,
    'too much of it is observed',
  ],
])('%s', (text, reason) => {
  expect(reasonsIn(text)).toContain(reason)
})

const cluster = (first: string, second: string): string =>
  `.shared d; d0.c0.b0.t0 { ${first} } d0.c0.b1.t0 { ${second} } check (r0 == 1) as q;`
const both = 'barrier.cluster.arrive; barrier.cluster.wait;'

test.each([
  ['without barriers', cluster('st.shared::cluster [d0.c0.b1:d], 1;', 'ld.shared r0, [d];'), true],
  ['after as many', cluster(`st.shared::cluster [d0.c0.b1:d], 1; ${both}`, `${both} ld.shared r0, [d];`), true],
  ['beside a loop', cluster(`${both}`, `L: ld.shared r0, [d]; beq r0, 1, L; ${both}`), true],
])('a barrier of the cluster follows, so that shared memory outlives its use: %s', (_, text, expected) => {
  expect(planIn(text).addsBarrier).toBe(expected)
})

test.each([
  cluster('st.shared::cluster [d0.c0.b1:d], 1;', `${both} ld.shared r0, [d];`),
  cluster(`${both} st.shared::cluster [d0.c0.b1:d], 1;`, `ld.shared r0, [d]; beq r0, 1, L; ${both} L:`),
])('no barrier can follow: %s', (text) => {
  expect(reasonsIn(text)).toContain('its CTAs may end before others of their cluster have used their shared memory')
})

test('an address of shared memory is used as a generic one or as one within shared memory, not both', () => {
  const addresses = (...uses: readonly string[]): string =>
    `.shared d; d0.b0.t0 { mov.u64 p, d; ${uses.join(' ')} } check (r0 == 1) as q;`
  const forms = (text: string) => planIn(text).codes.flatMap(({ text }) => text.mentions.map(({ form }) => form))
  expect(forms(addresses('ld.shared.u32 r0, [p];'))).toEqual(['shared'])
  expect(forms(addresses('ld.u32 r0, [p];'))).toEqual(['generic'])
  expect(reasonsIn(addresses('ld.u32 r0, [p];', 'ld.shared.u32 r1, [p];'))).toEqual([
    'whether this is a generic address is not known from the text',
  ])
})

test('if addresses are values, memory is aligned as the model says', () => {
  const alignments = (text: string) => planIn(text).locations.map(({ alignment }) => alignment)
  expect(alignments('.global x; d0.b0.t0 { mov.u64 p, x; ld.u32 r0, [p]; } check (r0 == 1) as q;')).toEqual([256])
  expect(
    alignments('.global x; .global .u8 b; .global a[4]; d0.b0.t0 { ld.u32 r0, [x]; } check (r0 == 1) as q;'),
  ).toEqual([4, 1, 16])
})

test.each([
  [
    '.global .u32 in[65]',
    `{${Array.from({ length: 65 }, (_, i) => i + 1).join(', ')}}`,
    'x == 0',
    'it has too many initial values',
  ],
  [
    '.global .u32 in[25]',
    '{0}',
    Array.from({ length: 25 }, (_, i) => `in[${i}] == 0`).join(' && '),
    'too much of it is observed',
  ],
])('so for compiled kernels: %s', (declared, initial, condition, reason) => {
  const module = moduleOf('.visible .entry k(.param .u64 p)\n{\nret;\n}\n')
  const text = `module "k.ptx"; .global .u32 x; ${declared} = ${initial}; host { k<<<1, 1>>>(in); cudaDeviceSynchronize(); } check (${condition}) as q;`
  const planned = planOf(compiledTest(text, { 'k.ptx': module }))
  expect(planned.kind === 'plan' ? [] : planned.reasons.map(({ message }) => message)).toEqual([reason])
})

test('a reason has its place', () => {
  const planned = planOf(testIn(alone('st [x], 1; trap;')))
  expect(
    planned.kind === 'not runnable' &&
      planned.reasons.map(({ place }) => typeof place === 'object' && place.source.text.slice(place.start, place.end)),
  ).toEqual(['trap;'])
})

test('the hash is of the text', () => {
  const [one, other] = [planIn(alone('st [x], 1;')), planIn(alone('st [x], 2;'))]
  expect(one.hash).not.toBe(other.hash)
  expect(one.hash).toBe(planIn(alone('st  [x],   1;')).hash)
})
