/** Moves of a fence and its flag past what the flag announces, and of releases in compiled code. */

import { fixDocument } from '../../report/repairs.js'
import { workplace } from '../cli/workplace.js'

const { run, write } = workplace()

async function firstOf(path: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(['fix', path, '--race-free', ...args])
  return stdout.split('\n').slice(2, 4)
}

const published = (writer: string): string => `.global slot; .global tail;
d0.b0.t0 {
  ${writer}
}
d0.b1.t0 {
  ld.relaxed.gpu r0, [tail];
  fence.acq_rel.gpu;
  bne r0, 1, end;
  ld r1, [slot];
end:
}
`

test('a fence and the flag after it move past the store that the flag announces', async () => {
  const path = write('early.test', published('fence.acq_rel.gpu;\n  st.relaxed.gpu [tail], 1;\n  st [slot], 42;'))
  expect(await firstOf(path)).toEqual([
    'The cheapest repair (1 change, cost 4):',
    expect.stringMatching(
      /move fence\.acq_rel\.gpu and st\.relaxed\.gpu \[tail\], 1 in d0\.b0\.t0, line 3 and line 4, to another place: after line 5/,
    ),
  ])
})

test('they stay where only strong accesses follow, which need no announcement', async () => {
  const path = write('late.test', published('st [slot], 42;\n  st.relaxed.gpu [tail], 1;'))
  expect((await firstOf(path))[1]).not.toContain('move')
})

const ptx = (slot: string): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)
{
  .reg .pred %p<3>; .reg .b32 %r<6>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  mov.u32 %r1, %ctaid.x;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra WRITE;
  ld.acquire.gpu.u32 %r2, [%rd2];
  setp.ne.s32 %p2, %r2, 1;
  @%p2 bra DONE;
  ld.global.u32 %r3, [%rd1];
  st.global.u32 [%rd3], %r3;
  bra DONE;
WRITE:
  st.release.gpu.u32 [%rd2], 1;
  ${slot}
  st.global.u32 [%rd8], 42;
DONE:
  ret;
}
`
const launch = ['--launch', 'k<<<2, 1>>>(slots: u32[2], tail: u32, out: u32[4])']

test('a release moves past a store to what another parameter points to, by computed addresses', async () => {
  const path = write('queue.ptx', ptx('mul.wide.u32 %rd7, %r1, 4;\n  add.s64 %rd8, %rd1, %rd7;'))
  expect((await firstOf(path, ...launch))[1]).toContain('move st.release.gpu.u32 [%rd2], 1 in kernel k')
})

test('it does not move past a store whose address may be of the same memory', async () => {
  const path = write('loaded.ptx', ptx('ld.global.u64 %rd7, [%rd3+8];\n  add.s64 %rd8, %rd1, %rd7;'))
  const { stdout } = await run(['fix', path, '--race-free', '--json', '--only', 'swaps', ...launch])
  expect(fixDocument.parse(JSON.parse(stdout)).repairs).toEqual([])
})
