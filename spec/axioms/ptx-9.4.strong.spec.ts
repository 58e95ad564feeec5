import { redefine } from '../../axioms/algebra/edit.js'
import { type Model, union } from '../../axioms/algebra/terms.js'
import { defaultModel, strictForm } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const strict = must(strictForm(defaultModel), 'the strict form')
const without = (name: string): Model => redefine(defaultModel, name, () => union())

/** Returns the verdict on the only question of a text. */
async function verdict(text: string, model: Model = defaultModel): Promise<string> {
  const [one, ...others] = decide(testIn(text), await solver(), { model, liveness: false }).answers
  if (one === undefined || others.length > 0) throw new Error('one question is needed')
  return one.verdict.kind
}

const published = 'st.weak.global.u32 [x], 1;'
const asked = 'exists (d0.b1.t0:r0 == 1 && d0.b1.t0:r1 == 0) as stale;'

describe('an asynchronous store that is a release (8.8)', () => {
  const passing = (release: string, acquire = 'ld.acquire.gpu.global.u32 r0, [f];', reader = 'd0.b1.t0') =>
    `.global .u32 x; .global .u32 f; d0.b0.t0 { ${published} ${release} }
      ${reader} { ${acquire} ld.weak.global.u32 r1, [x]; } ${asked.replaceAll('d0.b1.t0', reader)}`
  const store = 'st.async.release.gpu.global.u32 [f], 1;'

  test.each([
    ['a store', store, undefined, 'forbidden'],
    ['a reduction', 'red.async.release.gpu.global.add.u32 [f], 1;', undefined, 'forbidden'],
    ['of the system', 'st.async.mmio.release.sys.global.u32 [f], 1;', undefined, 'forbidden'],
    [
      'a store that is observed through a fence',
      store,
      'ld.relaxed.gpu.global.u32 r0, [f]; fence.acquire.gpu;',
      'forbidden',
    ],
    ['a store that a relaxed read observes', store, 'ld.relaxed.gpu.global.u32 r0, [f];', 'allowed'],
    ['a store before the data', `${store} ${published}`, undefined, 'allowed'],
  ])('%s', async (_, release, acquire, expected) => {
    const text = passing(release, acquire)
    const before = release.endsWith(published) ? text.replace(`{ ${published}`, '{') : text
    expect([await verdict(before), await verdict(before, strict)]).toEqual([expected, expected])
  })
  test('at the scope of the GPU, not for another one', async () => {
    expect(await verdict(passing(store, undefined, 'd1.b0.t0'))).toBe('allowed')
    const ofSystem = passing(store.replace('gpu', 'sys'), 'ld.acquire.sys.global.u32 r0, [f];', 'd1.b0.t0')
    expect(await verdict(ofSystem)).toBe('forbidden')
  })
  test('because the model says so', async () => {
    expect(await verdict(passing(store), without('issued-sync'))).toBe('allowed')
  })
  test('comes after everything before it in its thread', async () => {
    const text = `.global .u32 f; d0.b0.t0 { st.relaxed.gpu.global.u32 [f], 1; st.async.release.gpu.global.u32 [f], 2; }
      exists ([f] == 1) as lost;`
    expect(await verdict(text)).toBe('forbidden')
  })
})

/** Waits for a copy, and goes on when it is over. */
const wait = 'W: mbarrier.try_wait.parity.shared.b64 p, [m], 0; beq p, 0, W;'
const prepare = 'mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 _, [m], 16;'
const elements = '.global .u64 f[2]; .shared .u64 s[2] = {1, 1}; .shared .u64 d[2]; .shared .b64 m; .global .u32 x;'
const over = 'cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;'
const copyOut = (strength = '.relaxed.gpu', type = '.b128') =>
  `cp.async.bulk${strength}.global.shared::cta.bulk_group${type} [f], [s], 16; ${over}`
const copyIn = (strength = '.relaxed.gpu', type = '.b128') =>
  `${prepare} cp.async.bulk${strength}.shared::cta.global.mbarrier::complete_tx::bytes${type} [d], [f], 16, [m]; ${wait}`

describe('a flag that bulk copies write and read by elements (8.8)', () => {
  const passing = (first: string, second: string, question = asked) =>
    `${elements} d0.b0.t0 { ${published} ${first} } d0.b1.t0 { ${second} ld.shared.u64 r0, [d]; ld.weak.global.u32 r1, [x]; } ${question}`
  const [release, acquire] = ['fence.release.gpu;', 'fence.acquire.gpu;']
  const both = passing(`${release} ${copyOut()}`, `${copyIn()} ${acquire}`)

  test('between a release fence and an acquire fence', async () => {
    expect([await verdict(both), await verdict(both, strict)]).toEqual(['forbidden', 'forbidden'])
  })
  test.each([
    ['without the release fence', passing(copyOut(), `${copyIn()} ${acquire}`)],
    ['without the acquire fence', passing(`${release} ${copyOut()}`, copyIn())],
    ['with the acquire fence before the copy', passing(`${release} ${copyOut()}`, `${acquire} ${copyIn()}`)],
    ['with weak copies', passing(`${release} ${copyOut('', '')}`, `${copyIn('.weak', '')} ${acquire}`)],
    ['with too small a scope', passing(`${release} ${copyOut('.relaxed.cta')}`, `${copyIn()} ${acquire}`)],
  ])('not %s', async (_, text) => {
    expect(await verdict(text)).toBe('allowed')
  })
  test.each([
    'asynchronous-sync',
    'release-by-asynchronous-write',
    'acquire-by-asynchronous-read',
    'completion-observed',
  ])('because of %s', async (name) => {
    expect(await verdict(both, without(name))).toBe('allowed')
  })
  test('a reader that waits for its group also observes the completion', async () => {
    const text =
      `.shared .u64 s[2]; .shared .u64 d[2] = {1, 1}; .global .u64 f[2]; .global .u32 x; .global .u64 g[2]; .shared .b64 m;
      d0.b0.t0 { mbarrier.init.shared.b64 [m], 1; ${published} ${release} mbarrier.arrive.expect_tx.shared.b64 _, [m], 16;
        cp.async.bulk.relaxed.gpu.shared::cta.global.mbarrier::complete_tx::bytes.b128 [s], [g], 16, [m]; }
      d0.b0.t1 { cp.async.bulk.relaxed.gpu.global.shared::cta.bulk_group.b128 [f], [s], 16; ${over} ${acquire}
        ld.weak.global.u64 r0, [f]; ld.weak.global.u32 r1, [x]; }
      exists (d0.b0.t1:r0 == 1 && d0.b0.t1:r1 == 0) as stale;`.replace(
        '.global .u64 g[2]',
        '.global .u64 g[2] = {1, 1}',
      )
    expect(await verdict(text)).toBe('forbidden')
    expect(await verdict(text, without('acquire-by-asynchronous-read'))).toBe('allowed')
  })
  test('a generic read of a bulk write is not morally strong with it (8.7), and acquires nothing', async () => {
    const add = `cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [f], [s], 8; ${over}`
    const text = passing(`${release} ${add}`, 'ld.acquire.gpu.global.u64 r0, [f];')
    expect(await verdict(text.replace('ld.shared.u64 r0, [d];', ''))).toBe('allowed')
  })
  test('an element is whole, although a weak copy may be torn', async () => {
    const torn = (first: string, second: string) =>
      passing(first, second, 'exists (d0.b1.t0:r0 == 1 && d0.b1.t0:r2 == 0) as torn;').replace(
        'ld.weak.global.u32 r1, [x];',
        'ld.shared.u64 r2, [d+8];',
      )
    expect(await verdict(torn(copyOut(), copyIn()))).toBe('forbidden')
    expect(await verdict(torn(copyOut('', ''), copyIn('', '')))).toBe('allowed')
  })
})

describe('a reduction in the shared memory of a peer, after a release fence (8.8)', () => {
  const meet = 'barrier.cluster.arrive; barrier.cluster.wait;'
  const passing = (fence: string) =>
    `.global .u32 x; .shared .u32 f; .shared .b64 m; d0.c0.b0.t0 { ${meet} ${published} ${fence}
        red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [d0.c0.b1:f], 1, [d0.c0.b1:m]; ${meet} }
      d0.c0.b1.t0 { mbarrier.init.shared.b64 [m], 1; ${meet} ld.acquire.cluster.shared.u32 r0, [f]; ld.weak.global.u32 r1, [x]; ${meet} }
      exists (d0.c0.b1.t0:r0 == 1 && d0.c0.b1.t0:r1 == 0) as stale;`
  test('releases everything before the fence', async () => {
    const text = passing('fence.release.cluster;')
    expect(await verdict(text)).toBe('forbidden')
    expect(await verdict(text, without('release-by-asynchronous-write'))).toBe('allowed')
    expect(await verdict(passing(''))).toBe('allowed')
  })
})

describe('bulk reductions by two GPUs', () => {
  const reduce = (scope: string, value: number) =>
    `st.shared.u64 [s], ${value}; fence.proxy.async.shared::cta;
     cp.reduce.async.bulk${scope}.global.shared::cta.bulk_group.add.u64 [f], [s], 8; ${over}`
  const both = (scope: string) =>
    `.shared .u64 s; .global .u64 f; d0.b0.t0 { ${reduce(scope, 1)} } d1.b0.t0 { ${reduce(scope, 2)} } exists ([f] != 3) as lost;`
  test.each([
    ['', 'forbidden'],
    ['.relaxed.sys', 'forbidden'],
    ['.relaxed.gpu', 'allowed'],
  ])('with the scope `%s`', async (scope, expected) => {
    expect([await verdict(both(scope)), await verdict(both(scope), strict)]).toEqual([expected, expected])
  })
})
