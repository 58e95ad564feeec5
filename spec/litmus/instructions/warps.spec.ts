import { printInstruction } from '../../../litmus/instructions/print.js'
import { destinationOf } from '../../../litmus/operands.js'
import { printProgram } from '../../../litmus/print.js'
import { readTests } from '../../../litmus/read.js'
import { herd, testIn, verdicts } from '../../support.js'
import { compiledTest, errorsOf, leaves, moduleOf } from '../module/modules.js'

const around = (line: string): string =>
  `.shared .u32 x; d0.b0.t0..1 { .reg .u32 r = 1; setp.eq.u32 p, 0, 0; ${line} } check (x == 0) as q;`

/** Returns the kinds and operations of the instructions that a line of a test is read as. */
const read = (line: string): readonly string[] =>
  (testIn(around(line)).threads[0]?.instructions ?? [])
    .slice(1)
    .map((one) => ('operation' in one ? `${one.kind} ${one.operation}` : one.kind))

const problem = (line: string): string =>
  readTests({ name: 'spec', text: around(line) })
    .diagnostics.map(({ message }) => message)
    .join('; ')

describe('operations of the lanes of a warp', () => {
  test.each([
    ['bar.warp.sync 3;', ['warp bar']],
    ['bar.warp.sync 0xffffffff;', ['warp bar']],
    ['bar.warp.sync r;', ['warp bar']],
    ['vote.sync.all.pred q, p, 3;', ['warp vote-all']],
    ['vote.sync.any.pred q, !p, 3;', ['warp vote-any']],
    ['vote.sync.uni.pred q, p, 3;', ['warp vote-uni']],
    ['vote.sync.ballot.b32 b, p, 3;', ['warp vote-ballot']],
    ['vote.ballot.sync.b32 b, p, 3;', ['warp vote-ballot']],
    ['shfl.sync.up.b32 v, r, 1, 0, 3;', ['warp shfl-up']],
    ['shfl.sync.down.b32 v|q, r, 1, 31, 3;', ['warp shfl-down', 'arithmetic unpack', 'arithmetic unpack']],
    ['shfl.sync.bfly.b32 _|q, r, 1, 31, 3;', ['warp shfl-bfly', 'arithmetic unpack']],
    ['shfl.sync.idx.b32 v|_, r, r, r, r;', ['warp shfl-idx', 'arithmetic unpack']],
    ['match.any.sync.b32 v, r, 3;', ['warp match-any']],
    ['match.all.sync.b64 v|q, r, 3;', ['warp match-all', 'arithmetic unpack', 'arithmetic unpack']],
    ['match.all.sync.b32 v, r, 3;', ['warp match-all']],
    ['redux.sync.add.u32 v, r, 3;', ['warp redux-add']],
    ['redux.sync.min.s32 v, r, 3;', ['warp redux-min']],
    ['redux.sync.xor.b32 v, r, 3;', ['warp redux-xor']],
    ['elect.sync v|q, 3;', ['warp elect', 'arithmetic unpack', 'arithmetic unpack']],
    ['elect.sync _|q, 3;', ['warp elect', 'arithmetic unpack']],
    ['movmatrix.sync.aligned.m8n8.trans.b16 v, r;', ['warp movmatrix']],
    ['activemask.b32 v;', ['active-mask']],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual(expected)
    const again = testIn(printProgram(testIn(around(line)), 'nvlitmus'))
    expect(again.threads.map(({ instructions }) => instructions.map(destinationOf))).toEqual(
      testIn(around(line)).threads.map(({ instructions }) => instructions.map(destinationOf)),
    )
  })

  test.each([
    ['shfl.sync.idx.b32 v, r, 0, 31;', '4 operands given; the form is `shfl.sync.idx.b32 d[|p], a, b, c, mask`'],
    ['elect.sync v, 3;', '`elect.sync` writes two registers: the form is `elect.sync d|p, mask`'],
    ['vote.sync.all.pred q|v, p, 3;', 'two registers with `|` between are what `setp` writes'],
    [
      'movmatrix.sync.aligned.m8n8.trans.b16 v, r, 3;',
      '3 operands given; the form is `movmatrix.sync.aligned.m8n8.trans.b16 d, a`',
    ],
    ['bar.warp.sync;', '0 operands given; the form is `bar.warp.sync mask`'],
    ['bar.warp.sync 0x1ffffffff;', '8589934591 is not a value of 32 bits, the width of this instruction'],
    ['bar.warp.sync &x;', 'expected an integer or a register, not an address'],
    ['redux.sync.add.u32 v, &x, 3;', 'expected an integer or a register, not an address'],
    ['bar.warp.arrive 3;', '`bar.warp.arrive`: the forms are `bar.warp.sync`'],
    ['bar.warp;', '`bar.warp`: the forms are `bar.warp.sync`'],
    ['vote.all.pred q, p;', '`vote.all.pred`: `vote` without `.sync` is not part of PTX since `sm_70`'],
    ['shfl.up.b32 v, r, 1, 0;', '`shfl.up.b32`: `shfl` without `.sync` is not part of PTX since `sm_70`'],
    [
      'vote.sync.none.pred q, p, 3;',
      '`vote.sync.none.pred`: the forms are `vote.sync.all.pred`, `vote.sync.any.pred`, `vote.sync.uni.pred`, `vote.sync.ballot.b32`',
    ],
    ['redux.sync.min.f32 v, r, 3;', '`redux.sync.min.f32`: the minimum of floating-point values is not modelled'],
    [
      'redux.sync.max.NaN.f32 v, r, 3;',
      '`redux.sync.max.NaN.f32`: the maximum of floating-point values is not modelled',
    ],
    ['activemask.u32 v;', '`activemask.u32`: the form is `activemask.b32`'],
    ['activemask.b32 v, r;', '2 operands given; the form is `activemask.b32 d`'],
    ['elect.sync v|q, 3 == 1;', '`elect.sync` returns no value to compare'],
    ['bar.warp.sync m;', 'register `m` has no value here: nothing before this writes it'],
  ])('%s is an error', (line, message) => {
    expect(problem(line)).toBe(message)
  })

  test('the host is in no warp', () => {
    for (const line of ['bar.warp.sync 1;', 'activemask.b32 v;'])
      expect(readTests({ name: 'spec', text: `host { ${line} } check (true) as q;` }).diagnostics[0]?.message).toBe(
        'the host is not a GPU thread: it is in no warp',
      )
  })

  test('are also written in herd-style tests', async () => {
    const cells = (line: string) => ['ld r0, %laneid', 'setp.eq.u32 p, r0, 1', line]
    const program = testIn(
      herd(
        '',
        [
          ['P0@cta 0,gpu 0', ...cells('vote.sync.ballot.b32 r1, p, 3')],
          ['P1@cta 0,gpu 0', ...cells('vote.sync.ballot.b32 r1, p, 3')],
        ],
        'forall (P0:r1 == 2 /\\ P1:r1 == 2)',
      ),
    )
    expect(await verdicts(program)).toEqual(['forbidden'])
    const last = program.threads[0]?.instructions.at(-1)
    expect(last && printInstruction(last, 'herd', () => false)).toBe('vote.sync.ballot.b32 r1, p, 0x3')
    expect(await verdicts(testIn(printProgram(program, 'nvlitmus')))).toEqual(['forbidden'])
  })
})

describe('in modules', () => {
  const kernel = (lines: string): string =>
    `.visible .entry k(.param .u64 out) { .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<5>;
      ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
      ${lines} st.global.u32 [%rd3], %r2; }`
  test.each([
    ['shfl.sync.bfly.b32 %r2|%p1, %r1, 1, 31, -1;', '{1, 0, 3, 2, 0, 0, 0, 0}'],
    ['setp.ne.s32 %p1, %r1, 2; vote.sync.ballot.b32 %r2, %p1, 15;', '{11, 11, 11, 11, 0, 0, 0, 0}'],
    ['redux.sync.add.s32 %r2, %r1, 0xf;', '{6, 6, 6, 6, 0, 0, 0, 0}'],
    ['and.b32 %r3, %r1, 1; match.any.sync.b32 %r2, %r3, -1;', '{5, 10, 5, 10, 0, 0, 0, 0}'],
    // If the mask is the result of a vote, lanes that it does not name have taken another path.
    [
      'mov.b32 %r2, 9; setp.lt.u32 %p1, %r1, 2; vote.sync.ballot.b32 %r4, %p1, -1; @!%p1 bra L; redux.sync.add.u32 %r2, %r1, %r4; L:',
      '{1, 1, 9, 9, 0, 0, 0, 0}',
    ],
  ])('%s', async (lines, expected) => {
    expect(await leaves(kernel(lines), 'k<<<1, 4>>>(out)', `out == ${expected}`)).toBe(true)
  })

  test('code that cannot be read is refused if an execution gets there', async () => {
    const text =
      'module "k.ptx"; .global .u32 out[8]; host { k<<<1, 2>>>(out); cudaDeviceSynchronize(); } check (out[0] == 0) as q;'
    const modules = { 'k.ptx': moduleOf(kernel('redux.sync.min.f32 %r2, %r1, 3;')) }
    expect(errorsOf(text, modules)).toBe('')
    expect(await verdicts(compiledTest(text, modules))).toEqual(['not covered'])
  })
})
