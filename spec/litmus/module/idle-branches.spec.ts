import type { Instruction } from '../../../litmus/instruction.js'
import { printInstruction } from '../../../litmus/instructions/print.js'
import { neededOf } from '../../../litmus/module/needed.js'
import { threadAt } from '../../../litmus/program.js'
import { testIn } from '../../support.js'

const instructionsOf = (body: string): readonly Instruction[] =>
  threadAt(testIn(`.global x; .global y; d0.b0.t0 { ${body} } check ([x] == 1) as q;`).threads, 0).instructions

/** Returns the remaining code, without labels. */
const left = (body: string): readonly string[] =>
  neededOf(instructionsOf(body))
    .filter(({ kind }) => kind !== 'label')
    .map((one) => printInstruction(one, 'nvlitmus', () => false))

test('a loop that counts its rounds to back off only waits', () => {
  const polls = `mov n, 0; L: bge n, 16, S; add n, n, 1; goto E;
    S: blt n, 64, E; mul t, n, n; E: ld.acquire.gpu r0, [x]; beq r0, 0, L; st [y], r0;`
  expect(left(polls)).toEqual(['goto E', 'ld.acquire.gpu.s32 r0, [x]', 'beq r0, 0, L', 'st.weak.s32 [y], r0'])
})
test('a branch stays if its paths differ in what they do', () => {
  const parting = 'mov n, 0; L: add n, n, 1; beq n, 5, S; ld.acquire.gpu r0, [x]; beq r0, 0, L; S: st [y], 1;'
  expect(left(parting)).toHaveLength(6)
})
test('a branch around nothing stays if it depends on a read: it orders what comes after it', () => {
  expect(left('ld r0, [x]; add r1, r0, 1; beq r1, 0, E; mov r2, 1; E: st [y], 1;')).toEqual([
    'ld.weak.s32 r0, [x]',
    'add r1, r0, 1',
    'beq r1, 0, E',
    'st.weak.s32 [y], 1',
  ])
})
test('a loop that does nothing for ever is not left out', () => {
  expect(left('mov n, 0; L: add n, n, 1; bne n, 5, L; st [y], 1;')).toHaveLength(4)
  expect(left('mov n, 0; L: beq n, 0, L; st [y], 1;')).toHaveLength(3)
  expect(left('mov n, 0; L: beq n, 1, E; goto L; E: st [y], 1;')).toHaveLength(4)
})
