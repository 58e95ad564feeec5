import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixDocument } from '../../../report/repairs.js'
import { moduleOf } from '../../litmus/module/modules.js'
import { root } from '../../support.js'
import { workplace } from '../workplace.js'

const { folder, write, run } = workplace()

const handover = (order: string, question = 'assert (not (r0 == 1 && r1 == 0)) as fresh;') => `.global x; .global y;
d0.b0.t0 {
  st [x], 1; // the data
  st.${order}.gpu [y], 1;
}
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
${question}
`

describe('a claim that does not hold', () => {
  test('is repaired: the change in words, its cost, and a diff', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { status, stdout } = await run(['fix', path])
    expect(status).toBe(0)
    expect(stdout).toBe(`${path} · fresh · ptx-9.4: repaired

The cheapest repair (1 change, cost 672):
  replace st.relaxed.gpu [y], 1 with st.release.gpu [y], 1 in d0.b0.t0, line 4: adds synchronisation
    in CUDA: cuda::atomic_ref<int, cuda::thread_scope_device>(y).store(1, cuda::memory_order_release)
    or, which orders the access itself less: __threadfence(), then a volatile write

--- ${path}
+++ ${path}
@@ -1,7 +1,7 @@
 .global x; .global y;
 d0.b0.t0 {
   st [x], 1; // the data
-  st.relaxed.gpu [y], 1;
+  st.release.gpu [y], 1;
 }
 d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
 assert (not (r0 == 1 && r1 == 0)) as fresh;

Others may cost the same: --all 3 finds three repairs.

In the changed test there are data races; --race-free makes their absence the goal.
`)
  })

  test('-o writes the test that `check` finds right, and nothing else', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { status, stdout } = await run(['fix', path, '-o', 'fixed.test'])
    expect(status).toBe(0)
    expect(stdout).toContain('\nWritten to fixed.test.\n')
    expect(stdout).not.toContain('@@')
    expect(readFileSync(join(folder, 'fixed.test'), 'utf8')).toBe(handover('release'))
    expect((await run(['check', 'fixed.test'])).status).toBe(0)
  })

  test('--json', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { stdout } = await run(['fix', path, '--json', '--all', '2'])
    const document = fixDocument.parse(JSON.parse(stdout))
    expect(document).toMatchObject({
      result: 'repaired',
      goal: 'claims',
      claims: ['fresh'],
      written: [],
      exitStatus: 0,
    })
    expect(document.repairs.map(({ cost }) => cost)[0]).toEqual({ changes: 1, sum: 672 })
    expect(document.repairs).toHaveLength(2)
    expect(document.repairs[0]?.diff).toContain('+  st.release.gpu [y], 1;')
  })

  test('--only, several times or with commas', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { stdout } = await run(['fix', path, '--only', 'fences, scopes', '--only', 'scopes'])
    expect(stdout).toContain('  insert fence.acq_rel.gpu in d0.b0.t0')
    const wrong = await run(['fix', path, '--only', 'fence'])
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('--only: it must be one of fences, ') })
  })

  test('--costs-file', async () => {
    const path = write('broken.test', handover('relaxed'))
    const costs = write('costs.json', '{"st.release.gpu": 1000}')
    const { stdout } = await run(['fix', path, '--costs-file', costs])
    expect(stdout).toContain('  insert fence.acq_rel.gpu in d0.b0.t0')
  })
})

test('a claim that holds leaves nothing to do, and the test is written as it is', async () => {
  const path = write('right.test', handover('release'))
  const { status, stdout } = await run(['fix', path, '-o', 'same.test'])
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `${path} · fresh · ptx-9.4: nothing to do, as the claim holds\nIn the test there are data races; --race-free makes their absence the goal.\nWritten to same.test, unchanged.\n`,
  })
  expect(readFileSync(join(folder, 'same.test'), 'utf8')).toBe(handover('release'))
})

test.each([
  ['of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ['but the last', (text: string) => text.trimEnd()],
])('lines keep their ends: %s', async (_, ends) => {
  const path = write('broken.test', ends(handover('relaxed')))
  await run(['fix', path, '-o', 'fixed.test', '--force'])
  expect(readFileSync(join(folder, 'fixed.test'), 'utf8')).toBe(ends(handover('release')))
  const { stdout } = await run(['fix', path, '--json'])
  const diff = fixDocument.parse(JSON.parse(stdout)).repairs[0]?.diff ?? ''
  writeFileSync(join(folder, 'a.diff'), `${diff}\n`)
  execFileSync('git', ['apply', '-p0', '--whitespace=nowarn', '--unsafe-paths', 'a.diff'], { cwd: folder })
  expect(readFileSync(path, 'utf8')).toBe(ends(handover('release')))
})

const early = `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; ld.relaxed.gpu r0, [y]; }
d0.b1.t0 { st.relaxed.gpu [y], 1; ld.relaxed.gpu r1, [x]; }
permit (r0 == 0 && r1 == 0) as early;
`

describe('no repair: the reason', () => {
  test('names the permits that the changes put out of reach', async () => {
    const path = write('both.test', `${early}assert (not (r0 == 0 && r1 == 0 && x == 1)) as never;\n`)
    expect(await run(['fix', path, '--only', 'fences', '-o', 'none.test'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('those that reach the goal make early unreachable, which the test permits'),
    })
    expect(existsSync(join(folder, 'none.test'))).toBe(false)
  })
  test('is a trap that no fence keeps from being reached, although the claim itself holds', async () => {
    const path = write(
      'trap.test',
      '.global x;\nd0.b0.t0 { st.relaxed.gpu [x], 1; }\nd0.b1.t0 { ld.relaxed.gpu r0, [x]; @r0 trap; }\nassert (x == 1) as one;\n',
    )
    const { status, stdout } = await run(['fix', path])
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('no repair: undefined behaviour or a trap is reached in a run in which'),
    })
    expect(stdout).toMatch(/ traps at .*trap\.test:3:/)
    expect(await run(['weaken', path])).toMatchObject({ status: 1 })
  })
})

describe('expectations that `check` does not find met, though the goal is reached', () => {
  test('a claim, if the goal is that there are no races', async () => {
    const text = '.global x;\nd0.b0.t0 { st [x], 1; }\nd0.b1.t0 { ld r0, [x]; }\nassert (r0 == 1) as always;\n'
    const path = write('racy.test', text)
    expect((await run(['fix', path, '--race-free'])).stdout).toContain(
      'In the changed test, always still does not hold, which is no part of the goal.',
    )
    const json = fixDocument.parse(JSON.parse((await run(['fix', path, '--race-free', '--json'])).stdout))
    expect(json.unmet).toEqual(['always'])
  })
  test('an outcome that the test permits, if that is the question', async () => {
    const path = write('early.test', early)
    const { stdout } = await run(['fix', path, '--question', 'early', '-o', 'late.test'])
    expect(stdout).toContain('\nAs wanted, early is out of reach.')
    expect((await run(['check', 'late.test'])).status).toBe(1)
    expect((await run(['fix', 'late.test', '--question', 'early'])).stdout).toContain(
      '\nAs wanted, early is out of reach',
    )
  })
  test('nothing else is said', async () => {
    const path = write('broken.test', handover('relaxed'))
    expect((await run(['fix', path])).stdout).not.toMatch(/As wanted|no part of the goal/)
  })
})

describe('--hangs', () => {
  const spin = (store: string) => `.global x;
d0.b0.t0 { ${store} [x], 1; }
d0.b1.t0 {
L:
  ld.relaxed.gpu r0, [x];
  beq r0, 0, L;
}
`
  const claim = 'assert (r0 == 1) as seen;\n'
  const advice = 'a thread may wait for ever; --hangs makes that a part of the goal.'
  test('is advised where it matters', async () => {
    const path = write('spin.test', spin('st') + claim)
    expect((await run(['fix', path])).stdout).toContain(`In the test ${advice}`)
    const json = async (...options: readonly string[]) =>
      fixDocument.parse(JSON.parse((await run(['fix', path, '--json', ...options])).stdout))
    expect(await json()).toMatchObject({ hangs: false, canHang: true, result: 'nothing to do' })
    expect(await json('--hangs')).toMatchObject({ hangs: true, result: 'repaired' })
    const ends = write('ends.test', spin('st.relaxed.gpu') + claim)
    expect((await run(['fix', ends])).stdout).toContain('nothing to do, as the claim holds\n')
    expect((await run(['fix', ends])).stdout).not.toContain(advice)
  })
  test('makes it the goal, also of a test without claims', async () => {
    const path = write('spin.test', spin('st') + claim)
    expect((await run(['fix', path, '--hangs', '-o', 'mended.test'])).stdout).toContain(
      'seen, no hang · ptx-9.4: repaired',
    )
    expect((await run(['check', 'mended.test', '--hangs'])).status).toBe(0)
    const { stdout } = await run(['fix', 'mended.test', '--hangs'])
    expect(stdout).toContain('nothing to do, as the claim holds and no thread waits for ever\n')
    const silent = write('silent.test', `${spin('st.relaxed.gpu')}check (r0 == 1) as seen;\n`)
    expect((await run(['fix', silent, '--hangs'])).stdout).toContain('nothing to do, as no thread waits for ever\n')
    expect((await run(['fix', silent])).status).toBe(2)
  })
})

describe('--all', () => {
  const fixAll = async (...options: readonly string[]) => {
    const path = write('broken.test', handover('relaxed'))
    const { stdout } = await run(['fix', path, ...options])
    const json = fixDocument.parse(JSON.parse((await run(['fix', path, ...options, '--json'])).stdout))
    return { stdout, ended: json.ended, count: json.repairs.length }
  }
  test('says that there are no more', async () => {
    const { stdout, ended, count } = await fixAll('--all', '100', '--only', 'orders')
    expect({ ended, count }).toEqual({ ended: 'exhausted', count: 1 })
    expect(stdout).toContain('\nThere are no more: any other repair')
  })
  test('does not mention further repairs if it finds as many as are wanted', async () => {
    const { stdout, ended, count } = await fixAll('--all', '2')
    expect({ ended, count }).toEqual({ ended: 'enough', count: 2 })
    expect(stdout).not.toMatch(/There are no more|there may be more/)
  })
})

test('a claim that fails in turn has no repair: status 1, the reason and the run', async () => {
  const path = write('wrong.test', '.global x;\nd0.b0.t0 { st.relaxed.gpu [x], 1; }\nassert (x == 2) as two;\n')
  const { status, stdout } = await run(['fix', path])
  expect(status).toBe(1)
  expect(stdout).toContain(' · two · ptx-9.4: no repair: it fails in a run in which threads take turns: ')
  expect(stdout).toMatch(/\n\nThe run:\n\n[\s\S]*st\.relaxed\.gpu/)
  const json = fixDocument.parse(JSON.parse((await run(['fix', path, '--json'])).stdout))
  expect(json).toMatchObject({ result: 'no repair', repairs: [], exitStatus: 1 })
  expect(json.inTurn?.question).toMatchObject({ name: 'two' })
})

test('if undefined behaviour or a trap remains, the reason names it with its place', async () => {
  const path = write(
    'trap.test',
    `.global x; .global y;
d0.b0.t0 { st.relaxed.gpu [x], 1; st.relaxed.gpu [y], 1; }
d0.b1.t0 {
  ld.relaxed.gpu r0, [y]; ld.relaxed.gpu r1, [x];
  bne r0, 1, L; beq r1, 1, L;
  trap;
L: mov r2, 0;
}
assert (true) as kept;
`,
  )
  const { status, stdout } = await run(['fix', path, '--only', 'scopes'])
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /while undefined behaviour or a trap is reachable, as here: d0\.b1\.t0 traps at .*trap\.test:6:3: trap\n/,
  )
})

test('a mask without the lanes that come is named', async () => {
  const path = write(
    'mask.test',
    `.global x;
d0.b0.t0 { shfl.sync.idx.b32 r1, 1, 1, 31, 2; bar.warp.sync 3; st [x], r1; }
d0.b0.t1 { bar.warp.sync 3; }
assert (x == 1) as one;
`,
  )
  const wrong =
    /as here: d0\.b0\.t0 at .*mask\.test:2.*: the mask does not name the lane of the thread.*; a mask is changed only to another one of the text\n/
  expect((await run(['fix', path, '--only', 'fences'])).stdout).toMatch(wrong)
  // The search may take long: the reason is said before it begins, also where races are the goal.
  const { stderr } = await run(['fix', path, '--only', 'fences'])
  expect(stderr).toMatch(/^.*mask\.test: note: no claim holds while undefined behaviour or a trap is reachable, /)
  expect(stderr).toMatch(wrong)
  const unclaimed = await run(['fix', path, '--race-free', '--only', 'fences'])
  expect(unclaimed.stderr).toMatch(/: note: undefined behaviour or a trap is reachable, as here: d0\.b0\.t0 /)
  expect(unclaimed.stdout).toMatch(wrong)
})

test('undefined behaviour that an order ends is not said before a search', async () => {
  const path = write(
    'early.test',
    `.shared .u64 bar;
d0.b0.t0 { mbarrier.init.shared.b64 [bar], 1; }
d0.b0.t1 { mbarrier.arrive.shared.b64 _, [bar]; }
`,
  )
  const { stdout, stderr } = await run(['fix', path, '--race-free'])
  expect({ stderr, stdout }).toMatchObject({ stderr: '', stdout: expect.stringContaining('insert') })
})

describe('goals', () => {
  const stale = (path: string) => write(path, handover('relaxed', 'check (r0 == 1 && r1 == 0) as stale;'))
  test('a test that claims nothing needs --question: status 2', async () => {
    const { status, stderr } = await run(['fix', stale('asks.test')])
    expect(status).toBe(2)
    expect(stderr).toMatch(/asks\.test: the test claims nothing: .* with --question: stale\n$/)
  })
  test('a test without questions needs a goal without a claim', async () => {
    const path = write('unasked.test', '.global x;\nd0.b0.t0 { st [x], 1; }\n')
    const { status, stderr } = await run(['fix', path])
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /unasked\.test: the test claims nothing: .*; --race-free and --hangs are goals without a claim\n$/,
    )
    expect((await run(['fix', path, '--race-free'])).stdout).toMatch(/ nothing to do, as there is no data race\n/)
  })
  test('--question: its outcome must not be reachable', async () => {
    const { status, stdout } = await run(['fix', stale('asks.test'), '--question', 'stale'])
    expect(status).toBe(0)
    expect(stdout).toContain('+  st.release.gpu [y], 1;')
  })
  test('--race-free says where a trap is reachable, which is no part of the goal', async () => {
    const traps = 'd0.b0.t0 { ld.weak r, [x]; setp.eq.u32 p, r, 0; @p trap; }'
    const path = write('traps.test', `.global x; ${traps} check (0 == 0) as it;`)
    const { status, stdout } = await run(['fix', path, '--race-free'])
    expect(status).toBe(0)
    expect(stdout).toContain(' nothing to do, as there is no data race; but a trap is reachable\n')
    expect(stdout).toMatch(/In the test a trap is reachable, which is no part of the goal:\n.*traps\.test:1:\d+/)
    const document = fixDocument.parse(JSON.parse((await run(['fix', path, '--race-free', '--json'])).stdout))
    expect(document.undefined?.map(({ problem }) => problem)).toEqual(['trap'])
    const racing = write('racing.test', `.global x; ${traps} d0.b1.t0 { st.weak [x], 1; } check (0 == 0) as it;`)
    expect((await run(['fix', racing, '--race-free'])).stdout).toMatch(
      / repaired\n(?:.*\n)*In the changed test a trap is reachable, which is no part of the goal:/,
    )
  })

  test('--race-free: there must be no data race', async () => {
    const text = '.global x;\nd0.b0.t0 {\n  st [x], 1;\n}\nd0.b1.t0 {\n  st [x], 2;\n}\nexists (x == 1)\n'
    const { status, stdout } = await run(['fix', write('racy.test', text), '--race-free', '-o', 'free.test'])
    expect(stdout).toContain(' · no data race · ptx-9.4: repaired')
    expect(status).toBe(0)
    expect((await run(['races', 'free.test'])).status).toBe(0)
  })
  test('--race-free, --hangs and --assert: all three are the goal', async () => {
    const text = moduleOf(
      '.visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.u32 [%rd1], 1; ret; }',
    )
    const path = write('both.ptx', text)
    const launch = ['--launch', 'k<<<2, 1>>>(x: u32)', '--assert', 'x == 1']
    const { status, stdout } = await run(['fix', path, ...launch, '--hangs', '--race-free', '--json'])
    const document = fixDocument.parse(JSON.parse(stdout))
    expect(document).toMatchObject({ result: 'repaired', raceFree: true, hangs: true })
    expect(status).toBe(0)
    const asTest = await run(['fix', path, ...launch, '--race-free', '-o', 'both.test'])
    expect([asTest.status, asTest.stderr]).toEqual([
      2,
      expect.stringContaining('a module of PTX, not a test: give a file that ends in .ptx, such as both.ptx'),
    ])
  })
  /** Without a fence, the reader may see the flag, but not the data. Its read of the data is the only race. */
  const guarded = (question: string) => `.global x; .global y;
d0.b0.t0 {
  st [x], 1;
  st.relaxed.gpu [y], 1;
}
d0.b1.t0 {
  ld.acquire.gpu r0, [y];
  beq r0, 0, L;
  ld r1, [x];
L:
}
${question}
`
  test('--race-free: of a test without races, a line says what can happen', async () => {
    const text = `.global x; d0.b0.t0 { st.relaxed.gpu [x], 1; } d0.b1.t0 { ld.relaxed.gpu r, [x]; }
      permit (d0.b1.t0:r == 1) as seen;`
    const path = write('free.test', text)
    const { status, stdout } = await run(['fix', path, '--race-free'])
    expect(stdout).toContain('Without a race, seen can happen; if it must not, add --question seen to the goal.')
    expect(status).toBe(0)
    const json = await run(['fix', path, '--race-free', '--json'])
    expect(fixDocument.parse(JSON.parse(json.stdout)).reachable).toEqual(['seen'])
  })

  test('--race-free: what only races bring about need not stay, and a line says so', async () => {
    const path = write('permits.test', guarded('permit (r0 == 0) as early; permit (r0 == 1 && r1 == 0) as stale;'))
    const { status, stdout } = await run(['fix', path, '--race-free'])
    expect(status).toBe(0)
    expect(stdout).toContain('+  st.release.gpu [y], 1;')
    expect(stdout).toContain(
      'Without a race, early can happen; if it must not, add --question early to the goal.\n\nstale cannot happen any more. The test permits stale: remove the `permit`, which `check` would report.',
    )
    const json = fixDocument.parse(JSON.parse((await run(['fix', path, '--race-free', '--json'])).stdout))
    expect(json).toMatchObject({ raceFree: true, reachable: ['early'], gone: ['stale'], unmet: ['stale'] })
  })
  test('--race-free: strong accesses are the last resort, and what they leave possible is said', async () => {
    const path = write(
      'strong.test',
      guarded('check (r0 == 1 && r1 == 0) as stale;').replace('ld.acquire', 'ld.relaxed'),
    )
    const { stdout } = await run(['fix', path, '--race-free', '--only', 'orders', '--all', '2'])
    expect(stdout).toMatch(/The cheapest repair \(2 changes, cost \d{3}\):\n.*st\.release\.gpu \[y\]/)
    expect(stdout).toMatch(/Another repair \(2 changes, cost 1\d{4}\), which orders nothing:\n.*st\.relaxed\.gpu \[x\]/)
    const counter = (other: string) =>
      `.global x;\nd0.b0.t0 {\n  st [x], 1;\n}\n${other} {\n  ld r0, [x];\n}\ncheck (r0 == 1) as counted;\n`
    const alone = await run(['fix', write('counter.test', counter('d0.b1.t0')), '--race-free'])
    expect(alone.stdout).toContain('+  st.relaxed.gpu [x], 1;')
    expect(alone.stdout).toContain('Without a race, counted can happen; if it must not')
    const near = await run(['fix', write('near.test', counter('d0.b0.t1')), '--race-free'])
    expect(near.stdout).toContain('+  bar.sync 0;')
  })
  test('a claim that holds does not hide that the test can hang', async () => {
    const { stdout } = await run(['fix', join(root, 'examples/launches/tile-order+by-index.test')])
    expect(stdout).toContain(
      'nothing to do, as the claim holds; but the test can hang\nIn the test a thread may wait for ever; --hangs makes',
    )
  })
  test('--question and --race-free: both', async () => {
    const path = write('both.test', handover('relaxed', 'check (r0 == 1 && r1 == 0) as stale;'))
    const [claim, races, both] = await Promise.all(
      [['--question', 'stale'], ['--race-free'], ['--question', 'stale', '--race-free']].map((goal) =>
        run(['fix', path, ...goal, '--json']).then(({ stdout }) => fixDocument.parse(JSON.parse(stdout))),
      ),
    )
    expect(claim).toMatchObject({ goal: 'claims', raceFree: false, races: 'present' })
    expect(races).toMatchObject({ goal: 'race-free', raceFree: true, reachable: ['stale'] })
    expect(both).toMatchObject({ goal: 'claims', raceFree: true, claims: ['stale'], result: 'repaired' })
    expect(both?.races).toBeUndefined()
    const { status, stdout } = await run(['fix', path, '--question', 'stale', '--race-free', '-o', 'both-fixed.test'])
    expect(status).toBe(0)
    expect(stdout).toContain(' · stale, no data race · ptx-9.4: repaired')
    expect((await run(['races', 'both-fixed.test'])).status).toBe(0)
    expect((await run(['fix', 'both-fixed.test', '--question', 'stale', '--race-free'])).stdout).toContain(
      'nothing to do, as the outcome is forbidden and there is no data race',
    )
  })
})

describe('modules', () => {
  const kernels = join(root, 'examples/kernels')
  const test1 = 'flag+no-fence'
  test('--race-free with --assert: both are the goal', async () => {
    const launch = ['--launch', 'pass<<<2,1>>>(data: u32, flag: u32, out: u32 = 7)', '--assert', 'out != 0']
    const path = write(`${test1}.ptx`, readFileSync(join(kernels, `${test1}.ptx`), 'utf8'))
    const { status, stdout } = await run(['fix', path, ...launch, '--race-free', '--json'])
    expect(fixDocument.parse(JSON.parse(stdout))).toMatchObject({ claims: ['out != 0'], raceFree: true, unmet: [] })
    expect(status).toBe(0)
  })
  test('changed files are written beside the test, which names them', async () => {
    const text = readFileSync(join(kernels, `${test1}.test`), 'utf8')
    const module = readFileSync(join(kernels, `${test1}.ptx`), 'utf8')
    const question = /^permit \(.*\) as (\w+);$/m.exec(text)?.[1] ?? ''
    write(`in/${test1}.ptx`, module)
    const path = write(`in/${test1}.test`, text)
    write('out/keep', '')
    const { status, stdout } = await run(['fix', path, '--question', question, '-o', 'out/fixed.test'])
    expect(status).toBe(0)
    expect(stdout).toContain(`Written to out/fixed.${test1}.ptx, out/fixed.test.`)
    expect(readFileSync(join(folder, 'out/fixed.test'), 'utf8')).toBe(
      text.replace(`module "${test1}.ptx"`, `module "fixed.${test1}.ptx"`),
    )
    expect(readFileSync(join(folder, `in/${test1}.ptx`), 'utf8')).toBe(module)
    const checked = await run(['check', 'out/fixed.test', '--json'])
    expect(JSON.parse(checked.stdout).questions[0].verdict).toBe('forbidden')
  })
})

describe('files that cannot be written', () => {
  const template = '.global x;\nd0.b0.t0 { st.relaxed.gpu [x], $0; }\nassert (x == 1) as one;\n$$\n1\n2\n'
  test('under the name of another format', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { status, stderr } = await run(['fix', path, '-o', 'fixed.litmus'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'fixed.litmus: what is written is a test in the format of .test\n',
    })
  })
  test('over the template', async () => {
    const path = write('many.test', template)
    const { status, stderr } = await run(['fix', `${path}#2`, '-o', path])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('this is the template') })
    expect(readFileSync(path, 'utf8')).toBe(template)
  })
  test('in a folder that is not there', async () => {
    const path = write('broken.test', handover('relaxed'))
    const { status, stderr } = await run(['fix', path, '-o', 'nowhere/fixed.test'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'nowhere/fixed.test: cannot be written: there is no such folder\n',
    })
  })
})

test('a template row and a herd-style test are written as tests of their own', async () => {
  const rows = handover('$0').concat('$$\nrelease\nrelaxed\n')
  const { stdout } = await run(['fix', `${write('rows.test', rows)}#2`])
  expect(stdout).toMatch(/\n--- .*rows\.test#2\n\+\+\+ .*rows\.test#2\n/)
  const table = `PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0        ;
 st.weak x, 1        | ld.acquire.gpu r0, y  ;
 st.relaxed.gpu y, 1 | ld.weak r1, x         ;
~exists (1:r0 = 1 /\\ 1:r1 = 0)
`
  await run(['fix', write('MP.litmus', table), '-o', 'fixed.litmus'])
  expect(readFileSync(join(folder, 'fixed.litmus'), 'utf8')).toBe(table.replace('st.relaxed.gpu', 'st.release.gpu'))
})

test.each([
  ['kernels/pipeline+one-behind', 'wrong', 'pipeline+one-behind.cu:15'],
  ['launches/residual+early-load', 'stale', 'to another place: before residual+early-load.cu:9 '],
])(
  'of waits at equal cost, the latest comes first, which delays its thread least: %s',
  async (name, question, place) => {
    const { stdout } = await run(['fix', join(root, `examples/${name}.test`), '--question', question])
    expect(stdout).toContain(place)
  },
)
