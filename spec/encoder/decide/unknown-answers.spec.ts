import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import type { Decision } from '../../../encoder/decide/verdict.js'
import type { Program } from '../../../litmus/program.js'
import { unknownReportOf } from '../../../witness/unknowns.js'
import { compiledTest, moduleOf } from '../../litmus/module/modules.js'
import { solver } from '../../support.js'
import { testWithUnknowns } from '../unknown.js'

/** Returns what the answer to each question may depend on. */
async function unknownsOf(program: Program): Promise<readonly string[]> {
  return textsOf(decide(program, await solver(), { model: ptx75 }))
}

const textsOf = ({ graph, answers }: Decision): readonly string[] =>
  answers.map(({ unknowns }) =>
    (unknownReportOf(graph, unknowns).unknown ?? [])
      .map(({ thread, what }) => `${thread ?? 'memory'}: ${what}`)
      .join('; '),
  )

const one = (code: string, questions: string) =>
  testWithUnknowns(`.global x; .global y; d0.b0.t0 { ${code} } ${questions}`)

test('only a question about a register or memory with such a value depends on it', async () => {
  const program = one(
    'mov clock, 0; add r0, clock, 1; mov r1, 1; st [x], r0; st [y], r1;',
    'check (r0 == 1) as r; check (x == 1) as m; check (r1 == 1 && y == 1) as other;',
  )
  const clock = 'd0.b0.t0: mov clock, 0'
  expect(await unknownsOf(program)).toEqual([clock, clock, ''])
  expect(textsOf(bruteForce(program, ptx75))).toEqual([clock, clock, ''])
})

test('by way of memory that another thread reads', async () => {
  const program = testWithUnknowns(`.global x; .global y; .global z;
d0.b0.t0 { mov clock, 0; st.relaxed.gpu [x], clock; }
d0.b1.t0 { ld.relaxed.gpu r0, [x]; st.relaxed.gpu [y], r0; ld.relaxed.gpu r1, [z]; }
check (y == 1) as far; check (r1 == 0) as other;`)
  expect(await unknownsOf(program)).toEqual(['d0.b0.t0: mov clock, 0', ''])
})

test('all questions depend on whatever decides which path a thread takes', async () => {
  const program = one(
    'mov clock, 0; beq clock, 0, L; st [x], 1; L:',
    'check (x == 1) as written; check (y == 0) as other;',
  )
  expect(await unknownsOf(program)).toEqual(['d0.b0.t0: mov clock, 0', 'd0.b0.t0: mov clock, 0'])
})

test('and on a choice that depends on it', async () => {
  const program = one('mov clock, 0; max r0, clock, 5; st [x], r0;', 'check (x == 5) as q;')
  expect(await unknownsOf(program)).toEqual(['d0.b0.t0: mov clock, 0'])
})

describe('memory that is not initialised', () => {
  const exchange = (between: string) =>
    compiledTest(
      `module "k.ptx"; .global .u32 out[2];
host { k<<<1, 2>>>(out); cudaDeviceSynchronize(); ld.u32 r0, [out[0]]; ld.u32 r1, [out[1]]; }
check (r0 == 101) as q; check (out[1] == 0) as r;`,
      {
        'k.ptx': moduleOf(`.visible .entry k(.param .u64 to)
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<8>;
	.shared .align 4 .b8 s[8];
	ld.param.u64 %rd1, [to];
	mov.u32 %r1, %tid.x;
	add.u32 %r2, %r1, 100;
	mul.wide.u32 %rd2, %r1, 4;
	mov.u64 %rd3, s;
	add.u64 %rd4, %rd3, %rd2;
	st.shared.u32 [%rd4], %r2;
	${between}
	xor.b32 %r3, %r1, 1;
	mul.wide.u32 %rd5, %r3, 4;
	add.u64 %rd6, %rd3, %rd5;
	ld.shared.u32 %r4, [%rd6];
	add.u64 %rd7, %rd1, %rd2;
	st.global.u32 [%rd7], %r4;
	ret;
}
`),
      },
    )

  test('counts if an execution reads it', async () => {
    const [first = '', second = ''] = await unknownsOf(exchange(''))
    expect(first).toContain('memory: s[')
    expect(second).toContain('memory: s[')
  })

  test('does not count if none does', async () => expect(await unknownsOf(exchange('bar.sync 0;'))).toEqual(['', '']))

  test('brute force gives the same answers', () => {
    const program = (between: string) =>
      compiledTest(
        'module "k.ptx"; .global .u8 out; host { k<<<1, 1>>>(out); cudaDeviceSynchronize(); ld.u8 r0, [out]; } check (r0 == 7) as q;',
        {
          'k.ptx': moduleOf(`.visible .entry k(.param .u64 to)
{ .reg .b16 %rs<2>; .reg .b64 %rd<2>; .shared .u8 byte; ld.param.u64 %rd1, [to]; ${between} ld.shared.u8 %rs1, [byte]; st.global.u8 [%rd1], %rs1; ret; }
`),
        },
      )
    expect(textsOf(bruteForce(program(''), ptx75))).toEqual(['memory: byte'])
    expect(textsOf(bruteForce(program('st.shared.u8 [byte], 7;'), ptx75))).toEqual([''])
  })
})
