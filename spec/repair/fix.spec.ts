import { defaultModel, ptx75 } from '../../axioms/models.js'
import { decide } from '../../encoder/decide/decide.js'
import type { Program } from '../../litmus/program.js'
import { claimsOf } from '../../repair/demands.js'
import { fix, repairs } from '../../repair/fix.js'
import { defaultCosts } from '../../repair/prices.js'
import type { FixOptions } from '../../repair/result.js'
import { editsOf } from '../../repair/slot.js'
import { repairText } from '../../repair/text.js'
import { solver, testIn } from '../support.js'

/** Returns the changes of the cheapest repairs, each of which is verified once more. */
async function fixed(program: Program, options: Partial<FixOptions> = {}) {
  const z3 = await solver()
  const goal = { kind: 'claims', questions: claimsOf(program) } as const
  const found = fix(program, z3, { model: defaultModel, goal, ...options })
  if (found.kind !== 'repaired') return found.kind
  for (const { program: changed } of found.repairs)
    for (const { question, verdict } of decide(changed, z3, { model: defaultModel, liveness: false }).answers)
      expect([question.name, verdict.kind]).toEqual([
        question.name,
        question.kind === 'permit' ? 'allowed' : 'forbidden',
      ])
  return found.repairs.map(({ changes }) => editsOf(changes).map((one) => repairText(program, one)))
}

const message = (threads: string, claim = 'assert (!(r0 == 1 && r1 == 0)) as fresh;') =>
  testIn(`.global x; .global y; .global z;\n${threads}\n${claim}`)

const mp = message(`d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }`)

test('the search finds the cheapest changes, not the first that help', async () => {
  expect(await fixed(mp)).toEqual([
    [
      'replace st.relaxed.gpu [y], 1 with st.release.gpu [y], 1 in d0.b0.t0, line 2: adds synchronisation',
      'replace ld.relaxed.gpu r0, [y] with ld.acquire.gpu r0, [y] in d0.b1.t0, line 3: adds synchronisation',
    ],
  ])
})

test('only the wanted kinds of changes', async () => {
  expect(await fixed(mp, { only: ['fences'] })).toEqual([
    [
      expect.stringMatching(/^insert fence\.acq_rel\.gpu in d0\.b0\.t0/),
      expect.stringMatching(/^insert fence\.acq_rel\.gpu in d0\.b1\.t0/),
    ],
  ])
  expect(await fixed(mp, { only: ['scopes'] })).toBe('no repair')
})

test('other prices lead to other repairs, and the number of changes comes before them', async () => {
  const costs = { ...defaultCosts, 'st.release.gpu': 5000, 'ld.acquire.gpu': 5000 }
  expect(await fixed(mp, { costs })).toEqual([
    [
      expect.stringMatching(/^insert fence\.acq_rel\.gpu in d0\.b0\.t0/),
      expect.stringMatching(/^insert fence\.acq_rel\.gpu in d0\.b1\.t0/),
    ],
  ])
})

test('several repairs are in the order of their costs, and none contains another', async () => {
  const z3 = await solver()
  const goal = { kind: 'claims', questions: claimsOf(mp) } as const
  const found = fix(mp, z3, { model: defaultModel, goal, all: 6 })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  const costs = found.repairs.map(({ cost: { changes, sum } }) => changes * 1000 + sum)
  expect(costs).toHaveLength(4)
  expect(costs).toEqual(costs.toSorted((a, b) => a - b))
  const texts = found.repairs.map(({ changes }) => new Set(editsOf(changes).map((one) => repairText(mp, one))))
  for (const [i, one] of texts.entries())
    for (const [j, other] of texts.entries()) expect(i !== j && [...one].every((text) => other.has(text))).toBe(false)
})

test('a repair has as many instructions as it takes', async () => {
  const iriw = message(
    `d0.b0.t0 { st.relaxed.gpu [x], 1; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; ld.relaxed.gpu r1, [y]; }
d0.b2.t0 { ld.relaxed.gpu r2, [y]; ld.relaxed.gpu r3, [x]; }
d0.b3.t0 { st.relaxed.gpu [y], 1; }`,
    'assert (!(r0 == 1 && r1 == 0 && r2 == 1 && r3 == 0)) as agree;',
  )
  expect(await fixed(iriw)).toEqual([
    [
      expect.stringMatching(/^insert fence\.sc\.gpu in d0\.b1\.t0/),
      expect.stringMatching(/^insert fence\.sc\.gpu in d0\.b2\.t0/),
    ],
  ])
})

test('a text that several threads run is changed once', async () => {
  const lock = testIn(`.global m; .global x;
d0.b0..1.t0 {
LOCK:
  atom.relaxed.gpu.cas r0, [m], 0, 1;
  bne r0, 0, LOCK;
  ld.weak r1, [x];
  add r1, r1, 1;
  st.weak [x], r1;
  atom.relaxed.gpu.exch r2, [m], 0;
}
assert (x == 2) as counted;`)
  expect(await fixed(lock)).toEqual([
    [
      'replace atom.relaxed.gpu.cas r0, [m], 0, 1 with atom.acquire.gpu.cas r0, [m], 0, 1 in d0.b0.t0 and 1 other thread of its text, line 4: adds synchronisation',
      'replace atom.relaxed.gpu.exch r2, [m], 0 with atom.release.gpu.exch r2, [m], 0 in d0.b0.t0 and 1 other thread of its text, line 9: adds synchronisation',
    ],
  ])
})

test('no scope is wider than the threads need', async () => {
  const inBlock = message(`d0.b0.t0 { st.weak [x], 1; st.relaxed.cta [y], 1; }
d0.b0.t1 { ld.relaxed.cta r0, [y]; ld.weak r1, [x]; }`)
  const found = await fixed(inBlock)
  expect(String(found)).toContain('st.release.cta')
  expect(String(found)).not.toMatch(/gpu|sys/)
})

test.each([
  ['in one CTA', 'd0.b0', 'd0.b0.t1', '', 'cta'],
  ['on one GPU', 'd0.b0', 'd0.b1.t0', '', 'gpu'],
  ['on two GPUs', 'd0.b0', 'd1.b0.t0', '', 'sys'],
  ['with a host that reads', 'd0.b0', 'd0.b1.t0', 'host { ld.relaxed.sys r9, [y]; }', 'sys'],
])(
  'a volatile access %s becomes one of the narrowest scope that includes all threads',
  async (_, one, two, host, to) => {
    const threads = `${one}.t0 { st.weak [x], 1; st.volatile [y], 1; }
${two} { ld.volatile r0, [y]; ld.weak r1, [x]; }`
    const found = await fixed(
      testIn(`.global x; .global y; ${host === '' ? threads : `kernel k { ${threads} }`}
${host === '' ? '' : host.replace('{', '{ k<<<2, 1>>>();')}
assert (!(r0 == 1 && r1 == 0)) as fresh;`),
      { only: ['orders', 'scopes'] },
    )
    expect(String(found)).toContain(`st.release.${to}`)
    expect(String(found)).toContain(`ld.acquire.${to}`)
  },
)

test('an access of MMIO stays at the scope of the system, also on one GPU', async () => {
  const found = await fixed(
    message(`d0.b0.t0 { st.weak [x], 1; st.mmio.relaxed.sys [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [x]; }`),
    { only: ['orders', 'scopes'] },
  )
  expect(String(found)).toContain('st.release.sys')
})

test.each([
  ['another GPU', 'd1', '', 'device(1)'],
  ['another memory synchronisation domain', 'd0', '', 'domain(1)'],
])('no scope leaves out %s', async (_, gpu, one, other) => {
  const found = await fixed(
    testIn(`.global x; .global y;
kernel put { d0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; } }
kernel get { ${gpu}.b0.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; } }
host { put<<<1, 1, 0, s${one}>>>(); get<<<1, 1, 0, t, ${other}>>>(); }
assert (!(r0 == 1 && r1 == 0)) as fresh;`),
    { only: ['orders', 'scopes'] },
  )
  expect(String(found)).toContain('st.release.sys')
  expect(String(found)).not.toMatch(/with \S*\.(gpu|cluster|cta)/)
})

test('what the test permits stays reachable', async () => {
  const claims = 'assert (!(r0 == 1 && r1 == 0)) as fresh;\npermit (r0 == 0 && r1 == 0) as early;'
  expect(
    await fixed(
      message(
        'd0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }\nd0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }',
        claims,
      ),
    ),
  ).toHaveLength(1)
  // Whatever forbids one outcome forbids the other.
  const both = 'assert (!(r0 == 1 && r1 == 0)) as fresh;\npermit (r0 == 1 && r1 == 0) as stale;'
  expect(
    await fixed(
      message(
        'd0.b0.t0 { st.weak [x], 1; st.relaxed.gpu [y], 1; }\nd0.b1.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }',
        both,
      ),
    ),
  ).toBe('no repair')
})

/** Returns a test in which both threads write, and then read what the other writes. Only a barrier orders this. */
const exchange = (before: string, after: string) =>
  testIn(`.shared a; .shared b;
d0.b0.t0..1 {
  ${before}
  atom.relaxed.cta.add r0, [a], 1;
  ld.relaxed.cta r1, [a];
  ${after}
}
assert (d0.b0.t0:r1 == 2) as both;`)

test('a barrier is a repair if all threads come to it', async () => {
  expect(await fixed(exchange('', ''))).toEqual([
    [expect.stringMatching(/^insert bar\.sync 0 in d0\.b0\.t0 and 1 other thread of its text/)],
  ])
})

test('a barrier in one branch is not a repair: the thread that takes it would wait for ever', async () => {
  const branch = testIn(`.shared a; .shared b;
d0.b0.t0..1 {
  atom.relaxed.cta.add r0, [a], 1;
  bne r0, 0, END;
  ld.relaxed.cta r1, [a];
  st.relaxed.cta [b], r1;
END:
}
assert ([b] == 2) as both;`)
  const found = await fixed(branch)
  expect(Array.isArray(found) ? found : [found]).toEqual([
    [expect.stringMatching(/^insert bar\.sync 0 .* between line 3, .*, and line 4/)],
  ])
})

test('a barrier may be put into all texts of a CTA, also at their ends', async () => {
  const threads = testIn(`.global x;
d0.b0.t0 { st.weak [x], 1; }
d0.b0.t1 { ld.weak r0, [x]; }
assert (r0 == 1) as seen;`)
  expect(await fixed(threads)).toEqual([
    [
      'insert bar.sync 0 in d0.b0.t0, after line 2, st.weak [x], 1',
      'insert bar.sync 0 in d0.b0.t1, before line 3, ld.weak r0, [x]',
    ],
  ])
})

test('but not where another CTA runs one of the texts, which would be another change there', async () => {
  const threads = testIn(`.global x;
d0.b0..1.t0 { st.weak [x], 1; }
d0.b0.t1 { ld.weak r0, [x]; }
assert (r0 == 1) as seen;`)
  expect(await fixed(threads)).toBe('no repair')
})

/**
 * Returns a test with three kernels in streams; one of them has nothing of its own to order, only what other grids do.
 */
const launched = (first: string, second: string, third: string, streams: string) => {
  const [a, b, c] = streams
  return testIn(`.global x; .global f;
kernel A { d0.b0.t0 { ${first} } }
kernel B { d0.b0.t0 { ${second} } }
kernel C { d0.b0.t0 { ${third} } }
host { A<<<1, 1, 0, s${a}>>>(); B<<<1, 1, 0, s${b}>>>(); C<<<1, 1, 0, s${c}>>>(); }
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
}

test('a fence at the start of a kernel orders what the grid before it did', async () => {
  const read = 'ld.acquire.gpu r0, [f]; ld.relaxed.gpu r1, [x];'
  expect(
    await fixed(launched('st.relaxed.gpu [x], 1;', 'st.relaxed.gpu [f], 1;', read, '112'), { only: ['fences'] }),
  ).toEqual([['insert fence.acq_rel.gpu in B.d0.b0.t0, before line 3, st.relaxed.gpu [f], 1']])
})

test('a fence at the end of a kernel orders what the next grid does', async () => {
  const write = 'st.relaxed.gpu [x], 1; st.release.gpu [f], 1;'
  expect(
    await fixed(launched(write, 'ld.relaxed.gpu r0, [f];', 'ld.relaxed.gpu r1, [x];', '122'), { only: ['fences'] }),
  ).toEqual([['insert fence.acq_rel.gpu in B.d0.b0.t0, after line 3, ld.relaxed.gpu r0, [f]']])
})

test('a call after which a thread waits for ever rules out no other changes', async () => {
  const mailbox = testIn(`.global data; .global flag;
kernel serve {
  d0.b0.t0 {
  WAIT: ld.acquire.gpu r0, [flag];
    beq r0, 0, WAIT;
    ld.weak r1, [data];
  }
}
host { serve<<<1, 1>>>(); st.weak [data], 1; st.release.sys [flag], 1; }
assert (r1 == 1) as served;`)
  const cheap = { ...defaultCosts, cudaStreamSynchronize: 0, sys: 50 }
  expect(await fixed(mailbox, { costs: cheap, only: ['scopes', 'calls'] })).toEqual([
    [expect.stringMatching(/^replace ld\.acquire\.gpu r0, \[flag\] with ld\.acquire\.sys/)],
  ])
})

test.each([
  [
    'an asynchronous copy',
    'ld.relaxed.gpu r0, [f]; cp.async.ca.shared.global [s], [x], 4; cp.async.wait_all; ld.shared.u32 r1, [s];',
    '',
  ],
  ['a barrier', 'ld.relaxed.gpu r0, [f]; bar.sync 0;', 'd0.b1.t1 { bar.sync 0; ld.relaxed.gpu r1, [x]; }'],
])('a fence before %s', async (_, reader, other) => {
  const program = testIn(`.global .u32 x; .global .u32 f; .shared .u32 s;
d0.b0.t0 { st.relaxed.gpu [x], 1; st.release.gpu [f], 1; }
d0.b1.t0 { ${reader} }
${other}
assert (not (r0 == 1 && r1 == 0)) as fresh;`)
  expect(await fixed(program, { only: ['fences'] })).toEqual([
    [expect.stringMatching(/^insert fence\.acq_rel\.gpu in d0\.b1\.t0, between line 3, ld\.relaxed\.gpu r0, \[f\]/)],
  ])
})

test('if threads that take turns fail, nothing that only adds order helps, and their run is the reason', async () => {
  const z3 = await solver()
  const program = message('d0.b0.t0 { st.weak [x], 1; }\nd0.b1.t0 { ld.weak r0, [x]; }', 'assert (r0 == 1) as always;')
  const goal = { kind: 'claims', questions: claimsOf(program) } as const
  const found = fix(program, z3, { model: defaultModel, goal })
  expect(found).toMatchObject({ kind: 'no repair', inTurn: { question: { name: 'always' } } })
})

test('nothing is to be done if claims hold', async () => {
  expect(await fixed(message('d0.b0.t0 { st.weak [x], 1; }', 'assert ([x] == 1) as written;'))).toBe('nothing to do')
})

test('a weak flag becomes strong if a claim fails: fences beside it would leave the race', async () => {
  const weak = message(`d0.b0.t0 { st.weak [x], 1; st.weak [y], 1; }
d0.b1.t0 { ld.weak r0, [y]; ld.weak r1, [x]; }`)
  expect(await fixed(weak)).toEqual([
    [expect.stringContaining(' with st.release.gpu [y], 1 '), expect.stringContaining(' with ld.acquire.gpu r0, [y] ')],
  ])
})

test('a program becomes free of races', async () => {
  const found = await fixed({ ...mp, questions: [] }, { goal: { kind: 'race-free' } })
  expect(String(found)).toMatch(/st\.release\.gpu.*ld\.acquire\.gpu|relaxed/)
})

describe('one-way alias fences', () => {
  const handed = (fences: string) => `.global x; .global a physically aliases x; .global y;
d0.b0.t0 { st.weak [x], 1; ${fences} st.release.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld.weak r1, [a]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`
  const inserted = async (text: string, model = defaultModel) => {
    const found = await fixed(testIn(text), { model })
    return typeof found === 'string'
      ? found
      : found.map((repair) => repair.map((one) => one.match(/^insert (\S+)/)?.[1]))
  }
  test('are cheaper than one in both directions, if two threads need it', async () => {
    expect(await inserted(handed(''))).toEqual([['fence.proxy.alias.release.sys', 'fence.proxy.alias.acquire.sys']])
  })
  test('do nothing in a single thread', async () => {
    const alone = `.global x; .global a physically aliases x;
d0.b0.t0 { st.weak [x], 1; ld.weak r0, [a]; }
assert (r0 == 1) as fresh;`
    expect(await inserted(alone)).toEqual([['fence.proxy.alias']])
  })
  test('are not inserted for a model that does not cover them', async () => {
    expect(await inserted(handed(''), ptx75)).toEqual([['fence.proxy.alias']])
  })
})

test('if the order of two fences matters, the report says so', async () => {
  const aliased = testIn(
    `.global x; .global a physically aliases x; .global y;
d0.b0.t0 { st.weak [x], 1; st.weak [y], 1; }
d0.b1.t0 { ld.weak r0, [y]; ld.weak r1, [a]; }
assert (!(r0 == 1 && r1 == 0)) as fresh;`,
  )
  const z3 = await solver()
  const goal = { kind: 'claims', questions: claimsOf(aliased) } as const
  const found = fix(aliased, z3, { model: defaultModel, goal, only: ['fences', 'proxy-fences'] })
  if (found.kind !== 'repaired') throw new Error(found.kind)
  expect(found.repairs[0]?.ordered).toBe(true)
})

describe('a budget', () => {
  const goal = { kind: 'claims', questions: claimsOf(mp) } as const
  test('that is spent before anything is found leaves it undecided', async () => {
    const none = { judged: 0, carried: 0, others: 2 }
    const { result, spent } = repairs(
      mp,
      await solver(),
      { model: defaultModel, goal },
      { budget: none, extent: 'several texts', excluding: 'containing', most: 1 },
    )
    expect([result.kind, spent]).toEqual(['undecided', 'budget'])
  })
  test('that suffices finds the same as none', async () => {
    const some = { judged: 50, carried: 500, others: 2 }
    const { result, spent } = repairs(
      mp,
      await solver(),
      { model: defaultModel, goal },
      { budget: some, extent: 'several texts', excluding: 'containing', most: 1 },
    )
    expect([result.kind, spent]).toEqual(['repaired', undefined])
  })
  test('is not spent on order if an exchange makes what the test permits unreachable', async () => {
    const program = testIn(`.global x; .global y;
      d0.b0.t0 { ld.relaxed.gpu r0, [y]; ld.weak r1, [x]; }
      d1.b0.t0 { st.weak [y], 2; st.weak [x], 2; st.relaxed.gpu [y], 1; }
      check (d0.b0.t0:r0 == 1 && d0.b0.t0:r1 == 2 && [y] == 1) as claim;
      permit (d0.b0.t0:r0 == 2 && d0.b0.t0:r1 == 0 && [y] == 1) as may;
      assert (~(d0.b0.t0:r0 == 1 && d0.b0.t0:r1 == 0 && [y] == 1)) as also;`)
    const some = { judged: 40, carried: 2000, others: 2 }
    const { result, spent } = repairs(
      program,
      await solver(),
      { model: defaultModel, goal: { kind: 'claims', questions: program.questions.slice(0, 1) } },
      { budget: some, extent: 'several texts', excluding: 'containing', most: 1 },
    )
    expect([result.kind, spent]).toEqual(['no repair', undefined])
  })
})
