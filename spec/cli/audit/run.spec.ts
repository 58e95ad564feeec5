import { join } from 'node:path'
import type { HardwareLog, Ran } from '../../../hardware/log.js'
import { auditDocument } from '../../../report/audit.js'
import { mutationReport } from '../../../report/mutation.js'
import { must } from '../../../source/must.js'
import { root, textOf } from '../../support.js'
import { workplace } from '../workplace.js'

const { write, folder, run } = workplace()

/** The writer's fence is too strong, the reader's is as it must be, and the last fence does nothing. */
const handover = (asked: string) => `.global x; .global y; .global z;
d0.b0.t0 {
  st [x], 1;
  fence.sc.sys;
  st.relaxed.gpu [y], 1;
  fence.acq_rel.gpu;
}
d0.b1.t0 {
  ld.relaxed.gpu r0, [y];
  bne r0, 1, DONE;
  fence.acq_rel.gpu;
  ld r1, [x];
DONE:
}
${asked}
`
/** Each warp counts up to a number that is not known, with a fence in each round that nothing needs. */
const loop = `.version 9.0
.target sm_90
.address_size 64
.visible .entry loop(.param .u64 loop_param_0, .param .u64 loop_param_1)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [loop_param_0];
  ld.param.u64 %rd2, [loop_param_1];
  ld.global.u32 %r1, [%rd1];
  mov.u32 %r2, %tid.x;
  shr.u32 %r3, %r2, 5;
  mul.wide.u32 %rd3, %r3, 4;
  add.s64 %rd4, %rd2, %rd3;
  mov.u32 %r1, %clock;
ROUND:
  fence.sc.gpu;
  st.global.u32 [%rd4], %r1;
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra ROUND;
  ret;
}
`
const claim = 'assert (!(r0 == 1 && r1 == 0)) as fresh;'

test('the need of each piece is below its place, with what breaks without it', async () => {
  const path = write('handover.test', handover(claim))
  const { status, stdout } = await run(['audit', path])
  expect(status).toBe(0)
  expect(stdout.replaceAll(path, 'handover.test')).toMatch(
    /^handover\.test · ptx-9\.4: 5 pieces: 3 needed, 1 may be weaker, 1 not needed\nIt goes by the claim fresh, the absence of data races, hangs, and undefined behaviour\.\n/,
  )
  expect(stdout).toContain(`4:3
  ✗ 1  may be weaker for this test of one GPU: fence.sc.sys
       replace fence.sc.sys with fence.acq_rel.gpu in d0.b0.t0, line 4: synchronises less; it saves about`)
  expect(stdout).toContain(`6:3
  ✗ 3  not needed: fence.acq_rel.gpu
       nothing changes without it; it saves about`)
  expect(stdout).toMatch(/11:3\n {2}✓ 5 {2}needed: fence\.acq_rel\.gpu\n {7}as `fence\.acq_rel\.cta`, data race of /)
  expect(stdout).toMatch(/\nMutation score: \d+ %: of \d+ weaker forms, \d+ are noticed\.\nUnguarded: pieces 1, 3\. /)
})

test('--piece decides one, and prints the execution that is possible without it', async () => {
  const path = write('handover.test', handover(claim))
  const { status, stdout } = await run(['audit', path, '--piece', '5'])
  expect(status).toBe(0)
  expect(stdout).toContain('1 piece: 1 needed')
  expect(stdout).toMatch(/\nPiece 5, as `fence\.acq_rel\.cta`, data race of .*:\n\n.*\n {2}finally: /s)
  const missing = await run(['audit', path, '--piece', '9'])
  expect(missing.status).toBe(2)
  expect(missing.stderr).toContain('there is no piece 9; the test has 5')
})

test('--claims-only lets races come, and a claim that is too weak leaves a fence unneeded', async () => {
  const path = write('handover.test', handover('assert (r0 == 0 || r0 == 1) as values;'))
  const one = await run(['audit', path, '--claims-only', '--only', 'fences', '--json'])
  const document = auditDocument.parse(JSON.parse(one.stdout))
  expect(document.pieces.map(({ need }) => need)).toEqual(['not needed', 'not needed', 'not needed'])
  expect(document).toMatchObject({ together: [1, 2, 3], unguarded: [1, 2, 3], races: 'left out' })
  expect(document.mutants).toEqual({ detected: 0, survived: 3, score: 0 })
  const other = await run(['audit', path, '--only', 'fences', '--json'])
  expect(auditDocument.parse(JSON.parse(other.stdout)).pieces.map(({ need, fault }) => fault?.kind ?? need)).toEqual([
    'may be weaker',
    'not needed',
    'race',
  ])
})

test('--suggest finds a claim that notices a fence, and says where there is none', async () => {
  const path = write(
    'handover.test',
    handover('assert (r0 == 0 || r0 == 1) as values;').replace(/\b(st|ld) /g, '$1.relaxed.gpu '),
  )
  const { stdout } = await run(['audit', path, '--suggest'])
  expect(stdout).toContain(`
Unguarded: pieces 1, 2, 4, 6, 7. Nothing notices the loss or the weaker form: it is more than is necessary, or the test claims too little.
This claim holds, and notices pieces 2, 6:
  assert ((r0 == 0 && r1 == 0) || (r0 == 1 && r1 == 1));
No claim about final states notices pieces 1, 4, 7: no state is new without.`)
  const json = await run(['audit', path, '--suggest', '--json'])
  const { suggestions, unguarded, mutants } = auditDocument.parse(JSON.parse(json.stdout))
  expect(suggestions?.claims).toEqual([
    { claim: 'assert ((r0 == 0 && r1 == 0) || (r0 == 1 && r1 == 1));', notices: [2, 6] },
  ])
  expect([suggestions?.unobservable, unguarded]).toEqual([
    [1, 4, 7],
    [1, 2, 4, 6, 7],
  ])
  expect(mutants).toMatchObject({ survived: 5 })
  const { stdout: without } = await run(['audit', path])
  expect(without).toContain(' --suggest looks for claims.')
})

test('a claim about a launch is an option of the command line', async () => {
  const module = join(root, 'examples/kernels/last-block.ptx')
  const launch = 'last<<<2, 2>>>(in: u32[4] = {3, 4}, part: u32[2], finished: u32, out: u32)'
  const { stdout } = await run([
    'audit',
    module,
    '--launch',
    launch,
    '--claims-only',
    '--only',
    'barriers',
    '--suggest',
  ])
  expect(stdout).toContain("  --assert '[out] == 7'")
})

test('--mutation-report writes what survives, and which claim kills the rest', async () => {
  const path = write('handover.test', handover(claim))
  const { status } = await run(['audit', path, '--mutation-report', 'mutants.json'])
  expect(status).toBe(0)
  const { files, testFiles } = mutationReport.parse(JSON.parse(textOf(folder, 'mutants.json')))
  const { source, mutants } = must(Object.values(files)[0], 'a file')
  expect(source).toBe(handover(claim))
  expect(mutants.filter(({ id }) => id.endsWith('.1')).map(({ id, status }) => `${id} ${status}`)).toEqual([
    '1.1 Killed',
    '2.1 Killed',
    '3.1 Survived',
    '4.1 Killed',
    '5.1 Killed',
  ])
  expect(mutants.find(({ id }) => id === '5.1')).toMatchObject({ mutatorName: 'left out: fences' })
  expect(mutants.findLast(({ id }) => id.startsWith('5.'))).toMatchObject({
    mutatorName: 'weaker: fences',
    killedBy: ['no data race'],
    location: { start: { line: 11, column: 3 } },
  })
  const ids = Object.values(testFiles).flatMap(({ tests }) => tests.map(({ id }) => id))
  expect(ids).toEqual(['fresh', 'no data race', 'every thread ends', 'defined behaviour'])
})

test('of two fences that replace each other, one can go', async () => {
  const path = write('twice.test', handover(claim).replace('fence.sc.sys;', 'fence.acq_rel.gpu; fence.acq_rel.gpu;'))
  const { stdout } = await run(['audit', path, '--only', 'fences', '--json'])
  const { pieces, together } = auditDocument.parse(JSON.parse(stdout))
  expect(pieces.map(({ need }) => need)).toEqual(['not needed', 'not needed', 'not needed', 'needed'])
  expect(together).toEqual([1, 3])
})

test('code that no execution comes to is not called unneeded: what it is for does not show', async () => {
  const text = handover(claim).replace('  fence.acq_rel.gpu;\n}', '  beq 1, 1, END;\n  fence.acq_rel.gpu;\nEND:\n}')
  const { stdout } = await run(['audit', write('unreached.test', text), '--only', 'fences'])
  expect(stdout).toContain(': 3 pieces: 1 needed, 1 may be weaker, 1 not reached\n')
  expect(stdout).toContain('? 2  not reached: fence.acq_rel.gpu\n       no execution comes to it')
  expect(stdout).toContain('Unguarded: piece 1.')
})

test('an audit goes on after what a compiler names anew each time has changed, and not after the code has', async () => {
  const section = (name: string) => `.section .debug_str\n{\n.b8 ${name.length},0\n}\n// _INTERNAL_${name}_4_a_cu\n`
  const go = (text: string) =>
    run([
      ...['audit', write('anew.ptx', text), '--launch', 'loop<<<1, 1>>>(n: u32[1], out: u32[2])'],
      ...['--resume', join(folder, 'anew.json')],
    ])
  expect((await go(`${loop}${section('01234567')}`)).status).toBe(0)
  expect((await go(`${loop}${section('89abcdef')}`)).status).toBe(0)
  expect(await go(`${loop.replace('fence.sc', 'fence.acq_rel')}${section('01234567')}`)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('this is the progress of another audit'),
  })
})

test('two fences of one line of a source are two pieces', async () => {
  const [at, fence] = ['  .loc 1 3 3\n', '  fence.sc.gpu;\n']
  const text = loop
    .replace('.visible', '.file 1 "loop.cu"\n.visible')
    .replace(fence, `${at}${fence}${fence}  .loc 1 4 3\n`)
    .replace('  ret;', `${at}${fence}  ret;`)
  const { stdout } = await run([
    ...['audit', write('loc.ptx', text), '--launch', 'loop<<<1, 1>>>(n: u32[1], out: u32[2])'],
    ...['--only', 'fences', '--json'],
  ])
  const { pieces } = auditDocument.parse(JSON.parse(stdout))
  expect(pieces.map(({ instruction, copies }) => [instruction, copies])).toEqual([
    ['fence.sc.gpu', 2],
    ['fence.sc.gpu', undefined],
  ])
})

test('a test that has races says that new ones are not noticed', async () => {
  const file = 'racy.test'
  const racy = '.global x; d0.b0.t0 { st [x], 1; fence.sc.gpu; } d0.b1.t0 { ld r, [x]; } check (r == 0) as q;'
  const path = write(file, racy)
  const { stdout } = await run(['audit', path, '--bound', '3'])
  expect(stdout).toContain('It has data races as it is, so races do not count: a new one is not noticed.')
  expect(stdout).toContain(`They are found by: ptx-litmus races ${path} --bound 3\n`)
})

test('the call that a launch of the command line implies is no piece, and answers name the launch', async () => {
  const module = join(root, 'examples/kernels/block-sum.ptx')
  const launch = ['--launch', 'sum<<<1, 2>>>(in: int[2] = {1, 2}, out: int[2])']
  const { stdout } = await run(['audit', module, ...launch, '--assert', 'out[0] == 3', '--json'])
  const { pieces, launches, launched } = auditDocument.parse(JSON.parse(stdout))
  expect(pieces.map(({ instruction, need }) => [instruction, need])).toEqual([
    ['bar.sync 0', 'needed'],
    ['bar.sync 0', 'needed'],
  ])
  expect(launches).toEqual([{ kernel: 'sum', blocks: 1, threads: 2 }])
  expect(launched).toEqual(launch.slice(1))
})

test('what is not needed names the lanes, and the bound of the search for races', async () => {
  const module = write('loop.ptx', loop)
  const launch = ['--launch', 'loop<<<1, 64, lanes 0>>>(n: u32[1], out: u32[2])']
  const { stdout } = await run(['audit', module, ...launch])
  expect(stdout).toContain('It is true of this launch: loop<<<1, 64, lanes 0>>>(n: u32[1], out: u32[2])\n')
  expect(stdout).toMatch(
    /not needed for this launch of one block within bound 2 for lane 0 of each warp: fence\.sc\.gpu/,
  )
})

test('what is broken as it is leaves nothing to go by', async () => {
  const { status, stdout } = await run(['audit', write('broken.test', handover('assert (r0 == 0) as never;'))])
  expect(status).toBe(1)
  expect(stdout).toContain(': nothing to go by: as it is, `never` is violated')
})

test('a piece whose time is up is undecided, and the status says so', async () => {
  const { status, stdout } = await run(['audit', write('handover.test', handover(claim)), '--timeout', '0.000001'])
  expect(status).toBe(3)
  expect(stdout).toContain('undecided')
})

test('a lone barrier, arrivals, waits and the calls of the host are pieces', async () => {
  const text = `.global .u32 x; .shared .u32 s;
host { k<<<1,2>>>(); cudaDeviceSynchronize(); ld r, [x]; }
kernel k {
  d0.b0.t0 { st.shared [s], 1; bar.sync 0; }
  d0.b0.t1 { bar.sync 0; ld.shared r1, [s]; st [x], r1; bar.sync 1, 32; }
}
assert (r == 1) as passed;`
  const { stdout } = await run(['audit', write('host.test', text), '--json'])
  const { pieces } = auditDocument.parse(JSON.parse(stdout))
  expect(pieces.map(({ instruction, need, fault }) => [instruction, fault?.kind ?? need])).toEqual([
    ['cudaDeviceSynchronize()', 'race'],
    ['bar.sync 0', 'race'],
    ['bar.sync 0', 'race'],
    ['bar.sync 1, 32', 'not needed'],
  ])
})

describe('what a GPU shows', () => {
  /** Writes the program, and returns the names and hashes of its tests. */
  const written = async (path: string): Promise<readonly { readonly test: string; readonly hash: string }[]> => {
    const { status, stdout } = await run(['audit', path, '--hardware', 'gpu'])
    expect([status, stdout]).toEqual([0, 'gpu/litmus.cu: 6 tests\n'])
    const source = textOf(folder, 'gpu/litmus.cu')
    return [...source.matchAll(/^ {2}"([^"]*)", "([0-9a-f]{16})"/gm)].map(([, test = '', hash = '']) => ({
      test,
      hash,
    }))
  }
  const log = (tests: HardwareLog['tests']): string =>
    write(
      'log.json',
      JSON.stringify({
        ...{ format: 1, device: 'a GPU', arch: 'sm_90', driver: '13.0', runtime: '12.8', date: '2026-11-23', seed: 7 },
        ...{ stress: [], tests },
      } satisfies HardwareLog),
    )
  const states = (fresh: number, stale: number): Ran['states'] => [
    { count: fresh, values: { '1:r0': '1', '1:r1': '1' } },
    { count: stale, values: { '1:r0': '1', '1:r1': '0' } },
  ]
  const ran = { times: 2000, gaveUp: 0, missed: 0, seconds: 1 }

  test('a loss that shows agrees with needed, and with nothing else', async () => {
    const path = write('handover.test', handover(claim))
    const tests = await written(path)
    expect(tests.map(({ test }) => test.replace(path, ''))).toEqual(['', ...[1, 2, 3, 4, 5].map((n) => `, piece ${n}`)])
    const stale = [0, 0, 0, 12, 0, 7]
    const all = tests.map((one, i) => ({ ...one, ...ran, states: states(2000 - (stale[i] ?? 0), stale[i] ?? 0) }))
    const { status, stdout } = await run(['audit', path, '--log', log(all)])
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /✗ 3 {2}not needed: .*\n.*\n {7}on the GPU, claims were violated in 12 of 2,000 runs, which cannot be\n/,
    )
    expect(stdout).toMatch(/✓ 5 {2}needed: .*\n.*\n {7}on the GPU, claims were violated in 7 of 2,000 runs\n/)
    expect(stdout).toContain(`
On a GPU (sm_90, CUDA 13.0), 2026-11-23: as it is, claims were violated in none of 2,000 runs.
5 of 5 pieces were taken out: the loss of 1 of 3 that are needed shows, and of 1 of the others.
By this report, that cannot be: piece 3.`)
    const agreeing = await run(['audit', path, '--log', log(all.filter((_, i) => i !== 3)), '--json'])
    expect(agreeing.status).toBe(0)
    const { pieces, hardware } = auditDocument.parse(JSON.parse(agreeing.stdout))
    expect(hardware?.asItIs).toEqual({ result: 'ran', times: 2000, violated: 0, gaveUp: 0 })
    expect(pieces.map((one) => [one.hardware?.result, one.hardware?.isLoss, one.hardware?.agrees])).toEqual([
      ['ran', false, true],
      ['ran', false, true],
      ['not in the log', false, true],
      ['ran', false, true],
      ['ran', true, true],
    ])
  })

  test('--hardware and --log are two steps', async () => {
    const path = write('handover.test', handover(claim))
    const { status, stderr } = await run(['audit', path, '--hardware', 'gpu', '--log', 'log.json'])
    expect(status).toBe(2)
    expect(stderr).toContain('--hardware only writes the program; give one of them')
  })
})
