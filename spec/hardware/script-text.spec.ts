import { type Plan, planOf } from '../../hardware/plan.js'
import { scriptText } from '../../hardware/script-text.js'
import type { Program } from '../../litmus/program.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { testIn } from '../support.js'

/** Returns the rows of a table of a script. */
function rows(program: Program, table: string): readonly string[] {
  const planned = planOf(program)
  if (planned.kind !== 'plan' || planned.script === undefined) throw new Error('no script')
  const text = scriptText(planned, planned.script, 0, ({ ctas }: Plan) => ctas.length).join('\n')
  return (new RegExp(`${table}\\[\\] = \\{\\n(.*?)\\n?\\};`, 's').exec(text)?.[1] ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
}

const steps = (calls: string, declared = ''): readonly string[] =>
  rows(
    testIn(
      `.global x; .global y; .global a[4]; .global .u64 w; ${declared} kernel k { d0.b0.t0 { ld r0, [x]; } } host { k<<<1, 1>>>(); ${calls} cudaDeviceSynchronize(); } check (r0 == 0 && r8 == 0 && [x] == 0) as q;`.replace(
        calls.includes('r8') ? '' : ' && r8 == 0',
        '',
      ),
    ),
    'steps_0',
  ).slice(1, -1)

// The columns of a row: kind, which, stream; to, view, from, view; offset, bytes, value; place among the observed
// values, order.
test.each([
  ['cudaMemcpyAsync(y, x, s);', ['{step_copy, 0, 0, 1, 0, 0, 0, 0, 4, 0ull, -1, 0, 0, 0, false}']],
  ['cudaMemsetAsync(a, 255);', ['{step_set, 0, -1, 2, 0, -1, 0, 0, 16, 255ull, -1, 0, 0, 0, false}']],
  ['st [a[3]], -1;', ['{step_write, 0, -1, 2, 0, -1, 0, 12, 4, 18446744073709551615ull, -1, 0, 0, 0, false}']],
  ['st.release.sys.u64 [w], 9;', ['{step_write, 0, -1, 3, 0, -1, 0, 0, 8, 9ull, -1, 3, 0, 0, false}']],
  ['st.relaxed.sys [x], 9;', ['{step_write, 0, -1, 0, 0, -1, 0, 0, 4, 9ull, -1, 1, 0, 0, false}']],
  ['ld.acquire.sys r8, [y];', ['{step_read, 0, -1, 1, 0, -1, 0, 0, 4, 0ull, 1, 2, 0, 0, false}']],
  ['ld r9, [y];', ['{step_read, 0, -1, 1, 0, -1, 0, 0, 4, 0ull, -1, 0, 0, 0, false}']],
  [
    'cudaEventRecord(e, s); cudaStreamWaitEvent(t, e); cudaStreamSynchronize(t); cudaEventSynchronize(e);',
    [
      '{step_record, 0, 0, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false}',
      '{step_wait, 0, 1, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false}',
      '{step_for_stream, 1, 1, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false}',
      '{step_for_event, 0, 0, -1, 0, -1, 0, 0, 0, 0ull, -1, 0, 0, 0, false}',
    ],
  ],
])('%s', (calls, expected) => {
  expect(steps(calls)).toEqual(expected)
})

test('a copy accesses memory at the address of its name', () => {
  const [first] = steps('cudaMemcpyAsync(z, y);', '.global z physically aliases x;')
  expect(first).toBe('{step_copy, 0, -1, 0, 1, 1, 0, 0, 4, 0ull, -1, 0, 0, 0, false}')
})

test('a register of the host is not the register of the same name in a kernel', () => {
  const text =
    '.global x; .global y; kernel k { d0.b0.t0 { ld r0, [x]; } } host { k<<<1, 1>>>(); cudaDeviceSynchronize(); ld r1, [y]; } check (P0:r0 == 0 && P1:r1 == 0) as q;'
  expect(rows(testIn(text), 'steps_0').at(-1)).toBe('{step_read, 0, -1, 1, 0, -1, 0, 0, 4, 0ull, 1, 0, 0, 0, false}')
})

describe('an entry of a module', () => {
  const module = moduleOf('// "quoted" \\ \u00e4\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\nret;\n}\n')
  const program = compiledTest(
    'module "k.ptx"; .global .u32 x; .global .u32 out[2]; host { k<<<dim3(2, 3), 64, 16, cluster(2)>>>(out, -1); cudaDeviceSynchronize(); } check (x == 0) as q;',
    { 'k.ptx': module },
  )

  test('has its name, module, grid, block, cluster, shared memory and parameters, and an end of the table', () => {
    expect(rows(program, 'entries_0')).toEqual([
      '{"k", 0, {2, 3, 1}, {64, 1, 1}, {2, 1, 1}, false, 16, 2, parameters_0_0, 2, pieces_0_0}',
      '{nullptr, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, false, 0, 0, nullptr, 0, nullptr}',
    ])
  })

  test('gets addresses by location, and integers as they are', () => {
    expect(rows(program, 'pieces_0_0')).toEqual([
      '{0, 0, 8, 0ull, 0, 1}',
      expect.stringMatching(/^\{1, 0, 4, (18446744073709551615|4294967295)ull, -1, 0\}$/),
      '{0, 0, 0, 0, -1, 0}',
    ])
  })

  test("has the module's text, line by line", () => {
    const planned = planOf(program)
    const text =
      planned.kind === 'plan' && planned.script !== undefined
        ? scriptText(planned, planned.script, 0, () => 0).join('\n')
        : ''
    const literals = /module_0_0\[\] =\n(.*?)\n {2};/s.exec(text)?.[1]?.split('\n') ?? []
    expect(literals.map((line) => JSON.parse(line)).join('')).toBe(`${module.replace('\u00e4', '?')}\n`)
  })
})
