import { models } from '../../axioms/models.js'
import { explain } from '../../explain/explain.js'
import { explanationText } from '../../explain/text/explanation.js'
import { asyncRepairs } from '../../repair/async-repairs.js'
import { fix } from '../../repair/fix.js'
import { strengthenings } from '../../repair/strengthenings.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { solver, testIn } from '../support.js'

const ptx94 = must(
  models.find(({ name }) => name === 'ptx-9.4'),
  'the model',
)

/** Returns the first line of each proposed change, and its form in CUDA. */
async function proposed(threads: string, question: string): Promise<readonly string[]> {
  const program = testIn(`.global .u64 in = 7; .global .u64 out; .shared .u64 buf; .shared .b64 bar;
${threads}
${question}`)
  const asked = must(program.questions[0], 'a question')
  const explanation = explain(program, asked, await solver(), { model: ptx94 })
  return explanationText(program, asked, ptx94.name, explanation)
    .split('\n')
    .filter((line) => /^ +(insert|remove|replace|swap|move|in CUDA)/.test(line))
    .map((line) => line.trim())
}

const copyOut = 'cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 8;'
const copyIn = 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf], [in], 8, [bar];'

test('a fence in the narrowest space, before the copy, with its name in CUDA', async () => {
  const found = await proposed(
    `d0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.proxy.async.global;
  ${copyOut}
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
}`,
    'exists (out == 0) as stale;',
  )
  expect(found).toEqual([
    `insert fence.proxy.async.shared::cta in d0.b0.t0, between line 4, fence.proxy.async.global, and line 5, ${copyOut.slice(0, -1)}`,
    'in CUDA: cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) or cde::fence_proxy_async_shared_cta()',
  ])
})

test('for global memory another space', async () => {
  const found = await proposed(
    `d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  st.global.u64 [in], 9;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  ${copyIn}
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
}`,
    'exists (d0.b0.t0:r == 7) as stale;',
  )
  expect(found[0]).toMatch(
    /^insert fence\.proxy\.async\.global in d0\.b0\.t0, between line 5, .*, and line 6, cp\.async/,
  )
  expect(found[1]).toBe('in CUDA: cuda::ptx::fence_proxy_async(cuda::ptx::space_global)')
})

test.each([
  ['cp.async.bulk.wait_group.read 0', 'cp.async.bulk.wait_group 0'],
  ['cp.async.bulk.wait_group 1', 'cp.async.bulk.wait_group 0'],
  ['cp.async.bulk.wait_group.read 1', 'cp.async.bulk.wait_group 0'],
])('instead of `%s`, `%s`', async (wait, longer) => {
  const found = await proposed(
    `d0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.proxy.async.shared::cta;
  ${copyOut}
  cp.async.bulk.commit_group;
  ${wait};
  ld.global.u64 r, [out];
}`,
    'exists (d0.b0.t0:r == 0) as early;',
  )
  expect(found[0]).toBe(`replace ${wait} with ${longer} in d0.b0.t0, line 7: waits for more`)
})

test('a wait for all `cp.async` before a barrier', async () => {
  const found = await proposed(
    `d0.b0.t0 {
  cp.async.ca.shared.global [buf], [in], 8;
  bar.sync 0;
}
d0.b0.t1 {
  bar.sync 0;
  ld.shared.u64 r, [buf];
}`,
    'exists (d0.b0.t1:r == 0) as early;',
  )
  expect(found[0]).toMatch(/^insert cp\.async\.wait_all in d0\.b0\.t0, between line 3, .*, and line 4, bar\.sync 0$/)
})

test('the parity of a wait', async () => {
  const found = await proposed(
    `d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  ${copyIn}
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 1;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
}`,
    'exists (d0.b0.t0:r == 0) as early;',
  )
  expect(found[0]).toMatch(
    /^replace .*\[bar\], 1 with .*\[bar\], 0 in d0\.b0\.t0, line 7: waits for the phase of the other parity$/,
  )
})

describe('the ends of a synchronisation', () => {
  const remote = (arrive: string, wait: string) => `d0.c0.b0.t0 {
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
  st.shared::cluster.u64 [d0.c0.b1:buf], 5;
  mbarrier.arrive${arrive}.shared::cluster.b64 _, [d0.c0.b1:bar];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}
d0.c0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
W:
  mbarrier.try_wait.parity${wait}.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}`
  const stale = 'exists (d0.c0.b1.t0:r == 0) as stale;'
  test('an arrive that releases', async () => {
    const found = await proposed(remote('.relaxed.cluster', '.acquire.cluster'), stale)
    expect(found[0]).toMatch(
      /^replace mbarrier\.arrive\.relaxed.* with mbarrier\.arrive\.release.*: adds synchronisation$/,
    )
  })
  test('both scopes', async () => {
    const found = await proposed(remote('.release.cta', '.acquire.cta'), stale)
    expect(found[0]).toMatch(
      /^replace mbarrier\.arrive\.release\.cta.* with mbarrier\.arrive\.release\.cluster.*: widens the scope$/,
    )
    expect(found[1]).toMatch(/mbarrier\.try_wait\.parity\.acquire\.cluster.*: widens the scope$/)
  })
})

test('no fence is within a line, and none before the first instruction', () => {
  const { threads } = testIn('.shared .u64 buf; d0.b0.t0 { st.shared.u64 [buf], 1; bar.sync 0; } exists (true) as q;')
  const { instructions } = must(threads[0], 'a thread')
  const places = (start: number) => asyncRepairs([[0, { instructions }]], () => start, ['cta']).map(({ at }) => at)
  expect(new Set(places(1))).toEqual(new Set([1]))
  expect(places(0)).toEqual([])
})

describe('where threads write and one copies, a fence is first tried', () => {
  const firstFence = (before: string): string => {
    const { threads } = testIn(`.global .u64 out; .shared .u64 buf; .shared .b64 bar;
d0.b0.t0 {
  mov r0, 0;
${before}
  ${copyOut}
}
check (out == 1);`)
    const { instructions } = must(threads[0], 'a thread')
    const [at] = asyncRepairs([[0, { instructions }]], (_, at) => at, ['cta']).flatMap(({ at, change }) =>
      change.kind === 'insert' && change.instruction.kind === 'async-fence' ? [at] : [],
    )
    return must(instructions[must(at, 'a fence')], 'an instruction').kind
  }
  const store = 'st.shared.u64 [buf], 1;'

  test.each([
    ['bar.sync 0;', 'named-barrier'],
    ['bar.warp.sync 1;', 'warp'],
    ['barrier.cluster.arrive; barrier.cluster.wait;', 'cluster-barrier'],
  ])('before %s, by those that write', (barrier, kind) => {
    expect(firstFence(`${store} ${barrier}`)).toBe(kind)
  })
  test.each([
    ['if there is no barrier', store],
    ['if it arrives for that copy', `${store} mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;`],
    ['if the barrier comes before the write', `bar.sync 0; ${store}`],
    ['if the barrier is in a loop that the copy is not in', `L: ${store} bar.sync 0; bne r0, 0, L;`],
  ])('before the copy %s', (_, before) => {
    expect(firstFence(before)).toBe('async-copy')
  })
})

test('a commit where a thread waits for what it has not committed', async () => {
  const found = await proposed(
    `d0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.proxy.async.shared::cta;
  ${copyOut}
  cp.async.bulk.wait_group 0;
  ld.global.u64 r, [out];
}`,
    'exists (d0.b0.t0:r == 0) as stale;',
  )
  expect(found[0]).toMatch(
    /^insert cp\.async\.bulk\.commit_group in d0\.b0\.t0, between line 5, .*, and line 6, .*wait_group 0$/,
  )
})

describe('a wait for bulk copies', () => {
  /** The details of a repair of a copy whose source, or map, is changed too early. */
  const details = async (change: string) => {
    const program = testIn(`.global .u64 out; .global .u64 next = 8; .shared .u64 buf = 5;
.global .tensormap map = tensor(out, {1}, {1});
d0.b0.t0 {
  cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [buf];
  cp.async.bulk.commit_group;
  ${change}
}
assert (out == 5) as stored;`)
    const [question] = program.questions
    const goal = { kind: 'claims', questions: [must(question, 'a question')] } as const
    const { kind, ...rest } = fix(program, await solver(), { model: ptx94, goal, only: ['async'] })
    const [first] = 'repairs' in rest ? rest.repairs : []
    return [kind, ...must(first, 'a repair').changes.flatMap((one) => changeLines(program, one))].join('\n')
  }
  const why = 'the whole wait, not `.read`: on an H100, a copy may use its tensor map after it has read its source'
  test('is the whole one before its tensor map changes, and says why', async () => {
    const found = await details('tensormap.replace.tile.global_address.global.b1024.b64 [map], next;')
    expect(found).toMatch('cp.async.bulk.wait_group 0')
    expect(found).toMatch(why)
  })
})

describe('fences of a tensor map that a thread changes', () => {
  const byMap = 'cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [buf], [map, {0}], [bar]'
  const changed = (after: string, before: string) =>
    proposed(
      `.global .u64 next = 8; .global .tensormap map = tensor(in, {1}, {1});
d0.b0.t0 {
  tensormap.replace.tile.global_address.global.b1024.b64 [map], next;
  ${after}
  st.release.gpu.global.u64 [out], 1;
}
d0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  ld.acquire.gpu.global.u64 seen, [out];
  ${before}
  ${byMap};
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
}`,
      'exists (d0.b1.t0:seen == 1 && d0.b1.t0:r == 7) as stale;',
    )
  const release = 'fence.proxy.tensormap::generic.release.gpu'
  const acquire = 'fence.proxy.tensormap::generic.acquire.gpu [map], 128'
  test('the one that is missing', async () => {
    expect((await changed('', `${acquire};`))[0]).toMatch(`insert ${release} in d0.b0.t0, between line 4, tensormap`)
    const [before, inCuda] = await changed(`${release};`, '')
    expect(before).toMatch(`insert ${acquire} in d0.b1.t0, between line 11, ld.acquire`)
    expect(inCuda).toBe(
      'in CUDA: cuda::ptx::fence_proxy_tensormap_generic(cuda::ptx::sem_acquire, cuda::ptx::scope_gpu, map, cuda::ptx::n32_t<128>())',
    )
  })
  test('both', async () => {
    const found = await changed('', '')
    expect(found.filter((line) => line.startsWith('insert'))).toEqual([
      expect.stringContaining(`insert ${release} in d0.b0.t0`),
      expect.stringContaining(`insert ${acquire} in d0.b1.t0`),
    ])
  })
  test('a wider scope', async () => {
    expect((await changed(`${release};`, `${acquire.replace('gpu', 'cta')};`))[0]).toMatch(
      `replace ${acquire.replace('gpu', 'cta')} with ${acquire} in d0.b1.t0`,
    )
  })
})

describe('the scope of a bulk operation', () => {
  const reduce = (scope: string, value: number) =>
    `st.shared.u64 [buf], ${value}; fence.proxy.async.shared::cta;
cp.reduce.async.bulk${scope}.global.shared::cta.bulk_group.add.u64 [out], [buf], 8;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`
  const replacement = (scope: string, other: string) => {
    const words = (one: string) => `cp.reduce.async.bulk${one}.global.shared::cta.bulk_group.add.u64 [out], [buf], 8`
    return `replace ${words(scope)} with ${words(other)} in d1.b0.t0, line 6: widens the scope`
  }

  test('is widened for a reduction of another GPU', async () => {
    const found = await proposed(
      `d0.b0.t0 { ${reduce('', 1)} }
d1.b0.t0 { ${reduce('.relaxed.gpu', 2)} }`,
      'exists (out != 3) as lost;',
    )
    expect(found).toEqual([replacement('.relaxed.gpu', '')])
  })
  test('is no wider than the cluster between two of its CTAs', () => {
    const copy = (to: string) =>
      `d0.c0.b0.t0 { cp.async.bulk.relaxed.cta.${to}, [bar]; }
d0.c0.b1.t0 { st.shared.u64 [buf], 1; } d1.c0.b0.t0 { st.global.u64 [in], 1; }`
    const widened = (to: string): readonly unknown[] =>
      strengthenings(
        testIn(`.global .u64 in[2] = {7, 7}; .shared .u64 buf[2]; .shared .b64 bar; ${copy(to)} exists (true) as q;`),
      ).flatMap(({ levels }) =>
        levels.flatMap(({ change }) =>
          (change?.edits ?? []).flatMap(({ change: one }) =>
            one.kind === 'replace' && one.instruction.kind === 'async-copy' ? [one.instruction.relaxed] : [],
          ),
        ),
      )
    const end = 'mbarrier::complete_tx::bytes.b128'
    expect(widened(`shared::cluster.shared::cta.${end} [d0.c0.b1:buf], [buf], 16`)).toEqual(['cluster'])
    expect(widened(`shared::cta.global.${end} [buf], [in], 16`)).toEqual(['cluster', 'gpu', 'sys'])
  })
})

test('a wait before the tensor map of a copy is changed, or the wait that exists moves there', async () => {
  const replace = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], &in'
  const found = await proposed(
    `.global .tensormap map = tensor(out, {1}, {1});
d0.b0.t0 {
  cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [buf];
  cp.async.bulk.commit_group;
  ${replace};
  cp.async.bulk.wait_group 0;
}`,
    'assert (in == 7) as untouched;',
  )
  const between = `between line 5, cp.async.bulk.commit_group, and line 6, ${replace}`
  expect(found.filter((line) => !line.startsWith('in CUDA'))).toEqual([
    `move cp.async.bulk.wait_group 0 in d0.b0.t0, line 7, to another place: ${between}`,
    `insert cp.async.bulk.wait_group 0 in d0.b0.t0, ${between}`,
  ])
})

describe('waits for bulk groups', () => {
  const waitsIn = (after: string) => {
    const { threads } =
      testIn(`.global .u64 out; .shared .u64 buf; .global .u32 a[4]; .global .tensormap map = tensor(a, {4}, {4});
d0.b0.t0 {
  ld r0, [out];
  bne r0, 0, L;
  ${copyOut}
  cp.async.bulk.commit_group;
L:
  bar.sync 0;
  ${after}
}
check (out == 1);`)
    const { instructions } = must(threads[0], 'a thread')
    return asyncRepairs([[0, { instructions }]], (_, at) => at, ['cta']).flatMap(({ at, change }) =>
      change.kind === 'insert' && change.instruction.kind === 'async-group' && change.instruction.action === 'wait'
        ? [[instructions[at - 1]?.kind, change.instruction.read]]
        : [],
    )
  }

  test('are in the branch that ends with the commit, and until the source is read or all is written', () => {
    expect(waitsIn('').slice(0, 2)).toEqual([
      ['async-group', true],
      ['async-group', undefined],
    ])
  })

  test('but wait for everything where a tensor map changes: a GPU may use it after that', () => {
    const replaced = waitsIn('tensormap.replace.tile.global_address.global.b1024.b64 [map], &a;')
    expect(replaced[0]).toEqual(['async-group', undefined])
    expect(replaced.flatMap(([, read]) => read ?? [])).toEqual([])
  })
})
