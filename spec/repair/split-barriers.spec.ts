import { defaultModel } from '../../axioms/models.js'
import { defaultBound } from '../../encoder/events/graph/bound.js'
import type { Program } from '../../litmus/program.js'
import { applied } from '../../repair/apply.js'
import { slotsOf } from '../../repair/changes.js'
import { fix } from '../../repair/fix.js'
import { repairsIn } from '../../repair/result.js'
import { changesOf, editsOf, type Slot } from '../../repair/slot.js'
import { splitsBarriers } from '../../repair/split-barriers.js'
import { repairText } from '../../repair/text.js'
import { compiledTest, moduleOf } from '../litmus/module/modules.js'
import { solver } from '../support.js'

/** The first two threads of four exchange words in a branch; the others end. */
const kernel = (condition: string, body: string): string => `.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>;
  .shared .align 16 .b8 part[16];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.s32 %r4, %r3, %r2;
  xor.b32 %r5, %r2, 4;
  add.s32 %r6, %r3, %r5;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd5, %rd2, %rd3;
  ld.global.u32 %r8, [%rd1];
  ${condition}
  @%p1 bra $END;
  ${body}
$END:
  ret;
}`
const exchange = `st.shared.u32 [%r4], 7;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd5], %r7;`
const firstTwo = 'setp.gt.u32 %p1, %r1, 1;'
const launched = (condition: string, body = exchange): Program =>
  compiledTest(
    `module "k.ptx"; .global .u32 in[4] = {1, 2, 3, 4}; .global .u32 out[4];
host { k<<<1, 4>>>(in, out); cudaDeviceSynchronize(); } assert (true);`,
    { 'k.ptx': moduleOf(kernel(condition, body)) },
  )

/** Returns the insertions of barriers into a program, and whether each of them splits its threads. */
function barriersIn(program: Program): readonly (readonly [string, boolean])[] {
  const slots = slotsOf(program, ['barriers'])
  return slots.map((_, i) => {
    const edits = editsOf(
      changesOf(
        slots,
        slots.map((_: Slot, j) => (i === j ? 1 : 0)),
      ),
    )
    const changed = { program: applied(program, edits), edits }
    const splits = splitsBarriers(program, changed, { model: defaultModel, bound: defaultBound })
    return [repairText(program, edits[0] ?? fail()), splits]
  })
}
const fail = (): never => {
  throw new Error('an edit')
}
const isInBranch = (text: string): boolean => /(before|between) k\.ptx:(19|2\d)/.test(text)

test('a barrier in a branch that some threads do not take splits them, one before the branch does not', () => {
  const all = barriersIn(launched(firstTwo))
  expect(all.filter(([text]) => isInBranch(text)).map(([, splits]) => splits)).toContain(true)
  for (const [text, splits] of all) expect([text, splits]).toEqual([text, isInBranch(text)])
  expect(all.some(([, splits]) => !splits)).toBe(true)
})

test('one in a branch that depends on what is read does not: all threads may take it', () => {
  const all = barriersIn(launched('setp.eq.u32 %p1, %r8, 3;'))
  expect(all.length).toBeGreaterThan(2)
  expect(all.filter(([, splits]) => splits)).toEqual([])
})

test('it is not offered, though it ends the race as long as the other threads end', async () => {
  const found = async (condition: string) =>
    repairsIn(
      fix(launched(condition), await solver(), {
        ...{ model: defaultModel, only: ['barriers'], goal: { kind: 'race-free' }, all: 3 },
      }),
    ).flatMap(({ changes }) => editsOf(changes).map(({ change }) => change.kind))
  expect(await found(firstTwo)).toEqual([])
  expect(await found('setp.gt.u32 %p1, %r1, 9;')).toContain('insert')
})
