import { checkReport } from '../../../report/check.js'
import { explanationDocument } from '../../../report/explanation.js'
import { moduleOf } from '../../litmus/module/modules.js'
import { workplace } from '../workplace.js'

const { folder, write, run: runCommand } = workplace()

/** Files are named without the folder. */
const run = async (args: readonly string[]) => {
  const { status, stdout, stderr } = await runCommand(args)
  return { status, stdout: stdout.replaceAll(`${folder}/`, ''), stderr }
}

write(
  'k.ptx',
  moduleOf(`.visible .entry k(.param .u64 to)
{
	.reg .b32 %r<6>;
	.reg .b64 %rd<2>;
	.shared .align 4 .u32 s[8];
	ld.param.u64 %rd1, [to];
	ld.shared.u32 %r1, [s+4];
	st.global.u32 [%rd1], %r1;
	st.global.u32 [%rd1+4], %r5;
	ret;
}
`),
)
const test1 = (question: string) =>
  write(
    't.test',
    `module "k.ptx"; .global .u32 out[2]; host { k<<<1, 1>>>(out); cudaDeviceSynchronize(); ld.u32 r0, [out[0]]; ld.u32 r1, [out[1]]; } ${question}`,
  )

const lines = [
  '    may depend on what s[1] holds at the start, k.ptx:8:24: it is not initialised',
  '    may depend on %r5 of k.d0.b0.t0, which nothing has written',
]

test('an answer says on which unknown values it may depend', async () => {
  const { status, stdout } = await run(['check', test1('check (r0 == 5 && r1 == 6) as q;')])
  expect(stdout).toMatch(/^· {2}t\.test {2}q {2}allowed /)
  expect(stdout.split('\n').slice(1, 3)).toEqual(lines)
  expect(status).toBe(0)
})

test('as JSON', async () => {
  const { stdout } = await run(['check', '--json', test1('assert (r0 == 5) as q;')])
  const { questions } = checkReport.parse(JSON.parse(stdout))
  expect(questions).toMatchObject([
    { verdict: 'allowed', unknown: [{ from: 'memory', thread: null, what: 's[1]', place: 'k.ptx:8:24' }] },
  ])
})

test('explain also says so', async () => {
  const file = test1('check (r1 == 6) as q;')
  expect((await run(['explain', file])).stdout).toContain(`\n${lines[1]?.slice(2)}\n`)
  const { stdout } = await run(['explain', '--json', file])
  expect(explanationDocument.parse(JSON.parse(stdout)).unknown).toMatchObject([{ from: 'register', what: '%r5' }])
})

test('a witness has the values, and shows them if no event does', async () => {
  const { stdout } = await run(['witness', test1('check (r0 == 5 && r1 == 6) as q;')])
  expect(stdout).toContain(' e2: s[1] = ?\n')
  expect(stdout).toContain('R s[1] = 5')
  expect(stdout).toContain('\n  unknown values: %r5 of k.d0.b0.t0 = 6\n')
})
