import type { Instruction } from '../../../litmus/instruction.js'
import { printInstruction } from '../../../litmus/instructions/print.js'
import { neededOf } from '../../../litmus/module/needed.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

const instructionsOf = (body: string): readonly Instruction[] =>
  threadAt(testIn(`.global x; d0.b0.t0 { ${body} } check ([x] == 1) as q;`).threads, 0).instructions

const left = (body: string): readonly string[] =>
  neededOf(instructionsOf(body)).map((one) => printInstruction(one, 'nvlitmus', () => false))

test('the sources of a store, an address or a jump stay', () => {
  for (const body of [
    'ld r0, [x]; add r1, r0, 1; st [x], r1;',
    'mov.u64 r0, x; add.u64 r0, r0, 0; st [r0], 1;',
    'ld r0, [x]; setp.eq.s32 p, r0, 0; @p st [x], 1;',
  ])
    expect(left(body)).toHaveLength(instructionsOf(body).length)
})
test('an unused computation is removed, with its sources', () => {
  expect(left('mov r0, 1; add r1, r0, 1; mul r2, r1, r1; st [x], 1;')).toEqual(['st.weak.s32 [x], 1'])
})
test('so does a register that only counts itself', () => {
  expect(left('L: ld r0, [x]; add r1, r1, 1; beq r0, 0, L;')).toHaveLength(3)
})
test('and a guard that has nothing left to guard, with its predicate', () => {
  expect(left('ld r0, [x]; setp.eq.s32 p, r0, 0; @p mov r1, 1; st [x], 1;')).toEqual([
    'ld.weak.s32 r0, [x]',
    'guard_2:',
    'st.weak.s32 [x], 1',
  ])
})
test('accesses stay even if their results are not needed', () => {
  expect(left('ld r0, [x]; atom.add.relaxed.gpu r1, [x], 1;')).toHaveLength(2)
})
