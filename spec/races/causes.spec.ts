import { models } from '../../axioms/models.js'
import { raceLines } from '../../explain/text/races.js'
import { findRace } from '../../races/find-races.js'
import { must } from '../../source/must.js'
import { undefinedTexts } from '../../witness/labels.js'
import { commit as commitWgmma, fence, multiply, wait, warpgroup } from '../axioms/ptx-9.4.wgmma.js'
import { solver, testIn } from '../support.js'

const named = (wanted: string) =>
  must(
    models.find(({ name }) => name === wanted),
    'the model',
  )
const ptx94 = named('ptx-9.4')

/** Returns the reported causes of races, and the undefined behaviour, in a test with those threads. */
async function reported(threads: string, model = ptx94) {
  const program = testIn(`.global .u64 in = 7; .global .u64 out; .global .u32 flag;
.shared .u64 buf; .shared .u64 other; .shared .b64 bar;
${threads}
exists (true) as q;`)
  const verdict = findRace(program, await solver(), { model })
  if (verdict.kind !== 'racy') return { kind: verdict.kind, races: [], undefined: [] }
  const lines = raceLines(verdict.graph, verdict.execution, verdict.races)
  return {
    kind: verdict.kind,
    races: lines.filter((line) => /^ {2}(no|the) /.test(line)).map((line) => line.trim()),
    undefined: undefinedTexts(verdict.undefined ?? []).filter((text) => !text.includes('may exit')),
  }
}

const copyOut = 'cp.async.bulk.global.shared::cta.bulk_group [out], [buf], 8;'
const copyIn = 'cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [buf], [in], 8, [bar];'
const commit = 'cp.async.bulk.commit_group;'

/**
 * Returns a test that copies a value in shared memory to global memory, with these lines between the write and the
 * copy, and after the copy.
 */
const out = (between: string, after: string) => `d0.b0.t0 {
  st.shared.u64 [buf], 1;
  ${between}
  ${copyOut}
  ${commit}
  ${after}
}`

describe('a generic write and a bulk copy', () => {
  test('without a fence of the async proxy between them', async () => {
    const { races } = await reported(out('', 'cp.async.bulk.wait_group 0;'))
    expect(races).toEqual([
      `no \`fence.proxy.async\` between line 4 of d0.b0.t0, \`st.shared.u64 [buf], 1\`, and line 6 of d0.b0.t0, \`${copyOut.slice(0, -1)}\``,
    ])
  })
  test('with a fence that is for other memory', async () => {
    const { races } = await reported(out('fence.proxy.async.global;', 'cp.async.bulk.wait_group 0;'))
    expect(races).toEqual([
      `no \`fence.proxy.async\` that is for this memory and in one of the two CTAs between line 4 of d0.b0.t0, \`st.shared.u64 [buf], 1\`, and line 6 of d0.b0.t0, \`${copyOut.slice(0, -1)}\`, but line 5 of d0.b0.t0, \`fence.proxy.async.global\``,
    ])
  })
  test('with the fence there is no race', async () => {
    const { kind } = await reported(out('fence.proxy.async.shared::cta;', 'cp.async.bulk.wait_group 0;'))
    expect(kind).toBe('race-free')
  })
})

describe('the copy is not complete', () => {
  const fence = 'fence.proxy.async.shared::cta;'
  test('its source is written before the copy has read it', async () => {
    const found = await reported(out(fence, 'st.shared.u64 [buf], 2;\n  cp.async.bulk.wait_group 0;'))
    expect(found.races).toEqual([
      `the copy's source is written before the copy has read it: line 8 of d0.b0.t0, \`st.shared.u64 [buf], 2\`, does not wait for line 6 of d0.b0.t0, \`${copyOut.slice(0, -1)}\``,
    ])
    expect(found.undefined).toEqual([
      `d0.b0.t0 at spec:8:3: st.shared.u64 [buf], 2: buf, the source of \`${copyOut.slice(0, -1)}\`, spec:6:3, of d0.b0.t0, is written before the copy has read it`,
    ])
  })
  test('its tensor map is changed before the copy has read it', async () => {
    const replace = 'tensormap.replace.tile.global_address.global.b1024.b64 [map], out'
    const copy = 'cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {0}], [buf]'
    const found = await reported(
      `.global .tensormap map = tensor(in, {1}, {1});\nd0.b0.t0 { ${copy}; ${commit}\n${replace}; }`,
    )
    expect(found.races).toEqual([
      `the copy's tensor map is changed before the copy has read it: line 5 of d0.b0.t0, \`${replace}\`, does not wait for line 4 of d0.b0.t0, \`${copy}\``,
    ])
    expect(found.undefined).toContain(
      `d0.b0.t0 at spec:5:1: ${replace}: map, the tensor map of \`${copy}\`, spec:4:12, of d0.b0.t0, is changed before the copy has read it`,
    )
  })
  test('the wait is for the reads only', async () => {
    const found = await reported(out(fence, 'cp.async.bulk.wait_group.read 0;\n  ld.global.u64 r, [out];'))
    const because = 'the wait at line 8, `cp.async.bulk.wait_group.read 0`, is for the reads only'
    expect(found.races).toEqual([
      `the copy's destination is read before the copy has written it: line 9 of d0.b0.t0, \`ld.global.u64 r, [out]\`, does not wait for line 6 of d0.b0.t0, \`${copyOut.slice(0, -1)}\``,
      because,
    ])
    expect(found.undefined).toEqual([expect.stringMatching(/is read before the copy has written it; /)])
    expect(found.undefined[0]).toContain(because)
  })
  test('the wait lets its group be pending', async () => {
    const { races, undefined: reached } = await reported(
      out(fence, 'cp.async.bulk.wait_group 1;\n  ld.global.u64 r, [out];'),
    )
    const because = 'the wait at line 8, `cp.async.bulk.wait_group 1`, lets the operation be pending'
    expect(races[1]).toBe(because)
    expect(reached[0]).toContain(because)
  })
  test('a wait for `cp.async` is not a wait for a bulk copy, and is not named', async () => {
    const { races } = await reported(out(fence, 'cp.async.wait_all;\n  ld.global.u64 r, [out];'))
    expect(races).toHaveLength(1)
  })
  test('a wait at an mbarrier for the phase that has ended before', async () => {
    const { races } = await reported(`d0.b0.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  ${copyIn}
  mbarrier.test_wait.parity.shared.b64 p, [bar], 1;
  ld.shared.u64 r, [buf];
}`)
    expect(races).toEqual([
      `the copy's destination is read before the copy has written it: line 8 of d0.b0.t0, \`ld.shared.u64 r, [buf]\`, does not wait for line 6 of d0.b0.t0, \`${copyIn.slice(0, -1)}\``,
    ])
  })
})

describe('an asynchronous store is not complete', () => {
  const store = 'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [d0.c0.b1:buf], 1, [d0.c0.b1:bar]'
  const add =
    'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [d0.c0.b1:buf], 1, [d0.c0.b1:bar]'
  test.each([
    [store, 'store'],
    [add, 'reduction'],
  ])('%s', async (instruction, what) => {
    const { races, undefined: undefineds } = await reported(`d0.c0.b0.t0 {
  barrier.cluster.arrive;
  barrier.cluster.wait;
  ${instruction};
  ld.shared::cluster.u64 r, [d0.c0.b1:buf];
  barrier.cluster.arrive;
  barrier.cluster.wait;
}
d0.c0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  barrier.cluster.arrive;
  barrier.cluster.wait;
W:
  mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [bar], 0;
  beq p, 0, W;
  barrier.cluster.arrive;
  barrier.cluster.wait;
}`)
    expect(races).toEqual([
      `the ${what}'s destination is read before the ${what} has written it: line 7 of d0.c0.b0.t0, \`ld.shared::cluster.u64 r, [d0.c0.b1:buf]\`, does not wait for line 6 of d0.c0.b0.t0, \`${instruction}\``,
    ])
    expect(undefineds).toEqual([expect.stringContaining(`is read before the ${what} has written it`)])
  })
})

describe('a synchronisation through an mbarrier', () => {
  const remote = (arrive: string, wait: string) => `d0.c0.b0.t0 {
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
  st.shared::cluster.u64 [d0.c0.b1:buf], 5;
  mbarrier.arrive${arrive}.shared::cluster.b64 _, [d0.c0.b1:bar];
  barrier.cluster.arrive;
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
  barrier.cluster.arrive;
  barrier.cluster.wait;
}`
  test('the scope of the arrive leaves the other CTA out', async () => {
    const { races } = await reported(remote('.release.cta', '.acquire.cluster'))
    expect(races[0]).toBe(
      'the scope of the arrive at line 7 of d0.c0.b0.t0, `mbarrier.arrive.release.cta.shared::cluster.b64 _, [d0.c0.b1:bar]`, .cta, leaves the other CTA out',
    )
  })
  test('so does that of the wait', async () => {
    const { races } = await reported(remote('.release.cluster', '.acquire.cta'))
    expect(races[0]).toBe(
      'the scope of the wait at line 17 of d0.c0.b1.t0, `mbarrier.try_wait.parity.acquire.cta.shared.b64 p, [bar], 0`, .cta, leaves the other CTA out',
    )
  })
  test('the arrive does not release', async () => {
    const { races } = await reported(remote('.relaxed.cluster', '.acquire.cluster'))
    expect(races[0]).toBe(
      'the arrive at line 7 of d0.c0.b0.t0, `mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [d0.c0.b1:bar]`, does not release, so the wait at line 17 of d0.c0.b1.t0, `mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [bar], 0`, does not synchronise with it',
    )
  })
  test('the wait leaves out a complete-tx of a peer where that counts in the CTA of the peer', async () => {
    const store = 'st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [d0.c0.b1:buf], 5, [d0.c0.b1:bar];'
    const pushed = remote('.release.cluster', '.acquire.cta')
      .replace(/st\.shared.*\n.*\n/, `${store}\n`)
      .replace(
        'fence.mbarrier_init',
        'mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;\n  fence.acq_rel.cluster;\n  fence.mbarrier_init',
      )
    expect((await reported(pushed)).kind).toBe('race-free')
    expect((await reported(pushed, named('ptx-9.4-strict'))).races[0]).toMatch(
      /^the scope of the wait .*, \.cta, leaves the other CTA out$/,
    )
  })
  test('with both it is one', async () => {
    expect((await reported(remote('.release.cluster', '.acquire.cluster'))).kind).toBe('race-free')
  })
})

describe('an operation of a warpgroup', () => {
  const store = 'st.shared.u32 [tile], 1;'
  const proxy = 'fence.proxy.async;'
  const arrive = 'mbarrier.arrive.shared.b64 s, [empty];'
  const waits = `L: mbarrier.try_wait.parity.shared.b64 done, [empty], 0; beq done, 0, L;`

  /** Returns what the races of a program say, without the instructions. */
  async function racesIn(text: string, model = ptx94) {
    const program = testIn(text)
    const verdict = findRace(program, await solver(), { model })
    if (verdict.kind !== 'racy') return []
    const { graph, execution, races } = verdict
    return raceLines(graph, execution, races).filter((line) =>
      /^A |^ {2}(likewise|no |tile|a matrix|line|the wait)/.test(line),
    )
  }

  test('a matrix that is written before a wait by the same thread', async () => {
    const lines = await racesIn(warpgroup(`${fence} ${multiply()} ${commitWgmma} ${wait(1)}`, { last: store }))
    expect(lines).toEqual([
      'A mixed-proxy race within one thread (ISA 8.7.1):',
      expect.stringMatching(
        /^ {2}tile\[.*\] is written at line 1 of d0.b0.t0, `st.shared.*may still read it: `wgmma.wait_group 0` must come before line 1$/,
      ),
      expect.stringMatching(/^ {2}the wait at .*`wgmma.wait_group.sync.aligned 1`, lets the operation be pending$/),
      '  likewise 3 other pairs of accesses',
    ])
  })

  /** A stage is handed back by the first thread, and refilled by another warp. */
  const stage = (lines: string) =>
    warpgroup(
      `bar.sync 0; ${fence} ${multiply()} ${lines}`,
      { first: 'mbarrier.init.shared.b64 [empty], 1;', last: arrive },
      `d0.b0.t128 { bar.sync 0; ${waits} ${store} }`,
    )
  test.each([
    ['no wait', commitWgmma, '`wgmma.wait_group 0` must come'],
    [
      'a wait that is too weak',
      `${commitWgmma} ${fence} ${multiply()} ${commitWgmma} ${wait(2)}`,
      '`wgmma.wait_group 0` must come',
    ],
    ['no group', '', '`wgmma.commit_group` and `wgmma.wait_group 0` must come'],
  ])('a stage that is handed back early: %s', async (_, lines, needed) => {
    const found = await racesIn(stage(lines))
    expect(found.filter((line) => line.startsWith('A '))).toEqual(['A data race (ISA 8.7.1):'])
    const back = found.filter((line) => line.includes('handed back'))
    expect(back).toHaveLength(1)
    expect(back[0]).toMatch(/^ {2}tile\[0\.\.\d+\] is handed back at line 1 of d0.b0.t0, `mbarrier.arrive/)
    expect(back[0]).toContain(`may still read it: ${needed} before line 1`)
  })
  test('a stage that another thread hands back', async () => {
    const others = (last: string) => `d0.b0.t128 { bar.sync 0; ${waits} ${store} } d0.b0.t160 { bar.sync 0; ${last} }`
    const text = (count: number, first: string, last: string) =>
      warpgroup(
        `bar.sync 0; ${fence} ${multiply()} ${commitWgmma} ${wait()}`,
        { first: `mbarrier.init.shared.b64 [empty], ${count};`, last: first },
        others(last),
      )
    const found = (await racesIn(text(1, '', arrive))).find((line) => line.includes('waits for'))
    expect(found).toMatch(
      /^ {2}line 1 of d0.b0.t128, `mbarrier.try_wait.*, waits for line 1 of d0.b0.t160, `mbarrier.arrive.*, and for no arrival of the warpgroup that may still read tile\[/,
    )
    expect(await racesIn(text(2, arrive, arrive))).toEqual([])
  })
  test('a group that a wait may leave', async () => {
    // The second operation reads other memory.
    const second = multiply('{d0, d1, d2, d3}', 'desc2').replace('desc2, desc,', 'desc2, desc2,')
    const other = `${commitWgmma} ${second} ${commitWgmma}`
    const found = await racesIn(stage(`${other} ${wait(2)}`))
    expect(found.find((line) => line.includes('handed back'))).toContain('`wgmma.wait_group 1` must come')
    expect(await racesIn(stage(`${other} ${wait(1)}`))).toEqual([])
  })
  test('a fence of the warpgroup that comes too early, or orders no memory', async () => {
    const writes = warpgroup(
      `${fence} bar.sync 0; ${multiply()} ${commitWgmma} ${wait()}`,
      {},
      `d0.b0.t128 { ${store} ${proxy} bar.sync 0; }`,
    )
    const none = await racesIn(writes)
    expect(none.filter((line) => line.startsWith('A '))).toHaveLength(1)
    expect(none.join()).toMatch(/but no `wgmma.fence` comes between what orders the two threads and the operation/)
    const late = await racesIn(
      writes.replaceAll(`${fence} bar.sync 0;`, `bar.sync 0; ${fence}`),
      named('ptx-9.4-strict'),
    )
    expect(late.join()).toMatch(
      /`wgmma.fence.sync.aligned`, does not order them in this model; `fence.proxy.async` does/,
    )
  })
})
