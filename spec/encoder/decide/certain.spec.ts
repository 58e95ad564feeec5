import { ptx75 } from '../../../axioms/models.js'
import { bruteForce } from '../../../encoder/decide/brute.js'
import { decide } from '../../../encoder/decide/decide.js'
import { compiledTest, moduleOf } from '../../litmus/module/modules.js'
import { solver } from '../../support.js'
import { testWithUnknowns } from '../unknown.js'

type Verdicts = readonly (readonly string[])[]

async function decided(program: ReturnType<typeof testWithUnknowns>): Promise<Verdicts> {
  const { answers } = decide(program, await solver(), { model: ptx75, liveness: false })
  return answers.map(({ verdict }) => [verdict.kind, ...(verdict.kind === 'undecided' ? [verdict.reason] : [])])
}

const kinds = async (text: string): Promise<readonly string[]> => {
  const program = testWithUnknowns(text)
  const found = (await decided(program)).map(([kind = '']) => kind)
  // Brute force tries all values of a predicate.
  const { answers, listed } = bruteForce(program, ptx75)
  if (listed === 'all') expect(answers.map(({ verdict }) => verdict.kind)).toEqual(found)
  return found
}

const one = (code: string, questions: string) => `.global x; .global y; d0.b0.t0 { ${code} } ${questions}`

describe('an outcome that is reached only with a suitable value that is not computed', () => {
  test('is undecided, with the instruction', async () => {
    const program = testWithUnknowns(one('ld r0, [y]; add float, r0, 3; st [x], float;', 'check (x == 3) as q;'))
    expect(await decided(program)).toEqual([
      [
        'undecided',
        expect.stringMatching(
          /^it is reached only with a suitable value of `add float, r0, 3`, .*:1:\d+, which is not computed$/,
        ),
      ],
    ])
  })
  test('also as the violation of a claim, and under a filter', async () => {
    const code = 'ld r0, [y]; add float, r0, 3; st [x], float;'
    expect(await kinds(one(code, 'assert (x == 3) as q;'))).toEqual(['undecided'])
    expect(await kinds(one(code, 'filter (x == 3); check (y == 0) as q;'))).toEqual(['undecided'])
  })
  test('but not one that is reached with every value', async () => {
    const code = 'ld r0, [y]; add float, r0, 3; st [x], float;'
    const questions = [
      'check (y == 0) as other;',
      'check (x == 3 || y == 0) as either;',
      'check (x == 3 && y == 0) as both;',
      'check (x == 3 && y == 1) as neither;',
      'assert (x == 3 && y == 1) as violated;',
      'assert (x == 3 || y == 1) as open;',
      'check (not (x == 3 && y == 1)) as negated;',
      'check (not (x == 3 || y == 1)) as mixed;',
    ]
    expect(await kinds(one(code, questions.join(' ')))).toEqual([
      ...['allowed', 'allowed', 'undecided', 'forbidden'],
      ...['allowed', 'undecided', 'allowed', 'undecided'],
    ])
  })
  test('one execution that does not rest on it is enough', async () => {
    const text = `.global x; .global y;
d0.b0.t0 { ld.relaxed.gpu r0, [y]; add float, r0, 3; st.relaxed.gpu [x], float; }
d0.b1.t0 { st.relaxed.gpu [x], 3; st.relaxed.gpu [y], 1; } check (x == 3) as q;`
    expect(await kinds(text)).toEqual(['allowed'])
  })
  test('nor one that every execution reaches', async () => {
    const code = 'ld r0, [y]; add float1, r0, 3; mov.u32 r1, 0; add float2, r1, 3; st [x], float1; st [y], float2;'
    expect(await kinds(one(code, 'check (x == y) as equal; assert (x != y) as unequal;'))).toEqual([
      'allowed',
      'allowed',
    ])
    const both = '(x == 3 || x != 3)'
    expect(await kinds(one('add float, 1, 3; st [x], float;', `check ${both} as q;`))).toEqual(['allowed'])
  })
  test('a value that the ISA leaves open may be any', async () => {
    expect(await kinds(one('mov clock, 0; st [x], clock;', 'check (x == 3) as q;'))).toEqual(['allowed'])
    expect(await kinds(one('mov.u32 flag, 0; st [x], flag;', 'check (x == 1) as q;'))).toEqual(['allowed'])
  })
})

describe('what lanes that are left out give', () => {
  const kernel = (code: string) => ({
    'k.ptx': moduleOf(`.visible .entry k(.param .u64 to)
{
	.reg .pred %p<3>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [to];
	mov.u32 %r1, %tid.x;
	${code}
	ret;
}
`),
  })
  const launch = (lanes: string, question: string) =>
    `module "k.ptx"; .global .u32 x; .global .u32 y; host { k<<<1, 32${lanes}>>>(x); cudaDeviceSynchronize(); } ${question}`
  const shuffle = 'shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;'
  test('is not computed', async () => {
    const files = kernel(`${shuffle}
	setp.ne.u32 %p1, %r1, 0;
	@%p1 ret;
	st.global.u32 [%rd1], %r2;`)
    const verdicts = async (lanes: string, question: string) => decided(compiledTest(launch(lanes, question), files))
    expect(await verdicts('', 'assert (x == 1) as q;')).toEqual([['forbidden']])
    expect(await verdicts(', lanes 0..1', 'assert (x == 1) as q;')).toEqual([['forbidden']])
    expect(await verdicts(', lanes 0', 'assert (x == 1) as q;')).toEqual([
      ['undecided', expect.stringContaining(', which lanes that are left out give')],
    ])
    expect(await verdicts(', lanes 0', 'assert (y == 1) as q;')).toEqual([['allowed']])
  })
  test('nor whether a thread ends: what each execution reaches that ends may never come', async () => {
    const files = kernel(`${shuffle}
L:
	ld.relaxed.gpu.global.u32 %r3, [%rd1+4];
	setp.ne.u32 %p1, %r2, 7;
	@%p1 bra L;
	st.global.u32 [%rd1], 1;`)
    const text = launch(', lanes 0', 'assert (x == 0) as q;')
      .replace('.u32 x;', '.u32 x[2];')
      .replace('x == 0', 'x[0] == 0')
    expect((await decided(compiledTest(text, files)))[0]?.[0]).toBe('undecided')
  })
  test('nor are the paths that they decide', async () => {
    const files = kernel(`${shuffle}
	setp.eq.u32 %p1, %r2, 7;
	@%p1 st.global.u32 [%rd1], 1;`)
    expect((await decided(compiledTest(launch(', lanes 0', 'assert (x == 0) as q;'), files)))[0]?.[0]).toBe('undecided')
  })
})
