import { defaultModel } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Solver } from '../../encoder/solver/solver.js'
import type { Program } from '../../litmus/program.js'
import type { WeakenOptions } from '../../repair/result.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { weaken } from '../../repair/weaken.js'
import { timeReason } from '../../source/limited.js'
import { solver, testIn } from '../support.js'

/** Returns the weakenings that are possible alone and together, which are verified once more. */
async function weakened(program: Program, options: Partial<WeakenOptions> = {}) {
  const z3 = await solver()
  const found = weaken(program, z3, { model: defaultModel, ...options })
  if (found.kind !== 'weakened') return found.kind
  for (const { program: changed } of [...found.alone, found.best])
    expect(
      decide({ ...changed, questions: bindingIn(program, options) }, z3, {
        model: defaultModel,
        liveness: false,
      }).answers.map(({ verdict }) => verdict.kind),
    ).toEqual(bindingIn(program, options).map(({ kind }) => (kind === 'permit' ? 'allowed' : 'forbidden')))
  const texts = (some: typeof found.alone) =>
    some.flatMap(({ changes }) => editsOf(changes).map((one) => repairText(program, one).replace(/ in d0.*/, '')))
  expect(found.best.cost.sum).toBeLessThan(found.before.sum)
  return { alone: texts(found.alone), best: texts([found.best]) }
}

/** Returns the claims that the search goes by, and the permits. */
const bindingIn = (program: Program, { questions = program.questions }: Partial<WeakenOptions>) => [
  ...questions.filter(({ kind }) => kind !== 'permit'),
  ...program.questions.filter(({ kind }) => kind === 'permit'),
]

const mp = (writer: string, reader: string) =>
  testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; ${writer} }
d0.b1.t0 { ${reader} ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`)

test('a full fence may be one of acquire and release, a scope may be narrower, and between full fences nothing is needed', async () => {
  const program = mp('fence.sc.sys; st.relaxed.gpu [y], 1;', 'ld.relaxed.gpu r0, [y]; fence.sc.gpu;')
  expect(await weakened(program)).toEqual({
    alone: [
      'replace fence.sc.sys with fence.acq_rel.gpu',
      'replace st.relaxed.gpu [y], 1 with st.weak [y], 1',
      'replace ld.relaxed.gpu r0, [y] with ld.weak r0, [y]',
      'replace fence.sc.gpu with fence.acq_rel.gpu',
    ],
    // A weak load may come from the L1 cache, and costs less than a relaxed one by more than the fences differ.
    best: [
      'replace fence.sc.sys with fence.sc.gpu',
      'replace st.relaxed.gpu [y], 1 with st.weak [y], 1',
      'replace ld.relaxed.gpu r0, [y] with ld.weak r0, [y]',
    ],
  })
})

test('a redundant synchronisation goes, and either of two that do the same thing, but not both', async () => {
  const program = mp('fence.acq_rel.gpu; st.release.gpu [y], 1;', 'ld.acquire.gpu r0, [y];')
  const found = await weakened(program)
  expect(found).toEqual({
    alone: ['remove fence.acq_rel.gpu', 'replace st.release.gpu [y], 1 with st.relaxed.gpu [y], 1'],
    best: ['remove fence.acq_rel.gpu'],
  })
})

test('a needed synchronisation stays', async () => {
  expect(await weakened(mp('st.release.gpu [y], 1;', 'ld.acquire.gpu r0, [y];'))).toBe('nothing to do')
})

test('without claims that hold, there is nothing to preserve', async () => {
  const program = mp('st.relaxed.gpu [y], 1;', 'ld.acquire.gpu r0, [y];')
  expect(await weakened(program)).toBe('no claims')
  expect(await weakened({ ...program, questions: [] })).toBe('no claims')
})

test('a program without races stays so, unless they are allowed', async () => {
  const program = testIn(`.global x;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; }
assert (r0 == 0 || r0 == 1) as known;`)
  expect(await weakened(program)).toBe('nothing to do')
  expect(await weakened(program, { allowRaces: true })).toEqual({
    alone: ['replace st.relaxed.gpu [x], 1 with st.weak [x], 1', 'replace ld.relaxed.gpu r0, [x] with ld.weak r0, [x]'],
    best: ['replace st.relaxed.gpu [x], 1 with st.weak [x], 1', 'replace ld.relaxed.gpu r0, [x] with ld.weak r0, [x]'],
  })
})

test('an access of the host may be weaker, at the scope of the system only', async () => {
  const program = testIn(`.global x; .global f;
kernel k { d0.b0.t0 { ld.acquire.sys r0, [f]; ld r1, [x]; } }
host { k<<<1, 1>>>(); st [x], 1; st.release.sys [f], 1; ld.acquire.sys h0, [f]; }
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
  const found = await weakened(program)
  expect(found).toMatchObject({
    alone: [expect.stringMatching(/^replace ld\.acquire\.sys h0, \[f\] with ld\.weak h0, \[f\] in host/)],
  })
})

test('a proxy fence that nothing needs goes', async () => {
  const program = testIn(`.global x; .global a physically aliases x;
d0.b0.t0 { st.weak [x], 1; fence.proxy.alias; ld.weak r0, [a]; fence.proxy.alias; ld.weak r1, [a]; }
assert (r0 == 1) as seen;`)
  expect(await weakened(program)).toMatchObject({ best: ['remove fence.proxy.alias'] })
})

test('only the kinds that are wanted', async () => {
  const program = mp('fence.sc.sys; st.relaxed.gpu [y], 1;', 'ld.relaxed.gpu r0, [y]; fence.sc.gpu;')
  expect(await weakened(program, { only: ['scopes'] })).toMatchObject({
    best: [
      'replace fence.sc.sys with fence.sc.gpu',
      'replace st.relaxed.gpu [y], 1 with st.relaxed.cta [y], 1',
      'replace ld.relaxed.gpu r0, [y] with ld.relaxed.cta r0, [y]',
    ],
  })
})

test('with a question, that one alone binds, and what the test permits', async () => {
  const program = testIn(`.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;
check (r0 == 2) as two;
permit (r0 == 0 && r1 == 1) as early;`)
  const named = (name: string) => program.questions.filter((one) => one.name === name)
  expect(await weakened(program)).toBe('nothing to do')
  expect(await weakened(program, { questions: named('fresh') })).toBe('nothing to do')
  expect(await weakened(program, { questions: named('two') })).toEqual({
    alone: ['replace st.release.gpu [y], 1 with st.weak [y], 1', 'replace ld.acquire.gpu r0, [y] with ld.weak r0, [y]'],
    best: ['replace st.release.gpu [y], 1 with st.weak [y], 1', 'replace ld.acquire.gpu r0, [y] with ld.weak r0, [y]'],
  })
  const z3 = await solver()
  const reason = 'the outcome of early can be reached as it is'
  expect(weaken(program, z3, { model: defaultModel, questions: named('early') })).toEqual({ kind: 'no claims', reason })
})

test('where time runs out, what was found alone stays', async () => {
  const program = mp('fence.sc.sys; st.relaxed.gpu [y], 1;', 'ld.relaxed.gpu r0, [y]; fence.sc.gpu;')
  const z3 = await solver()
  let isLate = false
  const { now } = performance
  performance.now = () => now.call(performance) + (isLate ? 1e9 : 0)
  const progress = (line: string) => {
    isLate = /^together|alone: 3 of/.test(line)
  }
  try {
    const found = weaken(program, z3, { model: defaultModel, timeout: 1e6, progress })
    expect(found).toMatchObject({ kind: 'undecided', reason: timeReason, raceFree: false })
    expect(found.kind === 'undecided' ? found.alone : []).toHaveLength(2)
  } finally {
    performance.now = now
  }
})

test('where it is not known whether there are races, nothing is weakened', async () => {
  const program = testIn(`.global x;
d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; }
assert (r0 == 0 || r0 == 1) as known;`)
  const z3 = await solver()
  let opened = 0
  const silent: Solver = {
    ...z3,
    open: (text) => {
      opened += 1
      const session = z3.open(text)
      // The first problem is about the claims, the second about the races.
      return opened === 2 ? { ...session, check: () => ({ kind: 'unknown', reason: 'silence' }) } : session
    },
  }
  expect(weaken(program, silent, { model: defaultModel })).toMatchObject({
    kind: 'undecided',
    reason: expect.stringMatching(/^whether it has data races: .*silence/),
  })
})

describe('fences of asynchronous operations', () => {
  test('one of mbarriers that nothing needs goes, and one that is needed stays', async () => {
    const remote = (arrive: string) =>
      testIn(`.shared .b64 bar; .shared .u64 buf;
d0.c0.b0.t0 {
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
  st.shared::cluster.u64 [d0.c0.b1:buf], 5;
  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [d0.c0.b1:bar];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}
d0.c0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  fence.mbarrier_init.release.cluster;
  ${arrive};
  barrier.cluster.wait;
W:
  mbarrier.try_wait.parity.acquire.cluster.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
  barrier.cluster.arrive.relaxed;
  barrier.cluster.wait;
}
assert (d0.c0.b1.t0:r == 5) as written;`)
    const only = ['fences'] as const
    expect(await weakened(remote('barrier.cluster.arrive.relaxed'), { only })).toBe('nothing to do')
    expect(await weakened(remote('barrier.cluster.arrive.release'), { only })).toMatchObject({
      best: ['remove fence.mbarrier_init.release.cluster'],
    })
  })

  test('one for tensor maps may be narrower, or go', async () => {
    const acquire = 'fence.proxy.tensormap::generic.acquire.sys [map], 128;'
    const program = (before: string) =>
      testIn(`.global .u64 in = 7; .global .u64 next = 8; .global .u64 out; .shared .u64 buf; .shared .b64 bar;
.global .tensormap map = tensor(in, {1}, {1});
d0.b0.t0 {
  tensormap.replace.tile.global_address.global.b1024.b64 [map], next;
  fence.proxy.tensormap::generic.release.gpu;
  st.release.gpu.global.u64 [out], 1;
}
d0.b1.t0 {
  mbarrier.init.shared.b64 [bar], 1;
  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 8;
  ${before}
  ld.acquire.gpu.global.u64 seen, [out];
  bne seen, 1, END;
  ${acquire}
  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [buf], [map, {0}], [bar];
W:
  mbarrier.try_wait.parity.shared.b64 p, [bar], 0;
  beq p, 0, W;
  ld.shared.u64 r, [buf];
END:
}
assert (d0.b1.t0:seen == 0 || d0.b1.t0:r == 8) as fresh;`)
    const kinds = ['scopes', 'proxy-fences'] as const
    expect(await weakened(program(''), { only: kinds, allowRaces: true })).toMatchObject({
      best: [`replace ${acquire} with ${acquire.replace('sys', 'gpu')}`.replaceAll(';', '')],
    })
    expect(await weakened(program(acquire), { only: kinds, allowRaces: true })).toMatchObject({
      best: expect.arrayContaining([`remove ${acquire}`.replace(';', '')]),
    })
  })

  test('one of one direction may go', async () => {
    const program = testIn(`.shared .u64 buf; .global .u64 out;
d0.c0.b0.t0 {
  st.shared.u64 [buf], 1;
  fence.release.sync_restrict::shared::cta.cluster;
  fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;
  ld.shared.u64 r, [buf];
}
assert (r == 1) as own;`)
    expect(await weakened(program)).toMatchObject({
      alone: [expect.stringContaining('remove fence.release'), expect.stringContaining('remove fence.proxy.async')],
    })
  })
})
