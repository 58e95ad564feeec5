import { defaultModel } from '../../axioms/models.js'
import type { Program } from '../../litmus/program.js'
import { threadAt } from '../../litmus/program.js'
import { fix } from '../../repair/fix.js'
import { atomicInSource } from '../../repair/in-source.js'
import { patched } from '../../repair/patch.js'
import { readModifyWrites } from '../../repair/read-modify-writes.js'
import { editsOf } from '../../repair/slot.js'
import { changeLines } from '../../repair/text.js'
import { must } from '../../source/must.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** Several threads execute these instructions, of which one reads `%r1` from memory. */
const counting = (body: string, launch = '1, 2', more = ''): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 x;
host { k<<<${launch}>>>(x); cudaDeviceSynchronize(); } assert (x == 2) as counted;${more}`,
    {
      'k.ptx': moduleOf(`.visible .entry k(.param .u64 x)
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r3, 1;
  ${body}
  ret;
}`),
    },
  )

const increment = 'ld.global.u32 %r1, [%rd1];\n  add.u32 %r2, %r1, 1;\n  st.global.u32 [%rd1], %r2;'

test.each(['claims', 'race-free'] as const)(
  'an increment that several threads execute becomes an atomic: %s',
  async (kind) => {
    const program = counting(increment)
    const goal = kind === 'claims' ? ({ kind, questions: program.questions } as const) : ({ kind } as const)
    const fixed = fix(program, await solver(), { model: defaultModel, goal })
    if (fixed.kind !== 'repaired') throw new Error(JSON.stringify(fixed))
    const { changes, cost } = must(fixed.repairs[0], 'a repair')
    expect(changes.flatMap((one) => changeLines(program, one))).toEqual([
      '  replace ld.global.u32 %r1, [%rd1] with atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1 in kernel k, all threads, k.ptx:9: reads and writes in one, so that no write of another thread is lost',
      '    in CUDA: atomicAdd(…)',
      '  remove add.u32 %r2, %r1, 1 in kernel k, all threads, k.ptx:10',
      '  remove st.global.u32 [%rd1], %r2 in kernel k, all threads, k.ptx:11',
    ])
    expect(cost.changes).toBe(2)
    expect(patched(program, editsOf(changes))?.modules[0]?.text).toContain(
      '  atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1;\n  ret;',
    )
  },
)

const operationsIn = (program: Program) =>
  readModifyWrites(program).flatMap(({ levels }) =>
    levels.flatMap(({ change }) =>
      (change?.edits ?? []).flatMap((edit) =>
        edit.change.kind === 'replace' && edit.change.instruction.kind === 'atomic'
          ? [[edit.change.instruction.operation, edit.change.instruction.scope]]
          : [],
      ),
    ),
  )

test.each([
  ['add, either operand', 'add.u32 %r2, %r3, %r1;', [['add', 'gpu']]],
  ['sub of a constant', 'sub.u32 %r2, %r1, 1;', [['add', 'gpu']]],
  ['max', 'max.u32 %r2, %r1, %r3;', [['max', 'gpu']]],
  ['no atomic subtracts from a number', 'sub.u32 %r2, 1, %r1;', []],
  ['nor multiplies', 'mul.lo.u32 %r2, %r1, 3;', []],
  ['nor adds what it read to itself', 'add.u32 %r2, %r1, %r1;', []],
  ['the operand is not known where it reads', 'mov.u32 %r3, 2;\n  add.u32 %r2, %r1, %r3;', []],
  ['it writes elsewhere', 'add.u64 %rd1, %rd1, 4;\n  add.u32 %r2, %r1, 1;', []],
])('%s', (_, computation, operations) => {
  const program = counting(increment.replace(/add\.u32.*;/, computation))
  expect(operationsIn(program)).toEqual(operations)
})

test('one thread alone loses nothing', () => {
  expect(operationsIn(counting(increment, '1, 1'))).toEqual([])
})

test.each([
  ['local[b]++;', 'atomicAdd(&local[b], 1);'],
  ['--count->left; // one less', 'atomicSub(&count->left, 1);'],
  ['*counter += 2 * n;', 'atomicAdd(counter, 2 * n);'],
  ['bits |= 1u << lane;', 'atomicOr(&bits, 1u << lane);'],
  ['x = x + 1;', undefined],
])('%s is in CUDA %s', (line, words) => {
  const text = `.visible .entry k()\n{\n  .loc 1 1 1\n  ret;\n}\n.file 1 "k.cu"\n`
  const program = counting(increment)
  const one = must(threadAt(program.threads, 1).instructions[0], 'an instruction')
  const start = text.indexOf('ret;')
  const source = { name: 'k.ptx', text, sources: [{ name: 'k.cu', text: line }] }
  expect(atomicInSource({ ...one, span: { source, start, end: start + 3 } })).toBe(words)
})
