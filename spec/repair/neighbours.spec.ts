import { effectsBefore, nextEffect } from '../../repair/neighbours.js'
import { must } from '../../source/must.js'
import { testIn } from '../support.js'

const instructionsOf = (body: string) =>
  must(testIn(`.global x; d0.b0.t0 { ${body} } check (x == 0) as q;`).threads[0], 'a thread').instructions

test('a jump leads on to its label, and a computation to what follows it', () => {
  const instructions = instructionsOf('st [x], 1; add r1, r1, 1; goto E; st [x], 2; E: add r1, r1, 1; st [x], 3;')
  expect(nextEffect(instructions, 1)).toBe(instructions.length - 1)
  expect(nextEffect(instructions, 0)).toBe(0)
  expect(nextEffect(instructions, instructions.length)).toBe('end')
  expect(effectsBefore(instructions, instructions.length - 1)).toEqual([0, 3])
})

test('before a place are all that may come last, the start among them, and a branch that decides', () => {
  const instructions = instructionsOf('E: add r1, r1, 1; st [x], 1; ld r0, [x]; beq r0, 0, E;')
  expect(effectsBefore(instructions, 2)).toEqual(['start', instructions.length - 1])
  expect(nextEffect(instructionsOf('E: add r1, r1, 1; goto E;'), 0)).toBeUndefined()
})
